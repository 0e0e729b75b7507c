"""What uvicorn's WebSocket protocol lacks: several frames in one write, and a bound on frames of every kind.

An event goes to every seat, often with an acknowledgement or a second event right behind it; a system call for each would
be a large part of what an action costs. And pings, pongs and empty parts of a message cost as much as a message, but never
reach the application that counts those.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.types import Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from qipai.server.config import Limits
from qipai.server.http.limits import Bucket

EXTENSION = "qipai.frames"  # of ASGI's websocket.send: `frames`, a list of texts in UTF-8; and `write`, which takes such a list
TOO_FAST = 4005
PARTS = 64  # of one message
SHORT, MIDDLE, LONG = struct.Struct("!BB"), struct.Struct("!BBH"), struct.Struct("!BBQ")

Transmit = Callable[[list[bytes]], Awaitable[None]]
Write = Callable[[list[bytes]], bool]


def packed(frames: list[bytes]) -> bytes:
    """Texts as a server sends them: whole, without a mask."""
    parts = []
    for frame in frames:
        size = len(frame)
        if size < 126:
            parts.append(SHORT.pack(0x81, size))
        elif size < 65536:
            parts.append(MIDDLE.pack(0x81, 126, size))
        else:
            parts.append(LONG.pack(0x81, 127, size))
        parts.append(frame)
    return b"".join(parts)


class BoundedFrames(ServerProtocol):
    """Counts where frames are read, so that a burst in one packet ends at its first frame too many."""

    def __init__(self, limits: Limits, **more: Any) -> None:
        super().__init__(**more)
        self.bucket = Bucket(limits.frames, limits.frame_burst)
        self.parts = 0
        self.flooded = False

    def recv_frame(self, frame: Frame) -> None:
        self.parts = self.parts + 1 if frame.opcode is Opcode.CONT else 0 if frame.opcode < 8 else self.parts
        if not self.bucket.take() or self.parts > PARTS:
            self.flooded = True
            raise ProtocolError("too many frames")
        super().recv_frame(frame)

    def fail(self, code: int, reason: str = "") -> None:
        super().fail(TOO_FAST if self.flooded else code, reason)


class BatchingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol with this extension and this bound."""

    limits = Limits()  # of this server; `socket_protocol` sets them

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn = BoundedFrames(self.limits, max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error"))
        self.release: Callable[[], None] | None = None

    def keep_place(self, release: Callable[[], None]) -> None:
        """What to call when the connection is gone."""
        if self.disconnected:
            release()
        else:
            self.release = release

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.release is not None:
            self.release()
            self.release = None

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, EXTENSION: {"write": self.write_now}}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        frames = message.get("frames")
        if frames is None or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if not self.write_now(frames):
            raise ClientDisconnected

    def write_now(self, frames: list[bytes]) -> bool:
        """Without waiting for anybody; False: the client does not read, or is gone."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        self.transport.write(packed(frames))
        return True


def socket_protocol(limits: Limits) -> type[BatchingProtocol]:
    return type("SocketProtocol", (BatchingProtocol,), {"limits": limits})


def transmitter(scope: Scope, send: Send) -> Transmit:
    """Together where the server can, else one by one."""

    async def together(frames: list[bytes]) -> None:
        await send({"type": "websocket.send", "frames": frames})

    async def one_by_one(frames: list[bytes]) -> None:
        for frame in frames:
            await send({"type": "websocket.send", "text": frame.decode()})

    return together if EXTENSION in (scope.get("extensions") or {}) else one_by_one


def writer(scope: Scope) -> Write | None:
    """The way that waits for nobody, where the server has it."""
    found: Write | None = ((scope.get("extensions") or {}).get(EXTENSION) or {}).get("write")
    return found
