"""The exact list (G-10.1): every multiset of cards with every reading that is legal now, in the order of G-10.5."""

from __future__ import annotations

from typing import Final, cast

from qipai.games.guandan.cards import LADDER
from qipai.games.guandan.choices import SETS, TERNARY
from qipai.games.guandan.combos import Finder
from qipai.games.guandan.packing import FOUR_JOKERS, WINDOWS, wild_pair
from qipai.native import i64


def listing_codes() -> bytes:
    """A rank's cards as a number, two bits per suit, S first: a larger number comes first in card order."""
    out = bytearray(256)
    for cards in range(256):
        for suit in range(4):
            out[cards] |= ((cards >> suit & 1) + (cards >> suit + 4 & 1)) << 6 - 2 * suit
    return bytes(out)


CODES: Final = listing_codes()
SUBSETS: Final[dict[int, list[int]]] = {}


def subsets(held: int, k: int) -> list[int]:
    """Every choice of k of the held cards of one rank, in card order."""
    found = SUBSETS.get(held << 4 | k)
    if found is None:
        found = []
        for cards in range(256):
            if TERNARY[cards] != 255 and cards & ~held == 0 and (cards & 15).bit_count() + (cards >> 4).bit_count() == k:
                found.append(cards)
        found.sort(key=first_first)
        SUBSETS[held << 4 | k] = found
    return found


def first_first(cards: int) -> int:
    return -CODES[cards]


