"""Promises of time: `clock` for a decision, `grace` for a seat without its player, `host` for a room without its owner."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.store import Store

MOST = 200  # in one sweep
LATE = 2.0  # seconds after which any node takes a deadline that the room's own has left


class DueDeadline(NamedTuple):
    room: str
    kind: str
    seat: int


async def due_deadlines(store: Store) -> tuple[float, list[DueDeadline]]:
    """(the database's time, what is due by it, oldest first). What another node serves is left to it for a while."""
    table, serving = schema.deadline, schema.serving
    query = sa.select(table.c.room, table.c.kind, table.c.seat)

    def is_ours(now: float) -> sa.ColumnElement[bool]:
        served = sa.exists().where(serving.c.room == table.c.room)
        here = served.where(serving.c.node == store.name)
        return (table.c.due_at <= now - LATE) | ~served | here

    def work(connection: Connection) -> tuple[float, list[DueDeadline]]:
        now = store.now(connection)
        due = query.where(table.c.due_at <= now)
        if not store.is_sqlite:
            due = due.where(is_ours(now))
        rows = connection.execute(due.order_by(table.c.due_at).limit(MOST))
        return now, [DueDeadline(*row) for row in rows]

    return await asyncio.wrap_future(store.read(work))


def drop_deadline(store: Store, room: str, kind: str, seat: int) -> None:
    table = schema.deadline
    where = (table.c.room == room) & (table.c.kind == kind) & (table.c.seat == seat)
    store.write(lambda connection, now: connection.execute(table.delete().where(where)).rowcount, room)


def renew(store: Store, room: str, clocks: dict[int, float], grace: float) -> Future[None]:
    """The clocks of a room, each by the seconds that are left of it; grace times that run restart."""
    table = schema.deadline
    mine = table.c.room == room

    def work(connection: Connection, now: float) -> None:
        connection.execute(table.delete().where(mine & (table.c.kind == "clock")))
        for seat, left in clocks.items():
            connection.execute(table.insert(), {"room": room, "kind": "clock", "seat": seat, "due_at": now + left})
        connection.execute(table.update().where(mine & (table.c.kind == "grace")).values(due_at=now + grace))

    return store.write(work)


def add(store: Store, room: str, kind: str, seats: list[int], seconds: float) -> None:
    """The time of players who are not here, from now on; one that runs already goes on."""
    insert = store.insert(schema.deadline).on_conflict_do_nothing()

    def work(connection: Connection, now: float) -> None:
        for seat in seats:
            connection.execute(insert, {"room": room, "kind": kind, "seat": seat, "due_at": now + seconds})

    store.write(work, room)
