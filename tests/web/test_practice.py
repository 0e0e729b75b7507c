"""Practice as a person meets it: try from here, again, compared with the first time; takebacks; the coach's question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.server.test_coach import BLUNDER, MOVE, SEAT
from tests.server.test_practice import played
from tests.web.chromium import Visits
from tests.web.people import Guest, first
from tests.web.table import OVER, press, soon, step, too_wide

Axe = Callable[..., list[str]]


def room_of(page: Page) -> str:
    page.wait_for_url("**/r/*")
    return page.url.rpartition("/")[2]


def play_to_the_end(guest: Guest, room: str) -> None:
    """One's own moves from another device, until the deal is over."""
    while (state := guest.wait(room, lambda view: bool(view["legal"]) or view["result"] is not None))["view"]["result"] is None:
        guest.act(room, state, first(state["view"]))


@pytest.mark.parametrize("cards", ["real", "drawn"])
def test_a_replayed_position_is_tried_again_and_compared(visits: Visits, server: Node, axe: Axe, cards: str) -> None:
    with Guest(server.url, "Ann") as ann:
        room = ann.open("xianqi")
        ann.wait(room, lambda view: bool(view["fairness"]["commit"]))
        ann.ready(room)
        play_to_the_end(ann, room)
        page = visits.page(f"/replay?room={room}", size="360x640", storage_state=ann.storage)
        trial = page.locator("[data-action=try]")
        expect(trial).to_be_visible()
        page.keyboard.press("End")
        expect(trial).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        trial.click()
        page.locator(f"dialog[open] label:has(input[value={cards}])").click()
        page.locator("dialog[open] label:has(input[value=easy])").click()
        assert axe(page) == []
        assert soon(page, too_wide) == []
        page.locator("[data-action=start]").click()
        tried = room_of(page)
        expect(page.locator("header h1")).to_contain_text("练习")
        ann.call("PUT", f"/rooms/{tried}/pace", {"pace": 0})
        play_to_the_end(ann, tried)
        page.locator(OVER).wait_for()
        expect(page.locator("[data-first]")).to_be_visible()
        expect(page.locator("[data-try]")).to_have_count(1)
        assert axe(page) == []
        page.locator("[data-action=again]").click()
        expect(page.locator(OVER)).to_have_count(0)
        play_to_the_end(ann, tried)
        expect(page.locator("[data-try]")).to_have_count(2)
        assert soon(page, too_wide) == []
        page.locator("[data-action=replay]").click()
        page.wait_for_url("**/replay?**")
        expect(page.locator(".replay .bar .count")).to_contain_text("1 /")


# the page waits for the coach as long as the test does, however busy the machine is
PATIENT = "() => { const real = setTimeout; window.setTimeout = (run, ms) => real(run, ms === 5000 ? 60000 : ms) }"


def prepared(ann: Guest, **help_with: bool) -> str:
    """The table of a position in which one move is a blunder."""
    body = {"record": played("xianqi", 1, 1), "move": MOVE, "seat": SEAT, "level": "easy"}
    room = str(ann.call("POST", "/practice", body)["room"])
    ann.call("PUT", f"/rooms/{room}/pace", {"pace": 0})
    ann.call("PUT", f"/rooms/{room}/help", {"coach": False, "takeback": True, **help_with})
    ann.wait(room, lambda view: bool(view["fairness"]["commit"]))
    ann.ready(room)
    ann.wait(room, lambda view: bool(view["legal"]))
    return room


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_coach_asks_before_a_blunder_and_tells_why(visits: Visits, server: Node, axe: Axe, lang: str) -> None:
    words = {"zh": ("确定要这样打吗？", "红相"), "en": ("Are you sure?", "red elephant")}[lang]
    with Guest(server.url, "Ann") as ann:
        room = prepared(ann, coach=True)
        page = visits.page(f"/r/{room}", size="360x640", lang=lang, storage_state=ann.storage)
        page.evaluate(PATIENT)
        question = page.locator("[data-coach=blunder]")
        page.locator(f"[data-action={BLUNDER}]").click()
        expect(question).to_contain_text(words[0])
        expect(question).not_to_contain_text(words[1])
        page.locator("[data-action=why]").click()
        expect(question).to_contain_text(words[1])
        assert axe(page) == []
        assert soon(page, too_wide) == []
        page.locator("[data-action=rethink]").click()
        expect(question).to_have_count(0)
        assert ann.state(room)["view"]["legal"], "nothing was played"
        page.locator(f"[data-action={BLUNDER}]").click()
        expect(question).to_be_visible()
        press(page, "anyway")
        assert ann.wait(room, lambda view: view["may_take_back"] or view["result"] is not None)


def test_a_move_is_taken_back_by_a_click(visits: Visits, server: Node) -> None:
    with Guest(server.url, "Ann") as ann:
        room = prepared(ann)
        page = visits.page(f"/r/{room}", size="360x640", storage_state=ann.storage)
        page.locator(f"[data-action={BLUNDER}]").wait_for()
        back = page.locator("[data-action=takeback]")
        expect(back).to_have_count(0)
        before = ann.state(room)["view"]
        ann.act(room, ann.state(room), "play B_CHE")
        ann.wait(room, lambda view: view["may_take_back"] and (bool(view["legal"]) or view["result"] is not None))
        with step(page):
            back.click()
        after = ann.wait(room, lambda view: view["practised"])["view"]
        assert (after["private"], after["legal"]) == (before["private"], before["legal"])
        page.locator(f"[data-action={BLUNDER}]").wait_for()
        expect(back).to_have_count(0)


def test_coach_and_takebacks_are_switched_in_the_menu_of_a_table_with_bots(visits: Visits, server: Node) -> None:
    with Guest(server.url, "Ann") as ann:
        room = ann.open("xianqi")
        ann.wait(room, lambda view: bool(view["fairness"]["commit"]))
        ann.ready(room)
        ann.wait(room, lambda view: bool(view["legal"]))
        page = visits.page(f"/r/{room}", storage_state=ann.storage)
        page.get_by_role("button", name="菜单").click()
        for name in ("coach", "takeback"):
            page.locator(f"[data-help={name}]").click()
            assert ann.wait(room, lambda view, name=name: view["options"][name])  # type: ignore[misc]
