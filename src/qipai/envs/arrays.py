"""From the kernel's bits to arrays, and where a game's planes are found."""

from __future__ import annotations

import numpy as np
from librt.strings import BytesWriter
from numpy.typing import NDArray

from qipai.core.errors import BadRecord
from qipai.core.game import Game
from qipai.core.planes import Planes
from qipai.core.registry import game as find_game
from qipai.core.registry import part
from qipai.core.state import State
from qipai.core.text import Text

Bits = NDArray[np.uint8]


def planes_of(game: str | Game) -> Planes:
    """The planes of a game. BadRecord when it has none."""
    known = find_game(game) if isinstance(game, str) else game
    module = part(known, "observation")
    if module is None:
        reason = Text(f"{known.name} has no learning environment", f"{known.name} 没有学习环境")
        raise BadRecord("BAD_RECORD", reason=reason)
    found = module.PLANES
    assert isinstance(found, Planes)
    return found


def bits_of(raw: bytes) -> Bits:
    """Bits as the kernel writes them, one in each element."""
    return np.unpackbits(np.frombuffer(raw, np.uint8), None, None, "little")


def observation(planes: Planes, state: State, seat: int, chosen: int = 0) -> Bits:
    """What one seat sees, as an array of its own."""
    out = BytesWriter()
    planes.observe(state, seat, chosen, planes.memory(), out)
    return bits_of(out.getvalue()).reshape(planes.planes, planes.width)


__all__ = ["Bits", "bits_of", "find_game", "observation", "planes_of"]
