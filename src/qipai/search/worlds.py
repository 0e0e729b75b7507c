"""Worlds of a view, drawn by weight: a store of them is weighted once and then drawn from."""

from __future__ import annotations

import time
from collections.abc import Iterator

from qipai.core.game import Game
from qipai.core.policy import Belief
from qipai.core.rng import Rng
from qipai.core.state import State, View
from qipai.native import i64

STEPS = 1 << 30  # how finely a weight is measured when one is drawn


class Worlds:
    """Without weights every draw is a new world; with them, a copy of one of the weighted worlds in the store."""

    def __init__(self, game: Game, view: View, belief: Belief | None) -> None:
        self.game = game
        self.view = view
        self.belief = belief
        self.kept: list[State] = []
        self.weights: list[float] = []
        self.sums: list[float] = []  # running totals of the weights

    def fill(self, store: i64, rng: Rng, deadline: float) -> Iterator[None]:
        """Weighs this many worlds, resting after each, for at most half of the time until `deadline` (0: no deadline)."""
        belief = self.belief
        if belief is None or not belief.weighs():
            return
        now = time.monotonic()
        until: float = now + (deadline - now) / 2.0
        while len(self.kept) < store and not (deadline > 0.0 and time.monotonic() >= until):
            self.add(belief, rng)
            yield

    def add(self, belief: Belief, rng: Rng) -> None:
        world = belief.world(self.game, self.view, rng)
        weight = belief.weight(world, self.view.seat, rng)
        n: i64 = len(self.sums)
        before: float = self.sums[n - 1] if n > 0 else 0.0
        self.kept.append(world)
        self.weights.append(weight)
        self.sums.append(before + weight)

    def draw(self, rng: Rng) -> State:
        """A world, which the caller may change."""
        n: i64 = len(self.kept)
        if n == 0:
            belief = self.belief
            return self.game.world(self.view, rng) if belief is None else belief.world(self.game, self.view, rng)
        wanted = self.sums[n - 1] * (float(rng.below(STEPS)) / float(STEPS))
        low: i64 = 0
        high: i64 = n - 1
        while low < high:
            middle: i64 = (low + high) // 2
            if self.sums[middle] > wanted:
                high = middle
            else:
                low = middle + 1
        return self.kept[low].copy()
