"""REST: the deals of a room that are over: record, replay, proof, and who may see them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy.engine import Connection

from qipai.server.accounts.accounts import Player
from qipai.server.http.lobby import may_see_deals
from qipai.server.http.models import FairnessList, FairnessOut, ReplayOut, ShareOut
from qipai.server.http.rest import Json, MaybeMe, Me, base_url
from qipai.server.http.rest_games import DealNumber, replay_answer
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import House, room_name
from qipai.server.refusal import Refused
from qipai.server.rooms.records import fairness_of, finished_deals
from qipai.server.rooms.room import DoesNotFold
from qipai.server.storage.store import Event, events_after, secrets_of


def add(api: APIRouter, house: House) -> None:
    async def record_of(room: str, me: Player | None) -> Json:
        """NO_ROOM, NOT_SHARED, NO_RECORD."""
        live = await house.get(room_name(room))
        if not may_see_deals(live.room, me):
            raise Refused("NOT_SHARED")
        return dict(await folded(house, live.room.id, finished_deals))

    @api.get("/rooms/{room}/record", tags=["deals"])
    async def get_record(room: RoomId, me: MaybeMe) -> Json:
        """The finished deals, with the proof of each shuffle; never the one that is being played."""
        return await record_of(room, me)

    @api.get("/rooms/{room}/replay", tags=["deals"], responses={200: {"model": ReplayOut}})
    async def get_replay(room: RoomId, me: MaybeMe, deal: DealNumber = 0) -> Response:
        """A finished deal step by step, all hands open."""
        answer = await replay_answer(house, await record_of(room, me), deal, house.config.limits.own_record_seconds)
        if answer is None:
            raise Refused("RETRY")
        return answer

    @api.get("/rooms/{room}/fairness", tags=["deals"])
    async def get_fairness(room: RoomId, me: MaybeMe) -> FairnessList:
        """Commitments, and of deals that are over the server seeds and nonces, for those who may see them."""
        live = await house.get(room_name(room))
        found: list[Json] = await folded(house, live.room.id, fairness_of)
        if not may_see_deals(live.room, me):
            found = [{key: line[key] for key in ("deal", "room", "commit", "over")} for line in found]
        return FairnessList(deals=[FairnessOut(**line) for line in found])

    @api.post("/rooms/{room}/share", tags=["deals"])
    async def share(room: RoomId, me: Me, request: Request) -> ShareOut:
        """From now on everybody who has the link may see this room's finished deals; for those who sit there."""
        live = await house.get(room_name(room))
        await live.share(me.id)
        return ShareOut(link=f"{base_url(request, house)}/replay?room={live.room.id}")


async def folded(house: House, room: str, work: Any) -> Any:
    """A whole log is long: it is folded beside the loop that serves the others."""

    def whole(connection: Connection) -> tuple[list[Event], dict[int, bytes]]:
        return events_after(connection, room, 0), secrets_of(connection, room)

    events, seeds = await asyncio.wrap_future(house.store.read(whole))
    try:
        return await asyncio.to_thread(work, room, events, seeds)
    except DoesNotFold as problem:
        house.quarantine(room, str(problem))
        raise Refused("ROOM_BROKEN") from None
