"""The smallest phone: nothing wider than the screen, everything big enough for a thumb, also with text twice as large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.people import Guest

PATIENCE = 60_000
PATHS = ["/", "/?new=xianqi", "/?new=mahjong", "/?new=guandan", "/?account", "/r/nothere99"]
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input')]
  .filter((node) => node.checkVisibility() && !node.closest('p, .spoken') && node.type !== 'checkbox' && node.type !== 'radio')
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.width > 0 && box.right > 0 && box.left < innerWidth)
  .filter(([box]) => Math.round(box.height) < 44 || Math.round(box.width) < 40)
  .map(([box, node]) => `${Math.round(box.width)}x${Math.round(box.height)} ${node.outerHTML.slice(0, 160)}`)"""


def overflow(page: Page) -> list[str]:
    """What sticks out to the right or left."""
    found: list[str] = page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
          .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
          .map((node) => node.outerHTML.slice(0, 120))"""
    )
    return found


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("path", PATHS)
def test_pages_fit_the_smallest_phone(visits: Visits, path: str, lang: str) -> None:
    page = visits.page(path, size="360x640", lang=lang)
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert overflow(page) == []
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("path", PATHS)
def test_pages_hold_text_twice_as_large(visits: Visits, path: str) -> None:
    page = visits.page(path, size="360x640", lang="en")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("main h1")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert overflow(page) == []


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("game", ["xianqi", "mahjong", "guandan"])
def test_tables_fit_the_smallest_phone(visits: Visits, guest: Guest, game: str, lang: str) -> None:
    room = guest.open(game)
    guest.ready(room)
    guest.wait(room, lambda view: bool(view["legal"]))
    page = visits.page(f"/r/{room}", size="360x640", lang=lang, storage_state=guest.storage)
    expect(page.locator(".hand button").first).to_be_visible(timeout=PATIENCE)
    assert overflow(page) == []
    hand = page.locator(".hand").first.bounding_box()
    assert hand is not None
    assert hand["x"] + hand["width"] <= 360
    small = [one for one in page.evaluate(SMALL) if 'class="piece' not in one]  # pieces lie side by side, as wide as fits
    assert small == []


def test_the_xianqi_table_holds_text_twice_as_large(visits: Visits, guest: Guest) -> None:
    room = guest.open("xianqi")
    guest.ready(room)
    guest.wait(room, lambda view: bool(view["legal"]))
    page = visits.page(f"/r/{room}", size="360x640", lang="en", storage_state=guest.storage)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".hand button").first).to_be_visible(timeout=PATIENCE)
    assert overflow(page) == []
    page.locator(".bar .primary").scroll_into_view_if_needed()
    expect(page.locator(".bar .primary")).to_be_in_viewport()
