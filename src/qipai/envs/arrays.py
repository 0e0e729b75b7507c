"""From the kernel's words to arrays, and where a game's planes are found."""

from __future__ import annotations

import importlib
import importlib.util

import numpy as np
from numpy.typing import NDArray

from qipai.core.errors import BadRecord
from qipai.core.game import Game
from qipai.core.planes import Memory, Planes
from qipai.core.registry import game as find_game
from qipai.core.registry import games
from qipai.core.state import State
from qipai.core.text import Text

Bits = NDArray[np.uint8]
WORD_BITS = 64


def planes_of(game: str | Game) -> Planes:
    """The planes of a game. BadRecord when it has none."""
    name = game if isinstance(game, str) else game.name
    place = f"qipai.games.{name}.planes"
    if name not in games() or importlib.util.find_spec(place) is None:
        reason = Text(f"{name} has no learning environment", f"{name} 没有学习环境")
        raise BadRecord("BAD_RECORD", reason=reason)
    found = importlib.import_module(place).PLANES
    assert isinstance(found, Planes)
    return found


class Expander:
    """Writes n observations, told in words, into an array that somebody else owns; all in one call of numpy."""

    def __init__(self, planes: Planes, n: int) -> None:
        self.words = planes.planes // planes.per_word
        self.n = n
        self.used = planes.per_word * planes.width

    def expand(self, words: list[int], out: Bits) -> None:
        raw = np.fromiter(words, "<i8", len(words)).view(np.uint8)
        bits = np.unpackbits(raw, bitorder="little").reshape(self.n, self.words, WORD_BITS)
        out.reshape(self.n, self.words, self.used)[...] = bits[:, :, : self.used]


def observation(planes: Planes, state: State, seat: int, chosen: int = 0, memory: Memory | None = None) -> Bits:
    """What one seat sees, as an array of its own."""
    words: list[int] = []
    planes.observe(state, seat, chosen, memory or planes.memory(), words)
    used = planes.per_word * planes.width
    bits = np.unpackbits(np.array(words, "<i8").view(np.uint8), bitorder="little").reshape(-1, WORD_BITS)
    return bits[:, :used].reshape(planes.planes, planes.width)  # a copy: the rows do not lie side by side


__all__ = ["Bits", "Expander", "find_game", "observation", "planes_of"]
