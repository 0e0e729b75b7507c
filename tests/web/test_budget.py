"""All JavaScript from opening the page until the first table is playable, as Chromium received it: at most 150 kB packed."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Response, expect

import qipai
from tests.web.chromium import Visits

BUDGET = 150_000


@pytest.mark.parametrize("game", qipai.games())
def test_the_first_table_costs_little(visits: Visits, game: str) -> None:
    page = visits.context().new_page()
    scripts: list[Response] = []
    page.on("response", lambda answer: scripts.append(answer) if answer.request.resource_type == "script" else None)
    page.goto("/")
    page.locator(f"[data-play={game}]").click()
    expect(page.locator(".hand button").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = {answer.url.rsplit("/", 1)[1]: len(gzip.compress(answer.body(), 9)) for answer in scripts}
    assert len(sizes) > 3
    assert all(answer.header_value("content-encoding") in ("gzip", "br") for answer in scripts if len(answer.body()) > 2000)
    assert sum(sizes.values()) <= BUDGET, sizes
