"""The held tiles of four seats as twelve machine integers: three packed suits each (tiles.py).

Fields, not a list: changing a hand creates no object, and copying a deal copies only numbers.
"""

from __future__ import annotations

from qipai.core.state import State
from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, UNIT_OF
from qipai.native import i64


class FourHands(State):
    """Counts by seat and suit; `p2` are the dots of seat 2."""

    def __init__(self) -> None:
        self.p0: i64 = 0
        self.s0: i64 = 0
        self.m0: i64 = 0
        self.p1: i64 = 0
        self.s1: i64 = 0
        self.m1: i64 = 0
        self.p2: i64 = 0
        self.s2: i64 = 0
        self.m2: i64 = 0
        self.p3: i64 = 0
        self.s3: i64 = 0
        self.m3: i64 = 0

    def counts(self, seat: i64, suit: i64) -> i64:
        """The packed counts of one suit of a hand."""
        if seat == 0:
            if suit == 0:
                return self.p0
            if suit == 1:
                return self.s0
            return self.m0
        if seat == 1:
            if suit == 0:
                return self.p1
            if suit == 1:
                return self.s1
            return self.m1
        if seat == 2:
            if suit == 0:
                return self.p2
            if suit == 1:
                return self.s2
            return self.m2
        if suit == 0:
            return self.p3
        if suit == 1:
            return self.s3
        return self.m3

    def put(self, seat: i64, suit: i64, counts: i64) -> None:
        """Sets one suit of a hand."""
        if seat == 0:
            if suit == 0:
                self.p0 = counts
            elif suit == 1:
                self.s0 = counts
            else:
                self.m0 = counts
        elif seat == 1:
            if suit == 0:
                self.p1 = counts
            elif suit == 1:
                self.s1 = counts
            else:
                self.m1 = counts
        elif seat == 2:
            if suit == 0:
                self.p2 = counts
            elif suit == 1:
                self.s2 = counts
            else:
                self.m2 = counts
        else:
            if suit == 0:
                self.p3 = counts
            elif suit == 1:
                self.s3 = counts
            else:
                self.m3 = counts

    def copy_hands(self, other: FourHands) -> None:
        """Copies all held tiles from another deal."""
        self.p0 = other.p0
        self.s0 = other.s0
        self.m0 = other.m0
        self.p1 = other.p1
        self.s1 = other.s1
        self.m1 = other.m1
        self.p2 = other.p2
        self.s2 = other.s2
        self.m2 = other.m2
        self.p3 = other.p3
        self.s3 = other.s3
        self.m3 = other.m3

    def hand_of(self, seat: i64) -> list[int]:
        """The three packed suits of a hand."""
        return [self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2)]

    def held(self, seat: i64, tile: i64) -> i64:
        """Copies of the kind that the seat holds."""
        return (self.counts(seat, SUIT_OF[tile]) >> SHIFT_OF[tile]) & 7

    def take(self, seat: i64, tile: i64) -> None:
        """Removes one copy from the hand."""
        suit: i64 = SUIT_OF[tile]
        self.put(seat, suit, self.counts(seat, suit) - (UNIT_OF[tile]))

    def give(self, seat: i64, tile: i64) -> None:
        """Adds one copy to the hand."""
        suit: i64 = SUIT_OF[tile]
        self.put(seat, suit, self.counts(seat, suit) + (UNIT_OF[tile]))
