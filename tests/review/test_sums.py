"""What a review adds up: the split of every result, classes by certainty, means without the winner's curse."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qipai.core.rng import FastRng
from qipai.review import Effort, ReviewDict, review
from qipai.review.archive import summary
from qipai.review.classes import CLASSES, COSTLY, accuracy_of, class_of
from qipai.review.compare import Estimate, believed, crossed, difference, estimate, halves
from qipai.review.judging import Court
from tests.review.records import court, played

LITTLE = Effort("little", 400, 40)


@pytest.fixture(scope="module")
def reviews() -> list[ReviewDict]:
    return [review(played("xianqi", seed, deals=2), LITTLE, seed=seed) for seed in (13, 16)]


def exact(value: float) -> Fraction:
    return Fraction(str(value))


def test_luck_and_decisions_add_up_to_every_result_exactly(reviews: list[ReviewDict]) -> None:
    seen = 0
    for found in reviews:
        for deal in found["deals"]:
            for seat in deal["seats"]:
                parts = exact(seat["deal"]) + exact(seat["others"]) + exact(seat["own"])
                assert parts == seat["result"] == deal["returns"][seat["seat"]]
                mine = [d for d in deal["decisions"] if d["seat"] == seat["seat"]]
                assert exact(seat["lost"]) == -exact(seat["own"]) == sum(exact(d["counted"]) for d in mine)
                assert sum(exact(kind["lost"]) for kind in seat["kinds"].values()) == exact(seat["lost"])
                assert sum(kind["decisions"] for kind in seat["kinds"].values()) == seat["decisions"] == len(mine)
                assert seat["curve"][-1] == [deal["moves"], seat["result"]]
                costs = [d["counted"] for move in seat["costly"] for d in mine if d["move"] == move]
                assert costs == sorted((d["counted"] for d in mine if d["counted"]), reverse=True)[:3]
                seen += bool(costs)
    assert seen >= 4


def test_what_one_loses_the_others_win(reviews: list[ReviewDict]) -> None:
    for found in reviews:
        for deal in found["deals"]:
            for decision in deal["decisions"]:
                assert abs(sum(decision["effects"])) < 0.0025  # each is rounded
                assert abs(sum(decision["values"])) < 0.0025


def test_nothing_within_two_standard_errors_is_called_a_mistake(reviews: list[ReviewDict]) -> None:
    for found in reviews:
        for deal in found["deals"]:
            for decision in deal["decisions"]:
                if decision["grade"] in COSTLY:
                    assert decision["loss"] > 2 * decision["error"]
                else:
                    assert decision["counted"] == 0.0
    rng = FastRng(5)
    for _ in range(5000):
        loss, error = 3 * rng.random() - 0.5, rng.random()
        grade = class_of(loss, error, 2.0, False)
        assert grade == "good" or loss > 2 * error
    assert class_of(1.0, 0.5, 2.0, False) == "good"
    assert class_of(1.0, 0.1, 2.0, False) == "blunder"
    assert class_of(1.0, 0.4, 2.0, False) == "mistake"
    assert class_of(1.0, 0.47, 2.0, False) == "inaccuracy"
    assert class_of(9.0, 0.0, 2.0, True) == "best"
    assert [class_of(loss, 0.01, 2.0, False) for loss in (0.05, 0.15, 0.4, 0.8)] == list(CLASSES)[1:]


def test_the_class_follows_from_the_figures_that_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss that is told as twice its error is within two standard errors for whoever reads it."""
    judge, choices = court(played("xianqi", 13, deals=2), LITTLE)
    choice = next(one for one in choices if judge.judged(one, 200, 0)["counted"])
    monkeypatch.setattr("qipai.review.judging.apart", lambda *given: Estimate(0.1384, 0.0688))
    found = judge.judged(choice, 200, 0)
    assert (found["loss"], found["error"], found["grade"], found["counted"]) == (0.138, 0.069, "good", 0.0)


def test_what_is_believed_of_a_difference_comes_true_on_average() -> None:
    """Differences of a known spread, measured with errors of all sizes: the line of the truth on what is told has slope one."""
    rng = random.Random(7)
    raw, told, truth = [], [], []
    for _ in range(4000):
        true, error = rng.gauss(0.0, 1.5), rng.uniform(0.2, 3.0)
        found = Estimate(rng.gauss(true, error), error)
        raw.append(found.mean)
        told.append(believed(found, 1.5).mean)
        truth.append(true)

    def slope(of: list[float]) -> float:
        return sum(x * y for x, y in zip(of, truth, strict=True)) / sum(x * x for x in of)

    assert slope(raw) < 0.6
    assert abs(slope(told) - 1.0) < 0.06


