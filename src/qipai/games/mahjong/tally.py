"""Counts of tiles as rows of bits: at least one, two, three, four of a kind; and eight such rows as bytes."""

from __future__ import annotations

from typing import Final

from qipai.buffers import BytesWriter, read_i64_le
from qipai.core.observation import TOP, put_54, table_64
from qipai.native import i64


def spread() -> list[int]:
    """Packed counts of three ranks to four rows of nine columns: at least one, two, three, four."""
    out = []
    for packed in range(512):
        rows = 0
        for rank in range(3):
            for row in range(min((packed >> 3 * rank) & 7, 4)):
                rows |= 1 << (rank + 9 * row)
        out.append(rows)
    return out


THREE_RANKS: Final = table_64(spread())


class Tally:
    """Counts of tiles as four rows of 27 bits: at least one, two, three, four."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0
        self.three: i64 = 0
        self.four: i64 = 0

    def add(self, tile: i64) -> None:
        mark: i64 = TOP >> 60 - tile
        self.four |= self.three & mark
        self.three |= self.two & mark
        self.two |= self.one & mark
        self.one |= mark

    def add_counts(self, a: i64, b: i64, c: i64, d: i64) -> None:
        """Adds counts in the same form, up to four of a tile."""
        one = self.one
        two = self.two
        self.four |= d | (c & one) | (b & two) | (a & self.three)
        self.three |= c | (b & one) | (a & two)
        self.two |= b | (a & one)
        self.one |= a

    def set_to(self, other: Tally) -> None:
        self.one = other.one
        self.two = other.two
        self.three = other.three
        self.four = other.four

    def set_hand(self, first: i64, second: i64, third: i64) -> None:
        """The packed counts of three suits."""
        a = suit_rows(first)
        b = suit_rows(second)
        c = suit_rows(third)
        self.one = (a & 511) | (b & 511) << 9 | (c & 511) << 18
        self.two = ((a >> 9) & 511) | ((b >> 9) & 511) << 9 | ((c >> 9) & 511) << 18
        self.three = ((a >> 18) & 511) | ((b >> 18) & 511) << 9 | ((c >> 18) & 511) << 18
        self.four = (a >> 27) | (b >> 27) << 9 | (c >> 27) << 18


def suit_rows(counts: i64) -> i64:
    """The counts of a suit as four rows of nine columns."""
    low: i64 = read_i64_le(THREE_RANKS, 8 * (counts & 511))
    middle: i64 = read_i64_le(THREE_RANKS, 8 * ((counts >> 9) & 511))
    high: i64 = read_i64_le(THREE_RANKS, 8 * (counts >> 18))
    return low | middle << 3 | high << 6


def put_rows(out: BytesWriter, a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64) -> None:
    """Eight rows."""
    put_54(out, a | b << 27, c | d << 27, e | f << 27, g | h << 27)
