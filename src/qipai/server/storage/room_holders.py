"""Which node serves which room, and the notes between them. PostgreSQL only: with SQLite nobody else is there.

A row in `serving` says that a node holds a room in memory. It gives no right to anything: the log alone decides who was first.
It says where notes are worth sending, which is to nobody as long as the proxy sends a room's people to one node, and who
looks after a deadline first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import Future

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.log import tell_nodes
from qipai.server.storage.store import Store

# one look into the index for each room; LIMIT keeps the planner from reading all of the table instead
NEWS = (
    "SELECT known.room FROM unnest(%s::text[], %s::int[]) AS known(room, version) "
    "CROSS JOIN LATERAL (SELECT 1 FROM event WHERE room = known.room AND version > known.version LIMIT 1) AS newer"
)


async def begin(store: Store, room: str) -> None:
    """From now on this node is told of the room. Whoever serves it, too, is asked who is there."""
    table = schema.serving
    found = sa.select(schema.room.c.id, sa.literal(store.name)).where(schema.room.c.id == room)
    query = store.insert(table).from_select(["room", "node"], found).on_conflict_do_nothing()

    def work(connection: Connection, now: float) -> None:
        if connection.execute(query).rowcount:
            tell_nodes(connection, store.name, [(room, f"?{store.name}")])

    await asyncio.wrap_future(store.write(work))


def end(store: Store, rooms: Iterable[str]) -> Future[None]:
    table, gone = schema.serving, list(rooms)

    def work(connection: Connection, now: float) -> None:
        connection.execute(table.delete().where((table.c.node == store.name) & table.c.room.in_(gone)))

    return store.write(work)


def leave(store: Store) -> Future[None]:
    """The node goes down."""

    def work(connection: Connection, now: float) -> None:
        connection.execute(schema.serving.delete().where(schema.serving.c.node == store.name))
        connection.execute(schema.node.delete().where(schema.node.c.id == store.name))

    return store.write(work)


def renew(store: Store, rooms: Iterable[str], believed: float) -> Future[None]:
    """This node lives and serves these rooms; others that have not said so for a while are forgotten."""
    node, serving, mine = schema.node, schema.serving, list(rooms)

    def work(connection: Connection, now: float) -> None:
        seen = store.insert(node).values(id=store.name, seen=now)
        connection.execute(seen.on_conflict_do_update(index_elements=["id"], set_={"seen": now}))
        connection.exec_driver_sql(
            "INSERT INTO serving (room, node) SELECT id, %s FROM room WHERE id = ANY(%s::text[]) ON CONFLICT DO NOTHING",
            (store.name, mine),
        )
        gone = node.delete().where(node.c.seen < now - believed).returning(node.c.id)
        names = [row[0] for row in connection.execute(gone)]
        if names:
            connection.execute(serving.delete().where(serving.c.node.in_(names)))

    return store.write(work)


def announce(store: Store, notes: list[tuple[str, str]]) -> None:
    """Words about rooms, to the other nodes that serve them."""
    if not store.is_sqlite and notes:
        store.write(lambda connection, now: tell_nodes(connection, store.name, notes))


async def rooms_with_news(store: Store, known: dict[str, int]) -> list[str]:
    """Those of the rooms whose log goes on after the version that is known: one statement, one look into the index each."""
    columns = (list(known), list(known.values()))
    return await asyncio.wrap_future(store.read(lambda c: [row[0] for row in c.exec_driver_sql(NEWS, columns)]))
