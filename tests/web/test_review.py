"""Reviews in the browser: from the settlement of one's own deal by one click, then from mistake to mistake, thinking first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from qipai.review.pieces import DealReview
from tests.server.players import Node, running
from tests.web.chromium import Visits, in_both_schemes
from tests.web.conftest import THINK
from tests.web.people import Guest
from tests.web.test_learn import no_sideways_scrolling

Axe = Callable[..., list[str]]
SHARE = 0.005  # of the playouts; the same seed finds the same mistakes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    data = tmp_path_factory.mktemp("server")
    with running(f"sqlite:///{data}/rooms.db", data, think=THINK, review_share=SHARE) as node:
        yield node


@pytest.fixture(scope="module")
def ann(server: Node) -> Iterator[Guest]:
    with Guest(server.url, "Ann") as person:
        yield person


class Played(NamedTuple):
    room: str
    deal: int
    mistakes: int


@pytest.fixture(scope="module")
def played(ann: Guest) -> Played:
    """Deals until one has two mistakes of Ann's, none before the first step; cards and bots are the same in every run."""
    room = ann.open("xianqi", level="easy")
    for deal in range(12):
        ann.ready(room)
        ann.wait(room, lambda view: view["result"] is None)
        ann.play(room)
        one = DealReview(ann.call("GET", f"/rooms/{room}/record"), deal, share=SHARE)
        moves = [found["move"] for found in one.missing(()) if found["seat"] == 0 and found["counted"] > 0]
        if len(moves) > 1 and 0 not in moves:
            return Played(room, deal, len(moves))
    pytest.fail("nobody plays that well")


def test_one_click_on_the_settlement_reviews_the_deal(visits: Visits, ann: Guest, played: Played, axe: Axe) -> None:
    page = visits.page(f"/r/{played.room}", size="360x640", storage_state=ann.storage)
    page.locator(".settled [data-action=review]").click()
    panel = page.locator("section.review")
    expect(panel.locator(".plot svg")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/replay.*deal={played.deal}.*review"))
    expect(panel.get_by_text("准确率").first).to_be_visible()
    figures = panel.locator(".split .figures").all_inner_texts()
    parts = [float(text.replace("−", "-")) for text in figures]
    assert round(sum(parts[:3]), 1) == round(parts[3], 1)
    assert "第" in str(panel.locator(".plot svg").get_attribute("aria-label"))

    # hidden hands are covered, so that one can think first
    expect(page.get_by_role("button", name="看各家手牌")).to_be_visible()
    assert page.locator("details li .pieces").count() == 0
    page.get_by_role("button", name="下一处失误").click()
    at = step_of(page)
    expect(page.locator(".steps .figures")).to_have_text(f"1 / {played.mistakes}")
    expect(page.get_by_text("换成你，怎么出？")).to_be_visible()
    expect(page.locator(".answer")).to_have_count(0)
    answer = page.get_by_role("button", name="看答案")
    answer.click()
    shown = page.locator(".answer")
    expect(shown.locator("li.played")).to_be_visible()
    assert "±" in shown.locator("ol").inner_text()
    expect(shown.locator(".both > .one")).to_have_count(2)
    assert "失误" in shown.locator(".grade").inner_text()
    no_sideways_scrolling(page)
    assert in_both_schemes(axe, page) == []
    page.get_by_role("button", name="看各家手牌").click()
    expect(page.locator("details li > .pieces")).to_have_count(3)  # and what was laid aside stands behind a hand

    # the most costly moves are links to the tables before them, with the hands covered again
    page.locator(".worst button").first.click()
    expect(page.get_by_role("button", name="看各家手牌")).to_be_visible()
    page.get_by_role("button", name="到终局").click()
    page.get_by_role("button", name="上一处失误").click()
    assert step_of(page) > at
    expect(page.locator(".steps .figures")).to_have_text(f"{played.mistakes} / {played.mistakes}")
    expect(page.locator(".ticks i")).to_have_count(played.mistakes)
    no_sideways_scrolling(page)


def test_whoever_has_the_link_sees_the_review_at_once(visits: Visits, ann: Guest, played: Played, axe: Axe) -> None:
    link = ann.call("POST", f"/rooms/{played.room}/share")["link"]
    page = visits.page(f"{link.removeprefix(ann.url)}&deal={played.deal}", size="1440x900", lang="en")
    panel = page.locator("section.review")
    expect(panel.locator(".plot svg")).to_be_visible()
    expect(panel.locator(".whose button")).to_have_count(3)
    expect(panel.locator(".mark").first).to_be_attached()
    panel.locator(".whose button").nth(1).click()
    expect(panel.locator(".whose button").nth(1)).to_have_attribute("aria-pressed", "true")
    panel.locator(".whose button").first.click()
    page.locator(".worst button").first.click()
    page.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator(".answer .grade")).to_contain_text("−")
    expect(page.get_by_role("button", name="Show the hands")).to_be_visible()
    no_sideways_scrolling(page)
    assert in_both_schemes(axe, page) == []


def test_a_review_is_asked_for_in_the_replay_and_shows_its_progress(visits: Visits, ann: Guest) -> None:
    name = ann.open("xianqi", level="easy")
    ann.ready(name)
    ann.play(name)
    page = visits.page(f"/replay?room={name}", size="360x640", lang="en", storage_state=ann.storage)
    page.get_by_role("button", name="Review this deal").click()
    expect(page.locator("section.review progress, section.review .plot").first).to_be_visible()
    expect(page.locator("section.review .plot svg")).to_be_visible()
    assert page.locator("details li .pieces").count() == 3, "who asks in the replay has seen the hands"


def step_of(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())
