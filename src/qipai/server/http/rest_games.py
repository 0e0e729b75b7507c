"""REST: what there is to play and to read, and records that somebody brings along."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import TypeAdapter

from qipai.core.data import Json
from qipai.core.record import MAX_BYTES, parse_record
from qipai.core.registry import games as all_games
from qipai.server.http.catalogue import book_json, deck_json, game_json, terms_json
from qipai.server.http.guard import address_of
from qipai.server.http.models import BookOut, DeckOut, GameOut, ReplayOut, TermOut, VerifyOut
from qipai.server.http.prepared import JSON, Prepared
from qipai.server.http.rest import Lang, Quotas, limited
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.replays import replay_bytes, verify_bounded

GameName = Annotated[str, Path(max_length=40, description="as `GET /games` names it")]
PresetName = Annotated[str, Query(max_length=40, description="as `GET /games` names it; without one, the first")]
DealNumber = Annotated[int, Query(ge=0, le=10_000, description="counted from 0")]
RECORD: Json = {
    "requestBody": {
        "required": True,
        "description": "a record (docs/records.md), at most 1 MiB and 5,000 moves",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    limits = node.config.limits

    @cache
    def page_of(shape: Any, make: Callable[..., object], *args: str) -> Prepared:
        """None of these pages changes while the server runs: each is made once."""
        adapter = TypeAdapter(shape)
        return Prepared(adapter.dump_json(adapter.validate_python(make(*args))), JSON, "no-store")

    @api.get("/games", tags=["games"], responses={200: {"model": list[GameOut]}})
    async def list_games(request: Request) -> Response:
        """Every game with its options as JSON Schema, titles in both languages."""
        return page_of(list[GameOut], all_games_json).answer(request.headers)

    @api.get("/games/{game}/book", tags=["games"], responses={200: {"model": BookOut}})
    async def rule_book(game: GameName, request: Request, lang: Lang = "en", preset: PresetName = "") -> Response:
        """The rule book for players, one page of Markdown; a preset that is a game of its own has its own."""
        return page_of(BookOut, book_json, game, lang, preset).answer(request.headers)

    @api.get("/games/{game}/terms", tags=["games"], responses={200: {"model": list[TermOut]}})
    async def list_terms(game: GameName, request: Request) -> Response:
        """The words of the game, each explained."""
        return page_of(list[TermOut], terms_json, game).answer(request.headers)

    @api.get("/games/{game}/deck", tags=["games"], responses={200: {"model": DeckOut}})
    async def the_deck(game: GameName, request: Request) -> Response:
        """What is shuffled and how it is dealt: enough to check a deal by hand."""
        return page_of(DeckOut, deck_json, game).answer(request.headers)

    async def record_of(request: Request) -> Any:
        limited(quotas.records, f"record:{address_of(request.scope)}")
        return parse_record(await request.body(), min(MAX_BYTES, limits.record))

    @api.post("/verify", tags=["games"], openapi_extra=RECORD)
    async def verify_record(request: Request) -> VerifyOut:
        """Replays a record and says what is proven: moves, results, and that the shuffles were fair."""
        record = await record_of(request)
        person, seconds = address_of(request.scope), limits.record_seconds
        found = await node.workers.answer(verify_bounded, record, limits.record_moves, limit=seconds, person=person)
        if found is None:
            raise Refused("TOO_LARGE")
        return VerifyOut.model_validate(found)

    @api.post("/replay", tags=["games"], openapi_extra=RECORD, responses={200: {"model": ReplayOut}})
    async def replay_record(request: Request, deal: DealNumber = 0) -> Response:
        """One deal of a record that is sent in, step by step with all hands open."""
        person = address_of(request.scope)
        answer = await replay_answer(node, await record_of(request), deal, limits.record_seconds, person)
        if answer is None:
            raise Refused("TOO_LARGE")
        return answer


def all_games_json() -> list[Json]:
    return [game_json(name) for name in all_games()]


async def replay_answer(node: Node, record: Json, deal: int, seconds: float, person: str) -> Response | None:
    """Computed beside the loop that serves the others; None when it took too long."""
    moves = node.config.limits.record_moves
    found = await node.workers.answer(replay_bytes, record, deal, moves, limit=seconds, person=person)
    return None if found is None else Response(found, media_type="application/json")
