"""Whoever has no seat watches: the table, but no hand and no buttons, and nothing that could be told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

import qipai
from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Guest
from tests.web.table import shows

# what is in a hand; melds lie open for everybody
PIECES = ".hand :is([data-card], [data-tile], [data-key], button):not(.melds *)"


@pytest.mark.parametrize("game", qipai.games())
def test_who_has_no_seat_sees_no_hand_and_can_do_nothing(visits: Visits, server: Node, game: str) -> None:
    received: list[Any] = []
    sent: list[Any] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(json.loads(frame)))
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    with Guest(server.url, "阿明") as player:
        room, state = player.amid(game, lambda room: player.play(room, 3), watch_delay=0)
        page = visits.context().new_page()
        page.on("websocket", listen)
        page.goto(f"/r/{room}?watch")
        shows(page, state)
        # what was told before one came, newest first
        lines = [line["words"]["zh"] for line in player.call("GET", f"/rooms/{room}/log")["lines"]]
        assert len(lines) > 3
        expect(page.locator("aside .log li")).to_have_count(len(lines))
        expect(page.locator("aside .log li").last).to_contain_text(lines[0].split("：")[0])
        expect(page.locator("header")).to_contain_text("旁观")
        expect(page.locator(PIECES)).to_have_count(0)
        expect(page.locator("[data-action]")).to_have_count(0)
        for key in ("ArrowRight", " ", "Enter", "h", "p"):
            page.keyboard.press(key)

        # who sits there does not watch, whatever the address says
        own = visits.page(f"/r/{room}?watch", storage_state=player.storage)
        expect(own.locator(PIECES).first).to_be_visible()
        expect(own.locator("header")).not_to_contain_text("旁观")
        own.close()

        # what the others do is seen
        player.play(room, 1)
        expect(page.locator(".table")).not_to_have_attribute("data-version", str(state["version"]))
        expect(page.locator(PIECES)).to_have_count(0)
        expect(page.locator("[data-action]")).to_have_count(0)
        player.play(room)
        expect(page.locator(".settled")).to_be_visible()
        expect(page.locator("[data-action]")).to_have_count(2)  # the settlement put aside, and the replay
    views = [frame["view"] for frame in received if "view" in frame]
    assert len(views) > 2
    assert all(view["seat"] is None and not view["private"] and view["legal"] == [] for view in views)
    assert {frame["type"] for frame in sent} <= {"hello", "ping"}


def test_those_who_watch_are_listed_come_later_and_can_be_refused(
    visits: Visits, server: Node, axe: Callable[..., list[str]]
) -> None:
    with Guest(server.url, "安安") as ann, Guest(server.url, "旁观君") as dan:
        room = ann.dealt("guandan")  # whose deals last: after the end nothing is late
        host = visits.page(f"/r/{room}", storage_state=ann.storage)
        named = visits.page(f"/r/{room}?watch", storage_state=dan.storage)
        guest = visits.page(f"/r/{room}?watch")
        host.locator("[data-list=spectators]").click()
        listed = host.get_by_role("list", name="旁观的人").get_by_role("listitem")
        expect(listed).to_have_count(2)
        expect(listed.filter(has_text="旁观君")).to_be_visible()
        expect(listed.filter(has_text="游客")).to_be_visible()
        assert axe(host) == []
        # later than the table by two steps
        for _ in range(3):
            state = ann.play(room, 1)
        for page in (named, guest):
            shown = page.locator(".table")
            expect(shown).to_have_attribute("data-version", re.compile(r"\d+"))
            assert int(shown.get_attribute("data-version") or 0) <= state["version"] - 2
        # nobody may watch, who can still see the room
        host.locator("[data-action=watching]").click()
        expect(guest.get_by_role("heading", name="房主不允许旁观")).to_be_visible()
        expect(guest.locator(".table")).to_have_count(0)
        expect(listed).to_have_count(0)
        host.locator("[data-action=watching]").click()
        expect(guest.locator(".table")).to_be_visible()
        # one is sent away
        listed.filter(has_text="旁观君").get_by_role("button").click()
        host.locator("[data-action=sure]").click()
        expect(named.get_by_role("heading", name="房主请你离开了这个房间")).to_be_visible()
        expect(listed).to_have_count(1)
        visits.expect("404")
        named.reload()
        expect(named.get_by_role("heading", name="没有这个房间")).to_be_visible()
