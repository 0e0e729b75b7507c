"""What a game brings to have puzzles: `PUZZLES` in its module `puzzles`, beside it those that are shipped (`puzzles.json`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qipai.agents.base import Decision
from qipai.core.data import Json
from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.registry import part
from qipai.core.text import Text

MESSAGES = Messages({"NO_PUZZLES": Text("{game} has no puzzles.", "{game} 没有残局题。")})


@dataclass(frozen=True)
class Setter:
    """How puzzles of a game are found and told.

    `screens` are the playouts for a decision, stage by stage: most decisions are dropped after the first. `worlds` are those of
    an ending that is searched exactly, in the last stage and in the check. `share` is how much of a file may ask for one kind
    of decision: where one kind is nearly always the clear one, the rest would drown in it.
    """

    themes: dict[str, Text]
    themes_of: Callable[[Decision, int, int], list[str]]  # of the best move against the first hint, the main one first
    reason: Callable[[Decision, int, int], Text | None]  # why the best move is better than the first hint, if that can be told
    alike: Callable[[Decision, int], object]  # moves with equal keys are one answer: suits that do not matter
    screens: tuple[int, ...]
    check: int
    worlds: int
    ways: tuple[Json, ...] = ({},)  # rules, in turn
    share: float = 1.0


def setter_of(game: Game) -> Setter:
    """NO_PUZZLES."""
    found = getattr(part(game, "puzzles"), "PUZZLES", None)
    if not isinstance(found, Setter):
        raise QipaiError("NO_PUZZLES", MESSAGES, game=game.name)
    return found


def joined(reasons: list[Text]) -> Text:
    """Several reasons as one."""
    return Text("; ".join(one.en for one in reasons), "；".join(one.zh for one in reasons))


def filled(text: Text, **figures: object) -> Text:
    """A reason with its figures."""
    return Text(text.en.format(**figures), text.zh.format(**figures))
