"""The client comes from our server alone and without a complaint; and the fixtures notice when it does not."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from qipai import games
from tests.server.players import Node
from tests.web.chromium import LANGUAGES, Visits, in_both_schemes
from tests.web.table import soon, too_wide


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lobby_offers_every_game_and_fits_the_screen(visits: Visits, lang: str) -> None:
    for _, page in visits.sizes("/", lang):
        for game in games():
            expect(page.locator(f"[data-play={game}]")).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == ("zh-CN" if lang == "zh" else "en")
        assert soon(page, too_wide) == []


def test_the_lobby_is_open_to_everybody(visits: Visits, axe: Callable[..., list[str]]) -> None:
    page = visits.page("/")
    expect(page.locator("[data-play]").first).to_be_visible()
    assert in_both_schemes(axe, page) == []


def test_files_that_never_change_are_kept_by_browsers_and_the_page_is_not(server: Node) -> None:
    with httpx.Client(base_url=server.url) as client:
        page = client.get("/")
        assert page.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in page.headers["content-security-policy"]
        script = page.text.split('src="')[1].split('"')[0]
        kept = client.get(script)
        assert kept.headers["content-type"].startswith("text/javascript")
        assert "immutable" in kept.headers["cache-control"]


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("setTimeout(() => { throw new Error('broken') })", "uncaught: broken"),
        ("console.error('wrong')", "console: wrong"),
        ("document.body.append(Object.assign(document.createElement('script'), {text: '1'}))", "Content Security Policy"),
        ("fetch('/assets/nothing-here.js')", "404"),
        ("fetch('http://127.0.0.1:9/').catch(() => 0)", "Content Security Policy"),
    ],
)
def test_a_page_that_complains_is_noticed(browser: Browser, server: Node, script: str, complaint: str) -> None:
    visits = Visits(browser, server.url)
    page = visits.page()
    assert visits.unexpected() == []
    page.evaluate(f"() => {{ {script} }}")
    assert soon(page, lambda _: [] if any(complaint in text for text in visits.unexpected()) else [complaint]) == []
    visits.close()


def test_axe_finds_what_is_wrong(page: Page, axe: Callable[..., list[str]]) -> None:
    page.evaluate("document.body.innerHTML = '<main><h1>h</h1><button></button></main>'")
    assert [text for text in axe(page) if text.startswith("button-name")]
