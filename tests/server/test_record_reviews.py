"""Reviews of records that somebody brings along: checked, queued and limited as those of rooms, and kept by nobody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import httpx
import msgspec
import pytest

from qipai.local.home import LocalHome
from qipai.local.requests import Requests
from qipai.review.pieces import DealReview
from qipai.server import reviews as reviews_module
from qipai.server.reviews import OfRecords
from qipai.server.rooms.reviews import Deal
from tests.local.memory_shelf import MemoryShelf
from tests.review.records import played
from tests.server.players import LOOSE, PATIENCE, Node, Person, guest, running
from tests.server.test_client_api import fits

SHARE = 0.0005  # of the playouts: these tests are not about what is found
A_DAY = 4


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("records")
    limits = msgspec.structs.replace(LOOSE, reviews_per_day=A_DAY, records_per_minute=1e6)
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1, review_share=SHARE, limits=limits) as started:
        yield started


def text_of(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


def path_of(text: str, deal: int = 0) -> str:
    return f"/records/{sha256(text.encode()).hexdigest()}/review?deal={deal}"


async def send(node: Node, person: Person | None, path: str, text: str | None = None) -> httpx.Response:
    async with httpx.AsyncClient(base_url=f"{node.url}/api/v1", timeout=PATIENCE) as client:
        headers = {} if person is None else person.headers
        content = None if text is None else text.encode()
        return await client.request("GET" if text is None else "POST", path, content=content, headers=headers)


async def found(node: Node, person: Person | None, path: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = (await send(node, person, path)).json()
            fits("GET /api/v1/records/{record}/review", answer)
            if answer["state"] == "done":
                return dict(answer)
            assert answer["state"] in ("waiting", "running"), answer
            await asyncio.sleep(0.05)


def test_a_record_is_reviewed_for_whoever_has_it_and_found_by_its_digest(node: Node) -> None:
    async def run() -> None:
        record = played("xianqi", 3, deals=2)
        text = text_of(record)
        assert (await send(node, None, path_of(text, 1))).json()["state"] == "none"
        asked = (await send(node, None, path_of(text, 1), text)).json()
        assert asked["state"] in ("waiting", "running")
        review = (await found(node, None, path_of(text, 1)))["review"]
        assert review["players"] == ["Lan", "Bo", "Chen"]
        one = DealReview(record, 1, share=SHARE)
        assert review == json.loads(json.dumps(one.whole(list(one.missing(())))))
        # another person asks for the same, and nothing is made again
        ann = await guest(node)
        assert (await send(node, ann, path_of(text, 1), text)).json()["review"] == review

    asyncio.run(run())


def test_what_cannot_be_reviewed_is_refused_with_a_code_and_costs_nothing(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node, "Bea")
        good = played("xianqi", 4)
        unfinished = {**good, "deals": [{key: value for key, value in good["deals"][0].items() if key != "returns"}]}
        unfinished["deals"][0]["moves"] = unfinished["deals"][0]["moves"][:1]
        two = played("xianqi", 4, deals=2)
        two["deals"][1] = {"seed": two["deals"][1]["seed"], "moves": []}
        lie = json.loads(text_of(good))
        lie["deals"][0]["returns"] = [9, 9, -18]
        for text, deal, status, code in (
            (text_of(good), 1, 404, "NO_RECORD"),
            (text_of(unfinished), 0, 409, "UNFINISHED_DEAL"),
            (text_of(two), 1, 400, "NO_SUCH_DEAL"),
            (text_of(lie), 0, 409, "BAD_RECORD"),
            (text_of({**good, "game": "chess"}), 0, 409, "UNKNOWN_GAME"),
            ("not JSON", 0, 409, "BAD_RECORD"),
            ("[]", 0, 409, "BAD_RECORD"),
        ):
            for _ in range(A_DAY + 1):
                refused = await send(node, ann, path_of(text, deal), text)
                assert (refused.status_code, refused.json()["code"]) == (status, code), refused.text
            assert refused.json()["message"] != refused.json()["message_zh"]
        other = await send(node, ann, path_of(text_of(good)), text_of({**good, "meta": {}}))
        assert (other.status_code, other.json()["code"]) == (400, "BAD_REQUEST")
        for name in ("abc", "g" * 64, "A" * 64, "0" * 65):
            assert (await send(node, ann, f"/records/{name}/review", text_of(good))).status_code in (400, 422)
            assert (await send(node, ann, f"/records/{name}/review")).status_code in (400, 422)
        large = text_of({**good, "meta": {"note": "x" * 100_000}})  # more than any other request may send
        assert (await send(node, ann, path_of(large), large)).status_code == 200

    asyncio.run(run())


def test_rooms_and_records_share_the_reviews_of_a_day(node: Node) -> None:
    async def run() -> None:
        ann, eve = await guest(node, "Cai"), await guest(node, "Eve")
        texts = [text_of(played("xianqi", 20 + number)) for number in range(A_DAY + 1)]
        for text in texts[:-1]:
            assert (await send(node, ann, path_of(text), text)).status_code == 200
        refused = await send(node, ann, path_of(texts[-1]), texts[-1])
        assert (refused.status_code, refused.json()["code"]) == (429, "REVIEW_LIMIT")
        assert "reviews" in refused.json()["message"]
        assert "复盘" in refused.json()["message_zh"]
        assert (await send(node, ann, path_of(texts[-1]))).json()["state"] == "none"
        assert (await send(node, eve, path_of(texts[-1]), texts[-1])).status_code == 200  # everybody has their own
        for text in texts[:-1]:
            await found(node, ann, path_of(text))
        assert (await send(node, ann, path_of(texts[0]), texts[0])).json()["state"] == "done"

    asyncio.run(run())


def test_so_many_reviews_of_records_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "BROUGHT", 2)

    async def run() -> None:
        known = OfRecords()
        places = [Deal(f"{number:064x}", 1, 0) for number in range(3)]
        for place in places:
            await known.add(place, {0: '{"move": 0}'})
            await known.finish(place, "{}")
        assert [(await known.read(place)).whole for place in places] == [None, "{}", "{}"]

    asyncio.run(run())


def test_a_home_without_a_server_reviews_records_as_well() -> None:
    async def run() -> None:
        requests = Requests(LocalHome(MemoryShelf()))
        requests.reviews.share = SHARE
        requests.home.workers.seconds = 0.0  # it rests after every step, however quick this machine is
        record = played("xianqi", 3)
        text = text_of(record)

        async def call(method: str, path: str, body: str | None = None) -> tuple[int, Any]:
            status, answer = await requests.answer(method, path, body)
            return status, json.loads(answer)

        assert (await call("GET", path_of(text)))[1]["state"] == "none"
        assert (await call("POST", path_of(text), text))[1]["state"] == "running"
        seen = set()
        async with asyncio.timeout(PATIENCE):
            while (answer := (await call("GET", path_of(text)))[1])["state"] != "done":
                seen.add(answer["done"])
                await asyncio.sleep(0)
        assert len(seen) > 2  # somebody was served between two decisions
        fits("GET /api/v1/records/{record}/review", answer)
        one = DealReview(record, 0, share=SHARE)
        assert answer["review"] == json.loads(json.dumps(one.whole(list(one.missing(())))))
        assert (await call("POST", path_of(text), text))[1] == answer
        assert (await call("POST", path_of(text), text + " "))[1]["code"] == "BAD_REQUEST"
        assert (await call("GET", "/records/abc/review"))[1]["code"] == "BAD_REQUEST"
        assert (await call("POST", path_of(text, 1), text))[1]["code"] == "NO_RECORD"
        assert (await call("POST", path_of("[]"), "[]"))[1]["code"] == "BAD_RECORD"

    asyncio.run(run())
