"""The time by which a node shows and waits. Tests bring their own, which stands still until it is told to advance."""

from __future__ import annotations

import asyncio
import time


class NodeClock:
    """Seconds since some moment; never set back. What is due the database's clock decides, not this one."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep_until(self, at: float) -> None:
        await asyncio.sleep(max(0.0, at - self.now()))
