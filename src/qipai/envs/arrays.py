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
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.envs.versions import VERSION, check_version

Bits = NDArray[np.uint8]


def encoder_of(game: str | Game, version: int = VERSION) -> Encoder:
    """The game's own encoder, or the default one, as it is in that version of the environments."""
    module = part(find_game(game) if isinstance(game, str) else game, "observation")
    found = DEFAULT_ENCODER if module is None else module.ENCODER
    assert isinstance(found, Encoder)
    return found.at_version(version)


def encoder_for(game: Game, rules: Rules, version: int, factored: bool) -> Encoder:
    """The same, checked for these rules. ValueError."""
    encoder = encoder_of(game, check_version(version))
    if not encoder.supports(rules):
        raise ValueError(f"version {version} of {game.name} has no numbers for all moves under these rules; take {VERSION}")
    if factored and not encoder.factored:
        raise ValueError(f"{game.name} has no factored action space")
    return encoder


def unpack_bits(raw: bytes) -> Bits:
    """The kernel's packed bits, one in each element of an array."""
    return np.unpackbits(np.frombuffer(raw, np.uint8), None, None, "little")


def observe(encoder: Encoder, state: State, seat: int, chosen: int = 0) -> Bits:
    """What one seat sees, as a new array."""
    out = BytesWriter()
    encoder.observe(state, seat, chosen, encoder.memory(), out)
    return unpack_bits(out.getvalue()).reshape(encoder.rows, encoder.columns)


__all__ = ["Bits", "encoder_for", "encoder_of", "observe", "unpack_bits"]
