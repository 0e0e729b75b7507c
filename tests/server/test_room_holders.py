"""Which node serves which room: notes go there and nowhere else, the look for news is one look into the index, groups are one
statement, and a deadline is first the business of the node that holds the room."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.config import Config
from qipai.server.http.models import RoomBody, SeatWish
from qipai.server.node import Node
from qipai.server.rooms.opening import opening_of
from qipai.server.storage import account_rows, deadlines, room_holders, schema
from qipai.server.storage.bus import PostgresBus
from qipai.server.storage.events import Append, Conflict, Deadline, NewEvent, Written
from qipai.server.storage.store import Store
from tests.server.logs import make_rooms
from tests.server.players import LOOSE, PATIENCE
from tests.server.postgres import Postgres

ROOMS, EVENTS = 1000, 30


def move(cmd: str | None = None) -> NewEvent:
    return NewEvent("move", '{"move":"pass"}', 0, cmd)


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture
def stores(database: str) -> Iterator[list[Store]]:
    """Three nodes' worth."""
    opened = [Store(database) for _ in range(3)]
    for store in opened:
        store.start()
    yield opened
    for store in opened:
        store.stop()


def rows(store: Store, table: sa.Table) -> list[tuple[Any, ...]]:
    return store.read(lambda c: sorted(tuple(row) for row in c.execute(sa.select(table)))).result()


def test_notes_go_only_to_the_nodes_that_serve_the_room(stores: list[Store]) -> None:
    one, two, _ = make_rooms(stores[0], 3)
    heard: list[list[tuple[str, str]]] = [[], [], []]

    async def run() -> None:
        buses = [PostgresBus(store.url, store.name) for store in stores]
        for bus, into in zip(buses, heard, strict=True):
            bus.start(lambda room, word, into=into: into.append((room, word)))
        async with asyncio.timeout(PATIENCE):
            for store in stores:  # a word to everybody shows that all of them listen
                while ("session-ended", store.name) not in heard[stores.index(store)]:
                    account_rows.announce_ends(stores[0], [store.name])
                    await asyncio.sleep(0.05)
            await room_holders.begin(stores[0], one)
            await room_holders.begin(stores[1], one)
            await room_holders.begin(stores[2], "nothing")
            for store in stores:
                await asyncio.wrap_future(store.append(Append(one, stores.index(store) + 1, [move()])))
            await asyncio.wrap_future(stores[0].append(Append(two, 1, [move()], touched=True)))
            await asyncio.wrap_future(stores[0].append(Append(one, 4, [move(), move()], touched=True)))
            room_holders.announce(stores[1], [(one, "+x.2")])
            account_rows.announce_ends(stores[0], ["end"])  # the last word: what was sent before it has arrived
            while not all(("session-ended", "end") in each for each in heard):
                await asyncio.sleep(0.02)
        for bus in buses:
            await asyncio.to_thread(bus.stop)

    asyncio.run(run())
    told = [[note for note in each if note[0] != "session-ended"] for each in heard]
    assert told[0] == [(one, f"?{stores[1].name}"), (one, "2"), (one, "3"), (one, "+x.2")]
    assert told[1] == [(one, "1"), (one, "3"), (one, "5")]
    assert told[2] == []


def test_the_look_for_news_is_one_statement_and_one_look_into_the_index_for_each_room(database: str, tmp_path: Path) -> None:
    """A thousand rooms with logs: no log is read, however long it is."""
    node = Node(Config(database=database, data=str(tmp_path), limits=LOOSE))
    store = node.store
    store.start()
    try:
        rooms = make_rooms(store, ROOMS)
        fill = (
            "INSERT INTO event (room, version, kind, payload, at) SELECT 'room' || k, v, 'move', '{}', 0 "
            f"FROM generate_series(0, {ROOMS - 1}) AS k, generate_series(1, {EVENTS}) AS v"
        )
        store.write(lambda c, now: c.exec_driver_sql(fill).rowcount).result()
        known = {name: EVENTS - (name in ("room3", "room700")) for name in rooms}
        assert asyncio.run(room_holders.rooms_with_news(store, known)) == ["room3", "room700"]
        columns = (list(known), list(known.values()))

        def explain(connection: Connection) -> Any:
            found = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {room_holders.NEWS}", columns)
            return found.scalar_one()

        plan = store.read(explain).result()
        text = json.dumps(plan)
        assert '"Seq Scan"' not in text
        scans = [part for part in parts(plan[0]["Plan"]) if part.get("Relation Name") == "event"]
        assert [part["Actual Loops"] for part in scans] == [ROOMS]
        assert all("Index" in part["Node Type"] and part["Actual Rows"] < 1 for part in scans)
        assert sum(part["Shared Hit Blocks"] + part["Shared Read Blocks"] for part in scans) <= 5 * ROOMS

        asked: list[str] = []

        @sa.event.listens_for(store.reader, "before_cursor_execute")
        def count(connection: object, cursor: object, statement: str, *more: object) -> None:
            asked.append(statement)

        class Watched:
            watchers = (1,)

            class room:  # noqa: N801
                version = EVENTS

        node.rooms = dict.fromkeys(rooms, Watched)  # type: ignore[arg-type]
        asyncio.run(node.look_for_news())
        assert asked == [room_holders.NEWS]
    finally:
        store.stop()


