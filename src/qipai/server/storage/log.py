"""The statements that extend and read the log of a room."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from qipai.server.storage import schema
from qipai.server.storage.engines import insert
from qipai.server.storage.events import Append, Conflict, Deadline, Event, Outcome, Written

CHANNEL = "qipai_rooms"  # PostgreSQL's NOTIFY channel

COLUMNS = "room, version, seat, kind, payload, cmd_id, answers, at"
SQLITE_NOW = "(julianday('now') - 2440587.5) * 86400.0"
POSTGRES_NOW = "extract(epoch FROM clock_timestamp())"
# one statement for a whole group: between statements the writer has to wait for the interpreter
SQLITE_MANY = (
    f"INSERT INTO event ({COLUMNS}) SELECT {', '.join(f'value->>{k}' for k in range(7))}, {SQLITE_NOW} "
    "FROM json_each(?) WHERE true ON CONFLICT DO NOTHING RETURNING at"
)
POSTGRES_MANY = (
    f"INSERT INTO event ({COLUMNS}) SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::text[], "
    "%s::text[], %s::text[], %s::float8[]) ON CONFLICT DO NOTHING"
)


class Slower(Exception):
    """The quick way did not do; the group is written again, one append after the other."""


class LogWriter:
    """Appends inside a transaction of the writer's."""

    def __init__(self, dialect: str) -> None:
        self.is_sqlite = dialect == "sqlite"
        self.insert_event = insert(schema.event, dialect).on_conflict_do_nothing().returning(schema.event.c.version)

    def append_many(self, connection: Connection, wanted: list[Append], now: float) -> Written:
        """Plain appends in one statement. Slower, when one of them meets what is there."""
        rows = event_rows(wanted)
        if self.is_sqlite:
            times = connection.exec_driver_sql(SQLITE_MANY, (as_json(rows),)).fetchall()
            if len(times) != len(rows):
                raise Slower
            return Written(float(times[0][0]))
        columns = [list(column) for column in zip(*rows, strict=True)]
        if connection.exec_driver_sql(POSTGRES_MANY, (*columns, [now] * len(rows))).rowcount != len(rows):
            raise Slower
        notify(connection, [append.note() for append in wanted])
        return Written(now)

    def append(self, connection: Connection, wanted: Append, now: float) -> Outcome:
        """One append with all that belongs to it."""
        if not self.insert_events(connection, wanted, now):
            return Conflict()
        if wanted.secret is not None:
            deal, seed = wanted.secret
            connection.execute(schema.secret.insert(), {"room": wanted.room, "deal": deal, "server_seed": seed})
        if wanted.deadlines is not None:
            set_deadlines(connection, wanted.room, wanted.deadlines, now)
        for row in wanted.seats:
            values = {"kind": row.kind, "player": row.player, "level": row.level, "score": row.score}
            where = (schema.seat.c.room == wanted.room) & (schema.seat.c.idx == row.number)
            connection.execute(schema.seat.update().where(where).values(values))
        if wanted.touched or wanted.status is not None or wanted.rules is not None:
            changed: dict[str, object] = {"touched": now}
            if wanted.status is not None:
                changed["status"] = wanted.status
            if wanted.rules is not None:
                changed["rules"] = wanted.rules
            if wanted.code is not None:
                changed["code"] = wanted.code
            connection.execute(schema.room.update().where(schema.room.c.id == wanted.room).values(changed))
        if not self.is_sqlite:
            notify(connection, [wanted.note()])
        return Written(now)

    def insert_events(self, connection: Connection, wanted: Append, now: float) -> bool:
        """All of them, or none and False."""
        rows = [
            {
                "room": wanted.room,
                "version": wanted.version + k,
                "seat": event.seat,
                "kind": event.kind,
                "payload": event.payload,
                "cmd_id": event.cmd_id,
                "answers": event.answers,
                "at": now,
            }
            for k, event in enumerate(wanted.events)
        ]
        if len(rows) == 1:
            return connection.execute(self.insert_event, rows[0]).first() is not None
        point = connection.begin_nested()
        for row in rows:
            if connection.execute(self.insert_event, row).first() is None:
                point.rollback()
                return False
        point.commit()
        return True


def event_rows(wanted: list[Append]) -> list[tuple[object, ...]]:
    return [
        (a.room, a.version + k, e.seat, e.kind, e.payload, e.cmd_id, e.answers) for a in wanted for k, e in enumerate(a.events)
    ]


def as_json(rows: list[tuple[object, ...]]) -> str:
    return msgspec.json.encode(rows).decode()


def append_at_once(pool: Engine, wanted: list[Append]) -> Written:
    """Plain appends as a transaction of their own, past SQLAlchemy, which would cost more than the writing; SQLite.

    Slower, when anything is in the way: nothing is written then.
    """
    rows = event_rows(wanted)
    lent = pool.raw_connection()
    try:
        driver: Any = lent.driver_connection
        try:
            driver.execute("BEGIN IMMEDIATE")
            times = driver.execute(SQLITE_MANY, (as_json(rows),)).fetchall()
            if len(times) == len(rows):
                driver.execute("COMMIT")
                return Written(float(times[0][0]))
        except sqlite3.Error:
            pass
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        raise Slower
    finally:
        lent.close()


def set_deadlines(connection: Connection, room: str, deadlines: Sequence[Deadline], now: float) -> None:
    """The clocks of a room, all of them."""
    table = schema.deadline
    connection.execute(table.delete().where((table.c.room == room) & (table.c.kind == "clock")))
    for deadline in deadlines:
        at = deadline.at if deadline.at is not None else now + (deadline.after or 0.0)
        connection.execute(table.insert(), {"room": room, "kind": "clock", "seat": deadline.seat, "due_at": at})


def notify(connection: Connection, notes: list[str]) -> None:
    """Tells every node that listens; PostgreSQL only."""
    connection.exec_driver_sql("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, notes))


def events_after(connection: Connection, room: str, version: int) -> list[Event]:
    table = schema.event
    columns: list[Any] = [table.c[name] for name in Event._fields]
    query = sa.select(*columns).where((table.c.room == room) & (table.c.version > version))
    return [Event(*row) for row in connection.execute(query.order_by(table.c.version))]


def secrets_of(connection: Connection, room: str) -> dict[int, bytes]:
    table = schema.secret
    query = sa.select(table.c.deal, table.c.server_seed).where(table.c.room == room)
    return {deal: bytes(seed) for deal, seed in connection.execute(query)}


def latest_snapshot(connection: Connection, room: str) -> tuple[int, bytes] | None:
    table = schema.snapshot
    found = connection.execute(sa.select(table.c.version, table.c.blob).where(table.c.room == room)).first()
    return None if found is None else (found[0], bytes(found[1]))
