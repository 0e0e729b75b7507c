"""The table of strength: its lines tell shares with their intervals, and a failure makes a line void."""

from __future__ import annotations

from qipai.arena.match import Match
from qipai.arena.standings import Standings
from qipai.core.data import Json
from tests.compat.strength import playing_now, row, won_share


def result(number: int, ours: list[int], late: int = 0) -> Json:
    def one(returns: list[int], late: int) -> Json:
        told: Json = {"returns": returns, "ms": [1.0, 2.0], "illegal": 0, "error": 0, "timeout": late}
        return {**told, "first_fault": "timeout: no answer"} if late else told

    return {"number": number, "agents": {"hard": one(ours, 0), "panel": one([-brought for brought in ours], late)}}


def table(results: list[Json]) -> str:
    standings = Standings(Match("guandan", ("hard", "panel") * 2, "arena", "0" * 64, {}, 1.0))
    for one in results:
        standings.add(one)
    return row("guandan", "hard", "hard", standings, results)


def test_a_line_has_the_share_of_plays_won_with_its_interval() -> None:
    results = [result(n, [3, 3, -1, -1] if n % 2 else [2, 2, 1, 1]) for n in range(40)]
    won, half = won_share(results, "hard")
    assert won == 0.75
    assert 0.07 < half < 0.09
    assert "| 40 | +1.250 |" in table(results)
    assert "| 75.0 % |" in table(results)


def test_one_late_answer_of_the_panel_makes_the_line_void() -> None:
    assert "VOID: timeout: no answer" in table([result(0, [1, 1, 1, 1]), result(1, [1, 1, 1, 1], late=1)])


def test_kept_results_belong_to_what_played_them() -> None:
    assert playing_now("guandan") == playing_now("guandan") != playing_now("xianqi")
