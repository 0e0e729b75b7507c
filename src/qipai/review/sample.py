"""What the moves of a decision bring, world by world: the same worlds, and the same luck in them, for all moves.

A world's result in one sample is the list of returns of all seats, so that what a decision does to the others is known, too.
"""

from __future__ import annotations

import math

from qipai.agents.slices import Thought
from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng
from qipai.core.state import State, View
from qipai.review.compare import difference
from qipai.search.ending import EndingSearch
from qipai.search.sequential_halving import SequentialHalving
from qipai.search.worlds import Worlds

PROBE = 32  # worlds that say what an ordinary weight is
ROUNDS = 3
BEHIND = 3.0  # standard errors: a move that is as far behind after a round is not tried on


class Sample:
    """For each action, the returns of all seats in the first worlds: in all of them, unless it was given up on the way."""

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.weights: list[float] = []
        self.squares: list[float] = []  # of the weights that a world was drawn with
        self.returns: list[list[list[int]]] = [[] for _ in actions]
        self.exact = False

    @property
    def worlds(self) -> int:
        return len(self.weights)

    @property
    def draws(self) -> float:
        """How many worlds of equal weight say as much."""
        return sum(self.weights) ** 2 / sum(self.squares)

    def points(self, index: int, seat: int) -> list[int]:
        return [returns[seat] for returns in self.returns[index]]

    def whole(self) -> list[int]:
        """The actions that were tried in every world."""
        return [index for index, found in enumerate(self.returns) if len(found) == self.worlds]


class Source:
    """Worlds of a view with their weights. Unlikely ones are left out by chance, and then count for those left out."""

    def __init__(self, game: Game, view: View, belief: Belief | None, rng: FastRng) -> None:
        self.view = view
        self.belief = belief
        self.rng = rng
        self.plain = Worlds(game, view, None)
        self.probe = Worlds(game, view, belief)
        self.usual = 0.0

    def begin(self) -> Thought[None]:
        yield from self.probe.fill(PROBE, self.rng, 0.0)
        self.usual = math.fsum(self.probe.weights) / PROBE

    def draw(self) -> tuple[State, float]:
        while True:
            world = self.plain.draw(self.rng)
            if self.belief is None:
                return world, 1.0
            weight = self.belief.weight(world, self.view.seat, self.rng)
            if weight >= self.usual:
                return world, weight
            if self.rng.random() * self.usual < weight:
                return world, self.usual


def try_out(
    view: View,
    actions: list[int],
    kept: int,
    search: SequentialHalving,
    belief: Belief | None,
    playouts: int,
    rng: FastRng,
    far: float = BEHIND,
) -> Thought[Sample]:
    """Tries the actions in rounds; those that fall `far` standard errors behind are given up, except the one at `kept`."""
    sample = Sample(actions)
    source = Source(search.game, view, belief, rng)
    yield from source.begin()
    seat = int(view.seat)
    search.begin(seat, actions)
    alive = list(range(len(actions)))
    for number in range(ROUNDS):
        for _ in range(max(2, playouts // (ROUNDS * len(alive)))):
            world, weight = source.draw()
            luck = rng.word()
            sample.weights.append(weight)
            sample.squares.append(weight * weight)
            for index in alive:
                state = world.copy()
                state.apply(seat, actions[index])
                search.attempt(index, state, seat, FastRng(luck))
                sample.returns[index].append(state.returns())
                yield
        if number + 1 < ROUNDS and len(alive) > 1:
            alive = still_close(sample, alive, kept, seat, far)
    return sample


def still_close(sample: Sample, alive: list[int], kept: int, seat: int, far: float) -> list[int]:
    """Those that may still be the best, and the one that is kept anyway."""
    points = {index: sample.points(index, seat) for index in alive}
    first = max(alive, key=lambda index: (sum(w * x for w, x in zip(sample.weights, points[index], strict=True)), -index))
    out = []
    for index in alive:
        behind = difference(sample.weights, sample.squares, points[first], points[index])
        if index in (kept, first) or behind.mean <= far * behind.error:
            out.append(index)
    return out


def solve(
    game: Game, view: View, actions: list[int], policy: Policy, belief: Belief | None, worlds: int, steps: int, rng: FastRng
) -> Thought[Sample | None]:
    """The best plans after each action; None when there are too many lines."""
    ending = EndingSearch(game, policy, belief, steps)
    yield from ending.steps(view, actions, worlds, rng, 0.0)
    spread = ending.spread
    if spread is None:
        return None
    sample = Sample(actions)
    sample.exact = True
    sample.weights = spread.weights
    sample.squares = spread.squares
    sample.returns = spread.returns
    return sample
