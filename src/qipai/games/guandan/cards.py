"""The 54 kinds of cards, hands as two planes of bits, and the orders of G-2.

A kind of card is 4 * rank + suit, ranks 2 … A as 0 … 12 and suits S H C D as 0 … 3; 小王 is 52 and 大王 53, so kinds are in
card order (G-2.6). A hand is two planes of 54 bits: bit k of `one` is set if the hand has kind k, bit k of `two` if it has both
copies. Four bits of a plane are one rank; the jokers are the lower half of a fourteenth.

A key is the rank of a set: 0 … 12 a rank, 13 小王, 14 大王.
"""

from __future__ import annotations

from typing import Final

from qipai.core.data import brief
from qipai.native import i64

RANKS: Final = "23456789TJQKA"
KEYS: Final = "23456789TJQKABR"
SUITS: Final = "SHCD"
HEARTS: Final = 1
ACE: Final = 12
KING: Final = 11
SMALL: Final = 13
BIG: Final = 14
SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
KINDS: Final = 54
COPIES: Final = 2  # two packs (G-1.2)
SEATS: Final = 4
HAND_SIZE: Final = 27  # G-1.4

ALL_BITS: Final = 0x3FFFFFFFFFFFFF
TOP: Final = 0x1000000000000000  # bit 60

NAMES: Final = [suit + rank for rank in RANKS for suit in SUITS] + ["SB", "HR"]
IDS: Final = {name: kind for kind, name in enumerate(NAMES)}
# the deck before shuffling: two packs, each in card order
DECK: Final = [kind for _ in range(COPIES) for kind in range(KINDS)]


def power_rows() -> bytes:
    """Sixteen bytes per level: the power of each key (G-2.1), with the level's rank above the ace."""
    rows = bytearray()
    for level in range(13):
        ladder = [rank for rank in range(13) if rank != level] + [level, SMALL, BIG]
        rows += bytes([ladder.index(key) for key in range(15)]) + b"\xff"
    return bytes(rows)


def ladder_rows() -> bytes:
    """Sixteen bytes per level: the key at each power."""
    rows = bytearray()
    for level in range(13):
        rows += bytes([rank for rank in range(13) if rank != level] + [level, SMALL, BIG]) + b"\xff"
    return bytes(rows)


POWER: Final = power_rows()
LADDER: Final = ladder_rows()


def power(key: i64, level: i64) -> i64:
    """A key's place in the power order 2 < … < A < L < 小王 < 大王 (G-2.1)."""
    return POWER[level * 16 + key]


def key_of(kind: i64) -> i64:
    """The key of a kind of card."""
    if kind >= SMALL_JOKER:
        return kind - SMALL_JOKER + SMALL
    return kind >> 2


def wildcard(level: i64) -> i64:
    """The kind of the two wildcards 逢人配, the hearts of the level (G-1.7)."""
    return 4 * level + HEARTS


def bit(kind: i64) -> i64:
    return TOP >> 60 - kind


def copies(one: i64, two: i64, kind: i64) -> i64:
    """How many copies of a kind a hand has."""
    return ((one >> kind) & 1) + ((two >> kind) & 1)


def bits_in(x: i64) -> i64:
    """How many bits of a plane are set."""
    x = x - ((x >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 32)
    x = (x & 0xFFFFFFFF) + ((x & 0xFFFFFFFF) >> 16)
    return ((x & 0xFFFF) + ((x & 0xFFFF) >> 8)) & 0xFF


def rank_counts(one: i64, two: i64) -> i64:
    """Four bits per rank: its number of cards (0 … 8)."""
    a: i64 = one & 0xFFFFFFFFFFFFF
    b: i64 = two & 0xFFFFFFFFFFFFF
    a = a - ((a >> 1) & 0x5555555555555)
    b = b - ((b >> 1) & 0x5555555555555)
    return (a & 0x3333333333333) + ((a >> 2) & 0x3333333333333) + (b & 0x3333333333333) + ((b >> 2) & 0x3333333333333)


def planes(cards: list[int]) -> tuple[int, int]:
    """The planes of a list of kinds. ValueError if a kind occurs more than twice."""
    one = 0
    two = 0
    for kind in cards:
        mark = 1 << kind
        if two & mark:
            raise ValueError(f"three cards {NAMES[kind]}")
        if one & mark:
            two |= mark
        one |= mark
    return one, two


def listed(one: int, two: int) -> list[int]:
    """The kinds of a hand in card order (G-2.6), doubles twice."""
    out: list[int] = []
    for kind in range(KINDS):
        if (one >> kind) & 1:
            out.append(kind)
            if (two >> kind) & 1:
                out.append(kind)
    return out


def text(one: int, two: int) -> str:
    """A hand as text: names in card order, separated by spaces."""
    return " ".join([NAMES[kind] for kind in listed(one, two)])


def parse(cards: object) -> list[int]:
    """The kinds named in a text, in its order. ValueError on an unknown name."""
    if not isinstance(cards, str):
        raise ValueError("cards are written as one text")
    out: list[int] = []
    for name in cards.split():
        kind = IDS.get(name)
        if kind is None:
            raise ValueError(f"there is no card {name}")
        out.append(kind)
    return out


def parse_level(level: object) -> int:
    """A level 2 … A (G-1.5) as a rank. ValueError."""
    if isinstance(level, str) and len(level) == 1 and level in RANKS:
        return RANKS.index(level)
    raise ValueError(f"there is no level {brief(level)}")