class ExactFinder(Finder):
    """Every member of every class, with its own iteration: ranks in power order, windows upwards."""

    def plays(self, kind: i64, power: i64) -> list[int]:
        out: list[object] = []
        first: i64 = 0
        if kind:
            out.append(0)
            first = power + 1
        if kind in (0, 1):
            self.all_sets(out, first, 1)
        if kind in (0, 2):
            self.all_sets(out, first, 2)
        if kind in (0, 3):
            self.all_sets(out, first, 3)
        if kind in (0, 4):
            self.all_houses(out, first)
        if kind in (0, 5):
            self.all_windows(out, 5, first, self.straight_sums(), 5)
        if kind in (0, 6):
            self.all_windows(out, 6, first, self.tube_sums(), 6)
        if kind in (0, 7):
            self.all_windows(out, 7, first, self.plate_sums(), 6)
        self.all_bombs(out, power if kind == 8 else -1)
        return cast("list[int]", out)

    def held(self, rank: i64) -> i64:
        return ((self.one >> 4 * rank) & 15) | (((self.two >> 4 * rank) & 15) << 4)

    def emit(self, out: list[object], front: i64, found: list[int]) -> None:
        """Members of a class in card order; each is (0xFFFFFF - listing code) << 24 | cards."""
        found.sort()
        for entry in found:
            member: i64 = entry
            out.append(front | (member & 0xFFFFFF))

    def all_sets(self, out: list[object], first: i64, size: i64) -> None:
        """Singles, pairs, triples or bombs of one size from power `first` up (G-3.1 to G-3.3, G-3.8): by rank, by wildcards.

        Wildcards alone are level cards (G-4.3); jokers make singles and pairs.
        """
        p = first
        while p < 13:
            rank: i64 = LADDER[self.level * 16 + p]
            n: i64 = (self.counts >> 4 * rank) & 15
            used: i64 = 0
            while used <= self.wild and used <= size:
                if n >= size - used and (used < size or rank == self.level):
                    at: i64 = used * 4096 + rank
                    for cards in subsets(self.held(rank), size - used):
                        out.append(SETS[at + cards * 16])
                used += 1
            p += 1
        if size <= 2:
            jokers = self.jokers if size == 1 else self.joker_pairs
            if jokers & 1 and first <= 13:
                out.append(0x740000001 if size == 1 else 0xB40000011)
            if jokers & 2 and first <= 14:
                out.append(0x780000002 if size == 1 else 0xB80000022)

    def all_bombs(self, out: list[object], power: i64) -> None:
        """The bomb class above a strength, -1 for all (G-5.3, G-5.7)."""
        rung: i64 = 0
        while rung < 8:
            floor: i64 = 16 * rung
            if power < floor + 15:
                first: i64 = power - floor + 1 if power >= floor else 0
                size: i64 = rung + 4
                if size == self.over_flush:
                    self.all_windows(out, 9, first, 0, 0)
                else:
                    self.all_sets(out, first, size if size < self.over_flush else size - 1)
            rung += 1
        if self.joker_pairs == 3 and power < 128:
            out.append(FOUR_JOKERS)

    def all_windows(self, out: list[object], kind: i64, first: i64, sums: i64, needed: i64) -> None:
        """Sequences of one type from window `first` up, if `sums` and the wildcards suffice."""
        window = first
        while window < WINDOWS[kind]:
            if ((sums >> 4 * window) & 15) + self.wild >= needed:
                if kind == 5:
                    self.all_straights(out, window)
                elif kind == 6:
                    self.blocks(out, 0x1800000000 | (window << 30), window, 3, 2)
                elif kind == 7:
                    self.blocks(out, 0x1C00000000 | (window << 30), window, 2, 3)
                elif ((self.five | self.four | self.three) >> 4 * window) & 15:
                    self.all_flushes(out, window)
            window += 1

    def all_houses(self, out: list[object], first: i64) -> None:
        """Full houses whose triple has at least power `first`, by the triple, then by the pair (G-3.4)."""
        row: i64 = self.level * 16
        p = first
        while p < 13:
            triple: i64 = LADDER[row + p]
            n: i64 = (self.counts >> 4 * triple) & 15
            if n + self.wild >= 3 and n:
                q: i64 = 0
                while q < 13:
                    pair: i64 = LADDER[row + q]
                    if pair != triple:
                        self.add_full_house(out, triple, pair, n, (self.counts >> 4 * pair) & 15)
                    q += 1
                if self.joker_pair and self.joker_pairs & 1:
                    self.all_joker_houses(out, triple, 13, n)
                if self.joker_pair and self.joker_pairs & 2:
                    self.all_joker_houses(out, triple, 14, n)
            p += 1

    def all_joker_houses(self, out: list[object], triple: i64, pair: i64, n: i64) -> None:
        jokers: i64 = 0x1100 if pair == 13 else 0x2200
        used: i64 = 0
        while used <= self.wild:
            if n >= 3 - used:
                for cards in subsets(self.held(triple), 3 - used):
                    out.append(0x1000000000 | (triple << 30) | (pair << 26) | (used << 24) | jokers | cards)
            used += 1

    def add_full_house(self, out: list[object], triple: i64, pair: i64, n: i64, m: i64) -> None:
        front: i64 = 0x1000000000 | (triple << 30) | (pair << 26)
        used: i64 = 0
        while used <= self.wild:
            found: list[int] = []
            t: i64 = 3
            while t >= 1:
                p: i64 = 5 - used - t
                if t <= n and 0 <= p <= 2 and p <= m and (p or pair == wild_pair(triple, self.level)):
                    self.join_houses(found, triple, pair, t, p)
                t -= 1
            self.emit(out, front | (used << 24), found)
            used += 1

    def join_houses(self, found: list[int], triple: i64, pair: i64, t: i64, p: i64) -> None:
        seconds = subsets(self.held(pair), p)
        for first in subsets(self.held(triple), t):
            a: i64 = first
            for second in seconds:
                b: i64 = second
                code: i64 = (CODES[a] << 8) | CODES[b]
                if pair < triple:
                    code = (CODES[b] << 8) | CODES[a]
                found.append(((0xFFFFFF - code) << 24) | (b << 8) | a)

    def all_straights(self, out: list[object], window: i64) -> None:
        found: list[list[int]] = [[], [], []]
        self.runs(found, window, 15)
        if not self.suited_straight:
            found[0] = [entry for entry in found[0] if not of_one_suit(entry)]
        self.emit_all(out, 0x1400000000 | (window << 30), found)

    def all_flushes(self, out: list[object], window: i64) -> None:
        found: list[list[int]] = [[], [], []]
        suit: i64 = 1
        while suit < 16:
            self.runs(found, window, suit)
            suit += suit
        self.emit_all(out, 0x2400000000 | (window << 30), found)

    def emit_all(self, out: list[object], front: i64, found: list[list[int]]) -> None:
        """The classes of a window: without wildcards, with one, with two."""
        used: i64 = 0
        while used <= self.wild:
            self.emit(out, front | (used << 24), found[used])
            used += 1

    def runs(self, found: list[list[int]], window: i64, suits: i64) -> None:
        """One card of each rank of a window in the given suits, or a wildcard; by the number of wildcards."""
        x = self.one
        cards: i64 = (((x << 4) | (x >> 48)) >> 4 * window) & 0xFFFFF
        wild = self.wild
        partial: list[int] = [0]
        step: i64 = 0
        while step < 5:
            # card order: the ace of the lowest window comes last
            place: i64 = step
            if window == 0:
                place = step + 1 if step < 4 else 0
            here: i64 = (cards >> 4 * place) & suits
            longer: list[int] = []
            for entry in partial:
                so_far: i64 = entry
                suit: i64 = 1
                code: i64 = 8
                while suit < 16:
                    if here & suit:
                        longer.append(so_far + (suit << 4 * place) + (code << 40 - 4 * step))
                    suit += suit
                    code >>= 1
                if so_far >> 48 < wild:
                    longer.append(so_far + 0x1000000000000)
            partial = longer
            step += 1
        for entry in partial:
            whole: i64 = entry
            found[whole >> 48].append((whole & 0xFFFFFFFFFFFF) ^ 0xFFFFFF000000)

    def blocks(self, out: list[object], front: i64, window: i64, width: i64, each: i64) -> None:
        """`each` cards of every rank of a window, wildcards among them."""
        wild = self.wild
        partial: list[int] = [0]
        step: i64 = 0
        while step < width:
            place: i64 = step
            if window == 0:
                place = (step + 1) % width
            held = self.held((window + place + 12) % 13)
            longer: list[int] = []
            taken: i64 = each
            while taken >= 0:
                missing: i64 = each - taken
                for choice in subsets(held, taken):
                    cards: i64 = choice
                    code: i64 = CODES[cards]
                    entry_part: i64 = (missing << 48) + (code << 40 - 8 * step)
                    entry_part += ((cards & 15) << 4 * place) + ((cards >> 4) << 4 * (width + place))
                    for entry in partial:
                        so_far: i64 = entry
                        if (so_far >> 48) + missing <= wild:
                            longer.append(so_far + entry_part)
                taken -= 1
            partial = longer
            step += 1
        found: list[list[int]] = [[], [], []]
        for entry in partial:
            whole: i64 = entry
            found[whole >> 48].append((whole & 0xFFFFFFFFFFFF) ^ 0xFFFFFF000000)
        self.emit_all(out, front, found)


def of_one_suit(entry: int) -> bool:
    cards = entry & 0xFFFFF
    return cards == (cards & 15) * 0x11111
