"""Motion that tells who did what: a claimed tile comes from where it lay, a play from its seat, a trick goes to who took it.

Never long, and never when one is behind; and a turn is felt in the hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import qipai
from tests.golden_runner import table_of
from tests.guandan.deals import table
from tests.web.stage import NAMES, Moment, Stage

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


# Every step of a trick that comes or goes: whose it is, how long it takes, and where it comes from or goes to.
TRICK = """
window.steps = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, timing) {
  if (this.matches('.step') && Array.isArray(frames)) {
    const box = this.getBoundingClientRect()
    const end = (frame) => {
      const found = /translate\\((-?[\\d.e-]+)px, *(-?[\\d.e-]+)px\\)/.exec(frame?.transform ?? '')
      return found && [box.x + box.width / 2 + Number(found[1]), box.y + box.height / 2 + Number(found[2])]
    }
    const time = typeof timing === 'number' ? timing : timing.duration
    window.steps.push({ seat: this.closest('.zone').dataset.seat, time, from: end(frames[0]), to: end(frames.at(-1)) })
  }
  return animate.call(this, frames, timing)
}
"""
HANDS = ["S4 S5 SQ", "SK C3 C4", "D5 D6 D7", "H5 H6 H7"]
PLAYED = [(0, "play S4"), (1, "play SK"), (2, "pass"), (3, "pass"), (0, "pass")]


def middle(page: Page, seat: int) -> Any:
    box = page.locator(".plate").filter(has_text=NAMES[seat]).bounding_box()
    assert box is not None
    return pytest.approx((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), abs=CLOSE)


def steps(stage: Stage) -> list[dict[str, Any]]:
    """What has moved since the last look, when all is still again."""
    stage.page.wait_for_function("document.getAnimations().every((one) => one.playState === 'finished')")
    found = stage.page.evaluate("window.steps.splice(0)")
    return [one for one in found if one["time"]]


def test_a_play_comes_from_its_seat_and_the_trick_goes_to_who_took_it(browser: Browser) -> None:
    stage = Stage(browser, "390x844", motion=True)
    stage.page.add_init_script(TRICK)
    page = stage.show(Moment("lead", table(HANDS, moves=PLAYED[:1]), 0))
    stage.move(Moment("beaten", table(HANDS, moves=PLAYED[:2]), 0))
    (came,) = [one for one in steps(stage) if one["from"]]
    assert (came["seat"], came["time"]) == ("1", LONGEST)
    assert tuple(came["from"]) == middle(page, 1)
    for made in (3, 4):
        stage.move(Moment("passed", table(HANDS, moves=PLAYED[:made]), 0))
        steps(stage)
    stage.move(Moment("taken", table(HANDS, moves=PLAYED), 0))
    gone = [one for one in steps(stage) if one["to"]]
    assert "1" in {one["seat"] for one in gone}
    assert {one["time"] for one in gone} == {LONGEST}
    for one in gone:
        assert tuple(one["to"]) == middle(page, 1)
    stage.close()


# Every disc of a round that goes: how long it takes, and where to.
ROUND = TRICK.replace("'.step'", "'.cell'").replace("this.closest('.zone').dataset.seat", "''")


def rounds() -> tuple[qipai.Table, qipai.Table, int]:
    """Before and after the first move of a second round, and who won the first."""
    played = qipai.Table("xianqi", rules={"black_chess": "redeal"}, seed="0" * 64)
    while True:
        before = played.copy()
        seat = played.to_act[0]
        played.play(seat, next(move for move in played.legal(seat) if move != "buckle"))
        if before.public()["pillar_groups"] and played.public()["turn"]["plays"]:
            return before, played, before.public()["pillar_groups"][-1]["winner_seat"]


def test_the_discs_of_a_round_go_to_who_won_it(browser: Browser) -> None:
    before, after, winner = rounds()
    stage = Stage(browser, "390x844", motion=True)
    stage.page.add_init_script(ROUND)
    page = stage.show(Moment("won", before, 0))
    page.evaluate("window.steps = []")
    stage.move(Moment("led", after, 0))
    gone = [one for one in steps(stage) if one["to"]]
    assert gone
    assert {one["time"] for one in gone} == {LONGEST}
    box = page.locator(".plate").filter(has_text=NAMES[winner]).bounding_box()
    assert box is not None
    for one in gone:  # a plate may be lower than it was: “enough” is no longer told in a line of its own
        across, down = one["to"]
        assert box["x"] < across < box["x"] + box["width"]
        assert box["y"] < down < box["y"] + box["height"]
    stage.close()


def test_the_own_turn_is_felt_once(browser: Browser) -> None:
    stage = Stage(browser, "390x844", motion=True)
    stage.page.add_init_script("window.felt = 0; Navigator.prototype.vibrate = () => ((window.felt += 1), true)")
    page = stage.show(Moment("others", table(HANDS, moves=PLAYED[:2]), 0))
    page.locator(".says").click()  # browsers allow it only then
    stage.move(Moment("others", table(HANDS, moves=PLAYED[:3]), 0))
    assert page.evaluate("window.felt") == 0
    for _ in range(2):
        stage.move(Moment("mine", table(HANDS, moves=PLAYED[:4]), 0))
    assert page.evaluate("window.felt") == 1
    stage.close()


def test_a_bomb_is_seen_and_not_long(browser: Browser) -> None:
    stage = Stage(browser, "390x844", motion=True)
    hands = ["S4 H4 C4 D4 SQ", "SK C3 C4", "D5 D6 D7", "H5 H6 H7"]
    stage.show(Moment("lead", table(hands), 1))
    stage.move(Moment("bomb", table(hands, moves=[(0, "play S4 H4 C4 D4")]), 1))
    found = stage.page.evaluate("[...document.querySelectorAll('.boom')].map((e) => getComputedStyle(e).animationDuration)")
    assert found == [f"{LONGEST / 1000:g}s"]
    stage.close()