def test_what_is_certain_is_believed_whole_and_nothing_becomes_surer() -> None:
    assert believed(Estimate(3.0, 0.0), 1.5) == Estimate(3.0, 0.0)
    assert believed(Estimate(3.0, 2.0), math.inf) == Estimate(3.0, 2.0)
    for error in (0.1, 1.0, 10.0):
        found = believed(Estimate(3.0, error), 1.5)
        assert found.error < error
        assert found.mean / found.error < 3.0 / error


def test_a_loss_that_is_believed_in_part_costs_the_others_as_much_less() -> None:
    usual, choices = court(played("xianqi", 13, deals=2), LITTLE)
    doubting = Court(replace(usual.judge, spread=1.0), LITTLE, None)
    seen = 0
    for number, choice in enumerate(choices[1::3]):
        whole, part = usual.judged(choice, 200, number), doubting.judged(choice, 200, number)
        assert abs(part["loss"]) <= abs(whole["loss"])
        assert abs(sum(part["effects"])) < 0.0025
        for one in part["candidates"]:
            assert abs(one["value"] + one["behind"] - part["candidates"][0]["value"]) < 0.0025
        seen += 0.0 < part["counted"] < whole["counted"]
    assert seen


def test_the_best_of_equal_moves_is_not_found_to_be_better() -> None:
    """Three moves that differ by noise alone: measured where it was chosen, the best one seems worth a tenth more."""
    rng = FastRng(1)
    naive = honest = 0.0
    for _ in range(300):
        points = [[rng.below(5) - 2 for _ in range(30)] for _ in range(3)]
        ones = [1.0] * 30
        even, odd = halves(ones, points)
        honest += difference(ones, ones, crossed(points[even], points[odd]), points[0]).mean / 300
        naive += max(estimate(ones, ones, one).mean for one in points) / 300 - estimate(ones, ones, points[0]).mean / 300
    assert naive > 0.15
    assert abs(honest) < 0.04


def test_standard_errors_are_those_of_weighted_means() -> None:
    found = estimate([1.0, 1.0, 2.0, 4.0], [1.0, 1.0, 4.0, 16.0], [1, 3, 2, 2])
    assert found.mean == 2.0
    assert found.error == pytest.approx((2 * 4 / 3) ** 0.5 / 8)
    same = difference([1.0] * 3, [1.0] * 3, [5, -2, 9], [4, -3, 8])
    assert (same.mean, same.error) == (1.0, 0.0)  # the same worlds: their luck cancels out


def test_accuracy_is_halved_where_blunders_begin() -> None:
    assert accuracy_of([], 2.0) is None
    assert accuracy_of([0.0, 0.0], 2.0) == 100.0
    assert accuracy_of([0.6, 0.0], 2.0) == 75.0


def test_the_summary_counts_every_player_and_kind_once(reviews: list[ReviewDict]) -> None:
    (game,) = summary(reviews)
    assert (game["game"], game["deals"]) == ("xianqi", 4)
    assert [one["player"] for one in game["players"]] == ["Lan", "Bo", "Chen"]
    for number, one in enumerate(game["players"]):
        seats = [deal["seats"][number] for found in reviews for deal in found["deals"]]
        assert one["deals"] == 4
        assert one["result"] == sum(seat["result"] for seat in seats)
        assert exact(one["deal"]) + exact(one["others"]) + exact(one["own"]) == one["result"]
        assert sum(exact(kind["lost"]) for kind in one["kinds"].values()) == exact(one["lost"])
    nameless: dict[str, Any] = json.loads(json.dumps(reviews[0]))
    nameless["players"] = None
    assert [one["player"] for one in summary([nameless])[0]["players"]] == [""]  # type: ignore[list-item]


def test_practice_is_in_no_summary(reviews: list[ReviewDict]) -> None:
    whole = summary(reviews)[0]
    marked: list[ReviewDict] = [{**reviews[0], "practice": [reviews[0]["deals"][0]["deal"]]}, *reviews[1:]]
    (game,) = summary(marked)
    assert game["deals"] == whole["deals"] - 1
    lost = reviews[0]["deals"][0]["seats"][0]["result"]
    assert game["players"][0]["result"] == whole["players"][0]["result"] - lost


def test_a_review_is_plain_json_and_says_what_it_is(reviews: list[ReviewDict]) -> None:
    for found in reviews:
        assert json.loads(json.dumps(found)) == found
        assert found["format"] == "qipai-review/1"
