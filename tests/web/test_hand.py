"""Guandan's hand under a finger: one tap one card, offers, sweeping, playing by two taps or a swipe, and sorting.

On a stage, without a server: hands are dealt so that there is something to find."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import qipai
from tests.guandan.deals import table
from tests.web.geometry import wrong
from tests.web.stage import Moment, Stage

HAND = "S3 S4 S5 S6 S7 H8 C8 D8 D5 C5 SQ HQ CK H2"
OTHERS = ["S9 H9 C9", "D3 D4", "DJ DT D9"]


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    shown = Stage(browser, "390x844")
    yield shown
    shown.close()


def lead(stage: Stage, hand: str = HAND) -> Page:
    return stage.show(Moment("lead", table([hand, *OTHERS], "2"), 0))


def card(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card='{name}.0'] .piece")


def tap(page: Page, name: str) -> None:
    card(page, name).click(position={"x": 8, "y": 8})


def selected(page: Page) -> set[str]:
    found = page.evaluate("[...document.querySelectorAll('[data-card]:has(.piece.selected)')].map((e) => e.dataset.card)")
    return {str(one).split(".")[0] for one in found}


def drag(page: Page, first: str, last: str, steps: int) -> None:
    """A finger that goes from card to card."""
    begin, end = (page.locator(f"[data-card='{one}']").bounding_box() for one in (first, last))
    assert begin is not None
    assert end is not None
    page.mouse.move(begin["x"] + 9, begin["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + 9, end["y"] + 9, steps=steps)
    page.mouse.up()


def test_one_tap_is_one_card_and_offers_are_taken_by_another(stage: Stage) -> None:
    page = lead(stage)
    tap(page, "H8")
    expect(card(page, "H8")).to_have_class(re.compile("selected"))
    assert selected(page) == {"H8"}
    offers = page.locator("[data-offer]")
    expect(offers.first).to_be_visible()
    names = offers.all_inner_texts()
    assert any(name.startswith("三带二 888+") for name in names), names
    stars = ["★" in name for name in names]
    assert stars == sorted(stars), "what spends a wildcard comes last"
    page.locator("[data-offer]", has_text="三带二 888+55").click()
    assert selected(page) >= {"H8", "C8", "D8"}
    assert len(selected(page)) == 5
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-disabled", "false")
    page.locator("[data-action=clear]").click()
    assert selected(page) == set()
    expect(offers).to_have_count(0)


@pytest.mark.parametrize("name", ["S5", "D5"])
def test_the_plain_set_of_a_card_is_among_its_offers(stage: Stage, name: str) -> None:
    page = lead(stage)
    tap(page, name)
    page.locator("[data-offer]", has_text=re.compile("^三张 555$")).click()
    assert selected(page) == {"S5", "D5", "C5"}
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-disabled", "false")


def test_two_taps_on_a_selected_card_play_and_one_lets_it_go(stage: Stage) -> None:
    page = lead(stage)
    tap(page, "CK")
    tap(page, "CK")
    expect(page.locator(".piece.selected")).to_have_count(0)  # a moment later: no second tap came
    tap(page, "SQ")
    tap(page, "HQ")
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-disabled", "false")
    card(page, "HQ").dblclick(position={"x": 8, "y": 8})
    assert stage.acts == ["play SQ HQ"]


def test_a_swipe_upwards_plays_and_a_sweep_selects(stage: Stage) -> None:
    page = lead(stage)
    drag(page, "H8.0", "D8.0", steps=8)
    assert selected(page) == {"H8", "C8", "D8"}
    expect(page.locator("[data-action=play]")).to_have_attribute("aria-disabled", "false")
    box = page.locator("[data-card='H8.0']").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 12, box["y"] - 400, steps=4)
    page.mouse.up()
    assert stage.acts == ["play H8 C8 D8"]


def test_a_quick_sweep_misses_no_card(stage: Stage) -> None:
    """A phone tells where a quick finger is only every fifty pixels."""
    page = lead(stage, f"{HAND} SA HA CA DA S9 H9 C9 D9 SB HR D7 C7 S2")
    stage.resize("844x390")
    stage.rest()
    names = page.evaluate("[...document.querySelectorAll('[data-card]')].map((e) => e.dataset.card)")
    drag(page, names[3], names[20], steps=3)
    found = page.evaluate("[...document.querySelectorAll('[data-card]:has(.piece.selected)')].map((e) => e.dataset.card)")
    assert found == names[3:21]


def test_more_offers_than_fit_are_reached_by_a_wheel(stage: Stage) -> None:
    page = lead(stage)
    tap(page, "H8")
    row = page.locator(".offers")
    offers = row.locator("[data-offer]")
    expect(offers.nth(3)).to_be_attached()
    wide = page.evaluate("document.documentElement.clientWidth")
    row.hover()
    page.mouse.wheel(0, 2000)
    last = offers.last.bounding_box()
    assert last is not None
    assert last["x"] + last["width"] <= wide, "the last offer is on the screen"


def columns(page: Page) -> list[set[str]]:
    """Cards that stand in one column."""
    found = page.evaluate("""() => [...document.querySelectorAll('[data-card]')].map((e) => {
      const box = e.getBoundingClientRect()
      return [e.dataset.card.split('.')[0], Math.round(box.x)]
    })""")
    out: dict[int, set[str]] = {}
    for name, x in found:
        out.setdefault(x, set()).add(name)
    return list(out.values())


def test_a_group_stands_by_itself_through_sorting_and_is_split_by_a_tap(stage: Stage) -> None:
    page = lead(stage)
    for name in ("S3", "H8", "CK"):
        tap(page, name)
    page.locator("[data-action=group]").click()
    assert selected(page) == set()
    expect(page.locator(".split")).to_have_count(1)
    assert {"S3", "H8", "CK"} in columns(page)
    page.locator("[data-action=sort]").click()
    assert page.evaluate("localStorage['qipai.guandan.order']") == "suit"
    assert page.locator("[data-card]").last.get_attribute("data-card") in ("S3.0", "H8.0", "CK.0")
    page.locator("[data-action=sort]").click()
    page.locator(".split").click()
    expect(page.locator(".split")).to_have_count(0)
    assert {"S3", "H8", "CK"} not in columns(page)


def test_a_group_of_a_whole_hand_is_split_by_a_tap_on_the_smallest_phone(browser: Browser) -> None:
    stage = Stage(browser, "360x640")
    page = lead(stage, f"{HAND} SA HA CA DA S9 H9 C9 D9 SB HR D7 C7 S2")
    for name in ("S3", "H8", "CK"):
        tap(page, name)
    page.locator("[data-action=group]").click()
    assert {"S3", "H8", "CK"} in columns(page)
    assert wrong(page) == []
    page.locator(".split").click()
    expect(page.locator(".split")).to_have_count(0)
    assert {"S3", "H8", "CK"} not in columns(page)
    # or by a card of it and the button
    tap(page, "S3")
    tap(page, "CK")
    page.locator("[data-action=group]").click()
    tap(page, "S3")
    expect(page.locator("[data-action=group]")).to_have_text("拆组")
    page.locator("[data-action=group]").click()
    expect(page.locator(".split")).to_have_count(0)
    stage.close()


def test_the_arrangement_is_one_button_and_its_undo(stage: Stage) -> None:
    page = lead(stage)
    before = columns(page)
    button = page.locator("[data-action=arrange]")
    button.click()
    expect(button).to_have_text("还原")
    assert {"S3", "S4", "S5", "S6", "S7"} in columns(page)
    button.click()
    expect(button).to_have_text("理牌")
    assert sorted(map(sorted, columns(page))) == sorted(map(sorted, before))


def grouped(page: Page, *ids: str) -> None:
    for one in ids:
        page.locator(f"[data-card='{one}'] .piece").click(position={"x": 8, "y": 8})
    page.locator("[data-action=group]").click()


def groups(page: Page) -> list[set[str]]:
    """The cards of every part of the hand that stands apart, without the ranks."""
    found = page.evaluate("[...document.querySelectorAll('[data-card]')].map((e) => [e.dataset.part, e.dataset.card])")
    out: dict[str, set[str]] = {}
    for part, one in found:
        out.setdefault(part, set()).add(str(one))
    return [out[part] for part in sorted(out) if part != "0"]


TWINS = "S3 S3 H4 D4 C5 D5 S6 H6 C7 D7 SQ HQ CK"
RUNS = ("S3.0", "H4.0", "C5.0", "S6.0", "C7.0"), ("S3.1", "D4.0", "D5.0", "H6.0", "D7.0")


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("chosen", [True, False])
def test_a_group_stays_whole_when_the_twin_of_one_of_its_cards_is_played(stage: Stage, first: int, chosen: bool) -> None:
    """Whether it was played by hand or by the autopilot."""
    page = lead(stage, TWINS)
    for run in RUNS:
        grouped(page, *run)
    run, other = RUNS[first], RUNS[1 - first]
    assert groups(page) == [set(one) for one in RUNS]
    if chosen:
        for one in run:
            page.locator(f"[data-card='{one}'] .piece").click(position={"x": 8, "y": 8})
    move = f"play {' '.join(one.split('.')[0] for one in run)} as straight:3"
    stage.move(Moment("played", table([TWINS, *OTHERS], "2", moves=[(0, move)]), 0))
    assert groups(page) == [set(other)]
    page.reload()
    expect(page.locator(".split")).to_have_count(1)
    assert groups(page) == [set(other)]


def test_undoing_the_arrangement_leaves_groups_that_were_made_after_it(stage: Stage) -> None:
    page = lead(stage)
    button = page.locator("[data-action=arrange]")
    button.click()
    expect(button).to_have_text("还原")
    grouped(page, "CK.0", "SQ.0")
    expect(button).to_have_text("理牌")
    assert {"CK.0", "SQ.0"} in groups(page)


def test_groups_outlast_a_reload_and_what_cannot_be_read_is_forgotten(stage: Stage) -> None:
    page = lead(stage)
    grouped(page, "CK.0", "SQ.0")
    page.reload()
    expect(page.locator(".split")).to_have_count(1)
    assert groups(page) == [{"CK.0", "SQ.0"}]
    page.evaluate("for (const key of Object.keys(sessionStorage)) sessionStorage[key] = '{'")
    page.reload()
    expect(page.locator("[data-card]")).to_have_count(len(HAND.split()))
    assert groups(page) == []


def test_who_arranges_hands_finds_the_next_one_arranged_until_it_is_undone(stage: Stage) -> None:
    page = lead(stage)
    page.locator("[data-action=arrange]").click()
    expect(page.locator("[data-action=arrange]")).to_have_text("还原")
    later = table([HAND, *OTHERS], "2")
    stage.show(Next("next", later, 0))
    expect(page.locator("[data-action=arrange]")).to_have_text("还原")
    assert {"S3.0", "S4.0", "S5.0", "S6.0", "S7.0"} in groups(page)
    page.locator("[data-action=arrange]").click()
    assert groups(page) == []
    page.reload()
    expect(page.locator("[data-action=arrange]")).to_have_text("理牌")
    lead(stage)
    page.wait_for_timeout(300)
    assert groups(page) == []


class Next(Moment):
    """A later deal."""

    def view(self) -> dict[str, Any]:
        return {**super().view(), "deal": 1}


def test_a_button_walks_through_the_straight_flushes(stage: Stage) -> None:
    page = lead(stage)
    flush = page.locator("[data-action=flush]")
    flush.click()
    expect(page.locator(".piece.selected")).to_have_count(5)
    assert selected(page) == {"S3", "S4", "S5", "S6", "S7"}
    flush.click()
    expect(page.locator("[data-card='H2.0'] .piece.selected")).to_have_count(1)
    for _ in range(8):
        if not selected(page):
            break
        flush.click()
        page.wait_for_timeout(50)
    assert selected(page) == set()
    none = stage.show(Moment("none", table(["S3 D4 C9", *OTHERS], "2"), 0))
    none.locator("[data-action=flush]").click()
    expect(none.locator(".refusal")).to_have_text("手里没有同花顺。")


def test_a_hint_says_the_play_by_name_and_whom_it_stops(browser: Browser) -> None:
    stage = Stage(browser, "390x844", "en")
    on = table(["SK S4", "S9 H9 C9 D9 S3 C3 D4 D6", "S8 ST S6", "ST SJ"], moves=[(0, "play SK")])
    page = stage.show(Moment("hint", on, 1))
    page.locator("[data-action=hint]").click()
    says = re.compile(r"^\s*Bomb 9999: stops Yue 月姐, who has 1 card left")
    expect(page.locator(".hintline")).to_have_text(says)
    play, line = page.locator(".zone .play").bounding_box(), page.locator(".hintline").bounding_box()
    assert play is not None
    assert line is not None
    assert play["y"] + play["height"] <= line["y"] + 1, "the hint covers the play that it is about"
    stage.close()


def test_escape_with_nothing_selected_does_nothing(stage: Stage) -> None:
    page = lead(stage)
    page.keyboard.press("Escape")
    expect(page.locator(".refusal")).to_have_count(0)
    tap(page, "CK")
    page.keyboard.press("Escape")
    assert selected(page) == set()
    assert stage.acts == []


def test_a_wildcard_lies_in_its_place_with_a_mark(stage: Stage) -> None:
    on = table(["S5 D6 C8 S9 H2 SK", *OTHERS], "2", moves=[(0, "play S5 D6 C8 S9 H2 as straight:5")])
    page = stage.show(Moment("wild", on, 1))
    slots = page.locator(".zone .slot")
    expect(slots).to_have_count(5)
    expect(slots.nth(2).locator(".as")).to_have_text("7")
    expect(page.locator(".zone .as")).to_have_count(1)
    mark, name = page.locator(".zone .as").bounding_box(), page.locator(".zone .type").bounding_box()
    assert mark is not None
    assert name is not None
    assert mark["y"] + mark["height"] <= name["y"] + 1, "the name of the play covers what the wildcard stands for"
    assert isinstance(on, qipai.Table)
