"""The round robin: who meets whom and how often, what is kept where, and the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from qipai.arena.standings import Standings
from qipai.core.data import Json
from tests.compat import ladder, panel, strength
from tests.compat.ladder import Bout, Played, deals_of, kept, labels_of, players, schedule, table
from tests.compat.panel import Unusable, match_of, one_against_others, play

BASELINES = {"normal": "first-hint", "hard": "exec:hard"}


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Nothing is built: the panel's `normal` is a baseline of ours, its `hard` is never asked."""
    monkeypatch.setattr(panel, "CACHE", tmp_path)
    for module in (ladder, strength):
        monkeypatch.setattr(module, "command", lambda level, commit: BASELINES[level])
        monkeypatch.setattr(module, "playing_now", lambda game: "now")
    return tmp_path


def played(one: str, other: str, ours: list[int], late: int = 0) -> Played:
    """A match of two seats against one of which one agent's results are known."""
    match = match_of("xianqi", "default", one_against_others("xianqi", one, other))
    standings = Standings(match)
    results: list[Json] = []
    for number, brought in enumerate(ours):
        fair: Json = {"ms": [2.0], "illegal": 0, "error": 0, "timeout": 0, "returns": [2 * brought]}
        agents = {
            one: fair,
            other: {**fair, "returns": [-brought] * 2, "ms": [1.0, 9.0, 9.0], "timeout": late, "first_fault": "late"},
        }
        results.append({"number": number, "agents": agents})
        standings.add(results[-1])
    return Played(Bout(one, other, match, Path("kept"), len(ours)), results, standings)


def test_everybody_takes_part_and_the_anchor_always_does() -> None:
    everybody = ["random", "easy", "normal", "hard", "master", "panel:normal", "panel:hard"]
    assert players("guandan", []) == everybody
    assert players("guandan", ["hard", "easy"]) == ["easy", "hard", "panel:normal"]
    with pytest.raises(Unusable, match="no level called expert in guandan; there are random, easy"):
        players("guandan", ["expert"])


def test_every_pair_meets_both_ways_round_and_teams_once(shelf: Path) -> None:
    seats = [
        (bout.one, bout.other, bout.match.agents) for bout in schedule("xianqi", "default", ["random", "easy", "panel:normal"])
    ]
    assert seats == [
        ("random", "easy", ("random", "easy", "easy")),
        ("easy", "random", ("easy", "random", "random")),
        ("random", "panel:normal", ("random", "first-hint", "first-hint")),
        ("panel:normal", "random", ("first-hint", "random", "random")),
        ("easy", "panel:normal", ("easy", "first-hint", "first-hint")),
        ("panel:normal", "easy", ("first-hint", "easy", "easy")),
    ]
    assert [bout.match.agents for bout in schedule("guandan", "official", ["random", "easy"])] == [("random", "easy") * 2]
    assert len(schedule("mahjong", "river", players("mahjong", []))) == 2 * 21


def test_quick_pairs_play_most_and_first(shelf: Path) -> None:
    bouts = schedule("xianqi", "default", players("xianqi", []))
    assert {bouts[0].one, bouts[0].other} <= {"random", "easy", "normal"}
    assert "master" in (bouts[-1].one, bouts[-1].other)
    assert deals_of("random", "normal", None) == 1000
    assert deals_of("master", "random", None) < deals_of("panel:hard", "master", None) < deals_of("hard", "panel:hard", None)
    assert deals_of("random", "normal", 30) == 30
    assert deals_of("master", "random", 1000) == deals_of("master", "random", None)


def test_a_match_of_strength_is_the_same_match_here(shelf: Path) -> None:
    bouts = {(bout.one, bout.other): bout for bout in schedule("xianqi", "default", players("xianqi", []))}
    for level in ("normal", "hard", "master"):
        one = strength.measurement("xianqi", "default", level)
        bout = bouts[level, "panel:" + strength.opponent(level)]
        assert (one.match, one.path) == (bout.match, bout.path)
    places = [bout.path.name for bout in bouts.values()]
    assert len(set(places)) == len(places)
    assert "xianqi-master-against-panel.normal-now-00000005.jsonl" in places
    assert "xianqi-panel.normal-against-panel.hard-a885ea5-00000005.jsonl" in places


def test_more_deals_than_asked_for_count_when_they_are_kept(shelf: Path) -> None:
    bouts = schedule("xianqi", "default", ["random", "panel:normal"], 2)
    play(bouts[0].match, 5, 1, bouts[0].path, "")
    play(bouts[0].match, bouts[0].deals, 1, bouts[0].path, "")
    assert [kept(bout).standings.deals for bout in bouts] == [5, 0]


def test_a_whole_ladder_of_quick_levels(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["ladder", "xianqi", "random", "--deals", "4"]
    monkeypatch.setattr("sys.argv", words)
    assert ladder.main() == 0
    said = capsys.readouterr().out
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert rows[2].startswith("| 0.1.0’s `normal` | 1000 | 1000 … 1000 | +0.000 |")
    assert rows[3].startswith("| `random` | ")
    assert rows[3].endswith(" | 8 |")
    assert "| `random` against 0.1.0’s `normal` | 4 | " in said
    monkeypatch.setattr("sys.argv", [*words, "--show"])
    monkeypatch.setattr(ladder, "play", None)  # nothing is played again
    assert ladder.main() == 0
    assert capsys.readouterr().out == said


def test_a_deal_is_won_by_who_brought_more_a_seat() -> None:
    found = played("easy", "random", [3, 0, -1]).encounter()
    assert found.won == [1.0, 0.5, 0.0]
    assert found.points == [6.0, 0.0, -2.0]
    assert found.share == 2 / 3


def test_levels_stand_in_order_with_the_time_of_a_decision() -> None:
    labels = {name: name for name in ("panel:normal", "easy", "random", "hard")}
    told = table([played("easy", "panel:normal", [3, 1, 1, -1]), played("random", "panel:normal", [-1, -1, -1, 1])], labels)
    rows = told.splitlines()[2:6]
    assert [row.split(" | ")[0] for row in rows] == ["| easy", "| panel:normal", "| random", "| hard"]
    assert rows[0].endswith("| 2.00 | 4 |")
    assert rows[1].endswith("| 9.00 | 8 |")
    assert rows[3] == "| hard | not connected |  | not connected |  |  | 0 |"


def test_one_failure_makes_a_match_void_and_leaves_it_out() -> None:
    labels = labels_of("xianqi", "default", ["easy", "random", "panel:normal"])
    sound = played("easy", "panel:normal", [3, 1, 1, -1])
    told = table([sound, played("random", "panel:normal", [1, 1], late=1)], labels)
    assert "VOID: random against panel:normal: late" in told
    assert "| `random` | not connected" in told
    assert "`random` against" not in told
    assert "| `easy` against 0.1.0’s `normal` | 4 | 75.0 % |" in told
