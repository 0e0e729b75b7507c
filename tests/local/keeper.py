"""What a browser keeps for the home, as a dictionary: the same questions, the same answers."""

from __future__ import annotations

import json
from typing import Any


class Keeper:
    def __init__(self) -> None:
        self.events: dict[str, list[list[Any]]] = {}
        self.secrets: dict[str, list[list[Any]]] = {}
        self.lines: dict[str, Any] = {}
        self.snapshots: dict[str, str] = {}
        self.fails = False  # what a full disk does

    async def __call__(self, text: str) -> str:
        if self.fails:
            raise OSError("no room left")
        asked = json.loads(text)
        return json.dumps(getattr(self, asked.pop("do"))(**asked))

    def append(self, room: str, events: list[list[Any]], secret: list[Any] | None, line: Any) -> dict[str, Any]:
        log = self.events.setdefault(room, [])
        if events[0][0] != len(log) + 1:
            return {"written": False}
        log.extend(events)
        self.secrets.setdefault(room, []).extend([] if secret is None else [secret])
        self.lines[room] = line
        return {"written": True}

    def read(self, room: str, after: int) -> dict[str, Any]:
        return {"events": self.events.get(room, [])[after:], "secrets": self.secrets.get(room, [])}

    def line(self, room: str) -> dict[str, Any]:
        return {"line": self.lines.get(room)}

    def all_lines(self) -> dict[str, Any]:
        return {"lines": list(self.lines.values())}

    def save_snapshot(self, room: str, blob: str) -> dict[str, Any]:
        self.snapshots[room] = blob
        return {}

    def read_snapshot(self, room: str) -> dict[str, Any]:
        return {"blob": self.snapshots.get(room)}

    def remove(self, room: str) -> dict[str, Any]:
        for kept in (self.events, self.secrets, self.lines, self.snapshots):
            kept.pop(room, None)
        for name in [name for name in self.snapshots if name.startswith(f"{room}/")]:
            del self.snapshots[name]
        return {}
