"""Draws hands that a locked seat may hold: they win on every tile it has won with, with the patterns shown.

Suits are independent: the held tiles of one suit must be complete with each of its winning tiles, those of the other suit on
their own. So a hand is drawn suit by suit from lists, each choice weighted by its number of physical ways, and kept if the
patterns match. If that keeps failing, all pairs are listed and the matching ones sampled exactly.
"""

from __future__ import annotations

from math import comb
from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.hands import ALL_OUTSIDE, ALL_TRIPLETS, MAX_SETS, suit_value
from qipai.games.mahjong.patterns import (
    DAIYAOJIU,
    DUIDUIHU,
    FOURTHS,
    JIANGDUI,
    QIDUI,
    QINGYISE,
    ROOT_MASK,
    ROOT_SHIFT,
    ZHONGZHANG,
    fourth_copies,
)
from qipai.games.mahjong.sichuan_fan import ENDS, NOT_258
from qipai.games.mahjong.tiles import SUIT_OF, UNIT_OF
from qipai.games.mahjong.wonhand import NOTHING_SHOWN, FirstWin, WonHand
from qipai.native import i64

TRIES: Final = 40
SPLIT_TRIES: Final = 20
# ways to choose n of k copies, at 8 * k + n
WAYS: Final = bytes([comb(k, n) for k in range(5) for n in range(8)])
# every second rank of a packed suit, and above each of its counts the bit that a subtraction borrows if there are too few
EVEN_RANKS: Final = 0o707070707
ABOVE_EVEN: Final = 0o1010101010
ODD_RANKS: Final = 0o70707070
ABOVE_ODD: Final = 0o101010100


def complete_by_size() -> list[list[int]]:
    """Every complete suit, packed, by its number of tiles: sets, with or without the pair (M-7.1)."""
    found: list[set[int]] = [set() for _ in range(15)]
    sets = [3 << 3 * r for r in range(9)] + [73 << 3 * r for r in range(7)]  # 73: one of each of three ranks
    layer = {0}
    for n in range(MAX_SETS + 1):
        for laid in layer:
            found[3 * n].add(laid)
            for r in range(9):
                if (laid >> 3 * r) & 7 <= 2:
                    found[3 * n + 2].add(laid + (2 << 3 * r))
        layer = {laid + s for laid in layer for s in sets if no_fifth(laid + s)}
    return [sorted(group) for group in found]


def even_by_size() -> list[list[int]]:
    """Every suit of pairs, packed, by its number of tiles up to 14."""
    found: list[list[int]] = [[] for _ in range(16)]
    layer = [(0, 0)]
    for r in range(9):
        layer = [(laid + (n << 3 * r), size + n) for laid, size in layer for n in (0, 2, 4) if size + n <= 14]
    for laid, size in layer:
        found[size].append(laid)
    return [sorted(group) for group in found]


def no_fifth(counts: int) -> bool:
    return all((counts >> 3 * r) & 7 <= 4 for r in range(9))


class SuitLists:
    """Candidate lists by winning ranks and size, created on demand; independent of the deal."""

    def __init__(self) -> None:
        self.universe: list[list[int]] = []
        self.even: list[list[int]] = []
        self.made: dict[int, list[int]] = {}

    def pairs(self, odd: i64, size: i64) -> list[int]:
        """Suits of `size` tiles in pairs but for one rank, or for none (-1): of seven pairs that lack a tile (M-27.2)."""
        key: i64 = -2 - (odd + 1 + 16 * size)
        known = self.made.get(key)
        if known is not None:
            return known
        if not self.even:
            self.even = even_by_size()
        out: list[int] = []
        if odd < 0:
            out = self.even[size] if size < 15 else []
        else:
            for counts in self.even[size + 1]:
                if (counts >> 3 * odd) & 7:
                    out.append(counts - UNIT_OF[odd])
        self.made[key] = out
        return out

    def candidates(self, winning: i64, complete_too: bool, size: i64) -> list[int]:
        """Suits of `size` tiles that every winning rank completes; also complete without one if the other suit may win too."""
        key: i64 = (winning << 5) | (size << 1) | (1 if complete_too else 0)
        known = self.made.get(key)
        if known is not None:
            return known
        if not self.universe:
            self.universe = complete_by_size()
        out: list[int] = []
        if winning == 0 or complete_too:
            for counts in self.universe[size]:
                if completed_by(counts, winning):
                    out.append(counts)
        else:
            rank = 0
            while not (winning >> rank) & 1:
                rank += 1
            for counts in self.universe[size + 1]:
                if (counts >> 3 * rank) & 7 and completed_by(counts - UNIT_OF[rank], winning):
                    out.append(counts - UNIT_OF[rank])
        self.made[key] = out
        return out


