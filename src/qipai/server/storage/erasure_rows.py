"""What the database holds of one person: to hand it over, and to delete it. The logs of rooms in which others played stay,
without the name: the others' games, and the proofs that they were fair, are theirs."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.core.data import Json
from qipai.server.accounts.player import ERASED
from qipai.server.storage import schema
from qipai.server.storage.room_rows import delete_rooms
from qipai.server.storage.store import Store

MOST = 1000  # rooms of one export, the newest
NAMES = ("open", "sit")  # events that hold names
SEATING = (*NAMES, "arrange", "rematch")  # events that say who sits where


class Traces(NamedTuple):
    """The rooms in whose logs a person stands."""

    seated: list[str]  # and has a seat
    alone: list[str]  # in which no other person ever was
    shared: list[str]


def people_in(kind: str, payload: str) -> set[str]:
    data = msgspec.json.decode(payload)
    seats = data["seats"] if kind == "open" else [data]
    return {seat["player"] for seat in seats if seat.get("player")}


def without_name(kind: str, payload: str, player: str) -> str:
    data = msgspec.json.decode(payload)
    for seat in data["seats"] if kind == "open" else [data]:
        if seat.get("player") == player:
            seat["name"] = ERASED
            seat.pop("face", None)
    return msgspec.json.encode(data).decode()


async def traces_of(store: Store, player: str) -> Traces:
    """Reads all openings and arrivals there are: it takes its time, beside everybody else."""
    event, seat = schema.event, schema.seat

    def work(connection: Connection) -> Traces:
        if not store.is_sqlite:
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        names = event.c.kind.in_(NAMES)
        found = names & event.c.payload.contains(player, autoescape=True)
        rooms = [row[0] for row in connection.execute(sa.select(event.c.room).where(found).distinct())]
        people: dict[str, set[str]] = {room: set() for room in rooms}
        query = sa.select(event.c.room, event.c.kind, event.c.payload).where(names & event.c.room.in_(rooms))
        for room, kind, payload in connection.execute(query):
            people[room] |= people_in(kind, payload)
        mine = [room for room in rooms if player in people[room]]
        seated = [row[0] for row in connection.execute(sa.select(seat.c.room).where(seat.c.player == player))]
        alone = [room for room in mine if people[room] == {player}]
        return Traces(seated, alone, [room for room in mine if room not in set(alone)])

    return await asyncio.wrap_future(store.read(work))


async def erase(store: Store, player: str, traces: Traces) -> list[str]:
    """Deletes what is the person's alone and takes the name out of the rest. The sessions that ended."""
    event, user = schema.event, schema.user

    def work(connection: Connection, now: float) -> list[str]:
        delete_rooms(connection, traces.alone)
        connection.execute(schema.chat.delete().where(schema.chat.c.player == player))
        connection.execute(schema.snapshot.delete().where(schema.snapshot.c.room.in_(traces.shared)))
        named = event.c.room.in_(traces.shared) & event.c.kind.in_(NAMES)
        rows = connection.execute(sa.select(event.c.room, event.c.version, event.c.kind, event.c.payload).where(named))
        for room, version, kind, payload in rows.fetchall():
            where = (event.c.room == room) & (event.c.version == version)
            connection.execute(event.update().where(where).values(payload=without_name(kind, payload, player)))
        gone = schema.session.delete().where(schema.session.c.player == player).returning(schema.session.c.id)
        sessions = [row[0] for row in connection.execute(gone)]
        connection.execute(schema.handover.delete().where(schema.handover.c.player == player))
        kept = sa.exists().where(schema.room.c.owner == player) | sa.exists().where(schema.seat.c.player == player)
        if connection.execute(sa.select(kept)).scalar_one():  # rooms of others point at it
            nobody = {"name": ERASED, "login": None, "password": None, "created": 0.0, "face": None}
            connection.execute(user.update().where(user.c.id == player).values(nobody))
        else:
            connection.execute(user.delete().where(user.c.id == player))
        return sessions

    return await asyncio.wrap_future(store.write(work))


class Line(NamedTuple):
    version: int
    kind: str
    payload: str
    at: float
    seat: int | None


def own_events(log: list[Line], player: str) -> list[Line]:
    """What this person did. A seat may have been somebody else's before, or later."""
    out: list[Line] = []
    own: int | None = None
    heir: int | None = None  # a bot's seat that is taken when the deal is over
    for line in log:
        data = msgspec.json.decode(line.payload) if line.kind in SEATING else {}
        if line.kind == "open":
            own = next((index for index, seat in enumerate(data["seats"]) if seat.get("player") == player), None)
        elif line.kind == "sit" and data["player"] == player:
            out.append(line)
            own, heir = (own, line.seat) if data.get("next") else (line.seat, None)
            continue
        elif line.kind == "sit" and line.seat == own and not data.get("next"):
            own = None
        elif line.kind in ("commit", "rematch") and heir is not None:
            own, heir = heir, None
        if line.seat is not None and line.seat == own:
            out.append(line)
        if line.kind in ("remove", "give_up") and line.seat == own:
            own = None
        elif "order" in data and own is not None:
            own = data["order"].index(own)
    return out


async def export(store: Store, player: str) -> Json:
    """Everything that is kept of a person, as one document. Hashes are no use to anybody and stay here."""
    room, seat, event, user, session = schema.room, schema.seat, schema.event, schema.user, schema.session

    def work(connection: Connection) -> Json:
        person = connection.execute(
            sa.select(user.c.id, user.c.name, user.c.login, user.c.created, user.c.face).where(user.c.id == player)
        )
        visits = connection.execute(sa.select(session.c.created, session.c.expires).where(session.c.player == player))
        query = (
            sa.select(room.c.id, room.c.game, room.c.status, room.c.created, seat.c.idx)
            .join(seat, seat.c.room == room.c.id)
            .where(seat.c.player == player)
            .order_by(room.c.created.desc())
            .limit(MOST)
        )
        rooms = []
        for name, game, status, created, index in connection.execute(query).fetchall():
            all_of = sa.select(event.c.version, event.c.kind, event.c.payload, event.c.at, event.c.seat)
            logged = connection.execute(all_of.where(event.c.room == name).order_by(event.c.version))
            log = [  # versions would tell how often others were asked
                {"kind": kind, "data": msgspec.Raw(data.encode()), "at": at}
                for _, kind, data, at, _ in own_events([Line(*line) for line in logged], player)
            ]
            rooms.append({"room": name, "game": game, "status": status, "created": created, "seat": index, "log": log})
        chat = schema.chat
        said = connection.execute(
            sa.select(chat.c.room, chat.c.text, chat.c.at).where(chat.c.player == player).order_by(chat.c.id)
        )
        lines = [dict(row) for row in said.mappings()]
        out: dict[str, Any] = {"user": dict(person.mappings().one()), "rooms": rooms}
        return {**out, "chat": lines, "sessions": [dict(row) for row in visits.mappings()]}

    return await asyncio.wrap_future(store.read(work))
