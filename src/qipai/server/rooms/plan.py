"""What a command would write, and what may come of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qipai.server.rooms.messages import encode
from qipai.server.storage.store import NewEvent


class Plan(NamedTuple):
    """What a command would write."""

    events: Sequence[NewEvent]
    secret: tuple[int, bytes] | None = None
    seats: Sequence[tuple[int, str, str | None, str | None]] = ()
    status: str | None = None
    rules: str | None = None


class Known(Exception):
    """The same command was written before."""

    def __init__(self, version: int, window: str | None) -> None:
        self.version = version
        self.window = window


def payload(**data: object) -> str:
    return encode(data).decode()
