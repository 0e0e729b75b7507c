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
        self.was_ok = time.monotonic()  # a node that could not reach its database would not have started
        self.asking: asyncio.Task[None] | None = None

    async def status(self) -> str:
        """`ok`, or what is wrong. All who ask at once are told the same."""
        if (asking := self.look()) is not None:
            await asyncio.shield(asking)
        return self.known

    def status_within(self, seconds: float) -> str:
        """The same without waiting, and `ok` as long as it was so in the last seconds: for a proxy, which should neither
        wait long for its answer nor send everybody away when the database starts again."""
        self.look()
        return "ok" if time.monotonic() - self.was_ok <= seconds else self.known or "waiting for the database"

    def look(self) -> asyncio.Task[None] | None:
        """The question under way; None while the last answer is good."""
        if time.monotonic() < self.until:
            return None
        if self.asking is None:
            self.asking = asyncio.get_running_loop().create_task(self.ask())
        return self.asking

    async def ask(self) -> None:
        try:
            self.known = await self.find_out()
            if self.known == "ok":
                self.was_ok = time.monotonic()
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
