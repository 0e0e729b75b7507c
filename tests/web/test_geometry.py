"""Every table in the fullest moments of real deals, on five screens and in both languages; 300 deals a game in `make soak`."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import qipai
from tests.web.chromium import LANGUAGES
from tests.web.geometry import wrong
from tests.web.stage import Moment, Stage, Stages, moments

DEALS = 3
# Deals of the soak in which something was wrong once, and the moments.
ONCE_WRONG = (
    ("guandan", 5, "1-plays"),
    ("guandan", 16, "1-plays"),
    ("guandan", 18, "0-plays"),
    ("guandan", 18, "1-plays"),
    ("mahjong", 16, "0-rivers"),
    ("mahjong", 16, "0-river"),
    ("mahjong", 16, "0-end-1"),
    ("mahjong", 30, "0-river"),
    ("mahjong", 45, "0-rivers"),
)


@pytest.mark.parametrize("game", qipai.games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_cut_nothing_overlaps_and_every_piece_can_be_touched(browser: Browser, game: str, lang: str) -> None:
    found: list[tuple[str, str, str]] = []
    shown = [moment for seed in range(DEALS) for moment in moments(game, seed)]
    stages = Stages(browser, lang)
    for size, stage in stages:
        for moment in shown:
            found += [(size, moment.name, one) for one in wrong(stage.show(moment))]
    stages.close()
    assert found == []


@pytest.mark.parametrize("game", sorted({game for game, _, _ in ONCE_WRONG}))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_was_wrong_once_stays_right(browser: Browser, game: str, lang: str) -> None:
    found: list[tuple[object, ...]] = []
    stages = Stages(browser, lang)
    for size, stage in stages:
        for _, seed, name in (one for one in ONCE_WRONG if one[0] == game):
            (moment,) = (one for one in moments(game, seed) if one.name == name)
            found += [(size, seed, name, one) for one in wrong(stage.show(moment))]
    stages.close()
    assert found == []


def test_large_tiles_under_a_left_hand_have_their_room_too(browser: Browser) -> None:
    """On phones, where there is little of it."""
    found: list[tuple[object, ...]] = []
    stage = Stage(browser, "360x640", "zh", pieces="large", leftHanded=True)
    for size in ("360x640", "390x844", "844x390"):
        stage.resize(size)
        for seed in (1, 2):
            for moment in (one for one in moments("mahjong", seed) if not one.table.over):
                found += [(size, seed, moment.name, one) for one in wrong(stage.show(moment))]
    stage.close()
    assert found == []


# What a hint may not lie on: the plays and discards it is about, the hand, the buttons.
COVERED = """() => {
  const line = document.querySelector('.hintline')
  const p = line.getBoundingClientRect()
  const pieces = '.zone .play, .thrown, .cell, .hand [data-card], .hand .slot, .hand [data-key], .bar'
  const over = [...document.querySelectorAll(pieces)].filter((one) => {
    const q = one.getBoundingClientRect()
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top)
    return Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && high > 2
  })
  const cut = line.scrollHeight > line.clientHeight + 2 || p.right > innerWidth || p.bottom > innerHeight
  return [...over.map((one) => `the hint covers ${one.className}`), ...(cut ? ['the hint is cut'] : [])]
}"""


@pytest.mark.parametrize("game", qipai.games())
def test_a_hint_covers_nothing_and_what_it_selects_leaves_room_for_a_finger(browser: Browser, game: str) -> None:
    """In English, whose hints are the longest."""
    found: list[tuple[str, str, str]] = []
    shown = [one for one in moments(game, 1) if not one.table.over and one.seat in one.table.to_act]
    stages = Stages(browser, "en")
    for size, stage in stages:
        for moment in shown:
            page = stage.show(moment)
            page.locator("[data-action=hint]").click()
            page.locator(".hintline").wait_for()
            stage.rest()
            found += [(size, moment.name, one) for one in [*page.evaluate(COVERED), *wrong(page)]]
    stages.close()
    assert found == []


def test_a_wrong_hand_of_tiles_is_noticed(browser: Browser) -> None:
    """Rows that break inside a suit, a drawn tile among the others, melds that nobody can read."""
    stage = Stage(browser, "390x844", "en")
    page = stage.show(next(one for one in moments("mahjong", 1) if drawn(one) and not own_melds(one)))
    other = ".hand .slot:nth-child(n + 3) { grid-row: 2 !important; grid-column: auto !important; }"
    noticed(page, ".hand .slot:nth-child(-n + 2) { grid-row: 1 !important; } " + other, "breaks inside a suit")
    noticed(page, ".hand .drawn { left: 0 !important; }", "the drawn tile is not apart")
    page = stage.show(next(one for one in moments("mahjong", 1) if one.name == "0-melds"))
    noticed(page, ".seat .melds { --tile: 17px; }", "a meld of tiles 17 px wide")
    stage.close()


def drawn(moment: Moment) -> bool:
    private: Any = moment.table.private(moment.seat)
    return private["drawn"] is not None


def own_melds(moment: Moment) -> int:
    public: Any = moment.table.public()
    return len(public["melds"][moment.seat])


def noticed(page: Page, style: str, what: str) -> None:
    assert wrong(page) == []
    tag = page.add_style_tag(content=style)
    assert any(what in one for one in wrong(page)), (what, wrong(page))
    tag.evaluate("node => node.remove()")


# Guandan's hand as people arrange it: the buttons that are pressed one after another, also with other settings than the usual.
WAYS = {"arranged": "arrange", "arranged by suit": "sort", "by suit": "arrange", "by rank": "sort"}
CHOICES: dict[str, dict[str, Any]] = {"zh": {}, "en": {"pieces": "large", "leftHanded": True}}
DEALT = {"zh": 0, "en": 1}


@pytest.mark.parametrize("lang", CHOICES)
def test_a_hand_in_groups_and_suits_has_gaps_on_every_screen(browser: Browser, lang: str) -> None:
    found: list[tuple[str, str, str, str]] = []
    dealt = next(one for one in moments("guandan", DEALT[lang]) if one.name.startswith("0-play-"))
    fullest = [one for one in moments("guandan", 0) if one.name in ("1-return-8", "1-plays")]
    stages = Stages(browser, lang, **CHOICES[lang])
    for size, stage in stages:
        for moment in (*fullest, dealt):
            found += [(size, moment.name, "as dealt", one) for one in wrong(stage.show(moment))]
        for way, action in WAYS.items():
            button = stage.page.locator(f"[data-action={action}]")
            before = button.inner_text()
            button.click()
            expect(button).not_to_have_text(before)
            stage.rest()
            found += [(size, dealt.name, way, one) for one in wrong(stage.page)]
    stages.close()
    assert found == []


def test_what_is_wrong_is_noticed(browser: Browser) -> None:
    """The measure itself: a word that is cut, a plate on the cards, a small button, a card out of the screen."""
    stage = Stage(browser, "390x844", "en")
    page = stage.show(moments("guandan", 1)[0])
    page.locator("[data-action=arrange]").click()
    page.locator(".split").first.wait_for()
    stage.rest()
    assert wrong(page) == []
    for style, what in {
        ".says { width: 90px; height: 20px; overflow: hidden; flex: none !important; }": "text is cut",
        ".seat .plate { translate: 0 300px; }": "lies on",
        ".plate .name { white-space: normal; width: 1em; overflow: visible; }": "two lines in a plate",
        ".mine > .line { flex-basis: 100% !important; }": "the player’s plate has two lines",
        "[data-action=pass] { min-height: 0 !important; height: 20px; padding: 0; }": "target of",
        ".hand .spot:first-child { left: -30px !important; }": "outside the screen",
        ".hand [data-part='1'] { margin-left: -12px; }": "no gap in the hand",
        ".hand .split { margin-left: -60px; }": "the button of a group lies on another",
        ".hand .spot { z-index: 0 !important; transform: none !important; }": "no room for a finger",
    }.items():
        tag = page.add_style_tag(content=style)
        assert any(what in one for one in wrong(page)), (what, wrong(page))
        tag.evaluate("node => node.remove()")
    stage.close()
