"""Reviews where one person plays alone: the same requests, made between two moves, kept on the shelf, gone with the room."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from qipai.local.home import LocalHome
from qipai.local.requests import Requests
from qipai.local.reviews import LocalReviews
from qipai.local.shelf import AskedShelf, Shelf
from qipai.server.rooms.messages import Act, Ready
from tests.games import playable
from tests.local.keeper import Keeper
from tests.local.memory_shelf import MemoryShelf
from tests.server.players import PATIENCE
from tests.server.test_client_api import fits

TINY = 0.0005


async def finished(requests: Requests) -> str:
    """A room in which a deal against bots is over."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * 2]
    body = {"game": "xianqi", "rules": playable("xianqi"), "seats": seats, "pace": 0, "quick_forced": True}
    room = str(json.loads((await requests.answer("POST", "/rooms", json.dumps(body))).body)["room"])
    live = await requests.home.get(room)
    me = requests.home.me.id
    async with asyncio.timeout(PATIENCE):
        while not live.room.commit:
            await asyncio.sleep(0)
        await live.perform(me, Ready())
        number = 0
        while not live.all_over():
            await asyncio.sleep(0)
            if live.room.table is not None and not live.room.table.over and 0 in live.room.to_act():
                number += 1
                await live.perform(me, Act(f"c{number}", live.room.table.canonical(0)[0]))
    return room


async def call(requests: Requests, method: str, path: str) -> tuple[int, Any]:
    status, body = await requests.answer(method, path)
    if status == 200:
        fits("GET /api/v1/rooms/{room}/review", json.loads(body))
    return status, json.loads(body)


async def evening(shelf: Shelf) -> None:
    requests = Requests(LocalHome(shelf))
    requests.reviews.share = TINY
    requests.home.workers.seconds = 0.0  # it rests after every step, however quick this machine is
    room = await finished(requests)
    path = f"/rooms/{room}/review?deal=0"
    assert (await call(requests, "GET", path))[1]["state"] == "none"
    assert (await call(requests, "POST", f"/rooms/{room}/review?deal=7"))[1]["code"] == "NO_RECORD"
    assert (await call(requests, "POST", path))[1]["state"] == "running"
    seen = []
    async with asyncio.timeout(PATIENCE):
        while (found := (await call(requests, "GET", path))[1])["state"] != "done":
            assert found["state"] == "running"
            seen.append(found["done"])
            await asyncio.sleep(0)
    assert len(set(seen)) > 2  # somebody was served between two decisions
    replay = json.loads((await requests.answer("GET", f"/rooms/{room}/replay")).body)
    assert found["review"]["players"] == replay["players"]
    assert found["review"]["deals"][0]["returns"] == replay["result"]["returns"]
    # another window, or the next visit: it is there
    later = Requests(LocalHome(shelf))
    assert (await call(later, "GET", path))[1] == found
    assert (await call(later, "POST", path))[1] == found
    name = f"{room}/1.0"
    assert await shelf.read_snapshot(name) is not None
    await shelf.remove(room)
    assert await shelf.read_snapshot(name) is None


def test_a_review_is_made_between_moves_kept_and_gone_with_its_room() -> None:
    asyncio.run(evening(MemoryShelf()))
    asyncio.run(evening(AskedShelf(Keeper())))


def test_a_room_that_was_forgotten_meanwhile_leaves_nothing() -> None:
    async def run() -> None:
        shelf = MemoryShelf()
        requests = Requests(LocalHome(shelf))
        requests.reviews = LocalReviews(requests.home, TINY)
        room = await finished(requests)
        await call(requests, "POST", f"/rooms/{room}/review")
        await shelf.remove(room)
        async with asyncio.timeout(PATIENCE):
            while requests.reviews.waiting:
                await asyncio.sleep(0)
        assert not shelf.snapshots

    asyncio.run(run())
