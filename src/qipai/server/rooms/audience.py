"""Who watches a room and what they are shown, and when: the frames, and the pause after a move that others might answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qipai.core.state import State, View
from qipai.server.rooms.frames import FrameBuilder, event_words, names_of, news, seat_infos
from qipai.server.rooms.messages import EventInfo, Presence, encode
from qipai.server.rooms.pause import Pause
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING
from qipai.server.rooms.trial import Step, seat_rows
from qipai.server.storage import room_rows
from qipai.server.storage.events import Event

if TYPE_CHECKING:
    from qipai.server.node import Node


class Watcher(Protocol):
    """A socket, as a room sees it."""

    seat: int | None
    player: str | None
    absent: bool  # nothing was heard of it for a while: it may be asleep

    def send(self, frame: bytes) -> None: ...

    def send_away(self) -> None: ...

    def mutes(self, who: str) -> bool: ...


class Held:
    """A claim pause as this node keeps it: until a moment of its own clock."""

    def __init__(self, pause: Pause, until: float) -> None:
        self.pause = pause
        self.until = until


class Audience:
    """The watchers of one room. They are shown what is in the log, never more."""

    def __init__(self, node: Node, room: Room) -> None:
        self.node = node
        self.room = room
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[int, float] = {}  # until when a seat's player is believed to be at another node
        self.held: Held | None = None
        self.last_view: View | None = None  # of a spectator, as last shown
        self.last_chosen: object = None  # as last shown
        self.shown_at = node.clock.now()
        self.used_at = self.shown_at

    def seat_watchers(self) -> None:
        """Who has left sees what a spectator sees, from this very event on; who sat down sees the seat."""
        for watcher in self.watchers:
            watcher.seat = None if watcher.player is None else self.room.seat_of(watcher.player)

    def send_away(self) -> None:
        """Who was removed sees nothing more, the new code least of all."""
        for watcher in list(self.watchers):
            if watcher.player in self.room.banned:
                self.watchers.discard(watcher)
                watcher.send_away()

    # the claim pause
    def hold(self, before: Room) -> None:
        """After a move that others might answer everybody sees the same for the same time, answered or not."""
        pause = self.room.pause
        if pause is None:
            self.held = None
        elif self.room.pauses_after(before):
            self.held = Held(pause, self.node.clock.now() + self.room.options.claim_pause)
        elif self.held is not None:
            self.held.pause = pause

    def hold_on(self) -> None:
        """A room that was read from its log: what is left of its pause."""
        pause, now = self.room.pause, self.node.now()
        if pause is not None and pause.until is not None and pause.until > now:
            left = min(pause.until - now, self.room.options.claim_pause)
            self.held = Held(pause, self.node.clock.now() + left)

    def release(self) -> None:
        """The pause is over: what happened meanwhile is shown."""
        held = self.held
        self.held = None
        if held is None or held.pause.wire == self.room.wire:
            return
        self.shown_at = self.node.clock.now()
        if self.room.stage != PLAYING:
            room_rows.set_status(self.node.store, self.room.id, self.room.status(), seat_rows(self.room))
        if not self.watchers:
            return
        frames = self.frames()
        lines = None
        if self.last_view is not None and frames.spectator is not None:
            lines = news(self.room.game, names_of(self.room), self.last_view, frames.spectator)
        self.send_all(frames, EventInfo("move", None, lines or []))

    @property
    def pause(self) -> Pause | None:
        """The one that lasts."""
        return None if self.held is None else self.held.pause

    # showing
    def wire(self) -> int:
        """The version that is shown."""
        return self.room.wire if self.pause is None else self.pause.wire

    def stage(self) -> str:
        """The stage that is shown."""
        return self.room.stage if self.pause is None else PLAYING

    def seen(self) -> State | None:
        """The state that is shown."""
        if self.pause is not None:
            return self.pause.state
        table = self.room.table
        return None if table is None or self.room.resumed else table.state

    def deals_over(self) -> int:
        """As far as is shown."""
        room = self.room
        hidden = self.pause is not None and room.table is not None and room.table.over
        return room.deals_over() - hidden

    def all_over(self) -> int:
        """The same over all matches."""
        return self.room.first + self.deals_over()

    def scores(self) -> list[int]:
        room, shown = self.room, self.seen()
        if room.table is None:
            return []
        if shown is None:
            return room.table.scores_before
        return room.game.scores(room.table.rules_object, room.table.scores_before, shown)

    def open_part(self, events: list[Event]) -> list[Event]:
        """The part of a log that may be told now."""
        pause = self.pause
        return events if pause is None else [event for event in events if event.version <= pause.told]

    def online(self) -> list[bool]:
        here = {watcher.seat for watcher in self.watchers if not watcher.absent}
        now = self.node.clock.now()
        return [seat in here or self.elsewhere.get(seat, 0.0) > now for seat in range(len(self.room.seats))]

    def frames(self) -> FrameBuilder:
        return FrameBuilder(self.room, self.seen(), self.wire(), self.online(), self.node.now())

    def show(self, step: Step, before: Room) -> None:
        """Sends what an event changed: to all, or to the seat alone whose answer waits in an open window."""
        pause = self.pause
        answer = step.kind == "move" and (before.window() == pause.window if pause else self.room.wire == before.wire)
        if pause is not None and not answer and pause.wire <= before.wire:
            return  # it will be shown when the pause is over
        if step.kind in ("move", "deal") and not answer:
            self.shown_at = self.node.clock.now()
        if not self.watchers:
            self.last_view = None
            return
        if answer:
            if self.last_chosen is not None and pause is None:
                self.send_all(self.frames(), EventInfo("answer", step.seat, []))
                return
            own = [watcher for watcher in self.watchers if watcher.seat == step.seat]
            if own:
                frame = self.frames().event(step.seat, encode(EventInfo("answer", step.seat, [])))
                for watcher in own:
                    watcher.send(frame)
            return
        frames = self.frames()
        self.send_all(frames, event_words(self.room, step.kind, step.seat, self.last_view, frames.spectator))

    def send_all(self, frames: FrameBuilder, what: EventInfo) -> None:
        self.last_view = frames.spectator
        self.last_chosen = frames.chosen
        told = encode(what)
        made: dict[int | None, bytes] = {}
        for watcher in self.watchers:
            frame = made.get(watcher.seat)
            if frame is None:
                frame = made[watcher.seat] = frames.event(watcher.seat, told)
            watcher.send(frame)

    def snapshot(self, seat: int | None) -> bytes:
        self.used_at = self.node.clock.now()
        frames = self.frames()
        if self.last_view is None:
            self.last_view = frames.spectator
        self.last_chosen = frames.chosen
        return frames.snapshot(seat)

    def tell_presence(self) -> None:
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        frame = encode(Presence(seat_infos(self.room, self.online(), self.stage()), spectators))
        for watcher in self.watchers:
            watcher.send(frame)