def completed_by(counts: i64, winning: i64) -> bool:
    rank: i64 = 0
    while winning:
        if winning & 1:
            if (counts >> 3 * rank) & 7 == 4:
                return False
            if suit_value(counts + UNIT_OF[rank]) == 0:
                return False
        winning >>= 1
        rank += 1
    return True


LISTS: Final = SuitLists()


def ways_to_hold(counts: i64, pool: i64) -> i64:
    """Physical ways to take these tiles of one suit from the pool; 0 if there are too few."""
    ways: i64 = 1
    while counts:
        n: i64 = counts & 7
        if n:
            ways *= WAYS[8 * (pool & 7) + n]
            if ways == 0:
                return 0
        counts >>= 3
        pool >>= 3
    return ways


def contains(counts: i64, part: i64) -> bool:
    """Whether a suit has at least these tiles."""
    even: i64 = ((counts & EVEN_RANKS) | ABOVE_EVEN) - (part & EVEN_RANKS)
    odd: i64 = ((counts & ODD_RANKS) | ABOVE_ODD) - (part & ODD_RANKS)
    return even & ABOVE_EVEN == ABOVE_EVEN and odd & ABOVE_ODD == ABOVE_ODD


def complete_with(suits: list[int], more: i64) -> list[int]:
    """The suits that are sets, with or without a pair, together with one more tile (0: alone)."""
    return [counts for counts in suits if no_fifth(counts + more) and suit_value(counts + more)]


class SuitChoice:
    """A list of suits with running sums of their weights."""

    def __init__(self) -> None:
        self.counts: list[int] = []
        self.sums: list[int] = []
        self.total: i64 = 0

    def add(self, counts: i64, ways: i64) -> None:
        self.total += ways
        self.counts.append(counts)
        self.sums.append(self.total)

    def pick(self, rng: Rng) -> i64:
        return self.counts[find_sum(self.sums, rng.below_wide(self.total))]


def may_show(counts: i64, shown: i64) -> bool:
    """Whether one suit of a hand allows the patterns that the hand has shown and that need every suit."""
    if shown & DUIDUIHU and not suit_value(counts) & ALL_TRIPLETS:
        return False
    if shown & DAIYAOJIU and not suit_value(counts) & ALL_OUTSIDE:
        return False
    if shown & JIANGDUI and counts & NOT_258:
        return False
    return not (shown & ZHONGZHANG and counts & ENDS)


def by_roots(candidates: list[int], pool: i64, more: i64, pengs: i64, shown: i64, held: i64) -> list[SuitChoice]:
    """The candidates that the pool allows, by their roots when the hand first won (M-9.5).

    `more` is what the suit had then besides: the won tile, and three of each kong since; `pengs` has all bits of the ranks
    that the seat had penged. `shown` are the patterns of that win; if NOTHING_SHOWN, everything counts as having no roots.
    `held` is what the suit must have at least.
    """
    out = [SuitChoice(), SuitChoice(), SuitChoice(), SuitChoice()]
    for candidate in candidates:
        counts: i64 = candidate
        ways: i64 = ways_to_hold(counts, pool)
        if ways == 0 or (held and not contains(counts, held)):
            continue
        roots: i64 = 0
        if shown != NOTHING_SHOWN:
            then: i64 = counts + more
            if not may_show(then, shown):
                continue
            if then & FOURTHS:
                roots = fourth_copies(then)
            rest: i64 = then & pengs
            while rest:
                if rest & 7:
                    roots += 1
                rest >>= 3
        if roots < 4:
            out[roots].add(counts, ways)
    return out


def still_there(choice: SuitChoice, pool: i64) -> SuitChoice:
    """The suits of a list that a smaller pool still allows, with new weights."""
    out = SuitChoice()
    for counts in choice.counts:
        ways = ways_to_hold(counts, pool)
        if ways:
            out.add(counts, ways)
    return out


def find_sum(sums: list[int], target: i64) -> i64:
    """The first index whose running sum is above the target."""
    low: i64 = 0
    high: i64 = len(sums) - 1
    while low < high:
        middle: i64 = (low + high) >> 1
        if sums[middle] > target:
            high = middle
        else:
            low = middle + 1
    return low


class PairChoice:
    """Pairs of suits with running sums of their weights."""

    def __init__(self) -> None:
        self.firsts: list[int] = []
        self.seconds: list[int] = []
        self.sums: list[int] = []
        self.total: i64 = 0


