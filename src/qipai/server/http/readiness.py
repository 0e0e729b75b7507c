"""Whether this node can serve: its database answers, and takes what is written."""

from __future__ import annotations

import asyncio
import time

from qipai.server.storage.events import StoreDown
from qipai.server.storage.store import Store

WAIT = 2.0  # seconds for the database
KEPT = 1.0  # seconds that an answer is good for: the page is open to everybody, and a commit is not for nothing


class Readiness:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.known = ""
        self.until = 0.0
        self.asking: asyncio.Task[None] | None = None

    async def status(self) -> str:
        """`ok`, or what is wrong. All who ask at once are told the same."""
        if time.monotonic() >= self.until:
            if self.asking is None:
                self.asking = asyncio.get_running_loop().create_task(self.ask())
            await asyncio.shield(self.asking)
        return self.known

    async def ask(self) -> None:
        try:
            self.known = await self.find_out()
        finally:
            self.until = time.monotonic() + KEPT
            self.asking = None

    async def find_out(self) -> str:
        try:
            async with asyncio.timeout(WAIT):
                await asyncio.wrap_future(self.store.read(self.store.now))
        except (StoreDown, TimeoutError):
            return "waiting for the database"
        try:
            async with asyncio.timeout(WAIT):
                await asyncio.wrap_future(self.store.write(self.store.touch))
        except (StoreDown, TimeoutError):
            return "the database cannot be written"
        return "ok"
