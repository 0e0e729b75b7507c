"""Whether a suit is complete: shared by the win test and waits. How far it is from that: distances.py.

The 5**9 ways to hold the ranks of one suit are numbered in base 5.
`MARKS` says whether the tiles of a suit form sets, or sets and the pair, and whether triplets suffice (M-7.1, M-9.6) or every
part has a 1 or a 9 (M-30.3). It is built from every choice of at most four sets, with and without a pair. The number of tiles
implies that of the sets, so one table serves hands of three sets (埋三张) and of four.
"""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, UNIT_OF
from qipai.native import i64

MAX_SETS: Final = 4  # M-27.1: four sets and a pair; M-7.1: three
WITHOUT_PAIR: Final = 1
WITH_PAIR: Final = 2
ALL_TRIPLETS: Final = 4
ALL_OUTSIDE: Final = 8  # some reading has a 1 or a 9 in every part
OUTSIDE_TRIPLETS: Final = 16  # and in one of those readings all sets are triplets
ODD: Final = 0x1249249  # bit 0 of each rank's count
NOT_OF_SUIT: Final = [0x7FFFFFF, 0x7FFFE00, 0x7FC01FF, 0x003FFFF]  # kinds, by missing suit + 1

FIVES: Final[list[int]] = [5**r for r in range(9)]
SUIT_WAYS: Final = 5**9
LOW_WAYS: Final = 5**5


def base_five(ranks: int) -> list[int]:
    """Packed counts (3 bits each) of the first ranks, as base-5 numbers; counts above four cannot occur."""
    out = [0]
    for r in range(ranks):
        out = [FIVES[r] * min(n, 4) + low for n in range(8) for low in out]
    return out


LOW_FIVE: Final[list[int]] = base_five(5)
HIGH_FIVE: Final[list[int]] = base_five(4)


def lay_sets(table: bytearray, counts: list[int], sets: int, first: int, triplets: bool, outside: bool) -> None:
    """Marks the suit so far, alone and with each pair, then recurses with every further set (M-7.1)."""
    here = sum(n * f for n, f in zip(counts, FIVES, strict=True))
    mark = ALL_TRIPLETS if triplets else 0
    ends = (ALL_OUTSIDE | (OUTSIDE_TRIPLETS if triplets else 0)) if outside else 0
    table[here] |= WITHOUT_PAIR | mark | ends
    for r in range(9):
        if counts[r] <= 2:
            table[here + 2 * FIVES[r]] |= WITH_PAIR | mark | (ends if r in (0, 8) else 0)
    if sets == MAX_SETS:
        return
    for kind in range(first, 16):
        if kind < 9:
            tiles = [kind, kind, kind]
        else:
            tiles = [kind - 9, kind - 8, kind - 7]
        for r in tiles:
            counts[r] += 1
        if max(counts) <= 4:
            lay_sets(table, counts, sets + 1, kind, triplets and kind < 9, outside and (0 in tiles or 8 in tiles))
        for r in tiles:
            counts[r] -= 1


def complete_suits() -> bytes:
    """The marks of every way to hold a suit, in base 5."""
    table = bytearray(SUIT_WAYS)
    lay_sets(table, [0] * 9, 0, 0, True, True)
    return bytes(table)


