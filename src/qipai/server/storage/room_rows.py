"""Rooms in the database: opening one, reading its log, snapshots, and the lists of rooms."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.events import Append, Event, NewEvent, SeatRow, StoredLog
from qipai.server.storage.log import events_after, latest_snapshot, secrets_of
from qipai.server.storage.store import Store

LISTED = 100
GOING_ON = ("open", "playing")
EMPTY = 60.0  # seconds after which a public room is no longer listed whose node did not say that somebody is there


class RoomRow(NamedTuple):
    """A room in a list."""

    id: str
    code: str | None
    game: str
    rules: str
    status: str
    public: bool
    updated: float  # when somebody sat down or left, a deal began, or the room changed; never a move, which may be hidden
    seats: list[tuple[str, str | None, str | None, str | None, int | None]]  # (kind, player, level, player's name, score)


async def create_room(
    store: Store, room: str, game: str, rules: str, owner: str, public: bool, seats: Sequence[SeatRow], event: NewEvent
) -> None:
    def work(connection: Connection, now: float) -> None:
        row = {"id": room, "game": game, "rules": rules, "owner": owner, "public": public}
        connection.execute(schema.room.insert(), {**row, "status": "open", "created": now, "touched": now, "seen": now})
        rows = [{"room": room, "idx": s.number, "kind": s.kind, "player": s.player, "level": s.level} for s in seats]
        connection.execute(schema.seat.insert(), rows)
        store.log.append(connection, Append(room, 1, [event]), now)

    await asyncio.wrap_future(store.write(work, room))


async def read_room(store: Store, room: str) -> StoredLog:
    """From its latest snapshot on, where there is one."""

    def work(connection: Connection) -> StoredLog:
        kept = latest_snapshot(connection, room)
        events = events_after(connection, room, 0 if kept is None else kept[0])
        if kept is not None and not events:  # a snapshot alone has no table
            kept, events = None, events_after(connection, room, 0)
        return StoredLog(events, secrets_of(connection, room), None if kept is None else kept[1])

    return await asyncio.wrap_future(store.read(work))


async def read_log(store: Store, room: str, version: int = 0) -> StoredLog:
    """What was written after a version, and the secrets when they are among it."""

    def work(connection: Connection) -> StoredLog:
        events = events_after(connection, room, version)
        return StoredLog(events, secrets_of(connection, room) if any(e.kind == "commit" for e in events) else {})

    return await asyncio.wrap_future(store.read(work))


async def read_promises(store: Store, room: str, with_secrets: bool) -> StoredLog:
    """The commitments of a room and the deals that followed; few rows of a long log."""
    table = schema.event
    columns: list[Any] = [table.c[name] for name in Event._fields]
    query = sa.select(*columns).where((table.c.room == room) & table.c.kind.in_(("commit", "deal"))).order_by(table.c.version)

    def work(connection: Connection) -> StoredLog:
        events = [Event(*row) for row in connection.execute(query)]
        return StoredLog(events, secrets_of(connection, room) if with_secrets else {})

    return await asyncio.wrap_future(store.read(work))


async def is_written(store: Store, room: str, cmd_id: str) -> bool:
    table = schema.event
    query = sa.select(table.c.version).where((table.c.room == room) & (table.c.cmd_id == cmd_id))
    return await asyncio.wrap_future(store.read(lambda c: c.execute(query).first() is not None))


async def room_of_code(store: Store, code: str) -> str | None:
    """The room that was given this code later; None: no other than the one with this name."""
    query = sa.select(schema.room.c.id).where(schema.room.c.code == code)
    found: str | None = await asyncio.wrap_future(store.read(lambda c: c.execute(query).scalar()))
    return found


def note_people(store: Store, rooms: list[str], there: bool) -> None:
    """Whether somebody is in these public rooms."""
    query = schema.room.update().where(schema.room.c.id.in_(rooms))
    store.write(lambda connection, now: connection.execute(query.values(seen=now if there else None)).rowcount)


def save_snapshot(store: Store, room: str, version: int, blob: bytes) -> None:
    """Nobody waits for it: without it the log is folded from an earlier place."""
    insert = store.insert(schema.snapshot).values(room=room, version=version, blob=blob)
    query = insert.on_conflict_do_update(index_elements=["room"], set_={"version": version, "blob": blob})
    store.write(lambda connection, now: connection.execute(query).rowcount, room)


def mark_broken(store: Store, room: str) -> None:
    table = schema.room

    def work(connection: Connection, now: float) -> None:
        connection.execute(table.update().where(table.c.id == room).values(status="broken", touched=now))

    store.write(work, room)


def set_status(store: Store, room: str, status: str, seats: Sequence[SeatRow] = (), if_new: bool = False) -> None:
    """For a deal that ended while a pause still showed an earlier moment."""
    table = schema.room
    where = (table.c.id == room) & table.c.status.not_in(("broken", status) if if_new else ("broken",))

    def work(connection: Connection, now: float) -> None:
        connection.execute(table.update().where(where).values(status=status, touched=now))
        for seat in seats:
            own = (schema.seat.c.room == room) & (schema.seat.c.idx == seat.number)
            connection.execute(schema.seat.update().where(own).values(score=seat.score))

    store.write(work, room)


async def forget_game(store: Store, room: str, player: str, alone: bool) -> None:
    """Takes a game that is over out of a person's list; one in which nobody else ever played is deleted."""

    def work(connection: Connection, now: float) -> None:
        if alone:
            delete_rooms(connection, [room])
        else:
            own = (schema.seat.c.room == room) & (schema.seat.c.player == player)
            connection.execute(schema.seat.update().where(own).values(hidden=True))

    await asyncio.wrap_future(store.write(work, room))


