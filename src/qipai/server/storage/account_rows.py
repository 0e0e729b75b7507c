"""Players, sessions and one-time codes in the database. Tokens, codes and passwords come here only as hashes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from qipai.server.accounts.player import Player
from qipai.server.storage import schema
from qipai.server.storage.log import tell_all
from qipai.server.storage.store import Store

ENDED = "session-ended"  # on the bus, where else the name of a room stands


class LoginRow(NamedTuple):
    player: Player
    password: str  # its hash


class LoginTaken(Exception):
    """Another account has this login."""


PLAYER = (schema.user.c.id, schema.user.c.name, schema.user.c.login, schema.user.c.face)


def player_of(row: Sequence[Any]) -> Player:
    """Of the columns PLAYER."""
    return Player(row[0], row[1], row[2] is not None, row[3] or "")


async def player_of_session(store: Store, session: str) -> Player | None:
    def work(connection: Connection) -> Player | None:
        query = (
            sa.select(*PLAYER)
            .join(schema.session, schema.session.c.player == schema.user.c.id)
            .where((schema.session.c.id == session) & (schema.session.c.expires > store.now(connection)))
        )
        row = connection.execute(query).first()
        return None if row is None else player_of(row)

    return await asyncio.wrap_future(store.read(work))


def insert_session(connection: Connection, player: str, session: str, now: float, seconds: float) -> None:
    row = {"id": session, "player": player, "created": now, "expires": now + seconds}
    connection.execute(schema.session.insert(), row)


async def add_guest(store: Store, player: Player, session: str, seconds: float) -> None:
    def work(connection: Connection, now: float) -> None:
        row = {"id": player.id, "name": player.name, "created": now, "face": player.face or None}
        connection.execute(schema.user.insert(), row)
        insert_session(connection, player.id, session, now, seconds)

    await asyncio.wrap_future(store.write(work))


async def rename_player(store: Store, player: Player) -> None:
    query = schema.user.update().where(schema.user.c.id == player.id).values(name=player.name, face=player.face or None)
    await asyncio.wrap_future(store.write(lambda connection, now: connection.execute(query).rowcount))


async def add_account(
    store: Store, player: Player, login: str, password: str, session: str, seconds: float, was_guest: bool
) -> None:
    """A new player, or a guest who keeps seats and history. LoginTaken."""
    row = {"name": player.name, "login": login, "password": password}

    def work(connection: Connection, now: float) -> None:
        with connection.begin_nested():
            if was_guest:
                connection.execute(schema.user.update().where(schema.user.c.id == player.id).values(row))
            else:
                connection.execute(schema.user.insert(), {"id": player.id, "created": now, **row})
        insert_session(connection, player.id, session, now, seconds)

    try:
        await asyncio.wrap_future(store.write(work))
    except IntegrityError:
        raise LoginTaken from None


async def find_login(store: Store, login: str) -> LoginRow | None:
    def work(connection: Connection) -> LoginRow | None:
        query = sa.select(*PLAYER, schema.user.c.password).where(schema.user.c.login == login)
        row = connection.execute(query).first()
        return None if row is None else LoginRow(player_of(row), row[4])

    return await asyncio.wrap_future(store.read(work))


async def add_session(store: Store, player: str, session: str, seconds: float) -> None:
    await asyncio.wrap_future(store.write(lambda c, now: insert_session(c, player, session, now, seconds)))


async def end_session(store: Store, session: str) -> None:
    query = schema.session.delete().where(schema.session.c.id == session)
    await asyncio.wrap_future(store.write(lambda connection, now: connection.execute(query).rowcount))


async def end_sessions(store: Store, player: str, but: str | None = None) -> list[str]:
    """All of a person's sessions, or all but one. Which have ended."""
    table = schema.session
    query = table.delete().where((table.c.player == player) & (table.c.id != (but or ""))).returning(table.c.id)
    return await asyncio.wrap_future(store.write(lambda c, now: [row[0] for row in c.execute(query)]))


async def password_of(store: Store, player: str) -> str | None:
    """Its hash; None for a guest."""
    query = sa.select(schema.user.c.password).where(schema.user.c.id == player)
    found: str | None = await asyncio.wrap_future(store.read(lambda c: c.execute(query).scalar()))
    return found


async def set_password(store: Store, player: str, password: str) -> None:
    query = schema.user.update().where(schema.user.c.id == player).values(password=password)
    await asyncio.wrap_future(store.write(lambda connection, now: connection.execute(query).rowcount))


def announce_ends(store: Store, sessions: list[str]) -> None:
    """The other nodes forget them at once, too."""
    if not store.is_sqlite and sessions:
        notes = [f"{ENDED} {session}" for session in sessions]
        store.write(lambda connection, now: tell_all(connection, notes))


async def add_code(store: Store, player: str, code: str, seconds: float) -> None:
    """A one-time code; those that have expired go."""
    table = schema.handover

    def work(connection: Connection, now: float) -> None:
        connection.execute(table.delete().where(table.c.expires < now))
        connection.execute(table.insert(), {"id": code, "player": player, "expires": now + seconds})

    await asyncio.wrap_future(store.write(work))


async def redeem_code(store: Store, code: str) -> Player | None:
    """Whose code it was; it is used up now."""
    table = schema.handover

    def work(connection: Connection, now: float) -> Player | None:
        used = table.delete().where((table.c.id == code) & (table.c.expires > now)).returning(table.c.player)
        gone = connection.execute(used).first()
        if gone is None:
            return None
        row = connection.execute(sa.select(*PLAYER).where(schema.user.c.id == gone[0])).one()
        return player_of(row)

    return await asyncio.wrap_future(store.write(work))
