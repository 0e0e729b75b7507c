"""Who watches a room and what they are shown, and when: the frames, and the pause after a move that others might answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from qipai.core.state import State, View
from qipai.server.rooms.frames import FrameBuilder, event_words, names_of, news, seat_infos
from qipai.server.rooms.messages import Presence, What, encode
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING
from qipai.server.rooms.trial import Step

if TYPE_CHECKING:
    from qipai.server.node import Node


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
    """The watchers of one room. They are shown what is in the log, never more."""

    def __init__(self, node: Node, room: Room) -> None:
        self.node = node
        self.room = room
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[int, float] = {}  # until when a seat's player is believed to be at another node
        self.held: Held | None = None
        self.last_view: View | None = None  # of a spectator, as last shown
        self.shown_at = node.clock.now()
        self.used_at = self.shown_at

    def seat_watchers(self) -> None:
        """Who has left sees what a spectator sees, from this very event on; who sat down sees the seat."""
        for watcher in self.watchers:
            watcher.seat = None if watcher.player is None else self.room.seat_of(watcher.player)

    # the claim pause
    def pause(self, step: Step, before: Room) -> None:
        """After a move that others might answer everybody sees the same for the same time, answered or not."""
        room, table = step.room, step.room.table
        if table is None:
            return
        if self.held is not None and table.version == self.held.state.version() and room.stage == PLAYING:
            self.held.state = table.state.copy()
        shown = paused_state(step, before)
        if shown is not None:
            wire = room.wire - (table.version - shown.version())
            self.held = Held(shown.copy(), wire, self.node.clock.now() + room.options.claim_pause)

    def release(self) -> None:
        """The pause is over: what happened meanwhile is shown."""
        held = self.held
        self.held = None
        if held is None or held.wire == self.room.wire or not self.watchers:
            return
        frames = self.frames()
        lines = None
        if self.last_view is not None and frames.spectator is not None:
            lines = news(self.room.game, names_of(self.room), self.last_view, frames.spectator)
        self.send_all(frames, What("move", None, lines or []))

    # showing
    def wire(self) -> int:
        """The version that is shown."""
        return self.room.wire if self.held is None else self.held.wire

    def seen(self) -> State | None:
        """The state that is shown."""
        if self.held is not None:
            return self.held.state
        table = self.room.table
        return None if table is None or self.room.resumed else table.state

    def online(self) -> list[bool]:
        here = {watcher.seat for watcher in self.watchers}
        now = self.node.clock.now()
        return [seat in here or self.elsewhere.get(seat, 0.0) > now for seat in range(len(self.room.seats))]

    def frames(self) -> FrameBuilder:
        return FrameBuilder(self.room, self.seen(), self.wire(), self.online(), self.node.now())

    def show(self, step: Step, before: Room) -> None:
        """Sends what an event changed: to all, or to the seat alone whose answer waits in an open window."""
        if not self.watchers:
            self.last_view = None
            return
        if self.held is not None and self.held.wire != self.room.wire and self.held.wire <= before.wire:
            return  # it will be shown when the pause is over
        if step.kind == "move" and self.room.wire == before.wire:
            own = [watcher for watcher in self.watchers if watcher.seat == step.seat]
            if own:
                frame = self.frames().event(step.seat, encode(What("answer", step.seat, [])))
                for watcher in own:
                    watcher.send(frame)
            return
        frames = self.frames()
        self.send_all(frames, event_words(self.room, step.kind, step.seat, self.last_view, frames.spectator))

    def send_all(self, frames: FrameBuilder, what: What) -> None:
        self.last_view = frames.spectator
        self.shown_at = self.node.clock.now()
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
        return frames.snapshot(seat)

    def tell_presence(self) -> None:
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        frame = encode(Presence(seat_infos(self.room, self.online()), spectators))
        for watcher in self.watchers:
            watcher.send(frame)


def paused_state(step: Step, before: Room) -> State | None:
    """What is shown during the pause after a move; None: there is no pause."""
    if before.options.claim_pause <= 0 or before.humans() < 2:
        return None
    room = step.room
    if step.kind == "deal":
        return room.state() if room.game.claim_pause.asks_secretly(room.state()) else None
    if step.kind != "move" or step.seat is None:
        return None
    return room.game.claim_pause.shown(before.state(), step.seat, room.last_action, room.state())
