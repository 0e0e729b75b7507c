"""What a game brings to be reviewed: its module `review` has a `JUDGE`."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from qipai.agents.base import Decision
from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.registry import part
from qipai.core.state import View
from qipai.core.text import Text
from qipai.search.sequential_halving import SequentialHalving

MESSAGES = Messages({"NO_JUDGE": Text("Deals of {game} can’t be reviewed.", "{game} 没有复盘功能。")})


@dataclass(frozen=True)
class Judge:
    """How the decisions of a game are judged.

    `scale` is what a deal usually brings or costs; the classes are measured by it. `playouts` are for all decisions of a deal
    together, by the name of the effort; `worlds` for one ending. `spread` is how far, in points, moves worth looking at usually
    lie apart: where the results of a deal are wide and playouts few, a difference is believed only in part.
    """

    policy: Callable[[], Policy]  # plays every seat on after a move that is tried
    search: Callable[[Game, Policy], SequentialHalving]  # finishes a deal: by the policy alone, or with a tree above it
    belief: Callable[[], Belief | None]
    looks: Callable[[Decision], list[int]]  # the moves worth looking at
    kind: Callable[[Decision], str]  # of decision, a key of `kinds`
    kinds: dict[str, Text]
    scale: float
    playouts: dict[str, int]
    worlds: dict[str, int]
    ending: Callable[[View], bool] = lambda view: False  # whether to search for the best plans instead of playing out
    ending_steps: int = 0
    spread: float = math.inf


def judge_of(game: Game) -> Judge:
    """NO_JUDGE."""
    found = getattr(part(game, "review"), "JUDGE", None)
    if not isinstance(found, Judge):
        raise QipaiError("NO_JUDGE", MESSAGES, game=game.name)
    return found


def by_policy(game: Game, policy: Policy) -> SequentialHalving:
    """Deals are finished by the policy alone."""
    return SequentialHalving(game, policy, None)


def best_hints(decision: Decision, width: int, always: Callable[[int], bool]) -> list[int]:
    """The first hints, and every move that is always looked at."""
    ranked = [hint.action for hint in decision.hints]
    return [*ranked[:width], *(action for action in ranked[width:] if always(action))]
