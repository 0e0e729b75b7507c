"""Every table on every screen, from the first move to the last: nothing is cut off, nothing covers what one has to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Sizes, Visits
from tests.web.people import Guest, Json
from tests.web.table import OUTSIDE, OVER, SCROLLS, SMALL, ask, shows, soon, speak

Find = Callable[[Page], list[str]]
# Rivers that overlap another river or the hub, or leave the centre.
CROSSING = """() => {
  const box = (one) => one.getBoundingClientRect()
  const things = [...document.querySelectorAll('.river, .hub')].filter((one) => box(one).height > 0)
  const common = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low])
  const cross = (a, b) => common(a, b, 'left', 'right') > 1 && common(a, b, 'top', 'bottom') > 1
  const centre = box(document.querySelector('.rivers'))
  const out = things.filter((one) => box(one).bottom > centre.bottom + 1 || box(one).top < centre.top - 1)
  things.forEach((a, at) => out.push(...things.slice(at + 1).filter((b) => cross(box(a), box(b)))))
  return out.map((one) => one.className)
}"""
# Rank and suit stand in a card's corner: nothing may lie over it.
COVERED = """() => [...document.querySelectorAll('[data-card]')].filter((card) => {
  const box = card.getBoundingClientRect()
  const seen = (x, y) => document.elementFromPoint(box.x + x, box.y + y)?.closest('[data-card]') === card
  return box.width < 30 || !seen(3, 6) || !seen(box.width * 0.35, box.width * 0.25)
}).map((card) => card.dataset.card)"""


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


def fits(page: Page, pieces: str) -> list[str]:
    """What is cut off or makes the page scroll; on the smallest phone also what is too small for a thumb."""
    found = ask(page, SCROLLS) + ask(page, OUTSIDE, f".hand, [data-action], {pieces}")
    small = ask(page, SMALL) if page.viewport_size == {"width": 360, "height": 640} else []
    return found + [one for one in small if 'class="piece' not in one]  # pieces lie side by side, as wide as fits


def look(sizes: Sizes, state: Json, moment: int, *finds: Find) -> None:
    """The same moment on every screen, in the language of its number."""
    for size, page in sizes:
        speak(page, ("zh", "en")[moment % 2])
        shows(page, state)
        for find in finds:
            assert soon(page, find) == [], (size, moment)


def behind_the_settlement(sizes: Sizes) -> None:
    for page in sizes.pages.values():
        expect(page.locator(".settled")).to_be_visible()
        page.locator(OVER).click()
        expect(page.locator(".settled")).to_have_count(0)


def whole_deal(visits: Visits, guest: Guest, game: str, every: int, *finds: Find) -> None:
    """Looks at one's turns, not at each, and at the table behind the settlement."""
    room = guest.dealt(game)
    sizes = visits.sizes(f"/r/{room}", storage_state=guest.storage)
    moment = 0
    while (state := guest.play(room, 0))["view"]["result"] is None:
        look(sizes, state, moment, *finds)
        guest.play(room, every)
        moment += 1
    assert moment > 1
    behind_the_settlement(sizes)
    for size, page in sizes:
        for find in finds:
            assert soon(page, find) == [], size


def test_xianqi_fits_every_screen(visits: Visits, guest: Guest) -> None:
    whole_deal(visits, guest, "xianqi", 2, lambda page: fits(page, "[data-key]"))


def test_mahjong_fits_every_screen(visits: Visits, guest: Guest) -> None:
    whole_deal(
        visits,
        guest,
        "mahjong",
        4,
        lambda page: fits(page, ".slot, .thrown, .meld, .wait"),
        lambda page: ask(page, CROSSING),
    )


def test_guandan_fits_every_screen(visits: Visits, guest: Guest) -> None:
    whole_deal(visits, guest, "guandan", 8, lambda page: fits(page, "[data-card]"), lambda page: ask(page, COVERED))


LONG = "Your turn: beat your partner’s full house, queens over sevens, or pass"


def test_a_long_question_leaves_a_whole_hand_its_place(visits: Visits, guest: Guest) -> None:
    """With the hand in rows, and the words that need most room."""
    room = guest.dealt("guandan")
    state = guest.state(room)
    for size, page in visits.sizes(f"/r/{room}", storage_state=guest.storage):
        speak(page, "en")
        shows(page, state)
        page.locator("[data-action=sort]").click()
        page.locator(".says").evaluate("(one, words) => { one.textContent = words; one.classList.add('long') }", LONG)
        assert soon(page, lambda page: fits(page, "[data-card]")) == [], size


def test_a_whole_hand_of_guandan_is_seen_in_every_order(visits: Visits, guest: Guest) -> None:
    """By rank, by suit and by combination."""
    room = guest.dealt("guandan")
    state = guest.state(room)
    sizes = visits.sizes(f"/r/{room}", storage_state=guest.storage)
    orders = set()
    for moment in range(3):
        look(sizes, state, moment, lambda page: fits(page, "[data-card]"), lambda page: ask(page, COVERED))
        page = sizes.pages[False]
        orders.add(tuple(str(card.get_attribute("data-card")) for card in page.locator("[data-card]").all()))
        for page in sizes.pages.values():
            page.locator("[data-action=sort]").click()
    assert len(orders) > 1
