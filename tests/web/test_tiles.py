"""Mahjong's hand under a finger, on a stage: what it waits for, what must go, and what the keyboard does."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import qipai
from tests.golden_runner import table_of
from tests.web.geometry import wrong
from tests.web.stage import Moment, Stage, Stages, moments
from tests.web.table import soon

# 34678p 11456789s waits for 2p and 5p; 33345p 66s with two pengs for 3p, 6p and 6s
READY = [("mjs-x30-asked", 4, {"2p", "5p"}), ("mjs-x40", 11, {"3p", "6p", "6s"})]


def test_what_a_ready_hand_waits_for_is_one_tap_away(browser: Browser) -> None:
    """The mark says how many are left; a tap shows which, each with its copies and its worth; nothing is covered."""
    stages = Stages(browser, "zh")
    for _, stage in stages:
        for name, moves, wanted in READY:
            waits_are_shown(stage.show(Moment("ready", table_of("mahjong", name, moves), 2)), wanted)
    stages.close()


def waits_are_shown(page: Page, wanted: set[str]) -> None:
    mark, shown = page.locator(".ting"), page.locator(".wait")
    expect(mark).to_be_visible()
    expect(mark).to_have_attribute("aria-expanded", "false")
    expect(shown).to_have_count(0)
    assert soon(page, wrong) == []
    mark.click()
    expect(shown).to_have_count(len(wanted))
    assert {str(one.get_attribute("data-tile")) for one in shown.all()} == wanted
    left = [int(text.split(" ")[0]) for text in page.locator(".wait > span").all_inner_texts()]
    expect(mark.locator("b")).to_have_text(str(sum(left)))
    assert soon(page, wrong) == []
    mark.click()
    expect(shown).to_have_count(0)


def order(page: Page) -> list[str]:
    """The hand from left to right, row by row."""
    found = page.evaluate("[...document.querySelectorAll('.hand .slot')].map((one) => one.dataset.tile)")
    assert isinstance(found, list)
    return found


def test_tiles_of_the_void_suit_are_marked_and_stand_where_they_leave(browser: Browser) -> None:
    """At the right end, before the tile just drawn, however the hand is sorted."""
    stage = Stage(browser, "1440x900", "en")
    found = 0
    for moment in [one for seed in (0, 1, 2) for one in moments("mahjong", seed) if one.table.phase == "turn"][::2]:
        public: Any = moment.table.public()
        private: Any = moment.table.private(moment.seat)
        missing = public["missing"][moment.seat]
        page = stage.show(moment)
        for _ in range(3):
            tiles = order(page)
            held = tiles[:-1] if private["drawn"] is not None else tiles
            gone = [tile[1] == missing for tile in held]
            assert gone == sorted(gone), (tiles, missing)
            expect(page.locator(".slot use[href='#mj-missing']")).to_have_count(sum(tile[1] == missing for tile in tiles))
            found += any(gone)
            page.locator("[data-action=sort]").click()
    assert found > 0
    stage.close()


RAISED = ".slot button[aria-pressed=true]"


def raised(page: Page) -> list[str]:
    found = page.evaluate(f"[...document.querySelectorAll('{RAISED}')].map((one) => one.closest('.slot').dataset.tile)")
    assert isinstance(found, list)
    return sorted(found)


def chooses(table: qipai.Table, seat: int) -> qipai.Table:
    """The same decision for everybody else."""
    before = table.version
    table.play(seat, table.legal(seat)[0])
    assert table.version == before
    return table


@pytest.mark.parametrize(("preset", "phase"), [("default", "bury"), ("chengdu", "swap"), ("river", "swap")])
def test_what_one_has_raised_stays_raised_while_others_choose(browser: Browser, preset: str, phase: str) -> None:
    """Three tiles of the player's own choice, and then those of a hint, outlast the choices of two others."""
    stage = Stage(browser, "390x844", "en")
    table = qipai.Table("mahjong", rules={"preset": preset}, seed="07" * 32)
    assert table.phase == phase
    page = stage.show(Moment("opening", table.copy(), 0))
    suggested = raised(page)
    while page.locator(RAISED).count():
        page.locator(RAISED).first.click()
    wanted = next(tiles for move in table.legal(0)[::-1] if (tiles := sorted(re.findall("[1-9][psm]", move))) != suggested)
    for tile in wanted:
        page.locator(f".slot[data-tile='{tile}'] button[aria-pressed=false]").first.click()
    assert raised(page) == wanted
    stage.move(Moment("opening", chooses(table, 2).copy(), 0))
    assert raised(page) == wanted
    page.locator("[data-action=hint]").click()
    expect(page.locator("[data-action].hinted[aria-disabled=false]")).to_be_visible()
    hinted = raised(page)
    page.locator(RAISED).first.click()
    left = raised(page)
    assert len(left) == 2
    assert set(left) <= set(hinted)
    stage.move(Moment("opening", chooses(table, 3).copy(), 0))
    assert raised(page) == left
    stage.close()


