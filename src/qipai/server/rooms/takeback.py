"""Takebacks: at a table with bots alone a deal goes back to the player's last decision, and counts nowhere from then on.

The log keeps what was taken back; the deal on the table, its record and what bots see do not. Nobody learns by it what is
hidden: a bot that sees the same again plays the same again (`whim`).
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

import msgspec

from qipai.core.data import Json
from qipai.server.refusal import Refused
from qipai.server.rooms.choices import Choices
from qipai.server.rooms.messages import encode
from qipai.server.rooms.room_data import HUMAN, PLAYING

if TYPE_CHECKING:
    from qipai.server.rooms.room import Room
    from qipai.server.rooms.trial import Trial


def is_alone(room: Room, seat: int) -> bool:
    """Nobody else plays, waits for a seat, or has seen a hand of this deal."""
    people = {own.player for own in room.seats if own.kind == HUMAN} | {own.heir for own in room.seats if own.heir is not None}
    return people | room.witnesses == {room.seats[seat].player}


def may_ask_back(room: Room, seat: int) -> bool:
    """Whether a seat that is shown the table may be offered it: it has made a move, if only one without a choice."""
    if not room.options.takeback or room.stage != PLAYING or room.table is None or not is_alone(room, seat):
        return False
    return any(mover == seat for mover, _ in room.table.deals[-1].moves)


def last_decision(room: Room, seat: int) -> int | None:
    """How many moves had been made when the seat last had a choice in this deal; None when it has had none."""
    assert room.table is not None
    deal, state = room.table.deals[-1], room.table.start.copy()
    found = None
    for number, ((mover, _), action) in enumerate(zip(deal.moves, deal.actions, strict=True)):
        if mover == seat and not Choices(room.game, state, seat).forced:
            found = number
        state.apply(mover, action)
    return found


def take_back(room: Room, index: int | None, data: Json) -> None:
    """A step of the fold: this many moves of the deal still stand."""
    assert room.stage == PLAYING
    assert room.table is not None
    assert index is not None
    assert room.options.takeback
    assert is_alone(room, index)
    made, standing = len(room.table.deals[-1].moves), data["moves"]
    assert isinstance(standing, int)
    assert 0 <= standing < made
    room.table.undo(made - standing)
    room.takebacks += 1
    room.practised = True
    room.pause, room.skipping, room.answered = None, False, None
    for seat in room.seats:
        seat.since = None


def ask_back(trial: Trial, seat: int) -> None:
    """TAKEBACK_OFF, BOTS_ONLY, NO_DEAL, NOTHING_TO_TAKE_BACK."""
    room = trial.room
    if not room.options.takeback:
        raise Refused("TAKEBACK_OFF")
    if not is_alone(room, seat):
        raise Refused("BOTS_ONLY")
    if room.stage != PLAYING:
        raise Refused("NO_DEAL")
    standing = last_decision(room, seat)
    if standing is None:
        raise Refused("NOTHING_TO_TAKE_BACK")
    if room.seats[seat].auto:
        trial.add("auto", seat, why="")
    trial.add("takeback", seat, moves=standing)


def set_help(room: Room, index: int | None, data: Json) -> None:
    """A step of the fold: what the host switches on or off for games against bots."""
    coach, takeback = data["coach"] is True, data["takeback"] is True
    room.options = msgspec.structs.replace(room.options, coach=coach, takeback=takeback)


def whim(room: Room, seat: int, view: Json) -> int:
    """The seed of a bot's thought: it follows from the deal's secret and from what the bot sees, and from nothing else."""
    secret = room.secrets.get(room.deal, b"")
    drawn = hmac.digest(secret, b"whim %d " % seat + encode(view), hashlib.sha256)
    return int.from_bytes(drawn[:6], "big")
