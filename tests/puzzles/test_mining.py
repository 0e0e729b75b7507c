"""What is a puzzle: one move clearly ahead of every different one, and it is not the first hint."""

from __future__ import annotations

from dataclasses import replace

import pytest

import qipai
from qipai.agents.base import Decision
from qipai.core.game import Game
from qipai.puzzles.mine import Miner
from qipai.puzzles.panel import difficulty_of
from qipai.puzzles.tell import decision_of, tell
from qipai.puzzles.weigh import Scales, Verdict, Weighed
from qipai.review.sample import Sample

# two red advisors and a red elephant, somebody else has buckled: the hint is to pass
REVEAL = "xianqi/1 1 default 2f 0,0,0 reveal_decision:0:3 1 2-- - - SSXNNcnn"


@pytest.fixture(autouse=True)
def few_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.puzzles.panel.PANEL", {"easy": 4, "normal": 1})


@pytest.fixture
def xianqi() -> Game:
    return qipai.game("xianqi")


@pytest.fixture
def opening(xianqi: Game) -> Decision:
    table = qipai.Table(xianqi, seed="2a" * 32)
    seat = table.to_act[0]
    return Decision(xianqi, table.view(seat), table.state.legal(seat))


def little(game: Game) -> Miner:
    miner = Miner(game)
    miner.setter = replace(miner.setter, screens=(60, 300), check=400, worlds=40)
    return miner


def reveal(game: Game) -> Decision:
    return decision_of(game, REVEAL)


def test_a_clear_position_is_found_checked_and_told(xianqi: Game) -> None:
    found = little(xianqi).look(reveal(xianqi), "reveal", 1)
    assert found is not None
    assert (found["best"], found["right"], found["hint"]) == ("reveal", ["reveal"], "pass")
    for lead, error in (found["lead"], found["checked"]):
        assert lead >= 0.5
        assert lead >= 4 * error > 0
    assert [one["move"] for one in found["moves"]] == ["reveal", "pass"]
    assert sum(asked for _, asked in found["finders"].values()) == 5
    told = tell(xianqi, found)
    assert told is not None
    assert told["themes"][0] == "reveal"
    assert "nothing left beats 2 of your pieces" in told["reason"]["en"]
    assert "手里有 2 张稳赢的棋" in told["reason"]["zh"]
    assert told["difficulty"] == difficulty_of(found["finders"])


def test_the_same_seed_finds_the_same(xianqi: Game) -> None:
    assert little(xianqi).look(reveal(xianqi), "reveal", 3) == little(xianqi).look(reveal(xianqi), "reveal", 3)


def test_the_first_hint_is_no_puzzle(xianqi: Game) -> None:
    decision = reveal(xianqi)
    decision.hints.reverse()  # now the hint is to reveal, which is best
    assert little(xianqi).look(decision, "reveal", 1) is None


def verdict(decision: Decision, values: list[list[int]]) -> Verdict:
    """Of moves with these results, world by world."""
    miner = Miner(decision.game)
    sample = Sample(decision.actions[: len(values)])
    sample.weights = [1.0] * len(values[0])
    sample.squares = [1.0] * len(values[0])
    sample.returns = [[[points if seat == decision.seat else 0 for seat in range(3)] for points in each] for each in values]
    return Scales(miner.judge, miner.setter).verdict(decision, sample)


def test_a_lead_must_be_large_enough(opening: Decision) -> None:
    assert verdict(opening, [[1] * 400, [0] * 400]).clear
    assert verdict(opening, [[1, 0, 0] * 200, [0, 0, 0] * 200]).clear is False  # 0.33 points, however certain


def test_a_lead_must_be_certain_enough(opening: Decision) -> None:
    doubtful = verdict(opening, [[7, -5] * 50, [0, 0] * 50])
    assert doubtful.rivals[0].behind == 1.0
    assert 0.5 < doubtful.rivals[0].behind_error < 0.7
    assert not doubtful.clear
    # worlds that all agree are still few
    assert not verdict(opening, [[1] * 8, [0] * 8]).clear


def test_every_different_move_counts_and_not_only_the_second_best_on_average(opening: Decision) -> None:
    uncertain = [[2] * 400, [0] * 400, [9, -9, 0, 0] * 20]
    uncertain[2] = uncertain[2][:20]  # given up early: little is known of it
    sample = verdict(opening, uncertain)
    assert not sample.clear


def test_moves_that_differ_in_nothing_that_matters_are_one_answer() -> None:
    game = qipai.game("guandan")
    table = qipai.Table(game, seed="07" * 32)
    seat = table.to_act[0]
    decision = Decision(game, table.view(seat), table.state.legal(seat))
    alike = Miner(game).setter.alike
    exact = decision.exact()
    assert len({alike(decision, action) for action in exact}) < len(exact)
    singles = [action for action in exact if decision.text(action).startswith("play ") and " as " not in decision.text(action)]
    by_rank: dict[str, set[object]] = {}
    for action in singles:
        cards = decision.text(action).split()[1:]
        if len(cards) == 1:
            by_rank.setdefault(cards[0][1:], set()).add(alike(decision, action))
    assert all(len(keys) == 1 for rank, keys in by_rank.items() if rank != "2")  # twos are level cards, one of them wild
    assert len(by_rank) > 5


@pytest.mark.parametrize(("behind", "right"), [(0.01, 2), (0.2, 0), (0.9, 1)])
def test_what_should_be_the_same_answer_is_as_good_or_clearly_worse(opening: Decision, behind: float, right: int) -> None:
    """A move that differs in nothing that matters, but is surely a little worse, leaves the question open."""
    miner = little(opening.game)
    hinted = opening.hints[0].action
    best, sibling = [action for action in opening.actions if action != hinted][:2]
    miner.setter = replace(miner.setter, alike=lambda _, action: action in (best, sibling))
    rival = Weighed(hinted, 0.0, 0.01, 1.0, 0.05, 400)
    moves = [Weighed(best, 1.0, 0.01, 0.0, 0.0, 400), Weighed(sibling, 1.0 - behind, 0.01, behind, 0.02, 400), rival]
    verdict = Verdict(moves, [rival], False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(miner, "screen", lambda *_: verdict)
        patch.setattr(miner.scales, "weigh", lambda *_: verdict)
        found = miner.look(opening, "lead", 1)
    assert (len(found["right"]) if found else 0) == right


def test_difficulty_goes_by_how_many_bots_find_it() -> None:
    assert [difficulty_of({"easy": [found, 10]}) for found in (10, 8, 7, 5, 4, 3, 2, 0)] == [1, 1, 2, 2, 3, 3, 4, 4]
