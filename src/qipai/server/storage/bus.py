"""The hint bus: "room r is at version n". Never trusted to arrive: a sweep every second stands behind it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from qipai.server.storage.log import CHANNEL

Listener = Callable[[str, str], None]


class Bus:
    """In one process there is nobody to tell: the node that writes also shows."""

    def start(self, listener: Listener) -> None:
        pass

    def stop(self) -> None:
        pass


class PostgresBus(Bus):
    """LISTEN on a connection of its own, in a thread; a lost connection is reopened."""

    RETRY = 1.0

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.url = url.replace("postgresql+psycopg://", "postgresql://")
        self.stopped = threading.Event()
        self.thread: threading.Thread | None = None

    def start(self, listener: Listener) -> None:
        loop = asyncio.get_running_loop()
        self.thread = threading.Thread(target=self.listen, args=(loop, listener), name="qipai-bus", daemon=True)
        self.thread.start()

    def listen(self, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
        import psycopg  # not needed, and not loaded, with SQLite

        while not self.stopped.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, connect_timeout=5) as connection:
                    for channel in (CHANNEL, f"{CHANNEL}_{self.name}"):
                        connection.execute(f"LISTEN {channel}")
                    while not self.stopped.is_set():
                        for note in connection.notifies(timeout=0.5):
                            room, _, word = note.payload.partition(" ")
                            if word:
                                loop.call_soon_threadsafe(listener, room, word)
            except psycopg.Error:
                self.stopped.wait(self.RETRY)
            except RuntimeError:  # the loop is closed: the node goes down
                return

    def stop(self) -> None:
        self.stopped.set()
        if self.thread is not None:
            self.thread.join(timeout=3)
