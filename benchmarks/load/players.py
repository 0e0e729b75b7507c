"""Players that cost next to nothing, so that what is measured is the server: a WebSocket spoken by hand, frames that are
not theirs to answer are not decoded."""

from __future__ import annotations

import asyncio
import base64
import os
import random
import struct
import time
from collections.abc import Callable
from typing import cast

import msgspec

IDLE = b'"legal":[],'
PLAYING = b'"stage":"playing"'


class Fairness(msgspec.Struct):
    deal: int
    commit: str


class View(msgspec.Struct):
    stage: str
    legal: list[str]
    window: str | None
    fairness: Fairness


class Frame(msgspec.Struct):
    version: int
    view: View


class Ack(msgspec.Struct):
    cmd_id: str


frame_decoder = msgspec.json.Decoder(Frame)
ack_decoder = msgspec.json.Decoder(Ack)


class Load:
    """All players, the pace at which they act, and what they measured."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.rng = random.Random(seed)
        self.loop = asyncio.get_running_loop()
        self.players: list[Player] = []
        self.waits: list[float] = []
        self.frames = 0
        self.bytes = 0
        self.rejects = 0
        self.lost = 0
        self.measuring = False
        self.rate: float | None = None  # actions a second, of all together; None: as fast as it goes
        self.next_slot = 0.0
        self.paused: list[Callable[[], None]] | None = None  # what was held back while another server is measured

    async def seat(self, room: str, token: str) -> None:
        _, player = await self.loop.create_connection(lambda: Player(self, room, token), "127.0.0.1", self.port)
        self.players.append(player)

    def act(self, work: Callable[[], None]) -> None:
        """In this action's turn, so that all together keep to the rate."""
        if self.paused is not None:
            self.paused.append(work)
            return
        if self.rate is None:
            work()
            return
        now = self.loop.time()
        self.next_slot = max(now, self.next_slot + 1 / self.rate)
        self.loop.call_at(self.next_slot, work)

    def pause(self) -> None:
        self.paused = []

    def resume(self) -> None:
        held, self.paused = self.paused or [], None
        for work in held:
            self.act(work)

    def stop(self) -> None:
        for player in self.players:
            player.over = True
            player.transport.abort()


class Player(asyncio.Protocol):
    transport: asyncio.Transport

    def __init__(self, load: Load, room: str, token: str) -> None:
        self.load = load
        self.room = room
        self.token = token
        self.buffer = b""
        self.greeted = False
        self.over = False
        self.answered = ""
        self.agreed = -1
        self.number = 0
        self.sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /ws/v1/rooms/{self.room} HTTP/1.1\r\nHost: 127.0.0.1:{self.load.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.over:
            self.load.lost += 1

    def send(self, payload: bytes) -> None:
        """Masked with zeros, which is a mask like any other."""
        size = len(payload)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        at = 0
        if not self.greeted:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.greeted = True
            self.send(msgspec.json.encode({"type": "hello", "token": self.token}))
            at = end + 4
        while len(data) - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                if len(data) - at < 4:
                    break
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                if len(data) - at < 10:
                    break
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) - begin < size:
                break
            at = begin + size
            self.frame(data[begin:at])
        self.buffer = data[at:]

    def frame(self, payload: bytes) -> None:
        load = self.load
        load.frames += 1
        load.bytes += len(payload)
        if payload.startswith(b'{"type":"ack"'):
            if load.measuring and ack_decoder.decode(payload).cmd_id == str(self.number):
                load.waits.append(time.monotonic() - self.sent_at)
        elif payload.startswith(b'{"type":"reject"'):
            load.rejects += 1
        elif payload.startswith((b'{"type":"event"', b'{"type":"snapshot"')):
            if IDLE not in payload or PLAYING not in payload:
                self.decide(frame_decoder.decode(payload).view)

    def decide(self, view: View) -> None:
        if view.stage in ("waiting", "between"):
            if view.fairness.commit and self.agreed != view.fairness.deal:
                self.agreed = view.fairness.deal
                self.send(b'{"type":"ready","nonce":""}')
        elif len(view.legal) > 1 and view.window is not None and view.window != self.answered:
            self.answered = view.window
            self.number += 1
            move = self.load.rng.choice(view.legal)
            act = {"type": "act", "cmd_id": str(self.number), "window": view.window, "move": move}
            self.load.act(lambda: self.go(msgspec.json.encode(act)))

    def go(self, frame: bytes) -> None:
        self.sent_at = time.monotonic()
        self.send(frame)
