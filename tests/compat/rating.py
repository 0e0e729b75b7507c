"""One scale from matches between pairs of levels: ratings from deals won, and points.

Ratings are Bradley and Terry's, on the scale that chess uses: of two levels 400 points apart the upper one wins ten deals for
each that it loses. A deal is all its rotations together; whoever brought more per seat has won it, and as much is half a win
for both. To every pair that met, one drawn deal is added that nobody played (PRIOR): a level that has never lost is far above
the other, but not infinitely.

Points: the result that a seat is expected to bring is its level's strength less the mean strength of all seats at the table.
The strengths are found by least squares, every deal counting alike.

Both are told relative to an anchor, and only for levels that matches connect with it. The intervals (95 %) are by a Bayesian
bootstrap over deals: every deal gets a random weight (exponential), the same in all matches in which it was played, since
they share its luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

PRIOR = 1.0  # drawn deals of every pair that met
LOGISTIC = 400 / np.log(10)  # rating points for a natural unit
ANCHOR = 1000.0
DRAWS = 1000  # of the bootstrap
STEP = 2.0  # at most, of a level in one step of Newton's
STEPS = 200  # far more than are needed
CLOSE = 1e-9


@dataclass(frozen=True)
class Encounter:
    """A match of two levels: of each deal its number, what share of it `one` won, and what a seat of `one` brought."""

    one: str
    other: str
    share: float  # of the seats that are the other's
    numbers: list[int]
    won: list[float]
    points: list[float]


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Scale:
    """Every level that is connected with the anchor."""

    rating: dict[str, Estimate]
    points: dict[str, Estimate]

    def expected_share(self, one: Encounter) -> float:
        """What part of the deals `one` should win."""
        apart = self.rating[one.one].value - self.rating[one.other].value
        return float(1 / (1 + 10 ** (-apart / 400)))

    def expected_points(self, one: Encounter) -> float:
        return one.share * (self.points[one.one].value - self.points[one.other].value)


def connected(encounters: list[Encounter], anchor: str) -> list[str]:
    """The levels that a chain of matches connects with the anchor, which comes first."""
    found = [anchor]
    for name in found:  # grows as it goes
        for one in encounters:
            if one.numbers and name in (one.one, one.other):
                found += [other for other in (one.one, one.other) if other not in found]
    return found


def sums(encounters: list[Encounter], weights: Array) -> Iterator[tuple[Encounter, Array, Array, Array]]:
    """Of every match, under each row of weights: the weight of its deals, of those won, and its weighted points."""
    for one in encounters:
        mine = weights[:, one.numbers]
        yield one, mine.sum(1), mine @ np.array(one.won), mine @ np.array(one.points)


def bradley_terry(wins: Array) -> Array:
    """The most likely strengths, the first being 0, of each draw; `wins[draw, i, j]` is how often i beat j. Newton's method."""
    draws, n, _ = wins.shape
    met = wins + wins.transpose(0, 2, 1)
    found = np.zeros((draws, n))
    for _ in range(STEPS if n > 1 else 0):
        expected = 1 / (1 + np.exp(found[:, None, :] - found[:, :, None]))
        slope = (wins - met * expected).sum(2)
        curve = met * expected * (1 - expected)
        curve = curve.sum(2)[:, :, None] * np.eye(n) - curve
        step = np.linalg.solve(curve[:, 1:, 1:], slope[:, 1:, None])[:, :, 0]
        found[:, 1:] += np.clip(step, -STEP, STEP)
        if np.abs(step).max() < CLOSE:
            break
    return found


def fits(encounters: list[Encounter], names: list[str], weights: Array) -> tuple[Array, Array]:
    """Ratings and points under each row of weights; the first name is the anchor."""
    place = {name: at for at, name in enumerate(names)}
    draws, n = len(weights), len(names)
    wins = np.zeros((draws, n, n))
    left, right = np.zeros((draws, n, n)), np.zeros((draws, n))
    pairs = set()
    for one, weight, won, points in sums(encounters, weights):
        a, b = place[one.one], place[one.other]
        pairs.add((min(a, b), max(a, b)))
        wins[:, a, b] += won
        wins[:, b, a] += weight - won
        apart = np.zeros(n)
        apart[a], apart[b] = one.share, -one.share
        left += weight[:, None, None] * np.outer(apart, apart)
        right += points[:, None] * apart
    for a, b in pairs:
        wins[:, a, b] += PRIOR / 2
        wins[:, b, a] += PRIOR / 2
    found = np.zeros((draws, n))
    if n > 1:
        found[:, 1:] = np.linalg.solve(left[:, 1:, 1:], right[:, 1:, None])[:, :, 0]
    return ANCHOR + LOGISTIC * bradley_terry(wins), found


def scale(encounters: list[Encounter], anchor: str, seed: int = 1, draws: int = DRAWS) -> Scale:
    """Ratings and points of all levels that are connected with the anchor, with their intervals."""
    names = connected(encounters, anchor)
    played = [one for one in encounters if one.numbers and one.one in names]
    deals = 1 + max((number for one in played for number in one.numbers), default=0)
    ratings, points = fits(played, names, np.ones((1, deals)))
    weights = np.random.default_rng(seed).exponential(size=(draws, deals))
    drawn_ratings, drawn_points = fits(played, names, weights)

    def told(values: Array, drawn: Array) -> dict[str, Estimate]:
        low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
        return {name: Estimate(float(values[0, k]), float(low[k]), float(high[k])) for k, name in enumerate(names)}

    return Scale(told(ratings, drawn_ratings), told(points, drawn_points))
