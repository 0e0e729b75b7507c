"""The exact list (G-10.1): every multiset of cards with every reading that is legal now, in the order of G-10.5."""

from __future__ import annotations

from typing import Final

from qipai.games.guandan.cards import LADDER
from qipai.games.guandan.choices import SETS, TERNARY
from qipai.games.guandan.combos import Finder
from qipai.games.guandan.packing import wild_pair
from qipai.native import i64


def listing_codes() -> bytes:
    """A rank's cards as a number, two bits a suit, S first: the larger number is the list that comes first in card order."""
    out = bytearray(256)
    for cards in range(256):
        for suit in range(4):
            out[cards] |= ((cards >> suit & 1) + (cards >> suit + 4 & 1)) << 6 - 2 * suit
    return bytes(out)


CODES: Final = listing_codes()
SUBSETS: Final[dict[int, list[int]]] = {}


def subsets(held: int, k: int) -> list[int]:
    """Every choice of k cards from those held of one rank, in card order."""
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
    """The same walk over all classes, with every member of each."""

    def held(self, rank: i64) -> i64:
        return ((self.one >> 4 * rank) & 15) | (((self.two >> 4 * rank) & 15) << 4)

    def emit(self, out: list[object], front: i64, found: list[int]) -> None:
        """Members of a class in card order; each is (0xFFFFFF - listing code) << 24 | cards."""
        found.sort()
        for entry in found:
            member: i64 = entry
            out.append(front | (member & 0xFFFFFF))

    def add_set(self, out: list[object], rank: i64, k: i64, wild: i64) -> None:
        for cards in subsets(self.held(rank), k):
            out.append(SETS[(wild * 14 + rank) * 256 + cards])

    def add_joker_houses(self, out: list[object], triple: i64, pair: i64, n: i64) -> None:
        jokers: i64 = 0x1100 if pair == 13 else 0x2200
        used: i64 = 0
        while used <= self.wild:
            if n >= 3 - used:
                for cards in subsets(self.held(triple), 3 - used):
                    out.append(0x1000000000 | (triple << 30) | (pair << 26) | (used << 24) | jokers | cards)
            used += 1

    def add_full_houses(self, out: list[object], triple: i64, n: i64) -> None:
        p: i64 = 0
        while p < 13:
            pair: i64 = LADDER[self.level * 16 + p]
            if pair != triple:
                self.add_full_house(out, triple, pair, n, (self.counts >> 4 * pair) & 15)
            p += 1

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

    def add_straight(self, out: list[object], window: i64, present: i64) -> None:
        found: list[list[int]] = [[], [], []]
        self.runs(found, window, 15)
        if not self.suited_straight:
            found[0] = [entry for entry in found[0] if not of_one_suit(entry)]
        self.emit_all(out, 0x1400000000 | (window << 30), found)

    def add_flush(self, out: list[object], window: i64) -> None:
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

    def add_tube(self, out: list[object], window: i64, present: i64) -> None:
        self.blocks(out, 0x1800000000 | (window << 30), window, 3, 2)

    def add_plate(self, out: list[object], window: i64, present: i64) -> None:
        self.blocks(out, 0x1C00000000 | (window << 30), window, 2, 3)

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
