"""What people and the server may ask of a room: each command is tried out on it, or refused.

A command is a function of a trial. It may run again on a later room when another node was quicker.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from qipai.core.data import Json
from qipai.core.errors import IllegalMove
from qipai.core.state import SPECTATOR
from qipai.server.accounts.player import ERASED
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.host_commands import rematch_if_agreed
from qipai.server.rooms.hosting import heir_seat
from qipai.server.rooms.pause import Pause
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BETWEEN, BOT, CLOSED, FINISHED, HUMAN, OPEN, PLAYING, WAITING, Options
from qipai.server.rooms.trial import Trial

Command = Callable[[Trial], None]
Move = str | int | Callable[[Room, int], int]  # in notation, packed and known to be legal, or to be found in the room


class AlreadyWritten(Exception):
    """The same command was written before."""

    def __init__(self, version: int, window: str | None) -> None:
        self.version = version
        self.window = window


class Act:
    """A move of a seat, for the decision that its player has seen: a version, or better a window."""

    def __init__(
        self, seat: int, key: str, move: Move, version: int | None = None, window: str | None = None, by: str = "player"
    ) -> None:
        self.seat = seat
        self.key = key  # under which it is in the log
        self.move = move
        self.version = version
        self.window = window
        self.by = by

    def __call__(self, trial: Trial, pause: Pause | None) -> None:
        """While a claim pause lasts a player's move is judged by what everybody is shown: what has come of it since, or
        whether anybody can answer, makes no difference."""
        room, seat, move = trial.room, self.seat, self.move
        known = room.commands.get(self.key)
        if known is not None:
            raise AlreadyWritten(*known)
        if self.by != "player":
            pause = None
        if pause is None and room.stage != PLAYING:
            raise Refused("NO_DEAL")
        window, wire = (room.window(), room.wire) if pause is None else (pause.window, pause.wire)
        if self.window is not None and self.window != window:
            raise Refused("STALE_VERSION", version=wire, given=self.window)
        if self.window is None and self.version is not None and self.version != wire:
            raise Refused("STALE_VERSION", version=wire, given=self.version)
        if pause is not None and isinstance(move, str):
            room.game.read(move)  # as always, what is no move at all is told first
        if not (seat in room.to_act() if pause is None else pause.asks(seat)) and (pause or not isinstance(move, str)):
            raise IllegalMove("NOT_TO_ACT", seat=seat)
        found = move(room, seat) if callable(move) else move
        if self.by == "player" and room.seats[seat].auto:
            trial.add("auto", seat, why="")
        trial.move(seat, found, self.by, self.key)


def ready(trial: Trial, seat: int, nonce: str) -> None:
    """Agrees to the next deal."""
    room = trial.room
    if room.stage not in (WAITING, BETWEEN) or not room.commit:
        raise Refused("NO_DEAL")
    agreed = room.seats[seat].nonce is not None
    cmd_id = f"ready:{room.deal}:{room.version}:{seat}"
    if room.seats[seat].auto:
        trial.add("auto", seat, why="")
    if not agreed:
        trial.add("ready", seat, cmd_id, nonce=nonce)


def set_auto(
    trial: Trial, seat: int, why: str, cmd_id: str | None = None, only_if: str | None = None, paused: bool = False
) -> None:
    """Autopilot on (with a reason) or off (empty). `only_if`: the reason that is taken back. `paused`: nobody may know yet
    whether the deal is over."""
    room = trial.room
    own = room.seats[seat]
    if own.kind != HUMAN or own.auto == why or (room.stage in (FINISHED, CLOSED) and not paused):
        return
    if only_if is not None and own.auto != only_if:
        return
    if why and own.auto:
        return
    if cmd_id is not None and cmd_id in room.commands:
        return
    trial.add("auto", seat, cmd_id, why=why)


def join(trial: Trial, player: str, name: str, wish: int | None, face: str = "") -> None:
    """Takes a seat, or returns to the sender's own. A bot's seat is taken when it is asked for by its number: at once, or by
    somebody who has seen another hand of this deal when the deal is over."""
    room = trial.room
    own = room.seat_of(player)
    if own is not None:
        if room.seats[own].auto in ("left", "away"):
            trial.add("auto", own, why="")
        if room.seats[own].face != face and room.stage != CLOSED:
            trial.add("face", own, face=face)
        return
    if heir_seat(room, player) is not None:
        return
    if player in room.banned:
        raise Refused("NO_ROOM")
    free = [index for index, seat in enumerate(room.seats) if seat.kind == OPEN]
    held = [index for index, seat in enumerate(room.seats) if seat.kind == BOT and seat.heir is None]
    if room.stage == CLOSED or not (free or (wish in held)):
        raise Refused("ROOM_FULL")
    if room.locked or room.practice is not None:
        raise Refused("ROOM_LOCKED")
    if wish is not None and wish not in free and wish not in held:
        raise Refused("SEAT_TAKEN")
    index = free[0] if wish is None else wish
    waits = room.seats[index].kind == BOT and player in room.witnesses
    more = {"face": face} if face else {}
    if waits:
        trial.add("sit", index, player=player, name=name, next=True, **more)
    else:
        trial.add("sit", index, player=player, name=name, **more)
    if room.stage == FINISHED and not waits:
        trial.add("again", index)


def leave(trial: Trial, player: str, paused: bool = False) -> None:
    room = trial.room
    seat = room.seat_of(player)
    if seat is None:
        raise Refused("NOT_SEATED")
    if room.seats[seat].auto == "left":
        return
    others = [s for k, s in enumerate(room.seats) if s.kind == HUMAN and k != seat and s.auto != "left"]
    trial.add("leave", seat)
    if not others and room.stage in (WAITING, FINISHED) and not paused:
        trial.add("close")
    elif not paused:
        rematch_if_agreed(trial)


def erase(trial: Trial, player: str) -> None:
    """Leaves for good, and takes the name along, at every node. Where nobody else plays the room ends, whatever is on the
    table."""
    seat = trial.room.seat_of(player)
    if seat is None or trial.room.stage == CLOSED:
        return
    alone = all(own.kind != HUMAN or k == seat for k, own in enumerate(trial.room.seats))
    if trial.room.seats[seat].name != ERASED:
        trial.add("leave", seat, name=ERASED)
    if alone:
        trial.add("close")


def fill(trial: Trial, player: str, index: int, level: str) -> None:
    """A bot for an empty seat; the owner's choice."""
    room = trial.room
    check_owner(room, player)
    if not 0 <= index < len(room.seats) or room.seats[index].kind != OPEN:
        raise Refused("SEAT_TAKEN")
    trial.add("fill", index, level=level, name=bots.bot_name(index))


