"""The puzzles that are shipped: every position loads, every answer is legal, and what was promised of them holds as stored."""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import date, timedelta

import pytest

import qipai
from qipai.core.errors import QipaiError
from qipai.core.registry import part
from qipai.puzzles import answered, chosen, daily, puzzle, shelf
from qipai.puzzles.make import judge_print
from qipai.puzzles.panel import DIFFICULTIES, PANEL, difficulty_of
from qipai.puzzles.setter import setter_of
from qipai.puzzles.shapes import FORMAT
from qipai.puzzles.shelf import read_date, table_of, with_puzzles
from qipai.puzzles.tell import decision_of, tell

GAMES = with_puzzles()
PROMISED = 100  # of every game that has a setter


def test_every_game_has_as_many_as_promised_each_with_a_theme_a_reason_and_a_difficulty() -> None:
    assert [name for name in qipai.games() if part(qipai.game(name), "puzzles") is not None] == GAMES
    for name in GAMES:
        puzzles = shelf(name)["puzzles"]
        assert len({one["view"] for one in puzzles}) >= PROMISED
        for one in puzzles:
            assert one["themes"]
            assert all(one["reason"][lang] for lang in ("en", "zh"))
            assert one["difficulty"] in DIFFICULTIES


@pytest.mark.parametrize("name", GAMES)
def test_no_kind_of_decision_has_more_than_its_share(name: str) -> None:
    kinds = Counter(one["kind"] for one in shelf(name)["puzzles"])
    assert len(kinds) >= 3
    assert max(kinds.values()) <= math.ceil(setter_of(qipai.game(name)).share * sum(kinds.values()))


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_judged_by_the_policy_of_today(name: str) -> None:
    """Other weights find other moves best: then `qipai puzzles make` again, or `python -m tests.puzzles.soak SEED 1000`."""
    assert shelf(name)["judge"] == judge_print(qipai.game(name)) != ""


@pytest.mark.parametrize("name", GAMES)
def test_all_bots_of_the_panel_have_been_asked(name: str) -> None:
    for one in shelf(name)["puzzles"]:
        assert {level: asked for level, (_, asked) in one["finders"].items()} == PANEL
        assert all(0 <= found <= asked for found, asked in one["finders"].values())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_promised_of_a_puzzle_holds_as_stored(name: str) -> None:
    kept = shelf(name)
    assert kept["format"] == FORMAT
    themes = setter_of(qipai.game(name)).themes
    ids = [one["id"] for one in kept["puzzles"]]
    assert len(set(ids)) == len(ids)
    for one in kept["puzzles"]:
        rivals = [move for move in one["moves"] if move["move"] not in one["right"]]
        assert rivals, one["id"]
        for move in rivals:
            assert move["behind_error"] > 0
            clear = move["behind"] >= 0.5 and move["behind"] >= 4 * move["behind_error"] - 0.01
            assert clear or alike(name, one, move["move"])
        for lead, error in (one["lead"], one["checked"]):
            assert lead >= 0.5
            assert lead >= 4 * error - 0.01
        assert one["moves"][0]["move"] == one["best"]
        assert one["hint"] not in one["right"]
        assert one["difficulty"] == difficulty_of(one["finders"])
        assert one["difficulty"] in DIFFICULTIES
        assert one["themes"]
        assert set(one["themes"]) <= set(themes)
        assert one["reason"]["en"]
        assert not re.search("[一-鿿]", one["reason"]["en"])
        assert re.search("[一-鿿]", one["reason"]["zh"])


def alike(name: str, one: qipai.puzzles.PuzzleDict, move: str) -> bool:
    """Whether a move is the best one in other suits."""
    if name != "guandan":
        return False
    decision = decision_of(qipai.game(name), one["view"])
    key = setter_of(qipai.game(name)).alike
    return key(decision, decision.action(move)) == key(decision, decision.action(one["best"]))


@pytest.mark.parametrize("name", GAMES)
def test_every_position_loads_and_its_answer_is_legal(name: str) -> None:
    game = qipai.game(name)
    for one in shelf(name)["puzzles"]:
        decision = decision_of(game, one["view"])
        assert decision.view.text() == one["view"]
        assert decision.allows(decision.action(one["best"]))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_of_a_puzzle_is_what_would_be_told_today(name: str) -> None:
    game = qipai.game(name)
    for one in shelf(name)["puzzles"][::10]:
        decision = decision_of(game, one["view"])
        assert decision.text(decision.hints[0].action) == one["hint"]
        assert tell(game, one) == one


@pytest.mark.parametrize("name", GAMES)
def test_the_deal_behind_a_puzzle_leads_to_its_position(name: str) -> None:
    for one in shelf(name)["puzzles"][::5]:
        table = table_of(one, name)
        seat = int(qipai.game(name).view_from_text(one["view"]).seat)
        assert table.view(seat).text() == one["view"]
        assert seat in table.to_act


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_is_judged(name: str) -> None:
    one = shelf(name)["puzzles"][0]
    right = answered(name, one["id"], one["best"])
    assert right["right"]
    assert right["reason"] == one["reason"]
    wrong = answered(name, one["id"], one["hint"])
    assert not wrong["right"]
    assert wrong["best"] == one["best"]
    assert [move["move"] for move in wrong["moves"]] == [move["move"] for move in one["moves"]]
    assert all(move["words"]["en"] and move["words"]["zh"] for move in wrong["moves"])
    for move in ("nonsense", "", None, 3):
        with pytest.raises(QipaiError) as problem:
            answered(name, one["id"], move)
        assert problem.value.code == "BAD_MOVE"


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_none_comes_twice() -> None:
    for name in GAMES:
        kept = shelf(name)["puzzles"]
        start = date(2026, 3, 1)
        days = [daily(name, start + timedelta(days=n)) for n in range(len(kept))]
        assert days == [daily(name, start + timedelta(days=n)) for n in range(len(kept))]
        assert sorted(one["id"] for one in days if one) == sorted(one["id"] for one in kept)
        assert daily(name, start + timedelta(days=len(kept))) == days[0]


def test_what_is_not_there_is_refused_with_a_code() -> None:
    for code, call in (
        ("NO_SUCH_PUZZLE", lambda: puzzle("xianqi", "nothing")),
        ("NO_SUCH_PUZZLE", lambda: puzzle("xianqi", 3)),
        ("UNKNOWN_GAME", lambda: puzzle("chess", "x")),
        ("NO_SUCH_THEME", lambda: chosen("xianqi", "chess")),
        ("BAD_DIFFICULTY", lambda: chosen("xianqi", None, 9)),
        ("BAD_DATE", lambda: read_date("yesterday")),
        ("BAD_DATE", lambda: read_date("2026-02-30")),
        ("BAD_DATE", lambda: read_date(None)),
    ):
        with pytest.raises(QipaiError) as problem:
            call()
        assert problem.value.code == code
        assert problem.value.say("zh") != problem.value.say("en")


def test_themes_and_difficulties_choose() -> None:
    for name in GAMES:
        for theme in setter_of(qipai.game(name)).themes:
            assert all(theme in one["themes"] for one in chosen(name, theme))
        parts = [chosen(name, None, level) for level in DIFFICULTIES]
        assert sum(len(part) for part in parts) == len(shelf(name)["puzzles"])
