"""The canonical list of legal plays (G-10.2, G-10.3) in the order of G-10.5: its sequences, and the list as a whole.

Sequences use planes rotated by one rank, with the ranks A 2 3 … K A: a window is a slice of such a plane.
"""

from __future__ import annotations

from typing import Final, cast

from qipai.games.guandan.choices import BITS, DROPS, FLUSHES
from qipai.games.guandan.houses import HouseFinder
from qipai.games.guandan.packing import FOUR_JOKERS
from qipai.games.guandan.rules import GuandanRules
from qipai.native import i64


class ListBuffer:
    """A shared buffer with a place for every class of plays (space.py); the first always holds the pass.

    Slicing a list out of it costs less than growing one. `turn` detects reentrancy: creating a list may start the garbage
    collector, which may run any code.
    """

    def __init__(self) -> None:
        self.out: list[object] = [0] * 1072
        self.turn: i64 = 0


BUFFER: Final = ListBuffer()


class Finder(HouseFinder):
    """The plays of one hand, one member per class (long reading, number of wildcards)."""

    # which lists
    def plays(self, kind: i64, power: i64) -> list[int]:
        """The plays that beat a table of that type (bomb class: 8) and strength, `pass` first; type 0 is the lead."""
        buffer = BUFFER
        while True:
            turn: i64 = buffer.turn + 1
            buffer.turn = turn
            out = buffer.out
            if kind == 0:
                found = out[1 : self.leads(out)]
            else:
                n = self.answers(out, kind, power)
                if n == 1:
                    return [0]
                found = out[:n]
            if turn == buffer.turn:
                return cast("list[int]", found)
            buffer = ListBuffer()

    def leads(self, out: list[object]) -> i64:
        n = self.singles(out, 1, 0)
        n = self.pairs(out, n, 0)
        n = self.sets(out, n, 0, 3)
        n = self.full_houses(out, n, 0)
        n = self.straights(out, n, 0)
        n = self.tubes(out, n, 0)
        n = self.plates(out, n, 0)
        if self.has_bombs():
            n = self.bombs(out, n, -1)
        return n

    def answers(self, out: list[object], kind: i64, power: i64) -> i64:
        n: i64 = 1
        first: i64 = power + 1
        if kind == 1:
            n = self.singles(out, n, first)
        elif kind == 2:
            n = self.pairs(out, n, first)
        elif kind == 3:
            n = self.sets(out, n, first, 3)
        elif kind == 4:
            n = self.full_houses(out, n, first)
        elif kind == 5:
            n = self.straights(out, n, first)
        elif kind == 6:
            n = self.tubes(out, n, first)
        elif kind == 7:
            n = self.plates(out, n, first)
        if self.has_bombs():
            n = self.bombs(out, n, -1 if kind < 8 else power)
        return n

    # sequences
    def straight_sums(self) -> i64:
        """Four bits per window: how many of its five ranks the hand has."""
        x: i64 = turned(self.with_count(1))
        return (x + (x >> 4) + (x >> 8) + (x >> 12) + (x >> 16)) & 0xFFFFFFFFFF

    def tube_sums(self) -> i64:
        """Four bits per window: how many of its cards the hand has, at most two of each of three ranks."""
        x: i64 = turned(self.with_count(1) + self.with_count(2))
        return (x + (x >> 4) + (x >> 8)) & 0xFFFFFFFFFFFF

    def plate_sums(self) -> i64:
        """Four bits per window: how many of its cards the hand has, at most three of each of two ranks."""
        x: i64 = turned(self.with_count(1) + self.with_count(2) + self.with_count(3))
        return (x + (x >> 4)) & 0xFFFFFFFFFFFFF

    def straights(self, out: list[object], n: i64, first: i64) -> i64:
        """Straights from window `first` up (G-3.5)."""
        sums: i64 = self.straight_sums() >> 4 * first
        enough: i64 = (sums + (3 + self.wild) * 0x1111111111) & 0x8888888888
        if enough:
            self.choose(1)
        window = first
        while enough:
            if enough & 8:
                n = self.add_straight(out, n, window, sums & 15)
            enough >>= 4
            sums >>= 4
            window += 1
        return n

    def add_straight(self, out: list[object], n: i64, window: i64, present: i64) -> i64:
        """The classes of one window, by number of wildcards, from the number of missing ranks up."""
        cards: i64 = (turned(self.best1) >> 4 * window) & 0xFFFFF
        front: i64 = 0x1400000000 | (window << 30)
        used: i64 = 5 - present
        if used or self.suited_straight or cards != (cards & 15) * 0x11111:
            out[n] = front | (used << 24) | cards
            n += 1
        else:
            mixed = self.mixed_suits(cards, window)
            if mixed:
                out[n] = front | mixed
                n += 1
        if used < self.wild:
            prices: i64 = turned(self.price1) >> 4 * window
            while used < self.wild:
                used += 1
                cards = without_dearest(cards, prices, window)
                out[n] = front | (used << 24) | cards
                n += 1
        return n

    def mixed_suits(self, cards: i64, window: i64) -> i64:
        """The best straight of one window in mixed suits, if its best cards are all of one suit; 0 if there is none."""
        suit: i64 = cards & 15
        best: i64 = 0
        best_cost: i64 = 1000
        place: i64 = 0
        while place < 5:
            rank: i64 = (window + place + 12) % 13
            shift: i64 = 4 * rank
            others: i64 = (self.one >> shift) & 15 & ~suit
            if others:
                dear: i64 = ((self.heavy & ~self.two) >> shift) & 15
                fair: i64 = ((self.light & ~self.two) >> shift) & 15
                cost: i64 = 0
                choice: i64 = others & ~dear & ~fair
                if not choice:
                    choice = others & fair
                    cost = 1
                if not choice:
                    choice = others & dear
                    cost = 16
                choice &= -choice
                if suit & dear:  # the cards of a straight flush that are held once are all dear
                    cost -= 16
                mixed: i64 = (cards ^ (suit << 4 * place)) | (choice << 4 * place)
                if cost < best_cost or (cost == best_cost and first_listed(mixed, best, window)):
                    best = mixed
                    best_cost = cost
            place += 1
        return best

    def tubes(self, out: list[object], n: i64, first: i64) -> i64:
        """Tubes from window `first` up (G-3.6)."""
        sums: i64 = self.tube_sums() >> 4 * first
        enough: i64 = (sums + (2 + self.wild) * 0x111111111111) & 0x888888888888
        if enough:
            self.choose(2)
        window = first
        while enough:
            if enough & 8:
                shift: i64 = 4 * window
                once: i64 = (turned(self.best2) >> shift) & 0xFFF
                twice: i64 = (turned(self.twice2) >> shift) & 0xFFF
                n = self.add_blocks(out, n, 0x1800000000, window, 3, 6 - (sums & 15), (twice << 12) | once)
            enough >>= 4
            sums >>= 4
            window += 1
        return n

    def plates(self, out: list[object], n: i64, first: i64) -> i64:
        """Plates from window `first` up (G-3.7)."""
        sums: i64 = self.plate_sums() >> 4 * first
        enough: i64 = (sums + (2 + self.wild) * 0x1111111111111) & 0x8888888888888
        if enough:
            self.choose(3)
        window = first
        while enough:
            if enough & 8:
                shift: i64 = 4 * window
                once: i64 = (turned(self.best3) >> shift) & 0xFF
                twice: i64 = (turned(self.twice3) >> shift) & 0xFF
                n = self.add_blocks(out, n, 0x1C00000000, window, 2, 6 - (sums & 15), (twice << 8) | once)
            enough >>= 4
            sums >>= 4
            window += 1
        return n

    def add_blocks(self, out: list[object], n: i64, kind: i64, window: i64, width: i64, used: i64, cards: i64) -> i64:
        """The classes of one window of a tube or plate: with the wildcards it needs, and with more."""
        front: i64 = kind | (window << 30)
        out[n] = front | (used << 24) | cards
        n += 1
        while used < self.wild:
            used += 1
            cards = self.without_last(cards, window, width)
            out[n] = front | (used << 24) | cards
            n += 1
        return n

    def without_last(self, cards: i64, window: i64, width: i64) -> i64:
        """A tube or plate without the card that a spare wildcard replaces: the dearest last card of a rank; among equals, the
        highest in card order. As in houses.py, the rest is the cheapest choice and the first one."""
        place: i64 = 0
        if window == 0:
            # the ace of the lowest window is the highest card
            place = 1
        left = width
        dearest: i64 = -1
        at: i64 = 0
        count: i64 = 0
        while left:
            shift: i64 = 4 * ((window + place + 12) % 13)
            suits: i64 = BITS[(cards >> 4 * place) & 15]
            if suits:
                suits += BITS[(cards >> 4 * (place + width)) & 15]
                price: i64 = 0
                if suits == 1:
                    price = (self.price1 >> shift) & 3
                elif suits == 2:
                    price = (self.price2 >> shift) & 3
                else:
                    price = (self.price3 >> shift) & 3
                if price >= dearest:
                    dearest = price
                    at = place
                    count = suits
            left -= 1
            place += 1
            if place == width:
                place = 0
        shift = 4 * ((window + at + 12) % 13)
        fewer: i64 = 0
        if count == 3:
            fewer = self.best_two(shift)
        elif count == 2:
            fewer = (self.best1 >> shift) & 15
        nibble: i64 = 0x0F00000000000000  # shifted down: shifting a small constant up is miscompiled
        cards &= ~((nibble >> 56 - 4 * at) | (nibble >> 56 - 4 * (at + width)))
        return cards | ((fewer & 15) << 4 * at) | ((fewer >> 4) << 4 * (at + width))

    # the bomb class
    def has_bombs(self) -> bool:
        return (self.with_count(4 - self.wild) | self.five | self.four | self.three) != 0 or self.joker_pairs == 3

    def bombs(self, out: list[object], n: i64, power: i64) -> i64:
        """Bombs, straight flushes and the four jokers above a strength of the bomb class, -1 for all (G-5.3, G-5.7)."""
        wild = self.wild
        if self.with_count(4 - wild):
            n = self.sets(out, n, power + 1, 4)
            n = self.sets(out, n, above_rung(power, 16), 5)
            size: i64 = 6
            while size < self.over_flush and self.with_count(size - wild):
                n = self.sets(out, n, above_rung(power, 16 * size - 64), size)
                size += 1
            n = self.flushes(out, n, above_rung(power, 16 * self.over_flush - 64))
            while size - wild <= 8 and self.with_count(size - wild):
                n = self.sets(out, n, above_rung(power, 16 * size - 48), size)
                size += 1
        else:
            n = self.flushes(out, n, above_rung(power, 16 * self.over_flush - 64))
        if self.joker_pairs == 3 and power < 128:
            out[n] = FOUR_JOKERS
            n += 1
        return n

    def flushes(self, out: list[object], n: i64, first: i64) -> i64:
        """Straight flushes from window `first` up (G-3.9)."""
        suits: i64 = self.five | self.four | self.three
        if not suits or first > 9:
            return n
        suits >>= 4 * first
        window = first
        while suits:
            if suits & 15:
                n = self.add_flush(out, n, window)
            suits >>= 4
            window += 1
        return n

    def add_flush(self, out: list[object], n: i64, window: i64) -> i64:
        """The classes of one window; the best suit of each (G-10.3)."""
        shift: i64 = 4 * window
        x: i64 = turned(self.one) >> shift
        dear: i64 = turned(self.heavy & ~self.two) >> shift
        fair: i64 = turned(self.light & ~self.two) >> shift
        table: i64 = 0 if window else 32768
        # by the number of wildcards: index of the best flush and its cost
        best0: i64 = -1
        best1: i64 = -1
        best2: i64 = -1
        cost0: i64 = 1000
        cost1: i64 = 1000
        cost2: i64 = 1000
        open_suits: i64 = ((self.five | self.four | self.three) >> shift) & 15
        suit: i64 = 0
        while suit < 4:
            if (open_suits >> suit) & 1:
                there = five_places(x >> suit)
                costly = five_places(dear >> suit)
                fairly = five_places(fair >> suit)
                used: i64 = 5 - BITS[there]
                while True:
                    cost: i64 = 16 * BITS[there & costly] + BITS[there & fairly]
                    # among equal costs the lower suit comes first unless its first natural card is higher
                    if used == 0:
                        if cost < cost0:
                            best0 = suit * 32 + there
                            cost0 = cost
                    elif used == 1:
                        if cost < cost1 or (cost == cost1 and starts_lower(there, best1 & 31, window)):
                            best1 = suit * 32 + there
                            cost1 = cost
                    elif cost < cost2 or (cost == cost2 and starts_lower(there, best2 & 31, window)):
                        best2 = suit * 32 + there
                        cost2 = cost
                    if used >= self.wild:
                        break
                    there = DROPS[table + (there << 10) + ((there & costly) << 5) + (there & fairly)]
                    used += 1
            suit += 1
        if best0 >= 0:
            out[n] = FLUSHES[window * 128 + best0]
            n += 1
        if best1 >= 0:
            out[n] = FLUSHES[window * 128 + best1]
            n += 1
        if best2 >= 0:
            out[n] = FLUSHES[window * 128 + best2]
            n += 1
        return n


