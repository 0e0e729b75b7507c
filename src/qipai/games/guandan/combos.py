"""Lists of legal plays: the canonical list (G-10.2, G-10.3) in the order of G-10.5; here the sequences and the whole walk.

Sequences look at planes turned by one rank, with the ranks A 2 3 … K A: a window is a slice of such a plane.
"""

from __future__ import annotations

from typing import cast

from qipai.games.guandan.cards import LADDER
from qipai.games.guandan.choices import BITS, DROPS, FLUSHES
from qipai.games.guandan.packing import FOUR_JOKERS
from qipai.games.guandan.sets import SetFinder
from qipai.native import i64


class Finder(SetFinder):
    """The plays of one hand, one member per class (long reading, number of wildcards)."""

    # which lists
    def plays(self, kind: i64, power: i64) -> list[int]:
        """The plays that beat a table of that type (bomb class: 8) and strength, `pass` first; type 0 is the lead."""
        if kind == 0:
            leads: list[object] = []
            self.prepare()
            self.singles(leads, 0)
            self.pairs(leads, 0)
            self.triples(leads, 0)
            self.full_houses(leads, 0)
            self.straights(leads, 0)
            self.tubes(leads, 0)
            self.plates(leads, 0)
            self.bombs(leads, -1)
            return cast("list[int]", leads)
        bombs: bool = self.has_bombs()
        if not bombs and self.has_none(kind, power + 1):
            return [0]
        out: list[object] = [0]
        first: i64 = power + 1
        if kind == 1:
            self.singles(out, first)
        elif kind == 2:
            self.pairs(out, first)
        elif kind == 3:
            self.triples(out, first)
        elif kind == 4:
            self.prepare()
            self.full_houses(out, first)
        elif kind == 5:
            self.straights(out, first)
        elif kind == 6:
            self.prepare()
            self.tubes(out, first)
        elif kind == 7:
            self.prepare()
            self.plates(out, first)
        if bombs:
            self.bombs(out, -1 if kind < 8 else power)
        return cast("list[int]", out)

    def has_bombs(self) -> bool:
        """Is anything of the bomb class there?"""
        if (self.counts + (4 + self.wild) * 0x1111111111111) & 0x8888888888888:
            return True
        return (self.five | self.four | self.three) != 0 or self.joker_pairs == 3

    def has_none(self, kind: i64, first: i64) -> bool:
        """A quick look: is there surely no play of this type from strength `first` up?"""
        wild = self.wild
        if kind >= 4:
            return kind == 8
        if kind == 1:
            if (first <= 14 and self.jokers & 2) or (first <= 13 and self.jokers & 1) or (wild and first <= 12):
                return False
            least: i64 = 1
        elif kind == 2:
            if self.joker_pairs or wild == 2:
                return False
            least = 2 - wild
        else:
            least = 3 - wild
        enough: i64 = (self.counts + (8 - least) * 0x1111111111111) & 0x8888888888888
        if not enough:
            return True
        level = self.level
        while first < 13:
            if (enough >> 4 * LADDER[level * 16 + first]) & 15:
                return False
            first += 1
        return True

    # sequences
    def straights(self, out: list[object], first: i64) -> None:
        """Straights from window `first` up (G-3.5)."""
        wild = self.wild
        x: i64 = ((self.counts + 0x7777777777777) >> 3) & 0x1111111111111
        x = (x << 4) | (x >> 48)
        # four bits a window: how many of its ranks are there
        sums: i64 = (x + (x >> 4) + (x >> 8) + (x >> 12) + (x >> 16)) & 0xFFFFFFFFFF
        if not (sums + 0x3333333333 + wild * 0x1111111111) & 0x8888888888:
            return
        if not self.best1:
            self.prepare_singles()
        window = first
        while window < 10:
            present: i64 = (sums >> 4 * window) & 15
            if present + wild >= 5:
                self.add_straight(out, window, present)
            window += 1

    def add_straight(self, out: list[object], window: i64, present: i64) -> None:
        """The classes of one window: each number of wildcards from the missing ranks up."""
        best = self.best1
        cards: i64 = (((best << 4) | (best >> 48)) >> 4 * window) & 0xFFFFF
        front: i64 = 0x1400000000 | (window << 30)
        if present == 5:
            suit: i64 = cards & 15
            if cards == suit * 0x11111 and not self.suited_straight:
                mixed = self.mixed_suits(cards, window)
                if mixed:
                    out.append(front | mixed)
            else:
                out.append(front | cards)
        used: i64 = 5 - present
        if used:
            out.append(front | (used << 24) | cards)
        dear = self.dear1
        fair = self.fair1
        dear = ((dear << 4) | (dear >> 48)) >> 4 * window
        fair = ((fair << 4) | (fair >> 48)) >> 4 * window
        while used < self.wild:
            used += 1
            cards = without_dearest(cards, dear, fair, window)
            out.append(front | (used << 24) | cards)

    def mixed_suits(self, cards: i64, window: i64) -> i64:
        """The best straight of one window that is not all of one suit, when the best cards are; 0 if there is none."""
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
                if suit & dear:
                    cost -= 16
                elif suit & fair:
                    cost -= 1
                mixed: i64 = (cards ^ (suit << 4 * place)) | (choice << 4 * place)
                if cost < best_cost or (cost == best_cost and first_listed(mixed, best, window)):
                    best = mixed
                    best_cost = cost
            place += 1
        return best

    def tubes(self, out: list[object], first: i64) -> None:
        """Tubes from window `first` up (G-3.6)."""
        # min(count, 2) of each rank, then sums over three ranks
        x: i64 = ((self.counts + 0x7777777777777) >> 3) & 0x1111111111111
        x += ((self.counts + 0x6666666666666) >> 3) & 0x1111111111111
        x = (x << 4) | (x >> 48)
        sums: i64 = (x + (x >> 4) + (x >> 8)) & 0xFFFFFFFFFFFF
        wild = self.wild
        if not (sums + 0x222222222222 + wild * 0x111111111111) & 0x888888888888:
            return
        window = first
        while window < 12:
            present: i64 = (sums >> 4 * window) & 15
            if present + wild >= 6:
                self.add_tube(out, window, present)
            window += 1

    def add_tube(self, out: list[object], window: i64, present: i64) -> None:
        """The classes of one window: 6 - present wildcards or more."""
        # ranks of the window in card order
        low: i64 = window - 1
        middle: i64 = window
        high: i64 = window + 1
        if window == 0:
            low = 0
            middle = 1
            high = 12
        counts = self.counts
        a: i64 = (counts >> 4 * low) & 15
        b: i64 = (counts >> 4 * middle) & 15
        c: i64 = (counts >> 4 * high) & 15
        low1: i64 = 0
        low2: i64 = 0
        middle1: i64 = 0
        middle2: i64 = 0
        high1: i64 = 0
        high2: i64 = 0
        if self.heavy | self.light:
            low1 = self.cost(low, 1)
            low2 = self.cost(low, 2)
            middle1 = self.cost(middle, 1)
            middle2 = self.cost(middle, 2)
            high1 = self.cost(high, 1)
            high2 = self.cost(high, 2)
        used: i64 = 6 - present
        while used <= self.wild:
            natural: i64 = 6 - used
            best_cost: i64 = 1000
            chosen: i64 = 0
            # members by how many cards they take of each rank, first in card order first
            i: i64 = 2 if a >= 2 else a
            while i >= 0:
                j: i64 = natural - i
                if j > 2:
                    j = 2
                if j > b:
                    j = b
                while j >= 0:
                    k: i64 = natural - i - j
                    if k > 2 or k > c:
                        break
                    cost: i64 = 0
                    if i:
                        cost = low1 if i == 1 else low2
                    if j:
                        cost += middle1 if j == 1 else middle2
                    if k:
                        cost += high1 if k == 1 else high2
                    if cost < best_cost:
                        best_cost = cost
                        chosen = (i << 4) | (j << 2) | k
                    j -= 1
                if best_cost == 0:
                    break
                i -= 1
            x: i64 = self.taken(low, chosen >> 4)
            y: i64 = self.taken(middle, (chosen >> 2) & 3)
            z: i64 = self.taken(high, chosen & 3)
            if window == 0:
                held = x
                x = z
                z = y
                y = held
            cards: i64 = (x & 15) | ((y & 15) << 4) | ((z & 15) << 8)
            cards |= ((x >> 4) | (y & 0xF0) | ((z & 0xF0) << 4)) << 12
            out.append(0x1800000000 | (window << 30) | (used << 24) | cards)
            used += 1

    def plates(self, out: list[object], first: i64) -> None:
        """Plates from window `first` up (G-3.7)."""
        x: i64 = ((self.counts + 0x7777777777777) >> 3) & 0x1111111111111
        x += ((self.counts + 0x6666666666666) >> 3) & 0x1111111111111
        x += ((self.counts + 0x5555555555555) >> 3) & 0x1111111111111
        x = (x << 4) | (x >> 48)
        sums: i64 = (x + (x >> 4)) & 0xFFFFFFFFFFFFF
        wild = self.wild
        if not (sums + 0x2222222222222 + wild * 0x1111111111111) & 0x8888888888888:
            return
        window = first
        while window < 13:
            present: i64 = (sums >> 4 * window) & 15
            if present + wild >= 6:
                self.add_plate(out, window, present)
            window += 1

    def add_plate(self, out: list[object], window: i64, present: i64) -> None:
        """The classes of one window: 6 - present wildcards or more."""
        low: i64 = window - 1
        high: i64 = window
        if window == 0:
            low = 0
            high = 12
        counts = self.counts
        a: i64 = (counts >> 4 * low) & 15
        b: i64 = (counts >> 4 * high) & 15
        used: i64 = 6 - present
        while used <= self.wild:
            natural: i64 = 6 - used
            best_cost: i64 = 1000
            chosen: i64 = 0
            i: i64 = 3
            while i >= 1:
                k: i64 = natural - i
                if i <= a and 1 <= k <= 3 and k <= b:
                    cost: i64 = self.cost(low, i) + self.cost(high, k)
                    if cost < best_cost:
                        best_cost = cost
                        chosen = i
                i -= 1
            x: i64 = self.taken(low, chosen)
            y: i64 = self.taken(high, natural - chosen)
            if window == 0:
                held = x
                x = y
                y = held
            cards: i64 = (x & 15) | ((y & 15) << 4) | (((x >> 4) | (y & 0xF0)) << 8)
            out.append(0x1C00000000 | (window << 30) | (used << 24) | cards)
            used += 1

    # the bomb class
    def bombs(self, out: list[object], power: i64) -> None:
        """Bombs, straight flushes and the four jokers above a strength of the bomb class, -1 for all (G-5.3)."""
        counts = self.counts
        wild = self.wild
        if (counts + (4 + wild) * 0x1111111111111) & 0x8888888888888:
            size: i64 = 4
            while size <= 10:
                if size == 6 and power < 48:
                    self.flushes(out, power - 31 if power >= 32 else 0)
                floor: i64 = 16 * (size - 4 if size < 6 else size - 3)
                if power < floor + 15:
                    self.sets(out, power - floor + 1 if power >= floor else 0, size)
                size += 1
        elif power < 48:
            self.flushes(out, power - 31 if power >= 32 else 0)
        if self.joker_pairs == 3 and power < 128:
            out.append(FOUR_JOKERS)

    def flushes(self, out: list[object], first: i64) -> None:
        """Straight flushes from window `first` up (G-3.9)."""
        some: i64 = self.five | self.four | self.three
        if not some:
            return
        window = first
        while window < 10:
            if (some >> 4 * window) & 15:
                self.add_flush(out, window)
            window += 1

    def add_flush(self, out: list[object], window: i64) -> None:
        """The classes of one window; the best suit of each (G-10.3)."""
        shift: i64 = 4 * window
        x = self.one
        x = ((x << 4) | (x >> 48)) >> shift
        dear: i64 = self.heavy & ~self.two
        dear = ((dear << 4) | (dear >> 48)) >> shift
        fair: i64 = self.light & ~self.two
        fair = ((fair << 4) | (fair >> 48)) >> shift
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
                    # of equal costs the lower suit comes first unless its first natural card stands higher
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
            out.append(FLUSHES[window * 128 + best0])
        if best1 >= 0:
            out.append(FLUSHES[window * 128 + best1])
        if best2 >= 0:
            out.append(FLUSHES[window * 128 + best2])


