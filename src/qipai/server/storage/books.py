"""What a database keeps of rooms beside the writing of their events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qipai.server.storage import chat_rows, room_rows
from qipai.server.storage.events import SeatRow, StoredLog
from qipai.server.storage.store import Store


class StoreBooks:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def read_log(self, room: str, version: int = 0) -> StoredLog:
        return await room_rows.read_log(self.store, room, version)

    async def is_written(self, room: str, cmd_id: str) -> bool:
        return await room_rows.is_written(self.store, room, cmd_id)

    def save_snapshot(self, room: str, version: int, blob: bytes) -> None:
        room_rows.save_snapshot(self.store, room, version, blob)

    def set_status(self, room: str, status: str, seats: Sequence[SeatRow]) -> None:
        room_rows.set_status(self.store, room, status, seats)

    async def add_line(self, room: str, line: Mapping[str, object]) -> int:
        return await chat_rows.add_line(self.store, room, line)

    async def read_lines(self, room: str, after: int, most: int) -> list[tuple[Any, ...]]:
        return await chat_rows.read_lines(self.store, room, after, most)

    def forget_talk(self, room: str) -> None:
        chat_rows.forget(self.store, room)
