"""A hand prepared for listing plays, and its singles, pairs, triples and bombs, one member per class (G-10.2, G-10.3).

It works on all ranks at once: a plane has four bits per rank, so one expression finds the best card of every rank.
"""

from __future__ import annotations

from typing import Final

from qipai.games.guandan.cards import LADDER
from qipai.games.guandan.choices import PICKS, SETS, TERNARY
from qipai.games.guandan.packing import OVER_FLUSH
from qipai.native import i64

CARD_BITS: Final = 0xFFFFFFFFFFFFF
TENS: Final = 0xFFFFFFFFFF  # windows of a straight, four suits each


def slot(mark: i64) -> i64:
    """A small number that identifies the nibble of a lone bit (the lowest bit of one of fourteen nibbles)."""
    return ((((mark | (mark >> 27)) & 0x7FFFFFF) * 0x21F2CB45) >> 23) & 15


def rank_slots() -> bytes:
    """Sixteen bytes per level: the rank whose nibble in a lifted plane has that slot."""
    out = bytearray(13 * 16)
    for level in range(13):
        for place in range(14):
            out[level * 16 + slot(1 << 4 * place)] = place if place < 13 else level
    return bytes(out)


RANK_SLOTS: Final = rank_slots()


def filled(x: i64) -> i64:
    """The lowest bit of every nibble that is not empty."""
    x |= x >> 1
    x |= x >> 2
    return x & 0x1111111111111


def lowest(x: i64) -> i64:
    """The lowest set bit of every nibble."""
    return x & ~(x - filled(x))


