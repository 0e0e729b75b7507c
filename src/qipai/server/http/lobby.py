"""Rooms seen from outside: how one is opened, the lists of them, and what is told before one sits down."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from qipai.agents import levels
from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.server.accounts.player import Player
from qipai.server.http.catalogue import options_in_force, preset_title, room_options_in_force
from qipai.server.http.models import ClockBody, OptionOut, OptionsBody, RoomBody, RoomDetail
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.audience import LISTED
from qipai.server.rooms.frames import seat_infos
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Words
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BOT, HUMAN, OPEN, Clock, Opening, Options, Seat
from qipai.server.storage import room_rows
from qipai.server.storage.room_rows import RoomRow
from qipai.version import VERSION

Which = Literal["all", "mine", "public", "past"]


def clock_of(body: ClockBody | None) -> Clock | None:
    return None if body is None else Clock(body.base, body.bank)


def options_of(body: RoomBody | OptionsBody, now: Options) -> Options:
    """What the body says; the rest as it is now."""
    return msgspec.structs.replace(
        now,
        clock=clock_of(body.clock),
        claim_pause=body.claim_pause,
        pace=body.pace,
        grace=body.grace,
        quick_forced=body.quick_forced,
        deals=body.deals,
        watch_delay=now.watch_delay if body.watch_delay is None else body.watch_delay,
    )


def check_level(game: str, level: str) -> str:
    if level not in levels(game):
        raise Refused("BAD_REQUEST", reason=f"there are the levels {', '.join(levels(game))}")
    return level


def opening_of(body: RoomBody, me: Player, watch_delay: int = Options().watch_delay) -> Opening:
    """The first event of a room. BAD_RULES, BAD_REQUEST."""
    game = find_game(body.game)
    rules = game.rules(body.rules)
    count = game.seats(rules)
    wishes = body.seats
    if wishes is None:
        kinds: list[tuple[str, str | None]] = [("me", None), *[("bot", bots.AUTOPILOT)] * (count - 1)]
    else:
        kinds = [(wish.kind, wish.level) for wish in wishes]
    if len(kinds) != count:
        raise Refused("BAD_REQUEST", reason=f"with these rules there are {count} seats")
    if [kind for kind, _ in kinds].count("me") != 1:
        raise Refused("BAD_REQUEST", reason="exactly one seat is yours")
    seats = []
    for index, (kind, level) in enumerate(kinds):
        if kind == "me":
            seats.append(Seat(HUMAN, me.id, me.name, face=me.face))
        elif kind == "bot":
            seats.append(Seat(BOT, None, bots.bot_name(index), check_level(game.name, level or bots.AUTOPILOT)))
        else:
            seats.append(Seat(OPEN))
    options = options_of(body, Options(watch_delay=watch_delay, watch=body.watch))
    return Opening(game.name, rules.to_json(), seats, options, me.id, body.public, VERSION)


async def check_quota(node: Node, me: Player) -> None:
    if await room_rows.open_rooms_of(node.store, me.id) >= node.config.limits.open_rooms:
        raise Refused("TOO_MANY")


class RoomLists:
    """The lists of rooms. The public one is the same for everybody: it is read a few times a second at most."""

    KEPT = 0.25  # seconds

    def __init__(self, node: Node) -> None:
        self.node = node
        self.public: asyncio.Task[list[RoomRow]] | None = None
        self.read_at = 0.0

    async def json(self, me: Player | None, which: Which) -> bytes:
        """As `list[RoomLine]`, newest first."""
        rows: list[RoomRow] = []
        if which in ("all", "public"):
            rows += await self.public_rows()
        if which != "public" and me is not None:
            rows += await room_rows.list_rooms(self.node.store, me.id, "past" if which == "past" else "mine")
        return msgspec.json.encode([room_line(row, me) for row in room_rows.newest_first(rows)])

    async def public_rows(self) -> list[RoomRow]:
        now = self.node.clock.now()
        if self.public is None or now - self.read_at > self.KEPT or (self.public.done() and self.public.exception()):
            self.read_at = now
            self.public = asyncio.get_running_loop().create_task(room_rows.list_rooms(self.node.store, None, "public"))
        return await asyncio.shield(self.public)


def room_line(row: RoomRow, me: Player | None) -> Json:
    """A `RoomLine`."""
    mine = [index for index, (_, player, _, _, _) in enumerate(row.seats) if me is not None and player == me.id]
    return {
        "room": row.code or row.id,
        "game": row.game,
        "rules": msgspec.Raw(row.rules.encode()),
        "status": row.status,
        "public": row.public,
        "seats": [kind for kind, _, _, _, _ in row.seats],
        "names": [name or "" for _, _, _, name, _ in row.seats],
        "levels": [level for _, _, level, _, _ in row.seats],
        "score": row.seats[mine[0]][4] if mine else None,
        "mine": bool(mine),
        "my_seat": mine[0] if mine else None,
        "updated": row.updated,
    }


def may_see_deals(room: Room, me: Player | None) -> bool:
    """Finished deals: who sits there always; everybody when the room is public or somebody who sits there has shared it."""
    return room.public or room.shared or (me is not None and room.seat_of(me.id) is not None)


def room_detail(live: LiveRoom, me: Player | None, link: str) -> RoomDetail:
    moment = live.moment_of(None if me is None else me.id)
    room, spectators = moment.room, live.spectators()
    rules = room.game.kept_rules(room.rules)
    return RoomDetail(
        room=room.id,
        code=live.room.code,
        link=link,
        game=room.game.name,
        title=Words(**room.game.title.to_json()),
        stage=moment.stage,  # type: ignore[arg-type]
        public=room.public,
        shared=live.room.shared,
        may_see_deals=may_see_deals(live.room, me),
        owner=room.seat_of(room.owner),
        my_seat=None if me is None else live.room.seat_of(me.id),
        seats=seat_infos(room, live.online(), moment.stage),
        spectators=len(spectators),
        watchers=spectators[:LISTED],
        deals=live.deals_over(),
        scores=moment.scores(),
        locked=room.locked,
        match=room.matches,
        rules=room.rules,
        preset=Words(**preset_title(room.game.options(), rules.preset).to_json()),
        options=[OptionOut.model_validate(line) for line in options_in_force(room.game, rules)],
        room_options=[OptionOut.model_validate(line) for line in room_options_in_force(live.room.options)],
        version=moment.wire,
    )
