"""The 24 pieces, packed counts, and the 448 actions with their tables (X-3, X-10.10, X-10.15).

A *slot* is a piece type in order of single power: slot 0 is the red shi, slot 11 the black niu. A packed count has two
bits per slot, so a hand is one small integer and removing pieces is a subtraction.

Actions are numbered in the order of the legal list: 0..24 the combinations (by count ascending, power descending,
text), 25..444 the covers (by size, then strongest pieces first), then buckle, reveal, pass.
"""

from __future__ import annotations

from typing import Final

from qipai.native import i64

# slots by single power; of equal powers che stands before gou
NAMES: Final[list[str]] = [
    "R_SHI", "B_SHI", "R_XIANG", "B_XIANG", "R_MA", "B_MA",
    "R_CHE", "R_GOU", "B_CHE", "B_GOU", "R_NIU", "B_NIU",
]  # fmt: skip
COPIES: Final = bytes([2, 2, 2, 2, 2, 2, 2, 1, 2, 1, 3, 3])
SINGLE_POWER: Final = bytes([9, 8, 7, 6, 5, 4, 3, 3, 2, 2, 1, 0])
SLOTS: Final = 12
R_GOU: Final = 7
B_GOU: Final = 9
R_NIU: Final = 10
B_NIU: Final = 11
DOG_PAIR_POWER: Final = 9  # equal to the red shi pair
TRIPLE_POWER: Final = {R_NIU: 11, B_NIU: 10}

SLOT: Final[dict[str, int]] = {name: slot for slot, name in enumerate(NAMES)}
# canonical text lists red before black, each SHI XIANG MA CHE GOU NIU
TEXT_ORDER: Final[list[int]] = [
    SLOT[colour + kind] for colour in ("R_", "B_") for kind in ("SHI", "XIANG", "MA", "CHE", "GOU", "NIU")
]
# characters on the discs; the colours differ in their characters, so a picture is readable without colours
CHARACTERS: Final[list[str]] = ["仕", "士", "相", "象", "傌", "馬", "俥", "炮", "車", "砲", "兵", "卒"]

UNIT: Final[list[int]] = [1 << (2 * slot) for slot in range(SLOTS)]
FULL: Final = sum(COPIES[slot] * UNIT[slot] for slot in range(SLOTS))
SHI_XIANG: Final = 0xFF  # slots 0..3: what a black hand lacks


def pack(slots: list[int]) -> int:
    """A list of slots, one per piece, as a packed count."""
    return sum(UNIT[slot] for slot in slots)


def count_map(packed: i64) -> dict[str, int]:
    """A packed count as the JSON count map, in canonical order."""
    out: dict[str, int] = {}
    for slot in TEXT_ORDER:
        n = (packed >> (2 * slot)) & 3
        if n:
            out[NAMES[slot]] = n
    return out


def packed_text(packed: i64) -> str:
    """Canonical text of some pieces (X-10.15): `R_SHI*2`, `R_GOU+B_GOU`."""
    parts: list[str] = []
    for slot in TEXT_ORDER:
        n = (packed >> (2 * slot)) & 3
        if n:
            parts.append(NAMES[slot] if n == 1 else f"{NAMES[slot]}*{n}")
    return "+".join(parts)


def pieces_in(packed: i64) -> i64:
    """How many pieces a packed count holds."""
    pairs: i64 = (packed & 0x333333) + ((packed >> 2) & 0x333333)
    nibbles: i64 = (pairs & 0x0F0F0F) + ((pairs >> 4) & 0x0F0F0F)
    return (nibbles & 0xFF) + ((nibbles >> 8) & 0xFF) + ((nibbles >> 16) & 0xFF)


def combinations() -> list[tuple[int, int, int]]:
    """All legal combinations (X-3.2) as (count, power, packed), in the order of X-10.10."""
    found: list[tuple[int, int, int]] = []
    for slot in range(SLOTS):
        found.append((1, SINGLE_POWER[slot], UNIT[slot]))
        if COPIES[slot] >= 2:
            found.append((2, SINGLE_POWER[slot], 2 * UNIT[slot]))
        if COPIES[slot] >= 3:
            found.append((3, TRIPLE_POWER[slot], 3 * UNIT[slot]))
    found.append((2, DOG_PAIR_POWER, UNIT[R_GOU] + UNIT[B_GOU]))
    return sorted(found, key=lambda c: (c[0], -c[1], packed_text(c[2])))


def multisets(size: int, first: int = 0) -> list[list[int]]:
    """All ways to cover with `size` pieces, as ascending slots, lexicographically."""
    if size == 0:
        return [[]]
    out: list[list[int]] = []
    for slot in range(first, SLOTS):
        for rest in multisets(size - 1, slot):
            chosen = [slot, *rest]
            if chosen.count(slot) <= COPIES[slot]:
                out.append(chosen)
    return out


COMBINATIONS: Final[list[tuple[int, int, int]]] = combinations()
PLAYS: Final = 25
COVER_LISTS: Final[list[list[int]]] = multisets(1) + multisets(2) + multisets(3)
FIRST_COVER: Final = 25
BUCKLE: Final = 445
REVEAL: Final = 446
PASS: Final = 447
ACTIONS: Final = 448
# only in views: a cover of one, two or three pieces unknown to the seat
HIDDEN: Final = 448

PACKED: Final[list[int]] = [c[2] for c in COMBINATIONS] + [pack(slots) for slots in COVER_LISTS] + [0] * 6
SIZE: Final = bytes([c[0] for c in COMBINATIONS] + [len(slots) for slots in COVER_LISTS] + [0, 0, 0, 1, 2, 3])
POWER: Final = bytes([c[1] for c in COMBINATIONS])
PLAY_OF: Final[dict[int, int]] = {c[2]: number for number, c in enumerate(COMBINATIONS)}
COVER_OF: Final[dict[int, int]] = {pack(slots): FIRST_COVER + number for number, slots in enumerate(COVER_LISTS)}

assert len(COMBINATIONS) == PLAYS
assert FIRST_COVER + len(COVER_LISTS) == BUCKLE

# the eleven pairs in action order: number 12 + k needs these two bits of the hand
FIRST_PAIR: Final = 12
PAIRS: Final = 11
FIRST_TRIPLE: Final = 23
PAIR_NEED: Final[list[int]] = [
    UNIT[R_GOU] | UNIT[B_GOU] if c[2] == UNIT[R_GOU] + UNIT[B_GOU] else c[2] for c in COMBINATIONS if c[0] == 2
]


def stronger_than(power: int, count: int) -> int:
    """How many combinations of that count are strictly stronger; they come first in action order."""
    return sum(1 for c in COMBINATIONS if c[0] == count and c[1] > power)


SINGLES_ABOVE: Final = bytes(stronger_than(power, 1) for power in range(12))
PAIRS_ABOVE: Final = bytes(stronger_than(power, 2) for power in range(12))
TRIPLES_ABOVE: Final = bytes(stronger_than(power, 3) for power in range(12))


def cover_table(size: int) -> list[int]:
    """Cover numbers by their ascending slots as base-12 digits; 0 for none."""
    out = [0] * (12**size)
    for number, slots in enumerate(COVER_LISTS):
        if len(slots) == size:
            index = 0
            for slot in slots:
                index = index * 12 + slot
            out[index] = FIRST_COVER + number
    return out


COVER_PAIR: Final[list[int]] = cover_table(2)
COVER_TRIPLE: Final[list[int]] = cover_table(3)