def five_places(x: i64) -> i64:
    """One bit of each of five nibbles, side by side."""
    return (x & 1) | ((x >> 3) & 2) | ((x >> 6) & 4) | ((x >> 9) & 8) | ((x >> 12) & 16)


def starts_lower(there: i64, other: i64, window: i64) -> bool:
    """Does a flush of a higher suit come first in card order: does its first place that differs stand before the other's?

    Where both have a card the lower suit is first, so the higher one must have a place below all those of the lower.
    """
    if window == 0:
        there = (there >> 1) | ((there & 1) << 4)
        other = (other >> 1) | ((other & 1) << 4)
    return (there & -there) < (other & -other)


def without_dearest(cards: i64, dear: i64, fair: i64, window: i64) -> i64:
    """Five places less the one that a spare wildcard replaces: the dearest, of equals the highest in card order."""
    from_these: i64 = cards & dear
    if not from_these:
        from_these = cards & fair
    if not from_these:
        from_these = cards
    # the ace of the lowest window is the highest card
    if window == 0 and from_these & 15:
        return cards & ~15
    place: i64 = 0xF0000
    while not from_these & place:
        place >>= 4
    return cards & ~place


def first_listed(cards: i64, other: i64, window: i64) -> bool:
    """Do these cards of a window come before the others in card order?"""
    if window == 0:
        cards = (cards >> 4) | ((cards & 15) << 16)
        other = (other >> 4) | ((other & 15) << 16)
    differ: i64 = cards ^ other
    return (cards & differ & -differ) != 0
