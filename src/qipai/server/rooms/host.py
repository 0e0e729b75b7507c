"""What a room in memory needs of the home in which it is played: a server's node, or a browser that plays alone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from qipai.server.http.limits import Buckets
from qipai.server.metrics import Metrics
from qipai.server.rooms.clock import NodeClock
from qipai.server.storage.events import Append, Outcome, SeatRow, StoredLog

if TYPE_CHECKING:
    from qipai.server.rooms.live_room import LiveRoom


class Log(Protocol):
    """Where events are written: all that go together, or none of them."""

    def append_soon(self, wanted: Append) -> asyncio.Future[Outcome]:
        """StoreDown when it is not known whether they were written."""


class Books(Protocol):
    """What is kept of rooms beside the writing of their events."""

    async def read_log(self, room: str, version: int = 0) -> StoredLog: ...

    async def is_written(self, room: str, cmd_id: str) -> bool: ...

    def save_snapshot(self, room: str, version: int, blob: bytes) -> None: ...

    def set_status(self, room: str, status: str, seats: Sequence[SeatRow]) -> None: ...

    async def add_line(self, room: str, line: Mapping[str, object]) -> int: ...

    async def read_lines(self, room: str, after: int, most: int) -> list[tuple[Any, ...]]: ...

    def forget_talk(self, room: str) -> None: ...


class Thinkers(Protocol):
    """Those who compute what would keep a room waiting."""

    async def run(
        self,
        work: Any,
        *args: object,
        limit: float | None = None,
        rank: int = 2,
        person: str = "",
        room: str = "",
    ) -> Any:
        """The answer, or None when there is none in time."""


class Host(Protocol):
    clock: NodeClock
    metrics: Metrics
    talks: Buckets
    words: list[str]
    stopping: bool
    jumped: float
    budget: str  # how long bots may think

    @property
    def store(self) -> Log: ...

    @property
    def books(self) -> Books: ...

    @property
    def workers(self) -> Thinkers: ...

    @property
    def talk_key(self) -> bytes:
        """From which it follows what people are called in a room's frames."""

    def now(self) -> float: ...

    def steady(self, at: float) -> float: ...

    def heard_time(self, at: float, asked: float) -> bool: ...

    def finish(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]: ...

    def is_broken(self, room: str) -> bool: ...

    def quarantine(self, room: str, reason: str) -> None: ...

    def spectators_changed(self, live: LiveRoom) -> None: ...

    def host_is_here(self, live: LiveRoom) -> None: ...

    def still_here(self, live: LiveRoom, seat: int) -> None: ...
