"""Weights from sums: ridge regression, family by family."""

from __future__ import annotations

import numpy as np

from qipai.agents.learner import Learner
from qipai.core.weights import pack, unpack
from qipai.train.collect import Sums

RIDGE = 300.0  # positions' worth of doubt
MOST = 32767


def fit(one: Learner, sums: Sums, ridge: float = RIDGE) -> bytes:
    """The packed weights of every row; features that never made a difference have none."""
    out = np.zeros((one.rows, one.width))
    for family in sorted(set(one.family)):
        rows = [row for row in range(one.rows) if one.family[row] == family]
        parts = 1 + max(part for row in rows for part in one.parts[row])
        seen = np.flatnonzero(sum(np.diagonal(sums.squares[row]) for row in rows))
        left = np.zeros((parts, len(seen), parts, len(seen)))
        right = np.zeros((parts, len(seen)))
        for row in rows:
            squares = sums.squares[row][np.ix_(seen, seen)]
            for a in one.parts[row]:
                right[a] += sums.products[row][seen]
                for b in one.parts[row]:
                    left[a, :, b, :] += squares
        size = right.size
        matrix = left.reshape(size, size) + ridge * np.eye(size)
        found = np.linalg.solve(matrix, right.reshape(size)).reshape(right.shape)
        for row in rows:
            out[row, seen] = found[one.parts[row]].sum(0)
    whole = np.clip(np.rint(one.scale * out), -MOST, MOST)
    return pack([int(value) for value in whole.reshape(-1)])


def explained(one: Learner, sums: Sums, weights: bytes) -> float:
    """The share of the labels' variance that the weights explain."""
    w = np.array(unpack(weights), dtype=float).reshape(one.rows, one.width) / one.scale
    squares = sum(float(w[row] @ sums.squares[row] @ w[row]) for row in range(one.rows))
    return (2 * float((w * sums.products).sum()) - squares) / sums.labels if sums.labels else 0.0
