"""Reviews of finished deals: the decisions judged so far, then the whole. They live as long as their room."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.packed_reviews import unpacked
from qipai.server.rooms.reviews import Deal
from qipai.server.storage import schema
from qipai.server.storage.store import Store

WHOLE = -1


class Kept(NamedTuple):
    """What there is of a review."""

    whole: str | None  # as JSON
    parts: dict[int, str]  # as JSON, by their moves


def of(deal: Deal) -> sa.ColumnElement[bool]:
    table = schema.review
    return (table.c.room == deal.room) & (table.c.match == deal.match) & (table.c.deal == deal.deal)


async def read(store: Store, deal: Deal, made: str) -> Kept:
    """The whole by whomever it was made; parts only if they were made the same way."""
    table = schema.review
    mine = of(deal) & ((table.c.move == WHOLE) | (table.c.made == made))

    def work(connection: Connection) -> Kept:
        rows = connection.execute(sa.select(table.c.move, table.c.data).where(mine))
        found: dict[int, str] = {row[0]: row[1] for row in rows}
        whole = found.pop(WHOLE, None)
        return Kept(None, found) if whole is None else Kept(unpacked(whole), {})

    return await asyncio.wrap_future(store.read(work))


async def add(store: Store, deal: Deal, made: str, decisions: dict[int, str]) -> bool:
    """Decisions that were judged, by their moves. False: the room is gone."""
    return await write(store, deal, made, decisions, False)


async def finish(store: Store, deal: Deal, made: str, whole: str) -> bool:
    """The whole, packed, takes the place of its parts. False: the room is gone."""
    return await write(store, deal, made, {WHOLE: whole}, True)


async def write(store: Store, deal: Deal, made: str, rows: dict[int, str], alone: bool) -> bool:
    table = schema.review

    def work(connection: Connection, now: float) -> bool:
        if connection.execute(sa.select(schema.room.c.id).where(schema.room.c.id == deal.room)).first() is None:
            return False
        if alone:
            connection.execute(table.delete().where(of(deal)))
        fresh = store.insert(table)
        changed = {"made": fresh.excluded.made, "data": fresh.excluded.data}
        newest = fresh.on_conflict_do_update(index_elements=["room", "match", "deal", "move"], set_=changed)
        row = {**deal._asdict(), "made": made}
        connection.execute(newest, [{**row, "move": move, "data": data} for move, data in rows.items()])
        return True

    return await asyncio.wrap_future(store.write(work))
