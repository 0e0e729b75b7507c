"""What was said at tables. It lives as long as its room."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.log import tell_nodes
from qipai.server.storage.store import Store

SAID = "~"  # on the bus, before the number of the newest line


async def add_line(store: Store, room: str, line: Mapping[str, object]) -> int:
    """Its number. The other nodes are told that there is something."""
    table = schema.chat

    def work(connection: Connection, now: float) -> int:
        number = int(connection.execute(table.insert().returning(table.c.id), {**line, "room": room, "at": now}).scalar_one())
        if not store.is_sqlite:
            tell_nodes(connection, store.name, [(room, f"{SAID}{number}")])
        return number

    return await asyncio.wrap_future(store.write(work, room))


async def read_lines(store: Store, room: str, after: int, most: int) -> list[tuple[Any, ...]]:
    """The newest, oldest first: (id, player, name, seat, channel, kind, text, at)."""
    table = schema.chat
    columns = (table.c.id, table.c.player, table.c.name, table.c.seat, table.c.channel, table.c.kind, table.c.text, table.c.at)
    query = sa.select(*columns).where((table.c.room == room) & (table.c.id > after)).order_by(table.c.id.desc()).limit(most)
    found = await asyncio.wrap_future(store.read(lambda c: [tuple(row) for row in c.execute(query)]))
    return found[::-1]


def forget(store: Store, room: str) -> None:
    """The room has ended."""
    query = schema.chat.delete().where(schema.chat.c.room == room)
    store.write(lambda connection, now: connection.execute(query).rowcount, room)
