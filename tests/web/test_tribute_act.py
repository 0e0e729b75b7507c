"""Guandan's tribute as a drawing that is understood without its words: who gives whom what, what is awaited, what falls away.

On a stage, without a server."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page

import qipai
from tests.guandan.deals import table
from tests.web.chromium import LANGUAGES
from tests.web.geometry import wrong
from tests.web.stage import Moment, Stage, Stages

HANDS = ["HR SA H9 D3 C4 S6 S7", "SB DA H8 D4 C5 S5 S8", "HK SK HT D5 C6 S9 ST", "SB HA H6 D6 C7 SJ SQ"]
BOTH = ["HR HR H9 D3 C4 S6 S7", *HANDS[1:]]  # with the payer alone
EACH = [HANDS[0], HANDS[1], "HR SK HT D5 C6 S9 ST", HANDS[3]]  # one with each of two payers
ONE, TWO = [1, 2, 3, 0], [1, 3, 0, 2]  # who was out in which order: seat 0 pays, seats 0 and 2 pay


def given(hands: list[str], order: list[int], gifts: int = 0) -> Moment:
    """After so many gifts, as the last of the deal before sees it."""
    deal = table(hands, "2", previous=order)
    for _ in range(gifts):
        seat = deal.to_act[0]
        deal.play(seat, deal.legal(seat)[0])
    return Moment("tribute", deal, 0)


def rows(page: Page) -> list[Locator]:
    return page.locator(".tribute li").all()


def drawn(row: Locator) -> list[str]:
    """From left to right: names, cards (also face down), awaited places, a way to either of two, a way that is crossed out."""
    kinds = {"b": "name", "span.card:has(.back)": "back", ".awaited": "awaited", ".either": "either", ".not": "crossed"}
    found: list[tuple[float, str]] = []
    for selector, kind in {**kinds, "span.card:not(.awaited, :has(.back))": "card"}.items():
        for one in row.locator(selector).all():
            box = one.bounding_box()
            assert box is not None
            found.append((box["x"], one.inner_text() if kind == "name" else kind))
    return [kind for _, kind in sorted(found)]


@pytest.fixture
def stage(browser: Browser) -> Stage:
    return Stage(browser, "390x844")


def test_before_a_card_is_paid_its_way_is_shown_and_then_the_way_back(stage: Stage) -> None:
    for gifts, way in {
        0: ["你", "awaited", "下家"],
        1: ["你", "card", "awaited", "下家"],
        2: ["你", "card", "card", "下家"],
    }.items():
        (row,) = rows(stage.show(given(HANDS, ONE, gifts)))
        assert drawn(row) == way
    stage.close()


def test_of_two_tributes_each_may_go_to_either_until_both_are_seen(stage: Stage) -> None:
    for gifts, ways in {
        0: [["你", "awaited", "either", "下家"], ["对家", "awaited", "either", "上家"]],
        1: [["你", "back", "either", "下家"], ["对家", "awaited", "either", "上家"]],
        2: [["你", "card", "awaited", "下家"], ["对家", "card", "awaited", "上家"]],
        3: [["你", "card", "back", "下家"], ["对家", "card", "awaited", "上家"]],
        4: [["你", "card", "card", "下家"], ["对家", "card", "card", "上家"]],
    }.items():
        assert [drawn(row) for row in rows(stage.show(given(HANDS, TWO, gifts)))] == ways
    stage.close()


def test_immunity_shows_the_jokers_on_a_way_that_is_crossed_out(stage: Stage) -> None:
    (row,) = rows(stage.show(given(BOTH, ONE)))
    assert drawn(row) == ["你", "card", "card", "crossed", "下家"]
    ways = [drawn(row) for row in rows(stage.show(given(EACH, TWO)))]
    assert ways == [["你", "card", "crossed", "下家"], ["对家", "card", "crossed", "上家"]]
    stage.close()


def test_what_happened_stays_in_the_details(browser: Browser) -> None:
    stage = Stage(browser, "1440x900")
    page = stage.show(given(HANDS, TWO, 4))
    gave = page.locator("aside").get_by_text("你贡给下家：大王")
    assert gave.count() == 1
    deal = given(HANDS, TWO, 4).table
    assert isinstance(deal, qipai.Table)
    seat = deal.to_act[0]
    deal.play(seat, deal.legal(seat)[0])
    stage.show(Moment("played", deal, 0))
    assert page.locator(".tribute").count() == 0
    assert gave.count() == 1
    assert page.locator("aside").get_by_text("上家还给对家").count() == 1
    stage.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_fits_every_screen(browser: Browser, lang: str) -> None:
    found: list[tuple[str, int, int, list[str]]] = []
    cases = [(HANDS, ONE, 3), (HANDS, TWO, 5), (BOTH, ONE, 1), (EACH, TWO, 1)]
    stages = Stages(browser, lang)
    for size, stage in stages:
        for case, (hands, order, steps) in enumerate(cases):
            for gifts in range(steps):
                bad = wrong(stage.show(given(hands, order, gifts)))
                if bad:
                    found.append((size, case, gifts, bad))
    stages.close()
    assert found == []
