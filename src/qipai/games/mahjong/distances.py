"""How far a hand is from a win, and which kinds bring it nearer: shared by shanten, useful tiles, hints and policies.

`DISTANCES` is filled on demand: for j sets with or without the pair, how many tiles of a suit are missing and which help.
"""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.hands import HIGH_FIVE, LOW_FIVE, LOW_WAYS, MAX_SETS, NOT_OF_SUIT, SUIT_WAYS, odd_kinds
from qipai.games.mahjong.tiles import SHIFT_OF, size_of
from qipai.native import i64

# the way to hold a suit in base 5, two bytes for each packed half, which the processor keeps at hand
LOW_PAIRS: Final = b"".join(way.to_bytes(2, "little") for way in LOW_FIVE)
HIGH_PAIRS: Final = b"".join(way.to_bytes(2, "little") for way in HIGH_FIVE)

# A packed distance is (tiles missing) << 9 | (mask of ranks that help); a word holds those for 0..3 sets, and those
# for four sets stand alone.
ENTRY_BITS: Final = 13
ENTRY: Final = 0x1FFF
FAR: Final = 15


class Distances:
    """Filled on demand; the list of slots alone takes 16 MB, so it is created on first use."""

    def __init__(self) -> None:
        self.slot: list[int] = []
        self.plain: list[int] = [0]
        self.paired: list[int] = [0]
        self.plain_four: list[int] = [0]
        self.paired_four: list[int] = [0]

    def at(self, counts: i64) -> i64:
        """The index of a suit's two words in `plain` and `paired`."""
        if not self.slot:
            self.slot = [0] * SUIT_WAYS
        low: i64 = (counts & 0x7FFF) << 1
        high: i64 = (counts >> 15) << 1
        index: i64 = LOW_PAIRS[low]
        more: i64 = LOW_PAIRS[low + 1]
        above: i64 = HIGH_PAIRS[high]
        more_above: i64 = HIGH_PAIRS[high + 1]
        index += (more << 8) + LOW_WAYS * (above + (more_above << 8))
        found: i64 = self.slot[index]
        if found == 0:
            found = self.measure(counts)
            self.slot[index] = found
        return found

    def measure(self, counts: i64) -> i64:
        """The fewest missing tiles for j sets, with and without the pair: dynamic programming over the ranks.

        A state is (runs begun two ranks ago, runs begun one rank ago, sets, pair); its value is the fewest tiles missing so
        far and the ranks where some optimal way misses one. No target holds a kind five times. Four equal runs are
        three triplets and a run.
        """
        values: list[int] = [-1] * 256
        values[0] = 0
        rank: i64 = 0
        while rank < 9:
            held: i64 = (counts >> 3 * rank) & 7
            rank_bit: i64 = 256 >> (8 - rank)
            following: list[int] = [-1] * 256
            at: i64 = 0
            while at < 256:
                value: i64 = values[at]
                if value >= 0:
                    older: i64 = at & 3
                    old: i64 = (at >> 2) & 3
                    sets: i64 = (at >> 4) & 7
                    pair: i64 = at >> 7
                    extend(following, value, held, rank_bit, older, old, sets, pair, rank < 7)
                at += 1
            values = following
            rank += 1
        plain: i64 = 0
        paired: i64 = 0
        sets = 3
        while sets >= 0:
            plain = (plain << ENTRY_BITS) | values[sets << 4]
            paired = (paired << ENTRY_BITS) | values[(sets << 4) + 128]
            sets -= 1
        self.plain.append(plain)
        self.paired.append(paired)
        self.plain_four.append(values[4 << 4])
        self.paired_four.append(values[(4 << 4) + 128])
        return len(self.plain) - 1


def extend(
    following: list[int], value: i64, held: i64, rank_bit: i64, older: i64, old: i64, sets: i64, pair: i64, run_fits: bool
) -> None:
    """All choices at one rank: new runs, a triplet, the pair."""
    new_runs: i64 = 0
    while new_runs < 4 and sets + new_runs <= MAX_SETS:
        if new_runs and not run_fits:
            return
        triplet: i64 = 0
        while triplet < 2 and sets + new_runs + triplet <= MAX_SETS:
            two: i64 = 0
            while pair + two < 2:
                need: i64 = older + old + new_runs + 3 * triplet + 2 * two
                if need <= 4:
                    then: i64 = value
                    if need > held:
                        then = (value + ((need - held) << 9)) | rank_bit
                    target: i64 = old + (new_runs << 2) + ((sets + new_runs + triplet) << 4) + ((pair + two) << 7)
                    before: i64 = following[target]
                    if before < 0 or then >> 9 < before >> 9:
                        following[target] = then
                    elif then >> 9 == before >> 9:
                        following[target] = before | then
                two += 1
            triplet += 1
        new_runs += 1


