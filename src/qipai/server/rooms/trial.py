"""A command tried out. One fold gives the events to write, the rooms that they lead to, and what else has to be stored.

The room that is in use is not touched. When the database has written the events, the rooms of the trial take its place.
"""

from __future__ import annotations

from typing import NamedTuple

from qipai.core.data import Json
from qipai.server.rooms.messages import encode
from qipai.server.rooms.room import Room
from qipai.server.storage.events import Append, Deadline, NewEvent, SeatRow

# kinds that the lists of rooms do not tell: they would be news from the table
OF_THE_DEAL = ("move", "auto", "skip", "takeback")


class Step(NamedTuple):
    """An event as a room's audience needs it: what kind it was, whose, and the room after it."""

    kind: str
    seat: int | None
    room: Room


class Trial:
    def __init__(self, room: Room) -> None:
        self.before = room
        self.room = room  # after what was added so far
        self.events: list[NewEvent] = []
        self.steps: list[Step] = []
        self.secret: tuple[int, bytes] | None = None

    def add(self, kind: str, seat: int | None = None, cmd_id: str | None = None, **data: object) -> None:
        self.follow(kind, seat, data, cmd_id, None)

    def move(self, seat: int, move: str | int, by: str, cmd_id: str) -> None:
        """Judged, written and applied here, and nowhere else. IllegalMove."""
        self.follow("move", seat, {"move": move, "by": by}, cmd_id, self.room.window())

    def commit(self, deal: int, seed: bytes, commitment: str, cmd_id: str) -> None:
        """The server's promise for a deal. The seed is stored with it, out of everybody's sight."""
        self.secret = (deal, seed)
        self.follow("commit", None, {"deal": deal, "commit": commitment}, cmd_id, None)

    def follow(self, kind: str, seat: int | None, data: Json, cmd_id: str | None, answers: str | None) -> None:
        room = self.room.successor(kind)
        if self.secret is not None:
            room.secrets = {**room.secrets, self.secret[0]: self.secret[1]}
        room.apply(kind, seat, data, cmd_id, answers)
        if kind == "move":
            data["move"] = room.last_move()
        elif kind == "deal" and room.drawn is not None:
            data["drawn"] = room.drawn
        self.events.append(NewEvent(kind, encode(data).decode(), seat, cmd_id, answers))
        self.steps.append(Step(kind, seat, room))
        self.room = room

    def append(self, now: float, ahead: float = 0.0, quiet: bool = False) -> Append:
        """What the database is asked to write. `now` is the node's time, to which the database's clock is `ahead`.

        `quiet`: a pause hides what moves have led to, and so must the lists of rooms.
        """
        before, after = self.before, self.room
        if all(event.kind == "move" for event in self.events) and (quiet or after.stage == before.stage):
            return Append(after.id, before.version + 1, self.events, None, self.deadlines(now, ahead))
        return Append(
            after.id,
            before.version + 1,
            self.events,
            self.secret,
            self.deadlines(now, ahead),
            self.changed_seats(),
            after.status() if after.status() != before.status() and not quiet else None,
            encode(after.rules).decode() if after.rules != before.rules else None,
            after.code if after.code != before.code else None,
            touched=any(event.kind not in OF_THE_DEAL for event in self.events),
        )

    def changed_seats(self) -> list[SeatRow]:
        fresh = self.room.commit != self.before.commit  # a deal that ended in a pause is told with the next commitment
        rows = zip(seat_rows(self.before), seat_rows(self.room), strict=True)
        return [row for old, row in rows if old != row or (fresh and row.player is not None)]

    def deadlines(self, now: float, ahead: float) -> list[Deadline] | None:
        """Those of the room after the trial; None when they are what they were."""
        if self.room.options.clock is None:
            return None
        dues = self.room.dues(now)
        if dues == self.before.dues(now) and all(self.room.seats[seat].since is not None for seat in dues):
            return None
        return [
            Deadline(seat, due - now) if self.room.seats[seat].since is None else Deadline(seat, None, due + ahead)
            for seat, due in dues.items()
        ]

    def written(self, at: float) -> list[Step]:
        """The database has said yes, and when."""
        for step in self.steps:
            step.room.stamp(at)
        return self.steps


def seat_rows(room: Room) -> list[SeatRow]:
    """As the lists of rooms show them."""
    scores = {line.who: line.score for line in room.tally}
    return [
        SeatRow(index, seat.kind, seat.player, seat.level, scores.get(seat.player or ""))
        for index, seat in enumerate(room.seats)
    ]
