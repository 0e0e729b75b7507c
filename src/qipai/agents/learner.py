"""What a game brings to be learned: its module `agents_learner` has a `LEARNER`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.policy import Policy
from qipai.core.registry import part
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.core.text import Text

MESSAGES = Messages({"NOTHING_TO_LEARN": Text("{game} has no policy that can be trained.", "{game} 没有可训练的策略。")})


@dataclass(frozen=True)
class Learner:
    """A policy with `rows` situations of `width` features each.

    A row's weights are the sum of its parts; a part that two rows share has the same weights in both. Rows of different
    families share none.
    """

    sides: list[int]  # of each seat: seats of one side win and lose together
    rows: int
    width: int
    scale: float  # of the integer weights
    family: list[int]  # of each row
    parts: list[list[int]]  # of each row, numbered within its family
    features: str  # their hash
    teacher: Callable[[], Policy]  # plays the first round
    policy: Callable[[bytes], Any]  # of packed weights (core/weights.py): a Policy with `notes`
    shipped: Callable[[], bytes]  # the packed weights of this version
    deal: Callable[[Rng], State]
    learns: Callable[[State], bool]  # whether the policy decides by its weights here
    worth: Callable[[State, int], float]  # of a finished deal for a seat


def learner(game: Game) -> Learner:
    """NOTHING_TO_LEARN."""
    found = getattr(part(game, "agents_learner"), "LEARNER", None)
    if not isinstance(found, Learner):
        raise QipaiError("NOTHING_TO_LEARN", MESSAGES, game=game.name)
    return found
