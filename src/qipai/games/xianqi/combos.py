"""What can be played from a hand, and what beats what (X-3, X-6.2, X-6.3)."""

from __future__ import annotations

from qipai.core.data import brief
from qipai.core.errors import bad_input
from qipai.games.xianqi.pieces import (
    COPIES,
    COVER_PAIR,
    COVER_TRIPLE,
    FIRST_COVER,
    FIRST_PAIR,
    FIRST_TRIPLE,
    PAIR_NEED,
    PAIRS,
    PAIRS_ABOVE,
    PLAY_OF,
    POWER,
    SINGLES_ABOVE,
    SIZE,
    SLOT,
    SLOTS,
    TRIPLES_ABOVE,
    UNIT,
)
from qipai.native import i64


def add_singles(hand: i64, end: i64, out: list[int]) -> None:
    """Singles of slots below `end`."""
    slot: i64 = 0
    while slot < end:
        if hand & 3:
            out.append(slot)
        hand >>= 2
        slot += 1


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


def leads(hand: i64) -> list[int]:
    """Every combination of the hand, in action order (X-5.1)."""
    out: list[int] = []
    add_singles(hand, SLOTS, out)
    add_pairs(hand, PAIRS, out)
    add_triples(hand, 2, out)
    return out


def beats_of(hand: i64, count: i64, power: i64) -> list[int]:
    """Every combination of that count in the hand that is strictly greater (X-6.2, X-3.7)."""
    out: list[int] = []
    if count == 1:
        add_singles(hand, SINGLES_ABOVE[power], out)
    elif count == 2:
        add_pairs(hand, PAIRS_ABOVE[power], out)
    else:
        add_triples(hand, TRIPLES_ABOVE[power], out)
    return out


def can_beat(hand: i64, count: i64, power: i64) -> bool:
    """Whether `beats_of` would list anything."""
    if count == 1:
        end: i64 = SINGLES_ABOVE[power]
        return hand & (UNIT[end] - 1) != 0
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
    out: list[int] = []
    i: i64 = 0
    j: i64 = 0
    k: i64 = 0
    if count == 1:
        while i < SLOTS:
            if (hand >> (2 * i)) & 3:
                out.append(FIRST_COVER + i)
            i += 1
    elif count == 2:
        while i < SLOTS:
            ni: i64 = (hand >> (2 * i)) & 3
            if ni:
                if ni > 1:
                    out.append(COVER_PAIR[i * 13])
                j = i + 1
                while j < SLOTS:
                    if (hand >> (2 * j)) & 3:
                        out.append(COVER_PAIR[i * 12 + j])
                    j += 1
            i += 1
    else:
        while i < SLOTS:
            ni = (hand >> (2 * i)) & 3
            if ni:
                j = i
                while j < SLOTS:
                    nj: i64 = (hand >> (2 * j)) & 3
                    if j == i:
                        nj -= 1
                    if nj > 0:
                        k = j
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
    return out


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
