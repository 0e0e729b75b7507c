"""The log store: commit first, then acknowledge; one event per version, one per command, one answer per window and seat."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage import store as store_module
from qipai.server.storage.events import Append, Conflict, Deadline, NewEvent, SeatRow, StoreDown, Written
from qipai.server.storage.log import events_after, secrets_of
from qipai.server.storage.store import Store
from tests.conftest import ROOT
from tests.server.logs import make_rooms
from tests.server.players import PATIENCE


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    opened.start()
    yield opened
    opened.stop()


def move(cmd: str | None = None, seat: int = 0, answers: str | None = None) -> NewEvent:
    return NewEvent("move", '{"move":"pass"}', seat, cmd, answers)


def versions(store: Store, room: str) -> list[int]:
    return [event.version for event in store.read(lambda c: events_after(c, room, 0)).result()]


def test_the_first_of_two_writers_wins_and_the_other_is_told(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    assert isinstance(store.append(Append(room, 1, [move("a")])).result(), Written)
    assert store.append(Append(room, 1, [move("b")])).result() == Conflict()
    assert versions(store, room) == [1]


def test_one_command_is_written_once_whatever_version_it_asks_for(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    store.append(Append(room, 1, [move("a")])).result()
    assert store.append(Append(room, 2, [move("a")])).result() == Conflict()
    assert isinstance(store.append(Append(room, 2, [move()])).result(), Written)
    assert isinstance(store.append(Append(room, 3, [move()])).result(), Written)


def test_a_seat_answers_a_window_once_and_others_are_not_in_its_way(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    assert isinstance(store.append(Append(room, 1, [move("a", 0, "0.7")])).result(), Written)
    assert isinstance(store.append(Append(room, 2, [move("b", 1, "0.7")])).result(), Written)
    assert store.append(Append(room, 3, [move("c", 0, "0.7")])).result() == Conflict()
    assert isinstance(store.append(Append(room, 3, [move("c", 0, "0.8")])).result(), Written)


def test_several_events_are_written_together_or_not_at_all(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    store.append(Append(room, 1, [move("a")])).result()
    assert store.append(Append(room, 2, [move("b"), move("a")], secret=(0, b"s"))).result() == Conflict()
    assert versions(store, room) == [1]
    assert store.read(lambda c: secrets_of(c, room)).result() == {}
    assert isinstance(store.append(Append(room, 2, [move("b"), move("c")], secret=(0, b"s"))).result(), Written)
    assert versions(store, room) == [1, 2, 3]
    assert store.read(lambda c: secrets_of(c, room)).result() == {0: b"s"}


def test_what_gathers_during_a_commit_is_committed_together(store: Store) -> None:
    rooms = make_rooms(store, 40)
    together = threading.Event()
    store.write(lambda connection, now: together.wait(PATIENCE))
    before = store.groups
    futures = [store.append(Append(room, n, [move()])) for n in range(1, 6) for room in rooms]
    together.set()
    assert all(isinstance(future.result(), Written) for future in futures)
    assert store.groups - before < 40
    assert all(versions(store, room) == [1, 2, 3, 4, 5] for room in rooms)


def test_in_a_group_only_those_that_come_second_are_refused(store: Store) -> None:
    """However quickly the others are written: the same version, the same command and the same answer twice in one commit."""
    one, two, three = make_rooms(store, 3)
    together = threading.Event()
    busy = store.write(lambda connection, now: together.wait(PATIENCE))  # what follows gathers meanwhile
    before = store.groups
    futures = [
        store.append(Append(one, 1, [move("a")])),
        store.append(Append(one, 1, [move("b")])),
        store.append(Append(two, 1, [move("a")])),
        store.append(Append(two, 2, [move("a")])),
        store.append(Append(three, 1, [move("a", 0, "0.1")])),
        store.append(Append(three, 2, [move("b", 0, "0.1")])),
        store.append(Append(three, 2, [move("c", 1, "0.1"), move("d")])),
    ]
    together.set()
    busy.result()
    written = [isinstance(future.result(), Written) for future in futures]
    assert written == [True, False, True, False, True, False, True]
    assert store.groups - before <= 2
    assert [versions(store, room) for room in (one, two, three)] == [[1], [1], [1, 2, 3]]


def test_appends_of_one_turn_of_the_loop_are_one_commit(store: Store) -> None:
    rooms = make_rooms(store, 50)

    async def run() -> int:
        before = store.groups
        outcomes = await asyncio.gather(*(store.append_soon(Append(room, 1, [move("a")])) for room in rooms))
        assert all(isinstance(outcome, Written) for outcome in outcomes)
        again = await asyncio.gather(*(store.append_soon(Append(room, 1, [move("b")])) for room in rooms))
        assert set(again) == {Conflict()}
        return store.groups - before

    assert asyncio.run(run()) == 2


def whole(room: str, number: int) -> Append:
    """All that an append can have."""
    return Append(
        room,
        1,
        [NewEvent("deal", '{"deal":0}', None, "d"), move("m", 1, "0.1")],
        secret=(number, bytes([number, 0, 255])),
        deadlines=[Deadline(0, None, 1e9 + number), Deadline(1, None, 2e9)],
        seats=[SeatRow(0, "human", "u", None, -7), SeatRow(1, "bot", None, "hard")],
        status="playing" if number else None,
        rules='{"n":"“x”"}' if number == 1 else None,
        code="other" if number == 2 else None,
        touched=number == 0,
    )


def kept(store: Store, room: str) -> list[object]:
    """Every row of a room, without its times."""

    def work(connection: Connection) -> list[object]:
        found: list[object] = []
        for table in (schema.event, schema.secret, schema.seat, schema.deadline):
            columns = [column for column in table.c if column.name not in ("room", "at")]
            found.append([tuple(row) for row in connection.execute(sa.select(*columns).where(table.c.room == room))])
        row = connection.execute(sa.select(schema.room).where(schema.room.c.id == room)).one()
        return [*found, row.status, row.rules, row.code, row.touched > row.created]

    return store.read(work).result()


def test_what_belongs_to_the_events_of_a_group_is_written_as_quickly_and_as_completely_as_one_by_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = make_rooms(store, 6)
    seats = [{"room": room, "idx": seat, "kind": "open", "level": "easy"} for room in rooms for seat in range(3)]
    store.write(lambda connection, now: connection.execute(schema.seat.insert(), seats)).result()
    sizes: list[int] = []
    at_once = store.at_once.append

    def counted(wanted: list[Append]) -> Written:
        sizes.append(len(wanted))
        return at_once(wanted)

    async def write(names: list[str]) -> None:
        wanted = [store.append_soon(whole(room, number)) for number, room in enumerate(names)]
        assert all(isinstance(outcome, Written) for outcome in await asyncio.gather(*wanted))

    monkeypatch.setattr(store.at_once, "append", counted)
    asyncio.run(write(rooms[:3]))
    assert sizes == [3]
    store.loop = None  # of another run
    monkeypatch.setattr(store_module, "together", lambda group: [])
    asyncio.run(write(rooms[3:]))
    assert sizes == [3]
    assert [kept(store, room) for room in rooms[:3]] == [kept(store, room) for room in rooms[3:]]
    assert all(store.read(lambda c, room=room: secrets_of(c, room)).result() for room in rooms)


def test_what_was_asked_for_first_is_not_overtaken_by_a_quicker_write(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    gathered = threading.Event()
    busy = store.write(lambda connection, now: gathered.wait(PATIENCE))

    def finish(connection: Connection, now: float) -> None:
        connection.execute(schema.room.update().values(status="finished"))

    store.write(finish, room)
    rematch = store.append(Append(room, 1, [NewEvent("rematch", "{}")], status="open", touched=True))
    gathered.set()
    busy.result()
    assert isinstance(rematch.result(), Written)
    assert store.read(lambda c: c.execute(sa.select(schema.room.c.status)).scalar_one()).result() == "open"


def test_one_broken_write_takes_no_other_along(store: Store) -> None:
    (room,) = make_rooms(store, 1)

    def broken(connection: Connection, now: float) -> None:
        connection.exec_driver_sql("INSERT INTO nothing VALUES (1)")

    futures = [store.append(Append(room, 1, [move()])), store.write(broken), store.append(Append(room, 2, [move()]))]
    assert isinstance(futures[0].result(), Written)
    with pytest.raises(StoreDown):
        futures[1].result()
    assert isinstance(futures[2].result(), Written)


def test_a_write_that_was_called_off_harms_no_other(store: Store) -> None:
    (room,) = make_rooms(store, 1)
    for number in range(1, 40):
        future = store.append(Append(room, number, [move()]))
        waste = store.write(lambda connection, now: None)
        waste.cancel()
        assert isinstance(future.result(10), Written)


def test_deadlines_follow_the_clock_of_the_database(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (room,) = make_rooms(store, 1)
    real = time.time()
    monkeypatch.setattr(time, "time", lambda: real + 600)  # a node whose clock is ten minutes fast
    outcome = store.append(Append(room, 1, [move()], deadlines=[Deadline(0, 30.0), Deadline(1, None, real + 5)])).result()
    assert isinstance(outcome, Written)
    assert abs(outcome.at - real) < 30
    rows = store.read(lambda c: {r.seat: r.due_at for r in c.execute(sa.select(schema.deadline))}).result()
    assert rows == {0: pytest.approx(outcome.at + 30), 1: pytest.approx(real + 5)}
    store.append(Append(room, 2, [move()], deadlines=[])).result()
    assert store.read(lambda c: list(c.execute(sa.select(schema.deadline)))).result() == []


def test_the_migrations_make_the_tables_that_the_code_knows(url: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    store = Store(url)
    store.start()
    with store.writer.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    config = Config()
    config.set_main_option("script_location", "qipai.server.storage:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == schema.HEAD
    store.stop()


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/rooms.db")
    with store.writer.begin() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_a_full_disk_is_told_acknowledges_nothing_and_passes(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/rooms.db")
    store.start()
    (room,) = make_rooms(store, 1)

    def limit(connection: Connection, now: float) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 3}")

    store.write(limit).result()
    written = 0
    problem = None
    while problem is None:
        problem = store.append(Append(room, written + 1, [NewEvent("move", "x" * 2000)])).exception()
        written += problem is None
    assert isinstance(problem, StoreDown)
    assert "full" in str(problem)
    assert versions(store, room) == list(range(1, written + 1))
    store.write(lambda c, now: c.exec_driver_sql("PRAGMA max_page_count=100000").scalar()).result()
    assert isinstance(store.append(Append(room, written + 1, [move()])).result(), Written)
    store.stop()


@pytest.mark.parametrize("kills", [3])
def test_kill_9_loses_nothing_that_was_acknowledged(url: str, kills: int) -> None:
    for _ in range(kills):
        with subprocess.Popen(
            [sys.executable, "-m", "tests.server.appender", url], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            told = [child.stdout.readline() for _ in range(150)]
            child.kill()
            told += [line for line in child.stdout if line.endswith("\n")]
        acknowledged: dict[str, int] = {}
        for line in told:
            room, version = line.split()
            acknowledged[room] = int(version)
        store = Store(url)
        store.start()
        for room, version in acknowledged.items():
            found = versions(store, room)
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= version

        def wipe(connection: Connection, now: float) -> None:
            for table in reversed(schema.metadata.sorted_tables):
                connection.execute(table.delete())

        store.write(wipe).result()
        store.stop()