def test_the_suit_that_one_has_picked_stays_while_others_name_theirs(browser: Browser) -> None:
    stage = Stage(browser, "390x844", "en")
    table = qipai.Table("mahjong", rules={"preset": "chengdu"}, seed="07" * 32)
    while table.phase == "swap":
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    page = stage.show(Moment("naming", table.copy(), 0))
    other = page.locator("[data-suit][aria-pressed=false]").first
    suit = other.get_attribute("data-suit")
    other.click()
    stage.move(Moment("naming", chooses(table, 1).copy(), 0))
    expect(page.locator("[data-suit][aria-pressed=true]")).to_have_attribute("data-suit", str(suit))
    stage.close()


PLACES = """() => [...document.querySelectorAll('.seat .meld')].map((meld) =>
  [...meld.querySelectorAll('[data-tile]')].map((one) => {
    const { left, right, width, height } = one.getBoundingClientRect()
    return { side: one.querySelector('svg.side') !== null, left, right, width, height }
  }))"""


@pytest.mark.parametrize(
    ("size", "least"), [("360x640", 18), ("844x390", 18), ("390x844", 20), ("768x1024", 25), ("1440x900", 32)]
)
def test_the_others_melds_are_read_from_where_one_sits(browser: Browser, size: str, least: int) -> None:
    """As large as the screen allows, the claimed tile turned, and none over another."""
    stage = Stage(browser, size)
    for seed in (2, 16):  # ten and twelve melds, four of them at one seat
        page = stage.show(next(one for one in moments("mahjong", seed) if one.name == "0-melds"))
        melds = page.evaluate(PLACES)
        assert len(melds) >= 6
        for meld in melds:
            assert all(min(one["width"], one["height"]) >= least - 0.1 for one in meld)
            assert all(after["left"] >= one["right"] - 0.5 for one, after in itertools.pairwise(meld))
            assert all(one["side"] == (one["width"] > one["height"]) for one in meld)
        assert any(one["side"] for meld in melds for one in meld)
        assert wrong(page) == []
    stage.close()


def test_escape_lets_go_of_a_tile_and_with_nothing_selected_does_nothing(browser: Browser) -> None:
    stage = Stage(browser, "1440x900", "en")
    page = stage.show(next(one for one in moments("mahjong", 0) if one.table.phase == "turn"))
    selected = page.locator(".slot button[aria-pressed=true]")
    before = page.locator(".table").inner_html()
    page.keyboard.press("Escape")
    assert page.locator(".table").inner_html() == before
    page.locator(".slot button:not([aria-disabled=true])").first.click()
    expect(selected).to_have_count(1)
    page.keyboard.press("Escape")
    expect(selected).to_have_count(0)
    assert stage.acts == []
    stage.close()


def test_arrows_lead_up_and_down_between_two_rows_and_nowhere_in_one(browser: Browser) -> None:
    """The tile that has the focus, by where it stands on the screen."""
    table = qipai.Table("mahjong", rules={"preset": "chengdu"}, seed="07" * 32)
    while table.phase != "turn":
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    moment = Moment("turn", table, table.to_act[0])
    places = "[...document.querySelectorAll('.hand .slot')].map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y])"
    focused = "[...document.querySelectorAll('.hand .slot')].findIndex((one) => one.contains(document.activeElement))"
    for size, rows in {"390x844": 2, "1440x900": 1}.items():
        stage = Stage(browser, size, "en")
        page = stage.show(moment)
        where = page.evaluate(places)
        assert len({y for _, y in where}) == rows
        page.keyboard.press("ArrowRight")
        expect(page.locator(".slot").nth(1).get_by_role("button")).to_be_focused()
        page.keyboard.press("ArrowDown")
        below = next((k for k, (x, y) in enumerate(where) if y > where[1][1] and x == where[1][0]), 1)
        expect(page.locator(".slot").nth(below).get_by_role("button")).to_be_focused()
        page.keyboard.press("ArrowDown")
        assert page.evaluate(focused) == below
        page.keyboard.press("ArrowUp")
        expect(page.locator(".slot").nth(1).get_by_role("button")).to_be_focused()
        stage.close()


@pytest.mark.parametrize("game", qipai.games())
@pytest.mark.parametrize(("lang", "name"), [("zh", "操作"), ("en", "Actions")])
def test_the_toolbar_has_a_name_and_so_has_every_button_in_it(browser: Browser, game: str, lang: str, name: str) -> None:
    """For whoever hears the page; and Escape, with nothing selected, changes nothing in any game."""
    stage = Stage(browser, "390x844", lang)
    page = stage.show(moments(game, 0)[0])
    bar = page.get_by_role("toolbar", name=name, exact=True)
    expect(bar).to_have_count(1)
    snapshot = bar.aria_snapshot()
    buttons = bar.get_by_role("button")
    assert snapshot.count("- button") == buttons.count() > 0
    assert "- button\n" not in snapshot  # one without a name
    before = page.locator(".table").inner_html()
    while page.locator(".slot button[aria-pressed=true]").count():  # a swap is suggested
        page.locator(".slot button[aria-pressed=true]").first.click()
        before = page.locator(".table").inner_html()
    page.keyboard.press("Escape")
    assert page.locator(".table").inner_html() == before
    assert stage.acts == []
    stage.close()
