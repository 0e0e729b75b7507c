"""Exact reading of the last moves: in every world each line is read to its end, and the results are averaged.

Within a world all seats see everything and each maximizes its own result; of equal results the first in the order of
the legal list stands. That overrates knowledge, so it is meant for positions in which little is hidden any more.
"""

from __future__ import annotations

import time

from qipai.core.game import Game
from qipai.core.policy import Belief
from qipai.core.rng import Rng
from qipai.core.state import State, View
from qipai.native import i64
from qipai.search.playout import lowest_seat
from qipai.search.tally import Tally
from qipai.search.worlds import Worlds


class EndingSearch:
    """`max_nodes` bounds one world: a position that needs more is too early to be read."""

    def __init__(self, game: Game, belief: Belief | None, max_nodes: i64) -> None:
        self.game = game
        self.belief = belief
        self.max_nodes = max_nodes
        self.left: i64 = 0

    def run(self, view: View, actions: list[int], worlds: i64, rng: Rng, deadline: float) -> Tally | None:
        """None when a world has more lines than may be read, or when time runs out before one world is read."""
        tally = Tally(actions)
        source = Worlds(self.game, view, self.belief, 4 * worlds, rng, deadline)
        k: i64 = 0
        while k < worlds:
            if deadline > 0.0 and time.monotonic() >= deadline:
                tally.cut = True
                break
            world = source.draw(rng)
            self.left = self.max_nodes
            values: list[float] = []
            for action in actions:
                state = world.copy()
                state.apply(view.seat, action)
                returns = self.read(state)
                if returns is None:
                    return None
                values.append(float(returns[view.seat]))
            index: i64 = 0
            while index < len(values):
                tally.add(index, values[index])
                index += 1
            tally.playouts += 1
            k += 1
        return tally if k else None

    def read(self, state: State) -> list[int] | None:
        """The returns when everybody plays their best from here; None beyond the limit. Changes the state."""
        self.left -= 1
        if self.left < 0:
            return None
        while True:
            if state.over():
                return state.returns()
            mover = lowest_seat(state.to_act())
            legal = state.legal(mover)
            if len(legal) > 1:
                break
            state.apply(mover, legal[0])
        best: list[int] | None = None
        for action in legal:
            after = state.copy()
            after.apply(mover, action)
            returns = self.read(after)
            if returns is None:
                return None
            if best is None or returns[mover] > best[mover]:
                best = returns
        return best
