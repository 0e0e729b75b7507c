"""Singles, pairs, triples, bombs and full houses of a hand, one member per class (G-10.2, G-10.3)."""

from __future__ import annotations

from typing import Final

from qipai.games.guandan.cards import LADDER, POWER
from qipai.games.guandan.choices import (
    AT_12,
    AT_21,
    AT_22,
    AT_30,
    AT_31,
    COSTS,
    HOUSES,
    NUMBER,
    PICKS,
    SETS,
    TERNARY,
)
from qipai.games.guandan.packing import wild_pair
from qipai.native import i64

CARD_BITS: Final = 0xFFFFFFFFFFFFF
TENS: Final = 0xFFFFFFFFFF  # windows of a straight, four suits each


def lowest_in_nibbles(x: i64) -> i64:
    """The lowest bit of every nibble."""
    above: i64 = (x << 1) & 0xEEEEEEEEEEEEE
    above |= (above << 1) & 0xEEEEEEEEEEEEE
    above |= (above << 1) & 0xEEEEEEEEEEEEE
    return x & ~above


def filled_nibbles(x: i64) -> i64:
    """All four bits of every nibble that is not empty."""
    x |= x >> 1
    x |= x >> 2
    return (x & 0x1111111111111) * 15


class SetFinder:
    """A hand as it is looked at: counts, straight flushes, weights, and the sets in it."""

    def __init__(self, joker_pair: bool, suited_straight: bool) -> None:
        self.joker_pair = joker_pair
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
        self.ranks: i64 = 0
        self.kinds: i64 = 0
        self.prepared: bool = False
        self.best1: i64 = 0
        self.dear1: i64 = 0
        self.fair1: i64 = 0
        self.best2: i64 = 0
        self.twice2: i64 = 0
        self.best3: i64 = 0
        self.twice3: i64 = 0
        self.cost2: i64 = 0
        self.cost3: i64 = 0
        self.number1: i64 = 0
        self.number2: i64 = 0
        self.number3: i64 = 0

    def look(self, one: i64, two: i64, level: i64) -> None:
        """Takes up a hand: counts of ranks, straight flushes, weights."""
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
        light: i64 = 0
        if wild:
            odd: i64 = x ^ x1 ^ x2
            carry: i64 = (x & x1) | (x2 & (x | x1))
            carry2: i64 = (odd & (x3 | x4)) | (x3 & x4)
            four = carry & carry2 & TENS
            if wild == 2:
                three = (four | ((carry ^ carry2) & (odd ^ x3 ^ x4))) & TENS
                light = three & ~five
            else:
                light = four & ~five
        self.five = five
        self.four = four
        self.three = three
        # weights of G-10.3
        self.heavy = 0
        self.light = 0
        if five:
            x = five | (five << 4) | (five << 8) | (five << 12) | (five << 16)
            self.heavy = ((x >> 4) | ((x & 15) << 48)) & a
        if light:
            x = light | (light << 4) | (light << 8) | (light << 12) | (light << 16)
            self.light = ((x >> 4) | ((x & 15) << 48)) & a & ~self.heavy
        self.best1 = 0
        self.prepared = False

    # the best cards of a rank
    def pick(self, rank: i64, k: i64) -> i64:
        """The best k natural cards of a rank, as a play packs them."""
        shift: i64 = 4 * rank
        held: i64 = TERNARY[((self.one >> shift) & 15) | (((self.two >> shift) & 15) << 4)]
        heavy: i64 = (self.heavy >> shift) & 15
        weight: i64 = TERNARY[((self.light >> shift) & 15) | heavy | (heavy << 4)]
        return PICKS[(held * 81 + weight) * 8 + k - 1]

    def prepare_singles(self) -> None:
        """The best single card of every rank at once."""
        a = self.one
        dear: i64 = self.heavy & ~self.two
        fair: i64 = self.light & ~self.two
        found: i64 = a & ~dear & ~fair
        if dear | fair:
            found |= fair & ~filled_nibbles(found)
            found |= dear & ~filled_nibbles(found)
        best = lowest_in_nibbles(found)
        self.best1 = best
        self.dear1 = best & dear
        self.fair1 = best & fair

    def prepare(self) -> None:
        """The ranks in power order, the best one, two and three cards of each and what they cost (two bits a weight)."""
        self.prepare_singles()
        counts = self.counts
        one = self.one
        two = self.two
        best1 = self.best1
        row: i64 = self.level * 16
        weighed: bool = (self.heavy | self.light) != 0
        ranks: i64 = 0
        kinds: i64 = 0
        best2: i64 = 0
        twice2: i64 = 0
        best3: i64 = 0
        twice3: i64 = 0
        cost2: i64 = 0
        cost3: i64 = 0
        number1: i64 = 0
        number2: i64 = 0
        number3: i64 = 0
        p: i64 = 0
        while p < 13:
            rank: i64 = LADDER[row + p]
            p += 1
            shift: i64 = 4 * rank
            n: i64 = (counts >> shift) & 15
            if not n:
                continue
            ranks |= rank << 4 * kinds
            kinds += 1
            number1 |= NUMBER[(best1 >> shift) & 15] << shift
            if n < 2:
                continue
            at: i64 = TERNARY[((one >> shift) & 15) | (((two >> shift) & 15) << 4)]
            at *= 648
            if weighed:
                heavy: i64 = (self.heavy >> shift) & 15
                at += TERNARY[((self.light >> shift) & 15) | heavy | (heavy << 4)] << 3
                c: i64 = COSTS[at + 1]
                cost2 |= (((c >> 4) << 2) | (c & 3)) << shift
                c = COSTS[at + 2]
                cost3 |= (((c >> 4) << 2) | (c & 3)) << shift
            cards: i64 = PICKS[at + 1]
            best2 |= (cards & 15) << shift
            twice2 |= (cards >> 4) << shift
            number2 |= NUMBER[cards] << shift
            if n >= 3:
                cards = PICKS[at + 2]
                best3 |= (cards & 15) << shift
                twice3 |= (cards >> 4) << shift
                number3 |= NUMBER[cards] << shift
        self.prepared = True
        self.ranks = ranks
        self.kinds = kinds
        self.best2 = best2
        self.twice2 = twice2
        self.best3 = best3
        self.twice3 = twice3
        self.cost2 = cost2
        self.cost3 = cost3
        self.number1 = number1
        self.number2 = number2
        self.number3 = number3

    def taken(self, rank: i64, k: i64) -> i64:
        """The best k (0 to 3) cards of a rank, after `prepare`."""
        shift: i64 = 4 * rank
        if k == 2:
            return ((self.best2 >> shift) & 15) | (((self.twice2 >> shift) & 15) << 4)
        if k == 3:
            return ((self.best3 >> shift) & 15) | (((self.twice3 >> shift) & 15) << 4)
        if k == 1:
            return (self.best1 >> shift) & 15
        return 0

    def cost(self, rank: i64, k: i64) -> i64:
        """What they cost."""
        shift: i64 = 4 * rank
        c: i64 = 0
        if k == 2:
            c = (self.cost2 >> shift) & 15
        elif k == 3:
            c = (self.cost3 >> shift) & 15
        elif k == 1:
            if (self.fair1 >> shift) & 15:
                return 1
            if (self.dear1 >> shift) & 15:
                return 16
            return 0
        return ((c >> 2) << 4) | (c & 3)

    # sets
    def singles(self, out: list[object], first: i64) -> None:
        """Singles from power `first` up (G-3.1); a lone wildcard is a level card (G-4.3)."""
        level = self.level
        if first <= 12:
            counts = self.counts
            p = first
            while p < 13:
                rank: i64 = LADDER[level * 16 + p]
                if (counts >> 4 * rank) & 15:
                    self.add_set(out, rank, 1, 0)
                p += 1
            if self.wild:
                out.append(SETS[3584 + level * 256])
        if self.jokers:
            if first <= 13 and self.jokers & 1:
                out.append(0x740000001)
            if first <= 14 and self.jokers & 2:
                out.append(0x780000002)

    def pairs(self, out: list[object], first: i64) -> None:
        """Pairs from power `first` up (G-3.2)."""
        level = self.level
        wild = self.wild
        counts = self.counts
        if first <= 12:
            p = first
            while p < 13:
                rank: i64 = LADDER[level * 16 + p]
                n: i64 = (counts >> 4 * rank) & 15
                if n >= 2:
                    self.add_set(out, rank, 2, 0)
                if wild and n:
                    self.add_set(out, rank, 1, 1)
                p += 1
            if wild == 2:
                out.append(SETS[7168 + level * 256])
        if self.joker_pairs:
            if first <= 13 and self.joker_pairs & 1:
                out.append(0xB40000011)
            if first <= 14 and self.joker_pairs & 2:
                out.append(0xB80000022)

    def triples(self, out: list[object], first: i64) -> None:
        """Triples from power `first` up (G-3.3)."""
        self.sets(out, first, 3)

    def sets(self, out: list[object], first: i64, size: i64) -> None:
        """Triples or bombs of one size: those without a wildcard, with one, with two, rank by rank in power order."""
        wild = self.wild
        if size - wild > 8:
            return
        enough: i64 = (self.counts + (8 - size + wild) * 0x1111111111111) & 0x8888888888888
        if not enough:
            return
        level = self.level
        p = first
        while p < 13:
            rank: i64 = LADDER[level * 16 + p]
            p += 1
            if not (enough >> 4 * rank) & 15:
                continue
            n: i64 = (self.counts >> 4 * rank) & 15
            if n >= size:
                self.add_set(out, rank, size, 0)
            if wild and n >= size - 1:
                self.add_set(out, rank, size - 1, 1)
            if wild == 2:
                self.add_set(out, rank, size - 2, 2)

    def add_set(self, out: list[object], rank: i64, k: i64, wild: i64) -> None:
        """The class of a set that takes k natural cards of a rank."""
        if k == 1:
            if not self.best1:
                self.prepare_singles()
            out.append(SETS[(wild * 14 + rank) * 256 + ((self.best1 >> 4 * rank) & 15)])
        elif k <= 3 and self.prepared:
            out.append(SETS[(wild * 14 + rank) * 256 + self.taken(rank, k)])
        else:
            out.append(SETS[(wild * 14 + rank) * 256 + self.pick(rank, k)])

    # full houses
    def full_houses(self, out: list[object], first: i64) -> None:
        """Full houses whose triple has at least power `first`, by the triple, then by the pair (G-3.4, G-10.5)."""
        counts = self.counts
        wild = self.wild
        enough: i64 = (counts + (5 + wild) * 0x1111111111111) & 0x8888888888888
        if not enough:
            return
        row: i64 = self.level * 16
        k: i64 = 0
        while k < self.kinds:
            triple: i64 = (self.ranks >> 4 * k) & 15
            k += 1
            if not (enough >> 4 * triple) & 15 or POWER[row + triple] < first:
                continue
            n: i64 = (counts >> 4 * triple) & 15
            self.add_full_houses(out, triple, n)
            if self.joker_pair and self.joker_pairs:
                if self.joker_pairs & 1:
                    self.add_joker_houses(out, triple, 13, n)
                if self.joker_pairs & 2:
                    self.add_joker_houses(out, triple, 14, n)

    def add_joker_houses(self, out: list[object], triple: i64, pair: i64, n: i64) -> None:
        shift: i64 = 4 * triple
        if n >= 3:
            out.append(HOUSES[(triple * 16 + ((self.number3 >> shift) & 15)) * 150 + pair * 10])
        if self.wild and n >= 2:
            out.append(HOUSES[AT_22 + (triple * 10 + ((self.number2 >> shift) & 15)) * 150 + pair * 10])
        if self.wild == 2:
            out.append(HOUSES[AT_12 + (triple * 4 + ((self.number1 >> shift) & 15)) * 150 + pair * 10])

    def add_full_houses(self, out: list[object], triple: i64, n: i64) -> None:
        """The classes of one triple, of which the hand has n cards, with every pair of natural cards."""
        wild = self.wild
        counts = self.counts
        weighed: bool = (self.heavy | self.light) != 0
        shift: i64 = 4 * triple
        three: i64 = triple * 16 + ((self.number3 >> shift) & 15)
        two: i64 = triple * 10 + ((self.number2 >> shift) & 15)
        one: i64 = triple * 4 + ((self.number1 >> shift) & 15)
        cost3: i64 = 0
        cost2: i64 = 0
        cost1: i64 = 0
        if weighed and wild:
            cost3 = self.cost(triple, 3)
            cost2 = self.cost(triple, 2)
            cost1 = self.cost(triple, 1)
        # two wildcards alone may be the pair (G-4.4)
        spare: i64 = -1
        if wild == 2 and n >= 3:
            spare = wild_pair(triple, self.level)
        k: i64 = 0
        while k < self.kinds:
            pair: i64 = (self.ranks >> 4 * k) & 15
            k += 1
            if pair == triple:
                continue
            m: i64 = (counts >> 4 * pair) & 15
            if m < 2 and not wild:
                continue
            p2: i64 = (self.number2 >> 4 * pair) & 15
            if n >= 3 and m >= 2:
                out.append(HOUSES[three * 150 + pair * 10 + p2])
            if not wild:
                continue
            p1: i64 = (self.number1 >> 4 * pair) & 15
            # more cards of the lower rank come first in card order: they win where costs are equal
            low: bool = triple < pair
            price1: i64 = 0
            price2: i64 = 0
            if weighed:
                c: i64 = (self.cost2 >> 4 * pair) & 15
                price2 = ((c >> 2) << 4) | (c & 3)
                if (self.fair1 >> 4 * pair) & 15:
                    price1 = 1
                elif (self.dear1 >> 4 * pair) & 15:
                    price1 = 16
            if n >= 2 and m >= 2:
                if n == 2 or cost2 + price2 < cost3 + price1 or (not low and cost2 + price2 == cost3 + price1):
                    out.append(HOUSES[AT_22 + two * 150 + pair * 10 + p2])
                else:
                    out.append(HOUSES[AT_31 + three * 60 + pair * 4 + p1])
            elif n >= 3:
                out.append(HOUSES[AT_31 + three * 60 + pair * 4 + p1])
            if wild < 2:
                continue
            best: i64 = -1
            price: i64 = 0
            if pair == spare:
                best = AT_30 + three * 15 + pair
                price = cost3
            if n >= 2 and (best < 0 or cost2 + price1 < price or (not low and cost2 + price1 == price)):
                best = AT_21 + two * 60 + pair * 4 + p1
                price = cost2 + price1
            if m >= 2 and (best < 0 or cost1 + price2 < price or (not low and cost1 + price2 == price)):
                best = AT_12 + one * 150 + pair * 10 + p2
            if best >= 0:
                out.append(HOUSES[best])
        if spare >= 0 and not (counts >> 4 * spare) & 15:
            out.append(HOUSES[AT_30 + three * 15 + spare])
