"""REST: rooms, from the list to the move."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from qipai.engine.adapter import adapter
from qipai.server.http.lobby import RoomLists, Which, check_quota, room_detail
from qipai.server.http.models import (
    ActionBody,
    ActionOut,
    BotBody,
    JoinBody,
    JoinOut,
    LogLine,
    LogOut,
    OptionsBody,
    ReachOut,
    ReadyBody,
    RoomBody,
    RoomDetail,
    RoomLine,
    RoomOut,
)
from qipai.server.http.reach import reach
from qipai.server.http.rest import MaybeMe, Me, Quotas, base_url, limited, qr_svg
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.deal_log import deal_log_of
from qipai.server.rooms.messages import Act, Ready
from qipai.server.rooms.opening import check_level, opening_of, options_of
from qipai.server.rooms.room import Room

RoomId = Annotated[str, Path(max_length=24, description="as in the room's link; case, spaces and hyphens do not matter")]


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    lists = RoomLists(node)

    def link_of(request: Request, room: str) -> str:
        return f"{base_url(request, node)}/r/{room}"

    @api.post("/rooms", status_code=201, tags=["rooms"])
    async def open_room(body: RoomBody, me: Me, request: Request) -> RoomOut:
        """One click: without `seats`, the caller and bots."""
        limited(quotas.rooms, me.id)
        opening = opening_of(body, me, node.config.watch_delay)
        await check_quota(node, me)
        name = await node.open_room(opening, me.id)
        lists.public = None
        return RoomOut(room=name, code=name, link=link_of(request, name))

    @api.get("/rooms", tags=["rooms"], responses={200: {"model": list[RoomLine]}})
    async def list_rooms(me: MaybeMe, which: Annotated[Which, Query()] = "all") -> Response:
        """The caller's unfinished rooms and the public ones; `mine`, `public`, or `past` for the caller's finished ones."""
        return Response(await lists.json(me, which), media_type="application/json")

    @api.get("/rooms/{room}", tags=["rooms"])
    async def look_at_room(room: RoomId, me: MaybeMe, request: Request) -> RoomDetail:
        """Who is there and what is played: every option in force, with those that are not as usual marked."""
        live = await node.visit(room, me)
        return room_detail(live, me, link_of(request, live.room.code))

    @api.get("/reach", tags=["rooms"])
    async def where_others_reach_us(request: Request) -> ReachOut:
        """Addresses for links, the best one first, and whether this machine alone can reach the server."""
        found = reach(request, node.config)
        return ReachOut(bases=found.bases, only_here=found.only_here, command=node.config.lan_command)

    @api.get("/rooms/{room}/qr", tags=["rooms"], responses={200: {"content": {"image/svg+xml": {}}}})
    async def room_qr(room: RoomId, me: MaybeMe, request: Request) -> Response:
        """The room's link as a QR code."""
        live = await node.visit(room, me)
        return Response(qr_svg(link_of(request, live.room.code)), media_type="image/svg+xml")

    @api.get("/rooms/{room}/state", tags=["rooms"])
    async def get_state(room: RoomId, me: MaybeMe) -> Response:
        """The snapshot that the WebSocket would send: the caller's view, or a spectator's."""
        live = await node.visit(room, me)
        seat = None if me is None else live.room.seat_of(me.id)
        return Response(live.snapshot(seat), media_type="application/json")

    @api.get("/rooms/{room}/log", tags=["rooms"])
    async def get_log(room: RoomId, me: MaybeMe) -> LogOut:
        """What everybody was told since the deal on the table began: for those who come later, or back."""
        live = await node.visit(room, me)
        moment = live.moment_of(None if me is None else me.id)
        version, deal_log = moment.wire, deal_log_of(moment)
        if deal_log is None:
            return LogOut(deal=moment.room.deal, version=version, lines=[])
        found = await asyncio.to_thread(deal_log.lines)
        lines = [LogLine(seat=what.seat, words=each) for what in found for each in what.words]
        return LogOut(deal=deal_log.deal, version=version, lines=lines)

    @api.post("/rooms/{room}/join", tags=["rooms"])
    async def join(room: RoomId, body: JoinBody, me: Me) -> JoinOut:
        """Takes a free seat, or returns to the caller's own."""
        live = await node.visit(room, me)
        return JoinOut(seat=await live.join(me.id, me.name, body.seat, me.face))

    @api.post("/rooms/{room}/ready", status_code=204, tags=["rooms"])
    async def ready(room: RoomId, body: ReadyBody, me: Me) -> None:
        await (await node.visit(room, me)).perform(me.id, Ready(body.nonce))

    @api.post("/rooms/{room}/bots", status_code=204, tags=["rooms"])
    async def add_bot(room: RoomId, body: BotBody, me: Me) -> None:
        """A bot on a free seat; for the person who opened the room."""
        live = await node.visit(room, me)
        await live.fill(me.id, body.seat, check_level(live.room.game.name, body.level))

    @api.post("/rooms/{room}/skip", status_code=204, tags=["rooms"])
    async def skip(room: RoomId, me: Me) -> None:
        """The rest of the deal at once, when one has left it and only bots play on."""
        await (await node.visit(room, me)).skip(me.id)

    @api.put("/rooms/{room}/options", status_code=204, tags=["rooms"])
    async def change_options(room: RoomId, body: OptionsBody, me: Me) -> None:
        """Other rules, before the first deal; everybody has to agree again."""
        live = await node.visit(room, me)
        await live.set_options(me.id, body.rules, options_of(body, live.room.options))

    @api.post("/rooms/{room}/actions", tags=["rooms"])
    async def act(room: RoomId, body: ActionBody, me: Me) -> ActionOut:
        """A move in notation, or document 004's `action_idx` with `cover_list` and `client_version`."""
        if (body.move is None) == (body.action_idx is None):
            raise Refused("BAD_REQUEST", reason="give either move or action_idx")
        live = await node.visit(room, me)
        cmd_id = body.cmd_id or secrets.token_hex(12)
        if body.move is not None:
            ack = await live.perform(me.id, Act(cmd_id, body.move, body.version, body.window))
        else:
            ack = await live.player_acts(me.id, cmd_id, indexed(body), body.client_version, body.window)
        assert ack is not None
        return ActionOut(cmd_id=ack.cmd_id, version=ack.version, window=ack.window)


def indexed(body: ActionBody) -> Callable[[Room, int], int]:
    """The user's engine document's index as a packed action, found in the room as it is when it is written (X-9)."""
    index = body.action_idx
    assert index is not None

    def action(room: Room, seat: int) -> int:
        return adapter(room.game).action_at(room.state(), seat, index, body.cover_list)

    return action
