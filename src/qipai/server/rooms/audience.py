"""Who watches a room and what they are shown, and when: the frames, and the pause after a move that others might answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from qipai.core.state import State, View
from qipai.server.rooms.frames import Shown, happened, names_of, news, seat_infos
from qipai.server.rooms.messages import Presence, What, encode
from qipai.server.rooms.room import PLAYING, Room
from qipai.server.storage.store import Event

if TYPE_CHECKING:
    from qipai.server.node import House


class Watcher(Protocol):
    """A socket, as a room sees it."""

    seat: int | None
    player: str | None

    def send(self, frame: bytes) -> None: ...


class Held:
    """What is still shown while a claim pause lasts, whatever has happened since."""

    def __init__(self, state: State, wire: int, until: float) -> None:
        self.state = state
        self.wire = wire
        self.until = until


class Audience:
    """The watchers of one room. Shows what is folded, never more."""

    def __init__(self, house: House, room: Room) -> None:
        self.house = house
        self.room = room
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[int, float] = {}  # until when a seat's player is believed to be at another node
        self.held: Held | None = None
        self.last_view: View | None = None  # of a spectator, as last shown
        self.shown_at = house.clock.now()
        self.used_at = self.shown_at

    def seat_watchers(self) -> None:
        """Who has left sees what a spectator sees, from this very event on; who sat down sees the seat."""
        for watcher in self.watchers:
            watcher.seat = None if watcher.player is None else self.room.seat_of(watcher.player)

    # the claim pause
    def before_pause(self, event: Event) -> State | None:
        room = self.room
        pausing = event.kind == "move" and room.stage == PLAYING and room.humans() > 1 and room.options.claim_pause > 0
        return room.state().copy() if pausing else None

    def pause(self, event: Event, before: State | None) -> None:
        """After a move that others might answer everybody sees the same for the same time, answered or not."""
        room = self.room
        table = room.table
        if table is None:
            return
        if self.held is not None and table.version == self.held.state.version() and room.stage == PLAYING:
            self.held.state = table.state.copy()
        if before is None or event.seat is None:
            return
        move = msgspec.json.decode(event.payload)["move"]
        shown = room.game.lull(before, event.seat, move, table.state)
        if shown is not None:
            wire = room.wire - (table.version - shown.version())
            self.held = Held(shown.copy(), wire, self.house.clock.now() + room.options.claim_pause)

    def release(self) -> None:
        """The pause is over: what happened meanwhile is shown."""
        held = self.held
        self.held = None
        if held is None or held.wire == self.room.wire or not self.watchers:
            return
        shown = self.moment()
        lines = None
        if self.last_view is not None and shown.spectator is not None:
            lines = news(self.room.game, names_of(self.room), self.last_view, shown.spectator)
        self.send_all(shown, What("move", None, lines or []))

    # showing
    def wire(self) -> int:
        return self.room.wire if self.held is None else self.held.wire

    def seen(self) -> State | None:
        """The state that is shown."""
        if self.held is not None:
            return self.held.state
        table = self.room.table
        return None if table is None or self.room.resumed else table.state

    def online(self) -> list[bool]:
        here = {watcher.seat for watcher in self.watchers}
        now = self.house.clock.now()
        return [seat in here or self.elsewhere.get(seat, 0.0) > now for seat in range(len(self.room.seats))]

    def moment(self) -> Shown:
        room = self.room
        now = self.house.now()
        return Shown(room, self.seen(), self.wire(), self.online(), now)

    def show(self, event: Event, wire_before: int) -> None:
        """Sends what an event changed: to all, or to the seat alone whose answer waits in an open window."""
        if not self.watchers:
            self.last_view = None
            return
        if self.held is not None and self.held.wire != self.room.wire and self.held.wire <= wire_before:
            return  # it will be shown when the pause is over
        if event.kind == "move" and self.room.wire == wire_before:
            shown = self.moment()
            frame = None
            for watcher in self.watchers:
                if watcher.seat == event.seat:
                    frame = frame or shown.event(event.seat, What("answer", event.seat, []))
                    watcher.send(frame)
            return
        shown = self.moment()
        what = happened(self.room, event, self.last_view, shown.spectator)
        self.send_all(shown, what)

    def send_all(self, shown: Shown, what: What) -> None:
        self.last_view = shown.spectator
        self.shown_at = self.house.clock.now()
        frames: dict[int | None, bytes] = {}
        for watcher in self.watchers:
            frame = frames.get(watcher.seat)
            if frame is None:
                frame = frames[watcher.seat] = shown.event(watcher.seat, what)
            watcher.send(frame)

    def snapshot(self, seat: int | None) -> bytes:
        self.used_at = self.house.clock.now()
        shown = self.moment()
        if self.last_view is None:
            self.last_view = shown.spectator
        return shown.snapshot(seat)

    def tell_presence(self) -> None:
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        frame = encode(Presence(seat_infos(self.room, self.online()), spectators))
        for watcher in self.watchers:
            watcher.send(frame)
