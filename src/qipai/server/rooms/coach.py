"""A coach at a table with bots: what a move would cost, asked before it is made.

Judged as a review judges, from the person's own view and by nothing else; one decision, in little time.
"""

from __future__ import annotations

import hashlib
import time
from typing import NamedTuple

from qipai.agents.base import Decision
from qipai.agents.slices import Thought, in_slices
from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.core.state import View
from qipai.review.classes import BLUNDER, MISTAKE
from qipai.review.deals import Choice
from qipai.review.effort import LEAST, effort_of
from qipai.review.judge import judge_of
from qipai.review.judging import Court
from qipai.review.shapes import DecisionDict
from qipai.server.rooms.bots import known_view

SECONDS = 1.5  # for a verdict
PATIENCE = 3.0  # until the move is made without one
ASKS = (MISTAKE, BLUNDER)
MORE = 4  # times as many playouts, as long as there is time


class Weighed(NamedTuple):
    """A verdict as it crosses from the worker, with words in English and Chinese."""

    grade: str
    loss: float
    error: float
    said: tuple[str, str]
    best: str
    words: tuple[str, str]
    reason: tuple[str, str] | None


@in_slices
def weigh(game: str, view: Json | View, actions: list[int], action: int, names: list[str], seconds: float) -> Thought[Weighed]:
    """Runs in a worker. As much as a quick review does for a decision, or as much of it as there is time for: with fewer
    playouts less is certain, and less is called a mistake."""
    ends = time.monotonic() + seconds
    found = find_game(game)
    known = known_view(found, view)
    judge = judge_of(found)
    effort = effort_of(judge, "quick")
    court = Court(judge, effort, names)
    decision = Decision(found, known, actions)
    choice = Choice(0, decision, action, decision.text(action))
    seed = int.from_bytes(hashlib.sha256(known.text().encode()).digest()[:6], "big")
    playouts, most = LEAST, effort.for_each(1)
    while True:
        began = time.monotonic()
        verdict = yield from court.judging(choice, playouts, seed)
        now = time.monotonic()
        if playouts >= most or now + MORE * (now - began) > ends:
            return weighed(verdict)
        playouts = min(most, MORE * playouts)


def weighed(verdict: DecisionDict) -> Weighed:
    first, said = verdict["candidates"][0], verdict["said"]
    reason = first["reason"]
    return Weighed(
        verdict["grade"],
        verdict["loss"],
        verdict["error"],
        (said["en"], said["zh"]),
        first["move"],
        (first["words"]["en"], first["words"]["zh"]),
        None if reason is None else (reason["en"], reason["zh"]),
    )
