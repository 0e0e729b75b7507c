"""Whether a suit is complete, and its distance from it: shared by the win test, waits, shanten and useful tiles.

The 5**9 ways to hold the ranks of one suit are numbered in base 5.
`MARKS` says whether the tiles of a suit form sets, or sets and the pair, and whether triplets suffice (M-7.1, M-9.6) or every
part has a 1 or a 9 (M-30.3). It is built from every choice of at most four sets, with and without a pair. The number of tiles
implies that of the sets, so one table serves hands of three sets (埋三张) and of four.
`DISTANCES` is filled on demand: for j sets with or without the pair, how many tiles are missing and which help.
"""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, TOP_UNIT, size_of
from qipai.native import i64

MAX_SETS: Final = 4  # M-27.1: four sets and a pair; M-7.1: three
WITHOUT_PAIR: Final = 1
WITH_PAIR: Final = 2
ALL_TRIPLETS: Final = 4
ALL_OUTSIDE: Final = 8  # some reading has a 1 or a 9 in every part
OUTSIDE_TRIPLETS: Final = 16  # and in one of those readings all sets are triplets
ODD: Final = 0x1249249  # bit 0 of each rank's count

FIVES: Final[list[int]] = [5**r for r in range(9)]
SUIT_WAYS: Final = 5**9
LOW_WAYS: Final = 5**5


def base_five(ranks: int) -> list[int]:
    """Packed counts (3 bits each) of the first ranks, as base-5 numbers; counts above four cannot occur."""
    out = [0]
    for r in range(ranks):
        out = [FIVES[r] * min(n, 4) + low for n in range(8) for low in out]
    return out


LOW_FIVE: Final[list[int]] = base_five(5)
HIGH_FIVE: Final[list[int]] = [FIVES[5] * high for high in base_five(4)]


def lay_sets(table: bytearray, counts: list[int], sets: int, first: int, triplets: bool, outside: bool) -> None:
    """Marks the suit so far, alone and with each pair, then recurses with every further set (M-7.1)."""
    here = sum(n * f for n, f in zip(counts, FIVES, strict=True))
    mark = ALL_TRIPLETS if triplets else 0
    ends = (ALL_OUTSIDE | (OUTSIDE_TRIPLETS if triplets else 0)) if outside else 0
    table[here] |= WITHOUT_PAIR | mark | ends
    for r in range(9):
        if counts[r] <= 2:
            table[here + 2 * FIVES[r]] |= WITH_PAIR | mark | (ends if r in (0, 8) else 0)
    if sets == MAX_SETS:
        return
    for kind in range(first, 16):
        if kind < 9:
            tiles = [kind, kind, kind]
        else:
            tiles = [kind - 9, kind - 8, kind - 7]
        for r in tiles:
            counts[r] += 1
        if max(counts) <= 4:
            lay_sets(table, counts, sets + 1, kind, triplets and kind < 9, outside and (0 in tiles or 8 in tiles))
        for r in tiles:
            counts[r] -= 1


def complete_suits() -> bytes:
    """The marks of every way to hold a suit, in base 5."""
    table = bytearray(SUIT_WAYS)
    lay_sets(table, [0] * 9, 0, 0, True, True)
    return bytes(table)


