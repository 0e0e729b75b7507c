"""What can be played from a hand, and what beats what (X-3, X-6.2, X-6.3)."""

from __future__ import annotations

from typing import Final

from qipai.core.data import brief
from qipai.core.errors import bad_input
from qipai.games.xianqi.pieces import (
    B_GOU,
    COPIES,
    COVER_PAIR,
    COVER_TRIPLE,
    FIRST_COVER,
    FIRST_PAIR,
    FIRST_TRIPLE,
    PAIR_NEED,
    PAIRS_ABOVE,
    PLAY_OF,
    POWER,
    R_GOU,
    SINGLES_ABOVE,
    SIZE,
    SLOT,
    SLOTS,
    TRIPLES_ABOVE,
    UNIT,
)
from qipai.native import i64

# the halves of a hand, six slots each, find ready-made lists of its singles, covers and pairs
HALF: Final = 6
HALF_MASK: Final = 0xFFF
ONES: Final = 0x555555  # the lower bit of every count
NIU_ONES: Final = 0x500000
DOGS: Final = UNIT[R_GOU] | UNIT[B_GOU]
DOG_PAIR: Final = PLAY_OF[DOGS]  # the first of all pairs
BELOW: Final[list[int]] = [sum(3 * UNIT[slot] for slot in range(end)) for end in range(SLOTS + 1)]


def masks() -> bytes:
    """For every half of a hand the slots that it has pieces of, a bit each."""
    out = [0]
    for slot in range(HALF):
        out = [(n > 0) << slot | mask for n in range(4) for mask in out]
    return bytes(out)


def numbers(slots: list[int]) -> list[list[int]]:
    """For each mask of six slots those of these numbers that it has; slots without one have -1."""
    return [[slots[k] for k in range(HALF) if (mask >> k) & 1 and slots[k] >= 0] for mask in range(1 << HALF)]


def pair_numbers(first: int) -> list[int]:
    return [PLAY_OF.get(2 * UNIT[slot], -1) for slot in range(first, first + HALF)]


HELD: Final = masks()
LOW_SINGLES: Final[list[list[int]]] = numbers(list(range(HALF)))
HIGH_SINGLES: Final[list[list[int]]] = numbers(list(range(HALF, SLOTS)))
LOW_COVERS: Final[list[list[int]]] = numbers(list(range(FIRST_COVER, FIRST_COVER + HALF)))
HIGH_COVERS: Final[list[list[int]]] = numbers(list(range(FIRST_COVER + HALF, FIRST_COVER + SLOTS)))
LOW_PAIRS: Final[list[list[int]]] = numbers(pair_numbers(0))
HIGH_PAIRS: Final[list[list[int]]] = numbers(pair_numbers(HALF))


def singles(hand: i64) -> list[int]:
    """The slots that the hand has pieces of."""
    low: i64 = HELD[hand & HALF_MASK]
    high: i64 = HELD[hand >> 2 * HALF]
    return LOW_SINGLES[low] + HIGH_SINGLES[high]


def leads(hand: i64) -> list[int]:
    """Every combination of the hand, in action order (X-5.1)."""
    out = singles(hand)
    if hand & DOGS == DOGS:
        out.append(DOG_PAIR)
    twice: i64 = (hand >> 1) & ONES  # a count of two or three has its upper bit set
    if twice:
        low: i64 = HELD[twice & HALF_MASK]
        if low:
            out.extend(LOW_PAIRS[low])
        high: i64 = HELD[twice >> 2 * HALF]
        if high:
            out.extend(HIGH_PAIRS[high])
            if hand & twice & NIU_ONES:
                add_triples(hand, 2, out)
    return out


def add_pairs(hand: i64, end: i64, out: list[int]) -> None:
    """The hand's pairs among the first `end`. A count of two or three has its upper bit set."""
    k: i64 = 0
    while k < end:
        need: i64 = PAIR_NEED[k]
        if hand & need == need:
            out.append(FIRST_PAIR + k)
        k += 1


