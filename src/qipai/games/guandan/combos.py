"""Lists of legal plays: the canonical list (G-10.2, G-10.3) in the order of G-10.5.

Costs. A play pays for a card when it spends it, that is when it uses all copies the hand has: 16 for a card of a natural
straight flush, 1 for one of an assisted one. The first copy of a double is therefore free, the last one is not, and the best
k cards of a rank are the k cheapest copies, suits in order S H C D among equals. So the best k are always among the best
k + 1, and among equal costs the members with more cards of the lower ranks come first in card order.

Packed plays are kept as ready objects where they are few enough (sets, full houses): making an int costs more than finding it.

Sequences look at planes turned by one rank: `turned` has the ranks A 2 3 … K A, and a window is a slice of it.
"""

from __future__ import annotations

from typing import Final, cast

from qipai.games.guandan.cards import LADDER, POWER
from qipai.games.guandan.packing import BOMB, FOUR_JOKERS, FULL_HOUSE, head, wild_pair
from qipai.native import i64

CARD_BITS: Final = 0xFFFFFFFFFFFFF
TENS: Final = 0xFFFFFFFFFF  # windows of a straight, four suits each


def ternary() -> bytes:
    """A byte of two nibbles (suits marked once, suits marked twice) as a number in base 3; 255 where it makes no sense."""
    out = bytearray([255]) * 256
    for a in range(3):
        for b in range(3):
            for c in range(3):
                for d in range(3):
                    once = (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3
                    twice = (a > 1) | (b > 1) << 1 | (c > 1) << 2 | (d > 1) << 3
                    out[once | twice << 4] = a + 3 * b + 9 * c + 27 * d
    return bytes(out)


def best_choices() -> tuple[bytes, bytes]:
    """For held suits (0, 1, 2 copies), their weights (0, 1, 2) and k: the k cheapest copies, and what they cost (G-10.3)."""
    picks = bytearray(81 * 81 * 8)
    costs = bytearray(81 * 81 * 8)
    digits = [(n % 3, n // 3 % 3, n // 9 % 3, n // 27) for n in range(81)]
    price = (0, 1, 16)
    for held, counts in enumerate(digits):
        for weight, weights in enumerate(digits):
            if any(w and not c for c, w in zip(counts, weights, strict=True)):
                continue
            steps: list[int] = []
            for suit in range(4):
                if counts[suit]:
                    steps.append(price[weights[suit]] << 3 | suit)
                    if counts[suit] == 2:
                        steps.append(suit)
            steps.sort()
            at = (held * 81 + weight) * 8
            chosen = 0
            cost = 0
            for step in steps:
                mark = 1 << (step & 3)
                chosen |= mark << 4 if chosen & mark else mark
                cost += step >> 3
                picks[at] = chosen
                costs[at] = cost
                at += 1
    return bytes(picks), bytes(costs)


TERNARY: Final = ternary()
CHOICES: Final = best_choices()
PICKS: Final = CHOICES[0]
COSTS: Final = CHOICES[1]


def choice_numbers() -> tuple[bytes, list[list[int]]]:
    """The choices of k cards of a rank numbered within their k, and for each k the choices in that order."""
    numbers = bytearray(256)
    by_size: list[list[int]] = [[] for _ in range(9)]
    for cards in range(256):
        if TERNARY[cards] != 255:
            k = (cards & 15).bit_count() + (cards >> 4).bit_count()
            numbers[cards] = len(by_size[k])
            by_size[k].append(cards)
    return bytes(numbers), by_size


def set_objects() -> list[object]:
    """Every single, pair, triple and bomb: 256 choices a rank, 14 ranks for each number of wildcards."""
    out: list[object] = []
    for wild in range(3):
        for rank in range(14):
            for cards in range(256):
                size = (cards & 15).bit_count() + (cards >> 4).bit_count() + wild
                if size <= 3:
                    out.append(head(size, rank, 0, wild) | cards)
                else:
                    out.append(head(BOMB, rank, size, wild) | cards)
    return out


NUMBERED: Final = choice_numbers()
NUMBER: Final = NUMBERED[0]
SETS: Final = set_objects()
# the splits of a full house: number of cards of the triple, of the pair, of wildcards
SPLITS: Final = ((3, 2, 0), (3, 1, 1), (2, 2, 1), (3, 0, 2), (2, 1, 2), (1, 2, 2))
# where each split begins in the list of full houses
AT_32: Final = 0
AT_31: Final = 31200
AT_22: Final = 43680
AT_30: Final = 63180
AT_21: Final = 66300
AT_12: Final = 74100


def house_objects() -> list[object]:
    """Every full house, split by split: by triple, its choice of cards, pair, its choice of cards.

    A list walks over the pairs of one triple, so these lie side by side in memory.
    """
    by_size = NUMBERED[1]
    out: list[object] = []
    for t, p, wild in SPLITS:
        for triple in range(13):
            for first in by_size[t]:
                for pair in range(15):
                    front = head(FULL_HOUSE, triple, pair, wild) | first
                    for second in by_size[p]:
                        if pair >= 13:
                            second = 0x11 if pair == 13 else 0x22
                        out.append(front | second << 8)
    return out


HOUSES: Final = house_objects()


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


class Finder:
    """The plays of one hand, one member per class (long reading, number of wildcards)."""

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
        front: i64 = 0x2400000000 | (window << 30)
        shift: i64 = 4 * window
        x = self.one
        x = (((x << 4) | (x >> 48)) >> shift) & 0xFFFFF
        dear: i64 = self.heavy & ~self.two
        dear = (((dear << 4) | (dear >> 48)) >> shift) & 0xFFFFF
        fair: i64 = self.light & ~self.two
        fair = (((fair << 4) | (fair >> 48)) >> shift) & 0xFFFFF
        best0: i64 = 0
        best1: i64 = 0
        best2: i64 = 0
        cost0: i64 = 1000
        cost1: i64 = 1000
        cost2: i64 = 1000
        open_suits: i64 = ((self.five | self.four | self.three) >> shift) & 15
        suit: i64 = 1
        while suit < 16:
            if open_suits & suit:
                cards: i64 = x & (suit * 0x11111)
                used: i64 = 5 - nibbles_in(cards)
                while True:
                    cost: i64 = 0
                    if cards & (dear | fair):
                        cost = nibbles_in(cards & dear) * 16 + nibbles_in(cards & fair)
                    if used == 0:
                        if cost < cost0 or (cost == cost0 and first_listed(cards, best0, window)):
                            best0 = cards
                            cost0 = cost
                    elif used == 1:
                        if cost < cost1 or (cost == cost1 and first_listed(cards, best1, window)):
                            best1 = cards
                            cost1 = cost
                    elif cost < cost2 or (cost == cost2 and first_listed(cards, best2, window)):
                        best2 = cards
                        cost2 = cost
                    if used >= self.wild:
                        break
                    cards = without_dearest(cards, dear, fair, window)
                    used += 1
            suit += suit
        if best0:
            out.append(front | best0)
        if best1:
            out.append(front | 0x1000000 | best1)
        if best2:
            out.append(front | 0x2000000 | best2)


def nibbles_in(x: i64) -> i64:
    """How many of five nibbles are filled, none with more than one bit."""
    x = (x | (x >> 1) | (x >> 2) | (x >> 3)) & 0x11111
    return (x * 0x11111 >> 16) & 15


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
