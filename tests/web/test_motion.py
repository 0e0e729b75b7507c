"""Motion that tells who did what: a claimed tile comes from where it lay. Never long, and never when one is behind."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

import qipai
from tests.golden_runner import table_of
from tests.web.stage import Moment, Stage

LONGEST = 200  # milliseconds
CLOSE = 3  # pixels
# Every animation of a meld's tile: how long it is, where its first picture stands, and where the claimed tile lies then.
WATCH = """
window.flights = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
  const meld = this.closest('.meld')
  if (meld) {
    const box = this.getBoundingClientRect()
    const begins = Array.isArray(frames) ? (frames[0]?.transform ?? '') : ''
    const found = /translate\\((-?[\\d.e-]+)px, *(-?[\\d.e-]+)px\\)/.exec(begins)
    const at = found && [box.x + box.width / 2 + Number(found[1]), box.y + box.height / 2 + Number(found[2])]
    const lying = this.querySelector('svg.side') !== null
    const tile = document.querySelector('.thrown.gone[data-tile="5p"]')?.getBoundingClientRect()
    const lay = tile && [tile.x + tile.width / 2, tile.y + tile.height / 2]
    window.flights.push({ lying, at, lay, time: typeof timing === 'number' ? timing : timing.duration })
  }
  return animate.call(this, frames, timing)
}
"""


def claim() -> tuple[qipai.Table, qipai.Table]:
    """Seat 0 has thrown a tile that seat 1 can peng; and the table after it."""
    thrown = table_of("mahjong", "mjs-x30-asked", 8)
    claimed = table_of("mahjong", "mjs-x30-asked", 11)
    return thrown, claimed


def flights(stage: Stage, seat: int, hurry: int = 0) -> list[dict[str, Any]]:
    """What moved when the tile was claimed, as a seat saw it; `hurry`: so much had come just before."""
    before, after = claim()
    stage.page.add_init_script(WATCH)
    page = stage.show(Moment("thrown", before, seat))
    for _ in range(hurry):
        stage.move(Moment("thrown", before, seat))
    stage.move(Moment("claimed", after, seat))
    page.locator(".thrown.gone[data-tile='5p']").wait_for()
    page.wait_for_function("document.querySelectorAll('.meld').length === 2")
    page.wait_for_function("document.getAnimations().every((one) => one.playState === 'finished')")
    return list(page.evaluate("window.flights"))


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_claimed_tile_comes_from_the_river_where_it_lay(browser: Browser, seat: int) -> None:
    """Seen by who threw it, by who took it, and by another."""
    stage = Stage(browser, "1440x900", motion=True)
    found = flights(stage, seat)
    assert {one["time"] for one in found} == {0, LONGEST}  # each is begun and then shown
    taken = next(one for one in found if one["lying"])
    assert taken["at"] == [pytest.approx(taken["lay"][0], abs=CLOSE), pytest.approx(taken["lay"][1], abs=CLOSE)]
    stage.close()


def test_nothing_flies_when_one_is_behind_or_wants_no_motion(browser: Browser) -> None:
    for stage, hurry in ((Stage(browser, "390x844", motion=True), 3), (Stage(browser, "390x844"), 0)):
        assert [one for one in flights(stage, 0, hurry) if one["at"] is not None] == []
        stage.close()
