"""A room that somebody looks at: the write path, what the server itself must do next, and who is shown what and when.

Only after the commit is an event folded, and only what is folded is shown. One lock per room: a room's events are
written one after another, different rooms' events go into the same commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from qipai.core import fairness
from qipai.core.errors import IllegalMove
from qipai.core.state import State, View
from qipai.core.table import judge
from qipai.server import bots
from qipai.server.frames import Shown, happened, seat_infos
from qipai.server.messages import Ack, Presence, What, encode
from qipai.server.refusal import Refused
from qipai.server.room import BETWEEN, BOT, CLOSED, FINISHED, HUMAN, OPEN, PLAYING, WAITING, DoesNotFold, Options, Room
from qipai.server.store import Append, Conflict, Due, Event, NewEvent, StoreDown

if TYPE_CHECKING:
    from qipai.server.house import House

log = logging.getLogger("qipai.server")

TRIES = 8  # how often a command is judged again after another was quicker


class Watcher(Protocol):
    """A socket, as a room sees it."""

    seat: int | None
    player: str | None

    def send(self, frame: bytes) -> None: ...


class Plan(NamedTuple):
    """What a command would write."""

    events: Sequence[NewEvent]
    secret: tuple[int, bytes] | None = None
    seats: Sequence[tuple[int, str, str | None, str | None]] = ()
    status: str | None = None
    rules: str | None = None


class Known(Exception):
    """The same command was written before."""

    def __init__(self, version: int, window: str | None) -> None:
        self.version = version
        self.window = window


class Held:
    """What is still shown while a claim pause lasts, whatever has happened since."""

    def __init__(self, state: State, wire: int, until: float) -> None:
        self.state = state
        self.wire = wire
        self.until = until


def payload(**data: object) -> str:
    return encode(data).decode()


class Live:
    """One room in memory."""

    def __init__(self, house: House, room: Room) -> None:
        self.house = house
        self.room = room
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[int, float] = {}  # until when a seat's player is believed to be at another node
        self.stale = False
        self.held: Held | None = None
        self.last_view: View | None = None  # of a spectator, as last shown
        self.shown_at = time.monotonic()
        self.used_at = self.shown_at
        self.worker: asyncio.Task[None] | None = None
        self.again = False

    # the write path
    async def submit(self, decide: Callable[[Room], Plan | None], reply: Callable[[], None] | None = None) -> None:
        """Judges, writes, and only then folds and shows; goes on even if whoever asked is gone. Refused, Known, StoreDown."""
        await asyncio.shield(self.house.finish(self.write_down(decide, reply)))

    async def write_down(self, decide: Callable[[Room], Plan | None], reply: Callable[[], None] | None) -> None:
        self.used_at = time.monotonic()
        async with self.lock:
            for _ in range(TRIES):
                if self.stale:
                    await self.catch_up()
                plan = decide(self.room)
                if plan is None:
                    return
                room = self.room
                wanted = Append(
                    room.id, room.version + 1, plan.events, plan.secret, self.clocks(plan), plan.seats, plan.status, plan.rules
                )
                try:
                    outcome = await asyncio.wrap_future(self.house.store.append(wanted))
                except StoreDown:
                    self.stale = True
                    raise
                if isinstance(outcome, Conflict):
                    await self.lost_race(plan.events)
                    continue
                self.house.heard_time(outcome.at)
                if plan.secret is not None:
                    room.secrets[plan.secret[0]] = plan.secret[1]
                events = [
                    Event(wanted.version + k, e.seat, e.kind, e.payload, e.cmd_id, e.answers, outcome.at)
                    for k, e in enumerate(plan.events)
                ]
                self.take(events, reply)
                return
        raise StoreDown("too many others were quicker")

    async def lost_race(self, events: Sequence[NewEvent]) -> None:
        """Another node wrote first, or this command is older than our memory."""
        version = self.room.version
        await self.catch_up()
        if self.room.version == version:
            for event in events:
                if event.cmd_id is not None and await self.house.is_written(self.room.id, event.cmd_id):
                    raise Known(self.room.wire, None)

    def clocks(self, plan: Plan) -> list[Due] | None:
        """The deadlines after the plan, found by trying it out on a copy."""
        if self.room.options.clock is None:
            return None
        trial = self.room.copy()
        now = self.house.now()
        if plan.secret is not None:
            trial.secrets = {**trial.secrets, plan.secret[0]: plan.secret[1]}
        for event in plan.events:
            trial.fold(Event(trial.version + 1, event.seat, event.kind, event.payload, None, event.answers, now))
        out = []
        for seat, due in trial.dues(now).items():
            begins = trial.seats[seat].since
            out.append(Due(seat, due - now) if begins == now else Due(seat, None, due))
        return out

    async def catch_up(self) -> None:
        """Reads and folds what others wrote."""
        events, seeds = await self.house.read_log(self.room.id, self.room.version)
        self.room.secrets.update(seeds)
        self.stale = False
        self.take(events)

    def take(self, events: Iterable[Event], reply: Callable[[], None] | None = None) -> None:
        try:
            for event in events:
                before = self.before_pause(event)
                wire = self.room.wire
                self.keep(event)
                self.room.fold(event)
                if reply is not None:
                    reply()
                    reply = None
                if event.kind in ("sit", "leave"):
                    self.seat_watchers()
                if event.kind == "deal":
                    self.held = None
                self.pause(event, before)
                self.show(event, wire)
                if event.kind == "auto" and self.room.seats[event.seat or 0].auto == "away":
                    self.house.still_here(self, event.seat or 0)
        except DoesNotFold as problem:
            self.house.quarantine(self.room.id, str(problem))
            raise Refused("ROOM_BROKEN") from None
        self.wake()

    def seat_watchers(self) -> None:
        """Who has left sees what a spectator sees, from this very event on; who sat down sees the seat."""
        for watcher in self.watchers:
            watcher.seat = None if watcher.player is None else self.room.seat_of(watcher.player)

    def keep(self, event: Event) -> None:
        """Before a deal the room is small: that is the moment for a snapshot."""
        if event.kind == "deal" and self.room.deal:
            self.house.store_snapshot(self.room.id, self.room.version, self.room.keep())

    # commands
    async def act(
        self,
        seat: int,
        cmd_id: str,
        move: Callable[[Room], str] | str,
        version: int | None = None,
        window: str | None = None,
        reply: Callable[[Ack], None] | None = None,
        by: str = "player",
    ) -> Ack:
        """A move of a seat. Refused, IllegalMove, StoreDown; a command that is known already is acknowledged again."""
        key = f"{seat}:{cmd_id}" if by == "player" else cmd_id
        mine = cmd_id if by == "player" else key

        def decide(room: Room) -> Plan:
            known = room.commands.get(key)
            if known is not None:
                raise Known(*known)
            if room.stage != PLAYING:
                raise Refused("NO_DEAL")
            current = room.window()
            if window is not None and window != current:
                raise Refused("STALE_VERSION", version=self.wire(), given=window)
            if window is None and version is not None and version != room.wire:
                raise Refused("STALE_VERSION", version=self.wire(), given=version)
            if seat not in room.to_act() and current is not None and self.held is not None:
                raise IllegalMove("NOT_TO_ACT", seat=seat)
            text = move if isinstance(move, str) else move(room)
            state = room.state()
            action = judge(room.game, state, seat, text)
            written = room.game.write(state, seat, action)
            events = [NewEvent("move", payload(move=written, by=by), seat, key, current)]
            if by == "player" and room.seats[seat].auto:
                events.insert(0, NewEvent("auto", payload(why=""), seat))
            return Plan(events, status="finished" if room.ends_match(seat, action) else None)

        def told() -> None:
            if reply is not None:
                reply(Ack(mine, *self.room.commands.get(key, (self.room.wire, None))))

        try:
            await self.submit(decide, told)
        except Known as known:
            ack = Ack(mine, known.version, known.window)
            if reply is not None:
                reply(ack)
            return ack
        return Ack(mine, *self.room.commands.get(key, (self.room.wire, None)))

    async def ready(self, seat: int, nonce: str) -> None:
        def decide(room: Room) -> Plan | None:
            if room.stage not in (WAITING, BETWEEN) or not room.commit:
                raise Refused("NO_DEAL")
            events = []
            if room.seats[seat].auto:
                events.append(NewEvent("auto", payload(why=""), seat))
            if room.seats[seat].nonce is None:
                events.append(NewEvent("ready", payload(nonce=nonce), seat, f"ready:{room.deal}:{room.version}:{seat}"))
            return Plan(events) if events else None

        await self.submit(decide)

    async def set_auto(self, seat: int, why: str, cmd_id: str | None = None, only_if: str | None = None) -> None:
        """Autopilot on (with a reason) or off (empty). `only_if`: the reason that is taken back."""

        def decide(room: Room) -> Plan | None:
            own = room.seats[seat]
            if own.kind != HUMAN or own.auto == why or room.stage in (FINISHED, CLOSED):
                return None
            if only_if is not None and own.auto != only_if:
                return None
            if why and own.auto:
                return None
            if cmd_id is not None and cmd_id in room.commands:
                return None
            return Plan([NewEvent("auto", payload(why=why), seat, cmd_id)])

        with contextlib.suppress(Known):
            await self.submit(decide)

    async def join(self, player: str, name: str, wish: int | None) -> int:
        """Takes a seat, or comes back to one's own."""
        taken: list[int] = []

        def decide(room: Room) -> Plan | None:
            taken.clear()
            own = room.seat_of(player)
            if own is not None:
                taken.append(own)
                back = room.seats[own].auto in ("left", "away")
                return Plan([NewEvent("auto", payload(why=""), own)]) if back else None
            free = [index for index, seat in enumerate(room.seats) if seat.kind == OPEN]
            if room.stage != WAITING or not free:
                raise Refused("ROOM_FULL")
            if wish is not None and wish not in free:
                raise Refused("SEAT_TAKEN")
            index = free[0] if wish is None else wish
            taken.append(index)
            return Plan([NewEvent("sit", payload(player=player, name=name), index)], seats=[(index, HUMAN, player, None)])

        await self.submit(decide)
        return taken[0]

    async def leave(self, player: str) -> None:
        def decide(room: Room) -> Plan | None:
            seat = room.seat_of(player)
            if seat is None:
                raise Refused("NOT_SEATED")
            if room.seats[seat].auto == "left":
                return None
            freed = [(seat, OPEN, None, None)] if room.stage == WAITING else []
            events = [NewEvent("leave", payload(), seat)]
            others = [s for k, s in enumerate(room.seats) if s.kind == HUMAN and k != seat and s.auto != "left"]
            close = not others and room.stage in (WAITING, FINISHED)
            if close:
                events.append(NewEvent("close", payload()))
            return Plan(events, seats=freed, status="closed" if close else None)

        await self.submit(decide)

    async def fill(self, player: str, index: int, level: str) -> None:
        """A bot for an empty seat; the owner's choice."""

        def decide(room: Room) -> Plan:
            if player != room.owner:
                raise Refused("NOT_OWNER")
            if room.stage != WAITING:
                raise Refused("ALREADY_BEGUN")
            if not 0 <= index < len(room.seats) or room.seats[index].kind != OPEN:
                raise Refused("SEAT_TAKEN")
            event = NewEvent("fill", payload(level=level, name=bots.bot_name(index)), index)
            return Plan([event], seats=[(index, BOT, None, level)])

        await self.submit(decide)

    async def set_options(self, player: str, rules: dict[str, object], options: Options) -> None:
        """Before the first deal, by the owner; everybody has to agree again."""

        def decide(room: Room) -> Plan:
            if player != room.owner:
                raise Refused("NOT_OWNER")
            if room.stage != WAITING:
                raise Refused("ALREADY_BEGUN")
            checked = room.game.rules(rules)
            if room.game.seats(checked) != len(room.seats):
                raise Refused("BAD_REQUEST", reason="these rules need another number of seats")
            text = encode(checked.to_json()).decode()
            return Plan([NewEvent("options", payload(rules=checked.to_json(), options=options))], rules=text)

        await self.submit(decide)

    async def share(self, player: str) -> None:
        """Lets everybody who has the link see the deals that are over."""

        def decide(room: Room) -> Plan | None:
            seat = room.seat_of(player)
            if seat is None:
                raise Refused("NOT_SEATED")
            return None if room.shared else Plan([NewEvent("share", payload(), seat)])

        await self.submit(decide)

    # what the server does by itself
    def wake(self) -> None:
        """Looks whether the server is to do something; never two at a time."""
        self.again = True
        if self.worker is None or self.worker.done():
            self.worker = self.house.spawn(self.work())

    async def work(self) -> None:
        while self.again and not self.house.stopping:
            self.again = False
            try:
                await self.next_step()
            except StoreDown:
                self.again = True
                await asyncio.sleep(0.5)
            except (Refused, IllegalMove, Known):
                self.again = not self.house.is_broken(self.room.id)  # another was quicker: look again
                await asyncio.sleep(0.01)

    async def next_step(self) -> None:
        """One thing at a time; each can be done by any node, and only one of them succeeds."""
        room = self.room
        if self.held is not None:
            await asyncio.sleep(max(0.0, self.held.until - time.monotonic()))
            self.release()
        if room.stage in (WAITING, BETWEEN):
            if not room.commit:
                await self.commit_next()
            elif room.ready_to_deal():
                await self.deal_next()
            return
        for seat in room.to_act():
            if await self.machine_move(seat):
                self.again = True
                return

    async def commit_next(self) -> None:
        """The server binds itself before it sees a nonce."""

        def decide(room: Room) -> Plan | None:
            if room.commit or room.stage not in (WAITING, BETWEEN):
                return None
            deal = 0 if room.table is None else room.table.deal_index + 1
            seed = secrets.token_bytes(32)
            told = payload(deal=deal, commit=fairness.commitment(seed))
            return Plan([NewEvent("commit", told, None, f"commit:{room.id}:{deal}")], (deal, seed))

        await self.submit(decide)

    async def deal_next(self) -> None:
        def decide(room: Room) -> Plan | None:
            if not room.ready_to_deal():
                return None
            told = payload(deal=room.deal, nonces=room.nonces())
            return Plan([NewEvent("deal", told, None, f"deal:{room.id}:{room.deal}")], status="playing")

        await self.submit(decide)

    async def machine_move(self, seat: int) -> bool:
        """A forced move, or that of a bot or an absent player; False when a person has to decide."""
        room = self.room
        window = room.window()
        state = room.state()
        legal = state.legal(seat)
        by = "bot" if room.seats[seat].kind == BOT else "auto"
        if len(legal) == 1 and len(room.game.exact(state, seat)) == 1:
            move = room.game.write(state, seat, legal[0])
            by = "forced"
        elif room.seats[seat].by_machine():
            move = await self.bot_move(seat, state, legal)
        else:
            return False
        if window is not None and window == room.window():
            await self.act(seat, f"{by}:{room.id}:{window}:{seat}", move, None, window, by=by)
        return True

    async def bot_move(self, seat: int, state: State, legal: list[int]) -> str:
        room = self.room
        game = room.game
        written = [game.write(state, seat, action) for action in legal]
        level = room.seats[seat].level or bots.AUTOPILOT
        seen = state.view(seat).to_json()
        move = await self.house.thinkers.think(bots.choose, game.name, level, seen, list(legal), secrets.randbits(48))
        pace = room.options.pace if self.watchers else 0.0
        await asyncio.sleep(max(0.0, self.shown_at + pace - time.monotonic()))
        if not isinstance(move, str):
            self.house.metrics.fallbacks += 1
            return bots.fallback(game, written)
        return move

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
            self.held = Held(shown.copy(), wire, time.monotonic() + room.options.claim_pause)

    def release(self) -> None:
        """The pause is over: what happened meanwhile is shown."""
        held = self.held
        self.held = None
        if held is not None and held.wire != self.room.wire:
            self.broadcast(What("move", None, []))

    # showing
    def wire(self) -> int:
        return self.room.wire if self.held is None else self.held.wire

    def online(self) -> list[bool]:
        here = {watcher.seat for watcher in self.watchers}
        now = time.monotonic()
        return [seat in here or self.elsewhere.get(seat, 0.0) > now for seat in range(len(self.room.seats))]

    def moment(self) -> Shown:
        room = self.room
        now = self.house.now()
        if self.held is not None:
            return Shown(room, self.held.state, self.held.wire, self.online(), now)
        table = room.table
        return Shown(room, None if table is None or room.resumed else table.state, room.wire, self.online(), now)

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

    def broadcast(self, what: What) -> None:
        if self.watchers:
            shown = self.moment()
            if what.kind == "move" and self.last_view is not None and shown.spectator is not None:
                event = Event(0, None, "move", "{}", None, None, 0.0)
                what = happened(self.room, event, self.last_view, shown.spectator)
            self.send_all(shown, what)

    def send_all(self, shown: Shown, what: What) -> None:
        self.last_view = shown.spectator
        self.shown_at = time.monotonic()
        frames: dict[int | None, bytes] = {}
        for watcher in self.watchers:
            frame = frames.get(watcher.seat)
            if frame is None:
                frame = frames[watcher.seat] = shown.event(watcher.seat, what)
            watcher.send(frame)

    def snapshot(self, seat: int | None) -> bytes:
        self.used_at = time.monotonic()
        shown = self.moment()
        if self.last_view is None:
            self.last_view = shown.spectator
        return shown.snapshot(seat)

    def tell_presence(self) -> None:
        spectators = sum(watcher.seat is None for watcher in self.watchers)
        frame = encode(Presence(seat_infos(self.room, self.online()), spectators))
        for watcher in self.watchers:
            watcher.send(frame)
