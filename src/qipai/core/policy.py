"""The models that search uses: how the seats of a world play on, and how likely a world is.

Both see worlds that search has drawn from a seat's view, never the real deal.
"""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.rng import Rng
from qipai.core.state import State, View
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
    """Which worlds are likely given what the others have done: how they are drawn, and what each weighs.

    The base class draws them as the game does and weighs all equally.
    """

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    def world(self, game: Game, view: View, rng: Rng) -> State:
        """A world of the view."""
        return game.world(view, rng)

    def weighs(self) -> bool:
        """Whether worlds differ in weight; otherwise search draws a new one each time."""
        return True

    def weight(self, world: State, viewer: i64, rng: Rng) -> float:
        """Above 0, at most 1; `viewer` is the seat from whose view the world was drawn."""
        return 1.0
