"""A home that ends at any moment: what it has acknowledged is there when the next one begins."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.local import bridge as bridges
from qipai.local.bridge import Bridge
from qipai.local.shelf import AskedShelf
from qipai.server.rooms import room_driver
from qipai.server.rooms.clock import NodeClock
from tests.local.keeper import Keeper


class Page:
    """A page that speaks to one home after another over the same shelf."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.heard: list[dict[str, Any]] = []
        self.bridge = Bridge(AskedShelf(keeper), self.hear, NodeClock())

    def hear(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def kill(self) -> None:
        """Nothing of the home is left, and nobody is told."""
        for task in list(self.bridge.home.tasks):
            task.cancel()
        self.bridge.home.stopping = True
        self.bridge.hear = lambda text: None  # type: ignore[method-assign]
        self.bridge.post = lambda text: None

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        number = len(self.heard) + 1000
        text = None if body is None else json.dumps(body)
        self.bridge.hear(json.dumps({"do": "call", "id": number, "method": method, "path": path, "body": text}))
        said = await self.until(lambda said: said["on"] == "answer" and said["id"] == number)
        return said["status"], json.loads(said["body"]) if said["body"] else None

    async def until(self, wanted: Any) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                found = next((said for said in self.heard if wanted(said)), None)
                if found is not None:
                    return found
                await asyncio.sleep(0)

    def open(self, room: str) -> None:
        self.bridge.hear(json.dumps({"do": "open", "id": 1, "room": room}))
        self.send({"type": "hello", "last_version": 0})

    def send(self, frame: object) -> None:
        self.bridge.hear(json.dumps({"do": "frame", "id": 1, "text": json.dumps(frame)}))

    def frames(self, kind: str) -> list[dict[str, Any]]:
        frames = [json.loads(said["text"]) for said in self.heard if said["on"] == "frame"]
        return [frame for frame in frames if frame["type"] == kind]

    def view(self) -> dict[str, Any] | None:
        frames = [json.loads(said["text"]) for said in self.heard if said["on"] == "frame"]
        views = [frame["view"] for frame in frames if "view" in frame]
        return views[-1] if views else None


async def asked(page: Page) -> dict[str, Any]:
    """The view in which something is to be decided, or the deal is over."""
    async with asyncio.timeout(60):
        while True:
            view = page.view()
            if view is not None and (view["legal"] or view["stage"] != "playing") and view["fairness"] is not None:
                return view
            await asyncio.sleep(0)


async def acknowledged(page: Page) -> None:
    await page.until(lambda said: bool(page.frames("ack")))


def test_nothing_acknowledged_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The home is ended after every move, as soon as it is acknowledged, and before the bots could answer."""
    luck = SimpleNamespace(token_bytes=random.Random(2).randbytes, randbits=lambda bits: 0)
    monkeypatch.setattr(room_driver, "secrets", luck)

    async def main() -> None:
        keeper = Keeper()
        page = Page(keeper)
        seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(3))]  # a level that no clock cuts short
        _, opened = await page.call("POST", "/rooms", {"game": "guandan", "seats": seats, "pace": 0})
        room, moves = opened["room"], []
        page.open(room)
        await page.until(lambda said: (page.view() or {}).get("fairness", {}).get("commit"))
        page.send({"type": "ready", "nonce": "0a"})
        await page.until(lambda said: (page.view() or {}).get("stage") == "playing")
        while True:
            view = await asked(page)
            if view["stage"] != "playing":
                break
            move, number = view["legal"][0], len(moves)
            page.send({"type": "act", "cmd_id": f"c{number}", "move": move, "window": view["window"]})
            await acknowledged(page)
            page.kill()
            moves.append(move)
            page = Page(keeper)
            page.open(room)
            await asked(page)
            page.send({"type": "act", "cmd_id": f"c{number}", "move": move, "window": view["window"]})
            await acknowledged(page)  # it is known, and not played twice
            page.heard = [said for said in page.heard if json.loads(said.get("text", "{}")).get("type") != "ack"]
        status, record = await page.call("GET", f"/rooms/{room}/record")
        assert status == 200
        assert len(moves) > 3
        commands = [command for _, _, _, _, command, _, _ in keeper.events[room] if command and command.startswith("0:")]
        assert commands == [f"0:c{number}" for number in range(len(moves))]
        mine = iter(move for seat, move in record["deals"][0]["moves"] if seat == 0)
        assert all(move in mine for move in moves)  # in this order
        assert (await page.call("POST", "/verify", record))[1]["deals"][0]["shuffle"] == "proven"

    asyncio.run(main())


def test_two_windows_see_the_same_table() -> None:
    async def main() -> None:
        keeper = Keeper()
        one, other = Page(keeper), Page(keeper)
        _, opened = await one.call("POST", "/rooms", {"game": "guandan", "pace": 0})
        room = opened["room"]
        one.open(room)
        await one.until(lambda said: (one.view() or {}).get("fairness", {}).get("commit"))
        other.open(room)
        await other.until(lambda said: other.view() is not None)
        one.send({"type": "ready", "nonce": ""})
        moved = await one.until(lambda said: said["on"] == "moved" and (one.view() or {}).get("stage") == "playing")
        other.bridge.hear(json.dumps({"do": "moved", "room": room, "version": moved["version"] + 99}))
        await other.until(lambda said: (other.view() or {}).get("stage") == "playing")

    asyncio.run(main())


def test_a_full_disk_is_told_and_changes_nothing() -> None:
    async def main() -> None:
        keeper = Keeper()
        page = Page(keeper)
        _, opened = await page.call("POST", "/rooms", {"game": "xianqi", "pace": 0})
        page.open(opened["room"])
        await page.until(lambda said: (page.view() or {}).get("fairness", {}).get("commit"))
        keeper.fails = True
        events = len(keeper.events[opened["room"]])
        page.send({"type": "ready", "nonce": ""})
        await page.until(lambda said: bool(page.frames("reject")))
        assert page.frames("reject")[0]["code"] == "RETRY"
        assert (await page.call("POST", "/rooms", {"game": "xianqi"}))[0] == 503
        keeper.fails = False
        assert len(keeper.events[opened["room"]]) == events

    asyncio.run(main())


@pytest.mark.parametrize("seats", [[{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}], [{"kind": "bot"}] * 3])
def test_nobody_else_can_sit_down(seats: list[dict[str, str]]) -> None:
    async def main() -> None:
        page = Page(Keeper())
        status, answer = await page.call("POST", "/rooms", {"game": "xianqi", "seats": seats})
        assert (status, answer["code"]) == (400, "BAD_REQUEST")

    asyncio.run(main())


def test_a_worker_starts_it_with_two_functions() -> None:
    async def main() -> None:
        heard: list[str] = []
        started = bridges.start(Keeper(), heard.append)
        started.hear('{"do":"call","id":7,"method":"GET","path":"/nowhere"}')
        while not heard:
            await asyncio.sleep(0)
        answer = json.loads(heard[0])
        assert (answer["id"], answer["status"], json.loads(answer["body"])["code"]) == (7, 404, "NOT_FOUND")

    asyncio.run(main())
