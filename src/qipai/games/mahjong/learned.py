"""The learned policy: plays what the weights like best, some microseconds per decision."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.core.weights import read_weights
from qipai.games.mahjong.features import ROWS, WIDTH, features_hash
from qipai.games.mahjong.sight import Sight
from qipai.games.mahjong.state import MahjongState
from qipai.native import i64

LEAST: Final = -1_000_000_000_000
SCALE: Final = 8000.0  # of the weights, for a unit of worth (agents_learner.py)
FILE: Final = "policy.weights"
LOADED: Final[list[bytes]] = []  # the shipped weights, once somebody has asked for them


def shipped() -> bytes:
    """The weights of this version. BAD_WEIGHTS."""
    if not LOADED:
        text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
        LOADED.append(read_weights(text, "mahjong", features_hash(), ROWS * WIDTH))
    return LOADED[0]


class LearnedPolicy(Policy):
    """Deterministic: the variety of playouts comes from the worlds. It sees no more of a state than its seat knows."""

    def __init__(self, weights: bytes) -> None:
        self.weights = weights
        self.sight = Sight(weights)

    def __reduce__(self) -> tuple[object, ...]:
        return LearnedPolicy, (self.weights,)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, MahjongState)
        legal = state.legal(seat)
        n: i64 = len(legal)
        best: i64 = legal[0]
        if n == 1 or (state.locked >> seat) & 1:
            return best  # a locked hand loses nothing by a win or a kong, which come first
        sight = self.sight
        sight.look(state, seat)
        score: i64 = LEAST
        at: i64 = 0
        while at < n:
            action: i64 = legal[at]
            value = sight.value(state, seat, action)
            if value > score:
                score = value
                best = action
            at += 1
        return best

    def values(self, state: State, seat: i64, actions: list[int]) -> list[float]:
        """What the weights say of each move, in units of worth."""
        assert isinstance(state, MahjongState)
        sight = self.sight
        sight.look(state, seat)
        out: list[float] = []
        for action in actions:
            out.append(float(sight.value(state, seat, action)) / SCALE)
        return out

    def notes(self, state: State, seat: i64, actions: list[int]) -> tuple[int, list[list[int]]]:
        """The row of the situation, and the features of each move: numbers and values in turn."""
        assert isinstance(state, MahjongState)
        sight = self.sight
        sight.noting = True
        sight.look(state, seat)
        out: list[list[int]] = []
        for action in actions:
            sight.value(state, seat, action)
            out.append(sight.noted)
        sight.noting = False
        return sight.base // WIDTH, out
