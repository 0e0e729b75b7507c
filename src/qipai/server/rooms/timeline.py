"""What a table has shown, moment by moment, and how much of it those who watch may see by now.

People who sit at a table are shown the newest moment. Those who watch are shown the same moments in the same order, each
when the deal is `watch_delay` public steps further, or over: every way to the table leads through here, so none is quicker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from qipai.core.state import SPECTATOR, State, View
from qipai.server.rooms.frames import event_words, names_of, news
from qipai.server.rooms.messages import EventInfo
from qipai.server.rooms.pause import Pause
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING
from qipai.server.rooms.snapshots import restore
from qipai.server.storage.events import Event

RELEASE = "release"  # the end of a claim pause, which is no event of the log
ANSWER = "answer"


class Moment(NamedTuple):
    """A room as it was shown. Rooms in use are never changed, so an old one can be kept."""

    room: Room
    state: State | None  # on the table; while a pause lasts, the one that it shows
    wire: int
    stage: str
    at: float
    kind: str = ""  # what led to it
    seat: int | None = None

    def view(self) -> View | None:
        return None if self.state is None else self.state.view(SPECTATOR)

    def scores(self) -> list[int]:
        table = self.room.table
        if table is None:
            return []
        if self.state is None:
            return table.scores_before
        return self.room.game.scores(table.rules_object, table.scores_before, self.state)

    def hidden(self) -> Moment:
        """The room without its table."""
        return self._replace(state=None)

    def is_seen(self, newest: Moment, delay: int) -> bool:
        """Whether those who watch may see it by now. That a deal has begun is no secret, and tells nothing."""
        if newest.stage != PLAYING or self.stage != PLAYING or self.kind == "deal":
            return True
        assert newest.state is not None
        assert self.state is not None
        return bool(self.state.version() <= newest.state.version() - delay)


def moment_of(room: Room, pause: Pause | None, at: float, kind: str = "", seat: int | None = None) -> Moment:
    """What is shown of a room while this pause lasts."""
    if pause is not None:
        return Moment(room, pause.state, pause.wire, PLAYING, at, kind, seat)
    state = None if room.table is None or room.resumed else room.table.state
    return Moment(room, state, room.wire, room.stage, at, kind, seat)


def is_answer(before: Room, after: Room, kind: str, pause: Pause | None) -> bool:
    """Whether an event is an answer in an open window, which its own seat alone is shown."""
    return kind == "move" and (before.window() == pause.window if pause else after.wire == before.wire)


def waits_for_pause(before: Room, pause: Pause | None) -> bool:
    """Whether an event that is no answer is shown only when the pause is over."""
    return pause is not None and pause.wire <= before.wire


def happened(before: Moment, after: Moment) -> EventInfo:
    """What everybody may know of the way from one moment to the next."""
    if after.kind == ANSWER:
        return EventInfo(ANSWER, after.seat, [])
    old, new = before.view(), after.view()
    if after.kind != RELEASE:
        return event_words(after.room, after.kind, after.seat, old, new)
    lines = None if old is None or new is None else news(after.room.game, names_of(after.room), old, new)
    return EventInfo("move", None, lines or [])


class Timeline:
    """The moments that not everybody has seen yet, oldest first. The first one is what those who watch see now."""

    def __init__(self, first: Moment) -> None:
        self.moments = [first]
        self.room = first.room  # as its log has it, when it was read

    @property
    def seen(self) -> Moment:
        return self.moments[0]

    @property
    def newest(self) -> Moment:
        return self.moments[-1]

    def add(self, moment: Moment) -> list[tuple[Moment, Moment]]:
        """What those who watch are shown now that this has come about: each moment with the one before it."""
        self.moments.append(moment)
        delay = moment.room.options.watch_delay
        seen = 0
        while seen + 1 < len(self.moments) and self.moments[seen + 1].is_seen(moment, delay):
            seen += 1
        out = list(zip(self.moments[:seen], self.moments[1 : seen + 1], strict=True))
        del self.moments[:seen]
        return out


def recall(name: str, events: Iterable[Event], secrets: dict[int, bytes], snapshot: bytes | None, now: float) -> Timeline:
    """The timeline of a room that is read from its log: the moments that people were shown, by the times in it."""
    room = Room(name, secrets)
    if snapshot is not None:
        restore(room, snapshot)
    timeline = Timeline(moment_of(room, None, room.started))
    held: Pause | None = None

    def release(at: float) -> None:
        nonlocal held
        if held is not None and held.until is not None and held.until <= at:
            if held.wire != room.wire:
                timeline.add(moment_of(room, None, held.until, RELEASE))
            held = None

    for event in events:
        if event.version <= room.version:
            continue
        release(event.at)
        before, room = room, room.successor(event.kind)
        room.fold(event)
        if room.pause is None or held is not None or room.pauses_after(before):
            held = room.pause
        if not is_answer(before, room, event.kind, held) and not waits_for_pause(before, held):
            timeline.add(moment_of(room, held, event.at, event.kind, event.seat))
    release(now)
    timeline.room = room
    return timeline
