"""REST: puzzles to list, to look at, and to answer. Nobody needs a session for them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from qipai.server.http.guard import address_of
from qipai.server.http.models import Body
from qipai.server.http.rest import Quotas, limited
from qipai.server.http.rest_games import GameName
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.messages import Words
from qipai.server.rooms.puzzles import answer_json, check_json, list_json, puzzle_json

PuzzleId = Annotated[str, Path(max_length=16, description="as `GET /puzzles` names it")]
Day = Annotated[str, Query(max_length=10, description="whose daily puzzles are meant: 2026-01-31; without one, today in UTC")]
PATH = "/puzzles/{game}/{puzzle}"


class PuzzleLine(BaseModel):
    """One puzzle in the list."""

    id: str
    themes: list[str]
    difficulty: int
    preset: str


class PuzzleGame(BaseModel):
    """The puzzles of one game; `daily` is the id of the day's."""

    game: str
    title: Words
    themes: dict[str, Words]
    daily: str | None
    puzzles: list[PuzzleLine]


class PuzzlesOut(BaseModel):
    """All puzzles, without positions and answers."""

    date: str
    difficulties: dict[str, Words]
    games: list[PuzzleGame]


class PuzzleLog(BaseModel):
    """A line of the deal so far."""

    seat: int | None
    words: Words


class PuzzleOut(BaseModel):
    """A position: `view` is that of a room, of the seat that has to move; `screen` the same in words, by language."""

    id: str
    game: str
    themes: list[str]
    difficulty: int
    view: dict[str, Any]
    log: list[PuzzleLog]
    screen: dict[str, list[list[list[str]]]]


class SelectionBody(Body):
    cards: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=40)]


class SelectionOut(BaseModel):
    """As a room's answer to `check`."""

    readings: list[dict[str, Any]]
    waits: list[dict[str, Any]] = []
    offers: list[dict[str, Any]] = []
    sorted: dict[str, Any] | None = None


class AnswerBody(Body):
    move: Annotated[str, Field(max_length=1000, examples=["play R_SHI*2"])]


class PuzzleMove(BaseModel):
    """A move that was looked at, the best first; `behind` it, in points, with the standard error."""

    move: str
    words: Words
    value: float
    error: float
    behind: float
    behind_error: float
    worlds: int
    right: bool


class PuzzleAnswerOut(BaseModel):
    """Whether the move is the answer; the answer, why, and what the other moves bring."""

    right: bool
    move: str
    words: Words
    best: str
    best_words: Words
    hint: Words
    reason: Words
    moves: list[PuzzleMove]
    finders: dict[str, list[int]]


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    async def answer(request: Request, work: Any, *args: object) -> Any:
        """Beside the loop that serves the tables."""
        person = address_of(request.scope)
        limited(quotas.puzzles, f"puzzle:{person}")
        found = await node.workers.answer(work, *args, limit=node.config.limits.own_record_seconds, person=person)
        if found is None:
            raise Refused("BUSY")
        return found

    @api.get("/puzzles", tags=["puzzles"])
    async def list_puzzles(request: Request, date: Day = "") -> PuzzlesOut:
        """Every puzzle with its themes and difficulty, and the daily one of each game."""
        day = date or datetime.now(UTC).date().isoformat()
        limited(quotas.puzzles, f"puzzle:{address_of(request.scope)}")
        return PuzzlesOut.model_validate(list_json(day))

    @api.get(PATH, tags=["puzzles"])
    async def get_puzzle(game: GameName, puzzle: PuzzleId, request: Request) -> PuzzleOut:
        """The position, as the seat that has to move sees it."""
        return PuzzleOut.model_validate(await answer(request, puzzle_json, game, puzzle))

    @api.post(f"{PATH}/check", tags=["puzzles"])
    async def check_selection(game: GameName, puzzle: PuzzleId, body: SelectionBody, request: Request) -> SelectionOut:
        """What a selection of cards may be, as at the table."""
        return SelectionOut.model_validate(await answer(request, check_json, game, puzzle, body.cards))

    @api.post(f"{PATH}/answer", tags=["puzzles"])
    async def answer_puzzle(game: GameName, puzzle: PuzzleId, body: AnswerBody, request: Request) -> PuzzleAnswerOut:
        """Judges a move: right or not, and why."""
        return PuzzleAnswerOut.model_validate(await answer(request, answer_json, game, puzzle, body.move))