def delete_rooms(connection: Connection, rooms: Sequence[str]) -> None:
    for table in (
        *(schema.chat, schema.serving, schema.snapshot, schema.deadline, schema.review),
        *(schema.secret, schema.event, schema.seat),
    ):
        connection.execute(table.delete().where(table.c.room.in_(rooms)))
    connection.execute(schema.room.delete().where(schema.room.c.id.in_(rooms)))


# lists
async def open_rooms_of(store: Store, player: str) -> int:
    """How many rooms a player has opened that are not over."""
    table = schema.room
    query = sa.select(sa.func.count()).where((table.c.owner == player) & table.c.status.in_(GOING_ON))
    count: int = await asyncio.wrap_future(store.read(lambda c: c.execute(query).scalar_one()))
    return count


async def list_rooms(store: Store, player: str | None, which: str) -> list[RoomRow]:
    """Newest first. mine: those of the player that are not over; past: those that are; public: everybody's."""
    return await asyncio.wrap_future(store.read(lambda c: room_rows(c, player, which, store.now(c))))


def room_rows(connection: Connection, player: str | None, which: str, now: float) -> list[RoomRow]:
    room, seat = schema.room, schema.seat
    columns = (room.c.id, room.c.code, room.c.game, room.c.rules, room.c.status, room.c.public, room.c.touched)
    if which == "public":  # the index gives the newest of each status; a sort of all would read all
        newest = [
            sa.select(*columns)
            .where(room.c.public & (room.c.status == status) & (room.c.seen > now - EMPTY))
            .order_by(room.c.touched.desc())
            .limit(LISTED)
            for status in GOING_ON
        ]
        found = [RoomRow(*row, []) for query in newest for row in connection.execute(query)]
    else:
        shown = (seat.c.player == (player or "")) & (seat.c.hidden.is_(None) | ~seat.c.hidden)
        sat = room.c.id.in_(sa.select(seat.c.room).where(shown))
        going_on = room.c.status.in_(GOING_ON)
        wanted = sat & (~going_on if which == "past" else going_on)
        query = sa.select(*columns).where(wanted).order_by(room.c.touched.desc()).limit(LISTED)
        found = [RoomRow(*row, []) for row in connection.execute(query)]
    rows = {row.id: row for row in newest_first(found)}
    seats = (
        sa.select(seat.c.room, seat.c.kind, seat.c.player, seat.c.level, schema.user.c.name, seat.c.score)
        .outerjoin(schema.user, schema.user.c.id == seat.c.player)
        .where(seat.c.room.in_(list(rows)))
        .order_by(seat.c.room, seat.c.idx)
    )
    for name, kind, owner, level, called, score in connection.execute(seats):
        rows[name].seats.append((kind, owner, level, called, score))
    return list(rows.values())


def newest_first(rows: list[RoomRow]) -> list[RoomRow]:
    """Each room once, no more than a list holds."""
    unique = {row.id: row for row in rows}
    return sorted(unique.values(), key=lambda row: row.updated, reverse=True)[:LISTED]
