"""A room between two deals as one small blob: a node that opens it need not fold its whole log."""

from __future__ import annotations

import msgspec

from qipai.core.table import blank_table
from qipai.server.rooms.room import OVER, Room
from qipai.server.rooms.room_data import BETWEEN, Opening, RoomSnapshot

# fields of a room that it holds as they are
OF_THE_EVENING = ("code", "locked", "banned", "dismissed", "former", "first", "matches", "tally", "ending", "tries")


def snapshot(room: Room) -> bytes:
    """The room just before its next deal."""
    table = room.table
    opening = Opening(room.game.name, room.rules, room.seats, room.options, room.owner, room.public, "", room.practice)
    carried = None if table is None else table.after_deal()
    scores = [] if table is None else table.scores
    head = (room.version, room.wire, room.deal, room.commit, opening, room.started, carried, scores, room.shared)
    return msgspec.json.encode(RoomSnapshot(*head, **{name: getattr(room, name) for name in OF_THE_EVENING}))


def restore(room: Room, blob: bytes) -> None:
    """Makes a new room what it was."""
    kept = msgspec.json.decode(blob, type=RoomSnapshot)
    room.open_as(kept.opening)
    room.version, room.wire, room.shared = kept.version, kept.wire, kept.shared
    room.deal, room.commit, room.started = kept.deal, kept.commit, kept.started
    for name in OF_THE_EVENING:
        setattr(room, name, getattr(kept, name) or getattr(room, name))  # a snapshot of an older server has none
    if kept.deal > kept.first:
        table = blank_table(room.game, room.game.kept_rules(room.rules))
        table.deals = [OVER] * (kept.deal - kept.first)
        table.carried = kept.carried
        table.scores_before = kept.scores
        room.table = table
        room.resumed = True
        room.stage = BETWEEN