def classes(marks: bytes, low: bool) -> tuple[list[int], list[int]]:
    """Groups the ways to hold the lower five (or upper four) ranks that combine with the same other ranks.

    Returns the class of each way, and one way of each class. There are at most 125 classes on either side, so three small
    tables replace one of two million entries.
    """
    known: dict[bytes, int] = {}
    found: list[int] = []
    members: list[int] = []
    for way in range(LOW_WAYS if low else SUIT_WAYS // LOW_WAYS):
        row = marks[way::LOW_WAYS] if low else marks[LOW_WAYS * way : LOW_WAYS * (way + 1)]
        if row not in known:
            known[row] = len(known)
            members.append(way)
        found.append(known[row])
    return found, members


def joined(marks: bytes, lows: list[int], highs: list[int]) -> bytes:
    """The marks of a suit by its two classes, at 128 * low + high."""
    table = bytearray(128 * 128)
    for i, low in enumerate(lows):
        for j, high in enumerate(highs):
            table[128 * i + j] = marks[low + LOW_WAYS * high]
    return bytes(table)


def suit_tables() -> tuple[bytes, bytes, bytes]:
    marks = complete_suits()
    low_class, lows = classes(marks, True)
    high_class, highs = classes(marks, False)
    assert len(lows) <= 128 and len(highs) <= 128  # noqa: PT018
    low = bytes(low_class[way] for way in LOW_FIVE)
    high = bytes(high_class[way] for way in HIGH_FIVE)
    return low, high, joined(marks, lows, highs)


TABLES: Final = suit_tables()
LOW_CLASS: Final[bytes] = TABLES[0]
HIGH_CLASS: Final[bytes] = TABLES[1]
MARKS: Final[bytes] = TABLES[2]


def suit_value(counts: i64) -> i64:
    """WITHOUT_PAIR, WITH_PAIR and ALL_TRIPLETS of one suit; 0 if it is not complete."""
    low: i64 = LOW_CLASS[counts & 0x7FFF]
    return MARKS[(low << 7) | HIGH_CLASS[counts >> 15]]


def complete(p: i64, s: i64, m: i64) -> bool:
    """Whether 2, 5, 8, 11 or 14 concealed tiles are sets and a pair (M-7.2); their number implies exactly one pair."""
    low: i64 = LOW_CLASS[p & 0x7FFF]
    if MARKS[(low << 7) | HIGH_CLASS[p >> 15]] == 0:
        return False
    low = LOW_CLASS[s & 0x7FFF]
    if MARKS[(low << 7) | HIGH_CLASS[s >> 15]] == 0:
        return False
    low = LOW_CLASS[m & 0x7FFF]
    return MARKS[(low << 7) | HIGH_CLASS[m >> 15]] != 0


def all_triplets(p: i64, s: i64, m: i64) -> bool:
    """Whether a complete hand has a reading without runs (M-9.6, M-9.12)."""
    return suit_value(p) & suit_value(s) & suit_value(m) & ALL_TRIPLETS != 0


def seven_pairs(p: i64, s: i64, m: i64) -> bool:
    """Whether 14 concealed tiles are pairs; four alike are two (M-27.2)."""
    return (p | s | m) & ODD == 0


def completes(p: i64, s: i64, m: i64, tile: i64) -> bool:
    """Whether the tile would complete the hand."""
    suit: i64 = SUIT_OF[tile]
    one: i64 = UNIT_OF[tile]
    if suit == 0:
        return complete(p + one, s, m)
    if suit == 1:
        return complete(p, s + one, m)
    return complete(p, s, m + one)


def wait_mask(p: i64, s: i64, m: i64, missing: i64) -> i64:
    """Bit mask of the kinds that complete 1, 4, 7, 10 or 13 concealed tiles; there is no fifth copy (M-7.3)."""
    mask: i64 = 0
    bit: i64 = 1
    tile: i64 = 0
    while tile < 27:
        suit: i64 = SUIT_OF[tile]
        if suit != missing:
            counts: i64 = p if suit == 0 else (s if suit == 1 else m)
            if (counts >> SHIFT_OF[tile]) & 7 < 4 and completes(p, s, m, tile):
                mask |= bit
        bit <<= 1
        tile += 1
    return mask


def odd_kinds(p: i64, s: i64, m: i64) -> i64:
    """Bit mask of the kinds held once or thrice."""
    mask: i64 = 0
    bit: i64 = 1
    suit: i64 = 0
    while suit < 3:
        counts: i64 = p if suit == 0 else (s if suit == 1 else m)
        rank: i64 = 0
        while rank < 9:
            if counts & 1:
                mask |= bit
            counts >>= 3
            bit <<= 1
            rank += 1
        suit += 1
    return mask


def complete_all(hands: list[list[int]]) -> list[bool]:
    """`complete` for many hands at once, each three packed suits."""
    out: list[bool] = []
    for hand in hands:
        out.append(complete(hand[0], hand[1], hand[2]))
    return out
