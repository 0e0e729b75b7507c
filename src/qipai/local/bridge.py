"""Between a page and the home: one line of JSON for each thing that either of them says. A browser's worker passes them on.

The page says `call` (a REST request), `open`, `frame` and `close` (a connection to a room), `moved` (another window has
written). The home says `answer` and `frame`, with the page's own number of the request or the connection, and `moved`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

from qipai.local.plain_structs import install

install()

from qipai.local.connection import Door  # noqa: E402
from qipai.local.home import LocalHome  # noqa: E402
from qipai.local.requests import Requests  # noqa: E402
from qipai.local.shelf import AskedShelf, Shelf  # noqa: E402
from qipai.server.refusal import Refused  # noqa: E402
from qipai.server.rooms.clock import NodeClock  # noqa: E402
from qipai.server.storage.events import StoreDown  # noqa: E402


class Bridge:
    def __init__(self, shelf: Shelf, post: Callable[[str], None], clock: NodeClock | None = None) -> None:
        self.post = post
        self.home = LocalHome(shelf, clock, told=lambda room, version: self.say("moved", room=room, version=version))
        self.requests = Requests(self.home)
        self.doors: dict[int, Door] = {}
        self.turns: dict[int, asyncio.Lock] = {}  # what is said on one connection is heard one after the other

    def say(self, on: str, **more: object) -> None:
        self.post(json.dumps({"on": on, **more}, ensure_ascii=False))

    def hear(self, text: str) -> None:
        """Never waits; answers follow."""
        said = json.loads(text)
        do, number = said["do"], said.get("id", 0)
        if do == "call":
            self.home.spawn(self.answer(number, said))
        elif do == "open":
            self.doors[number] = Door(self.home, said["room"], lambda frame: self.say("frame", id=number, text=frame))
            self.turns[number] = asyncio.Lock()
        elif do == "frame" and number in self.doors:
            self.home.spawn(self.frame(number, said["text"]))
        elif do == "close" and number in self.doors:
            self.doors.pop(number).close()
            self.turns.pop(number)
        elif do == "moved":
            self.home.spawn(self.moved(said["room"], said["version"]))

    async def answer(self, number: int, said: dict[str, Any]) -> None:
        try:
            status, body = await self.requests.answer(said["method"], said["path"], said.get("body"))
        except Exception as problem:  # a page that waits for ever would be worse
            status, body = 500, json.dumps({"code": "500", "message": f"{type(problem).__name__}: {problem}"})
        self.say("answer", id=number, status=status, body=body)

    async def frame(self, number: int, text: str) -> None:
        door, turn = self.doors[number], self.turns[number]
        async with turn:
            await door.hear(text)

    async def moved(self, room: str, version: int) -> None:
        with contextlib.suppress(StoreDown, Refused):
            await self.home.moved(room, version)


def start(ask: Callable[[str], Awaitable[str]], post: Callable[[str], None]) -> Bridge:
    """What a worker calls: `ask` keeps games and gives them back, `post` speaks to the page."""
    return Bridge(AskedShelf(ask), post)
