"""A review as plain data: what `review` returns, files keep and a server or a browser may send. Points have three decimals."""

from __future__ import annotations

from typing import TypedDict

from qipai.core.shapes import BothLanguages

FORMAT = "qipai-review/1"


class CandidateDict(TypedDict):
    """A move that was looked at, best first."""

    move: str
    words: BothLanguages
    reason: BothLanguages | None  # in the words of the hints
    value: float  # expected points of the deciding seat
    error: float
    behind: float  # the first move's value minus this one's, in the worlds in which both were tried
    behind_error: float
    worlds: int


class DecisionDict(TypedDict):
    """A decision with a choice."""

    move: int  # its number among the moves of the deal, from 0
    seat: int
    kind: str
    played: str
    best: str
    grade: str  # best, good, inaccuracy, mistake, blunder
    loss: float  # what the played move costs; 0 if nothing
    error: float
    counted: float  # the loss if it is certain enough to be counted, else 0
    effects: list[float]  # what a counted loss brought each seat
    values: list[float]  # expected points of each seat after the played move, as the deciding seat could know
    candidates: list[CandidateDict]
    exact: bool  # by the best plans, not by playouts
    said: BothLanguages


class KindDict(TypedDict):
    """What a seat lost in decisions of one kind."""

    decisions: int
    costly: int
    lost: float


class SeatDict(TypedDict):
    """A seat's deal; `deal` + `others` + `own` = `result`."""

    seat: int
    result: int
    deal: float  # luck of the deal
    others: float  # luck of the others' choices
    own: float  # own decisions
    decisions: int
    lost: float
    accuracy: float | None
    grades: dict[str, int]
    kinds: dict[str, KindDict]
    costly: list[int]  # `move` of the most costly decisions, at most three
    curve: list[list[float]]  # [moves so far, expected points]: at every own decision after the move, then the result


class DealReviewDict(TypedDict):
    """One finished deal."""

    deal: int
    moves: int
    returns: list[int]
    decisions: list[DecisionDict]
    seats: list[SeatDict]


class ReviewDict(TypedDict):
    """All finished deals of a record."""

    format: str
    version: str
    game: str
    rules: dict[str, object]
    players: list[str] | None
    effort: str
    seed: int
    kinds: dict[str, BothLanguages]
    deals: list[DealReviewDict]
    unfinished: list[int]  # numbers of deals that were left out
    practice: list[int]  # of deals in which moves had been tried before: no summary counts them
