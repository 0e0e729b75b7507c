"""Rooms seen from outside: how one is opened, and what is told of it before one sits down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from qipai.agents import levels
from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.server.accounts.player import Player
from qipai.server.http.catalogue import options_in_force, preset_title, room_options_in_force
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.audience import LISTED
from qipai.server.rooms.frames import seat_infos
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BOT, HUMAN, OPEN, Clock, Opening, Options, Practice, Seat
from qipai.version import VERSION


class ClockWish(Protocol):
    @property
    def base(self) -> float: ...
    @property
    def bank(self) -> float: ...


class SeatWish(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def level(self) -> str | None: ...


class OptionsWish(Protocol):
    """How a room is to be kept, and its rules, as somebody has sent it."""

    @property
    def rules(self) -> Mapping[str, Any]: ...
    @property
    def clock(self) -> ClockWish | None: ...
    @property
    def claim_pause(self) -> float: ...
    @property
    def pace(self) -> float: ...
    @property
    def grace(self) -> float: ...
    @property
    def quick_forced(self) -> bool: ...
    @property
    def deals(self) -> int: ...
    @property
    def watch_delay(self) -> int | None: ...
    @property
    def coach(self) -> bool: ...
    @property
    def takeback(self) -> bool: ...


class RoomWish(OptionsWish, Protocol):
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> Sequence[SeatWish] | None: ...
    @property
    def public(self) -> bool: ...
    @property
    def watch(self) -> bool: ...


def options_of(body: OptionsWish, now: Options) -> Options:
    """What the body says; the rest as it is now."""
    return msgspec.structs.replace(
        now,
        clock=None if body.clock is None else Clock(body.clock.base, body.clock.bank),
        claim_pause=body.claim_pause,
        pace=body.pace,
        grace=body.grace,
        quick_forced=body.quick_forced,
        deals=body.deals,
        watch_delay=now.watch_delay if body.watch_delay is None else body.watch_delay,
        coach=body.coach,
        takeback=body.takeback,
    )


def check_level(game: str, level: str) -> str:
    if level not in levels(game):
        raise Refused("BAD_REQUEST", reason=f"there are the levels {', '.join(levels(game))}")
    return level


def opening_of(body: RoomWish, me: Player, watch_delay: int = Options().watch_delay) -> Opening:
    """The first event of a room. BAD_RULES, BAD_REQUEST."""
    game = find_game(body.game)
    rules = game.rules(dict(body.rules))
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


def practice_opening(position: Json, seat: int, cards: str, level: str, me: Player, source: tuple[str, int]) -> Opening:
    """The first event of a practice room; `position` is what `position_json` found. BAD_REQUEST."""
    game = find_game(position["game"])
    check_level(game.name, level)
    count = game.seats(game.kept_rules(position["rules"]))
    seats = [Seat(BOT, None, bots.bot_name(index), level) for index in range(count)]
    seats[seat] = Seat(HUMAN, me.id, me.name, face=me.face)
    kept = {key: position[key] for key in ("deals", "first")}
    practice = msgspec.convert({**kept, "seat": seat, "cards": cards, "room": source[0], "match": source[1]}, Practice)
    options = Options(deals=1, watch=False, takeback=True)
    rules = position["rules"]
    assert isinstance(rules, dict)
    return Opening(game.name, rules, seats, options, me.id, False, VERSION, practice)


def may_see_deals(room: Room, me: Player | None) -> bool:
    """Finished deals: who sits there always; everybody when the room is public or somebody who sits there has shared it."""
    return room.public or room.shared or (me is not None and room.seat_of(me.id) is not None)


def detail_of(live: LiveRoom, me: Player | None, link: str) -> Json:
    """A `RoomDetail`."""
    moment = live.moment_of(None if me is None else me.id)
    room, spectators = moment.room, live.spectators()
    rules = room.game.kept_rules(room.rules)
    return {
        "room": room.id,
        "code": live.room.code,
        "link": link,
        "game": room.game.name,
        "title": room.game.title.to_json(),
        "stage": moment.stage,
        "public": room.public,
        "shared": live.room.shared,
        "may_see_deals": may_see_deals(live.room, me),
        "owner": room.seat_of(room.owner),
        "my_seat": None if me is None else live.room.seat_of(me.id),
        "seats": seat_infos(room, live.online(), moment.stage),
        "spectators": len(spectators),
        "watchers": spectators[:LISTED],
        "deals": live.deals_over(),
        "scores": moment.scores(),
        "locked": live.room.locked,
        "match": room.matches,
        "practice": room.practice is not None,
        "rules": room.rules,
        "preset": preset_title(room.game.options(), rules.preset).to_json(),
        "options": options_in_force(room.game, rules),
        "room_options": room_options_in_force(live.room.options),
        "version": moment.wire,
    }
