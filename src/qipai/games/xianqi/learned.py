"""The learned policy: plays what the weights like best, or mixes by how well they like it; a microsecond or two per move."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.core.weights import read_weights
from qipai.games.xianqi.features import ROWS, WIDTH, features_hash
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, HIDDEN, SIZE
from qipai.games.xianqi.sight import Sight
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64

LEAST: Final = -1_000_000_000_000
SCALE: Final = 2000.0  # of the weights: a chip
STEPS: Final = 1 << 24  # how finely chances are measured
FILE: Final = "policy.weights"
LOADED: Final[list[bytes]] = []  # the shipped weights, once somebody has asked for them


def shipped() -> bytes:
    """The weights of this version. BAD_WEIGHTS."""
    if not LOADED:
        text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
        LOADED.append(read_weights(text, "xianqi", features_hash(), ROWS * WIDTH))
    return LOADED[0]


class LearnedPolicy(Policy):
    """It sees no more of a state than its seat knows.

    Without `warmth` it is deterministic, and the variety of playouts comes from the worlds. With it, a move that is worse by
    `warmth` chips is played e times less often: whoever always does the same can be read.
    """

    def __init__(self, weights: bytes, warmth: float = 0.0) -> None:
        self.weights = weights
        self.warmth = warmth
        self.sight = Sight(weights)

    def __reduce__(self) -> tuple[object, ...]:
        return LearnedPolicy, (self.weights, self.warmth)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, XianqiState)
        legal = state.legal(seat)
        n: i64 = len(legal)
        best: i64 = legal[0]
        if n == 1:
            return best
        sight = self.sight
        sight.look(state, seat)
        if self.warmth > 0.0:
            return self.draw(legal, rng)
        score: i64 = LEAST
        at: i64 = 0
        while at < n:
            action: i64 = legal[at]
            value = sight.value(action)
            if value > score:
                score = value
                best = action
            at += 1
        return best

    def shown(self, action: i64) -> i64:
        """Of a cover, only its number of pieces (X-6.3)."""
        if FIRST_COVER <= action < BUCKLE:
            return HIDDEN + SIZE[action] - 1
        return action

    def draw(self, legal: list[int], rng: Rng) -> i64:
        """One of the moves by its chance, after a look."""
        sight = self.sight
        unit: float = self.warmth * SCALE
        values: list[int] = []
        top: i64 = LEAST
        for action in legal:
            value = sight.value(action)
            values.append(value)
            if value > top:
                top = value
        total: float = 0.0
        for known in values:
            total += math.exp(float(known - top) / unit)
        left: float = total * (float(rng.below(STEPS)) / float(STEPS))
        at: i64 = 0
        n: i64 = len(legal)
        while at < n - 1:
            left -= math.exp(float(values[at] - top) / unit)
            if left < 0.0:
                break
            at += 1
        return legal[at]

    def chance(self, state: XianqiState, seat: i64, action: i64, warmth: float) -> float:
        """How likely the seat chooses the action at that warmth."""
        legal = state.legal(seat)
        if len(legal) == 1:
            return 1.0
        sight = self.sight
        sight.look(state, seat)
        unit: float = warmth * SCALE
        mine = sight.value(action)
        total: float = 0.0
        for other in legal:
            off: float = float(sight.value(other) - mine) / unit
            if off > 30.0:
                return 0.0
            total += math.exp(off)
        return 1.0 / total

    def values(self, state: State, seat: i64, actions: list[int]) -> list[float]:
        """What the weights say of each move, in chips; only differences mean something."""
        assert isinstance(state, XianqiState)
        sight = self.sight
        sight.look(state, seat)
        out: list[float] = []
        for action in actions:
            out.append(float(sight.value(action)) / SCALE)
        return out

    def notes(self, state: State, seat: i64, actions: list[int]) -> tuple[int, list[list[int]]]:
        """The row of the situation, and the features of each move: numbers and values in turn."""
        assert isinstance(state, XianqiState)
        sight = self.sight
        sight.noting = True
        sight.look(state, seat)
        out: list[list[int]] = []
        for action in actions:
            sight.value(action)
            out.append(sight.noted)
        sight.noting = False
        return sight.base // WIDTH, out
