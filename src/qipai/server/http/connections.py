"""Connections before they are requests: how many an address may have and make, how long a request may take to arrive, how
long its head may be. uvicorn itself waits for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from qipai.server.config import Config, Limits
from qipai.server.http.limits import Buckets, network_of
from qipai.server.http.proxies import Proxies

HEAD = 32 * 1024  # bytes of a request's first line and headers
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Connections:
    """Who is connected, by address. A proxy that is believed speaks for many: it has no bound."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self.open: dict[str, int] = {}
        self.fresh = Buckets(limits.connects, limits.connect_burst)

    def admit(self, host: str) -> str | None:
        """The key under which it counts, empty for a proxy; None: too many."""
        if self.proxies.believes(host):
            return ""
        key = network_of(host)
        if self.open.get(key, 0) >= self.limits.connections or not self.fresh.take(key):
            return None
        self.open[key] = self.open.get(key, 0) + 1
        return key

    def release(self, key: str) -> None:
        if key:
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's own protocol with these bounds. A WebSocket keeps the place of the request that it was."""

    bounds: Connections  # of this server; `http_protocol` sets it

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.place: str | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.in_head = True
        self.head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.place = self.bounds.admit(self.client[0] if self.client else "?")
        if self.place is None:
            transport.abort()
        else:
            self.expect(self.bounds.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.give_up_place()
        super().connection_lost(exc)

    def give_up_place(self) -> None:
        if self.place is not None:
            self.bounds.release(self.place)
            self.place = None

    def expect(self, seconds: float) -> None:
        self.stop_waiting()
        self.timer = self.loop.call_later(seconds, self.too_late)

    def stop_waiting(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def too_late(self) -> None:
        """Somebody who sent half a request is told so; somebody who sent nothing has nothing to be told."""
        self.timer = None
        begun = self.head_bytes > 0 and (self.cycle is None or not self.cycle.response_started or self.cycle.response_complete)
        self.refuse(LATE if begun else b"")

    def refuse(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            if answer:
                self.transport.write(answer)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.place is None:
            return
        self.head_bytes += len(data)
        super().data_received(data)
        if self.in_head and self.head_bytes > HEAD:
            self.refuse(TOO_LONG)

    def on_message_begin(self) -> None:
        self.in_head, self.head_bytes = True, 1
        self.expect(self.bounds.limits.head_seconds)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.expect(self.bounds.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.in_head, self.head_bytes = True, 0
        self.stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.stop_waiting()
        place, self.place = self.place, None
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        if place is not None and hasattr(socket, "keep_place"):
            socket.keep_place(lambda: self.bounds.release(place))


def http_protocol(config: Config, proxies: Proxies) -> type[BoundedHttp]:
    return type("HttpProtocol", (BoundedHttp,), {"bounds": Connections(config.limits, proxies)})
