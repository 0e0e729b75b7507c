"""What OpenSpiel has to know about a game in advance, with defaults that fit any game.

A game's own is `INFO` of the module `openspiel` in its folder. Nothing here or there imports OpenSpiel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qipai.core.game import Game
from qipai.core.registry import part
from qipai.core.rng import FastRng, Rng
from qipai.core.rules import Rules
from qipai.core.state import State

MOST_DECISIONS = 10_000
MOST_POINTS = 10_000.0
TRIAL_DEALS = 50


class Questions(Rng):
    """A generator that remembers how many outcomes each of its draws had."""

    def __init__(self, seed: int) -> None:
        self.source = FastRng(seed)
        self.sizes: list[int] = []

    def below(self, n: int) -> int:
        self.sizes.append(n)
        return self.source.below(n)


class OpenSpielInfo:
    """Limits that no deal may exceed, and what an observation lacks for perfect recall."""

    # the first draws of a deal that have the same number of outcomes in every deal: OpenSpiel's chance nodes are faster there
    fixed_draws: int = 0
    # the name and shape of a tensor that completes an observation to an information state; no shape: there is none
    recall_name: str = ""
    recall_shape: tuple[int, ...] = ()

    def max_decisions(self, rules: Rules) -> int:
        """The longest deal; the default is generous."""
        return MOST_DECISIONS

    def max_points(self, rules: Rules) -> float:
        """The most that a seat can win or lose in a deal; the default is generous."""
        return MOST_POINTS

    def max_chance_outcomes(self, game: Game, rules: Rules) -> int:
        """The most outcomes of one draw while dealing; the default is the most in some trial deals."""
        return max(max(draw_sizes(game, rules, seed), default=1) for seed in range(TRIAL_DEALS))

    def recall(self, state: State, seat: int) -> NDArray[np.uint8]:
        """The tensor of `recall_shape`."""
        raise NotImplementedError


def draw_sizes(game: Game, rules: Rules, seed: int) -> list[int]:
    """The number of outcomes of every draw in one deal."""
    rng = Questions(seed)
    game.deal(rng, rules)
    return rng.sizes


DEFAULT_INFO = OpenSpielInfo()


def info_of(game: Game) -> OpenSpielInfo:
    """The game's own, or the default."""
    module = part(game, "openspiel")
    found = DEFAULT_INFO if module is None else module.INFO
    assert isinstance(found, OpenSpielInfo)
    return found
