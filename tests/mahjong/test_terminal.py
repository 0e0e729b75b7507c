"""The table in text: nothing hidden, nothing missing, in both languages."""

from __future__ import annotations

import re

import pytest

import qipai
from qipai.games.mahjong.game import GAME
from tests.mahjong.deals import play, table

NAMES = ["Ann", "Bo", "Chen", "Dai"]
BURIED = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8m8m8m"), (3, "bury 2s2s2s")]
HANDS = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]


def words(lines: list[list[object]]) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)  # type: ignore[attr-defined]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_character_of_the_mahjong_block_is_used(lang: str) -> None:
    for state, _, _ in play({}, 4, 1):
        for seat in (-1, 0):
            shown = words(GAME.words.screen(state.view(seat), NAMES, lang))  # type: ignore[arg-type]
            assert not re.search("[\U0001f000-\U0001f02f]", shown)
            assert "\ufffd" not in shown


def test_the_screen_shows_what_the_seat_needs() -> None:
    t = table(HANDS, "9s6m5s6m6m", moves=[*BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 9s")])
    shown = words(GAME.words.screen(t.view(2), NAMES, "zh"))  # type: ignore[arg-type]
    assert "牌墙剩 3 张" in shown
    assert "5条*" in shown  # a discard that was won on
    assert "缺万" in shown
    assert "已胡" in shown
    assert "听 5条（剩 2 张）" in shown
    english = words(GAME.words.screen(t.view(2), NAMES, "en"))  # type: ignore[arg-type]
    assert "hand  4p 5p 6p 8p 8p 4s 4s 5s 6s 6s  + 6m" in english
    assert "waiting for 5s (2 left)" in english
    assert "buried  8m 8m 8m" in english
    assert "5p* won" in english


def test_the_person_at_the_table_pays_and_wins_in_the_second_person() -> None:
    t = table(HANDS, "9s", moves=[*BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 9s")])
    assert "You pay Chen 2" in words(GAME.words.explain(t.facts(), ["You", *NAMES[1:]], "en"))  # type: ignore[arg-type]
    assert "You win on Ann’s five of bamboo" in words(GAME.words.explain(t.facts(), ["Ann", "Bo", "You", "Dai"], "en"))  # type: ignore[arg-type]


def test_the_news_tell_wins_with_their_patterns_and_every_payment() -> None:
    t = table(HANDS, "9s6m5s6m6m", moves=BURIED)
    before = [t.view(seat) for seat in (-1, 0, 1)]
    t.play(0, "discard 5s")
    t.play(2, "hu")
    for old in before:
        told = words(GAME.words.news(old, t.view(old.seat), NAMES, "en") or [])  # type: ignore[arg-type]
        assert ("Ann discards five of bamboo" in told) == (old.seat != 0)
        assert "Chen wins on Ann’s five of bamboo: 2 fan = basic win 1 M-9.2, concealed hand 1 M-9.3" in told
        assert "Ann pays Chen 2" in told
    assert "Ann 付 Chen 2 分" in words(GAME.words.news(before[0], t.view(-1), NAMES, "zh") or [])  # type: ignore[arg-type]


def test_a_passed_window_is_no_news() -> None:
    t = table(HANDS, "9s6m5s6m6m", moves=[*BURIED, (0, "discard 5s")])
    before = t.view(1)
    t.play(2, "pass")
    assert GAME.words.news(before, t.view(1), NAMES, "en") == []


def test_others_tiles_are_not_drawn() -> None:
    t = table(HANDS, "9s6m5s6m6m", moves=BURIED)
    shown = words(GAME.words.screen(t.view(1), NAMES, "en"))  # type: ignore[arg-type]
    assert "4p" not in shown
    assert "8m" not in shown
    assert words([GAME.words.describe(t.view(1), 0, "bury 4m4m4m", NAMES, "en")]) == "buries three tiles"  # type: ignore[list-item]
    assert words([GAME.words.describe(t.view(0), 0, "bury 444m", NAMES, "zh")]) == "埋 4、4、4万"  # type: ignore[list-item]


def test_answers_of_others_are_not_told() -> None:
    """A peng that a hu cancels must stay unknown, so no answer is told before its effect is seen."""
    t = table(HANDS, "9s6m5s6m6m", moves=[*BURIED, (0, "discard 5s")])
    for move in ("hu", "peng", "pass"):
        assert GAME.words.describe(t.view(1), 2, move, NAMES, "en") == []
        assert GAME.words.describe(t.view(2), 2, move, NAMES, "en") != []


def test_claimed_discards_are_marked() -> None:
    hands = ["1p1s4468p44688s444m", "13579p13579s222m", "66p147p13579s888m", "13579p13579m222s"]
    t = table(hands, "6m6m6m", moves=[*BURIED, (0, "discard 6p"), (2, "peng")])
    shown = words(GAME.words.screen(t.view(0), NAMES, "en"))  # type: ignore[arg-type]
    assert "(6p)" in shown
    assert "pung 6p from Ann" in shown


@pytest.mark.parametrize(("lang", "name"), [("zh", "清金钩钓"), ("en", "full flush golden hook")])
def test_the_settlement_names_every_pattern(lang: str, name: str) -> None:
    from qipai.games.mahjong.terminal import pattern_words

    win = qipai.mahjong.score("9p", [["peng", "1p"], ["peng", "4p"], ["peng", "7p"]], "m", "9p", "discard")
    assert win is not None
    shown = words([pattern_words(win.patterns, lang)])  # type: ignore[list-item]
    assert name in shown
    for clause in ("M-9.2", "M-9.6", "M-9.7", "M-9.8", "M-9.9"):
        assert clause in shown


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_explanation_tells_every_payment(lang: str) -> None:
    t = table(HANDS, "9s", moves=[*BURIED, (0, "discard 5s"), (2, "hu"), (1, "discard 9s")])
    assert t.over
    shown = words(GAME.words.explain(t.facts(), NAMES, lang))  # type: ignore[arg-type]
    assert "M-10.2" in shown
    assert "−2" in shown
    assert "+2" in shown
    for e in t.public()["events"]:
        if e["event"] == "win":
            assert str(e["fan"]) in shown
