"""Rooms folded from their logs at once, to compare them with those that have lived."""

from __future__ import annotations

from collections.abc import Iterable

from qipai.server.rooms.room import Room
from qipai.server.rooms.snapshots import restore
from qipai.server.storage.events import Event


def fold_all(name: str, events: Iterable[Event], secrets: dict[int, bytes], blob: bytes | None = None) -> Room:
    """The room that a log describes, from its beginning or from a snapshot."""
    room = Room(name, secrets)
    if blob is not None:
        restore(room, blob)
    for event in events:
        if event.version > room.version:
            room.fold(event)
    return room
