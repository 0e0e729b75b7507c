"""What a proxy asks: whether the node had its database in the last seconds, answered without waiting for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

import httpx

from qipai.server.http.readiness import Readiness
from qipai.server.storage.events import StoreDown
from tests.server.players import running


class SilentStore:
    """A database that says nothing until it is told what to say."""

    def __init__(self) -> None:
        self.asked: list[Future[Any]] = []

    def now(self, connection: object) -> float:
        return 0.0

    touch = now

    def read(self, work: object) -> Future[Any]:
        self.asked.append(Future())
        return self.asked[-1]

    write = read


def test_a_proxy_is_answered_at_once_and_a_database_that_starts_again_sends_nobody_away() -> None:
    async def run() -> None:
        store = SilentStore()
        readiness = Readiness(store)  # type: ignore[arg-type]
        assert readiness.status_within(5) == "ok"
        await asyncio.sleep(0)
        assert len(store.asked) == 1  # it is asked, and not waited for
        assert readiness.status_within(5) == "ok"
        readiness.was_ok -= 6
        assert readiness.status_within(5) == "waiting for the database"
        assert readiness.status_within(10) == "ok"
        store.asked[0].set_exception(StoreDown("away"))
        while readiness.asking is not None:
            await asyncio.sleep(0.01)
        assert readiness.status_within(5) == "waiting for the database"
        readiness.until = 0.0
        asking = readiness.look()
        assert asking is not None
        await asyncio.sleep(0)
        store.asked[1].set_result(0.0)
        while len(store.asked) < 3:
            await asyncio.sleep(0.01)
        store.asked[2].set_result(None)
        await asking
        assert readiness.status_within(5) == "ok"

    asyncio.run(run())


def test_the_page_that_the_proxy_reads(tmp_path: Any) -> None:
    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as node:
        answer = httpx.get(f"{node.url}/ready?within=3600", headers={"host": "localhost"})
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        for odd in ("", "-1", "nan", "9" * 400, "x"):
            assert httpx.get(f"{node.url}/ready", params={"within": odd}).status_code == 200
