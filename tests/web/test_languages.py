"""Two languages: by the browser, by the switch on every page, remembered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.players import Node
from tests.web.chromium import Visits
from tests.web.games import NEW_ROOMS, TAUGHT
from tests.web.people import Guest

HAN = re.compile(r"[\u4e00-\u9fff]")
OURS = ["/", *NEW_ROOMS, "/?account", "/r/nothere99"]
PAGES = [*OURS, *[f"/{page}/{game}" for page in ("rules", "learn") for game in TAUGHT[:1]], "/replay"]


def words(page: Page) -> list[str]:
    """What can be read, without the switch to the other language and what names itself in Chinese."""
    text: str = page.locator("main").inner_text()
    return [line for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_the_switch_and_remembers_it(visits: Visits, path: str) -> None:
    """In English no Chinese sentence is left, whether the page was switched or came so."""
    page = visits.page(path, lang="zh")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.get_by_role("button", name="中文")).to_be_visible()
    if path in OURS:
        page.wait_for_load_state("networkidle")
        assert [line for line in words(page) if HAN.search(line) and line != "中文"] == []


def test_the_language_is_the_browsers_own(visits: Visits) -> None:
    page = visits.page("/", lang="en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert [line for line in words(page) if HAN.search(line) and line != "中文"] == []


def test_the_table_changes_language_in_the_middle_of_a_deal(visits: Visits, server: Node) -> None:
    with Guest(server.url, "Ann") as ann:
        page = visits.page(f"/r/{ann.dealt('xianqi')}", lang="zh", storage_state=ann.storage)
        hint = page.locator("[data-action=hint]")
        expect(hint).to_have_text("提示")
        page.get_by_role("button", name="English").click()
        expect(hint).to_have_text("Hint")
        disc = page.locator(".hand [data-key] button").first
        expect(disc).to_have_attribute("aria-label", re.compile(r"^(red|black) \w+$"))
