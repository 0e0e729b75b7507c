"""Servers as child processes, and clients that speak to them over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qipai.server.config import Config, Limits
from tests.games import playable
from tests.server import nursery

PATIENCE = 120.0  # seconds until a test takes something for hanging: never a pace, however busy the machine is

LOOSE = Limits(
    requests=1e6,
    request_burst=1e6,
    guests_per_hour=1e6,
    logins_per_minute=1e6,
    rooms_per_hour=1e6,
    open_rooms=100_000,
    sockets=100_000,
    connections=100_000,
    connects=1e6,
    connect_burst=1e6,
    own_records_per_minute=1e6,
    record_seconds=100.0,
    frames=1e5,
    frame_burst=1e5,
)


class Place(Protocol):
    """Where people connect to: a node, or a proxy in front of several."""

    @property
    def port(self) -> int: ...

    @property
    def url(self) -> str: ...


NUMBERS = itertools.count(os.getpid(), 4099)
HURRY = 20.0 if "PYTEST_VERSION" in os.environ else 0.0  # test_even_pace.py looks at the pace itself


def free_port() -> int:
    """A port below those that the system gives away by itself: while a server is down nobody's connection takes its port, not
    even that of a client of its own who tries again (a socket can be connected to itself)."""
    while True:
        port = 12_000 + next(NUMBERS) % 20_000
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port


class Node:
    """A real server process on loopback."""

    def __init__(self, database: str, data: Path, *, luck: bool = False, hurry: float = HURRY, **more: Any) -> None:
        """`luck`: what happens by chance happens the same in every run. `hurry`: how many times as fast the server makes its
        moves where people sit together."""
        self.errors: Any = None
        self.said = ""
        self.luck = luck
        self.hurry = hurry
        self.starts = 0
        settings = {"port": free_port(), "limits": LOOSE, **more}
        self.config = Config(database=database, data=str(data), **settings)
        self.port = 0
        self.process: nursery.Process | None = None

    def start(self, skew: float = 0.0) -> Self:
        """`skew`: by how many seconds the process' own clocks are wrong."""
        self.starts += 1
        env = {
            **os.environ,
            "QIPAI_TEST_SKEW": str(skew),
            "QIPAI_TEST_LUCK": str(self.starts) if self.luck else "",
            "QIPAI_TEST_HURRY": str(self.hurry),
        }
        self.process = nursery.start(msgspec.json.encode(self.config).decode(), env, self.log_file())
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.strip().isdigit(), f"the server did not start: {self.log()}"
        self.port = int(line)
        self.config = msgspec.structs.replace(self.config, port=self.port)
        return self

    def log_file(self) -> Any:
        self.close_log()
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115
        return self.errors

    def log(self) -> str:
        """What the process of the last start has said; also after `stop`."""
        if self.errors is not None:
            self.errors.seek(0)
            self.said = self.errors.read()
        return self.said

    def close_log(self) -> None:
        if self.errors is not None:
            self.log()
            self.errors.close()
            self.errors = None

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def terminate(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        if self.process is not None and self.process.stdout is not None:
            self.process.stdout.close()
        self.close_log()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextlib.contextmanager
def running(database: str, data: Path, *, luck: bool = True, **more: Any) -> Iterator[Node]:
    """One node, with the same deals in every run."""
    node = Node(database, data, luck=luck, **more).start()
    try:
        yield node
        assert node.log() == ""  # a server that is well has nothing to say
    finally:
        node.stop()


class Person:
    """Somebody with a session."""

    def __init__(self, node: Place, name: str, token: str, player: str) -> None:
        self.node = node
        self.name = name
        self.token = token
        self.player = player

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def call(self, method: str, path: str, body: object = None) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.node.url, timeout=PATIENCE) as client:
            return await client.request(method, f"/api/v1{path}", json=body, headers=self.headers)

    async def open(self, game: str, seats: list[str] | None = None, **more: Any) -> str:
        wishes = None if seats is None else [{"kind": kind} for kind in seats]
        body = {"game": game, "rules": playable(game), "seats": wishes, "pace": 0, "quick_forced": True, **more}
        answer = await self.call("POST", "/rooms", body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["room"])

    async def join(self, room: str) -> int:
        answer = await self.call("POST", f"/rooms/{room}/join", {})
        assert answer.status_code == 200, answer.text
        return int(answer.json()["seat"])


