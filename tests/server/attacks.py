"""What one client may try in order to stop a node, as plain bytes over sockets: python -m tests.server.attacks NAME PORT ROOM
attacks until it is ended, from 127.0.0.2 and on one core; `make attack` measures what others feel meanwhile."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import random
import struct
import sys
from collections.abc import Awaitable, Callable
from functools import partial

from websockets.exceptions import WebSocketException

from tests.server.crowd import Crowd

HERE = "127.0.0.2"  # Linux answers to all of 127/8
GONE = (OSError, asyncio.IncompleteReadError, TimeoutError)


class Raw:
    """A connection of bytes; where from is for us to say."""

    def __init__(self, port: int, source: str = HERE) -> None:
        self.port = port
        self.source = source

    async def __aenter__(self) -> Raw:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        return self

    async def __aexit__(self, *rest: object) -> None:
        self.writer.close()
        with contextlib.suppress(*GONE):
            await self.writer.wait_closed()

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def request(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Status and body; the connection stays."""
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{key}: {value}" for key, value in headers.items())]
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        await self.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = head.partition("content-length: ")[2].split("\r\n")[0]
        return int(head.split(" ")[1]), await self.reader.readexactly(int(length or 0))

    async def upgrade(self, room: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        await self.send(
            f"GET /ws/v1/rooms/{room} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer:
            raise OSError("not let in")

    async def close_code(self) -> int:
        """The code with which the server ends it; 0 when it just hangs up."""
        with contextlib.suppress(*GONE):
            while True:
                first, size = await self.reader.readexactly(2)
                if size == 126:
                    (size,) = struct.unpack("!H", await self.reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
                data = await self.reader.readexactly(size)
                if first == 0x88:
                    return int(struct.unpack("!H", data[:2])[0])
        return 0


def frame(opcode: int, data: bytes = b"", last: bool = True) -> bytes:
    """A masked frame of a client; the mask is zero."""
    assert len(data) < 126
    return bytes([opcode | (0x80 if last else 0), 0x80 | len(data)]) + bytes(4) + data


TEXT, CONTINUED, PING, PONG = 1, 0, 9, 10
HELLO = frame(TEXT, json.dumps({"type": "hello"}).encode())
CLOSE = frame(8, struct.pack("!H", 1000))
FLOODS = {
    "pings": frame(PING),
    "fat pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG),
    "small messages": frame(TEXT, b"{}"),
}


async def flood(port: int, room: str, one: bytes, count: int, source: str = HERE) -> int:
    """One socket, so many frames at once; how it ended."""
    async with Raw(port, source) as raw:
        await raw.upgrade(room)
        await raw.send(HELLO)
        with contextlib.suppress(*GONE):
            await raw.send(one * count)
        return await raw.close_code()


def pieces(count: int) -> bytes:
    """The beginning of a message, and so many empty parts of it."""
    return frame(TEXT, b"{", last=False) + frame(CONTINUED, b"", last=False) * count


Attack = Callable[[int, str], Awaitable[None]]


async def again(work: Callable[[], Awaitable[object]]) -> None:
    """For ever; a door that is shut is tried again at once."""
    while True:
        with contextlib.suppress(*GONE, IndexError, ValueError):
            await work()
        await asyncio.sleep(0)


async def many(count: int, work: Callable[[], Awaitable[object]]) -> None:
    await asyncio.gather(*(again(work) for _ in range(count)))


def floods_of(one: bytes) -> Attack:
    return lambda port, room: many(4, lambda: flood(port, room, one, 40_000))


async def parts(port: int, room: str) -> None:
    await many(4, lambda: flood(port, room, pieces(40_000), 1))


def getting(*paths: str) -> Attack:
    async def attack(port: int, room: str) -> None:
        async def ask() -> None:
            async with Raw(port) as raw:
                while True:
                    await raw.request(random.choice(paths).format(room=room, n=random.randrange(10**6)))

        await many(16, ask)

    return attack


async def spellings(port: int, room: str) -> None:
    await getting("/assets/" + "./" * 40 + "{n}.js", "/./index.html", "/" + "./" * 200 + "index.html", "/%00", "/" + "x" * 300)(
        port, room
    )


async def half_requests(port: int, room: str) -> None:
    async def hold() -> None:
        async with Raw(port) as raw:
            await raw.send(
                b"POST /api/v1/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{"[: random.choice((9, 90))]
            )
            await raw.reader.read()

    await many(600, hold)


async def connects(port: int, room: str) -> None:
    async def knock() -> None:
        async with Raw(port):
            pass

    await many(16, knock)


async def slow_reader(port: int, room: str) -> None:
    """Many sockets that ask for the whole table and read nothing."""

    async def ask() -> None:
        async with Raw(port) as raw:
            await raw.upgrade(room)
            await raw.send(HELLO + frame(TEXT, b'{"type":"resync"}') * 25)
            await asyncio.sleep(5)

    await many(60, ask)


def allowed(message: dict[str, object], sockets: int, own: bool) -> Attack:
    """So many sockets, one person's seats in as many rooms or spectators of one room, each at the rate that it may have."""

    async def attack(port: int, room: str) -> None:
        crowd = Crowd(port, HERE)
        token = await crowd.person() if own else None
        rooms = [room] * sockets if token is None else await crowd.open_rooms(token, sockets)

        async def one(name: str) -> None:
            with contextlib.suppress(*GONE, WebSocketException):
                await crowd.send(name, token, message)

        await asyncio.gather(*(again(partial(one, name)) for name in rooms))

    return attack


async def log_ins(port: int, room: str) -> None:
    body = json.dumps({"name": "Ann", "password": "wrong wrong"}).encode()

    async def guess() -> None:
        async with Raw(port) as raw:
            while True:
                await raw.request("/api/v1/sessions", "POST", body)

    await many(8, guess)


async def records(port: int, room: str) -> None:
    body = json.dumps({"format": 1, "game": "xianqi", "deals": [{"seed": "00" * 32, "moves": []}] * 500}).encode()

    async def send() -> None:
        async with Raw(port) as raw:
            while True:
                await raw.request("/api/v1/verify", "POST", body)

    await many(8, send)


ATTACKS: dict[str, Attack] = {
    **{name: floods_of(one) for name, one in FLOODS.items()},
    "empty parts": parts,
    "half requests": half_requests,
    "new connections": connects,
    "spellings of a path": spellings,
    "openapi.json": getting("/openapi.json", "/docs"),
    "fairness": getting("/api/v1/rooms/{room}/fairness", "/api/v1/rooms/{room}/record"),
    "a room, all that is told of it": getting(*(f"/api/v1/rooms/{{room}}{part}" for part in ("", "/state", "/log", "/qr"))),
    "lists of rooms": getting("/api/v1/rooms", "/api/v1/games", "/ready"),
    "readers who do not read": slow_reader,
    "hints in nineteen rooms": allowed({"type": "hint"}, 19, own=True),
    "checks in nineteen rooms": allowed({"type": "check", "req": 1, "cards": ["S3", "H3", "C3"]}, 19, own=True),
    "spectators, as quick as may be": allowed({"type": "resync"}, 55, own=False),
    "log-ins": log_ins,
    "records": records,
}


def main() -> None:
    name, port, room, core = sys.argv[1:5]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})

    async def run() -> None:
        await ATTACKS[name](int(port), room)

    asyncio.run(run())


if __name__ == "__main__":
    main()
