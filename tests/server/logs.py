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