async def guest(node: Place, name: str = "Ann") -> Person:
    async with httpx.AsyncClient(base_url=node.url, timeout=PATIENCE) as client:
        answer = await client.post("/api/v1/sessions/guest", json={"name": name})
    assert answer.status_code == 201, answer.text
    return Person(node, name, answer.json()["token"], answer.json()["user"]["id"])


class Socket:
    """A client's side of a room's WebSocket: keeps every frame and the newest view."""

    def __init__(self, node: Place, room: str, token: str | None, beat: float = 8.0, port: int | None = None) -> None:
        self.node = node
        self.port = port  # of something between us and the node
        self.every = beat
        self.room = room
        self.token = token
        self.frames: list[str] = []
        self.view: dict[str, Any] = {}
        self.version = 0
        self.number = 0

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def connect(self) -> dict[str, Any]:
        self.socket: ClientConnection = await connect(
            f"ws://127.0.0.1:{self.port or self.node.port}/ws/v1/rooms/{self.room}",
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.arrived: asyncio.Queue[str | Exception] = asyncio.Queue()
        self.reader = asyncio.ensure_future(self.read())
        self.beating = asyncio.ensure_future(self.beat())
        hello: dict[str, Any] = {"type": "hello", "last_version": self.version}
        if self.token is not None:
            hello["token"] = self.token
        await self.send(hello)
        return await self.until("snapshot")

    async def read(self) -> None:
        """Into a queue of our own: a receive that is cancelled may lose its frame."""
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                if text != '{"type":"pong","t":-1.0}':
                    self.arrived.put_nowait(text)
        except ConnectionClosed as end:
            self.arrived.put_nowait(end)
        else:
            self.arrived.put_nowait(ConnectionError("closed"))

    async def beat(self) -> None:
        """A client that is silent for half a minute is dropped."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(self.every)
                await self.send({"type": "ping", "t": -1})

    async def __aexit__(self, kind: type | None, value: BaseException | None, trace: TracebackType | None) -> None:
        await self.socket.close()

    async def send(self, message: object) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        async with asyncio.timeout(timeout):
            text = await self.arrived.get()
        if isinstance(text, Exception):
            raise text
        self.frames.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("snapshot", "event"):
            assert message["version"] >= self.version or message["type"] == "snapshot"  # who leaves watches, which is later
            self.version = message["version"]
            self.view = message["view"]
        return message

    async def until(self, *kinds: str, timeout: float = PATIENCE) -> dict[str, Any]:
        async with asyncio.timeout(timeout):
            while True:
                message = await self.next(timeout)
                if message["type"] in kinds:
                    return message

    async def ready(self, nonce: str = "") -> None:
        await self.send({"type": "ready", "nonce": nonce})

    async def act(self, move: str, **more: Any) -> str:
        self.number += 1
        cmd_id = f"c{id(self)}.{self.number}"
        await self.send({"type": "act", "cmd_id": cmd_id, "move": move, "window": self.view["window"], **more})
        return cmd_id


Chooser = Callable[[Socket], str]


def pick(rng: random.Random) -> Chooser:
    return lambda socket: str(rng.choice(socket.view["legal"]))


async def play_deal(sockets: list[Socket], choose: Chooser, nonce: str = "", timeout: float = PATIENCE) -> None:
    """Everybody is ready, then one whole deal; returns when every socket has seen its end."""

    async def sit(socket: Socket) -> None:
        deal = socket.view["deal"]
        if socket.view["seat"] is not None and socket.view["stage"] in ("waiting", "between"):
            while not socket.view["fairness"]["commit"]:
                await socket.next()
            await socket.ready(nonce)
        answered = ""
        while True:
            view = socket.view
            if view["stage"] in ("between", "finished") and view["deal"] >= deal and view["result"] is not None and answered:
                return
            if view["stage"] == "playing":
                answered = answered or "begun"
                if view["legal"] and view["window"] != answered:
                    answered = view["window"]
                    await socket.act(choose(socket))
            await socket.next(timeout)

    async with asyncio.timeout(timeout), asyncio.TaskGroup() as group:
        for socket in sockets:
            group.create_task(sit(socket))
