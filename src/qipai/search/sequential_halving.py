"""Monte Carlo with sequential halving: the same worlds for all moves, the worse half dropped after each round.

Every move that is still in the race is tried in every world of a round, so that the luck of the deal cancels out. Only the
final choice counts, not how often good moves were tried on the way. Here a policy finishes the deal after the move, which
fits decisions with so many moves that a tree would never reach the same node twice; a subclass may do better.

A move that is clearly behind need not wait for the end of its round: `far` standard errors of the difference, in the worlds
that both were tried in, and it is dropped. When no other move is left, the search has found its answer and ends early.

A search is made of `steps`, after each of which whoever thinks may rest: where nothing else runs beside it, as in a browser,
others are served meanwhile. `run` takes all of them at once, and finds the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from qipai.core.game import Game
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng, Rng
from qipai.core.state import State, View
from qipai.native import i64
from qipai.search.playout import policy_playout
from qipai.search.tally import Tally
from qipai.search.worlds import Worlds

STORE = 4  # with a belief: playouts per weighted world
ENOUGH: Final = 48  # worlds without which nobody is clearly behind
LOOK: Final = 16  # worlds between two looks


class Differences:
    """How far the results of moves that are tried in the same worlds lie apart."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.before: list[float] = [0.0] * len(tally.actions)  # the totals before a world
        self.squares: list[float] = [0.0] * len(tally.actions) ** 2  # of the differences, summed over the worlds

    def note(self, alive: list[int]) -> None:
        """After the moves were tried in one more world."""
        totals = self.tally.totals
        n: i64 = len(self.before)
        for one in alive:
            for other in alive:
                gap: float = (totals[one] - self.before[one]) - (totals[other] - self.before[other])
                self.squares[n * one + other] += gap * gap
        for one in alive:
            self.before[one] = totals[one]

    def still_close(self, alive: list[int], far: float) -> list[int]:
        """The best so far, and all that are less than `far` standard errors behind it."""
        tally = self.tally
        first: i64 = better_half(alive, tally)[0]
        n: i64 = len(self.before)
        worlds = float(tally.visits[first])
        out: list[int] = []
        for index in alive:
            behind: float = tally.mean(first) - tally.mean(index)
            error: float = (self.squares[n * first + index] / worlds - behind * behind) / (worlds - 1.0)  # its square
            if index == first or behind * behind <= far * far * error:
                out.append(index)
        return out


class SequentialHalving:
    """The settings of a search: the game, how the seats play after the move that is tried, how likely worlds are.

    `prize` is the share of a result that goes to winning as such, counted as three points, however many it brought. `far`:
    how many standard errors behind the best a move is given up; 0 leaves that to the halving.
    """

    def __init__(self, game: Game, policy: Policy, belief: Belief | None, prize: float = 0.0, far: float = 0.0) -> None:
        self.game = game
        self.policy = policy
        self.belief = belief
        self.prize = prize
        self.far = far

    def run(self, view: View, actions: list[int], bonus: list[float], playouts: i64, rng: Rng, deadline: float) -> Tally:
        """Tries the actions of the view's seat. `deadline` is on the monotonic clock; 0 means none.

        `bonus` is what else is known about each action, in points; it is added to every result.
        """
        tally = Tally(actions)
        for _ in self.steps(tally, view, bonus, playouts, rng, deadline):
            pass
        return tally

    def steps(self, tally: Tally, view: View, bonus: list[float], playouts: i64, rng: Rng, deadline: float) -> Iterator[None]:
        """The same for the actions of a tally, into which the results go."""
        self.begin(view.seat, tally.actions)
        worlds = Worlds(self.game, view, self.belief)
        for _ in worlds.fill(playouts // STORE, rng, deadline):
            yield
        alive: list[int] = list(range(len(tally.actions)))
        differences = Differences(tally)
        rounds: i64 = 0
        n: i64 = len(tally.actions)
        while n > 1:
            n = (n + 1) // 2
            rounds += 1
        while len(alive) > 1 and not tally.cut:
            count: i64 = max(1, playouts // (rounds * len(alive)))
            k: i64 = 0
            while k < count and not tally.cut and len(alive) > 1:
                if deadline > 0.0 and time.monotonic() >= deadline:
                    tally.cut = True
                else:
                    world = worlds.draw(rng)
                    luck = rng.word()
                    for index in alive:
                        self.play(index, world, luck, bonus[index], tally, view.seat)
                        yield
                    if self.far > 0.0:
                        differences.note(alive)
                        seen: i64 = tally.visits[alive[0]]
                        if seen >= ENOUGH and seen % LOOK == 0:
                            alive = differences.still_close(alive, self.far)
                k += 1
            alive = better_half(alive, tally)

    def play(self, index: i64, world: State, luck: i64, bonus: float, tally: Tally, seat: i64) -> None:
        """Tries one action in one world; the luck is the same for all actions."""
        state = world.copy()
        state.apply(seat, tally.actions[index])
        tally.add(index, self.attempt(index, state, seat, FastRng(luck)) + bonus)
        tally.playouts += 1

    def begin(self, seat: i64, actions: list[int]) -> None:
        """Called when a search starts."""

    def attempt(self, index: i64, state: State, seat: i64, rng: Rng) -> float:
        """What the action with that index, which has been played already, brings the seat in this world."""
        policy_playout(state, self.policy, rng)
        points = float(state.returns()[seat])
        if self.prize > 0.0:
            won: float = 3.0 if points > 0.0 else -3.0 if points < 0.0 else 0.0
            return points + self.prize * (won - points)
        return points


def better_half(alive: list[int], tally: Tally) -> list[int]:
    order = sorted(alive, key=lambda index: (-tally.mean(index), index))
    return order[: (len(order) + 1) // 2]
