"""The statements that extend and read the log of a room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.engines import insert
from qipai.server.storage.events import Append, Conflict, Deadline, Event, Outcome, Written

CHANNEL = "qipai_rooms"  # PostgreSQL's NOTIFY channel for all nodes; each has one of its own, with its name

COLUMNS = "room, version, seat, kind, payload, cmd_id, answers, at"
SQLITE_NOW = "(julianday('now') - 2440587.5) * 86400.0"
POSTGRES_NOW = "extract(epoch FROM clock_timestamp())"
# one statement for a whole group: between statements the writer has to wait for the interpreter
SQLITE_MANY = (
    f"INSERT INTO event ({COLUMNS}) SELECT {', '.join(f'value->>{k}' for k in range(7))}, {SQLITE_NOW} "
    "FROM json_each(?) WHERE true ON CONFLICT DO NOTHING RETURNING at"
)
SQLITE_CLOCKS = (
    "DELETE FROM deadline WHERE kind = 'clock' AND room IN (SELECT value FROM json_each(?))",
    "INSERT INTO deadline (room, kind, seat, due_at) "
    "SELECT value->>0, 'clock', value->>1, coalesce(value->>3, ? + (value->>2)) FROM json_each(?)",
)
SQLITE_SEATS = (
    "UPDATE seat SET kind = new.value->>2, player = new.value->>3, level = new.value->>4, score = new.value->>5 "
    "FROM json_each(?) AS new WHERE seat.room = new.value->>0 AND seat.idx = new.value->>1"
)
SQLITE_ROOMS = (
    "UPDATE room SET touched = ?, status = coalesce(new.value->>1, status), rules = coalesce(new.value->>2, rules), "
    "code = coalesce(new.value->>3, code) FROM json_each(?) AS new WHERE room.id = new.value->>0"
)
SQLITE_SECRET = "INSERT INTO secret (room, deal, server_seed) VALUES (?, ?, ?)"
# LIMIT keeps the planner from reading all of a table whose size it may not know: one look into the index for each room
TELL = (
    f"SELECT count(pg_notify('{CHANNEL}_' || other.node, said.room || ' ' || said.word)::text) "
    "FROM json_to_recordset(%s::json) AS said(room text, word text) "
    "CROSS JOIN LATERAL (SELECT node FROM serving WHERE room = said.room AND node <> %s LIMIT 100) AS other"
)


def postgres_many(clocks: bool, rest: bool) -> str:
    """Appends with all that follows from them, and notes to those whom they concern: one statement, one answer, the time.
    `rest`: with seats, rooms and secrets.

    Deletions and insertions of one statement do not see each other, so a clock that keeps running is updated, not replaced.
    """
    parts = [
        f"told AS MATERIALIZED (SELECT {POSTGRES_NOW}::float8 AS at)",
        "wanted AS (SELECT * FROM json_to_recordset(%s::json) AS w(room text, version int, seat int, kind text, "
        "payload text, cmd_id text, answers text))",
        f"written AS (INSERT INTO event ({COLUMNS}) SELECT wanted.*, told.at FROM wanted, told)",
    ]
    if clocks:
        parts += [
            "due AS (SELECT * FROM json_to_recordset(%s::json) AS d(room text, seat int, after float8, at float8))",
            "run AS (INSERT INTO deadline (room, kind, seat, due_at) "
            "SELECT room, 'clock', seat, coalesce(due.at, told.at + due.after) FROM due, told "
            "ON CONFLICT (room, kind, seat) DO UPDATE SET due_at = excluded.due_at)",
            "stopped AS (DELETE FROM deadline WHERE kind = 'clock' AND room IN (SELECT json_array_elements_text(%s::json)) "
            "AND NOT EXISTS (SELECT 1 FROM due WHERE due.room = deadline.room AND due.seat = deadline.seat))",
        ]
    if rest:
        parts += [
            "sat AS (UPDATE seat SET kind = new.kind, player = new.player, level = new.level, score = new.score "
            "FROM json_to_recordset(%s::json) AS new(room text, idx int, kind text, player text, level text, score int) "
            "WHERE seat.room = new.room AND seat.idx = new.idx)",
            "listed AS (UPDATE room SET touched = told.at, status = coalesce(new.status, room.status), "
            "rules = coalesce(new.rules, room.rules), code = coalesce(new.code, room.code) "
            "FROM told, json_to_recordset(%s::json) AS new(room text, status text, rules text, code text) "
            "WHERE room.id = new.room)",
            "promised AS (INSERT INTO secret (room, deal, server_seed) SELECT room, deal, decode(seed, 'hex') "
            "FROM json_to_recordset(%s::json) AS new(room text, deal int, seed text))",
        ]
    return f"WITH {', '.join(parts)} SELECT at, ({TELL}) FROM told"


SEAT_KEYS = ("room", "idx", "kind", "player", "level", "score")
ROOM_KEYS = ("room", "status", "rules", "code")


class Slower(Exception):
    """The quick way did not do; the group is written again, one append after the other."""


class LogWriter:
    """Appends inside a transaction of the writer's."""

    def __init__(self, dialect: str, name: str) -> None:
        self.is_sqlite = dialect == "sqlite"
        self.name = name  # of the node: it need not be told what it writes itself
        self.many = {(clocks, rest): postgres_many(clocks, rest) for clocks in (False, True) for rest in (False, True)}
        self.insert_event = insert(schema.event, dialect).on_conflict_do_nothing().returning(schema.event.c.version)

    def append_many(self, connection: Connection, wanted: list[Append]) -> Written:
        """A group with the same few statements, however large. Slower, when one of them meets what is there."""
        if self.is_sqlite:
            times = connection.exec_driver_sql(SQLITE_MANY, (event_rows(wanted),)).fetchall()
            if len(times) != sum(len(append.events) for append in wanted):
                raise Slower
            at = float(times[0][0])
            for statement, values in sqlite_rest(wanted, at):
                connection.exec_driver_sql(statement, values)
            return Written(at)
        statement, values = self.postgres_group(wanted)
        try:
            return Written(float(connection.exec_driver_sql(statement, values).one()[0]))
        except sa.exc.IntegrityError:
            raise Slower from None

    def postgres_group(self, wanted: list[Append]) -> tuple[str, tuple[str, ...]]:
        """A group of appends as one statement and its values."""
        values = [event_objects(wanted)]
        rooms, dues = clock_rows(wanted)
        if rooms:
            values.append(as_json([{"room": room, "seat": seat, "after": after, "at": at} for room, seat, after, at in dues]))
            values.append(as_json(rooms))
        rest = [append for append in wanted if not append.is_plain()]
        if rest:
            values += [as_objects(SEAT_KEYS, seat_changes(rest)), as_objects(ROOM_KEYS, room_changes(rest))]
            values += [as_json([{"room": room, "deal": deal, "seed": seed.hex()} for room, deal, seed in secret_rows(rest)])]
        notes = [(append.room, str(append.last_version())) for append in wanted]
        return self.many[bool(rooms), bool(rest)], (*values, notes_json(notes), self.name)

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
            tell_nodes(connection, self.name, [(wanted.room, str(wanted.last_version()))])
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


