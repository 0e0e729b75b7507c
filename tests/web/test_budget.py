"""All JavaScript from opening the page until the first table is playable, as Chromium received it: at most 150 kB packed; and
in how few rounds it comes."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Response, expect

import qipai
from tests.web.chromium import Visits
from tests.web.people import Guest
from tests.web.table import deals

BUDGET = 150_000


def first_table(visits: Visits, game: str) -> list[Response]:
    """The scripts of somebody who comes and plays; whose first deal is void at once is passed over."""
    for _ in range(20):
        page = visits.context().new_page()
        answers: list[Response] = []
        page.on("response", lambda answer, into=answers: into.append(answer))
        page.goto("/")
        if deals(page, game):
            page.wait_for_load_state("networkidle")
            return [answer for answer in answers if answer.request.resource_type == "script"]
    raise AssertionError(f"no deal of {game} can be played")


@pytest.mark.parametrize("game", qipai.games())
def test_the_first_table_costs_little(visits: Visits, game: str) -> None:
    scripts = first_table(visits, game)
    sizes = {answer.url.rsplit("/", 1)[1]: len(gzip.compress(answer.body(), 9)) for answer in scripts}
    assert len(sizes) > 3
    assert all(answer.header_value("content-encoding") in ("gzip", "br") for answer in scripts if len(answer.body()) > 2000)
    assert sum(sizes.values()) <= BUDGET, sizes


def named(page: str) -> list[str]:
    """What the page itself names."""
    return re.findall(r"/assets/([^\"]+)\"", page)


@pytest.mark.parametrize("game", qipai.games())
def test_who_follows_a_link_to_a_table_gets_its_parts_with_the_page(visits: Visits, game: str) -> None:
    with Guest(visits.url, "Ann") as ann:
        room = ann.open(game)
        ann.ready(room)
    page = visits.context().new_page()
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text))
    answer = page.goto(f"/r/{room}")
    assert answer is not None
    names = re.findall(r"</assets/([^>]+)>", answer.header_value("link") or "")
    assert {"Room", "table", game} <= {name.split("-")[0] for name in names if name.endswith(".js")}
    expect(page.locator("[data-version][aria-busy=false] .centre")).to_be_visible()
    page.wait_for_load_state("networkidle")
    resources = "performance.getEntriesByType('resource').map((one) => [one.name.split('/').at(-1), one.startTime])"
    fetched = [name for name, _ in sorted(page.evaluate(resources), key=lambda one: one[1])]
    assert all(fetched.count(name) == 1 for name in names), "nothing is fetched twice"
    before = {name for name in fetched[: fetched.index("log")] if name.endswith(".js")}
    assert before == {name for name in [*names, *named(answer.text())] if name.endswith(".js")}, "no script is waited for"
    assert not [text for text in warnings if "preload" in text], "what was told is what the page uses"
