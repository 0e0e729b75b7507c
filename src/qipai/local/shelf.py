"""Where the games of one person are kept: asked of whoever keeps them, such as a browser's database."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Protocol

from qipai.core.data import Json
from qipai.server.storage.events import Event, StoredLog, StoreDown


class Shelf(Protocol):
    """What is written is there when the call is over, all of it or nothing."""

    async def append(self, room: str, events: list[Event], secret: tuple[int, bytes] | None, line: Json) -> bool:
        """False: the log is longer than we knew, and nothing was written. StoreDown."""

    async def read(self, room: str, after: int = 0) -> StoredLog: ...

    async def line(self, room: str) -> Json | None:
        """The room as lists show it."""

    async def lines(self) -> list[Json]: ...

    async def save_snapshot(self, room: str, version: int, blob: bytes) -> None: ...

    async def read_snapshot(self, room: str) -> bytes | None: ...

    async def remove(self, room: str) -> None:
        """And the snapshots whose names begin with the room’s and a slash."""


class AskedShelf:
    """Asks with a line of JSON and is answered with one; whatever goes wrong there is StoreDown here."""

    def __init__(self, ask: Callable[[str], Awaitable[str]]) -> None:
        self.ask = ask

    async def asked(self, **question: object) -> Json:
        try:
            answer = json.loads(await self.ask(json.dumps(question, ensure_ascii=False)))
        except Exception as problem:
            raise StoreDown(str(problem)) from None
        assert isinstance(answer, dict)
        return answer

    async def append(self, room: str, events: list[Event], secret: tuple[int, bytes] | None, line: Json) -> bool:
        hidden = None if secret is None else [secret[0], secret[1].hex()]
        found = await self.asked(do="append", room=room, events=events, secret=hidden, line=line)
        return found["written"] is True

    async def read(self, room: str, after: int = 0) -> StoredLog:
        found = await self.asked(do="read", room=room, after=after)
        events, secrets = found["events"], found["secrets"]
        assert isinstance(events, list)
        assert isinstance(secrets, list)
        return StoredLog([Event(*row) for row in events], {deal: bytes.fromhex(seed) for deal, seed in secrets})

    async def line(self, room: str) -> Json | None:
        line = (await self.asked(do="line", room=room))["line"]
        assert line is None or isinstance(line, dict)
        return line

    async def lines(self) -> list[Json]:
        lines = (await self.asked(do="all_lines"))["lines"]
        assert isinstance(lines, list)
        return lines

    async def save_snapshot(self, room: str, version: int, blob: bytes) -> None:
        await self.asked(do="save_snapshot", room=room, blob=blob.decode())

    async def read_snapshot(self, room: str) -> bytes | None:
        blob = (await self.asked(do="read_snapshot", room=room))["blob"]
        return blob.encode() if isinstance(blob, str) else None

    async def remove(self, room: str) -> None:
        await self.asked(do="remove", room=room)
