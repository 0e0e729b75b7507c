"""Where nothing runs beside the rooms, a thought rests: whoever says something meanwhile is answered before it is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

import qipai
from qipai.agents.base import DEVICE, Budget, Decision
from qipai.agents.ladder import agent, levels
from qipai.agents.slices import in_slices, slices_of
from qipai.core.rng import FastRng
from qipai.games.xianqi.view import XianqiView
from qipai.local import home
from qipai.local.thinker import Thinker
from qipai.review.pieces import DealReview
from qipai.review.shapes import DecisionDict
from qipai.search.playout import lowest_seat
from qipai.server.rooms import bots, coach, room_driver
from tests.games import playable
from tests.local.keeper import Keeper
from tests.local.test_killed import Page, acknowledged
from tests.local.test_practice import play_on
from tests.server.test_coach import BLUNDER, MOVE, SEAT
from tests.server.test_practice import played

UNCUT = Budget(DEVICE.name, None)
REVIEW = 0.002  # of the playouts
FEW = 2  # decisions


def choices(game: str) -> Iterator[Decision]:
    """Decisions of random deals."""
    found = qipai.game(game)
    rng = FastRng(3)
    while True:
        state = found.deal(rng, found.rules(None))
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            actions = state.legal(seat)
            if len(actions) > 1:
                yield Decision(found, state.view(seat), actions)
            state.apply(seat, actions[rng.below(len(actions))])


@pytest.mark.parametrize("game", [game for game in qipai.games() if "hard" in levels(game)])
def test_a_thought_in_slices_comes_to_the_same_move(game: str) -> None:
    for _, decision in zip(range(400), choices(game), strict=False):
        thought, rests = agent(game, "hard", seed=1, budget=UNCUT).choosing(decision), 0
        while True:
            try:
                next(thought)
                rests += 1
            except StopIteration as over:
                chosen = over.value
                break
        if rests > 5:
            assert chosen == agent(game, "hard", seed=1, budget=UNCUT).choose(decision)
            return
    pytest.fail("nothing to think about")


def test_an_ending_rests_too() -> None:
    """Which is not made of playouts."""
    for decision in choices("xianqi"):
        view = decision.view
        assert isinstance(view, XianqiView)
        if view.known.hand_size(decision.seat) == 2:
            assert sum(1 for _ in agent("xianqi", "hard", seed=1, budget=UNCUT).choosing(decision)) > 30
            return


def test_what_workers_are_given_is_also_thought_in_slices() -> None:
    game = qipai.game("guandan")
    state = game.deal(FastRng(1), game.rules(None))
    seat = int(lowest_seat(state.to_act()))
    given = ("guandan", "normal", state.view(seat).to_json(), state.legal(seat), 1)
    assert list(slices_of(bots.choose, *given)) == []
    assert bots.choose(*given) in state.legal(seat)  # type: ignore[arg-type]
    assert list(slices_of(len, "four")) == []


def test_one_after_another_and_a_failure_is_nobodys_end() -> None:
    told: list[str] = []

    @in_slices
    def long(name: str) -> Any:
        for number in range(3):
            told.append(f"{name}{number}")
            yield
        return name

    @in_slices
    def failing() -> Any:
        yield
        raise ValueError

    async def run() -> None:
        thinker = Thinker(0.0)
        found = await asyncio.gather(
            thinker.run(long, "a"), thinker.run(failing), thinker.run(long, "b"), thinker.run(len, "four")
        )
        assert found == ["a", None, "b", 4]
        assert told == ["a0", "a1", "a2", "b0", "b1", "b2"]
        thought = asyncio.ensure_future(thinker.run(long, "c"))
        while "c0" not in told:
            await asyncio.sleep(0)
        thought.cancel()
        assert await thinker.run(long, "d") == "d"
        assert "c2" not in told  # who waits no longer needs no thought

    asyncio.run(run())


async def at_the_blunder(page: Page) -> str:
    """A position in which the coach has something to say, with the coach and takebacks on."""
    body = {"record": played("xianqi", 1, 1), "move": MOVE, "seat": SEAT, "level": "easy"}
    _, opened = await page.call("POST", "/practice", body)
    room = str(opened["room"])
    await page.call("PUT", f"/rooms/{room}/pace", {"pace": 0})
    await page.call("PUT", f"/rooms/{room}/help", {"coach": True, "takeback": True})
    page.open(room)
    await play_on(page, 0)
    return room


@pytest.mark.parametrize("asked", ["ping", "check", "pace", "leave"])
def test_the_coach_thinks_and_others_are_answered(monkeypatch: pytest.MonkeyPatch, asked: str) -> None:
    monkeypatch.setattr(coach, "SECONDS", 0.0)  # one round

    async def run() -> None:
        page = Page(Keeper())
        page.bridge.home.workers.seconds = 0.0
        room = await at_the_blunder(page)
        page.heard.clear()
        page.send({"type": "weigh", "req": 1, "move": BLUNDER})
        while not page.bridge.home.workers.turn.locked():
            assert not page.frames("weighed")
            await asyncio.sleep(0)
        if asked in ("ping", "check"):
            page.send({"type": "ping", "t": 1} if asked == "ping" else {"type": "check", "req": 2, "cards": []})
            kind = {"ping": "pong", "check": "check"}[asked]
            await page.until(lambda said: bool(page.frames(kind)))
        else:
            calls = {"pace": ("PUT", {"pace": 1}), "leave": ("POST", {})}
            method, body = calls[asked]
            status, _ = await page.call(method, f"/rooms/{room}/{asked}", body)
            assert status == 204
        assert not page.frames("weighed")

    asyncio.run(run())


def moves(page: Page) -> int:
    return sum(frame["what"]["kind"] != "takeback" for frame in page.frames("event"))


def test_a_bot_thinks_and_others_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    luck = random.Random(2)
    for module in (room_driver, home):
        monkeypatch.setattr(module, "secrets", SimpleNamespace(token_bytes=luck.randbytes, choice=luck.choice))

    async def run() -> None:
        page = Page(Keeper())
        thinker = page.bridge.home.workers
        thinker.seconds = 0.0
        seats = [{"kind": "me"}, *({"kind": "bot", "level": "hard"} for _ in range(2))]
        body = {"game": "xianqi", "rules": playable("xianqi"), "seats": seats, "pace": 0, "takeback": True}
        _, opened = await page.call("POST", "/rooms", body)
        page.open(opened["room"])
        view = await play_on(page, 0)
        page.send({"type": "act", "cmd_id": "mine", "move": view["legal"][0], "window": view["window"]})
        await acknowledged(page)
        while not thinker.turn.locked():
            await asyncio.sleep(0)
        made = moves(page)
        page.send({"type": "ping", "t": 1})
        await page.until(lambda said: bool(page.frames("pong")))
        assert moves(page) == made  # nobody has moved meanwhile
        status, _ = await page.call("POST", f"/rooms/{opened['room']}/takeback")
        assert status == 204
        assert moves(page) == made
        assert (page.view() or {})["legal"] == view["legal"]

    asyncio.run(run())


def test_a_review_is_left_alone_within_a_decision() -> None:
    record = played("xianqi", 1, 1)
    rests = 0
    found: list[DecisionDict] = []
    for decision in DealReview(record, 0, share=REVIEW).judging(()):
        if decision is None:
            rests += 1
        else:
            found.append(decision)
        if len(found) == FEW:
            break
    assert rests > 10 * FEW
    assert found == list(islice(DealReview(record, 0, share=REVIEW).missing(()), FEW))
