"""Tiles: 27 kinds of four copies, and packed hands.

A kind is an id 0..26 = 9 * suit + rank - 1 with the suits p, s, m (M-2.1). The held tiles of one suit are one integer of
27 bits, three for the count of each rank: adding a tile is adding its `UNIT`. A hand is three such integers.
"""

from __future__ import annotations

from typing import Final

from qipai.native import i64

SUITS: Final = "psm"
SUIT_NAMES_ZH: Final = "筒条万"
KINDS: Final = 27
RANKS: Final = 9
COPIES: Final = 4
DECK: Final = 108
NO_TILE: Final = 31

SUIT_OF: Final = bytes([t // 9 for t in range(KINDS)])
SHIFT_OF: Final = bytes([3 * (t % 9) for t in range(KINDS)])
TOP_UNIT: Final = 1 << 24
UNIT_OF: Final[list[int]] = [1 << (3 * (t % 9)) for t in range(KINDS)]
NAMES: Final = [f"{t % 9 + 1}{SUITS[t // 9]}" for t in range(KINDS)]
DECK_IN_ORDER: Final = [t for t in range(KINDS) for _ in range(COPIES)]
FULL_SUIT: Final = sum(4 << (3 * r) for r in range(RANKS))


def count_in(suit_counts: i64, tile: i64) -> i64:
    """Copies of the kind in the packed counts of its suit."""
    return (suit_counts >> SHIFT_OF[tile]) & 7


def size_of(suit_counts: i64) -> i64:
    """Tiles in one suit's packed counts."""
    total: i64 = 0
    while suit_counts:
        total += suit_counts & 7
        suit_counts >>= 3
    return total


def read_tiles(text: str) -> list[int] | None:
    """`123p5m` to kinds, in the given order; None if malformed (M-13.2). Spaces between groups are allowed."""
    out: list[int] = []
    ranks: list[int] = []
    for ch in text:
        if ch in "123456789":
            ranks.append(int(ch) - 1)
        elif ch in SUITS:
            if not ranks:
                return None
            suit = SUITS.index(ch)
            for rank in ranks:
                out.append(9 * suit + rank)
            ranks = []
        elif ch != " " or ranks:
            return None
    if ranks:
        return None
    return out


def write_tiles(kinds: list[int]) -> str:
    """Kinds in id order, sharing suit letters: `123p5m`."""
    out = ""
    for suit in range(3):
        ranks = "".join(str(t % 9 + 1) for t in sorted(kinds) if t // 9 == suit)
        if ranks:
            out += ranks + SUITS[suit]
    return out


def write_in_order(kinds: list[int]) -> str:
    """Kinds in the given order, each with its suit letter."""
    return "".join(NAMES[t] for t in kinds)


def pack(kinds: list[int]) -> list[int]:
    """Kinds to the three packed suits."""
    out = [0, 0, 0]
    for t in kinds:
        out[t // 9] += UNIT_OF[t]
    return out


def unpack(p: i64, s: i64, m: i64) -> list[int]:
    """The three packed suits to kinds, in id order."""
    out: list[int] = []
    suit: i64 = 0
    while suit < 3:
        counts: i64 = p if suit == 0 else (s if suit == 1 else m)
        tile: i64 = 9 * suit
        while counts:
            n: i64 = counts & 7
            while n:
                out.append(tile)
                n -= 1
            counts >>= 3
            tile += 1
        suit += 1
    return out
