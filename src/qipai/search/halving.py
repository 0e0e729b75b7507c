"""Flat Monte Carlo with sequential halving: the same worlds for all moves, the worse half dropped after each round.

For decisions with many moves, where a tree would never come back to the same place. Every move that is still in the
race is tried in every world of a round, so that luck of the deal cancels out in the comparison.
"""

from __future__ import annotations

import time

from qipai.core.game import Game
from qipai.core.policy import Policy
from qipai.core.rng import FastRng, Rng
from qipai.core.state import View
from qipai.native import i64
from qipai.search.playout import play_out
from qipai.search.tally import Tally


class HalvingSearch:
    """The settings of a search: the game and how the seats play after the move that is tried."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def run(self, view: View, actions: list[int], bonus: list[float], playouts: i64, rng: Rng, deadline: float) -> Tally:
        """Tries the actions of the view's seat. `deadline` is on the monotonic clock; 0 means none.

        `bonus` is what else is known of each action, in the unit of the returns; it is added to every result.
        """
        tally = Tally(actions)
        alive: list[int] = list(range(len(actions)))
        rounds: i64 = 0
        n: i64 = len(actions)
        while n > 1:
            n = (n + 1) // 2
            rounds += 1
        while len(alive) > 1 and not tally.cut:
            worlds: i64 = max(1, playouts // (max(1, rounds) * len(alive)))
            self.race(view, alive, bonus, worlds, tally, rng, deadline)
            alive.sort(key=lambda index: (-tally.mean(index), index))
            alive = alive[: (len(alive) + 1) // 2]
        return tally

    def race(
        self, view: View, alive: list[int], bonus: list[float], worlds: i64, tally: Tally, rng: Rng, deadline: float
    ) -> None:
        """One round: every move still alive in so many worlds."""
        seat = view.seat
        k: i64 = 0
        while k < worlds:
            if deadline > 0.0 and time.monotonic() >= deadline:
                tally.cut = True
                return
            world = self.game.world(view, rng)
            luck = rng.word()
            for index in alive:
                state = world.copy()
                state.apply(seat, tally.actions[index])
                play_out(state, self.policy, FastRng(luck))
                tally.add(index, float(state.returns()[seat]) + bonus[index])
                tally.playouts += 1
            k += 1
