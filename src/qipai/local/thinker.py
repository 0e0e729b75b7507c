"""Thoughts where nothing runs beside the rooms: one after another, in slices. Between two of them everybody else is served."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from qipai.agents.slices import Thought, slices_of

log = logging.getLogger("qipai.local")

T = TypeVar("T")
SLICE = 0.012  # seconds after which a thought rests
HOPS = 4  # turns of the loop in a rest: a frame passes through some tasks before it is answered


class Thinker:
    def __init__(self, seconds: float = SLICE) -> None:
        self.seconds = seconds
        self.turn = asyncio.Lock()  # two thoughts at a time would take each other's time
        self.until = 0.0

    async def run(
        self,
        work: Callable[..., Any],
        *args: object,
        limit: float | None = None,
        rank: int = 2,
        person: str = "",
        room: str = "",
    ) -> Any:
        """None if no thought came. Who waits no longer cancels it, and it ends with its slice."""
        await asyncio.sleep(0)
        async with self.turn:
            thought = slices_of(work, *args)
            try:
                while True:
                    self.some(thought)
                    await rest()
            except StopIteration as over:
                return over.value
            except Exception as problem:
                log.error("no thought came: %s", type(problem).__name__)
                return None

    async def pause(self) -> None:
        """For work that nobody waits for, as often as it likes: when its slice is over, others go first."""
        if time.monotonic() < self.until:
            return
        await rest()
        async with self.turn:
            self.until = time.monotonic() + self.seconds

    def some(self, thought: Thought[T]) -> None:
        """A slice; StopIteration at the end."""
        until = time.monotonic() + self.seconds
        next(thought)
        while time.monotonic() < until:
            next(thought)


async def rest() -> None:
    for _ in range(HOPS):
        await asyncio.sleep(0)
