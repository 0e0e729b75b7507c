"""Whoever has no seat watches: the table, but no hand and no buttons, and nothing that could be told."""

from __future__ import annotations

import json
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
        room = player.dealt(game)
        state = player.play(room, 3)
        assert state["view"]["result"] is None
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
