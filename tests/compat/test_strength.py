"""The table of strength: its lines tell shares with their intervals, a failure makes a line void, and when a match ends."""

from __future__ import annotations

from pathlib import Path

import pytest

import qipai
from qipai.arena.match import Match
from qipai.arena.standings import Standings
from qipai.core.data import Json
from tests.compat import panel, strength
from tests.compat.strength import Measurement, length, plan, row, title, undecided, won_share


def result(number: int, ours: list[int], late: int = 0) -> Json:
    def one(returns: list[int], late: int) -> Json:
        told: Json = {"returns": returns, "ms": [1.0, 2.0], "illegal": 0, "error": 0, "timeout": late}
        return {**told, "first_fault": "timeout: no answer"} if late else told

    return {"number": number, "agents": {"hard": one(ours, 0), "panel": one([-brought for brought in ours], late)}}


def standings_of(results: list[Json]) -> Standings:
    standings = Standings(Match("guandan", ("hard", "panel") * 2, "arena", "0" * 64, {}, 1.0))
    for one in results:
        standings.add(one)
    return standings


def table(results: list[Json]) -> str:
    return row("a match", standings_of(results), results)


def test_a_line_has_the_share_of_plays_won_with_its_interval() -> None:
    results = [result(n, [3, 3, -1, -1] if n % 2 else [2, 2, 1, 1]) for n in range(40)]
    won, half = won_share(results, "hard")
    assert won == 0.75
    assert 0.07 < half < 0.09
    assert "| a match | 40 | +1.250 |" in table(results)
    assert "| 75.0 % |" in table(results)


def test_a_line_has_the_times_of_both() -> None:
    assert table([result(0, [1, 1, 1, 1])]).endswith("| 1.00 / 2.0 | 1.00 |")


def test_one_late_answer_of_the_panel_makes_the_line_void() -> None:
    results = [result(0, [1, 1, 1, 1]), result(1, [1, 1, 1, 1], late=1)]
    assert "VOID: timeout: no answer" in table(results)
    assert not undecided(standings_of(results))


def test_a_match_is_undecided_while_zero_is_in_its_interval() -> None:
    assert undecided(standings_of([result(n, [1 if n % 2 else -1] * 4) for n in range(10)]))
    assert not undecided(standings_of([result(n, [3 if n % 4 else -1] * 4) for n in range(40)]))
    assert not undecided(standings_of([result(n, [-3 if n % 4 else 1] * 4) for n in range(40)]))


def test_only_the_master_has_a_length_that_depends_on_the_result() -> None:
    assert length("guandan", "hard") == length("xianqi", "normal") == (1000, 1000)
    assert length("mahjong", "hard") == length("mahjong", "normal") == (2000, 2000)
    assert {length(game, "master") for game in qipai.games()} == {(300, 1000)}


@pytest.mark.parametrize(
    ("apart", "deals"), [(1, [300]), (5, [300, 400, 500]), (99, [300, 400, 500, 600, 700, 800, 900, 1000])]
)
def test_the_master_plays_on_until_it_is_decided(monkeypatch: pytest.MonkeyPatch, apart: int, deals: list[int]) -> None:
    """Decided from `100 * apart` deals on."""
    played: list[int] = []

    def play(match: Match, due: int, jobs: int, path: Path, who: str) -> tuple[Standings, list[Json]]:
        played.append(due)
        swing = 3 if due >= 100 * apart else 0
        results = [result(n, [swing + (1 if n % 2 else -1)] * 4) for n in range(due)]
        return standings_of(results), results

    monkeypatch.setattr(strength, "play", play)
    match = panel.match_of("guandan", "official", ("hard", "panel") * 2)
    line, counts = Measurement("guandan", "official", "master", match, Path("kept")).play(None, 1)
    assert played == deals
    assert counts
    assert f"| {deals[-1]} |" in line
    played.clear()
    Measurement("guandan", "official", "master", match, Path("kept")).play(40, 1)
    assert played == [40]


def test_the_whole_table_has_every_level_and_the_searching_ones_in_every_way_to_play() -> None:
    three = [("official", "normal"), ("official", "hard"), ("official", "master")]
    assert plan("guandan", [], None) == three
    newer = [(preset, level) for preset in ("chengdu", "river") for level in ("hard", "master")]
    assert plan("mahjong", [], None) == [("default", "normal"), ("default", "hard"), ("default", "master"), *newer]
    assert plan("mahjong", ["hard"], None) == [("default", "hard")]
    assert plan("mahjong", [], "river") == [("river", "hard"), ("river", "master")]
    assert plan("mahjong", ["normal"], "chengdu") == [("chengdu", "normal")]


def test_a_line_names_the_way_to_play_and_the_version_that_it_was_measured_against() -> None:
    assert title("mahjong", "default", "master") == "mahjong `master` against 0.1.0’s `hard`"
    assert title("mahjong", "chengdu", "normal") == "mahjong chengdu `normal` against 2e90943’s `normal`"