DISTANCES: Final = Distances()


class LastAsked:
    """Where a suit is in `DISTANCES`. Hands that are compared mostly differ in one suit: the others were asked for just now."""

    def __init__(self) -> None:
        self.answer: i64 = -1  # counts << SLOT_BITS | index: one number, so that threads see both or neither

    def at(self, counts: i64) -> i64:
        """The same as `DISTANCES.at`."""
        answer: i64 = self.answer
        if answer >> SLOT_BITS == counts:
            return answer & SLOTS
        found = DISTANCES.at(counts)
        self.answer = (counts << SLOT_BITS) | found
        return found


SLOT_BITS: Final = 21  # SUIT_WAYS has as many
SLOTS: Final = 0x1FFFFF
DOTS: Final = LastAsked()
BAMBOO: Final = LastAsked()
CHARACTERS: Final = LastAsked()


def nearest(p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """(tiles missing) << 27 | mask of the kinds that bring the hand nearer, for `sets` sets and the pair.

    Tiles of the missing suit do not count; without a missing suit (-1) all three suits are used.
    """
    a: i64 = DOTS.at(p) if missing != 0 else 0
    b: i64 = BAMBOO.at(s) if missing != 1 else 0
    c: i64 = CHARACTERS.at(m) if missing != 2 else 0
    if missing >= 0:
        if sets == MAX_SETS:
            if missing == 0:
                return combine_four(b, c, 9, 18)
            if missing == 1:
                return combine_four(a, c, 0, 18)
            return combine_four(a, b, 0, 9)
        if missing == 0:
            return combine(b, c, 9, 18, sets)
        if missing == 1:
            return combine(a, c, 0, 18, sets)
        return combine(a, b, 0, 9, sets)
    return combine_three(a, b, c, sets)


def combine(first: i64, second: i64, first_shift: i64, second_shift: i64, sets: i64) -> i64:
    """The best split of sets and pair over two suits."""
    plain_1: i64 = DISTANCES.plain[first]
    paired_1: i64 = DISTANCES.paired[first]
    plain_2: i64 = DISTANCES.plain[second]
    paired_2: i64 = DISTANCES.paired[second]
    best: i64 = FAR << 1
    mask: i64 = 0
    k: i64 = 0
    while k <= sets:
        low: i64 = ENTRY_BITS * k
        high: i64 = ENTRY_BITS * (sets - k)
        x: i64 = (plain_1 >> low) & ENTRY
        y: i64 = (paired_2 >> high) & ENTRY
        total: i64 = (x >> 9) + (y >> 9)
        if total <= best:
            if total < best:
                best = total
                mask = 0
            mask |= ((x & 511) << first_shift) | ((y & 511) << second_shift)
        x = (paired_1 >> low) & ENTRY
        y = (plain_2 >> high) & ENTRY
        total = (x >> 9) + (y >> 9)
        if total <= best:
            if total < best:
                best = total
                mask = 0
            mask |= ((x & 511) << first_shift) | ((y & 511) << second_shift)
        k += 1
    return (best << 27) | mask


def entry(word: i64, four: i64, sets: i64) -> i64:
    """The packed distance for this many sets."""
    return four if sets == MAX_SETS else (word >> ENTRY_BITS * sets) & ENTRY


def combine_four(first: i64, second: i64, first_shift: i64, second_shift: i64) -> i64:
    """The best split of four sets and the pair over two suits."""
    plain_1: i64 = DISTANCES.plain[first]
    paired_1: i64 = DISTANCES.paired[first]
    plain_2: i64 = DISTANCES.plain[second]
    paired_2: i64 = DISTANCES.paired[second]
    plain_four_1: i64 = DISTANCES.plain_four[first]
    paired_four_1: i64 = DISTANCES.paired_four[first]
    plain_four_2: i64 = DISTANCES.plain_four[second]
    paired_four_2: i64 = DISTANCES.paired_four[second]
    best: i64 = FAR << 1
    mask: i64 = 0
    k: i64 = 0
    while k <= 2 * MAX_SETS + 1:
        sets: i64 = k >> 1
        if k & 1:
            x: i64 = entry(paired_1, paired_four_1, sets)
            y: i64 = entry(plain_2, plain_four_2, MAX_SETS - sets)
        else:
            x = entry(plain_1, plain_four_1, sets)
            y = entry(paired_2, paired_four_2, MAX_SETS - sets)
        total: i64 = (x >> 9) + (y >> 9)
        if total <= best:
            if total < best:
                best = total
                mask = 0
            mask |= ((x & 511) << first_shift) | ((y & 511) << second_shift)
        k += 1
    return (best << 27) | mask


def nearest_pairs(p: i64, s: i64, m: i64, missing: i64) -> i64:
    """`nearest` for seven pairs: missing tiles, and the kinds that bring the hand nearer (M-27.2)."""
    if missing == 0:
        p = 0
    elif missing == 1:
        s = 0
    elif missing == 2:
        m = 0
    odd: i64 = odd_kinds(p, s, m)
    singles: i64 = ones(odd)
    pairs: i64 = (size_of(p) + size_of(s) + size_of(m) - singles) >> 1
    if pairs > 7:
        pairs = 7
    need: i64 = 7 - pairs
    if need == 0:
        return 0
    if singles >= need:
        return (need << 27) | odd
    mask: i64 = NOT_OF_SUIT[missing + 1]
    tile: i64 = 0
    bit: i64 = 1
    while tile < 27:
        counts: i64 = p if tile < 9 else (s if tile < 18 else m)
        if (counts >> SHIFT_OF[tile]) & 4:
            mask &= ~bit  # there is no fifth copy
        bit <<= 1
        tile += 1
    return ((2 * need - singles) << 27) | mask


def ones(mask: i64) -> i64:
    """How many bits of 27 are set."""
    mask = mask - ((mask >> 1) & 0x5555555)
    mask = (mask & 0x3333333) + ((mask >> 2) & 0x3333333)
    mask = (mask + (mask >> 4)) & 0xF0F0F0F
    return (mask + (mask >> 8) + (mask >> 16) + (mask >> 24)) & 63


def nearest_win(p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """`nearest`; where four sets are needed, seven pairs win too (M-27.2)."""
    found = nearest(p, s, m, missing, sets)
    if sets < MAX_SETS:
        return found
    pairs = nearest_pairs(p, s, m, missing)
    if pairs >> 27 < found >> 27:
        return pairs
    if pairs >> 27 == found >> 27:
        return found | (pairs & 0x7FFFFFF)
    return found


def combine_three(a: i64, b: i64, c: i64, sets: i64) -> i64:
    """The best split of sets and pair over three suits."""
    best: i64 = FAR << 1
    mask: i64 = 0
    pair_at: i64 = 0
    while pair_at < 3:
        first: i64 = DISTANCES.paired[a] if pair_at == 0 else DISTANCES.plain[a]
        second: i64 = DISTANCES.paired[b] if pair_at == 1 else DISTANCES.plain[b]
        third: i64 = DISTANCES.paired[c] if pair_at == 2 else DISTANCES.plain[c]
        first_four: i64 = DISTANCES.paired_four[a] if pair_at == 0 else DISTANCES.plain_four[a]
        second_four: i64 = DISTANCES.paired_four[b] if pair_at == 1 else DISTANCES.plain_four[b]
        third_four: i64 = DISTANCES.paired_four[c] if pair_at == 2 else DISTANCES.plain_four[c]
        i: i64 = 0
        while i <= sets:
            x: i64 = entry(first, first_four, i)
            j: i64 = 0
            while i + j <= sets:
                y: i64 = entry(second, second_four, j)
                z: i64 = entry(third, third_four, sets - i - j)
                total: i64 = (x >> 9) + (y >> 9) + (z >> 9)
                if total <= best:
                    if total < best:
                        best = total
                        mask = 0
                    mask |= (x & 511) | ((y & 511) << 9) | ((z & 511) << 18)
                j += 1
            i += 1
        pair_at += 1
    return (best << 27) | mask


def ukeire_all(hands: list[list[int]], missing: i64, sets: i64) -> list[int]:
    """`nearest` for many hands at once, each three packed suits: for data sets and for ranking discards."""
    out: list[int] = []
    for hand in hands:
        out.append(nearest(hand[0], hand[1], hand[2], missing, sets))
    return out