class SetFinder:
    """A prepared hand: counts, straight flushes, weights, and its sets.

    The methods fill a list from place `n` on and return the next free place.
    """

    def __init__(self, joker_pair: bool, suited_straight: bool, over_flush: i64 = OVER_FLUSH) -> None:
        self.joker_pair = joker_pair
        self.over_flush = over_flush
        self.suited_straight = suited_straight
        self.level: i64 = 0
        self.wild: i64 = 0
        self.jokers: i64 = 0
        self.joker_pairs: i64 = 0
        self.one: i64 = 0
        self.two: i64 = 0
        self.counts: i64 = 0
        self.five: i64 = 0
        self.four: i64 = 0
        self.three: i64 = 0
        self.heavy: i64 = 0
        self.light: i64 = 0
        # the progress of `choose`, and what remains: suits with a free copy, with two, with one at each price
        self.chosen: i64 = 0
        self.free: i64 = 0
        self.double: i64 = 0
        self.fair: i64 = 0
        self.dear: i64 = 0
        # the best card of every rank, the best two and three (or as many as it has), and the price of the last one
        self.best1: i64 = 0
        self.best2: i64 = 0
        self.twice2: i64 = 0
        self.best3: i64 = 0
        self.twice3: i64 = 0
        self.price1: i64 = 0
        self.price2: i64 = 0
        self.price3: i64 = 0

    def look(self, one: i64, two: i64, level: i64) -> None:
        """Loads a hand: rank counts, straight flushes, weights."""
        mark: i64 = 0x1000000000000000 >> 59 - 4 * level
        wild: i64 = 0
        if one & mark:
            wild = 2 if two & mark else 1
        self.level = level
        self.wild = wild
        self.jokers = (one >> 52) & 3
        self.joker_pairs = (two >> 52) & 3
        a: i64 = one & CARD_BITS & ~mark
        b: i64 = two & CARD_BITS & ~mark
        self.one = a
        self.two = b
        # how many cards of each rank
        p: i64 = a - ((a >> 1) & 0x5555555555555)
        q: i64 = b - ((b >> 1) & 0x5555555555555)
        p = (p & 0x3333333333333) + ((p >> 2) & 0x3333333333333)
        q = (q & 0x3333333333333) + ((q >> 2) & 0x3333333333333)
        self.counts = p + q
        # suits and windows with all five cards, with four or more, with three or more
        x: i64 = (a << 4) | (a >> 48)
        x1: i64 = x >> 4
        x2: i64 = x >> 8
        x3: i64 = x >> 12
        x4: i64 = x >> 16
        five: i64 = x & x1 & x2 & x3 & x4
        four: i64 = 0
        three: i64 = 0
        assisted: i64 = 0
        if wild:
            odd: i64 = x ^ x1 ^ x2
            carry: i64 = (x & x1) | (x2 & (x | x1))
            carry2: i64 = (odd & (x3 | x4)) | (x3 & x4)
            four = carry & carry2 & TENS
            if wild == 2:
                three = (four | ((carry ^ carry2) & (odd ^ x3 ^ x4))) & TENS
                assisted = three & ~five
            else:
                assisted = four & ~five
        self.five = five
        self.four = four
        self.three = three
        # weights of G-10.3
        heavy: i64 = 0
        light: i64 = 0
        if five:
            x = five | (five << 4) | (five << 8) | (five << 12) | (five << 16)
            heavy = ((x >> 4) | ((x & 15) << 48)) & a
        if assisted:
            x = assisted | (assisted << 4) | (assisted << 8) | (assisted << 12) | (assisted << 16)
            light = ((x >> 4) | ((x & 15) << 48)) & a & ~heavy
        self.heavy = heavy
        self.light = light
        self.chosen = 0

    # the best cards of a rank
    def choose(self, k: i64) -> None:
        """The best k (1 to 3) cards of every rank: the cheapest copies; among equals, the lowest suit (G-10.3, choices.py)."""
        if self.chosen == 0:
            weighed: i64 = self.heavy | self.light
            self.free = (self.one & ~weighed) | self.two
            self.double = self.two & ~weighed
            self.fair = self.light
            self.dear = self.heavy
            self.best1 = self.next_cards()
            self.price1 = self.price3
            self.chosen = 1
        if k > self.chosen:
            if self.chosen == 1:
                second = self.next_cards()
                self.best2 = self.best1 | second
                self.twice2 = self.best1 & second
                self.price2 = self.price3
                self.chosen = 2
            if k == 3:
                third = self.next_cards()
                self.best3 = self.best2 | third
                self.twice3 = self.twice2 | (self.best2 & third)
                self.chosen = 3

    def next_cards(self) -> i64:
        """Removes the best copy of every rank; `price3` is its price: 0, 1 for a light card spent, 2 for a heavy one."""
        free = self.free
        double = self.double
        fair = self.fair
        dear = self.dear
        if not fair | dear:
            taken = lowest(free)
            self.free = (free & ~taken) | (taken & double)
            self.double = double & ~taken
            self.price3 = 0
            return taken
        no_free: i64 = ~(filled(free) * 15)
        no_fair: i64 = ~(filled(free | fair) * 15)
        fair_now: i64 = fair & no_free
        dear_now: i64 = dear & no_fair
        taken = lowest(free | fair_now | dear_now)
        fair_now &= taken
        dear_now &= taken
        self.free = (free & ~taken) | (taken & double)
        self.double = double & ~taken
        self.fair = fair & ~fair_now
        self.dear = dear & ~dear_now
        self.price3 = filled(fair_now) | (filled(dear_now) << 1)
        return taken

    def pick(self, rank: i64, k: i64) -> i64:
        """The best k natural cards of one rank, as packed in a play."""
        shift: i64 = 4 * rank
        held: i64 = TERNARY[((self.one >> shift) & 15) | (((self.two >> shift) & 15) << 4)]
        heavy: i64 = (self.heavy >> shift) & 15
        weight: i64 = TERNARY[((self.light >> shift) & 15) | heavy | (heavy << 4)]
        return PICKS[(held * 81 + weight) * 8 + k - 1]

    def with_count(self, least: i64) -> i64:
        """The lowest bit of every nibble whose rank has at least that many cards, 1 to 8."""
        return ((self.counts + (8 - least) * 0x1111111111111) >> 3) & 0x1111111111111

    def in_power_order(self, marks: i64, first: i64) -> i64:
        """Marked ranks from power `first` (at most 12) up, with the level's mark above the ace's (G-2.1)."""
        level = self.level
        shift: i64 = 4 * level
        mark: i64 = (marks >> shift) & 1
        shift = 52
        if first < 12:
            shift = 4 * LADDER[level * 16 + first]
        return (((marks ^ (mark << 4 * level)) | (mark << 52)) >> shift) << shift

    # sets
    def singles(self, out: list[object], n: i64, first: i64) -> i64:
        """Singles from power `first` up (G-3.1); a lone wildcard is a level card (G-4.3)."""
        row: i64 = self.level * 16
        if first <= 12:
            marks = self.in_power_order(self.with_count(1), first)
            if marks:
                self.choose(1)
                best = self.best1
                while marks:
                    rank: i64 = RANK_SLOTS[row + slot(marks & -marks)]
                    marks &= marks - 1
                    out[n] = SETS[((best >> 4 * rank) & 15) * 16 + rank]
                    n += 1
            if self.wild:
                out[n] = SETS[4096 + self.level]
                n += 1
        if self.jokers:
            if first <= 13 and self.jokers & 1:
                out[n] = 0x740000001
                n += 1
            if first <= 14 and self.jokers & 2:
                out[n] = 0x780000002
                n += 1
        return n

    def pairs(self, out: list[object], n: i64, first: i64) -> i64:
        """Pairs from power `first` up (G-3.2)."""
        row: i64 = self.level * 16
        wild = self.wild
        if first <= 12:
            marks = self.in_power_order(self.with_count(1 if wild else 2), first)
            if marks:
                self.choose(2)
                while marks:
                    rank: i64 = RANK_SLOTS[row + slot(marks & -marks)]
                    marks &= marks - 1
                    shift: i64 = 4 * rank
                    if (self.counts >> shift) & 14:
                        out[n] = SETS[self.best_two(shift) * 16 + rank]
                        n += 1
                    if wild:
                        out[n] = SETS[4096 + ((self.best1 >> shift) & 15) * 16 + rank]
                        n += 1
            if wild == 2:
                out[n] = SETS[8192 + self.level]
                n += 1
        if self.joker_pairs:
            if first <= 13 and self.joker_pairs & 1:
                out[n] = 0xB40000011
                n += 1
            if first <= 14 and self.joker_pairs & 2:
                out[n] = 0xB80000022
                n += 1
        return n

    def best_two(self, shift: i64) -> i64:
        """The best two cards of a rank, as packed in a play."""
        return ((self.best2 >> shift) & 15) | (((self.twice2 >> shift) & 15) << 4)

    def best_three(self, shift: i64) -> i64:
        return ((self.best3 >> shift) & 15) | (((self.twice3 >> shift) & 15) << 4)

    def sets(self, out: list[object], n: i64, first: i64, size: i64) -> i64:
        """Triples or bombs of one size (G-3.3, G-3.8): without a wildcard, with one, with two, rank by rank in power order."""
        wild = self.wild
        if size - wild > 8 or first > 12:
            return n
        marks = self.in_power_order(self.with_count(size - wild), first)
        if not marks:
            return n
        if size - wild <= 3:
            self.choose(3)
        row: i64 = self.level * 16
        while marks:
            rank: i64 = RANK_SLOTS[row + slot(marks & -marks)]
            marks &= marks - 1
            there: i64 = (self.counts >> 4 * rank) & 15
            if there >= size:
                out[n] = SETS[self.best(rank, size) * 16 + rank]
                n += 1
            if wild:
                if there >= size - 1:
                    out[n] = SETS[4096 + self.best(rank, size - 1) * 16 + rank]
                    n += 1
                if wild == 2:
                    out[n] = SETS[8192 + self.best(rank, size - 2) * 16 + rank]
                    n += 1
        return n

    def best(self, rank: i64, k: i64) -> i64:
        """The best k natural cards of one rank, after `choose(3)`."""
        if k > 3:
            return self.pick(rank, k)
        if k == 3:
            return self.best_three(4 * rank)
        if k == 2:
            return self.best_two(4 * rank)
        return (self.best1 >> 4 * rank) & 15
