"""What the server does by itself in a room: commitments, deals, forced moves, bots. Each step can be done by any node,
and only one of them succeeds."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

from qipai.core import fairness
from qipai.core.errors import IllegalMove
from qipai.server.fair_queue import MOVE
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.commands import Act, AlreadyWritten
from qipai.server.rooms.pace import delay
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BETWEEN, BOT, WAITING
from qipai.server.rooms.takeback import whim
from qipai.server.rooms.trial import Trial
from qipai.server.storage.events import StoreDown

if TYPE_CHECKING:
    from qipai.server.rooms.live_room import LiveRoom


MOST_FORCED = 16  # that are written together


class Plan(NamedTuple):
    """What the server is going to play for a seat; the action is None while it is thought about."""

    seat: int
    by: str
    action: int | None
    due: float  # by the node's clock


class RoomDriver:
    """Serves one room; never does two things at a time."""

    def __init__(self, live: LiveRoom) -> None:
        self.live = live
        self.node = live.node
        self.worker: asyncio.Task[None] | None = None
        self.again = False
        self.changed = asyncio.Event()
        self.thoughts: dict[tuple[str, int], asyncio.Task[int]] = {}  # by window and seat
        self.overdue: set[tuple[str, int]] = set()  # answers that are made for people whose time was up

    def idle(self) -> bool:
        return self.worker is None or self.worker.done()

    def wake(self) -> None:
        """The room has changed."""
        if not self.idle():
            self.again = True
            self.changed.set()
        elif self.has_work():
            self.again = True
            self.worker = self.node.spawn(self.work())

    def has_work(self) -> bool:
        """False while the room waits for people: nearly always."""
        room = self.live.room
        if self.live.held is not None:
            return True
        if room.stage in (WAITING, BETWEEN):
            return not room.commit or room.ready_to_deal()
        return any(self.by_machine(room, seat) or room.choices(seat).forced for seat in room.to_act())

    def by_machine(self, room: Room, seat: int) -> bool:
        return room.seats[seat].by_machine() or (room.window(), seat) in self.overdue

    def answer_for(self, seat: int) -> None:
        """The seat's time is up in a window where nobody may know that it was asked: it is answered for, and no more."""
        window = self.live.room.window()
        if window is not None:
            self.overdue = {key for key in self.overdue if key[0] == window} | {(window, seat)}
            self.wake()

    def add_forced_moves(self, trial: Trial) -> None:
        """Moves without a choice are written with the one that led to them, unless they keep to the pace of the table or
        a claim pause comes first."""
        if trial.room.even_pace() or self.live.held is not None or trial.room.pauses_after(trial.before):
            return
        for _ in range(MOST_FORCED):
            room = trial.room
            seat = next((seat for seat in room.to_act() if room.choices(seat).forced), None)
            if seat is None:
                return
            trial.move(seat, room.choices(seat).actions[0], "forced", f"forced:{room.id}:{room.window()}:{seat}")
            if trial.room.pauses_after(room):
                return

    async def work(self) -> None:
        try:
            while self.again and not self.node.stopping:
                self.again = False
                try:
                    await self.next_step()
                except StoreDown:
                    self.again = True
                    await asyncio.sleep(0.5)
                except (Refused, IllegalMove, AlreadyWritten):
                    self.again = not self.node.is_broken(self.live.room.id)  # another node was quicker: look again
                    await asyncio.sleep(0.01)
        finally:
            self.forget_thoughts(None)

    async def next_step(self) -> None:
        """Does what is due, or waits until something is."""
        live, now = self.live, self.node.clock.now()
        if live.held is not None and live.held.until <= now:
            live.release()
        room = live.room
        self.forget_thoughts(room.window())
        if live.held is None and room.stage in (WAITING, BETWEEN):
            if not room.commit:
                await live.write(commit_to_next_deal)
            elif room.ready_to_deal():
                await live.write(deal_next)
            return
        plans = self.plans(room)
        for plan in plans:
            if plan.action is not None and plan.due <= now:
                await self.play(room, plan, plan.action)
                self.again = True
                return
        moments = [plan.due for plan in plans if plan.action is not None]
        if live.held is not None:
            moments.append(live.held.until)
        if moments or plans:
            await self.rest(min(moments, default=None))
            self.again = True

    def plans(self, room: Room) -> list[Plan]:
        """Forced moves and those of bots and absent players. Bots begin to think as soon as they are to act, also while a
        pause still shows an earlier moment."""
        out = []
        for seat in room.to_act():
            choices, machine = room.choices(seat), self.by_machine(room, seat)
            if choices.forced:
                out.append(Plan(seat, "forced", choices.actions[0], self.due(room, seat, True)))
            elif machine:
                by = "bot" if room.seats[seat].kind == BOT else "auto"
                out.append(Plan(seat, by, self.thought(room, seat, choices.actions), self.due(room, seat, False)))
        return out

    def due(self, room: Room, seat: int, forced: bool) -> float:
        """By the node's clock. An answer to what a pause shows is given inside it, where nobody sees it."""
        live = self.live
        begins = live.shown_at
        if live.held is not None:
            if live.held.pause.window == room.window():
                return begins
            begins = live.held.until
        return begins + delay(room, seat, forced, bool(live.watchers))

    def thought(self, room: Room, seat: int, legal: list[int]) -> int | None:
        """What the seat's bot has come to; None while it thinks."""
        key = (room.window() or "", seat)
        found = self.thoughts.get(key)
        if found is None:
            found = self.thoughts[key] = asyncio.get_running_loop().create_task(self.think(room, seat, legal))
        if found.done() and (found.cancelled() or found.exception() is not None):
            return bots.fallback(room.game, room.state().view(seat), legal)
        return found.result() if found.done() else None

    def forget_thoughts(self, window: str | None) -> None:
        """Thoughts about a moment that has gone by."""
        for key in [key for key in self.thoughts if key[0] != window]:
            self.thoughts.pop(key).cancel()

    async def rest(self, until: float | None) -> None:
        """Until a moment, a thought, or a change of the room."""
        self.changed.clear()
        if self.again:
            return
        waits: list[asyncio.Task[object]] = [asyncio.ensure_future(self.changed.wait())]
        if until is not None:
            waits.append(asyncio.ensure_future(self.node.clock.sleep_until(until)))
        thinking = [thought for thought in self.thoughts.values() if not thought.done()]
        try:
            await asyncio.wait([*waits, *thinking], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    async def play(self, room: Room, plan: Plan, action: int) -> None:
        window = room.window()
        key = f"{plan.by}:{room.id}:{window}:{plan.seat}"
        await self.live.act(Act(plan.seat, key, action, None, window, plan.by), key)

    async def think(self, room: Room, seat: int, legal: list[int]) -> int:
        state = room.state()
        level = room.seats[seat].level or bots.AUTOPILOT
        view = state.view(seat)
        told = view.to_json()
        args = (room.game.name, level, told if room.drawn is None else view, legal, whim(room, seat, told), self.node.budget)
        action = await self.node.workers.run(bots.choose, *args, rank=MOVE, person=room.owner, room=room.id)
        if isinstance(action, int) and (action in legal or action in room.game.exact(state, seat)):
            return action
        self.node.metrics.fallbacks += 1
        return bots.fallback(room.game, view, legal)


def commit_to_next_deal(trial: Trial) -> None:
    """The server binds itself before it sees a nonce."""
    room = trial.room
    if room.commit or room.stage not in (WAITING, BETWEEN):
        return
    deal, seed = room.next_deal(), secrets.token_bytes(32)
    trial.commit(deal, seed, fairness.commitment(seed), f"commit:{room.id}:{deal}")


def deal_next(trial: Trial) -> None:
    room = trial.room
    if room.ready_to_deal():
        trial.add("deal", None, f"deal:{room.id}:{room.deal}", deal=room.deal, nonces=room.nonces())
