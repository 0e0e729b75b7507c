"""Who watches a room and what they are shown, and when: the frames, and the pause after a move that others might answer."""

from __future__ import annotations

from typing import Protocol

from qipai.core.state import State
from qipai.server.rooms.frames import FrameBuilder, seat_infos
from qipai.server.rooms.host import Host
from qipai.server.rooms.messages import EventInfo, Presence, Spectator, encode
from qipai.server.rooms.pause import Pause
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING
from qipai.server.rooms.timeline import ANSWER, RELEASE, Moment, Timeline, happened, is_answer, moment_of, waits_for_pause
from qipai.server.rooms.trial import Step, seat_rows
from qipai.server.storage.events import Event

LISTED = 50  # spectators by name


class Watcher(Protocol):
    """A socket, as a room sees it."""

    seat: int | None
    player: str | None
    who: str  # the same for all connections of one person in this room, and no id
    name: str  # empty: nobody knows
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

    def __init__(self, node: Host, timeline: Timeline) -> None:
        self.node = node
        self.room = timeline.room
        self.timeline = timeline
        self.watchers: set[Watcher] = set()
        self.spectators_at: dict[str, tuple[float, list[Spectator]]] = {}  # other nodes: until when it is believed, and who
        self.elsewhere: dict[int, float] = {}  # until when a seat's player is believed to be at another node
        self.held: Held | None = None
        self.unheard: list[tuple[Moment, str, bytes]] = []  # what was said at the table: when, by whom, and the frame
        self.answers_told = False  # whether all may know who has answered, as last shown
        self.shown_at = node.clock.now()
        self.used_at = self.shown_at

    def seat_watchers(self) -> list[Watcher]:
        """Who has left sees what a spectator sees, from this very event on; who sat down sees the seat. Those who left."""
        left = []
        for watcher in self.watchers:
            had, watcher.seat = watcher.seat, None if watcher.player is None else self.room.seat_of(watcher.player)
            if had is not None and watcher.seat is None:
                left.append(watcher)
        return left

    def send_away(self) -> None:
        """Who was removed sees nothing more, the new code least of all."""
        for watcher in list(self.watchers):
            if watcher.player in self.room.banned or watcher.who in self.room.dismissed:
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
            self.node.books.set_status(self.room.id, self.room.status(), seat_rows(self.room))
        self.send_all(self.note(RELEASE, None))

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

    def now(self) -> Moment:
        """What those who sit here are shown."""
        return moment_of(self.room, self.pause, self.node.now())

    def is_late(self) -> bool:
        """Whether those who watch do not see yet what the others see."""
        return self.timeline.seen is not self.timeline.newest

    def past(self) -> Moment:
        """How far those who watch have come."""
        return self.timeline.seen if self.is_late() else self.now()

    def for_spectators(self) -> Moment:
        """What those who watch are shown."""
        return self.past() if self.room.options.watch else self.past().hidden()

    def moment_of(self, player: str | None) -> Moment:
        return self.for_spectators() if player is None or self.room.seat_of(player) is None else self.now()

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

    def spectator_frames(self, moment: Moment | None = None) -> FrameBuilder:
        """Of a moment, or of what is seen now. The past has no clocks that run."""
        shown, options = moment or self.past(), self.room.options
        late = shown.stage == PLAYING and options.watch_delay > 0
        now = options.watch, self.room.locked
        return FrameBuilder(shown.room, shown.state, shown.wire, self.online(), shown.at, late, *now)

    def note(self, kind: str, seat: int | None) -> list[tuple[Moment, Moment]]:
        """The table shows something new: the moment before and this one, and what those who watch are shown by that."""
        before = self.timeline.newest
        now = moment_of(self.room, self.pause, self.node.now(), kind, seat)
        return [(before, now), *self.timeline.add(now)]

    def show(self, step: Step, before: Room) -> None:
        """Sends what an event changed: to all, or to the seat alone whose answer waits in an open window."""
        pause = self.pause
        answer = is_answer(before, self.room, step.kind, pause)
        if not answer and waits_for_pause(before, pause):
            return  # it will be shown when the pause is over
        if step.kind in ("move", "deal") and not answer:
            self.shown_at = self.node.clock.now()
        if not answer:
            self.send_all(self.note(step.kind, step.seat))
        elif self.answers_told and pause is None:
            self.send_all(self.note(ANSWER, step.seat))
        else:
            own = [watcher for watcher in self.watchers if watcher.seat == step.seat]
            if own:
                frame = self.frames().event(step.seat, encode(EventInfo(ANSWER, step.seat, [])))
                for watcher in own:
                    watcher.send(frame)

    def send_all(self, news: list[tuple[Moment, Moment]]) -> None:
        """What `note` gave: the first for those who sit here, the rest for those who watch."""
        seated = [watcher for watcher in self.watchers if watcher.seat is not None]
        if seated:
            frames, what = self.frames(), encode(happened(*news[0]))
            self.answers_told = frames.answers_told
            made: dict[int | None, bytes] = {}
            for watcher in seated:
                frame = made.get(watcher.seat)
                if frame is None:
                    frame = made[watcher.seat] = frames.event(watcher.seat, what)
                watcher.send(frame)
        watching = [watcher for watcher in self.watchers if watcher.seat is None]
        for before, moment in news[1:] if watching else ():
            if not self.room.options.watch and moment.kind in ("move", ANSWER, RELEASE):
                continue
            frame = self.spectator_frames(moment).event(None, encode(happened(before, moment)))
            for watcher in watching:
                watcher.send(frame)
        self.tell_phrases()

    def tell_phrases(self) -> None:
        """To those who watch: what was said at the table, as far as they have come."""
        later = self.timeline.moments[1:]
        due = [one for one in self.unheard if not any(one[0] is moment for moment in later)]
        self.unheard = self.unheard[len(due) :]
        for watcher in self.watchers if due else ():
            for _, who, frame in due:
                if watcher.seat is None and not watcher.mutes(who):
                    watcher.send(frame)

    def snapshot(self, seat: int | None) -> bytes:
        self.used_at = self.node.clock.now()
        if seat is None:
            return self.spectator_frames().snapshot(None)
        frames = self.frames()
        self.answers_told = frames.answers_told
        return frames.snapshot(seat)

    def show_whole(self, watchers: list[Watcher]) -> None:
        """To those for whom the table has become another one."""
        for watcher in watchers:
            watcher.send(self.snapshot(watcher.seat))

    # who watches
    def spectators_here(self) -> list[Spectator]:
        """Each person once."""
        return list(
            {watcher.who: Spectator(watcher.who, watcher.name) for watcher in self.watchers if watcher.seat is None}.values()
        )

    def spectators(self) -> list[Spectator]:
        """At all nodes. Whom the host does not let watch is nobody's spectator."""
        if not self.room.options.watch:
            return []
        now = self.node.clock.now()
        others = [one for until, found in self.spectators_at.values() if until > now for one in found]
        return list({one.who: one for one in (*others, *self.spectators_here())}.values())

    def tell_presence(self) -> None:
        online, spectators = self.online(), self.spectators()
        frames: dict[bool, bytes] = {}
        for watcher in self.watchers:
            seated = watcher.seat is not None
            if seated not in frames:
                moment = self.now() if seated else self.for_spectators()
                infos = seat_infos(moment.room, online, moment.stage)
                frames[seated] = encode(Presence(infos, len(spectators), spectators[:LISTED]))
            watcher.send(frames[seated])
