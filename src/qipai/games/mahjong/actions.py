"""Moves as small integers: discards 0..26, own kongs 32.., claims and hu 64.., missing suits 96.., burials 128.. and swaps
4096.. (three ranks of a suit)."""

from __future__ import annotations

from typing import Final

from qipai.native import i64

KONG_OF: Final = 32  # + tile: concealed or added, on one's own turn
HU: Final = 64
PENG: Final = 65
KONG: Final = 66  # of a discard
PASS: Final = 67
MISSING_OF: Final = 96  # + suit
BURY: Final = 128  # + 729 * suit + 81 * a + 9 * b + c with ranks a <= b <= c

SWAP: Final = 4096  # as BURY


def bury_action(a: i64, b: i64, c: i64) -> i64:
    """Three tiles of one suit, in id order."""
    suit: i64 = a // 9
    return BURY + 729 * suit + 81 * (a - 9 * suit) + 9 * (b - 9 * suit) + (c - 9 * suit)


def buried_tiles(action: i64) -> list[int]:
    """The three tiles of a burial, in id order."""
    code: i64 = action - BURY
    suit: i64 = code // 729
    code -= 729 * suit
    a: i64 = code // 81
    b: i64 = code // 9 - 9 * a
    c: i64 = code % 9
    return [9 * suit + a, 9 * suit + b, 9 * suit + c]


def buried_suit(action: i64) -> i64:
    return (action - BURY) // 729