def classes(marks: bytes, low: bool) -> tuple[list[int], list[int]]:
    """Groups the ways to hold the lower five (or upper four) ranks that combine with the same other ranks.

    Returns the class of each way, and one way of each class. There are at most 125 classes on either side, so three small
    tables replace one of two million entries.
    """
    known: dict[bytes, int] = {}
    found: list[int] = []
    members: list[int] = []
    for way in range(LOW_WAYS if low else SUIT_WAYS // LOW_WAYS):
        row = marks[way::LOW_WAYS] if low else marks[LOW_WAYS * way : LOW_WAYS * (way + 1)]
        if row not in known:
            known[row] = len(known)
            members.append(way)
        found.append(known[row])
    return found, members


def joined(marks: bytes, lows: list[int], highs: list[int]) -> bytes:
    """The marks of a suit by its two classes, at 128 * low + high."""
    table = bytearray(128 * 128)
    for i, low in enumerate(lows):
        for j, high in enumerate(highs):
            table[128 * i + j] = marks[low + LOW_WAYS * high]
    return bytes(table)


def suit_tables() -> tuple[bytes, bytes, bytes]:
    marks = complete_suits()
    low_class, lows = classes(marks, True)
    high_class, highs = classes(marks, False)
    assert len(lows) <= 128 and len(highs) <= 128  # noqa: PT018
    low = bytes(low_class[way] for way in LOW_FIVE)
    high = bytes(high_class[way // LOW_WAYS] for way in HIGH_FIVE)
    return low, high, joined(marks, lows, highs)


TABLES: Final = suit_tables()
LOW_CLASS: Final[bytes] = TABLES[0]
HIGH_CLASS: Final[bytes] = TABLES[1]
MARKS: Final[bytes] = TABLES[2]


def suit_value(counts: i64) -> i64:
    """WITHOUT_PAIR, WITH_PAIR and ALL_TRIPLETS of one suit; 0 if it is not complete."""
    low: i64 = LOW_CLASS[counts & 0x7FFF]
    return MARKS[(low << 7) | HIGH_CLASS[counts >> 15]]


def complete(p: i64, s: i64, m: i64) -> bool:
    """Whether 2, 5, 8, 11 or 14 concealed tiles are sets and a pair (M-7.2); their number implies exactly one pair."""
    low: i64 = LOW_CLASS[p & 0x7FFF]
    if MARKS[(low << 7) | HIGH_CLASS[p >> 15]] == 0:
        return False
    low = LOW_CLASS[s & 0x7FFF]
    if MARKS[(low << 7) | HIGH_CLASS[s >> 15]] == 0:
        return False
    low = LOW_CLASS[m & 0x7FFF]
    return MARKS[(low << 7) | HIGH_CLASS[m >> 15]] != 0


def all_triplets(p: i64, s: i64, m: i64) -> bool:
    """Whether a complete hand has a reading without runs (M-9.6, M-9.12)."""
    return suit_value(p) & suit_value(s) & suit_value(m) & ALL_TRIPLETS != 0


def seven_pairs(p: i64, s: i64, m: i64) -> bool:
    """Whether 14 concealed tiles are pairs; four alike are two (M-27.2)."""
    return (p | s | m) & ODD == 0


def completes(p: i64, s: i64, m: i64, tile: i64) -> bool:
    """Whether the tile would complete the hand."""
    suit: i64 = SUIT_OF[tile]
    one: i64 = TOP_UNIT >> (24 - SHIFT_OF[tile])
    if suit == 0:
        return complete(p + one, s, m)
    if suit == 1:
        return complete(p, s + one, m)
    return complete(p, s, m + one)


def wait_mask(p: i64, s: i64, m: i64, missing: i64) -> i64:
    """Bit mask of the kinds that complete 1, 4, 7, 10 or 13 concealed tiles; there is no fifth copy (M-7.3)."""
    mask: i64 = 0
    bit: i64 = 1
    tile: i64 = 0
    while tile < 27:
        suit: i64 = SUIT_OF[tile]
        if suit != missing:
            counts: i64 = p if suit == 0 else (s if suit == 1 else m)
            if (counts >> SHIFT_OF[tile]) & 7 < 4 and completes(p, s, m, tile):
                mask |= bit
        bit <<= 1
        tile += 1
    return mask


def odd_kinds(p: i64, s: i64, m: i64) -> i64:
    """Bit mask of the kinds held once or thrice."""
    mask: i64 = 0
    bit: i64 = 1
    suit: i64 = 0
    while suit < 3:
        counts: i64 = p if suit == 0 else (s if suit == 1 else m)
        rank: i64 = 0
        while rank < 9:
            if counts & 1:
                mask |= bit
            counts >>= 3
            bit <<= 1
            rank += 1
        suit += 1
    return mask


# Distances. A packed distance is (tiles missing) << 9 | (mask of ranks that help); a word holds those for 0..3 sets, and those
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
        index: i64 = LOW_FIVE[counts & 0x7FFF] + HIGH_FIVE[counts >> 15]
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
NOT_OF_SUIT: Final = [0x7FFFFFF, 0x7FFFE00, 0x7FC01FF, 0x003FFFF]  # kinds, by missing suit + 1


def nearest(p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """(tiles missing) << 27 | mask of the kinds that bring the hand nearer, for `sets` sets and the pair.

    Tiles of the missing suit do not count; without a missing suit (-1) all three suits are used.
    """
    a: i64 = DISTANCES.at(p) if missing != 0 else 0
    b: i64 = DISTANCES.at(s) if missing != 1 else 0
    c: i64 = DISTANCES.at(m) if missing != 2 else 0
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
    best: i64 = FAR << 1
    mask: i64 = 0
    k: i64 = 0
    while k <= 2 * MAX_SETS + 1:
        sets: i64 = k >> 1
        if k & 1:
            x: i64 = entry(DISTANCES.paired[first], DISTANCES.paired_four[first], sets)
            y: i64 = entry(DISTANCES.plain[second], DISTANCES.plain_four[second], MAX_SETS - sets)
        else:
            x = entry(DISTANCES.plain[first], DISTANCES.plain_four[first], sets)
            y = entry(DISTANCES.paired[second], DISTANCES.paired_four[second], MAX_SETS - sets)
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


def complete_all(hands: list[list[int]]) -> list[bool]:
    """`complete` for many hands at once, each three packed suits."""
    out: list[bool] = []
    for hand in hands:
        out.append(complete(hand[0], hand[1], hand[2]))
    return out
