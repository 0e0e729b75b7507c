"""A shelf that asks nobody."""

from __future__ import annotations

from qipai.core.data import Json
from qipai.server.storage.events import Event, StoredLog


class MemoryShelf:
    """Lasts as long as the process."""

    def __init__(self) -> None:
        self.events: dict[str, list[Event]] = {}
        self.secrets: dict[str, dict[int, bytes]] = {}
        self.kept_lines: dict[str, Json] = {}
        self.snapshots: dict[str, bytes] = {}

    async def append(self, room: str, events: list[Event], secret: tuple[int, bytes] | None, line: Json) -> bool:
        log = self.events.setdefault(room, [])
        if events[0].version != len(log) + 1:
            return False
        log.extend(events)
        if secret is not None:
            self.secrets.setdefault(room, {})[secret[0]] = secret[1]
        self.kept_lines[room] = line
        return True

    async def read(self, room: str, after: int = 0) -> StoredLog:
        return StoredLog(self.events.get(room, [])[after:], dict(self.secrets.get(room, {})))

    async def line(self, room: str) -> Json | None:
        return self.kept_lines.get(room)

    async def lines(self) -> list[Json]:
        return list(self.kept_lines.values())

    async def save_snapshot(self, room: str, version: int, blob: bytes) -> None:
        self.snapshots[room] = blob

    async def read_snapshot(self, room: str) -> bytes | None:
        return self.snapshots.get(room)

    async def remove(self, room: str) -> None:
        for kept in (self.events, self.secrets, self.kept_lines, self.snapshots):
            kept.pop(room, None)
        for name in [name for name in self.snapshots if name.startswith(f"{room}/")]:
            del self.snapshots[name]
