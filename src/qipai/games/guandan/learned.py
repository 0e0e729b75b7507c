"""The learned policy: plays what the weights like best, a few microseconds per move."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.core.weights import read_weights
from qipai.games.guandan.features import ROWS, WIDTH, Sight, features_hash
from qipai.games.guandan.policy import tribute_move
from qipai.games.guandan.state import GuandanState
from qipai.native import i64

LEAST: Final = -1_000_000_000_000
SCALE: Final = 4000.0  # of the weights: a won deal of two levels is worth 5/6 of it, a lost one as much less
FILE: Final = "policy.weights"
LOADED: Final[list[bytes]] = []  # the shipped weights, once somebody has asked for them


def shipped() -> bytes:
    """The weights of this version. BAD_WEIGHTS."""
    if not LOADED:
        text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
        LOADED.append(read_weights(text, "guandan", features_hash(), ROWS * WIDTH))
    return LOADED[0]


class LearnedPolicy(Policy):
    """Deterministic: the variety of playouts comes from the worlds. It sees no more of a state than its seat knows."""

    def __init__(self, weights: bytes) -> None:
        self.weights = weights
        self.sight = Sight(weights)

    def __reduce__(self) -> tuple[object, ...]:
        return LearnedPolicy, (self.weights,)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, GuandanState)
        legal = state.legal(seat)
        n: i64 = len(legal)
        best: i64 = legal[0]
        if n == 1:
            return best
        if state.phase != 3:
            return tribute_move(state, legal)
        sight = self.sight
        sight.look(state, seat)
        score: i64 = LEAST
        at: i64 = 0
        while at < n:
            play: i64 = legal[at]
            value = sight.value(play)
            if value > score:
                score = value
                best = play
            at += 1
        return best

    def values(self, state: State, seat: i64, plays: list[int]) -> list[float]:
        """What the weights say of each play, in won deals."""
        assert isinstance(state, GuandanState)
        sight = self.sight
        sight.look(state, seat)
        out: list[float] = []
        for play in plays:
            out.append(float(sight.value(play)) / SCALE)
        return out

    def notes(self, state: State, seat: i64, plays: list[int]) -> tuple[int, list[list[int]]]:
        """The row of the situation, and the features of each play: numbers and values in turn."""
        assert isinstance(state, GuandanState)
        sight = self.sight
        sight.noting = True
        sight.look(state, seat)
        out: list[list[int]] = []
        for play in plays:
            sight.value(play)
            out.append(sight.noted)
        sight.noting = False
        return sight.base // WIDTH, out
