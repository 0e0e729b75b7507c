"""A classifier that knows no game: logistic regression, judged on what it was not fitted to."""

from __future__ import annotations

import math
import random

FOLDS = 5
ROUNDS = 150
RATE = 0.5
SHRINK = 0.01


def scaled(rows: list[list[float]]) -> list[list[float]]:
    """Every feature with mean 0 and deviation 1, extremes cut off; one that never changes is 0."""
    out = [[0.0] * len(rows[0]) for _ in rows]
    for at in range(len(rows[0])):
        column = [row[at] for row in rows]
        mean = sum(column) / len(column)
        spread = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column))
        for line, value in zip(out, column, strict=True):
            line[at] = max(-4.0, min(4.0, (value - mean) / spread)) if spread > 1e-12 else 0.0
    return out


def chance(weights: list[float], row: list[float]) -> float:
    total = weights[-1] + sum(weight * value for weight, value in zip(weights, row, strict=False))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def fitted(rows: list[list[float]], truth: list[bool]) -> list[float]:
    weights = [0.0] * (len(rows[0]) + 1)
    for _ in range(ROUNDS):
        slope = [SHRINK * weight for weight in weights]
        for row, true in zip(rows, truth, strict=True):
            off = (chance(weights, row) - true) / len(rows)
            for at, value in enumerate(row):
                slope[at] += off * value
            slope[-1] += off
        weights = [weight - RATE * down for weight, down in zip(weights, slope, strict=True)]
    return weights


def auc(guesses: list[float], truth: list[bool]) -> float:
    """How often one that is true is guessed higher than one that is not; ties count half."""
    order = sorted(range(len(guesses)), key=guesses.__getitem__)
    ranks = [0.0] * len(guesses)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and guesses[order[end + 1]] == guesses[order[at]]:
            end += 1
        for place in range(at, end + 1):
            ranks[order[place]] = (at + end) / 2
        at = end + 1
    yes = sum(truth)
    no = len(truth) - yes
    return (sum(rank for rank, true in zip(ranks, truth, strict=True) if true) - yes * (yes - 1) / 2) / (yes * no)


def guessed(rows: list[list[float]], truth: list[bool], seed: int = 0) -> float:
    """The AUC over cases that the classifier has not seen."""
    rows = scaled(rows)
    order = list(range(len(rows)))
    random.Random(seed).shuffle(order)
    guesses = [0.0] * len(rows)
    for fold in range(FOLDS):
        held = set(order[fold::FOLDS])
        seen = [at for at in order if at not in held]
        weights = fitted([rows[at] for at in seen], [truth[at] for at in seen])
        for at in held:
            guesses[at] = chance(weights, rows[at])
    return auc(guesses, truth)
