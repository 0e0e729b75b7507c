"""One client cannot stop a node: whatever it sends, it is bounded, and the others are served meanwhile."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import segno
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from starlette.requests import Request

from qipai.server.accounts.player import Player
from qipai.server.config import Config
from qipai.server.http.app import make_app
from qipai.server.http.rest import qr_svg
from qipai.server.http.rest_deals import whose
from qipai.server.node import Node as ServerNode
from qipai.server.rooms.room import Room
from qipai.server.storage import room_rows
from qipai.server.storage.engines import POSTGRES_SESSION
from qipai.server.storage.events import Append, NewEvent, StoreDown, Written
from qipai.server.storage.log import events_after
from qipai.server.storage.store import Store
from tests.server.attacks import CLOSE, FLOODS, HELLO, PING, Raw, flood, frame, pieces
from tests.server.logs import make_rooms, many_rooms
from tests.server.players import LOOSE, PATIENCE, Node, Socket, guest, running
from tests.server.postgres import Postgres
from tests.server.test_pages import ask_app

LOCAL = "127.0.0.1"
QUICK = msgspec.structs.replace(LOOSE, frames=20, frame_burst=30, connections=20, head_seconds=0.3, body_seconds=0.6)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("stalls")
    with running(f"sqlite:///{folder}/rooms.db", folder, limits=QUICK) as started:
        yield started


def memory(node: Node) -> int:
    """Kilobytes of the process."""
    assert node.process is not None
    text = Path(f"/proc/{node.process.pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0])


def work(node: Node) -> float:
    """Seconds that the process has worked; how busy the machine is does not matter."""
    assert node.process is not None
    fields = Path(f"/proc/{node.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("name", [*FLOODS, "empty parts"])
def test_a_flood_of_frames_of_any_kind_ends_its_socket_and_costs_nothing(node: Node, name: str) -> None:
    async def run() -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        before, began = memory(node), work(node)
        many = pieces(60_000) if name == "empty parts" else FLOODS[name] * 60_000
        end = asyncio.ensure_future(flood(node.port, room, many, 1, LOCAL))
        async with httpx.AsyncClient(base_url=node.url) as client:
            for _ in range(5):
                assert (await client.get("/health")).status_code == 200
        assert await end in (4005, 0)  # 0: the answer was lost with the connection
        assert work(node) - began < 3.0
        assert memory(node) - before < 20_000

    asyncio.run(run())


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps large blocks that were freed")
def test_what_the_hash_of_a_password_takes_is_given_back(node: Node) -> None:
    """19 MB, which otherwise stay with the process from the second hash on."""

    async def run() -> None:
        async with httpx.AsyncClient(base_url=f"{node.url}/api/v1", timeout=PATIENCE) as client:
            body = {"name": "Nobody at all", "password": "wrong wrong"}
            assert (await client.post("/sessions/guest", json={"name": "Ann"})).status_code == 201
            before = memory(node)
            for _ in range(4):
                assert (await client.post("/sessions", json=body)).status_code == 401
        assert memory(node) - before < 12_000  # what hashing loads is a third of that

    asyncio.run(run())


def test_a_browser_that_pings_now_and_then_is_not_dropped(node: Node) -> None:
    async def run() -> None:
        room = await (await guest(node)).open("xianqi")
        async with Raw(node.port, LOCAL) as raw:
            await raw.upgrade(room)
            await raw.send(HELLO + frame(PING, b"one") + frame(PING, b"two"))
            async with asyncio.timeout(PATIENCE):
                got = b""
                while b"\x8a\x03one" not in got or b"\x8a\x03two" not in got:
                    got += await raw.reader.read(65536)

    asyncio.run(run())


@pytest.mark.parametrize(
    "half",
    [b"", b"GET /health HT", b"POST /api/v1/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_half_a_request_is_not_waited_for(node: Node, half: bytes) -> None:
    async def run() -> None:
        async with Raw(node.port, LOCAL) as raw:
            await raw.send(half)
            async with asyncio.timeout(PATIENCE):
                answer = await raw.reader.read()
            assert answer.startswith(b"HTTP/1.1 4") if half else answer == b""

    asyncio.run(run())


def test_a_head_without_end_is_refused(node: Node) -> None:
    async def run() -> None:
        async with Raw(node.port, LOCAL) as raw:
            await raw.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            answer = b""
            async with asyncio.timeout(PATIENCE):
                try:
                    for _ in range(1000):
                        await raw.send(b"X-More: " + b"x" * 8000 + b"\r\n")
                except OSError:
                    return  # hung up while we wrote
                answer = await raw.reader.read()
            assert b" 431 " in answer

    asyncio.run(run())


def test_an_address_has_a_bounded_number_of_connections(tmp_path: Path) -> None:
    async def run(node: Node) -> None:
        held = [Raw(node.port) for _ in range(30)]
        for raw in held:
            await raw.__aenter__()
        ends = {asyncio.ensure_future(raw.reader.read()) for raw in held}
        async with asyncio.timeout(PATIENCE):
            while sum(end.done() for end in ends) < 10:  # nobody else is hung up on: requests may take their time
                await asyncio.sleep(0.02)
        assert httpx.get(f"{node.url}/health").status_code == 200  # another address
        assert sum(end.done() for end in ends) == 10
        for raw in held:
            await raw.__aexit__()
        await asyncio.gather(*ends, return_exceptions=True)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with Raw(node.port) as raw:
                        assert (await raw.request("/health"))[0] == 200
                        break
                except (OSError, asyncio.IncompleteReadError):
                    await asyncio.sleep(0.05)

    patient = msgspec.structs.replace(QUICK, head_seconds=PATIENCE)
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=patient) as node:
        asyncio.run(run(node))


def test_a_socket_gives_its_place_back(node: Node) -> None:
    async def run() -> None:
        room = await (await guest(node)).open("xianqi")
        for _ in range(30):  # more than an address may have at once
            async with Raw(node.port, "127.0.0.3") as raw:
                await raw.upgrade(room)
                await raw.send(HELLO)
                await raw.send(CLOSE)
                await raw.close_code()  # it has let go

    asyncio.run(run())


def test_the_interface_is_described_once_and_not_for_every_visitor(tmp_path: Path) -> None:
    app = make_app(Config(database=f"sqlite:///{tmp_path}/rooms.db", data=str(tmp_path)))
    first = ask_app(app, "/openapi.json")
    app.openapi = lambda: pytest.fail("made again")  # type: ignore[method-assign]
    assert ask_app(app, "/openapi.json").content == first.content
    assert ask_app(app, "/openapi.json", **{"if-none-match": first.headers["etag"]}).status_code == 304


def test_fairness_asks_who_may_see_and_folds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as started:

        async def play() -> tuple[str, dict[str, str]]:
            ann = await guest(started)
            room = await ann.open("xianqi")
            async with Socket(started, room, ann.token) as socket:
                await socket.ready("")
                while socket.view["stage"] != "playing":
                    await socket.next()
            return room, ann.headers

        room, headers = asyncio.run(play())
    app = make_app(Config(database=f"sqlite:///{tmp_path}/rooms.db", data=str(tmp_path), limits=LOOSE))
    node: ServerNode = app.state.node

    async def run() -> None:
        await node.start()
        await node.get(room)
        monkeypatch.setattr(Room, "fold", lambda *rest: pytest.fail("folded"))
        asked: list[bool] = []
        read = room_rows.read_promises
        monkeypatch.setattr(
            room_rows, "read_promises", lambda s, r, with_secrets: asked.append(with_secrets) or read(s, r, with_secrets)
        )
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000/api/v1") as client:
            stranger = (await client.get(f"/rooms/{room}/fairness")).json()
            own = (await client.get(f"/rooms/{room}/fairness", headers=headers)).json()
            assert (await client.get(f"/rooms/{room}/record")).json()["code"] == "NOT_SHARED"
            assert (await client.get(f"/rooms/{room}/record", headers=headers)).json()["code"] == "NO_RECORD"
        assert stranger == own
        assert [line["over"] for line in own["deals"]] == [False]
        assert asked == [False, True]
        monkeypatch.undo()
        await node.stop()

    asyncio.run(run())


def test_a_picture_of_a_link_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = qr_svg("http://localhost/r/once")
    monkeypatch.setattr(segno, "make", lambda *args, **more: pytest.fail("drawn again"))
    assert qr_svg("http://localhost/r/once") == first


def test_reviews_take_the_turn_of_a_person_or_of_a_strangers_address() -> None:
    request = Request({"type": "http", "client": ("10.0.0.7", 5)})
    assert whose(request, Player("abc", "Ann", False)) == "abc"
    assert whose(request, None) == "10.0.0.7"


def plan(connection: sa.Connection, statement: str, values: Any) -> str:
    """How the database would look for it."""
    explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    return "\n".join(str(tuple(row)) for row in connection.exec_driver_sql(f"{explain} {statement}", values))


def test_a_list_of_rooms_costs_the_same_with_three_thousand_of_them(url: str) -> None:
    """It reads the newest rooms off an index, and never looks through or sorts all of them."""
    store = Store(url)
    store.start()
    try:
        many_rooms(store, 3000)
        store.write(lambda connection, now: connection.exec_driver_sql("ANALYZE").close()).result()

        def work(connection: sa.Connection) -> tuple[list[room_rows.RoomRow], list[str]]:
            asked: list[tuple[str, Any]] = []
            note = lambda _c, _k, statement, values, *_: asked.append((statement, values))  # noqa: E731
            sa.event.listen(connection, "before_cursor_execute", note)
            try:
                rows = room_rows.room_rows(connection, None, "public", 0.0)
            finally:
                sa.event.remove(connection, "before_cursor_execute", note)
            return rows, [plan(connection, *one) for one in asked]

        rows, plans = store.read(work).result()
        assert [row.id for row in rows] == [f"r{k:04}" for k in range(100)]
        assert all(len(row.seats) == 3 for row in rows)
        assert len(plans) <= len(room_rows.GOING_ON) + 1
        for found in plans[:-1]:  # the last one is for the seats of a hundred rooms
            assert re.search(r"index", found, re.IGNORECASE), found
            assert not re.search(r"SCAN room\b(?! USING)|Seq Scan on room\b|TEMP B-TREE FOR ORDER BY|Sort", found), found
    finally:
        store.stop()


# locks in PostgreSQL
def move(room: str, version: int) -> Append:
    return Append(room, version, [NewEvent("move", '{"move":"pass"}', 0, f"c{version}")])


HOLDS = {
    "the row of the room": "SELECT id FROM room WHERE id = 'room0' FOR UPDATE",
    "an event that is not committed": (
        "INSERT INTO event (room, version, kind, payload, at) VALUES ('room0', 1, 'move', '{\"move\":\"pass\"}', 0)"
    ),
}


@pytest.mark.parametrize("hold", HOLDS.values(), ids=HOLDS.keys())
def test_a_lock_on_one_room_keeps_no_other_waiting(postgres: Postgres, hold: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waited for the lock would wait until the test gives up."""
    monkeypatch.setattr("qipai.server.storage.engines.LONG_LOCK_WAIT", f"{PATIENCE:.0f}s")
    monkeypatch.setitem(POSTGRES_SESSION, "statement_timeout", f"{PATIENCE:.0f}s")
    url = postgres.database()
    store = Store(url)
    store.start()
    other = sa.create_engine(store.url)
    try:
        locked, *free = make_rooms(store, 6)
        with other.connect() as connection:
            connection.exec_driver_sql(hold)
            stuck = store.append(move(locked, 1))
            for version in range(1, 9):
                store.append(move(locked, 1))  # its players go on trying
                for future in [store.append(move(room, version)) for room in free]:
                    assert isinstance(future.result(timeout=PATIENCE / 2), Written)
            assert not stuck.done()
            connection.rollback()
        assert stuck.result(timeout=PATIENCE) is not None
        deadline = time.monotonic() + PATIENCE
        while store.locked and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not store.locked
        events = store.read(lambda c: events_after(c, locked, 0)).result()
        assert len(events) == 1  # however often it was tried
    finally:
        other.dispose()
        store.stop()


