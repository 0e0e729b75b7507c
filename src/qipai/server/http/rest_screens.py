"""REST: a table in words, for clients that have no drawing of a game. What it looks like is what `qipai play` shows."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from qipai.core.data import Json
from qipai.core.record import MAX_BYTES, parse_record
from qipai.server.http.guard import address_of
from qipai.server.http.rest import Lang, MaybeMe, Quotas, limited
from qipai.server.http.rest_games import RECORD, DealNumber
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.screens import Lines, screen_of, screens_bytes

ScreenSeat = Annotated[int, Query(ge=0, le=99, description="who looks")]


class MoveWords(BaseModel):
    """A legal move, as it is sent and in words."""

    move: str
    words: dict[str, str]  # by language


class ScreenOut(BaseModel):
    """The table as the caller's seat sees it, at a version of the view."""

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
        """The table in words, as the caller's seat or a spectator sees it, and the legal moves in words."""
        return ScreenOut.model_validate(screen_of(await node.visit(room, me), me))

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