def event_rows(wanted: list[Append]) -> str:
    rows = [
        (a.room, a.version + k, e.seat, e.kind, e.payload, e.cmd_id, e.answers) for a in wanted for k, e in enumerate(a.events)
    ]
    return as_json(rows)


def event_objects(wanted: list[Append]) -> str:
    rows = [
        {
            "room": a.room,
            "version": a.version + k,
            "seat": e.seat,
            "kind": e.kind,
            "payload": e.payload,
            "cmd_id": e.cmd_id,
            "answers": e.answers,
        }
        for a in wanted
        for k, e in enumerate(a.events)
    ]
    return as_json(rows)


def clock_rows(wanted: list[Append]) -> tuple[list[str], list[tuple[str, int, float | None, float | None]]]:
    """(rooms whose clocks are replaced, the clocks)."""
    told = [append for append in wanted if append.deadlines is not None]
    return [a.room for a in told], [(a.room, d.seat, d.after, d.at) for a in told for d in a.deadlines or ()]


def seat_changes(wanted: list[Append]) -> list[tuple[object, ...]]:
    return [(append.room, *seat) for append in wanted for seat in append.seats]


def room_changes(wanted: list[Append]) -> list[tuple[str, str | None, str | None, str | None]]:
    """(room, status, rules, code) of those whose line in the lists of rooms changes; None: as it was."""
    return [(a.room, a.status, a.rules, a.code) for a in wanted if a.touched or a.status is not None or a.rules is not None]


def secret_rows(wanted: list[Append]) -> list[tuple[str, int, bytes]]:
    return [(append.room, *append.secret) for append in wanted if append.secret is not None]


def sqlite_rest(wanted: list[Append], at: float) -> list[tuple[str, tuple[object, ...]]]:
    """The statements for what belongs to the events of a group."""
    out: list[tuple[str, tuple[object, ...]]] = []
    rooms, dues = clock_rows(wanted)
    if rooms:
        out += zip(SQLITE_CLOCKS, ((as_json(rooms),), (at, as_json(dues))), strict=True)
    if seats := seat_changes(wanted):
        out.append((SQLITE_SEATS, (as_json(seats),)))
    if listed := room_changes(wanted):
        out.append((SQLITE_ROOMS, (at, as_json(listed))))
    return out + [(SQLITE_SECRET, row) for row in secret_rows(wanted)]


def as_json(rows: object) -> str:
    return msgspec.json.encode(rows).decode()


def as_objects(keys: tuple[str, ...], rows: Sequence[tuple[object, ...]]) -> str:
    return as_json([dict(zip(keys, row, strict=True)) for row in rows])


def set_deadlines(connection: Connection, room: str, deadlines: Sequence[Deadline], now: float) -> None:
    """The clocks of a room, all of them."""
    table = schema.deadline
    connection.execute(table.delete().where((table.c.room == room) & (table.c.kind == "clock")))
    for deadline in deadlines:
        at = deadline.at if deadline.at is not None else now + (deadline.after or 0.0)
        connection.execute(table.insert(), {"room": room, "kind": "clock", "seat": deadline.seat, "due_at": at})


def notes_json(notes: Iterable[tuple[str, str]]) -> str:
    return as_json([{"room": room, "word": word} for room, word in notes])


def tell_nodes(connection: Connection, name: str, notes: Iterable[tuple[str, str]]) -> None:
    """Words about rooms, to the nodes other than `name` that serve them; PostgreSQL only."""
    connection.exec_driver_sql(TELL, (notes_json(notes), name))


def tell_all(connection: Connection, notes: list[str]) -> None:
    """To every node that listens; PostgreSQL only."""
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