def add_triples(hand: i64, end: i64, out: list[int]) -> None:
    """The hand's triples among the first `end`: three red niu, three black niu."""
    if end > 0 and hand & 0x300000 == 0x300000:
        out.append(FIRST_TRIPLE)
    if end > 1 and hand & 0xC00000 == 0xC00000:
        out.append(FIRST_TRIPLE + 1)


def beats_of(hand: i64, count: i64, power: i64) -> list[int]:
    """Every combination of that count in the hand that is strictly greater (X-6.2, X-3.7)."""
    if count == 1:
        end: i64 = SINGLES_ABOVE[power]
        return singles(hand & BELOW[end])
    out: list[int] = []
    if count == 2:
        add_pairs(hand, PAIRS_ABOVE[power], out)
    else:
        add_triples(hand, TRIPLES_ABOVE[power], out)
    return out


def can_beat(hand: i64, count: i64, power: i64) -> bool:
    """Whether `beats_of` would list anything."""
    if count == 1:
        end: i64 = SINGLES_ABOVE[power]
        return hand & BELOW[end] != 0
    if count == 2:
        k: i64 = 0
        end = PAIRS_ABOVE[power]
        while k < end:
            need: i64 = PAIR_NEED[k]
            if hand & need == need:
                return True
            k += 1
        return False
    end = TRIPLES_ABOVE[power]
    return end > 0 and hand & 0x300000 == 0x300000


def covers_of(hand: i64, count: i64) -> list[int]:
    """Every way to lay `count` pieces of the hand face down (X-6.3), in action order."""
    if count == 1:
        low: i64 = HELD[hand & HALF_MASK]
        high: i64 = HELD[hand >> 2 * HALF]
        return LOW_COVERS[low] + HIGH_COVERS[high]
    out: list[int] = []
    if count == 2:
        cover_pairs(hand, out)
    else:
        cover_triples(hand, out)
    return out


def cover_pairs(hand: i64, out: list[int]) -> None:
    i: i64 = 0
    while hand:
        held: i64 = hand & 3
        hand >>= 2
        if held:
            if held > 1:
                out.append(COVER_PAIR[13 * i])
            at: i64 = 13 * i
            rest: i64 = hand
            while rest:
                at += 1
                if rest & 3:
                    out.append(COVER_PAIR[at])
                rest >>= 2
        i += 1


def cover_triples(hand: i64, out: list[int]) -> None:
    i: i64 = 0
    while i < SLOTS:
        ni: i64 = (hand >> (2 * i)) & 3
        if ni:
            j: i64 = i
            while j < SLOTS:
                nj: i64 = (hand >> (2 * j)) & 3
                if j == i:
                    nj -= 1
                if nj > 0:
                    k: i64 = j
                    while k < SLOTS:
                        nk: i64 = (hand >> (2 * k)) & 3
                        if k == j:
                            nk -= 1
                        if k == i:
                            nk -= 1
                        if nk > 0:
                            out.append(COVER_TRIPLE[i * 144 + j * 12 + k])
                        k += 1
                j += 1
        i += 1


def read_count_map(data: object) -> int | None:
    """A JSON count map as a packed count; None if it is malformed or has more copies than exist."""
    if not isinstance(data, dict):
        return None
    packed = 0
    for name, count in data.items():
        slot = SLOT.get(name) if isinstance(name, str) else None
        if slot is None or not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= COPIES[slot]:
            return None
        packed += count * UNIT[slot]
    return packed


def beats(table: object, play: object) -> bool:
    """Whether `play` beats `table`, both count maps (X-3.7).

    BAD_INPUT if one of them is not a combination (X-3.2), or if their counts differ (X-3.8).
    """
    numbers: list[int] = []
    for given in (table, play):
        packed = read_count_map(given)
        number = PLAY_OF.get(packed) if packed is not None else None
        if number is None:
            raise bad_input(f"not a combination: {brief(given)}", f"不是牌型：{brief(given)}")
        numbers.append(number)
    lower, upper = numbers
    if SIZE[lower] != SIZE[upper]:
        both = f"{brief(table)}, {brief(play)}"
        raise bad_input(f"combinations of unlike count do not compare: {both}", f"张数不同，不能相比：{both}")
    return POWER[upper] > POWER[lower]