class HandPlan:
    """How to draw one seat's held tiles, given the tiles it wins on. `first` and `second` are the last draw."""

    def __init__(self, seat: i64, past: WonHand, also: i64, held: list[int], pool: list[int], kong: i64 = -1) -> None:
        """`also` is one more tile that the hand wins on, `kong` one of which it may make a kong (-1: none)."""
        self.seat: i64 = seat
        self.kong: i64 = kong
        self.past = past
        self.also: i64 = also
        self.held = held  # tiles that the seat is known to hold, packed by suit
        self.melds: i64 = past.melds_now
        self.size: i64 = past.rules.hand_size - 3 * (past.melds_now & 7)
        self.wins: list[int] = past.wins[:]
        if also >= 0 and also not in self.wins:
            self.wins.append(also)
        self.first_suit: i64 = 1 if past.missing == 0 else 0
        self.second_suit: i64 = 1 if past.missing == 2 else 2
        self.first: i64 = 0
        self.second: i64 = 0
        self.firsts: list[SuitChoice] = []
        self.seconds: list[SuitChoice] = []
        self.sums: list[int] = []
        self.total: i64 = 0
        self.sizes: list[int] = []  # tiles of the first suit, by split
        self.good: dict[int, PairChoice] = {}  # splits whose pairs had to be listed
        pairs: i64 = self.shown_pairs()
        if pairs < 0:
            self.weigh(pool)
        if pairs >= 0:
            self.weigh_pairs(pool, past.wins[pairs], past.patterns[pairs])
        elif past.rules.sichuan and not past.wins and self.melds == 0:
            self.weigh_pairs(pool, also, NOTHING_SHOWN)

    def shown_pairs(self) -> i64:
        """The win that was shown as seven pairs, or -1."""
        at: i64 = 0
        while at < len(self.past.wins):
            if self.past.patterns[at] & QIDUI:
                return at
            at += 1
        return -1

    def weigh_pairs(self, pool: list[int], tile: i64, shown: i64) -> None:
        """Lists suits of seven pairs that lack this tile; `shown` are the patterns of that win, if there was one."""
        rank: i64 = tile - 9 * SUIT_OF[tile]
        won: bool = shown != NOTHING_SHOWN
        won_1: i64 = UNIT_OF[tile] if SUIT_OF[tile] == self.first_suit else 0
        roots: i64 = (shown >> ROOT_SHIFT) & ROOT_MASK if won else 0
        sets: bool = won and self.also >= 0 and self.also != tile  # another tile completes sets and a pair
        more: i64 = UNIT_OF[self.also] if sets else 0
        more_1: i64 = more if sets and SUIT_OF[self.also] == self.first_suit else 0
        n: i64 = -1
        while n < self.size:
            n += 1
            if won and (n == 0 or n == self.size) != (shown & QINGYISE != 0):
                continue
            odd_1: i64 = rank if SUIT_OF[tile] == self.first_suit else -1
            odd_2: i64 = rank if SUIT_OF[tile] == self.second_suit else -1
            one = LISTS.pairs(odd_1, n)
            two = LISTS.pairs(odd_2, self.size - n) if one else one
            if sets:
                one = complete_with(one, more_1)
                two = complete_with(two, more - more_1)
            if one and two:
                firsts = by_roots(one, pool[self.first_suit], won_1, 0, shown, self.held[self.first_suit])
                won_2: i64 = UNIT_OF[tile] - won_1
                seconds = by_roots(two, pool[self.second_suit], won_2, 0, shown, self.held[self.second_suit])
                self.add_splits(firsts, seconds, roots, n)

    def add_splits(self, firsts: list[SuitChoice], seconds: list[SuitChoice], roots: i64, n: i64) -> None:
        """Suits that have these roots together."""
        k: i64 = max(0, roots - 3)
        while k <= min(roots, 3):
            self.add_split(firsts[k], seconds[roots - k], n)
            k += 1

    def add_split(self, first: SuitChoice, second: SuitChoice, n: i64) -> None:
        if first.total and second.total:
            self.total += first.total * second.total
            self.firsts.append(first)
            self.seconds.append(second)
            self.sums.append(self.total)
            self.sizes.append(n)

    def weigh(self, pool: list[int]) -> None:
        """Lists compatible suits: sizes that add up, roots and one-suitedness as the first win showed them."""
        winning_1: i64 = 0
        winning_2: i64 = 0
        for tile in self.wins:
            bit: i64 = 256 >> (8 - (tile - 9 * SUIT_OF[tile]))
            if SUIT_OF[tile] == self.first_suit:
                winning_1 |= bit
            else:
                winning_2 |= bit
        then = FirstWin(self.past)
        if then.roots < 0 or then.roots > 3:
            return
        one: i64 = self.first_suit
        two: i64 = self.second_suit
        n: i64 = -1
        while n < self.size:
            n += 1
            single: bool = not (then.has[one] or n > 0) or not (then.has[two] or n < self.size)
            if then.shown != NOTHING_SHOWN and single != (then.shown & QINGYISE != 0):
                continue
            ones = LISTS.candidates(winning_1, winning_2 != 0, n)
            twos = LISTS.candidates(winning_2, winning_1 != 0, self.size - n) if ones else ones
            if twos:
                firsts = by_roots(ones, pool[one], then.more[one], then.pengs[one], then.shown, self.held[one])
                seconds = by_roots(twos, pool[two], then.more[two], then.pengs[two], then.shown, self.held[two])
                self.add_splits(firsts, seconds, then.roots, n)

    def draw(self, rng: Rng) -> bool:
        """Draws a hand with the patterns shown; False if there is none."""
        tries: i64 = 0
        while tries < SPLIT_TRIES and self.total:
            if self.draw_split(rng, find_sum(self.sums, rng.below_wide(self.total))):
                return True
            tries += 1
        split: i64 = 0
        while split < len(self.sums):
            if self.draw_split(rng, split):
                return True
            split += 1
        return False

    def draw_split(self, rng: Rng, split: i64) -> bool:
        """Draws a hand with the suit sizes and roots of this split; False if none matches."""
        if split not in self.good:
            tries: i64 = 0
            while tries < TRIES:
                self.first = self.firsts[split].pick(rng)
                self.second = self.seconds[split].pick(rng)
                if self.agrees():
                    return True
                tries += 1
            self.good[split] = self.list_pairs(self.firsts[split], self.seconds[split])
        choice = self.good[split]
        if choice.total == 0:
            return False
        at = find_sum(choice.sums, rng.below_wide(choice.total))
        self.first = choice.firsts[at]
        self.second = choice.seconds[at]
        return True

    def draw_within(self, rng: Rng, split: i64, pool: list[int]) -> bool:
        """The same from what is left of the pool: slower, but finds a hand if there is one."""
        first = still_there(self.firsts[split], pool[self.first_suit])
        second = still_there(self.seconds[split], pool[self.second_suit])
        if first.total == 0 or second.total == 0:
            return False
        tries: i64 = 0
        while tries < TRIES:
            self.first = first.pick(rng)
            self.second = second.pick(rng)
            if self.agrees():
                return True
            tries += 1
        choice = self.list_pairs(first, second)
        if choice.total == 0:
            return False
        at = find_sum(choice.sums, rng.below_wide(choice.total))
        self.first = choice.firsts[at]
        self.second = choice.seconds[at]
        return True

    def list_pairs(self, first: SuitChoice, second: SuitChoice) -> PairChoice:
        """Every matching pair, with its weight."""
        out = PairChoice()
        before_1: i64 = 0
        i: i64 = 0
        while i < len(first.counts):
            weight_1: i64 = first.sums[i] - before_1
            before_1 = first.sums[i]
            self.first = first.counts[i]
            before_2: i64 = 0
            j: i64 = 0
            while j < len(second.counts):
                weight_2: i64 = second.sums[j] - before_2
                before_2 = second.sums[j]
                self.second = second.counts[j]
                if self.agrees():
                    out.total += weight_1 * weight_2
                    out.firsts.append(self.first)
                    out.seconds.append(self.second)
                    out.sums.append(out.total)
                j += 1
            i += 1
        return out

    def weight(self, split: i64) -> float:
        """Physical ways of a split, ignoring patterns."""
        return float(self.firsts[split].total) * float(self.seconds[split].total)

    def agrees(self) -> bool:
        """Whether each win would have shown the patterns it did show, and the kong is open."""
        p: i64 = self.part(0)
        s: i64 = self.part(1)
        m: i64 = self.part(2)
        return self.past.agrees(p, s, m) and (self.kong < 0 or self.past.may_kong(self.kong, p, s, m))

    def put(self, suit: i64, counts: i64) -> None:
        """Takes these tiles of one of its suits."""
        if suit == self.first_suit:
            self.first = counts
        elif suit == self.second_suit:
            self.second = counts

    def part(self, suit: i64) -> i64:
        """The drawn tiles of a suit."""
        if suit == self.first_suit:
            return self.first
        if suit == self.second_suit:
            return self.second
        return 0

    def fits(self, pool: list[int]) -> bool:
        return ways_to_hold(self.first, pool[self.first_suit]) > 0 and ways_to_hold(self.second, pool[self.second_suit]) > 0
