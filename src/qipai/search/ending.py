"""Exact search of the last moves over information sets.

The search takes some worlds of the view together, each with its weight. The deciding seat tries every line of its own moves,
but can only tell worlds apart by what it has seen: worlds in which the others have shown the same moves so far stay together,
and get one move. In each world the others follow the policy, which knows no more than they do. Solving each world on its own
would credit the seat with knowledge that it does not have. The answer is the best plan against that policy, exact for these
worlds: no sampled moves, no exploration.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng, mix
from qipai.core.state import State, View
from qipai.native import i64
from qipai.search.playout import lowest_seat
from qipai.search.tally import Tally
from qipai.search.worlds import Worlds

LEAST = 0.001  # of the likeliest world's weight
REST = 8  # worlds that are played on between two rests


class InformationSet:
    """Worlds that the deciding seat cannot tell apart, at one of its decisions."""

    def __init__(self, trace: i64) -> None:
        self.trace = trace  # digest of what it has seen since the search began
        self.states: list[State] = []
        self.weights: list[float] = []
        self.squares: list[float] = []  # of the weights of the draws that are one world; only at the root
        self.places: list[int] = []  # of the states in the set before


class Spread:
    """What the best plans bring, world by world: for every action the returns of all seats in each of the worlds."""

    def __init__(self, root: InformationSet) -> None:
        self.weights = root.weights
        self.squares = root.squares
        self.returns: list[list[list[int]]] = []


def collect_worlds(source: Worlds, worlds: i64, rng: Rng, deadline: float) -> InformationSet:
    """The worlds that count: each one once, and none that the others' moves have made nearly impossible."""
    drawn = source.kept[:]
    weights = source.weights[:]
    if not drawn:  # no belief: nothing was weighted
        while len(drawn) < worlds and not (deadline > 0.0 and time.monotonic() >= deadline):
            drawn.append(source.draw(rng))
            weights.append(1.0)
    if not drawn:
        return InformationSet(0)
    most = max(weights)
    root = InformationSet(0)
    at: dict[int, int] = {}
    k: i64 = 0
    while k < len(drawn):
        weight = weights[k]
        if weight >= LEAST * most:
            world = drawn[k]
            digest = world.digest()
            place = at.get(digest)
            if place is None:
                at[digest] = len(root.states)
                root.states.append(world)
                root.weights.append(weight)
                root.squares.append(weight * weight)
            else:
                root.weights[place] += weight
                root.squares[place] += weight * weight
        k += 1
    return root


class EndingSearch:
    """`max_steps` limits the moves played in all worlds: a position that needs more is too early for an exact search."""

    def __init__(self, game: Game, policy: Policy, belief: Belief | None, max_steps: i64) -> None:
        self.game = game
        self.policy = policy
        self.belief = belief
        self.max_steps = max_steps
        self.left: i64 = 0
        self.until: float = 0.0
        # of the plan that was followed last: the sum over the worlds by their weight, and the returns in each of them
        self.total: float = 0.0
        self.brought: list[list[int]] = []
        self.found: Tally | None = None
        self.spread: Spread | None = None

    def run(self, view: View, actions: list[int], worlds: i64, rng: Rng, deadline: float) -> Tally | None:
        """None when there are too many lines, or too little time for them."""
        for _ in self.steps(view, actions, worlds, rng, deadline):
            pass
        return self.found

    def steps(self, view: View, actions: list[int], worlds: i64, rng: Rng, deadline: float) -> Iterator[None]:
        """The same with rests. What the plans bring is in `found` afterwards, and in `spread` world by world, so that moves can
        be compared in each."""
        self.found = None
        self.spread = None
        source = Worlds(self.game, view, self.belief)
        for _ in source.fill(worlds, rng, deadline):
            yield
        root = collect_worlds(source, worlds, rng, deadline)
        whole: float = 0.0
        for weight in root.weights:
            whole += weight
        self.left = self.max_steps
        self.until = deadline
        tally = Tally(actions)
        spread = Spread(root)
        for index, action in enumerate(actions):
            for _ in self.after(root, view.seat, action, rng):
                yield
            if self.left < 0:
                return
            tally.add(index, self.total / whole)
            spread.returns.append(self.brought)
        tally.playouts = len(root.states)
        self.found = tally
        self.spread = spread

    def best(self, known: InformationSet, seat: i64, rng: Rng) -> Iterator[None]:
        """What the seat's best plan brings, into `total` and `brought`."""
        found: float = 0.0
        brought: list[list[int]] = []
        first = True
        for action in known.states[0].legal(seat):
            for _ in self.after(known, seat, action, rng):
                yield
            if self.left < 0:
                return
            if first or self.total > found:
                found = self.total
                brought = self.brought
                first = False
        self.total = found
        self.brought = brought

    def after(self, known: InformationSet, seat: i64, action: i64, rng: Rng) -> Iterator[None]:
        """The same when the seat plays this action in all the worlds."""
        successors: list[InformationSet] = []
        brought: list[list[int]] = [[]] * len(known.states)
        total: float = 0.0
        if self.until > 0.0 and time.monotonic() >= self.until:
            self.left = -1
        k: i64 = 0
        n: i64 = len(known.states)
        while k < n and self.left >= 0:
            total += self.play_on(known, k, seat, action, rng, successors, brought)
            k += 1
            if k % REST == 0:
                yield
        for other in successors:
            if self.left < 0:
                break
            for _ in self.best(other, seat, rng):
                yield
            if self.left >= 0:
                total += self.total
                for at, returns in enumerate(self.brought):
                    brought[other.places[at]] = returns
        self.total = total
        self.brought = brought

    def play_on(
        self,
        known: InformationSet,
        k: i64,
        seat: i64,
        action: i64,
        rng: Rng,
        successors: list[InformationSet],
        brought: list[list[int]],
    ) -> float:
        """Plays the action in one of the worlds until the seat has a choice again, where it joins those that look alike.

        What the deal has brought, by its weight, if it is over.
        """
        world = known.states[k].copy()
        world.apply(seat, action)
        trace = self.advance(world, seat, rng)
        if world.over():
            returns = world.returns()
            brought[k] = returns
            return known.weights[k] * float(returns[seat])
        alike: InformationSet | None = None
        for other in successors:
            if other.trace == trace:
                alike = other
                break
        if alike is None:
            alike = InformationSet(trace)
            successors.append(alike)
        alike.states.append(world)
        alike.weights.append(known.weights[k])
        alike.places.append(k)
        return 0.0

    def advance(self, world: State, seat: i64, rng: Rng) -> i64:
        """Lets the others play until the seat has a choice again or the deal is over; a digest of what it saw."""
        trace: i64 = 0
        while not world.over():
            self.left -= 1
            mover = lowest_seat(world.to_act())
            if mover == seat:
                legal = world.legal(seat)
                if len(legal) > 1:
                    break
                world.apply(seat, legal[0])
            else:
                action = self.policy.choose(world, mover, rng)
                trace = mix(trace, self.policy.shown(action) + 1)
                world.apply(mover, action)
        return trace
