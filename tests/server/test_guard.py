"""What the server lets nobody do: pages from elsewhere, floods, nonsense, too much of anything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import qipai
from qipai.server.config import Limits
from tests.server.players import PATIENCE, Node, Person, Socket, guest, running
from tests.server.test_wire import close_code, table_of


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("guard")
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1) as started:
        yield started


def test_a_page_from_elsewhere_may_not_connect(node: Node) -> None:
    async def run() -> None:
        room, people, _ = await table_of(node, 1)
        url = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{room}"
        hello = json.dumps({"type": "hello", "token": people[0].token})
        bad = ("http://evil.example", "null", f"http://127.0.0.1:{node.port + 1}", f"https://127.0.0.1:{node.port}")
        for origin in bad:
            with pytest.raises(InvalidStatus) as refusal:
                await close_code(url, hello, headers={"Origin": origin})
            assert refusal.value.response.status_code == 403
        async with connect(url, additional_headers={"Origin": f"http://127.0.0.1:{node.port}"}) as socket:
            await socket.send(hello)
            assert json.loads(await socket.recv())["type"] in ("snapshot", "presence")
        # a name that somebody else may have pointed at us
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"{node.url}/health", headers={"Host": "evil.example"})
            assert answer.status_code == 403

    asyncio.run(run())


def test_bad_frames_large_frames_and_floods_end_the_connection(tmp_path: Path) -> None:
    limits = Limits(frames=20, frame_burst=30, guests_per_hour=100, requests=1e5, request_burst=1e5)

    async def run(node: Node) -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        url = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{room}"
        hello = json.dumps({"type": "hello", "token": ann.token})
        assert await close_code(url, hello, *["{}"] * 5) == 4004
        assert await close_code(url, hello, *[hello] * 5) == 4004
        assert await close_code(url, hello, json.dumps({"type": "ping", "t": 1, "x": "y" * 20_000})) == 1009
        assert await close_code(url, hello, *['{"type":"ping","t":1}'] * 60) == 4005
        async with Socket(node, room, ann.token) as socket:  # and the room lives
            await socket.send({"type": "ping", "t": 7})
            assert (await socket.until("pong"))["t"] == 7

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=limits) as node:
        asyncio.run(run(node))


def test_answers_carry_the_headers_that_protect_browsers(node: Node) -> None:
    answer = httpx.get(f"{node.url}/api/v1/games")
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    games = answer.json()
    assert [game["name"] for game in games] == qipai.games()
    assert all(game["title"]["zh"] and game["options"]["properties"] for game in games)


def test_limits_by_address_are_kept(tmp_path: Path) -> None:
    # a slow machine must not let the bucket fill again meanwhile
    limits = Limits(guests_per_hour=3, requests=0.1, request_burst=40, sockets=2, open_rooms=2)

    async def run(node: Node) -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        await ann.open("xianqi")
        assert (await ann.call("POST", "/rooms", {"game": "xianqi"})).status_code == 429
        await guest(node)
        await guest(node)
        async with httpx.AsyncClient(base_url=node.url) as client:
            assert (await client.post("/api/v1/sessions/guest", json={"name": "x"})).status_code == 429
            assert (await client.post("/api/v1/verify", content=b"x" * 2_000_000)).status_code == 413
            big = await client.post("/api/v1/rooms", content=b"x" * 70_000, headers=ann.headers)
            assert big.status_code == 413
        sockets = [Socket(node, room, ann.token) for _ in range(2)]
        for socket in sockets:
            await socket.connect()
        with pytest.raises(InvalidStatus):
            await Socket(node, room, ann.token).connect()
        async with httpx.AsyncClient(base_url=node.url) as client:
            statuses = [(await client.get("/api/v1/games")).status_code for _ in range(60)]
            assert 429 in statuses
            pages = [(await client.get("/nothing.js")).status_code for _ in range(100)]
            assert pages == [404] * 100  # a page and its parts are no flood
        for socket in sockets:
            await socket.socket.close()

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=limits) as node:
        asyncio.run(run(node))


def test_a_record_of_wrong_types_is_a_bad_record_and_not_too_large(tmp_path: Path) -> None:
    deep = "[" * 20_000 + "]" * 20_000
    records = (
        '{"game": "mahjong", "deals": ["x"]}',
        '{"game": "mahjong", "deals": [{"seed": 1}]}',
        '{"game": "xianqi", "deals": [{"deal": {"hands": [1, 2, 3], "starter": true}}]}',
        '{"game": "guandan", "deals": [{"deal": {"hands": [[], {}, 1, null], "level": 2}}]}',
        f'{{"game": "xianqi", "meta": {{"note": {deep}}}, "deals": []}}',
        f'{{"game": "xianqi", "deals": [{{"seed": "{"1" * 64}", "moves": [[{"9" * 5000}, "pass"]]}}]}}',
    )

    async def run(node: Node) -> None:
        async with httpx.AsyncClient(base_url=node.url, timeout=120) as client:
            for path in ("verify", "replay", "replay/screens"):
                for record in records:
                    answer = await client.post(f"/api/v1/{path}", content=record.encode())
                    assert (answer.status_code, answer.json()["code"][:4]) == (409, "BAD_"), (path, record[:80], answer.text)

    # a worker that is still being started on a busy machine is no proof of a record's size
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=Limits(record_seconds=100)) as node:
        asyncio.run(run(node))


plain_values = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20)
json_values = st.one_of(
    plain_values, st.lists(plain_values, max_size=3), st.dictionaries(st.text(max_size=8), plain_values, max_size=3)
)
KINDS = ("hello", "act", "check", "auto", "hint", "ready", "ping", "resync", "nonsense")
KEYS = ("token", "last_version", "cmd_id", "move", "version", "window", "req", "cards", "on", "nonce", "t")
frames = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=40),
    json_values.map(lambda value: json.dumps(value)),
    st.builds(
        lambda kind, more: json.dumps({**more, "type": kind}),
        st.sampled_from(KINDS),
        st.dictionaries(st.sampled_from(KEYS), json_values, max_size=4),
    ),
)


@pytest.fixture(scope="module")
def fuzzed(node: Node) -> Iterator[tuple[str, Person, asyncio.Runner]]:
    with asyncio.Runner() as runner:
        room, people, sockets = runner.run(table_of(node, 1))
        yield room, people[0], runner
        runner.run(sockets[0].socket.close())


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(sent=st.lists(frames, min_size=1, max_size=6))
def test_no_frame_breaks_the_server_or_the_room(
    node: Node, fuzzed: tuple[str, Person, asyncio.Runner], sent: list[str | bytes]
) -> None:
    room, ann, runner = fuzzed

    async def run() -> int:
        url = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{room}"
        hello = json.dumps({"type": "hello", "token": ann.token})
        async with connect(url, compression=None) as socket:
            try:
                await socket.send(hello)
                for frame in sent:
                    await socket.send(frame)
                await socket.send('{"type":"ping","t":42}')
                while json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)).get("t") != 42:
                    pass
            except ConnectionClosed as end:
                return 0 if end.rcvd is None else end.rcvd.code
            return 1000

    assert runner.run(run()) in (1000, 4004, 1007)
    assert httpx.get(f"{node.url}/health").status_code == 200
