"""A game's encoder, and arrays from the bits that it writes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qipai.buffers import BytesWriter
from qipai.core.default_observation import DEFAULT_ENCODER
from qipai.core.game import Game
from qipai.core.observation import Encoder
from qipai.core.registry import game as find_game
from qipai.core.registry import part
from qipai.core.state import State

Bits = NDArray[np.uint8]


def encoder_of(game: str | Game) -> Encoder:
    """The game's own encoder, or the default one."""
    module = part(find_game(game) if isinstance(game, str) else game, "observation")
    found = DEFAULT_ENCODER if module is None else module.ENCODER
    assert isinstance(found, Encoder)
    return found


def unpack_bits(raw: bytes) -> Bits:
    """The kernel's packed bits, one in each element of an array."""
    return np.unpackbits(np.frombuffer(raw, np.uint8), None, None, "little")


def observe(encoder: Encoder, state: State, seat: int, chosen: int = 0) -> Bits:
    """What one seat sees, as a new array."""
    out = BytesWriter()
    encoder.observe(state, seat, chosen, encoder.memory(), out)
    return unpack_bits(out.getvalue()).reshape(encoder.rows, encoder.columns)


__all__ = ["Bits", "encoder_of", "observe", "unpack_bits"]