def test_a_lock_that_never_ends_is_told_and_nothing_is_written(postgres: Postgres) -> None:
    store = Store(postgres.database())
    store.start()
    other = sa.create_engine(store.url)
    try:
        (locked,) = make_rooms(store, 1)
        with other.connect() as connection:
            connection.exec_driver_sql("SELECT id FROM room FOR UPDATE")
            with pytest.raises(StoreDown):
                store.append(move(locked, 1)).result(timeout=PATIENCE)
            connection.rollback()
        assert isinstance(store.append(move(locked, 1)).result(timeout=PATIENCE), Written)
    finally:
        other.dispose()
        store.stop()


def test_a_session_of_ours_that_is_cut_off_loses_its_locks(postgres: Postgres) -> None:
    """As of a node that was stopped in the middle of a transaction."""
    url = postgres.database()
    first, second = Store(url), Store(url)
    first.start()
    second.start()
    holds, gone = threading.Event(), threading.Event()
    try:
        (room,) = make_rooms(first, 1)

        def stops(connection: Connection, now: float) -> None:
            connection.exec_driver_sql("SELECT id FROM room FOR UPDATE")
            holds.set()
            gone.wait(PATIENCE)

        cut_off = first.write(stops, room)
        assert holds.wait(PATIENCE)
        outcome = None
        while outcome is None:
            try:
                outcome = second.append(move(room, 1)).result(timeout=PATIENCE)
            except StoreDown:
                continue
        assert isinstance(outcome, Written)
        assert not gone.is_set()
        gone.set()
        with pytest.raises(StoreDown):
            cut_off.result(timeout=PATIENCE)
    finally:
        gone.set()
        first.stop()
        second.stop()
