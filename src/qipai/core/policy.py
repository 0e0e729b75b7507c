"""What search thinks with: how the seats of a world play on, and how likely a world is.

Both look into worlds that search has drawn from a seat's view, never into the real deal.
"""

from __future__ import annotations

from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.native import i64


class Policy:
    """Native when compiled, so that a playout pays a few nanoseconds for the call. The base plays at random."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """A legal action of `seat`, who is to act."""
        legal = state.legal(seat)
        n: i64 = len(legal)
        if n == 1:
            return legal[0]
        return legal[rng.below(n)]

    def shown(self, action: i64) -> i64:
        """What the other seats see of an action: a number that all actions share which look alike to them."""
        return action


class Belief:
    """The weight of a world by what the others have done so far. The base believes in all worlds alike."""

    def weight(self, world: State, viewer: i64, rng: Rng) -> float:
        """Above 0, at most 1; `viewer` is the seat from whose view the world was drawn."""
        return 1.0
