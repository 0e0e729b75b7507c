"""REST: the deals of a room that are over: record, replay, proof, and who may see them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from qipai.core.data import Json
from qipai.server.accounts.player import Player
from qipai.server.http.guard import address_of
from qipai.server.http.models import FairnessList, FairnessOut, ReplayOut, ShareOut
from qipai.server.http.rest import Lang, MaybeMe, Me, Quotas, base_url, limited
from qipai.server.http.rest_games import DealNumber, replay_answer
from qipai.server.http.rest_rooms import RoomId
from qipai.server.http.rest_screens import ScreenSeat, ScreensOut, screens_answer
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.opening import may_see_deals
from qipai.server.rooms.records import Matches, fairness_of, finished_deals
from qipai.server.rooms.room import DoesNotFold
from qipai.server.storage import room_rows

MatchNumber = Annotated[
    int | None, Query(ge=1, le=10_000, description="of the room, from 1; without it the last one with a deal")
]


MatchOf = Callable[[str, Player | None, Request, int | None], Awaitable[tuple[int, Json]]]


def add(api: APIRouter, node: Node, quotas: Quotas) -> MatchOf:
    """Gives the way to a match of a room, for those who may see it."""
    records = FinishedDeals(node)

    async def match_of(room: str, me: Player | None, request: Request, match: int | None) -> tuple[int, Json]:
        """The match, and the record of its finished deals. NO_ROOM, NOT_SHARED, NO_RECORD."""
        limited(quotas.own_records, address_of(request.scope))
        matches = await records.of(await readable(node, room, me))
        number = max(matches) if match is None else match
        if number not in matches:
            raise Refused("NO_RECORD")
        return number, dict(matches[number])

    async def record_of(room: str, me: Player | None, request: Request, match: int | None) -> Json:
        return (await match_of(room, me, request, match))[1]

    @api.get("/rooms/{room}/record", tags=["deals"])
    async def get_record(room: RoomId, me: MaybeMe, request: Request, match: MatchNumber = None) -> Json:
        """The finished deals of a match, with the proof of each shuffle; never the one that is being played."""
        return await record_of(room, me, request, match)

    @api.get("/rooms/{room}/replay", tags=["deals"], responses={200: {"model": ReplayOut}})
    async def get_replay(
        room: RoomId, me: MaybeMe, request: Request, deal: DealNumber = 0, match: MatchNumber = None
    ) -> Response:
        """A finished deal step by step, all hands open."""
        record, person = await record_of(room, me, request, match), whose(request, me)
        answer = await replay_answer(node, record, deal, node.config.limits.own_record_seconds, person)
        if answer is None:
            raise Refused("RETRY")
        return answer

    @api.get("/rooms/{room}/fairness", tags=["deals"])
    async def get_fairness(room: RoomId, me: MaybeMe, request: Request) -> FairnessList:
        """Commitments, and of deals that are over the server seeds and nonces, for those who may see them."""
        limited(quotas.own_records, address_of(request.scope))
        live = await node.visit(room, me)
        if live.room.practice is not None:
            raise Refused("NO_PROOF")
        over, may_see = live.all_over(), may_see_deals(live.room, me)
        stored = await room_rows.read_promises(node.store, live.room.id, with_secrets=may_see)
        found = fairness_of(live.room.id, live.open_part(stored.events), stored.secrets, over, may_see)
        return FairnessList(deals=[FairnessOut.model_validate(line) for line in found])

    @api.get("/rooms/{room}/replay/screens", tags=["deals"], responses={200: {"model": ScreensOut}})
    async def get_screens(
        room: RoomId,
        me: MaybeMe,
        request: Request,
        deal: DealNumber = 0,
        seat: ScreenSeat = 0,
        lang: Lang = "en",
        match: MatchNumber = None,
    ) -> Response:
        """The table in words after every step of a finished deal."""
        record = await record_of(room, me, request, match)
        person, seconds = whose(request, me), node.config.limits.own_record_seconds
        return await screens_answer(node, record, deal, seat, lang, seconds, person)

    @api.post("/rooms/{room}/share", tags=["deals"])
    async def share(room: RoomId, me: Me, request: Request) -> ShareOut:
        """From now on everybody who has the link may see this room's finished deals; for those who sit there."""
        live = await node.visit(room, me)
        await live.share(me.id)
        return ShareOut(link=f"{base_url(request, node)}/replay?room={live.room.code}")

    return match_of


def whose(request: Request, me: Player | None) -> str:
    """In whose turn a review is computed: strangers have the turn of their address."""
    return address_of(request.scope) if me is None else me.id


async def readable(node: Node, room: str, me: Player | None) -> LiveRoom:
    """A room whose finished deals this person may see: asked before anything is computed. NO_ROOM, NOT_SHARED."""
    live = await node.visit(room, me)
    if not may_see_deals(live.room, me):
        raise Refused("NOT_SHARED")
    return live


class FinishedDeals:
    """Records of rooms, folded once for each deal that ends, however many ask. A few are kept."""

    KEPT = 64

    def __init__(self, node: Node) -> None:
        self.node = node
        self.kept: OrderedDict[str, tuple[object, asyncio.Task[Matches]]] = OrderedDict()

    async def of(self, live: LiveRoom) -> Matches:
        """NO_RECORD, ROOM_BROKEN."""
        room, over = live.room.id, live.all_over()
        if not over:
            raise Refused("NO_RECORD")
        known, state = self.kept.get(room), (over, [seat.name for seat in live.room.seats])
        if known is None or known[0] != state:
            known = (state, asyncio.get_running_loop().create_task(self.fold(live)))
            known[1].add_done_callback(lambda task: self.drop_failed(room, task))
            self.kept[room] = known
        self.kept.move_to_end(room)
        if len(self.kept) > self.KEPT:
            self.kept.popitem(last=False)
        return await asyncio.shield(known[1])

    def drop_failed(self, room: str, task: asyncio.Task[Matches]) -> None:
        known = self.kept.get(room)
        if (task.cancelled() or task.exception() is not None) and known is not None and known[1] is task:
            del self.kept[room]

    async def fold(self, live: LiveRoom) -> Matches:
        """A whole log is long: it is folded in a thread, beside the loop that serves the others."""
        room = live.room.id
        stored = await room_rows.read_log(self.node.store, room)
        try:
            return await asyncio.to_thread(finished_deals, room, live.open_part(stored.events), stored.secrets)
        except DoesNotFold as problem:
            self.node.quarantine(room, str(problem))
            raise Refused("ROOM_BROKEN") from None