def set_options(trial: Trial, player: str, rules: Json, options: Options) -> None:
    """Before the first deal, by the owner; everybody has to agree again."""
    room = trial.room
    check_owner(room, player)
    if room.practice is not None:
        raise Refused("ALREADY_BEGUN")
    checked = room.game.rules(rules)
    if room.game.seats(checked) != len(room.seats):
        raise Refused("BAD_REQUEST", reason="these rules need another number of seats")
    trial.add("options", rules=checked.to_json(), options=msgspec.to_builtins(options))


def check_owner(room: Room, player: str) -> None:
    """What the owner alone may do, and only before the first deal. NOT_OWNER, ALREADY_BEGUN."""
    if player != room.owner:
        raise Refused("NOT_OWNER")
    if room.stage != WAITING:
        raise Refused("ALREADY_BEGUN")


def share(trial: Trial, player: str) -> None:
    """Lets everybody who has the link see the deals that are over."""
    seat = trial.room.seat_of(player)
    if seat is None:
        raise Refused("NOT_SEATED")
    if not trial.room.shared:
        trial.add("share", seat)


def skip(trial: Trial, seat: int, pause: Pause | None = None) -> None:
    """Somebody who has left the deal does not want to watch bots play it to the end. NO_DEAL, PEOPLE_PLAY: by what is shown,
    since while a pause lasts nobody may know whether the deal is over."""
    room = trial.room
    if pause is None and room.stage != PLAYING:
        raise Refused("NO_DEAL")
    in_play = (room.state() if pause is None else pause.state).view(SPECTATOR).public().get("in_play")
    if not isinstance(in_play, list) or any(on and own.kind != BOT for on, own in zip(in_play, room.seats, strict=True)):
        raise Refused("PEOPLE_PLAY")
    if not room.skipping and room.stage == PLAYING:
        trial.add("skip", seat)
