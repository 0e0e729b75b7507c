"""From a configuration to a server that listens: sockets, uvicorn, signals."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Callable

import uvicorn

from qipai.server import config as bounds
from qipai.server.config import Config
from qipai.server.http.app import make_app
from qipai.server.http.connections import http_protocol
from qipai.server.http.frame_batches import socket_protocol
from qipai.server.http.proxies import Proxies
from qipai.server.memory import give_back_what_is_freed
from qipai.server.node import Node

GOODBYE = 1.0  # seconds for those who are connected to hear of a restart
TRIED = 50  # ports after the one that was asked for
COLLECT = (20_000, 20, 50)  # thresholds of the garbage collector: views and frames are many, and hold no cycles
SWITCH = 0.0005  # seconds for which one thread may keep the others from running: the writer needs little, but soon
UNREAD = 30_000  # milliseconds until the system gives up on a peer that takes nothing


def listen(host: str, port: int) -> socket.socket:
    """A listening socket at the port, or at the next free one. OSError when there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for candidate in range(port, port + TRIED) if port else (0,):
        if candidate > 65535:
            break
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD)
        try:
            taken.bind((host, candidate))
            taken.listen(2048)
        except OSError as error:
            taken.close()
            problem = error
            continue
        return taken
    raise problem or OSError(f"no free port from {port} on")


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, settings: uvicorn.Config, node: Node, started: Callable[[], None] | None) -> None:
        super().__init__(settings)
        self.node = node
        self.ready = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what a server is made of stays: no use in looking through it again and again
        gc.set_threshold(*COLLECT)
        if self.started and self.ready is not None:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Those who are connected are told when to come back before their sockets are closed."""
        for server in self.servers:
            server.close()
        self.node.leaving.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while self.node.metrics.sockets:
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)


def serve(config: Config, listening: socket.socket, started: Callable[[], None] | None = None) -> bool:
    """Runs until a signal comes; what was acknowledged is on the disk then. StoreDown; False: it could not start."""
    sys.setswitchinterval(SWITCH)
    give_back_what_is_freed()
    proxies = Proxies(config)
    app = make_app(config, proxies)
    app.state.node.prepare()
    settings = uvicorn.Config(
        app,
        http=http_protocol(config, proxies),
        ws=socket_protocol(config.limits),
        ws_max_size=bounds.FRAME,
        ws_ping_interval=None,  # liveness has one owner: the client pings, we drop the silent
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,  # addresses are nobody's business, and requests carry tokens
        server_header=False,
        proxy_headers=bool(proxies.named),
        forwarded_allow_ips=proxies.named,
        timeout_graceful_shutdown=3,
        backlog=2048,
    )
    server = Server(settings, app.state.node, started)
    with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
        server.run([listening])
    return server.started
