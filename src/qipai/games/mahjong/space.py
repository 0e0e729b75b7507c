"""The numbers of mahjong's moves for learners: flat, and in steps for a burial or swap chosen tile by tile."""

from __future__ import annotations

from typing import Final

from qipai.core.observation import STEP_BITS, table_16, table_32, table_64
from qipai.games.mahjong.actions import BURY, buried_tiles, bury_action

# the flat space, in the order of the legal lists: own kongs, discards, claims, burials, swaps, missing suits
FIRST_KONG: Final = 1
FIRST_DISCARD: Final = 28
CLAIM_KONG: Final = 55
CLAIM_PENG: Final = 56
CLAIM_PASS: Final = 57
FIRST_BURIAL: Final = 58
FIRST_SWAP: Final = 553
FIRST_MISSING: Final = 1048
ACTIONS: Final = 1051
FIRST_SWAP_STEP: Final = 85
FIRST_MISSING_STEP: Final = 112
FACTORED: Final = 115


def burials() -> list[int]:
    """Every burial as an action: three tiles of a suit, in id order."""
    out: list[int] = []
    for suit in range(3):
        for a in range(9):
            for b in range(a, 9):
                for c in range(b, 9):
                    out.append(bury_action(9 * suit + a, 9 * suit + b, 9 * suit + c))
    return out


BURIALS: Final[list[int]] = burials()


def burial_numbers() -> list[int]:
    """The number of each burial by its action - BURY; 0 for none."""
    out = [0] * (3 * 729)
    for number, action in enumerate(BURIALS):
        out[action - BURY] = FIRST_BURIAL + number
    return out


def burial_paths(first: int) -> list[int]:
    """The steps of three tiles, by the action - BURY; `first` is the number of the first tile."""
    out = [0] * (3 * 729)
    for action in BURIALS:
        a, b, c = [first + tile + 1 for tile in buried_tiles(action)]
        out[action - BURY] = a | b << STEP_BITS | c << 2 * STEP_BITS
    return out


def burial_rows(n: int) -> list[int]:
    """The tiles of which a burial has at least n, by its action - BURY."""
    out = [0] * (3 * 729)
    for action in BURIALS:
        tiles = buried_tiles(action)
        out[action - BURY] = sum(1 << tile for tile in set(tiles) if tiles.count(tile) >= n)
    return out


BURIED_ONE: Final = table_32(burial_rows(1))
BURIED_TWO: Final = table_32(burial_rows(2))
BURIED_THREE: Final = table_32(burial_rows(3))
BURIAL_NUMBER: Final = table_16(burial_numbers())
BURIAL_PATH: Final = table_64(burial_paths(FIRST_BURIAL))
SWAP_PATH: Final = table_64(burial_paths(FIRST_SWAP_STEP))
