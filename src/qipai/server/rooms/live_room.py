"""A room that somebody looks at: the write path and the commands that take it.

Only after the commit is an event folded, and only what is folded is shown. One lock per room: a room's events are
written one after another, different rooms' events go into the same commit.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from qipai.core.errors import IllegalMove
from qipai.core.table import judge
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.audience import Audience
from qipai.server.rooms.messages import Ack, encode
from qipai.server.rooms.plan import Known, Plan, payload
from qipai.server.rooms.room import BETWEEN, BOT, CLOSED, FINISHED, HUMAN, OPEN, PLAYING, WAITING, DoesNotFold, Options, Room
from qipai.server.rooms.room_driver import Steward
from qipai.server.storage.store import Append, Conflict, Due, Event, NewEvent, StoreDown

if TYPE_CHECKING:
    from qipai.server.node import House

TRIES = 8  # how often a command is judged again after another was quicker


class Live(Audience):
    """One room in memory: its audience, the write path, and the commands."""

    def __init__(self, house: House, room: Room) -> None:
        super().__init__(house, room)
        self.lock = asyncio.Lock()
        self.stale = False
        self.steward = Steward(self)

    def wake(self) -> None:
        self.steward.wake()

    # the write path
    async def submit(self, decide: Callable[[Room], Plan | None], reply: Callable[[], None] | None = None) -> None:
        """Judges, writes, and only then folds and shows; goes on even if whoever asked is gone. Refused, Known, StoreDown."""
        await asyncio.shield(self.house.finish(self.write_down(decide, reply)))

    async def write_down(self, decide: Callable[[Room], Plan | None], reply: Callable[[], None] | None) -> None:
        self.used_at = self.house.clock.now()
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
                    outcome = await self.house.store.append_soon(wanted)
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
