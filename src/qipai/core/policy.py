"""The models that search uses: how the seats of a world play on, and how likely a world is.

Both see worlds that search has drawn from a seat's view, never the real deal.
"""

from __future__ import annotations

from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.native import i64


class Policy:
    """Native when compiled, so a call costs a playout a few nanoseconds. The base class plays at random."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """A legal action of `seat`, which is to act."""
        legal = state.legal(seat)
        n: i64 = len(legal)
        if n == 1:
            return legal[0]
        return legal[rng.below(n)]

    def shown(self, action: i64) -> i64:
        """What the other seats see of an action: actions that look alike to them share a number."""
        return action


class Belief:
    """The weight of a world given what the others have done. The base class weighs all worlds equally."""

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    def weight(self, world: State, viewer: i64, rng: Rng) -> float:
        """Above 0, at most 1; `viewer` is the seat from whose view the world was drawn."""
        return 1.0
