"""REST: a position of a finished deal, tried again."""

from __future__ import annotations

from fastapi import APIRouter, Request

from qipai.core.data import Json
from qipai.server.http.guard import address_of
from qipai.server.http.lobby import check_quota
from qipai.server.http.models import PracticeBody, RoomOut
from qipai.server.http.rest import Me, Quotas, base_url, limited
from qipai.server.http.rest_deals import FinishedDeals, readable
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.opening import practice_opening
from qipai.server.rooms.practice import position_json


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    records = FinishedDeals(node)

    @api.post("/practice", status_code=201, tags=["deals"])
    async def practise(body: PracticeBody, me: Me, request: Request) -> RoomOut:
        """A room in which every deal begins in a position of an earlier one, for the caller and bots. It counts nowhere."""
        limits, address = node.config.limits, address_of(request.scope)
        if (body.room is None) == (body.record is None):
            raise Refused("BAD_REQUEST", reason="give either room or record")
        limited(quotas.rooms, me.id)
        record, source = body.record or {}, ("", 1)
        if body.room is not None:
            limited(quotas.own_records, address)
            record, source = await record_of(body.room, body.match, me)
        else:
            limited(quotas.records, f"record:{address}")
        await check_quota(node, me)
        seconds = limits.record_seconds if body.room is None else limits.own_record_seconds
        asked = (record, body.deal, body.move, body.seat, limits.record_moves)
        position = await node.workers.answer(position_json, *asked, limit=seconds, person=me.id)
        if position is None:
            raise Refused("RETRY" if body.record is None else "TOO_LARGE")
        name = await node.open_room(practice_opening(position, body.seat, body.cards, body.level, me, source), me.id)
        return RoomOut(room=name, code=name, link=f"{base_url(request, node)}/r/{name}")

    @api.post("/rooms/{room}/takeback", status_code=204, tags=["rooms"])
    async def take_back(room: RoomId, me: Me) -> None:
        """Back to the caller's last decision in this deal, which then counts nowhere; against bots alone, if allowed."""
        await (await node.visit(room, me)).take_back(me.id)

    async def record_of(room: str, match: int | None, me: Me) -> tuple[Json, tuple[str, int]]:
        """NO_ROOM, NOT_SHARED, NO_RECORD."""
        live = await readable(node, room, me)
        matches = await records.of(live)
        number = max(matches) if match is None else match
        if number not in matches:
            raise Refused("NO_RECORD")
        return dict(matches[number]), (live.room.id, number)
