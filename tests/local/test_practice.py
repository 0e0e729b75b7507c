"""Positions that are tried again, in a home without a server."""

from __future__ import annotations

import asyncio
import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

from qipai.local import home
from qipai.server.rooms import room_driver
from tests.games import with_choices
from tests.local.keeper import Keeper
from tests.local.test_killed import Page
from tests.server.test_practice import late, played

PATIENCE = 300


async def play_on(page: Page, until_moves: int = 10_000) -> dict[str, Any]:
    """Own moves by chance until the deal is over, or so many were made."""
    rng, answered, made, heard = random.Random(5), "", 0, 0
    async with asyncio.timeout(PATIENCE):
        while True:
            view = None if len(page.heard) == heard else page.view()
            if view is not None:
                heard = len(page.heard)
                if view["stage"] == "waiting" and view["fairness"]["commit"] and not view["seats"][view["seat"]]["ready"]:
                    page.send({"type": "ready"})
                if view["result"] is not None:
                    return view
                if view["legal"] and view["window"] != answered:
                    if made == until_moves:
                        return view
                    answered, made = view["window"], made + 1
                    move = rng.choice(view["legal"])
                    page.send({"type": "act", "cmd_id": f"c{answered}", "move": move, "window": answered})
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("cards", ["real", "drawn"])
@pytest.mark.parametrize("game", with_choices(2))
def test_a_home_plays_on_from_a_position_and_from_where_it_was_killed(game: str, cards: str) -> None:
    record = played(game)
    number, move, seat = late(record)

    async def run() -> None:
        keeper = Keeper()
        page = Page(keeper)
        body = {"record": record, "deal": number, "move": move, "seat": seat, "cards": cards, "level": "easy"}
        status, opened = await page.call("POST", "/practice", body)
        assert status == 201, opened
        room = opened["room"]
        assert room.startswith("~0")
        await page.call("PUT", f"/rooms/{room}/pace", {"pace": 0})
        page.open(room)
        view = await play_on(page, 1)
        if view["result"] is None:
            page.kill()
            page = Page(keeper)
            page.open(room)
            again = await play_on(page, 0)
            assert (again["private"], again["public"]["version"]) == (view["private"], view["public"]["version"])
            view = await play_on(page)
        assert view["practice"]["first"] == record["deals"][number]["returns"]
        assert view["practice"]["tries"] == [view["result"]["returns"]]
        assert view["evening"] == []
        assert page.bridge.home.metrics.fallbacks == 0, "bots have thought about every move"
        _, lines = await page.call("GET", "/rooms?which=past")
        assert [(line["practice"], line["score"]) for line in lines] == [(True, None)]
        status, found = await page.call("GET", f"/rooms/{room}/record")
        if cards == "drawn":
            assert (status, found["code"]) == (409, "DRAWN_CARDS")
            return
        assert found["meta"]["practice"] == [number]
        status, report = await page.call("POST", "/verify", found)
        assert report["deals"][number]["practice"]
        # what was tried can be tried from, too
        status, opened = await page.call("POST", "/practice", {"room": room, "deal": number, "move": move, "seat": seat})
        assert status == 201, opened

    asyncio.run(run())


def test_a_home_refuses_as_a_server_does() -> None:
    record = played("xianqi")

    async def run() -> None:
        page = Page(Keeper())
        for body, code in (
            ({}, "BAD_REQUEST"),
            ({"room": "~nothing"}, "NO_ROOM"),
            ({"record": record, "deal": 9}, "NO_RECORD"),
            ({"record": record, "move": 999}, "NO_STEP"),
            ({"record": record, "seat": 3}, "BAD_SEAT"),
            ({"record": record, "cards": "marked"}, "BAD_REQUEST"),
            ({"record": json.loads('{"game": "chess"}')}, "UNKNOWN_GAME"),
        ):
            _, answer = await page.call("POST", "/practice", body)
            assert answer["code"] == code, answer

    asyncio.run(run())


def test_a_home_takes_back_and_the_deal_counts_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long deal, in which one's first move is a choice."""
    luck = random.Random(2)
    for module in (room_driver, home):
        monkeypatch.setattr(module, "secrets", SimpleNamespace(token_bytes=luck.randbytes, choice=luck.choice))

    async def run() -> None:
        page = Page(Keeper())
        seats = [{"kind": "me"}, *({"kind": "bot", "level": "easy"} for _ in range(3))]
        _, opened = await page.call("POST", "/rooms", {"game": "guandan", "seats": seats, "takeback": True, "pace": 0})
        room = opened["room"]
        page.open(room)
        view = await play_on(page, 0)
        assert not view["may_take_back"]
        status, refused = await page.call("POST", f"/rooms/{room}/takeback")
        assert (status, refused["code"]) == (409, "NOTHING_TO_TAKE_BACK")
        after = await play_on(page, 1)
        assert after["may_take_back"]
        status, _ = await page.call("POST", f"/rooms/{room}/takeback")
        assert status == 204
        back = page.view()
        assert back is not None
        assert (back["private"], back["legal"]) == (view["private"], view["legal"])
        assert back["practised"]
        again = await play_on(page, 1)
        assert again["public"] == after["public"], "the same move, the same answers"
        assert again["private"] == after["private"]
        end = await play_on(page)
        assert end["evening"] == []
        _, record = await page.call("GET", f"/rooms/{room}/record")
        _, report = await page.call("POST", "/verify", record)
        assert [(deal["practice"], deal["shuffle"]) for deal in report["deals"]] == [(True, "proven")]
        status, _ = await page.call("PUT", f"/rooms/{room}/help", {"takeback": False, "coach": True})
        assert status == 204
        options = (page.view() or {})["options"]
        assert (options["takeback"], options["coach"]) == (False, True)

    asyncio.run(run())
