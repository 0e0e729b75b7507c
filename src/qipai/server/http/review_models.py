"""The shape of a review on the wire: what `qipai.review.shapes` has, and how far a review is that is being made."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from qipai.server.rooms.messages import Words

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class ReviewedMove(BaseModel):
    """A move that was looked at, best first."""

    move: str
    words: Words
    reason: Words | None
    value: float  # expected points of the deciding seat
    error: float
    behind: float  # by how much the first one is better
    behind_error: float
    worlds: int


class ReviewedDecision(BaseModel):
    move: int  # its number in the deal, from 0; step `move` of the replay is the table before it
    seat: int
    kind: str
    played: str
    best: str
    grade: Grade
    loss: float
    error: float
    counted: float  # the loss if it is certain enough, else 0
    effects: list[float]
    values: list[float]
    candidates: list[ReviewedMove]
    exact: bool
    said: Words


class ReviewedKind(BaseModel):
    decisions: int
    costly: int
    lost: float


class ReviewedSeat(BaseModel):
    """`deal` + `others` + `own` = `result`."""

    seat: int
    result: int
    deal: float
    others: float
    own: float
    decisions: int
    lost: float
    accuracy: float | None
    grades: dict[str, int]
    kinds: dict[str, ReviewedKind]
    costly: list[int]  # moves of the most costly decisions, at most three
    curve: list[list[float]]  # [moves so far, expected points]


class ReviewedDeal(BaseModel):
    deal: int
    moves: int
    returns: list[int]
    decisions: list[ReviewedDecision]
    seats: list[ReviewedSeat]


class Review(BaseModel):
    """docs/review.md explains the figures."""

    format: str
    version: str
    game: str
    rules: dict[str, Any]
    players: list[str] | None
    effort: str
    seed: int
    kinds: dict[str, Words]
    deals: list[ReviewedDeal]
    unfinished: list[int]
    practice: list[int]


class ReviewOut(BaseModel):
    """A review, or how far it is: not asked for, waiting behind `ahead` others of one’s own, running, stopped, done, or
    impossible: the game has no judge."""

    match: int
    deal: int
    state: Literal["none", "waiting", "running", "stopped", "done", "impossible"]
    done: int  # decisions judged
    total: int  # 0 as long as it is not known
    ahead: int
    grades: dict[str, Words]
    review: Review | None
