"""What the server does by itself in a room: commitments, deals, forced moves, bots. Each step can be done by any node,
and only one of them succeeds."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from qipai.core import fairness
from qipai.core.errors import IllegalMove
from qipai.core.state import State
from qipai.server.refusal import Refused
from qipai.server.rooms import bots
from qipai.server.rooms.plan import Known, Plan, payload
from qipai.server.rooms.room import BETWEEN, BOT, WAITING, Room, is_forced
from qipai.server.storage.store import NewEvent, StoreDown

if TYPE_CHECKING:
    from qipai.server.rooms.live_room import Live


class Steward:
    """Serves one room; never does two things at a time."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.house = live.house
        self.worker: asyncio.Task[None] | None = None
        self.again = False

    def idle(self) -> bool:
        return self.worker is None or self.worker.done()

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
                self.again = not self.house.is_broken(self.live.room.id)  # another was quicker: look again
                await asyncio.sleep(0.01)

    async def next_step(self) -> None:
        """One thing at a time; each can be done by any node, and only one of them succeeds."""
        room = self.live.room
        if self.live.held is not None:
            await self.house.clock.sleep_until(self.live.held.until)
            self.live.release()
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

        await self.live.submit(decide)

    async def deal_next(self) -> None:
        def decide(room: Room) -> Plan | None:
            if not room.ready_to_deal():
                return None
            told = payload(deal=room.deal, nonces=room.nonces())
            return Plan([NewEvent("deal", told, None, f"deal:{room.id}:{room.deal}")], status="playing")

        await self.live.submit(decide)

    async def machine_move(self, seat: int) -> bool:
        """A forced move, or that of a bot or an absent player; False when a person has to decide."""
        room = self.live.room
        window = room.window()
        state = room.state()
        legal = state.legal(seat)
        by = "bot" if room.seats[seat].kind == BOT else "auto"
        if is_forced(room.game, state, seat, legal):
            move = room.game.write(state, seat, legal[0])
            by = "forced"
        elif room.seats[seat].by_machine():
            move = await self.bot_move(seat, state, legal)
        else:
            return False
        if window is not None and window == room.window():
            await self.live.act(seat, f"{by}:{room.id}:{window}:{seat}", move, None, window, by=by)
        return True

    async def bot_move(self, seat: int, state: State, legal: list[int]) -> str:
        room = self.live.room
        game = room.game
        written = [game.write(state, seat, action) for action in legal]
        level = room.seats[seat].level or bots.AUTOPILOT
        seen = state.view(seat).to_json()
        move = await self.house.thinkers.think(bots.choose, game.name, level, seen, list(legal), secrets.randbits(48))
        pace = room.options.pace if self.live.watchers else 0.0
        await self.house.clock.sleep_until(self.live.shown_at + pace)
        if not isinstance(move, str):
            self.house.metrics.fallbacks += 1
            return bots.fallback(game, written)
        return move
