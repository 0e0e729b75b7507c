"""The settings sheet of a table: what is chosen there is seen at once, kept, and open to everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

import qipai
from tests.games import figure
from tests.web.geometry import wrong
from tests.web.stage import Stage, moments
from tests.web.table import soon


def opened(stage: Stage, game: str = "guandan") -> Page:
    page = stage.show(moments(game, 1)[0])
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    return page


def kept(page: Page, key: str) -> object:
    return page.evaluate("key => JSON.parse(localStorage['qipai.settings'])[key]", key)


def test_every_choice_is_applied_and_kept(browser: Browser) -> None:
    stage = Stage(browser, "1440x900", "en")
    page = opened(stage)
    root = page.locator("html")
    felt = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt')")
    for cloth in ("Cloth", "Night"):
        page.get_by_text(cloth, exact=True).click()
        expect(root).to_have_attribute("data-cloth", cloth.lower())
        assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt')") != felt
    before = page.locator("[data-card]").first.bounding_box()
    page.get_by_text("Small", exact=True).click()
    after = page.locator("[data-card]").first.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] < before["width"]
    for name in ("Left-handed", "Four-colour suits", "Reduced motion"):
        page.get_by_role("switch", name=name).check()
    expect(root).to_have_attribute("data-left", "")
    expect(root).to_have_attribute("data-still", "")
    expect(page.locator(".card.ink-C, .card.ink-D").first).to_be_attached()
    page.get_by_role("slider", name="Volume").fill("0.3")
    page.get_by_role("switch", name="Vibration").uncheck()
    for key, value in {"cloth": "night", "pieces": "small", "leftHanded": True, "volume": 0.3, "vibrate": False}.items():
        assert kept(page, key) == value
    page.get_by_role("button", name="Close").click()
    play, hint = (page.locator(f"[data-action={name}]").bounding_box() for name in ("play", "hint"))
    assert play is not None
    assert hint is not None
    assert play["x"] < hint["x"], "the left thumb plays"
    stage.close()


@pytest.mark.parametrize("cloth", ["felt", "cloth", "night"])
def test_the_sheet_and_every_cloth_are_open_to_everybody(browser: Browser, axe: Callable[..., list[str]], cloth: str) -> None:
    stage = Stage(browser, "390x844", "en", cloth=cloth)
    page = opened(stage)
    assert axe(page) == []
    page.get_by_role("button", name="Close").click()
    assert axe(page) == []
    stage.close()


@pytest.mark.parametrize("settings", [{"leftHanded": True, "pieces": "large"}, {"pieces": "small", "oneRow": True}])
def test_tables_stay_whole_whatever_is_chosen(browser: Browser, settings: dict[str, object]) -> None:
    for game in qipai.games():
        stage = Stage(browser, "390x844", "en", **settings)
        for moment in moments(game, 2)[:4]:
            page = stage.show(moment)
            assert soon(page, wrong) == [], (game, moment.name)
        stage.close()


def test_the_own_hand_of_mahjong_stands_in_one_row_and_its_copies_are_found(browser: Browser) -> None:
    """Eleven tiles at 390 pixels; at 360 two rows, unless one is wanted. The tile under the finger stands out in all rivers."""
    shown = moments("mahjong", 0)
    moment = next(one for one in shown if one.name.endswith("rivers"))
    rows = "new Set([...document.querySelectorAll('.hand .slot')].map((one) => getComputedStyle(one).gridRowStart)).size"
    whole = next(one for one in shown if one.table.phase == "turn" and not one.table.public()["melds"][one.seat])
    for size, one_row, count in (("390x844", False, 1), ("360x640", False, 2), ("360x640", True, 1)):
        stage = Stage(browser, size, "en", oneRow=one_row)
        assert stage.show(whole).evaluate(rows) == count
        stage.close()
    stage = Stage(browser, "1440x900", "en")
    page = stage.show(moment)
    thrown = {str(tile) for tile in page.evaluate("[...document.querySelectorAll('.thrown')].map((one) => one.dataset.tile)")}
    mine = page.locator(".hand .slot")
    for k in range(mine.count()):
        tile = str(mine.nth(k).get_attribute("data-tile"))
        mine.nth(k).hover(position={"x": 10, "y": 20})
        marked = page.locator(".thrown.same")
        expect(marked).to_have_count(page.locator(f".thrown[data-tile='{tile}']").count())
    assert thrown
    expect(page.locator(".seat .backs i").first).to_be_visible()
    stage.close()


def test_the_own_result_comes_first_also_when_one_lost(browser: Browser) -> None:
    for game in qipai.games():
        ends = [one for one in moments(game, 3) if "-end-" in one.name]
        stage = Stage(browser, "1440x900", "en")  # with the panel beside it; smaller ones are in the test of geometry
        for moment in ends:
            page = stage.show(moment)
            own = moment.table.returns[moment.seat]
            header = page.locator(".settled [data-own]")
            expect(header).to_have_attribute("data-own", str(own))
            expect(header).to_contain_text("You")
            for place in figure(game, "PLACES", ()):
                expect(page.locator(".settled, aside").get_by_text(place, exact=True)).to_have_count(1)
        stage.close()
