"""How a page comes into sight: whole, and without moving afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import qipai
from tests.web.chromium import SIZES, Visits
from tests.web.people import Guest

# What moved without a touch and without anybody's move at the table, and how the table looked in every frame in which its
# middle could be seen.
WATCH = """
window.moved = []
new PerformanceObserver((list) => {
  const version = document.querySelector('.table')?.dataset.version
  window.first ??= version
  if (version !== window.first) return
  for (const one of list.getEntries()) window.moved.push([one.value, ...one.sources.map(({ node }) => node?.className ?? '')])
}).observe({ type: 'layout-shift', buffered: true })
window.halves = 0
const watch = () => {
  const main = document.querySelector('.table > main')
  window.first ??= main?.parentElement.dataset.version
  const whole = ['.seat .plate', '.centre *', '.own .plate'].every((part) => main?.querySelector(part))
  if (main && !whole && getComputedStyle(main).visibility === 'visible') window.halves += 1
  requestAnimationFrame(watch)
}
requestAnimationFrame(watch)
"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", qipai.games())
def test_a_table_is_seen_when_it_is_whole_and_does_not_move(visits: Visits, game: str, size: str) -> None:
    with Guest(visits.url, "Ann") as ann:
        room = ann.open(game)
        ann.ready(room)
    context = visits.context(size)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"/r/{room}?watch")
    expect(page.locator(".table[aria-busy=false] .mine > .hand")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.halves") == 0
    assert sum(value for value, *_ in page.evaluate("window.moved")) < 0.01, page.evaluate("window.moved")


@pytest.mark.parametrize("game", qipai.games())
def test_a_rule_book_does_not_move_under_the_reader(visits: Visits, game: str) -> None:
    context = visits.context("390x844", "en")
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"/rules/{game}")
    expect(page.locator("article figure").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert sum(value for value, *_ in page.evaluate("window.moved")) < 0.02, page.evaluate("window.moved")
