"""One scale from pairs: known strengths are found again, and what cannot be known is not told."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.compat.rating import ANCHOR, Encounter, bradley_terry, connected, scale

RATINGS = {"anchor": 1000.0, "weak": 800.0, "strong": 1150.0, "best": 1300.0}
POINTS = {"anchor": 0.0, "weak": -1.2, "strong": 0.7, "best": 1.5}


def drawn(one: str, other: str, deals: int, seed: int, seats: tuple[int, int] = (1, 2)) -> Encounter:
    """A match whose deals follow the model; the luck of a deal is larger than any difference."""
    rng = np.random.default_rng([seed, deals])
    chance = 1 / (1 + 10 ** ((RATINGS[other] - RATINGS[one]) / 400))
    share = seats[1] / sum(seats)
    won = (rng.random(deals) < chance).astype(float)
    points = share * (POINTS[one] - POINTS[other]) + rng.normal(0, 3, deals)
    return Encounter(one, other, share, list(range(deals)), won.tolist(), points.tolist())


def certain(one: str, other: str, won: list[float], points: float = 0.0) -> Encounter:
    return Encounter(one, other, 0.5, list(range(len(won))), won, [points] * len(won))


def test_known_strengths_lie_within_their_intervals() -> None:
    names = list(RATINGS)
    pairs = [(a, b) for a in names for b in names if a != b]  # both ways round
    found = scale([drawn(a, b, 800 if "best" not in (a, b) else 150, k) for k, (a, b) in enumerate(pairs)], "anchor")
    for name in names[1:]:
        rating, points = found.rating[name], found.points[name]
        assert rating.low < RATINGS[name] < rating.high
        assert 10 < rating.high - rating.low < 90
        assert points.low < POINTS[name] < points.high
        assert 0.1 < points.high - points.low < 1.0
    assert found.rating["best"].high - found.rating["best"].low > found.rating["weak"].high - found.rating["weak"].low


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    inside = [0, 0]
    for k in range(60):
        found = scale(
            [drawn("strong", "anchor", 300, k), drawn("anchor", "strong", 300, 1000 + k, (2, 1))], "anchor", draws=200
        )
        rating, points = found.rating["strong"], found.points["strong"]
        inside[0] += rating.low < RATINGS["strong"] < rating.high
        inside[1] += points.low < POINTS["strong"] < points.high
    assert min(inside) >= 51  # fewer than one time in a thousand by chance, if 95 % are right


def test_the_anchor_stands_still() -> None:
    found = scale([drawn("strong", "anchor", 50, 1)], "anchor")
    assert found.rating["anchor"].low == found.rating["anchor"].high == ANCHOR
    assert found.points["anchor"].low == found.points["anchor"].high == 0.0


def test_a_rating_follows_from_the_share_of_deals_won() -> None:
    found = scale([certain("one", "anchor", [1.0] * 10_000 + [0.0] * 1_000)], "anchor", draws=2)
    assert found.rating["one"].value == pytest.approx(1400, abs=0.5)
    level = scale([certain("one", "anchor", [1.0] * 20 + [0.0] * 20 + [0.5] * 30)], "anchor", draws=2)
    assert level.rating["one"].value == pytest.approx(1000, abs=1e-6)


def test_points_follow_the_mean_of_the_table() -> None:
    third = Encounter("one", "anchor", 2 / 3, [0, 1], [1.0, 1.0], [2.0, 2.0])
    other_way = Encounter("anchor", "one", 2 / 3, [0, 1], [0.0, 0.0], [-2.0, -2.0])
    assert scale([third, other_way], "anchor", draws=2).points["one"].value == pytest.approx(3.0)


def test_a_level_that_never_lost_is_far_up_but_not_infinitely() -> None:
    found = scale([certain("one", "anchor", [1.0] * 100), certain("anchor", "other", [1.0] * 10)], "anchor")
    assert found.rating["one"].value == pytest.approx(1000 + 400 * math.log10(100.5 / 0.5), abs=0.01)
    assert found.rating["other"].value == pytest.approx(1000 - 400 * math.log10(10.5 / 0.5), abs=0.01)
    assert all(math.isfinite(bound) for one in found.rating.values() for bound in (one.low, one.high))


def test_levels_that_no_match_connects_with_the_anchor_are_not_told() -> None:
    pairs = [drawn("strong", "anchor", 20, 1), drawn("weak", "best", 20, 2), certain("idle", "anchor", [])]
    assert connected(pairs, "anchor") == ["anchor", "strong"]
    found = scale(pairs, "anchor", draws=10)
    assert set(found.rating) == set(found.points) == {"anchor", "strong"}


def test_nothing_played_is_just_the_anchor() -> None:
    assert set(scale([], "anchor", draws=3).rating) == {"anchor"}


def test_a_chain_of_matches_connects() -> None:
    found = scale([certain("one", "anchor", [1, 1, 1, 0]), certain("two", "one", [1, 1, 1, 0])], "anchor", draws=10)
    step = found.rating["one"].value - 1000
    assert found.rating["two"].value - 1000 == pytest.approx(2 * step)


def test_shared_luck_of_a_deal_is_not_counted_twice() -> None:
    """A second match on the same deals with the same results tells nothing new."""
    once = drawn("strong", "anchor", 200, 5)
    single, double = scale([once], "anchor"), scale([once, once], "anchor")
    widths = [found.points["strong"].high - found.points["strong"].low for found in (single, double)]
    assert widths[0] == pytest.approx(widths[1])


def test_extreme_results_converge() -> None:
    wins = np.array([[0, 5000.5, 0.5], [0.5, 0, 0.5], [5000.5, 5000.5, 0]])
    (found,) = bradley_terry(wins[None])
    met = wins + wins.T
    expected = met / (1 + np.exp(found[None, :] - found[:, None]))
    assert np.abs((wins - expected).sum(1)).max() < 1e-6
