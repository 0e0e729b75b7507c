"""What is heard at each table: its own stroke for a move, a voice for a call, as loud as the person wants it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

import qipai
from tests.golden_runner import table_of
from tests.guandan.deals import table
from tests.web.stage import Moment, Stage

# Every pitch that is set and the loudest moment of every stroke, since the last look.
LISTEN = """
window.pitches = []
window.levels = []
const set = AudioParam.prototype.setValueAtTime
const ramp = AudioParam.prototype.exponentialRampToValueAtTime
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value > 20) window.pitches.push(Math.round(value))
  return set.call(this, value, at)
}
AudioParam.prototype.exponentialRampToValueAtTime = function (value, at) {
  if (value < 1) window.levels.push(value)
  return ramp.call(this, value, at)
}
"""
STRUCK = 1.6  # wood begins above its pitch
CARD, TILE, DISC, PENG = 320 * STRUCK, 1900 * STRUCK, 240 * STRUCK, 210


def guandan() -> tuple[qipai.Table, qipai.Table]:
    hands = ["S4 S5 SQ", "SK C3 C4", "D5 D6 D7", "H5 H6 H7"]
    return table(hands), table(hands, moves=[(0, "play S4")])


def xianqi() -> tuple[qipai.Table, qipai.Table]:
    before = qipai.Table("xianqi", rules={"black_chess": "redeal"}, seed="0" * 64)
    after = before.copy()
    while not after.public()["turn"]["plays"]:
        seat = after.to_act[0]
        after.play(seat, next(move for move in after.legal(seat) if move != "buckle"))
    return before, after


def discard() -> tuple[qipai.Table, qipai.Table]:
    before = table_of("mahjong", "mjs-x30-asked", 8)
    while before.phase != "turn":
        before.play(before.to_act[0], "pass")
    after = before.copy()
    seat = after.to_act[0]
    after.play(seat, next(move for move in after.legal(seat) if move.startswith("discard")))
    return before, after


def peng() -> tuple[qipai.Table, qipai.Table]:
    return table_of("mahjong", "mjs-x30-asked", 8), table_of("mahjong", "mjs-x30-asked", 11)


def heard(stage: Stage, before: qipai.Table, after: qipai.Table) -> tuple[set[int], float]:
    stage.page.add_init_script(LISTEN)
    seat = before.seats - 1
    page = stage.show(Moment("before", before, seat))
    page.locator("h1").first.click()  # browsers are silent before a gesture
    page.evaluate("window.pitches = []; window.levels = []")
    stage.move(Moment("after", after, seat))
    page.wait_for_timeout(50)
    return set(page.evaluate("window.pitches")), float(page.evaluate("Math.max(0, ...window.levels)"))


@pytest.mark.parametrize(("change", "pitch"), [(guandan, CARD), (discard, TILE), (xianqi, DISC), (peng, PENG)])
def test_every_table_has_its_own_sound(
    browser: Browser, change: Callable[[], tuple[qipai.Table, qipai.Table]], pitch: float
) -> None:
    stage = Stage(browser, "1440x900", "en")
    found, _ = heard(stage, *change())
    assert round(pitch) in found
    assert not found & ({round(one) for one in (CARD, TILE, DISC, PENG)} - {round(pitch)})
    stage.close()


def test_it_is_as_loud_as_is_chosen(browser: Browser) -> None:
    loudness = []
    for volume in (1, 0.25, 0):
        stage = Stage(browser, "1440x900", "en", volume=volume)
        loudness.append(heard(stage, *guandan())[1])
        stage.close()
    assert loudness[0] == pytest.approx(4 * loudness[1], rel=0.01)
    assert loudness[2] == 0
