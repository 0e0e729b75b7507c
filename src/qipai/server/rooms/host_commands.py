"""What the owner of a room may ask of it, and how a table continues with the next match: tried out, or refused."""

from __future__ import annotations

import random
from typing import Literal

from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BETWEEN, BOT, CLOSED, FINISHED, HUMAN, OPEN, PLAYING, WAITING
from qipai.server.rooms.trial import Trial

Seating = Literal["keep", "random", "choose"]
BACK = 600.0  # seconds within which an owner who was missing gets the room back


def check_host(room: Room, player: str) -> None:
    """NOT_OWNER."""
    if player != room.owner or room.stage == CLOSED:
        raise Refused("NOT_OWNER")


def seat_at(room: Room, index: int) -> int:
    """BAD_REQUEST."""
    if not 0 <= index < len(room.seats):
        raise Refused("BAD_REQUEST", reason="there is no such seat")
    return index


def remove(trial: Trial, player: str, index: int, code: str) -> None:
    """A person, who cannot come back, or between matches a bot."""
    room = trial.room
    check_host(room, player)
    seat = room.seats[seat_at(room, index)]
    if seat.kind == OPEN or seat.player == player:
        raise Refused("BAD_REQUEST", reason="nobody sits there whom you could remove")
    if seat.kind == BOT and room.stage in (PLAYING, BETWEEN):
        raise Refused("ALREADY_BEGUN")
    trial.add("remove", index, code=code, level=bots.AUTOPILOT, name=bots.bot_name(index))
    rematch_if_agreed(trial)


def arrange(trial: Trial, player: str, order: list[int] | None) -> None:
    """Other seats, before the first deal of a match; None: by lot."""
    room = trial.room
    check_host(room, player)
    if room.stage != WAITING or room.practice is not None:
        raise Refused("ALREADY_BEGUN")
    wanted = shuffled(room) if order is None else order
    if sorted(wanted) != list(range(len(room.seats))):
        raise Refused("BAD_REQUEST", reason="every seat once")
    if wanted != list(range(len(room.seats))):
        trial.add("arrange", order=wanted)


def shuffled(room: Room) -> list[int]:
    order = list(range(len(room.seats)))
    random.SystemRandom().shuffle(order)
    return order


def hand_over(trial: Trial, player: str, index: int) -> None:
    room = trial.room
    check_host(room, player)
    heir = room.seats[seat_at(room, index)].player
    if heir is None:
        raise Refused("BAD_REQUEST", reason="a person has to sit there")
    if heir != player:
        trial.add("owner", index, player=heir)


def host_gone(trial: Trial, gone: str, online: list[bool]) -> None:
    """The owner is missing: somebody who is there keeps the room meanwhile."""
    room = trial.room
    if room.owner != gone or room.stage == CLOSED:
        return
    for index, seat in enumerate(room.seats):
        if seat.kind == HUMAN and seat.player != gone and online[index]:
            trial.add("owner", index, player=seat.player, gone=True)
            return


def host_back(trial: Trial, player: str, now: float) -> None:
    room, former = trial.room, trial.room.former
    if former is None or former[0] != player or room.stage == CLOSED or room.seat_of(player) is None:
        return
    if former[1] is not None and now - former[1] <= BACK:
        trial.add("owner", room.seat_of(player), player=player)


def set_lock(trial: Trial, player: str, on: bool) -> None:
    check_host(trial.room, player)
    if trial.room.locked != on:
        trial.add("lock", on=on)


def set_pace(trial: Trial, player: str, pace: float) -> None:
    """How long bots take, also in the middle of a deal."""
    check_host(trial.room, player)
    if trial.room.options.pace != pace:
        trial.add("pace", pace=pace)


def set_help(trial: Trial, player: str, coach: bool, back: bool) -> None:
    """A coach, and takebacks, for games against bots."""
    check_host(trial.room, player)
    if (trial.room.options.coach, trial.room.options.takeback) != (coach, back):
        trial.add("help", coach=coach, takeback=back)


def set_talk(trial: Trial, player: str, chat: str, talk_in_deals: bool) -> None:
    check_host(trial.room, player)
    trial.add("talk", chat=chat, talk_in_deals=talk_in_deals)


def set_watch(trial: Trial, player: str, on: bool) -> None:
    check_host(trial.room, player)
    if trial.room.options.watch != on:
        trial.add("watch", on=on)


def dismiss(trial: Trial, player: str, who: str, code: str, watching: bool) -> None:
    """Sends somebody away who watches. BAD_REQUEST for anybody else."""
    check_host(trial.room, player)
    if not watching:
        raise Refused("BAD_REQUEST", reason="nobody watches here under that name")
    if who not in trial.room.dismissed:
        trial.add("dismiss", who=who, code=code)


def close(trial: Trial, player: str) -> None:
    check_host(trial.room, player)
    trial.add("close")


def discard(trial: Trial, player: str) -> None:
    """Ends a room in which one person plays against bots."""
    if trial.room.seat_of(player) is None:
        raise Refused("NOT_SEATED")
    if trial.room.stage != CLOSED:
        trial.add("close")


def finish(trial: Trial, player: str, paused: bool) -> None:
    """The match ends after this deal. While a pause lasts nobody may know whether there is another."""
    room = trial.room
    check_host(room, player)
    if room.stage not in (PLAYING, BETWEEN) and not paused:
        raise Refused("NO_DEAL")
    if room.stage == FINISHED or room.ending:
        return
    trial.add("finish")


def again(trial: Trial, player: str, seating: Seating | None, now: bool) -> None:
    """Agrees to another match; the owner says how people sit in it, and whether to wait for the others."""
    room = trial.room
    seat = room.seat_of(player)
    if seat is None:
        raise Refused("NOT_SEATED")
    if room.stage != FINISHED:
        raise Refused("NO_DEAL")
    if (seating is not None or now) and player != room.owner:
        raise Refused("NOT_OWNER")
    if room.practice is not None and seating not in (None, "keep"):
        raise Refused("ALREADY_BEGUN")
    if seating is not None and seating != room.seating:
        trial.add("plan", seat, seats=seating)
    if not room.seats[seat].again:
        trial.add("again", seat)
    rematch_if_agreed(trial, now)


def rematch_if_agreed(trial: Trial, now: bool = False) -> None:
    """When everybody who has not left has agreed; or without those who have not."""
    room = trial.room
    if room.stage != FINISHED:
        return
    people = [seat for seat in room.seats if seat.kind == HUMAN and seat.auto != "left"]
    if any(seat.again for seat in people) and (now or all(seat.again for seat in people)):
        order = {"order": shuffled(room)} if room.seating == "random" else {}
        trial.add("rematch", None, f"rematch:{room.id}:{room.matches}", **order)


def give_up(trial: Trial, player: str, paused: bool) -> None:
    """Leaves for good: a bot plays on; where nobody else plays the room ends."""
    room = trial.room
    seat = room.seat_of(player)
    if seat is None:
        raise Refused("NOT_SEATED")
    others = [own for number, own in enumerate(room.seats) if own.kind == HUMAN and number != seat and own.auto != "left"]
    if room.stage not in (FINISHED, CLOSED) or paused:
        trial.add("give_up", seat, level=bots.AUTOPILOT, name=bots.bot_name(seat))
    elif room.seats[seat].auto != "left":
        trial.add("leave", seat)
    if not others:
        trial.add("close")
    else:
        rematch_if_agreed(trial)
