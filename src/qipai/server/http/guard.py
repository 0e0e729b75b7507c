"""What every request passes through: host and origin, size, rate, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import re
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qipai.server.config import Config
from qipai.server.http.limits import Buckets, network_of
from qipai.server.http.proxies import Proxies
from qipai.server.http.reach import is_local
from qipai.server.refusal import Refused, status_of
from qipai.server.rooms.messages import encode

POLICY = (
    "default-src 'none'; script-src 'self'{wasm}; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9._-]+)|\[(?P<v6>[0-9A-Fa-f:.]+)\])(?::[0-9]{1,5})?", re.ASCII)  # nothing else is one
ROOM_SOCKET = re.compile("/ws/v1/rooms/[^/]+")
TAKES_RECORDS = re.compile("/api/v1/(verify|replay|replay/screens|practice|records/[^/]+/review)")
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
OPENER = "cross-origin-opener-policy"  # browsers complain about it on a plain address that is not this machine's own


def origin_of(url: str) -> str:
    """scheme://host[:port], in lower case, without a default port; empty when it is none."""
    try:
        parts = urlsplit(url.strip().lower())
        port = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default = 443 if parts.scheme == "https" else 80
    return f"{parts.scheme}://{host}" + ("" if port in (None, default) else f":{port}")


def policy(host: str, python: bool = False) -> str:
    """The page's own WebSockets are named: not every browser takes them for 'self'. Python needs WebAssembly."""
    own = origin_of(f"http://{host}").removeprefix("http://")
    wasm = " 'wasm-unsafe-eval'" if python else ""
    return POLICY.format(wasm=wasm, sockets=f" ws://{own} wss://{own}" if own else "")


class Doors:
    """Which hosts this server answers to and which pages may talk to it.

    A page at an IP address or at this machine's own name can only have come from there; any other name has to be given,
    since its owner could point it at us.
    """

    def __init__(self, config: Config) -> None:
        given = [config.public_url, *config.origins]
        self.origins = {origin_of(url) for url in given if url}
        name = socket.gethostname().lower()
        self.names = {"localhost", name, f"{name}.local", name.split(".")[0] + ".local"}
        self.names |= {urlsplit(origin).hostname or "" for origin in self.origins}

    def host_is_ours(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if found is None:
            return False
        bare = (found["name"] or found["v6"]).lower()
        if bare in self.names:
            return True
        try:
            ipaddress.ip_address(bare)
        except ValueError:
            return False
        return True

    def admits(self, origin: str | None, scheme: str, host: str) -> bool:
        """A WebSocket's origin: the address that the browser used, or one that was given. Programs send none."""
        if origin is None:
            return True
        asked = origin_of(origin)
        http = "https" if scheme in ("https", "wss") else "http"
        return bool(asked) and (asked == origin_of(f"{http}://{host}") or asked in self.origins)


class Guard:
    """Outermost: answers what must not go further, and puts the headers on all that comes back."""

    def __init__(
        self, app: ASGIApp, config: Config, room_socket: ASGIApp | None = None, proxies: Proxies | None = None
    ) -> None:
        self.app = app
        self.proxies = proxies or Proxies(config)
        self.room_socket = room_socket or app  # the sockets of rooms pass by the layers that REST needs
        self.doors = Doors(config)
        self.limits = config.limits
        self.python = bool(config.site)
        self.requests = Buckets(config.limits.requests, config.limits.request_burst)
        self.files = Buckets(config.limits.files, config.limits.file_burst)
        self.sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.proxies.look_at(scope)
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        address = address_of(scope)
        allowed = self.doors.host_is_ours(host) and self.doors.admits(headers.get("origin"), scope["scheme"], host)
        if not allowed or self.sockets.get(address, 0) >= self.limits.sockets or not self.requests.take(address):
            await send({"type": "websocket.close", "code": 1008})  # before accept: HTTP 403
            return
        self.sockets[address] = self.sockets.get(address, 0) + 1
        try:
            of_room = ROOM_SOCKET.fullmatch(scope["path"]) is not None
            await (self.room_socket if of_room else self.app)(scope, receive, send)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.proxies.look_at(scope)
        headers = Headers(scope=scope)
        is_data = scope["path"].startswith("/api/")
        bucket = self.requests if is_data else self.files
        limit = self.limits.record if TAKES_RECORDS.fullmatch(scope["path"]) else self.limits.body
        taken = 0

        async def bounded() -> Message:
            nonlocal taken
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > limit:
                    raise Refused("TOO_LARGE")
            return message

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(raw=message["headers"])
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if scope["scheme"] == "https" or is_local(headers.get("host", "").rpartition(":")[0]):
                    out.setdefault(OPENER, "same-origin")
                out.setdefault("content-security-policy", policy(headers.get("host", ""), self.python))
                if is_data:
                    out.setdefault("cache-control", "no-store")
            await send(message)

        if not self.doors.host_is_ours(headers.get("host", "")):
            await refuse(Refused("FORBIDDEN_ORIGIN"), dressed)
        elif not bucket.take(address_of(scope)):
            await refuse(Refused("TOO_MANY"), dressed)
        elif (headers.get("content-length") or "0").isdigit() and int(headers.get("content-length") or "0") > limit:
            await refuse(Refused("TOO_LARGE"), dressed)
        else:
            await self.app(scope, bounded, dressed)


async def refuse(refusal: Refused, send: Send) -> None:
    body = encode(refusal.to_json())
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.code == "TOO_MANY":
        headers += [(b"retry-after", b"2"), (b"connection", b"close")]  # a flood has to knock again
    await send({"type": "http.response.start", "status": status_of(refusal), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return network_of(client[0]) if client else "?"
