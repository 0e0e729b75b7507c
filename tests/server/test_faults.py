"""What the server must survive, row by row; `make chaos` does the same for longer."""

from __future__ import annotations

import asyncio
import json
import resource
import socket as plain_socket
import statistics
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from qipai.server.config import Config
from qipai.server.node import Node as ServerNode
from qipai.server.rooms import pace
from qipai.server.storage import schema
from qipai.server.storage.store import Store
from qipai.server.workers import WorkerPool
from tests.server.players import LOOSE, PATIENCE, Node, Socket, guest, running
from tests.server.postgres import Postgres
from tests.server.scenarios import Player, Proxy, check, deploy, playing, progress, seat_players
from tests.server.test_leaks import read_log

pytestmark = pytest.mark.slow


def test_kill_9_under_load_on_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db"
    node = Node(url, tmp_path, sweep=0.2).start()

    async def run() -> None:
        players = await seat_players([node], 4, "xianqi", 3)
        async with playing(players):
            for _ in range(2):
                await progress(players, 60)
                node.kill()
                await asyncio.to_thread(node.start)
            await progress(players, 60)
        node.kill()
        found = check(url, players)
        assert found["acked"] >= 150
        assert all(player.reconnects for player in players)

    try:
        asyncio.run(run())
    finally:
        node.stop()


def test_a_killed_server_leaves_no_process_behind(tmp_path: Path) -> None:
    node = Node(f"sqlite:///{tmp_path}/rooms.db", tmp_path).start()
    try:
        person = asyncio.run(guest(node))
        room = asyncio.run(person.open("mahjong"))  # all bury at once, so bots think at once
        asyncio.run(person.call("POST", f"/rooms/{room}/ready", {}))
        assert node.process is not None
        own = Path(f"/proc/{node.process.pid}/task")
        limit = time.monotonic() + 60
        children: list[str] = []
        while len(children) < 2 and time.monotonic() < limit:  # the worker, and what keeps its books
            children = [pid for path in own.glob("*/children") for pid in path.read_text().split()]
            time.sleep(0.05)
        assert len(children) >= 2
    finally:
        node.stop()
    while (left := [pid for pid in children if Path(f"/proc/{pid}").exists()]) and time.monotonic() < limit + 60:
        time.sleep(0.05)
    assert left == []


