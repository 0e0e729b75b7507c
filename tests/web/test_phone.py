"""The smallest phone: nothing wider than the screen, everything big enough for a thumb, also with text twice as large."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.games import NEW_ROOMS
from tests.web.people import Guest
from tests.web.table import SMALL, ask, soon, speak

PATHS = ["/", *NEW_ROOMS, "/?account", "/r/nothere99"]


def overflow(page: Page) -> list[str]:
    """What sticks out to the right."""
    found: list[str] = page.evaluate(
        """() => {
          const { scrollWidth, clientWidth } = document.documentElement
          if (scrollWidth <= clientWidth) return []
          const out = (node) => node.getBoundingClientRect().right > clientWidth + 1
          const boxes = [...document.querySelectorAll('body *')].filter(out).map((node) => node.outerHTML.slice(0, 120))
          return [`${scrollWidth} px wide`, ...boxes]
        }"""
    )
    return found


@pytest.fixture
def guest(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "阿明") as person:
        yield person


@pytest.mark.parametrize("path", PATHS)
def test_pages_fit_the_smallest_phone(visits: Visits, path: str) -> None:
    """In both languages; and in the longer one with text twice as large."""
    page = visits.page(path, size="360x640")
    for lang in ("zh", "en"):
        speak(page, lang)
        expect(page.locator("main h1")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert soon(page, overflow) == []
        assert soon(page, lambda page: ask(page, SMALL)) == []
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert soon(page, overflow) == []


def test_the_xianqi_table_holds_text_twice_as_large(visits: Visits, guest: Guest) -> None:
    page = visits.page(f"/r/{guest.dealt('xianqi')}", size="360x640", lang="en", storage_state=guest.storage)
    expect(page.locator(".hand button").first).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert soon(page, overflow) == []
    page.locator(".bar .primary").scroll_into_view_if_needed()
    expect(page.locator(".bar .primary")).to_be_in_viewport()


def test_what_sticks_out_is_noticed(visits: Visits) -> None:
    page = visits.page("/", size="360x640")
    expect(page.locator("main h1")).to_be_visible()
    assert soon(page, overflow) == []
    # beside the app, which would redraw its own part
    page.evaluate("document.body.append(Object.assign(document.createElement('pre'), {innerText: '棋'.repeat(99)}))")
    assert overflow(page) != []
