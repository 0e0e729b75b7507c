"""Four browsers at one Guandan table, and one that watches: what they are sent names no card that they may not see."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import PATIENCE, Visits
from tests.web.guandan_frames import Truth, ending
from tests.web.guandan_hand import Seat
from tests.web.people import Company
from tests.web.table import TURN, hint, press


def test_four_people_at_one_table_are_sent_no_foreign_card(visits: Visits, server: Node) -> None:
    """Every frame to every seat, and to a spectator, is judged against the record: hidden cards are named nowhere."""
    with Company(server.url, ["南生", "东生", "北生", "西生"]) as company:
        company.open("guandan")
        seats = [Seat(visits.context("844x390", storage_state=one.storage), company.room) for one in company.people]
        watcher = Seat(visits.context("390x844"), company.room)
        everybody = [*seats, watcher]
        for one in everybody:
            expect(one.page.locator("main h1")).to_be_visible()
        for one in seats:
            one.action("ready").click()
        for one in seats:
            expect(one.page.locator("[data-card]")).to_have_count(27)
        for _ in range(8):
            page = to_move([one.page for one in seats])
            press(page, hint(page))
        company.play(ending([0, 2, 1, 3]))
        for one in everybody:
            expect(one.page.locator(".settled")).to_be_visible()
        truth = Truth(company.people[0].call("GET", f"/rooms/{company.room}/record"))
    for number, one in enumerate(everybody):
        who = number if number < 4 else None
        assert [wrong for frame in one.frames if (wrong := truth.judge(who, frame))] == []
        views = [frame for frame in one.frames if "view" in frame and frame["view"]["public"]]
        assert {len(frame["view"]["public"]["history"]) for frame in views} >= {1, 2, len(truth.moves)}
    assert sum(frame["type"] == "hints" for one in seats for frame in one.frames) >= 8
    check_that_the_judge_sees(truth, seats[0])


def to_move(pages: list[Page]) -> Page:
    """Whoever is awaited: the page of one of them says that its person may move."""
    for _ in range(PATIENCE // 20):
        for page in pages:
            if page.locator(TURN).count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is to move")


def check_that_the_judge_sees(truth: Truth, seat: Seat) -> None:
    """The same frames with one foreign card in them are found out, wherever it stands; so are frames to the wrong seat."""
    frame = next(f for f in seat.frames if f["type"] == "event" and f["view"]["public"] and f["view"]["legal"])
    k = len(frame["view"]["public"]["history"])
    told = {*truth.hands[k][0], *truth.played(k), truth.starting, truth.wildcard}
    foreign = next(card for card in truth.hands[k][1] if card not in told)
    assert truth.judge(0, frame) is None
    assert truth.judge(1, frame) is not None
    assert truth.judge(None, frame) is not None
    for path, value in [
        (["view", "private", "hand"], f"{frame['view']['private']['hand']} {foreign}"),
        (["view", "private", "committed"], foreign),
        (["view", "legal"], [f"play {foreign}"]),
        (["view", "public", "hands"], ["", foreign, "", ""]),
        (["view", "public", "order"], [foreign]),
        (["view", "public", "history"], [[1, f"play {foreign}"], *frame["view"]["public"]["history"][1:]]),
        (["view", "clocks"], {"left_ms": [foreign]}),
        (["what", "words"], [{"zh": foreign, "en": ""}]),
    ]:
        spoiled = json.loads(json.dumps(frame))
        place = spoiled
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert truth.judge(0, spoiled) is not None, path
    assert truth.judge(0, {"type": "hints", "hints": [{"move": f"play {foreign}", "reason": {}}]}) is not None
    assert truth.judge(0, {"type": "presence", "seats": [foreign]}) is not None
