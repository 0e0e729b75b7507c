"""REST: the deals of a room that are over: record, replay, proof, and who may see them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request, Response

from qipai.core.data import Json
from qipai.server.accounts.player import Player
from qipai.server.http.lobby import may_see_deals
from qipai.server.http.models import FairnessList, FairnessOut, ReplayOut, ShareOut
from qipai.server.http.rest import MaybeMe, Me, base_url
from qipai.server.http.rest_games import DealNumber, replay_answer
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import Node, room_name
from qipai.server.refusal import Refused
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.records import fairness_of, finished_deals
from qipai.server.rooms.room import DoesNotFold
from qipai.server.storage import room_rows


def add(api: APIRouter, node: Node) -> None:
    async def record_of(room: str, me: Player | None) -> Json:
        """NO_ROOM, NOT_SHARED, NO_RECORD."""
        live = await node.get(room_name(room))
        if not may_see_deals(live.room, me):
            raise Refused("NOT_SHARED")
        return dict(await folded(node, live, finished_deals))

    @api.get("/rooms/{room}/record", tags=["deals"])
    async def get_record(room: RoomId, me: MaybeMe) -> Json:
        """The finished deals, with the proof of each shuffle; never the one that is being played."""
        return await record_of(room, me)

    @api.get("/rooms/{room}/replay", tags=["deals"], responses={200: {"model": ReplayOut}})
    async def get_replay(room: RoomId, me: MaybeMe, deal: DealNumber = 0) -> Response:
        """A finished deal step by step, all hands open."""
        person, seconds = "" if me is None else me.id, node.config.limits.own_record_seconds
        answer = await replay_answer(node, await record_of(room, me), deal, seconds, person)
        if answer is None:
            raise Refused("RETRY")
        return answer

    @api.get("/rooms/{room}/fairness", tags=["deals"])
    async def get_fairness(room: RoomId, me: MaybeMe) -> FairnessList:
        """Commitments, and of deals that are over the server seeds and nonces, for those who may see them."""
        live = await node.get(room_name(room))
        found: list[Json] = await folded(node, live, fairness_of)
        if not may_see_deals(live.room, me):
            found = [{key: line[key] for key in ("deal", "room", "commit", "over")} for line in found]
        return FairnessList(deals=[FairnessOut.model_validate(line) for line in found])

    @api.post("/rooms/{room}/share", tags=["deals"])
    async def share(room: RoomId, me: Me, request: Request) -> ShareOut:
        """From now on everybody who has the link may see this room's finished deals; for those who sit there."""
        live = await node.get(room_name(room))
        await live.share(me.id)
        return ShareOut(link=f"{base_url(request, node)}/replay?room={live.room.id}")


async def folded(node: Node, live: LiveRoom, work: Any) -> Any:
    """A whole log is long: it is folded in a thread, beside the loop that serves the others."""
    room = live.room.id
    stored = await room_rows.read_log(node.store, room)
    try:
        return await asyncio.to_thread(work, room, live.told(stored.events), stored.secrets)
    except DoesNotFold as problem:
        node.quarantine(room, str(problem))
        raise Refused("ROOM_BROKEN") from None
