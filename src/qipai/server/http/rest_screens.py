"""REST: a table in words, for clients that have no drawing of a game. What it looks like is what `qipai play` shows."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.record import MAX_BYTES, deals_of, parse_record, replay
from qipai.core.state import SPECTATOR, View
from qipai.core.text import LANGUAGES
from qipai.server.http.guard import address_of
from qipai.server.http.rest import Lang, MaybeMe, Quotas, limited
from qipai.server.http.rest_games import RECORD, DealNumber
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.frames import names_of, text
from qipai.server.rooms.replays import names_in

Lines = list[list[list[str]]]  # lines of [text, style], as in a settlement
ScreenSeat = Annotated[int, Query(ge=0, le=99, description="who looks")]


class MoveWords(BaseModel):
    """A legal move, as it is sent and in words."""

    move: str
    words: dict[str, str]  # by language


class ScreenOut(BaseModel):
    """The table as one's seat sees it, at a version of the view."""

    version: int
    lines: dict[str, Lines]  # by language
    moves: list[MoveWords]


class ScreensOut(BaseModel):
    """A finished deal: the table after every step of its replay."""

    steps: list[Lines]


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    limits = node.config.limits

    @api.get("/rooms/{room}/screen", tags=["rooms"])
    async def get_screen(room: RoomId, me: MaybeMe) -> ScreenOut:
        """The table in words, as one's own seat or a spectator sees it, and the legal moves in words."""
        live = await node.visit(room, me)
        seat = None if me is None else live.room.seat_of(me.id)
        moment = live.moment_of(None if me is None else me.id)
        state = moment.state
        if state is None:
            return ScreenOut(version=moment.wire, lines={lang: [] for lang in LANGUAGES}, moves=[])
        game, names = moment.room.game, names_of(moment.room)
        view = state.view(SPECTATOR if seat is None else seat)

        def words(move: str) -> dict[str, str]:
            return {lang: text(game.words.describe(view, view.seat, move, names, lang)) or move for lang in LANGUAGES}

        legal = [] if seat is None else live.frames().legal(view)
        moves = [MoveWords(move=move, words=words(move)) for move in legal]
        return ScreenOut(version=moment.wire, lines={lang: drawn(game, view, names, lang) for lang in LANGUAGES}, moves=moves)

    @api.post("/replay/screens", tags=["games"], openapi_extra=RECORD, responses={200: {"model": ScreensOut}})
    async def post_screens(request: Request, deal: DealNumber = 0, seat: ScreenSeat = 0, lang: Lang = "en") -> Response:
        """The same for a record that is sent in."""
        limited(quotas.records, f"record:{address_of(request.scope)}")
        record = parse_record(await request.body(), min(MAX_BYTES, limits.record))
        return await screens_answer(node, record, deal, seat, lang, limits.record_seconds, address_of(request.scope))


async def screens_answer(node: Node, record: Json, deal: int, seat: int, lang: str, seconds: float, person: str) -> Response:
    """Computed beside the loop that serves the others."""
    args = (record, deal, seat, lang, node.config.limits.record_moves)
    found = await node.workers.answer(screens_bytes, *args, limit=seconds, person=person)
    if found is None:
        raise Refused("TOO_LARGE")
    return Response(found, media_type="application/json")


def drawn(game: Game, view: View, names: list[str], lang: str) -> Lines:
    return [[[span.text, span.style] for span in line] for line in game.words.screen(view, names, lang)]


def screens_of(record: Json, number: int, seat: int, lang: str, max_moves: int) -> Json:
    """BAD_RECORD when the record lies anywhere, NO_RECORD when it has no such deal or seat."""
    whole = replay(record, max_moves=max_moves)
    deals = deals_of(record)
    if not 0 <= number < len(deals) or not 0 <= seat < whole.seats:
        raise Refused("NO_RECORD")
    bare = {key: value for key, value in deals[number].items() if key not in ("moves", "returns")}
    top: Json = {key: record[key] for key in ("format", "game", "rules", "meta") if key in record}
    table = replay({**top, "deals": [*deals[:number], bare]})
    names = names_in(record, whole.seats)
    steps = [drawn(table.game, table.view(seat), names, lang)]
    for mover, move in whole.deals[number].moves:
        table.play(mover, move)
        steps.append(drawn(table.game, table.view(seat), names, lang))
    return {"steps": steps}


def screens_bytes(record: Json, number: int, seat: int, lang: str, moves: int) -> bytes:
    """Runs in a worker, which can be ended when it takes too long."""
    return msgspec.json.encode(screens_of(record, number, seat, lang, moves))