def parts(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from parts(inner)


def test_a_group_with_and_without_clocks_is_one_commit_past_the_ordinary_way(url: str) -> None:
    store = Store(url)
    store.start()
    slow: list[str] = []
    rooms = make_rooms(store, 40)

    @sa.event.listens_for(store.writer, "before_cursor_execute")
    def count(connection: object, cursor: object, statement: str, *more: object) -> None:
        slow.append(statement)

    async def group(version: int, dues: list[Deadline] | None) -> list[Any]:
        wanted = [Append(room, version, [move(), move()], deadlines=dues if k % 2 else None) for k, room in enumerate(rooms)]
        return await asyncio.gather(*(store.append_soon(append) for append in wanted))

    async def run() -> list[Any]:
        first = await group(1, [Deadline(0, 30.0), Deadline(1, None, 5e9)])
        second = await group(3, [Deadline(1, 40.0), Deadline(2, 50.0)])
        quick = len(slow)
        return [first[0], second[0], quick, *await group(3, [Deadline(3, 60.0)])]

    try:
        before = store.groups
        first, second, quick, *third = asyncio.run(run())
        assert quick == 0
        assert isinstance(first, Written)
        assert isinstance(second, Written)
        assert set(third) == {Conflict()}  # one after the other, and nothing of them is left
        assert store.groups - before == 3
        due = {(row[0], row[2]): row[3] for row in rows(store, schema.deadline)}
        assert due == {
            (room, seat): pytest.approx(second.at + after) for room in rooms[1::2] for seat, after in ((1, 40.0), (2, 50.0))
        }
    finally:
        store.stop()


def test_a_deadline_is_left_to_the_node_that_serves_its_room_and_taken_when_that_is_late(stores: list[Store]) -> None:
    mine, theirs, nobodys = make_rooms(stores[0], 3)

    async def run() -> list[list[str]]:
        await room_holders.begin(stores[0], mine)
        await room_holders.begin(stores[1], theirs)
        for room, ago in ((mine, 0.5), (theirs, 0.5), (nobodys, 0.5)):
            await asyncio.wrap_future(stores[0].append(Append(room, 1, [move()], deadlines=[Deadline(0, -ago)])))
        first = (await deadlines.due_deadlines(stores[0]))[1]
        late = sa.update(schema.deadline).values(due_at=schema.deadline.c.due_at - deadlines.LATE)
        await asyncio.wrap_future(stores[0].write(lambda c, now: c.execute(late).rowcount))
        return [sorted(due.room for due in found) for found in (first, (await deadlines.due_deadlines(stores[0]))[1])]

    first, later = asyncio.run(run())
    if theirs in first:  # a machine so slow that two seconds went by in between
        first.remove(theirs)
    assert first == sorted([mine, nobodys])
    assert later == sorted([mine, theirs, nobodys])


def test_a_node_that_died_is_forgotten_with_its_rooms_and_one_that_leaves_says_so(stores: list[Store]) -> None:
    one, two, three = make_rooms(stores[0], 3)
    names = [store.name for store in stores]

    async def run() -> None:
        for store, room in zip(stores, (one, two, three), strict=True):
            await asyncio.wrap_future(room_holders.renew(store, [room], 3600.0))
        await asyncio.wrap_future(room_holders.leave(stores[2]))

    asyncio.run(run())
    assert rows(stores[0], schema.serving) == sorted([(one, names[0]), (two, names[1])])
    age = sa.update(schema.node).where(schema.node.c.id == names[1]).values(seen=schema.node.c.seen - 100)
    stores[0].write(lambda c, now: c.execute(age).rowcount).result()
    room_holders.renew(stores[0], [one, three], 40.0).result()
    assert rows(stores[0], schema.serving) == sorted([(one, names[0]), (three, names[0])])
    assert [row[0] for row in rows(stores[0], schema.node)] == [names[0]]


def test_a_node_that_opens_a_room_leaves_it_to_whoever_will_serve_it(database: str, tmp_path: Path) -> None:
    """Else it would hear of every move for a minute, and think for the bots a second time."""

    async def run() -> None:
        node = Node(Config(database=database, data=str(tmp_path), limits=LOOSE, keep_idle=0.0, sweep=3600.0))
        await node.start()
        try:
            _, ann = await node.accounts.add_guest("Ann")
            wishes = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]
            name = await node.open_room(opening_of(RoomBody(game="xianqi", seats=wishes), ann), ann.id)
            assert node.rooms == {}
            assert await asyncio.to_thread(rows, node.store, schema.serving) == []
            live = await node.get(name)
            async with asyncio.timeout(PATIENCE):
                while not live.room.commit or not live.driver.idle():
                    await asyncio.sleep(0.01)
            assert await asyncio.to_thread(rows, node.store, schema.serving) == [(name, node.name)]
            node.forget_idle()
            assert node.rooms == {}
            await asyncio.wrap_future(node.store.write(lambda c, now: None))
            assert await asyncio.to_thread(rows, node.store, schema.serving) == []
        finally:
            await node.stop()

    asyncio.run(run())
