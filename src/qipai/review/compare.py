"""Means and differences over weighted worlds, with their standard errors, and what a move lost against the best.

The best move is chosen in one half of the worlds and measured in the other, and the other way round: whoever looks for the
best of several moves and measures it in the same worlds finds a loss where there is only noise. A few worlds are all that
there are, and need no halves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

FEW = 16


@dataclass(frozen=True)
class Estimate:
    mean: float
    error: float  # its standard error


def estimate(weights: list[float], squares: list[float], values: list[float] | list[int]) -> Estimate:
    """Over the first worlds, as many as there are values."""
    n = len(values)
    total = math.fsum(weights[:n])
    mean = math.fsum(w * x for w, x in zip(weights, values, strict=False)) / total
    spread = math.fsum(q * (x - mean) ** 2 for q, x in zip(squares, values, strict=False))
    return Estimate(mean, math.sqrt(spread * n / max(1, n - 1)) / total)


def difference(weights: list[float], squares: list[float], one: list[int], other: list[int]) -> Estimate:
    """Of two moves, over the worlds in which both were tried."""
    return estimate(weights, squares, [a - b for a, b in zip(one, other, strict=False)])


def halves(weights: list[float], points: list[list[int]]) -> tuple[int, int]:
    """The best of some moves in the worlds with even numbers, and in those with odd ones; of few worlds, in all of them."""
    found = []
    for start in (0, 1):
        half = slice(start, None, 2) if len(weights) >= FEW else slice(None)
        totals = [math.fsum(w * x for w, x in zip(weights[half], values[half], strict=True)) for values in points]
        found.append(totals.index(max(totals)))
    return found[0], found[1]


def crossed(even: list[int], odd: list[int]) -> list[int]:
    """World by world, the move that was chosen in the other half."""
    return [(odd if k % 2 == 0 else even)[k] for k in range(len(even))]


def believed(found: Estimate, spread: float) -> Estimate:
    """A difference measured with an error, when such moves usually lie `spread` apart.

    The larger the error, the more of what was found is luck: a difference drawn from a normal distribution around nothing is
    expected to be this share of what was measured. So what is promised comes true on average.
    """
    if found.error == 0.0 or math.isinf(spread):
        return found
    share = spread**2 / (spread**2 + found.error**2)
    return Estimate(share * found.mean, math.sqrt(share) * found.error)
