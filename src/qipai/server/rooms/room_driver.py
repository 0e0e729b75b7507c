"""What the server does by itself in a room: commitments, deals, forced moves, bots. Each step can be done by any node,
and only one of them succeeds."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from qipai.core import fairness
from qipai.core.errors import IllegalMove
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.audience import paused_state
from qipai.server.rooms.commands import Act, AlreadyWritten
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BETWEEN, BOT, WAITING
from qipai.server.rooms.trial import Trial
from qipai.server.storage.events import StoreDown

if TYPE_CHECKING:
    from qipai.server.rooms.live_room import LiveRoom


MOST_FORCED = 16  # that are written together


class RoomDriver:
    """Serves one room; never does two things at a time."""

    def __init__(self, live: LiveRoom) -> None:
        self.live = live
        self.node = live.node
        self.worker: asyncio.Task[None] | None = None
        self.again = False

    def idle(self) -> bool:
        return self.worker is None or self.worker.done()

    def wake(self) -> None:
        """The room has changed."""
        if not self.idle():
            self.again = True
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
        return any(room.seats[seat].by_machine() or room.choices(seat).forced for seat in room.to_act())

    def add_forced_moves(self, trial: Trial) -> None:
        """Moves without a choice are written with the one that led to them, unless a claim pause comes first."""
        before = trial.before
        for step in trial.steps:
            if self.live.held is not None or paused_state(step, before) is not None:
                return
            before = step.room
        for _ in range(MOST_FORCED):
            room = trial.room
            seat = next((seat for seat in room.to_act() if room.choices(seat).forced), None)
            if seat is None:
                return
            trial.move(seat, room.choices(seat).actions[0], "forced", f"forced:{room.id}:{room.window()}:{seat}")
            if paused_state(trial.steps[-1], room) is not None:
                return

    async def work(self) -> None:
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

    async def next_step(self) -> None:
        if self.live.held is not None:
            await self.node.clock.sleep_until(self.live.held.until)
            self.live.release()
        room = self.live.room
        if room.stage in (WAITING, BETWEEN):
            if not room.commit:
                await self.live.write(commit_to_next_deal)
            elif room.ready_to_deal():
                await self.live.write(deal_next)
            return
        for seat in room.to_act():
            if await self.machine_move(room, seat):
                self.again = True
                return

    async def machine_move(self, room: Room, seat: int) -> bool:
        """A forced move, or that of a bot or an absent player; False when a person has to decide."""
        window, choices = room.window(), room.choices(seat)
        if choices.forced:
            action, by = choices.actions[0], "forced"
        elif room.seats[seat].by_machine():
            action = await self.bot_move(room, seat, choices.actions)
            by = "bot" if room.seats[seat].kind == BOT else "auto"
        else:
            return False
        if window is not None and window == self.live.room.window():
            key = f"{by}:{room.id}:{window}:{seat}"
            await self.live.act(Act(seat, key, action, None, window, by), key)
        return True

    async def bot_move(self, room: Room, seat: int, legal: list[int]) -> int:
        state = room.state()
        level = room.seats[seat].level or bots.AUTOPILOT
        view = state.view(seat)
        seen = view.to_json()
        action = await self.node.workers.run(bots.choose, room.game.name, level, seen, legal, secrets.randbits(48))
        pace = room.options.pace if self.live.watchers else 0.0
        await self.node.clock.sleep_until(self.live.shown_at + pace)
        if isinstance(action, int) and (action in legal or action in room.game.exact(state, seat)):
            return action
        self.node.metrics.fallbacks += 1
        return bots.fallback(legal, [room.game.write(view, action) for action in legal])


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
