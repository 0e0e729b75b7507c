"""Rooms seen from outside: how one is opened, the lists of them, and what is told before one sits down."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.agents import levels
from qipai.core.registry import game as find_game
from qipai.server.accounts.accounts import Player
from qipai.server.http.catalogue import options_in_force, room_options_in_force
from qipai.server.http.models import ClockBody, OptionOut, RoomBody, RoomDetail, RoomLine, Said, SeatOut
from qipai.server.node import House
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.frames import seat_infos
from qipai.server.rooms.live_room import Live
from qipai.server.rooms.room import BOT, HUMAN, OPEN, Clock, Opening, Options, Room, Seat
from qipai.server.storage import schema
from qipai.version import VERSION

Which = Literal["all", "mine", "public", "past"]
LISTED = 100


def clock_of(body: ClockBody | None) -> Clock | None:
    return None if body is None else Clock(body.base, body.bank)


def check_level(game: str, level: str) -> str:
    if level not in levels(game):
        raise Refused("BAD_REQUEST", reason=f"there are the levels {', '.join(levels(game))}")
    return level


def opening_of(body: RoomBody, me: Player) -> Opening:
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
            seats.append(Seat(HUMAN, me.id, me.name))
        elif kind == "bot":
            seats.append(Seat(BOT, None, bots.bot_name(index), check_level(game.name, level or bots.AUTOPILOT)))
        else:
            seats.append(Seat(OPEN))
    options = Options(clock_of(body.clock), body.claim_pause, body.pace, body.grace)
    return Opening(game.name, rules.to_json(), seats, options, me.id, body.public, VERSION)


async def check_quota(house: House, me: Player) -> None:
    table = schema.room
    query = sa.select(sa.func.count()).where((table.c.owner == me.id) & table.c.status.in_(("open", "playing")))
    if await asyncio.wrap_future(house.store.read(lambda c: c.execute(query).scalar_one())) >= house.config.limits.open_rooms:
        raise Refused("TOO_MANY")


def room_lines(connection: Connection, me: Player | None, which: Which) -> list[RoomLine]:
    """One's own rooms that are not over, public ones to join or watch; `past`: one's own that are over. Newest first."""
    room, seat, event = schema.room, schema.seat, schema.event
    sat = room.c.id.in_(sa.select(seat.c.room).where(seat.c.player == (me.id if me is not None else "")))
    going_on = room.c.status.in_(("open", "playing"))
    wanted: dict[str, Any] = {
        "all": going_on & (room.c.public | sat),
        "mine": going_on & sat,
        "public": going_on & room.c.public,
        "past": sat & ~going_on,
    }
    last = sa.select(sa.func.max(event.c.version)).where(event.c.room == room.c.id).correlate(room).scalar_subquery()
    query = (
        sa.select(room.c.id, room.c.game, room.c.rules, room.c.status, room.c.public, event.c.at)
        .join(event, (event.c.room == room.c.id) & (event.c.version == last))
        .where(wanted[which])
        .order_by(event.c.at.desc())
        .limit(LISTED)
    )
    rows = connection.execute(query).all()
    seats: dict[str, list[Any]] = {row[0]: [] for row in rows}
    people = (
        sa.select(seat.c.room, seat.c.kind, seat.c.player, seat.c.level, schema.user.c.name)
        .outerjoin(schema.user, schema.user.c.id == seat.c.player)
        .where(seat.c.room.in_(list(seats)))
        .order_by(seat.c.room, seat.c.idx)
    )
    for row in connection.execute(people):
        seats[row[0]].append(row)
    out = []
    for name, game, rules, status, public, at in rows:
        mine = [index for index, row in enumerate(seats[name]) if me is not None and row[2] == me.id]
        line = RoomLine(
            room=name,
            game=game,
            rules=msgspec.json.decode(rules),
            status=status,
            public=public,
            seats=[row[1] for row in seats[name]],
            names=[row[4] or "" for row in seats[name]],
            levels=[row[3] for row in seats[name]],
            mine=bool(mine),
            my_seat=mine[0] if mine else None,
            updated=at,
        )
        out.append(line)
    return out


def may_see_deals(room: Room, me: Player | None) -> bool:
    """Finished deals: who sits there always; everybody when the room is public or somebody who sits there has shared it."""
    return room.public or room.shared or (me is not None and room.seat_of(me.id) is not None)


def room_detail(live: Live, me: Player | None, link: str) -> RoomDetail:
    room = live.room
    return RoomDetail(
        room=room.id,
        code=room.id,
        link=link,
        game=room.game.name,
        title=Said(**room.game.title.to_json()),
        stage=room.stage,  # type: ignore[arg-type]
        public=room.public,
        shared=room.shared,
        may_see_deals=may_see_deals(room, me),
        owner=room.seat_of(room.owner),
        my_seat=None if me is None else room.seat_of(me.id),
        seats=[SeatOut(**msgspec.structs.asdict(info)) for info in seat_infos(room, live.online())],
        spectators=sum(watcher.seat is None for watcher in live.watchers),
        deals=room.deals_over(),
        scores=[] if room.table is None else room.table.scores_before if room.resumed else room.table.scores,
        rules=room.rules,
        options=[OptionOut(**line) for line in options_in_force(room.game, room.game.rules(room.rules))],
        room_options=[OptionOut(**line) for line in room_options_in_force(room.options)],
        version=live.wire(),
    )
