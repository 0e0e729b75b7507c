"""What the log of a room holds and how it grows: plain data, without a word of SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class StoreDown(Exception):
    """The database did not answer; what was sent may or may not have been written."""


class BadValue(Exception):
    """The database cannot hold this value; trying again is no use."""


class NewEvent(NamedTuple):
    """An event to be written; its version and time come with the writing."""

    kind: str
    payload: str
    seat: int | None = None
    cmd_id: str | None = None
    answers: str | None = None


class Event(NamedTuple):
    """A row of the log."""

    version: int
    seat: int | None
    kind: str
    payload: str
    cmd_id: str | None
    answers: str | None
    at: float


class StoredLog(NamedTuple):
    """What a room is folded from. With a snapshot, the events that follow it."""

    events: list[Event]
    secrets: dict[int, bytes]
    snapshot: bytes | None = None


class Deadline(NamedTuple):
    """When a seat's time is up: a number of seconds after the event, or at a time of the database's clock."""

    seat: int
    after: float | None
    at: float | None = None


class SeatRow(NamedTuple):
    """A seat as the lists of rooms show it."""

    number: int
    kind: str
    player: str | None
    level: str | None
    score: int | None = None


class Append(NamedTuple):
    """What goes into the log of one room at once, or not at all."""

    room: str
    version: int  # of the first event
    events: Sequence[NewEvent]
    secret: tuple[int, bytes] | None = None
    deadlines: Sequence[Deadline] | None = None  # None: leave them as they are
    seats: Sequence[SeatRow] = ()
    status: str | None = None
    rules: str | None = None
    code: str | None = None
    touched: bool = False  # something happened that the lists of rooms may tell: never an answer that is hidden

    def is_plain(self) -> bool:
        """Events, perhaps with their deadlines, and nothing besides: nearly all of them."""
        more = self.secret is not None or self.status is not None or self.rules is not None
        return not more and not self.seats and not self.touched

    def last_version(self) -> int:
        return self.version + len(self.events) - 1


class Conflict(NamedTuple):
    """Somebody else was quicker, or the same command is already in the log."""


class Written(NamedTuple):
    """When it was committed, by the database's clock."""

    at: float


Outcome = Conflict | Written
