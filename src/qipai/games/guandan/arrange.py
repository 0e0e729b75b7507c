"""理牌: a hand put into the fewest plays, and the straight flushes that it has.

Four or more of a rank stay together. A wildcard stays by itself unless it saves SPENT plays, the one that it would be itself
included. Straight flushes replace plain sets and straights where that costs no play.
"""

from __future__ import annotations

from typing import NamedTuple

from qipai.games.guandan.cards import POWER, bit, copies, listed, rank_counts, wildcard
from qipai.games.guandan.packing import FLUSH, WINDOWS, head, natural_planes, wild_of

SPENT = 3
SEQUENCES = ((2, 3), (3, 2), (5, 1))  # (ranks, cards of each): plate, tube, straight


class Part(NamedTuple):
    """Equally many cards of each rank of a row that begins with `rank`; the ranks are a circle, so that 12 begins A 2 3."""

    rank: int
    width: int
    each: int


class Split(NamedTuple):
    """A way to play some ranks. Triples and pairs are counted apart: one of each is a full house."""

    others: int
    low: int  # what is low and alone, rank by rank: a tie goes to the hand that stays stronger
    parts: tuple[Part, ...]


Splits = dict[tuple[int, int], Split]  # by the number of triples and pairs


class Arranger:
    """One hand. Wildcards are not among its planes."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.known: dict[int, Splits] = {0: {(0, 0): Split(0, 0, ())}}

    def best(self, counts: int) -> tuple[int, int, tuple[Part, ...]]:
        """(plays, what is low, parts) of natural cards without a bomb among them."""
        found = [(t, p, split) for (t, p), split in self.splits(counts).items()]
        for width, each in SEQUENCES:
            rest = self.without(counts, Part(12, width, each))
            if rest >= 0:
                part = Part(12, width, each)
                for (t, p), split in self.splits(rest).items():
                    found.append((t, p, Split(split.others + 1, split.low, (*split.parts, part))))
        plays, low, _, parts = min(
            [(split.others + max(t, p), split.low, len(split.parts), split.parts) for t, p, split in found]
        )
        return plays, low, parts

    def without(self, counts: int, part: Part) -> int:
        """The counts without the cards of a part; -1 when they are not there."""
        for k in range(part.width):
            place = 4 * ((part.rank + k) % 13)
            if (counts >> place) & 15 < part.each:
                return -1
            counts -= part.each << place
        return counts

    def splits(self, counts: int) -> Splits:
        """All that is worth considering, from the lowest rank up: as a set, or as the beginning of a sequence."""
        known = self.known.get(counts)
        if known is not None:
            return known
        rank = 0
        while not (counts >> 4 * rank) & 15:
            rank += 1
        n = (counts >> 4 * rank) & 15
        low = 12 - POWER[self.level * 16 + rank]
        out: Splits = {}
        for (t, p), split in self.splits(counts - (n << 4 * rank)).items():
            key = (t + (n == 3), p + (n == 2))
            keep(out, key, Split(split.others + (n == 1), split.low + (low if n == 1 else 0), (*split.parts, Part(rank, 1, n))))
        for width, each in SEQUENCES:
            part = Part(rank, width, each)
            rest = self.without(counts, part) if rank + width <= 13 else -1
            if rest >= 0:
                for key, split in self.splits(rest).items():
                    keep(out, key, Split(split.others + 1, split.low, (*split.parts, part)))
        self.known[counts] = out
        return out


def keep(out: Splits, key: tuple[int, int], split: Split) -> None:
    old = out.get(key)
    if old is None or split < old:
        out[key] = split


class Plan(NamedTuple):
    """Smaller is better: plays, then bombs (negative), then what is low."""

    plays: int
    bombs: int
    low: int
    flushes: tuple[int, ...]
    parts: tuple[Part, ...]


def arrange(one: int, two: int, level: int) -> list[list[int]]:
    """The hand as kinds of cards in groups, each a play: bombs first, then long plays, then by height."""
    mark = bit(wildcard(level))
    wild = copies(one, two, wildcard(level))
    one &= ~mark
    two &= ~mark
    arranger = Arranger(level)
    found = straight_flushes(one, two, wild)
    natural = [flush for flush in found if not wild_of(flush)]
    plans = [plan(arranger, one, two, flushes) for flushes in subsets(natural)]
    best = min([one_plan for one_plan in plans if one_plan is not None])
    if wild:
        spent = [plan(arranger, one, two, (*best.flushes, flush)) for flush in found if wild_of(flush) == 1]
        helped = [one_plan for one_plan in spent if one_plan is not None]
        # the wildcard itself is a play of its own as long as it is not spent
        if helped and min(helped).plays + SPENT <= best.plays + 1:
            best = min(helped)
    return taken(one, two, wild, level, best)


def straight_flushes(one: int, two: int, wild: int) -> list[int]:
    """Packed plays of every straight flush: natural ones first, then those with one wildcard, low ones first."""
    out: list[int] = []
    for spent in range(min(wild, 1) + 1):
        for window in range(WINDOWS[FLUSH]):
            for suit in range(4):
                cards = 0
                for k in range(5):
                    if (one >> 4 * ((window + k - 1) % 13) + suit) & 1:
                        cards |= 1 << 4 * k + suit
                if cards.bit_count() == 5 - spent:
                    out.append(head(FLUSH, window, 0, spent) | cards)
    return out


def subsets(flushes: list[int]) -> list[tuple[int, ...]]:
    """None, one or two: more that share no card are hardly ever dealt."""
    out: list[tuple[int, ...]] = [()]
    for at, first in enumerate(flushes):
        out.append((first,))
        out += [(first, second) for second in flushes[at:]]
    return out


def plan(arranger: Arranger, one: int, two: int, flushes: tuple[int, ...]) -> Plan | None:
    """The rest of the hand split once these are out of it; None when they share a card or break a bomb."""
    before = rank_counts(one, two)
    for flush in flushes:
        cards = natural_planes(flush)[0]
        if cards & ~one:
            return None
        one &= ~(cards & ~two)
        two &= ~cards
    counts = rank_counts(one, two)
    bombs: list[Part] = []
    for rank in range(13):
        n = (counts >> 4 * rank) & 15
        if (before >> 4 * rank) & 15 >= 4 > n:
            return None
        if n >= 4:
            bombs.append(Part(rank, 1, n))
            counts -= n << 4 * rank
    plays, low, parts = arranger.best(counts)
    strong = len(bombs) + len(flushes)
    return Plan(plays + strong, -strong, low, flushes, (*bombs, *parts))


def taken(one: int, two: int, wild: int, level: int, best: Plan) -> list[list[int]]:
    """The cards of a plan, group by group."""
    left = listed(one, two)
    groups: list[list[int]] = []
    for flush in best.flushes:
        cards = listed(natural_planes(flush)[0], 0)
        for kind in cards:
            left.remove(kind)
        wild -= wild_of(flush)
        groups.append(cards + [wildcard(level)] * wild_of(flush))
    sets: list[list[int]] = []
    for rank, width, each in best.parts:
        group: list[int] = []
        for k in range(width):
            of_rank = [kind for kind in left if kind >> 2 == (rank + k) % 13 and kind < 52][:each]
            for kind in of_rank:
                left.remove(kind)
            group += of_rank
        (groups if width > 1 or each >= 4 else sets).append(group)
    if len(left) == 4:
        groups.insert(0, left)
        left = []
    groups += houses(sets, level)
    by_kind = [[kind for kind in left if kind == joker] for joker in (53, 52)]
    return [[wildcard(level)] * wild] * bool(wild) + [jokers for jokers in by_kind if jokers] + groups


def houses(sets: list[list[int]], level: int) -> list[list[int]]:
    """Triples with the lowest pairs; what is left over stays as it is, high ones first."""

    def height(group: list[int]) -> int:
        return POWER[level * 16 + (group[0] >> 2)]

    ordered = sorted(sets, key=height)
    triples = [group for group in ordered if len(group) == 3]
    pairs = [group for group in ordered if len(group) == 2]
    out: list[list[int]] = []
    while triples and pairs:
        out.append(triples.pop(0) + pairs.pop(0))
    rest = [group for group in ordered if len(group) == 1] + triples + pairs
    return out + sorted(rest, key=lambda group: -height(group))
