"""Exact search of the last moves over information sets.

Some worlds of the view are taken together, each with its weight. The deciding seat tries every line of its own moves, but
may tell worlds apart only by what it has seen: worlds in which all others have so far shown the same moves stay together,
and one move is chosen for all of them. The others do in each world what the policy does, which knows no more than they do.
So nobody is credited with knowledge, as reading each world for itself would do. The answer is the best plan against that
policy, exact for these worlds: no sampling of moves, no exploration.
"""

from __future__ import annotations

import time

from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import Rng, mix
from qipai.core.state import State, View
from qipai.native import i64
from qipai.search.playout import lowest_seat
from qipai.search.tally import Tally
from qipai.search.worlds import Worlds

LEAST = 0.001  # of the likeliest world's weight


class Knot:
    """Worlds that the deciding seat cannot tell apart, at a decision of its own."""

    def __init__(self, trace: i64) -> None:
        self.trace = trace  # digest of what it has seen since the search began
        self.states: list[State] = []
        self.weights: list[float] = []


def gather(source: Worlds, worlds: i64, rng: Rng, deadline: float) -> Knot:
    """The worlds that count: each once, and none that the others' moves have made all but impossible."""
    drawn = source.kept[:]
    weights = source.weights[:]
    if not drawn:  # nothing has been weighed
        while len(drawn) < worlds and not (deadline > 0.0 and time.monotonic() >= deadline):
            drawn.append(source.draw(rng))
            weights.append(1.0)
    if not drawn:
        return Knot(0)
    most = max(weights)
    root = Knot(0)
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
            else:
                root.weights[place] += weight
        k += 1
    return root


class EndingSearch:
    """`max_steps` bounds the moves that are played in worlds: a position that needs more is too early to be read."""

    def __init__(self, game: Game, policy: Policy, belief: Belief | None, max_steps: i64) -> None:
        self.game = game
        self.policy = policy
        self.belief = belief
        self.max_steps = max_steps
        self.left: i64 = 0
        self.until: float = 0.0

    def run(self, view: View, actions: list[int], worlds: i64, rng: Rng, deadline: float) -> Tally | None:
        """None when there are more lines than may be read, or time is too short for them."""
        source = Worlds(self.game, view, self.belief, worlds, rng, deadline)
        root = gather(source, worlds, rng, deadline)
        whole: float = 0.0
        for weight in root.weights:
            whole += weight
        self.left = self.max_steps
        self.until = deadline
        tally = Tally(actions)
        for index, action in enumerate(actions):
            total = self.after(root, view.seat, action, rng)
            if self.left < 0:
                return None
            tally.add(index, total / whole)
        tally.playouts = len(root.states)
        return tally

    def best(self, knot: Knot, seat: i64, rng: Rng) -> float:
        """What the seat's best plan brings, summed over the worlds by their weight."""
        found: float = 0.0
        first = True
        for action in knot.states[0].legal(seat):
            total = self.after(knot, seat, action, rng)
            if self.left < 0:
                return 0.0
            if first or total > found:
                found = total
                first = False
        return found

    def after(self, knot: Knot, seat: i64, action: i64, rng: Rng) -> float:
        """The same sum when the seat plays this action in all the worlds."""
        knots: list[Knot] = []
        total: float = 0.0
        if self.until > 0.0 and time.monotonic() >= self.until:
            self.left = -1
        k: i64 = 0
        n: i64 = len(knot.states)
        while k < n and self.left >= 0:
            world = knot.states[k].copy()
            world.apply(seat, action)
            trace = self.advance(world, seat, rng)
            if world.over():
                total += knot.weights[k] * float(world.returns()[seat])
            else:
                alike: Knot | None = None
                for other in knots:
                    if other.trace == trace:
                        alike = other
                        break
                if alike is None:
                    alike = Knot(trace)
                    knots.append(alike)
                alike.states.append(world)
                alike.weights.append(knot.weights[k])
            k += 1
        for other in knots:
            if self.left < 0:
                break
            total += self.best(other, seat, rng)
        return total

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
