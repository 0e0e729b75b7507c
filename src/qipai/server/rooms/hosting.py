"""What a host and a table's people may change around the deals: who sits where, who keeps the room, the next match.

Steps of the fold, like those of `Room` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from qipai.core.data import Json
from qipai.server.rooms.room_data import BETWEEN, BOT, FINISHED, HUMAN, OPEN, PLAYING, WAITING, Seat, Tally

if TYPE_CHECKING:
    from qipai.server.rooms.room import Room

IDLE = (WAITING, FINISHED)  # no match is on


def companions(room: Room, player: str) -> set[str]:
    """The other people who sit here, or of whom the score or the lists of this room know."""
    known = {line.who for line in room.tally if not line.bot} | room.banned | room.witnesses
    return (known | {seat.player for seat in room.seats if seat.player is not None}) - {player}


def heir_seat(room: Room, player: str) -> int | None:
    """The bot's seat that this person takes when the deal is over."""
    return next((index for index, seat in enumerate(room.seats) if seat.heir == player), None)


def sit(room: Room, index: int | None, data: Json) -> None:
    """Takes a free seat, or a bot's: at once, or from the next deal on."""
    seat = room.own(index)
    player, name, face = str(data["player"]), str(data["name"]), str(data.get("face", ""))
    if seat.kind == BOT and data.get("next"):
        seat.heir, seat.heir_name, seat.heir_face = player, name, face
        return
    assert seat.kind in (OPEN, BOT)
    take_seat(seat, player, name, face)
    room.witnesses = room.witnesses | {player}


def take_seat(seat: Seat, player: str, name: str, face: str) -> None:
    seat.kind, seat.player, seat.name, seat.level, seat.face = HUMAN, player, name, None, face
    seat.auto, seat.nonce, seat.since, seat.again = "", None, None, False
    seat.heir, seat.heir_name, seat.heir_face = None, "", ""


def seat_heirs(room: Room) -> None:
    """Those who waited for the end of a deal sit down."""
    for seat in room.seats:
        if seat.heir is not None and seat.kind == BOT:
            take_seat(seat, seat.heir, seat.heir_name, seat.heir_face)


def set_face(room: Room, index: int | None, data: Json) -> None:
    room.own(index).face = str(data["face"])


def free_seat(room: Room, index: int) -> None:
    """Between matches the seat is free; during one a bot plays on."""
    seat = room.seats[index]
    if room.stage in IDLE:
        room.seats[index] = Seat(bank=seat.bank)
    else:
        room.seats[index] = Seat(BOT, None, "", None, bank=seat.bank, since=None)


def put_bot(room: Room, index: int, data: Json) -> None:
    room.seats[index].level, room.seats[index].name = str(data["level"]), str(data["name"])


def remove(room: Room, index: int | None, data: Json) -> None:
    """A person who is removed cannot come back, and knows the new code as little as anybody; a bot leaves a free seat."""
    seat = room.own(index)
    assert index is not None
    assert seat.kind != OPEN
    assert seat.kind == HUMAN or room.stage in IDLE
    player = seat.player
    free_seat(room, index)
    if room.seats[index].kind == BOT:
        put_bot(room, index, data)
    if player is not None:
        room.banned = room.banned | {player}
        room.code = str(data["code"])
        pass_on(room, player)


def give_up(room: Room, index: int | None, data: Json) -> None:
    """Leaves for good: the seat is free, or a bot's."""
    seat = room.own(index)
    assert index is not None
    assert seat.kind == HUMAN
    player = seat.player
    free_seat(room, index)
    if room.seats[index].kind == BOT:
        put_bot(room, index, data)
    pass_on(room, player)


def pass_on(room: Room, player: str | None) -> None:
    """Somebody else keeps the room when its owner has gone."""
    if player == room.owner:
        room.owner = next((other.player for other in room.seats if other.player is not None), room.owner)


