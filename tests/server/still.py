"""A clock of the tests' own: it goes on only when the server has nothing left to do, so times are exact on a busy machine."""

from __future__ import annotations

import asyncio

from qipai.server.node import Node
from qipai.server.rooms.clock import NodeClock
from qipai.server.rooms.live_room import LiveRoom
from tests.server.players import PATIENCE


class StillClock(NodeClock):
    """Stands still until it is told to advance to the next moment that somebody waits for."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    async def sleep_until(self, at: float) -> None:
        if at > self.time:
            sleeper = (at, asyncio.get_running_loop().create_future())
            self.sleepers.append(sleeper)
            try:
                await sleeper[1]
            finally:
                if sleeper in self.sleepers:
                    self.sleepers.remove(sleeper)

    def next_moment(self) -> float | None:
        return min((at for at, _ in self.sleepers), default=None)

    def go_on(self) -> None:
        self.sleepers.sort(key=lambda sleeper: sleeper[0])
        self.time, future = self.sleepers.pop(0)
        future.set_result(None)


async def quiet(node: Node, live: LiveRoom, clock: StillClock) -> None:
    """Waits until the server has nothing left to do at this moment of its clock."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for _ in range(5):
                await asyncio.sleep(0)
            driver = live.driver
            resting = driver.idle() or (clock.sleepers and not driver.again)
            if resting and not node.writing and not live.lock.locked():
                return
            await asyncio.sleep(0.0005)
