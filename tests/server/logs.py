"""Rows that tests of the store need before they can write events."""

from __future__ import annotations

from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.store import Store


def make_rooms(store: Store, count: int) -> list[str]:
    names = [f"room{k}" for k in range(count)]

    def work(connection: Connection, now: float) -> None:
        connection.execute(schema.user.insert(), {"id": "u", "name": "Ann", "created": now})
        common = {"game": "g", "rules": "{}", "owner": "u", "public": False, "status": "open", "created": now, "touched": now}
        connection.execute(schema.room.insert(), [{"id": name, **common} for name in names])

    store.write(work).result()
    return names


def many_rooms(store: Store, count: int) -> None:
    names = [f"r{k:04}" for k in range(count)]

    def work(connection: Connection, now: float) -> None:
        connection.execute(schema.user.insert(), {"id": "u", "name": "Ann", "created": now})
        common = {
            "game": "xianqi",
            "rules": "{}",
            "owner": "u",
            "public": True,
            "status": "playing",
            "created": now,
            "seen": now,
        }
        connection.execute(schema.room.insert(), [{"id": name, **common, "touched": now - k} for k, name in enumerate(names)])
        seats = [{"room": name, "idx": k, "kind": "human", "player": "u"} for name in names for k in range(3)]
        connection.execute(schema.seat.insert(), seats)
        moves = [(k, name, version) for k, name in enumerate(names) for version in (1, 2, 3)]
        common = {"kind": "move", "payload": "{}"}
        events = [{"room": name, "version": version, "at": now - k, **common} for k, name, version in moves]
        connection.execute(schema.event.insert(), events)

    store.write(work).result()
