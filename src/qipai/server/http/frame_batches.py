"""Several WebSocket frames in one write. An event goes to every seat, often with an acknowledgement or a second event
right behind it; a system call for each would be a large part of what an action costs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.types import Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

EXTENSION = "qipai.frames"  # of ASGI's websocket.send: `frames`, a list of texts in UTF-8

Transmit = Callable[[list[bytes]], Awaitable[None]]


class BatchingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's own protocol with this extension."""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, EXTENSION: {}}
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        frames = message.get("frames")
        if frames is None or not self.handshake_complete or self.close_sent:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        try:
            for frame in frames:
                self.conn.send_text(frame)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))


def transmitter(scope: Scope, send: Send) -> Transmit:
    """Together where the server can, else one by one."""

    async def together(frames: list[bytes]) -> None:
        await send({"type": "websocket.send", "frames": frames})

    async def one_by_one(frames: list[bytes]) -> None:
        for frame in frames:
            await send({"type": "websocket.send", "text": frame.decode()})

    return together if EXTENSION in (scope.get("extensions") or {}) else one_by_one