def test_two_nodes_survive_kill_9_and_a_crash_of_the_database(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    nodes = [Node(url, tmp_path, sweep=0.3) for _ in range(2)]
    nodes[0].start()
    nodes[1].start()

    async def run() -> None:
        players = await seat_players(nodes, 3, "xianqi", 3)
        async with playing(players):
            await progress(players, 40)
            nodes[1].kill()
            await progress(players, 20)
            await asyncio.to_thread(nodes[1].start)
            await progress(players, 20)
            postgres.crash()
            await asyncio.to_thread(postgres.start)
            await progress(players, 40)
        for node in nodes:
            node.kill()
        assert check(url, players)["acked"] >= 90

    try:
        asyncio.run(run())
    finally:
        for node in nodes:
            node.stop()


def test_an_answer_cut_off_after_the_commit_doubles_nothing(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    folder = tmp_path / "s"
    folder.mkdir()
    through = url.replace(str(postgres.folder), str(folder))

    async def run() -> None:
        proxy = Proxy(folder, postgres.socket)
        await proxy.start()
        node = Node(through, tmp_path, sweep=0.3)
        await asyncio.to_thread(node.start)
        try:
            players = await seat_players([node], 2, "xianqi", 3)
            async with playing(players):
                for _ in range(4):
                    await progress(players, 10)
                    proxy.cut_next_commit = True
                    await progress(players, 10)
            assert proxy.cuts >= 3
            node.kill()
            check(url, players)
        finally:
            node.stop()
            await proxy.stop()

    asyncio.run(run())


def test_play_goes_on_when_the_hint_bus_is_silent(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    nodes = [Node(url, tmp_path, sweep=0.3) for _ in range(2)]
    for node in nodes:
        node.start()

    async def run() -> None:
        people = [await guest(nodes[0], f"P{k}") for k in range(3)]
        room = await people[0].open("xianqi", ["me", "open", "open"])
        for person in people[1:]:
            await person.join(room)
        players = [Player([nodes[k % 2]], room, person, k) for k, person in enumerate(people)]
        store = Store(url)

        async def silence() -> None:
            query = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND pid <> pg_backend_pid()"
            )
            while True:
                with store.reader.begin() as connection:
                    connection.exec_driver_sql(query.replace("%%", "%"))
                await asyncio.sleep(0.05)

        silencer = asyncio.ensure_future(silence())
        try:
            async with playing(players):
                await progress(players, 12)
        finally:
            silencer.cancel()
            store.reader.dispose()
        check(url, players)

    try:
        asyncio.run(run())
    finally:
        for node in nodes:
            node.stop()


def server_node(url: str, folder: Path) -> ServerNode:
    return ServerNode(Config(database=url, data=str(folder), limits=LOOSE, sweep=0.2))


def test_two_nodes_that_race_for_bots_and_deadlines_write_each_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both nodes hold the room and act at the same moment; the log decides, and nobody sees an error."""
    for name, seconds in (("SHORTEST", 0.03), ("LONGEST", 0.07)):  # they race for every move, however soon it comes
        monkeypatch.setattr(pace, name, seconds)
    from qipai.server.http.models import ClockBody, RoomBody, SeatWish
    from qipai.server.rooms.messages import Ready
    from qipai.server.rooms.opening import opening_of

    async def run() -> int:
        nodes = [server_node(url, tmp_path) for _ in range(2)]
        for each in nodes:
            await each.start()
        try:
            _, ann = await nodes[0].accounts.add_guest("Ann")
            _, bo = await nodes[0].accounts.add_guest("Bo")
            wishes = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="bot", level="random")]
            body = RoomBody(
                game="xianqi", rules={"black_chess": "redeal"}, seats=wishes, pace=0, clock=ClockBody(base=3), grace=3600
            )
            name = await nodes[0].open_room(opening_of(body, ann), ann.id)
            lives = [await each.get(name) for each in nodes]
            await lives[0].join(bo.id, "Bo", None)
            while not lives[1].room.commit or lives[1].room.seat_of(bo.id) is None:
                lives[1].stale = True
                async with lives[1].lock:
                    await lives[1].catch_up()
                await asyncio.sleep(0.02)
            await asyncio.gather(lives[0].perform(ann.id, Ready()), lives[1].perform(bo.id, Ready()))
            async with asyncio.timeout(PATIENCE):
                while lives[0].room.stage in ("waiting", "playing"):
                    for live in lives:  # no hint bus within one process: both look for themselves
                        async with live.lock:
                            await live.catch_up()
                    # time is up for everybody at once, at both nodes
                    asked = [seat for seat in lives[0].room.to_act() if not lives[0].room.seats[seat].by_machine()]
                    await asyncio.gather(
                        *(live.set_auto(seat, "timeout", f"timeout:{name}:x:{seat}") for seat in asked for live in lives)
                    )
                    await asyncio.sleep(0.02)
        finally:
            for each in nodes:
                await each.stop()
        events, _ = read_log(url, name)
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        ids = [event.cmd_id for event in events if event.cmd_id]
        assert len(ids) == len(set(ids))
        assert sum(event.kind == "deal" for event in events) == 1
        away = [event.seat for event in events if event.kind == "auto"]
        assert len(away) == len(set(away))  # each seat's time ran out once, whichever node noticed
        return sum(event.kind == "move" for event in events)

    assert sum(asyncio.run(run()) for _ in range(3)) > 8  # a deal may be void, three hardly


def test_a_client_that_never_reads_is_nobodys_trouble(tmp_path: Path) -> None:
    async def run(node: Node) -> None:
        players = await seat_players([node], 1, "guandan", 4)
        async with playing(players):
            await progress(players, 30, 90)
            before = [wait for player in players for wait in player.waits]
            raw = plain_socket.create_connection(("127.0.0.1", node.port))
            raw.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 4096)
            key = "dGhlIHNhbXBsZSBub25jZQ=="
            path = f"/ws/v1/rooms/{players[0].room}"
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            raw.sendall(f"{head}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
            body = b'{"type":"hello"}'
            raw.sendall(bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body)
            for player in players:
                player.waits.clear()
            await progress(players, 60, 90)
            after = [wait for player in players for wait in player.waits]
            raw.close()
        assert statistics.median(after) < max(0.1, 3 * statistics.median(before))

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as node:
        asyncio.run(run(node))


def test_what_waits_for_a_slow_reader_is_bounded() -> None:
    from qipai.server import config
    from qipai.server.http.sockets import Connection

    class Nothing:
        config = Config(database="", data="")

    async def run() -> None:
        connection = Connection(Nothing(), None, None, None, 0, None)  # type: ignore[arg-type]
        for _ in range(10_000):
            connection.send(b"x" * 1000)
            assert len(connection.outbox) <= config.OUTBOX
            assert connection.size <= config.OUTBOX_BYTES
        assert connection.behind_since is not None  # a snapshot is due instead of all that was lost

    asyncio.run(run())


def test_a_room_whose_log_does_not_fold_is_put_aside_and_the_others_live(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db"

    async def prepare(node: Node) -> tuple[str, str, str]:
        ann = await guest(node)
        return await ann.open("xianqi"), await ann.open("xianqi"), ann.token

    node = Node(url, tmp_path).start()
    broken, whole, token = asyncio.run(prepare(node))
    node.kill()
    store = Store(url)
    with store.writer.begin() as connection:
        where = (schema.event.c.room == broken) & (schema.event.c.version == 1)
        row = connection.execute(sa.select(schema.event.c.payload).where(where)).scalar_one()
        connection.execute(schema.event.update().where(where).values(payload=row.replace('"default"', '"unheard of"')))
    store.writer.dispose()
    node = Node(url, tmp_path).start()

    async def run() -> None:
        from tests.server.players import Person

        ann = Person(node, "Ann", token, "")
        answer = await ann.call("GET", f"/rooms/{broken}/state")
        assert (answer.status_code, answer.json()["code"]) == (409, "ROOM_BROKEN")
        assert answer.json()["message_zh"]
        with pytest.raises(Exception, match="4008"):
            await Socket(node, broken, token).connect()
        async with Socket(node, whole, token) as socket:
            await socket.ready("")
            while socket.view["stage"] != "playing":
                await socket.next()

    try:
        asyncio.run(run())
    finally:
        node.stop()


def test_a_restart_for_a_deploy_tells_200_sockets_when_to_come_back_and_loses_no_game(tmp_path: Path) -> None:
    """How long it takes is measured by `make chaos`, with five seconds as the bar."""
    url = f"sqlite:///{tmp_path}/rooms.db"
    node = Node(url, tmp_path).start()
    try:
        players, guests, _ = asyncio.run(deploy(node, 200))
        node.kill()
        check(url, players)
    finally:
        node.stop()
    assert all([bye["code"] for bye in each.byes] == [1012] for each in guests)
    moments = [each.byes[0]["retry_ms"] for each in guests]
    assert 500 <= min(moments) <= 700
    assert 1300 <= max(moments) <= 1500  # spread out: not all of them at once


def test_a_full_disk_acknowledges_nothing_and_the_server_recovers(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db"
    node = Node(url, tmp_path).start()

    async def run() -> None:
        players = await seat_players([node], 2, "xianqi", 3)
        assert node.process is not None
        async with playing(players):
            await progress(players, 20)
            resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            await asyncio.sleep(0.5)
            during = sum(len(player.acked) for player in players)
            await asyncio.sleep(1.0)
            assert sum(len(player.acked) for player in players) - during <= len(players)
            resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await progress(players, 20)
        node.kill()
        check(url, players)

    try:
        asyncio.run(run())
    finally:
        node.stop()


def sleep_for_ever() -> None:
    time.sleep(3600)


def die() -> None:
    import os

    os._exit(1)


def test_a_bot_that_hangs_or_dies_never_stalls_a_table() -> None:
    async def run() -> None:
        workers = WorkerPool(1, 3.0)
        try:
            assert await workers.run(json.dumps, 1, limit=30) == "1"
            async with asyncio.timeout(PATIENCE):
                assert await workers.run(sleep_for_ever, limit=0.2) is None
            workers.progress -= 100  # as if it had hung for long
            assert await workers.run(json.dumps, 2, limit=0.2) is None
            assert await workers.run(json.dumps, 3, limit=30) == "3"
            assert await workers.run(die, limit=30) is None
            assert await workers.run(json.dumps, 4, limit=30) == "4"
        finally:
            workers.stop()

    asyncio.run(run())
