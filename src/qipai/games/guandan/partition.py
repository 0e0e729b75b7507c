"""Splits a hand into combinations: a fast search for the fewest and strongest ones.

Each combination costs about one turn; low singles and pairs a little more, since others must let them through; bombs little,
since they win the lead. Triples take pairs along as full houses. Wildcards turn triples into bombs.
"""

from __future__ import annotations

from qipai.games.guandan.cards import POWER, rank_counts
from qipai.games.guandan.combos import Finder
from qipai.native import i64

TURN = 1.0
BOMB_TURN = 0.2
LOW_TAX = 0.04
SMALL_JOKER_TURN = 0.6
BIG_JOKER_TURN = 0.4
WILD_TURN = -0.1


class Shape:
    """Costs of the parts of a hand; triples and pairs are counted because they may combine."""

    def __init__(self, cost: float, triples: int, pairs: int) -> None:
        self.cost = cost
        self.triples = triples
        self.pairs = pairs

    def total(self) -> float:
        return self.cost + (self.triples if self.triples > self.pairs else self.pairs)


class Partition:
    """Searches hands of one level, and caches the results."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.known: dict[int, Shape] = {}
        self.finder = Finder(True, False)

    def cost(self, one: int, two: int) -> float:
        """About how many turns the hand needs."""
        finder = self.finder
        finder.look(one, two, self.level)
        wild = finder.wild
        best = self.with_wild(self.split(finder.counts), wild)
        five: i64 = finder.five
        a: i64 = finder.one
        b: i64 = finder.two
        window: i64 = 0
        while five and window < 10:
            suits: i64 = five & 15
            suit: i64 = 1
            while suit < 16:
                if suits & suit:
                    x: i64 = (suit * 0x11111) << 4 * window
                    gone: i64 = (x >> 4) | ((x & 15) << 48)
                    counts = rank_counts(a & ~(gone & ~b), b & ~gone)
                    cost = self.with_wild(self.split(counts), wild) + BOMB_TURN
                    if cost < best:
                        best = cost
                suit += suit
            five >>= 4
            window += 1
        return best + self.jokers(one >> 52 & 3, two >> 52 & 3)

    def with_wild(self, shape: Shape, wild: int) -> float:
        """Wildcards turn triples into bombs, or stay strong cards."""
        triples = shape.triples
        extra = 0.0
        for _ in range(wild):
            if triples:
                triples -= 1
                extra += BOMB_TURN
            else:
                extra += WILD_TURN
        return shape.cost + extra + max(triples, shape.pairs)

    def jokers(self, once: int, twice: int) -> float:
        if twice == 3:
            return BOMB_TURN / 2
        return (SMALL_JOKER_TURN if once & 1 else 0.0) + (BIG_JOKER_TURN if once & 2 else 0.0)

    def split(self, counts: i64) -> Shape:
        """The best split of natural cards, trying sequences from the ace downwards first."""
        best = self.upwards(counts)
        ace: i64 = (counts >> 48) & 15
        if not 1 <= ace <= 3:
            return best
        for width, each in ((5, 1), (3, 2), (2, 3)):
            step: i64 = each
            whole: i64 = step << 48
            ok: bool = ace >= each
            k: i64 = 0
            while k < width - 1:
                n: i64 = (counts >> 4 * k) & 15
                if n < each or n > 3:
                    ok = False
                whole |= step << 4 * k
                k += 1
            if ok:
                rest = self.upwards(counts - whole)
                if rest.total() + TURN < best.total():
                    best = Shape(rest.cost + TURN, rest.triples, rest.pairs)
        return best

    def upwards(self, counts: i64) -> Shape:
        """The best split, lowest rank first: as a set, or as the start of a sequence."""
        if counts == 0:
            return Shape(0.0, 0, 0)
        known = self.known.get(counts)
        if known is not None:
            return known
        rank: i64 = 0
        while not (counts >> 4 * rank) & 15:
            rank += 1
        n: i64 = (counts >> 4 * rank) & 15
        rest = self.upwards(counts & ~((counts >> 4 * rank & 15) << 4 * rank))
        tax: float = LOW_TAX * float(12 - POWER[self.level * 16 + rank])
        if n >= 4:
            best = Shape(rest.cost + BOMB_TURN, rest.triples, rest.pairs)
        elif n == 3:
            best = Shape(rest.cost + tax / 2, rest.triples + 1, rest.pairs)
        elif n == 2:
            best = Shape(rest.cost + tax / 2, rest.triples, rest.pairs + 1)
        else:
            best = Shape(rest.cost + TURN + tax, rest.triples, rest.pairs)
        if n <= 3:
            best = self.sequence(counts, rank, 5, 1, best)
            if n >= 2:
                best = self.sequence(counts, rank, 3, 2, best)
            if n == 3:
                best = self.sequence(counts, rank, 2, 3, best)
        self.known[counts] = best
        return best

    def sequence(self, counts: i64, rank: i64, width: i64, each: i64, best: Shape) -> Shape:
        if rank + width > 13:
            return best
        whole: i64 = 0
        k: i64 = rank
        while k < rank + width:
            n: i64 = (counts >> 4 * k) & 15
            if n < each or n > 3:
                return best
            whole |= each << 4 * k
            k += 1
        rest = self.upwards(counts - whole)
        if rest.total() + TURN < best.total():
            return Shape(rest.cost + TURN, rest.triples, rest.pairs)
        return best
