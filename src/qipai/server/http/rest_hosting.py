"""REST: the host's hand, and the next match."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import structs

from qipai.server.http.models import (
    AgainBody,
    ChatLine,
    HelpBody,
    LeaveBody,
    LockBody,
    PaceBody,
    SeatBody,
    SeatsBody,
    TalkBody,
    WatchBody,
    WhoBody,
)
from qipai.server.http.rest import MaybeMe, Me, Quotas
from qipai.server.http.rest_rooms import RoomId
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.room_code import new_code
from qipai.server.rooms.hosting import companions
from qipai.server.rooms.room_data import CLOSED, FINISHED
from qipai.server.storage import room_rows


def add(api: APIRouter, node: Node, quotas: Quotas) -> None:
    @api.post("/rooms/{room}/leave", status_code=204, tags=["rooms"])
    async def leave(room: RoomId, me: Me, body: LeaveBody | None = None) -> None:
        """Before the first deal the seat is free again; later a bot plays it until its player comes back, or for good."""
        live = await node.visit(room, me)
        await live.leave(me.id, body is not None and body.for_good)

    @api.delete("/rooms/{room}", status_code=204, tags=["rooms"])
    async def forget(room: RoomId, me: Me) -> None:
        """Removes a game from the caller's list: one against bots ends and is deleted, one with others has to be over."""
        live = await node.visit(room, me)
        own = live.room.seat_of(me.id)
        if own is None:
            raise Refused("NOT_SEATED")
        alone = not companions(live.room, me.id)
        if alone:
            await live.discard(me.id)
        elif live.stage() not in (FINISHED, CLOSED):
            raise Refused("STILL_PLAYED")
        await room_rows.forget_game(node.store, live.room.id, me.id, alone)
        if alone:
            node.rooms.pop(live.room.id, None)

    @api.post("/rooms/{room}/remove", status_code=204, tags=["host"])
    async def remove(room: RoomId, body: SeatBody, me: Me) -> None:
        """Removes a person, who cannot come back; the room gets another code. Between matches also a bot."""
        await (await node.visit(room, me)).remove(me.id, body.seat, new_code())

    @api.put("/rooms/{room}/seats", status_code=204, tags=["host"])
    async def arrange(room: RoomId, body: SeatsBody, me: Me) -> None:
        """Other seats for the same people, before the first deal of a match."""
        await (await node.visit(room, me)).arrange(me.id, body.order)

    @api.put("/rooms/{room}/owner", status_code=204, tags=["host"])
    async def hand_over(room: RoomId, body: SeatBody, me: Me) -> None:
        """Hands the room over to the person on a seat."""
        await (await node.visit(room, me)).hand_over(me.id, body.seat)

    @api.put("/rooms/{room}/lock", status_code=204, tags=["host"])
    async def lock(room: RoomId, body: LockBody, me: Me) -> None:
        """Nobody new may sit down."""
        await (await node.visit(room, me)).set_lock(me.id, body.on)

    @api.put("/rooms/{room}/watching", status_code=204, tags=["host"])
    async def set_watch(room: RoomId, body: WatchBody, me: Me) -> None:
        """Sets whether people without a seat may see the table."""
        await (await node.visit(room, me)).set_watch(me.id, body.on)

    @api.post("/rooms/{room}/dismiss", status_code=204, tags=["host"])
    async def dismiss(room: RoomId, body: WhoBody, me: Me) -> None:
        """Removes a spectator, who cannot come back; the room gets another code."""
        await (await node.visit(room, me)).dismiss(me.id, body.who, new_code())

    @api.put("/rooms/{room}/pace", status_code=204, tags=["host"])
    async def set_pace(room: RoomId, body: PaceBody, me: Me) -> None:
        """How many seconds bots take for a move, from now on."""
        await (await node.visit(room, me)).set_pace(me.id, body.pace)

    @api.put("/rooms/{room}/help", status_code=204, tags=["host"])
    async def set_help(room: RoomId, body: HelpBody, me: Me) -> None:
        """A coach, and takebacks, in games against bots, from now on."""
        await (await node.visit(room, me)).set_help(me.id, body.coach, body.takeback)

    @api.put("/rooms/{room}/talk", status_code=204, tags=["host"])
    async def set_talk(room: RoomId, body: TalkBody, me: Me) -> None:
        """What may be said at the table."""
        await (await node.visit(room, me)).set_talk(me.id, body.chat, body.talk_in_deals)

    @api.get("/rooms/{room}/chat", tags=["rooms"])
    async def get_chat(room: RoomId, me: MaybeMe) -> list[ChatLine]:
        """What was said so far at the table, or among spectators, as far as the caller may read it."""
        said = await (await node.visit(room, me)).said(me)
        return [ChatLine(**structs.asdict(line)) for line in said]

    @api.post("/rooms/{room}/close", status_code=204, tags=["host"])
    async def close(room: RoomId, me: Me) -> None:
        """Ends the room at once, even in the middle of a deal."""
        await (await node.visit(room, me)).close(me.id)

    @api.post("/rooms/{room}/finish", status_code=204, tags=["host"])
    async def finish(room: RoomId, me: Me) -> None:
        """Ends the match after the deal that is on the table."""
        await (await node.visit(room, me)).finish(me.id)

    @api.post("/rooms/{room}/again", status_code=204, tags=["rooms"])
    async def again(room: RoomId, body: AgainBody, me: Me) -> None:
        """Agrees to another match at the same table. It begins when everybody still there has agreed."""
        await (await node.visit(room, me)).again(me.id, body.seats, body.now)
