"""A puzzle as plain data: what files keep. Points have three decimals."""

from __future__ import annotations

from typing import TypedDict

from qipai.core.data import Json
from qipai.core.shapes import BothLanguages

FORMAT = "qipai-puzzles/1"


class MoveDict(TypedDict):
    """A move that was looked at, the best first."""

    move: str
    value: float  # expected points of the seat
    error: float
    behind: float  # the best move's value minus this one's, in the worlds in which both were tried
    behind_error: float
    worlds: int


class OriginDict(TypedDict):
    """Where the position comes from: `qipai.replay` plays it again, with what earlier deals `carried`."""

    rules: Json
    carried: Json | None
    seed: str  # of the deal
    players: list[str]  # the levels of the bots that played it
    moves: list[list[int | str]]  # up to the decision


class FoundDict(TypedDict):
    """A decision with one clearly best move, as it was found."""

    view: str  # the position as the seat saw it, in one line
    kind: str
    best: str
    right: list[str]  # every answer that counts: the best move, and those that differ from it in nothing that matters
    hint: str  # the first hint, which is a different move
    moves: list[MoveDict]  # by the check
    exact: bool
    lead: list[float]  # over the second best different move, with its error, when it was found
    checked: list[float]  # the same by the check, on another seed
    finders: dict[str, list[int]]  # of each level, how many found it, of how many
    origin: OriginDict


class PuzzleDict(FoundDict):
    """As shipped."""

    id: str
    themes: list[str]
    difficulty: int  # 1 to 4
    reason: BothLanguages


class FileDict(TypedDict):
    """A game's puzzles, and what it took to find them."""

    format: str
    game: str
    version: str
    seed: int
    deals: int
    decisions: int
    judge: str  # what judged them (`qipai.puzzles.make.judge_print`)
    puzzles: list[PuzzleDict]