def new_finder(rules: GuandanRules) -> Finder:
    return Finder(rules.joker_pair, rules.suited_straight, rules.over_flush)


def five_places(x: i64) -> i64:
    """One bit of each of five nibbles, compacted."""
    return (x & 1) | ((x >> 3) & 2) | ((x >> 6) & 4) | ((x >> 9) & 8) | ((x >> 12) & 16)


def starts_lower(there: i64, other: i64, window: i64) -> bool:
    """Whether a flush of a higher suit comes first in card order.

    In a place where both have a card the lower suit is first, so the higher one needs a place below all those of the lower.
    """
    if window == 0:
        # the ace of the lowest window is the highest card; at least two others are there
        there >>= 1
        other >>= 1
    return (there & -there) < (other & -other)


def above_rung(power: i64, floor: i64) -> i64:
    """The first strength above `power` on a rung of the bomb class, counted from the rung's floor."""
    return power - floor + 1 if power >= floor else 0


def turned(x: i64) -> i64:
    """A plane rotated to the order A 2 3 … K A."""
    return (x << 4) | (x >> 48)


def without_dearest(cards: i64, prices: i64, window: i64) -> i64:
    """Five places without the one that a spare wildcard replaces: the dearest; among equals, the highest in card order."""
    these: i64 = cards & (((prices >> 1) & 0x11111) * 15)
    if not these:
        these = cards & ((prices & 0x11111) * 15)
    if not these:
        these = cards
    # the ace of the lowest window is the highest card
    if window == 0 and these & 15:
        return cards & ~15
    place: i64 = 0xF0000
    while not these & place:
        place >>= 4
    return cards & ~place


def first_listed(cards: i64, other: i64, window: i64) -> bool:
    """Whether these cards of a window come before the others in card order; the two differ in more than one place."""
    if window == 0:
        # the ace of the lowest window is the highest card, so a lower place decides
        cards >>= 4
        other >>= 4
    differ: i64 = cards ^ other
    return (cards & differ & -differ) != 0
