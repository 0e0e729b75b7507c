"""Reviews of finished deals: who may ask, in which order they are made, what survives a kill, and when they are gone."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from pydantic import BaseModel

from qipai.core.data import Json
from qipai.review import shapes
from qipai.review.classes import CLASSES
from qipai.server import reviews as reviews_module
from qipai.server.config import Config
from qipai.server.http import review_models
from qipai.server.http.models import ChatLine, RoomBody, SeatWish
from qipai.server.node import Node as NodeHere
from qipai.server.packed_reviews import unpacked
from qipai.server.reviews import Reviews
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Chat, Ready
from qipai.server.rooms.opening import opening_of
from qipai.server.rooms.records import finished_deals
from qipai.server.rooms.reviews import SEATS, Deal
from qipai.server.storage import review_rows, room_rows, schema
from tests.games import playable
from tests.server.players import LOOSE, PATIENCE, Node, Person, Socket, guest, pick, play_deal, running
from tests.server.test_client_api import fits

SHARE = 0.0005  # of the playouts: these tests are not about what is found
A_DAY = 3


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("reviews")
    limits = msgspec.structs.replace(LOOSE, reviews_per_day=A_DAY)
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1, review_share=SHARE, limits=limits) as started:
        yield started


async def played(node: Node, person: Person, deals: int = 1, **more: Any) -> str:
    room = await person.open("xianqi", **more)
    async with Socket(node, room, person.token) as socket:
        for _ in range(deals):
            await play_deal([socket], pick(random.Random(2)), "c0ffee")
    return room


async def get(person: Person, path: str) -> Any:
    answer = await person.call("GET", path)
    assert answer.status_code == 200, answer.text
    fits("GET /api/v1/rooms/{room}/review", answer.json())
    return answer.json()


async def until_done(person: Person, path: str) -> Any:
    async with asyncio.timeout(PATIENCE):
        while (found := await get(person, path))["state"] != "done":
            assert found["state"] in ("waiting", "running"), found
            assert found["review"] is None
            await asyncio.sleep(0.05)
    return found


def test_a_finished_deal_is_reviewed_for_those_who_may_see_its_replay(node: Node) -> None:
    async def run() -> None:
        ann, eve = await guest(node, "Ann"), await guest(node, "Eve")
        room = await played(node, ann)
        path = f"/rooms/{room}/review?deal=0"
        assert (await get(ann, path))["state"] == "none"
        for method in ("GET", "POST"):
            refused = await eve.call(method, path)
            assert (refused.status_code, refused.json()["code"]) == (403, "NOT_SHARED")
            missing = await ann.call(method, f"/rooms/{room}/review?deal=1")
            assert (missing.status_code, missing.json()["code"]) == (404, "NO_RECORD")
        asked = (await ann.call("POST", path)).json()
        assert asked["state"] in ("waiting", "running")
        found = await until_done(ann, f"{path}&match={asked['match']}")
        review = found["review"]
        replay = (await ann.call("GET", f"/rooms/{room}/replay")).json()
        assert review["players"] == replay["players"]
        assert "Ann" in json.dumps(review)
        assert not any(sign in json.dumps(review, ensure_ascii=False) for sign in SEATS)
        deal = review["deals"][0]
        assert deal["moves"] == len(replay["steps"]) - 1
        assert deal["decisions"]
        for seat in deal["seats"]:
            assert (
                round(seat["deal"] + seat["others"] + seat["own"], 3)
                == seat["result"]
                == replay["result"]["returns"][seat["seat"]]
            )
        for decision in deal["decisions"]:
            assert replay["steps"][decision["move"] + 1]["seat"] == decision["seat"]
        assert set(found["grades"]) == {"best", "good", "inaccuracy", "mistake", "blunder"}
        # the link is enough for everybody else, and nothing is made again
        assert (await ann.call("POST", f"/rooms/{room}/share")).status_code == 200
        assert (await get(eve, path))["review"] == review
        assert httpx.get(f"{node.url}/api/v1{path}").json()["review"] == review
        assert (await eve.call("POST", path)).json()["review"] == review

    asyncio.run(run())


def test_a_deal_that_is_being_played_is_not_reviewed(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node)
        room = await ann.open("xianqi")
        refused = await ann.call("POST", f"/rooms/{room}/review")
        assert (refused.status_code, refused.json()["code"]) == (404, "NO_RECORD")
        async with Socket(node, room, ann.token) as socket:
            await play_deal([socket], pick(random.Random(2)))
            while not socket.view["fairness"]["commit"] or socket.view["stage"] != "between":
                await socket.next()
            await socket.ready()
            while socket.view["stage"] != "playing":
                await socket.next()
            for method in ("GET", "POST"):
                refused = await ann.call(method, f"/rooms/{room}/review?deal=1")
                assert (refused.status_code, refused.json()["code"]) == (404, "NO_RECORD")

    asyncio.run(run())


def test_so_many_a_day_and_what_is_there_costs_nothing(node: Node) -> None:
    async def run() -> None:
        ann = await guest(node, "Bea")
        room = await played(node, ann, A_DAY + 1)
        for deal in range(A_DAY):
            assert (await ann.call("POST", f"/rooms/{room}/review?deal={deal}")).status_code == 200
        for deal in range(A_DAY):
            await until_done(ann, f"/rooms/{room}/review?deal={deal}")
        refused = await ann.call("POST", f"/rooms/{room}/review?deal={A_DAY}")
        assert (refused.status_code, refused.json()["code"]) == (429, "REVIEW_LIMIT")
        assert refused.json()["message"]
        assert "复盘" in refused.json()["message_zh"]
        assert (await get(ann, f"/rooms/{room}/review?deal={A_DAY}"))["state"] == "none"
        assert (await ann.call("POST", f"/rooms/{room}/review?deal=0")).json()["state"] == "done"

    asyncio.run(run())


def test_the_wire_has_what_the_engine_finds() -> None:
    """Two shapes, because Pydantic reads typed dictionaries from Python 3.12 on only; their fields and types are the same."""
    pairs: dict[type, type[BaseModel]] = {
        shapes.CandidateDict: review_models.ReviewedMove,
        shapes.DecisionDict: review_models.ReviewedDecision,
        shapes.KindDict: review_models.ReviewedKind,
        shapes.SeatDict: review_models.ReviewedSeat,
        shapes.DealReviewDict: review_models.ReviewedDeal,
        shapes.ReviewDict: review_models.Review,
    }
    called = {shape.__name__: model.__name__ for shape, model in pairs.items()} | {"BothLanguages": "Words", "object": "Any"}
    for shape, model in pairs.items():
        told = {name: hint.__forward_arg__ for name, hint in shape.__annotations__.items()}
        wire = dict(model.__annotations__)
        if "grade" in wire:
            assert (told.pop("grade"), wire.pop("grade")) == ("str", "Grade")
        as_sent = {name: re.sub(r"\w+", lambda word: called.get(word[0], word[0]), hint) for name, hint in told.items()}
        assert list(as_sent.items()) == list(wire.items())
    assert set(get_args(review_models.Grade)) == set(CLASSES)


def test_what_was_said_is_the_same_in_a_frame_and_in_an_answer() -> None:
    assert get_type_hints(Chat) == get_type_hints(ChatLine)


async def here(url: str, folder: Path, work: Callable[[NodeHere], Awaitable[None]], share: float = SHARE) -> None:
    """With a node in this process."""
    node = NodeHere(Config(database=url, data=str(folder), limits=LOOSE, sweep=3600, review_share=share))
    await node.start()
    try:
        await work(node)
    finally:
        await node.stop()


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.005)


async def finished_room(node: NodeHere, deals: int = 1) -> tuple[LiveRoom, Json]:
    """A room of three people who have played, and the record of it."""
    people = [(await node.accounts.add_guest(f"P{k}"))[1] for k in range(3)]
    wishes = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]
    body = RoomBody(game="xianqi", rules=playable("xianqi"), seats=wishes, pace=0, claim_pause=0, quick_forced=True)
    live = await node.get(await node.open_room(opening_of(body, people[0]), people[0].id))
    for person in people[1:]:
        await live.join(person.id, person.name, None)
    rng = random.Random(4)
    for deal in range(deals):
        await until(lambda: bool(live.room.commit))
        for person in people:
            await live.perform(person.id, Ready())
        await until(lambda: live.room.stage == "playing")
        while live.room.table is not None and not live.room.table.over:
            seats = live.room.to_act()
            if not seats:
                await asyncio.sleep(0.005)
                continue
            seat = rng.choice(seats)
            move = rng.choice(list(live.room.table.canonical(seat)))
            await live.perform(people[seat].id, Act(f"c{deal}.{live.room.version}", move))
    stored = await room_rows.read_log(node.store, live.room.id)
    return live, dict(finished_deals(live.room.id, stored.events, stored.secrets)[1])


def test_everybody_has_a_queue_and_one_review_at_a_time_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(node: NodeHere) -> None:
        live, record = await finished_room(node, 3)
        room = live.room.id
        begun: list[int] = []
        gate = asyncio.Event()

        async def make(self: Reviews, work: reviews_module.Work, person: str) -> None:
            work.state = "running"
            begun.append(work.deal.deal)
            await gate.wait()
            self.works.pop(work.deal)

        monkeypatch.setattr(Reviews, "make", make)
        reviews = Reviews(node)
        answers = [json.loads(reviews.ask(Deal(room, 1, deal), record, "ann")) for deal in (0, 1)]
        assert [answer["ahead"] for answer in answers] == [0, 1]
        reviews.ask(Deal(room, 1, 0), record, "ann")  # asked twice, made once
        reviews.ask(Deal(room, 1, 2), record, "bob")
        await asyncio.sleep(0.05)
        assert sorted(begun) == [0, 2]  # one of each person
        assert json.loads(reviews.progress(Deal(room, 1, 1), "ann") or "")["state"] == "waiting"
        assert node.metrics.reviews_waiting == 3
        gate.set()
        await until(lambda: not reviews.queues)
        assert sorted(begun) == [0, 1, 2]
        assert not reviews.works
        assert node.metrics.reviews_waiting == 0

    asyncio.run(here(f"sqlite:///{tmp_path}/rooms.db", tmp_path, work))


def test_a_killed_worker_is_replaced_and_another_node_goes_on(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_module, "PIECE", 0.0)  # one decision at a time
    monkeypatch.setattr(reviews_module, "KEPT", 0.0)
    judged: list[list[int]] = []
    real = Reviews.worker
    stops_at = [3]

    async def worker(self: Reviews, person: str, function: Any, work: reviews_module.Work, *args: Any) -> Any:
        if function is reviews_module.judge_more:
            judged.append(args[0])
            if len(judged) == 2:  # the process dies while it is asked
                pool = self.node.workers.background()
                asyncio.get_running_loop().call_later(0.0, kill_all, pool)
            if len(judged) == stops_at[0]:
                raise asyncio.CancelledError  # what a node that goes down does to its tasks
        return await real(self, person, function, work, *args)

    def kill_all(pool: Any) -> None:
        for pid in list(pool.executor()._processes):
            os.kill(pid, signal.SIGKILL)

    monkeypatch.setattr(Reviews, "worker", worker)
    found: dict[str, Any] = {}

    async def first(node: NodeHere) -> None:
        live, record = await finished_room(node)
        reviews, place = Reviews(node), Deal(live.room.id, 1, 0)
        reviews.ask(place, record, "ann")
        await until(lambda: not reviews.queues)
        found.update(place=place, record=record)
        kept = await reviews.kept(place)
        assert kept.whole is None
        assert len(kept.parts) == 2
        assert json.loads(reviews.answer(place, record, kept))["state"] == "stopped"
        found["parts"] = kept.parts

    async def second(node: NodeHere) -> None:
        reviews, place, record = Reviews(node), found["place"], found["record"]
        before = len(judged)
        reviews.ask(place, record, "bob")
        await until(lambda: not reviews.queues)
        kept = await reviews.kept(place)
        assert kept.whole is not None
        assert not any(name in kept.whole for name in ("P0", "P1", "P2"))
        told = json.loads(reviews.answer(place, record, kept))["review"]
        assert told["players"] == ["P0", "P1", "P2"]
        decisions = told["deals"][0]["decisions"]
        assert len(decisions) > 4
        assert len(judged) - before == len(decisions) - 2  # what was judged is not judged again
        whole = json.loads(kept.whole)["deals"][0]["decisions"]
        assert whole[:2] == [json.loads(text) for text in found["parts"].values()]
        assert node.metrics.reviews == 1
        rows = await asyncio.wrap_future(node.store.read(count_rows))
        assert rows == 1  # the parts are gone
        await room_rows.forget_game(node.store, place.room, "nobody", alone=True)
        assert await asyncio.wrap_future(node.store.read(count_rows)) == 0
        assert not await review_rows.finish(node.store, place, reviews.made, "{}")  # the room is gone, and stays gone
        assert await asyncio.wrap_future(node.store.read(count_rows)) == 0

    def count_rows(connection: sa.Connection) -> int:
        return int(connection.execute(sa.select(sa.func.count()).select_from(schema.review)).scalar_one())

    asyncio.run(here(url, tmp_path, first))
    stops_at[0] = -1
    asyncio.run(here(url, tmp_path, second))


def test_a_short_review_is_written_once_and_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "PIECE", 0.0)
    monkeypatch.setattr(reviews_module, "KEPT", 600.0)
    written: list[dict[int, str]] = []
    real = review_rows.write

    async def write(store: Any, deal: Deal, made: str, rows: dict[int, str], alone: bool) -> bool:
        written.append(rows)
        return await real(store, deal, made, rows, alone)

    monkeypatch.setattr(review_rows, "write", write)

    async def work(node: NodeHere) -> None:
        live, record = await finished_room(node)
        reviews, place = Reviews(node), Deal(live.room.id, 1, 0)
        reviews.ask(place, record, "ann")
        await until(lambda: not reviews.queues)
        assert (await reviews.kept(place)).whole is not None
        assert [list(rows) for rows in written] == [[review_rows.WHOLE]]
        (kept,) = written[0].values()
        whole = unpacked(kept)
        assert len(kept) < len(whole) / 3
        await review_rows.finish(node.store, place, reviews.made, whole)  # as it was kept before it was packed
        assert (await reviews.kept(place)).whole == whole

    asyncio.run(here(f"sqlite:///{tmp_path}/rooms.db", tmp_path, work))


def test_parts_of_another_version_are_not_mixed_in(tmp_path: Path) -> None:
    async def work(node: NodeHere) -> None:
        live, record = await finished_room(node)
        reviews, place = Reviews(node), Deal(live.room.id, 1, 0)
        await review_rows.add(node.store, place, "0.0 quick 1", {0: '{"move": 0, "said": "old"}'})
        assert not (await reviews.kept(place)).parts
        reviews.ask(place, record, "ann")
        await until(lambda: not reviews.queues)
        whole = (await reviews.kept(place)).whole
        assert whole is not None
        assert '"old"' not in whole

    asyncio.run(here(f"sqlite:///{tmp_path}/rooms.db", tmp_path, work))


def test_reviews_are_made_by_a_process_that_the_system_serves_last(tmp_path: Path) -> None:
    async def work(node: NodeHere) -> None:
        node.workers.executor()
        pool = node.workers.background()
        assert pool is not node.workers
        assert await pool.run(os.nice, 0) == 19
        assert await pool.run(os.sched_getscheduler, 0) == os.SCHED_IDLE
        assert await node.workers.run(os.nice, 0) == os.nice(0)
        node.workers.rest()
        assert node.workers.unhurried is None

    asyncio.run(here(f"sqlite:///{tmp_path}/rooms.db", tmp_path, work))
