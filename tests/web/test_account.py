"""The account page: another password, all devices out, a copy of one's data, and the end of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.chromium import Visits


def registered(visits: Visits, name: str, password: str = "correct horse") -> Page:
    page = visits.page("/?account", lang="en")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password (8+ characters)", exact=True).fill(password)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("Signed in:")).to_be_visible()
    return page


def test_a_password_is_changed_and_every_device_signed_out(visits: Visits, axe: Callable[..., list[str]]) -> None:
    page = registered(visits, "Orchid")
    page.get_by_label("Current password").fill("correct horse")
    page.get_by_label("New password").fill("tulip river")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("button", name="Create account")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("orchid")
    page.get_by_label("Password (8+ characters)", exact=True).fill("tulip river")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Signed in:")).to_be_visible()


def test_data_is_downloaded_and_deleted(visits: Visits, tmp_path: Path) -> None:
    page = registered(visits, "Peony")
    with page.expect_download() as file:
        page.get_by_role("button", name="Download data").click()
    file.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text())["user"]["login"] == "peony"
    page.get_by_role("button", name="Delete account").click()
    page.get_by_label("Current password").last.fill("correct horse")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("Your data is deleted.")).to_be_visible()
    assert page.evaluate("localStorage['qipai.session'] ?? null") is None


def test_an_unknown_address_is_told_in_words(visits: Visits) -> None:
    for address in ("/nowhere", "/r/a/b/c", "/%zz"):
        visits.expect("404")
        page = visits.page(address)
        expect(page.get_by_role("heading", name="找不到这一页")).to_be_visible()
        page.get_by_role("link", name="回大厅").last.click()
        expect(page.locator("[data-play=xianqi]")).to_be_visible()