def arrange(room: Room, index: int | None, data: Json) -> None:
    """Other seats for the same people: `order[n]` is who sits on seat n now."""
    assert room.stage == WAITING
    order = msgspec.convert(data["order"], list[int])
    assert sorted(order) == list(range(len(room.seats)))
    room.seats = [room.seats[old] for old in order]


def hand_over(room: Room, index: int | None, data: Json) -> None:
    """Another owner. `gone`: the one before was missing, and gets the room back if back soon."""
    player = str(data["player"])
    assert room.seat_of(player) is not None
    room.former = (room.owner, None) if data.get("gone") else None
    room.owner = player


def lock(room: Room, index: int | None, data: Json) -> None:
    room.locked = bool(data["on"])


def set_pace(room: Room, index: int | None, data: Json) -> None:
    room.options = msgspec.structs.replace(room.options, pace=msgspec.convert(data["pace"], float))


def set_talk(room: Room, index: int | None, data: Json) -> None:
    assert data["chat"] in ("auto", "on", "phrases", "off")
    room.options = msgspec.structs.replace(room.options, chat=str(data["chat"]), talk_in_deals=data["talk_in_deals"] is True)


def set_watch(room: Room, index: int | None, data: Json) -> None:
    room.options = msgspec.structs.replace(room.options, watch=data["on"] is True)


def dismiss(room: Room, index: int | None, data: Json) -> None:
    """Somebody who watches is sent away, and knows the new code as little as one who is removed from a seat."""
    room.dismissed = room.dismissed | {str(data["who"])}
    room.code = str(data["code"])


def finish(room: Room, index: int | None, data: Json) -> None:
    """The match ends with the deal that is on the table, or with the last one."""
    assert room.stage in (PLAYING, BETWEEN)
    if room.stage == PLAYING:
        room.ending = True
    else:
        room.stage = FINISHED


def plan(room: Room, index: int | None, data: Json) -> None:
    """How people sit in the next match: `keep`, `random`, or `choose`, before which nothing is dealt."""
    assert room.stage == FINISHED
    assert data["seats"] in ("keep", "random", "choose")
    room.seating = str(data["seats"])


def again(room: Room, index: int | None, data: Json) -> None:
    assert room.stage == FINISHED
    seat = room.own(index)
    assert seat.kind == HUMAN
    seat.again = True


def rematch(room: Room, index: int | None, data: Json) -> None:
    """The next match at the same table: who has agreed keeps the seat, who has not leaves a free one."""
    assert room.stage == FINISHED
    room.first = room.next_deal()
    room.table, room.resumed, room.proven, room.pause = None, False, None, None
    room.stage, room.ending = WAITING, False
    room.matches += 1
    room.deal = room.first
    bank = room.options.clock.bank if room.options.clock is not None else 0.0
    for number, seat in enumerate(room.seats):
        if seat.heir is not None and seat.kind == BOT:
            take_seat(seat, seat.heir, seat.heir_name, seat.heir_face)
        elif seat.kind == HUMAN and not seat.again:
            room.seats[number] = Seat(bank=bank)
            pass_on(room, seat.player)
            continue
        seat.again, seat.nonce, seat.auto, seat.bank, seat.since = False, None, "", bank, None
    if "order" in data:
        arrange(room, None, data)


def settle_evening(room: Room, returns: list[int]) -> None:
    """What a deal brought everybody, added to the evening. Never changed in place: a pause shows the one before."""
    best = max(returns)
    tally = {line.who: line for line in room.tally}
    for seat, points in zip(room.seats, returns, strict=True):
        who = seat.player if seat.kind == HUMAN and seat.player is not None else f"bot {seat.name}"
        old = tally.get(who, Tally(who, seat.name, seat.kind == BOT))
        won = points == best and best > 0
        tally[who] = Tally(who, seat.name, seat.kind == BOT, old.score + points, old.wins + won, old.deals + 1)
    room.tally = list(tally.values())
