"""Hands as players make them: they grow towards a win, and what they let go was of no use to them.

A world is first drawn as if tiles had been dealt and never exchanged (world.py); such hands are a tile or more further from a
win than those of people who have chosen what to keep. Here tiles of the others' hands and of the wall are exchanged at random
(Metropolis), so that a hand comes up as often as its weight says. Its weight is a product: of how far it is from a win, how
many kinds would bring it nearer, how many pairs it has, how many tiles of its missing suit, whether it has pairs of what its
seat has discarded, and what the seat has done since its hand last changed: it has drawn and discarded tiles that would have
helped, or let a win pass. A discard of the very kind that was drawn leaves the hand as it was, and everybody sees that.

The weights are such that hands of the learned policy and those that are drawn agree in all of this
(`python -m tests.mahjong.fit_habits`), in the Sichuan family; where three are buried, such worlds did not gain. What is
fixed stays: melds, hands that are locked or shown, tiles that the seat is known to hold, and never more tiles of a missing suit
than the seat can have.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.distances import nearest_win, ones
from qipai.games.mahjong.events import DISCARD, KONG_MADE, PENG_MADE
from qipai.games.mahjong.position import PHASE_CLAIM
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tabled import sum_of
from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, UNIT_OF, size_of
from qipai.native import i64

STEPS: Final = 40  # exchanges that are tried, for each hand
WAYS: Final = 2  # to play: winners leave, or stay
STAGES: Final = 7  # of eight tiles in the wall each
FAR: Final = 8  # distances: from 0 to 7 or more
NEAR: Final = 4  # distances 1, 2, 3, and 4 or more
KINDS: Final = 16  # that bring a hand nearer: from 0 to 15 or more
PAIRS: Final = 8
VOID: Final = 6  # tiles of the missing suit: from 0 to 5 or more
# where in a hand's traits its distance, kinds, pairs and so on are
KINDS_AT: Final = 3
PAIRS_AT: Final = 7
VOID_AT: Final = 10
KEPT_AT: Final = 13  # a pair of what it has discarded
HELPED_AT: Final = 14  # by a tile that it has refused
PASSED_AT: Final = 15  # it let a win pass
ONE: Final = 1000
THOUSANDTH: Final = 0.001
SHARE: Final = 2.0**-32  # of a word
ALL_KINDS: Final = 0x7FFFFFF
TWO_OR_MORE: Final = 0o222222222


SIZES: Final = (WAYS * STAGES * FAR, WAYS * NEAR * KINDS, WAYS * PAIRS, WAYS * STAGES * VOID, WAYS, WAYS * NEAR, WAYS)
# by distance, kinds, pairs and void tiles, then in thousandths for the three things that make a hand unlikely
FITTED: Final = """
1000000 1000000 1 1 1 1 1 1
1000000 1000000 6 1 1 1 1 1
1000000 1000000 1782 40 23 23 11 11
1000000 1000000 12027 506 187 33 33 11
1000000 1000000 35750 1922 977 404 34 3
1000000 1000000 89751 7669 2711 2711 14 1
1000000 1000000 250759 30245 8718 7445 257 1
1000000 1000000 1 1 1 1 1 1
1000000 1000000 1004 14 3 3 3 3
1000000 1000000 7010 207 145 111 105 60
1000000 1000000 15799 1114 500 24 8 8
1000000 1000000 22364 2076 822 170 18 1
1000000 1000000 34901 4428 1250 879 52 1
1000000 1000000 91717 15924 4559 3887 3549 1

1 225 1449 4486 7124 10000 29 1 1 1 1 1 1 1 1 1
1 208 243 376 891 1488 2088 2628 1456 1618 2357 3588 5377 5063 10000 4798
1 1 1791 1768 2444 2380 2753 3620 5091 4055 4604 3232 5323 4863 6734 10000
1 1 1 1 3772 5965 10000 8914 6462 5445 6565 6661 5961 6378 8948 9708
1 174 874 3739 3925 7368 10000 1 1 1 1 1 1 1 1 1
1 396 327 489 744 1650 2639 3172 2892 3156 3473 4956 6124 7147 6716 10000
1 1 2179 1184 1784 1699 2232 2944 2391 2863 4218 3117 5089 4508 6863 10000
1 1 1 1 2586 4078 6110 7784 5419 6100 8660 4762 6257 7075 7690 10000

171 335 722 1350 2344 3813 10000 1
92 203 471 889 1578 2104 10000 1

10000 1 1 1 1 1
10000 1 1 1 1 1
10000 1117 3 1 1 1
10000 440 28 1 1 1
10000 860 70 3 1 1
10000 1455 243 38 2 1
10000 1045 269 106 12 1
10000 1 1 1 1 1
10000 1 1 1 1 1
10000 72 17 1 1 1
10000 139 2 1 1 1
10000 844 82 7 1 1
10000 1540 357 41 3 1
10000 1296 285 101 28 1

9 18

274 49 44 53
281 220 195 219

569 113
"""
TABLES: Final[list[list[int]]] = [[int(weight) for weight in table.split()] for table in FITTED.split("\n\n")]
BY_FAR: Final[list[int]] = TABLES[0]
BY_KINDS: Final[list[int]] = TABLES[1]
BY_PAIRS: Final[list[int]] = TABLES[2]
BY_VOID: Final[list[int]] = TABLES[3]
KEPT: Final[list[int]] = TABLES[4]
HELPED: Final[list[int]] = TABLES[5]
LET_PASS: Final[list[int]] = TABLES[6]


class Habits:
    """What one view says of the others' hands."""

    def __init__(self, known: MahjongState, viewer: i64, pinned: list[list[int]], most_missing: list[int]) -> None:
        self.known = known
        self.viewer: i64 = viewer
        self.pinned = pinned
        self.most_missing = most_missing  # tiles of its missing suit that each seat can hold
        self.refused: list[int] = [0, 0, 0, 0]  # kinds that the seat drew and discarded since its hand last changed
        self.passed: list[int] = [0, 0, 0, 0]  # kinds that others discarded meanwhile
        self.thrown: list[int] = [0] * 12  # of each seat and suit: 2 in the place of every kind that it has discarded
        self.way: i64 = 0 if known.rules.leave else 1
        self.stage: i64 = STAGES * self.way + min(STAGES - 1, known.wall_left() >> 3)
        self.read()

    def read(self) -> None:
        """The discards of the log, the newest of which may still be claimed."""
        known = self.known
        log = known.log
        n: i64 = len(log)
        if known.phase == PHASE_CLAIM:
            n -= 1
            while n > 0 and log[n] & 7 != DISCARD:
                n -= 1
        at: i64 = 0
        while at < n:
            code: i64 = log[at]
            kind: i64 = code & 7
            seat: i64 = (code >> 3) & 3
            if kind == DISCARD:
                bit: i64 = 0x4000000 >> (26 - ((code >> 5) & 31))
                if not (code >> 10) & 1:
                    self.refused[seat] = 0
                    self.passed[seat] = 0
                self.refused[seat] = self.refused[seat] | bit
                place: i64 = 3 * seat + SUIT_OF[(code >> 5) & 31]
                self.thrown[place] = self.thrown[place] | 2 * UNIT_OF[(code >> 5) & 31]
                other: i64 = 0
                while other < 4:
                    if other != seat:
                        self.passed[other] = self.passed[other] | bit
                    other += 1
            elif kind in (PENG_MADE, KONG_MADE):
                self.refused[seat] = 0
                self.passed[seat] = 0
            at += 1

    def traits(self, seat: i64, p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
        """What the weight of a hand depends on, packed."""
        found: i64 = nearest_win(p, s, m, missing, sets)
        far: i64 = found >> 27
        kinds: i64 = ones(found & ALL_KINDS)
        # 2 in the place of every kind that is held twice or more
        dots: i64 = (p | (p >> 1)) & TWO_OR_MORE
        bamboo: i64 = (s | (s >> 1)) & TWO_OR_MORE
        characters: i64 = (m | (m >> 1)) & TWO_OR_MORE
        pairs: i64 = (sum_of(dots) + sum_of(bamboo) + sum_of(characters)) >> 1
        void: i64 = sum_of(p if missing == 0 else (s if missing == 1 else m))
        if kinds >= KINDS:
            kinds = KINDS - 1
        if pairs >= PAIRS:
            pairs = PAIRS - 1
        if void >= VOID:
            void = VOID - 1
        out: i64 = far if far < FAR else FAR - 1
        out |= (kinds << KINDS_AT) | (pairs << PAIRS_AT) | (void << VOID_AT)
        if (dots & self.thrown[3 * seat]) | (bamboo & self.thrown[3 * seat + 1]) | (characters & self.thrown[3 * seat + 2]):
            out |= 1 << KEPT_AT
        if found & self.refused[seat]:
            out |= 1 << HELPED_AT
        if far == 1 and found & self.passed[seat]:
            out |= 1 << PASSED_AT
        return out

    def weight(self, traits: i64) -> float:
        way: i64 = self.way
        far: i64 = traits & 7
        near: i64 = NEAR * way
        if far > 1:
            near += far - 1 if far < NEAR else NEAR - 1
        weight: i64 = BY_FAR[FAR * self.stage + far]
        weight *= BY_KINDS[KINDS * near + ((traits >> KINDS_AT) & 15)]
        weight *= BY_PAIRS[PAIRS * way + ((traits >> PAIRS_AT) & 7)]
        weight *= BY_VOID[VOID * self.stage + ((traits >> VOID_AT) & 7)]
        out: float = float(weight)
        if traits >> KEPT_AT:
            if (traits >> KEPT_AT) & 1:
                out *= float(KEPT[way]) * THOUSANDTH
            if (traits >> HELPED_AT) & 1:
                out *= float(HELPED[near]) * THOUSANDTH
            if (traits >> PASSED_AT) & 1:
                out *= float(LET_PASS[way]) * THOUSANDTH
        return out

    def arrange(self, world: MahjongState, rng: Rng) -> None:
        """Exchanges tiles of the hands that are not known with those of the wall."""
        known = self.known
        left: i64 = len(world.wall) - world.front
        if left <= 0:
            return
        seat: i64 = 0
        while seat < 4:
            if seat != self.viewer and not (known.locked >> seat) & 1 and not (known.gone >> seat) & 1:
                self.arrange_hand(world, seat, left, rng)
            seat += 1

    def arrange_hand(self, world: MahjongState, seat: i64, left: i64, rng: Rng) -> None:
        wall = world.wall
        front: i64 = world.front
        missing: i64 = world.missing_suit(seat)
        melds: i64 = world.melds[seat]
        sets: i64 = world.rules.hand_size // 3 - (melds & 7)
        p: i64 = world.counts(seat, 0)
        s: i64 = world.counts(seat, 1)
        m: i64 = world.counts(seat, 2)
        size: i64 = size_of(p) + size_of(s) + size_of(m)
        pinned = self.pinned[seat]
        weight: float = self.weight(self.traits(seat, p, s, m, missing, sets))
        k: i64 = 0
        while k < STEPS:
            k += 1
            void: i64 = p if missing == 0 else (s if missing == 1 else m)
            at: i64 = front + rng.below(left)
            came: i64 = wall[at]
            went: i64 = tile_at(p, s, m, rng.below(size))
            if came == went:
                continue
            if SUIT_OF[came] == missing and SUIT_OF[went] != missing and size_of(void) >= self.most_missing[seat]:
                continue
            suit: i64 = SUIT_OF[went]
            held: i64 = p if suit == 0 else (s if suit == 1 else m)
            shift: i64 = SHIFT_OF[went]
            fixed: i64 = pinned[suit]
            if (held >> shift) & 7 <= (fixed >> shift) & 7:
                continue
            out: i64 = UNIT_OF[went]
            into: i64 = UNIT_OF[came]
            dots: i64 = p
            bamboo: i64 = s
            characters: i64 = m
            if suit == 0:
                dots -= out
            elif suit == 1:
                bamboo -= out
            else:
                characters -= out
            suit = SUIT_OF[came]
            if suit == 0:
                dots += into
            elif suit == 1:
                bamboo += into
            else:
                characters += into
            other: float = self.weight(self.traits(seat, dots, bamboo, characters, missing, sets))
            if other >= weight or other > weight * float(rng.word()) * SHARE:
                p = dots
                s = bamboo
                m = characters
                weight = other
                wall[at] = went
        world.put(seat, 0, p)
        world.put(seat, 1, s)
        world.put(seat, 2, m)


def tile_at(p: i64, s: i64, m: i64, number: i64) -> i64:
    """The tile with this number in a hand, in order."""
    tile: i64 = 0
    while True:
        held: i64 = p if tile < 9 else (s if tile < 18 else m)
        number -= (held >> SHIFT_OF[tile]) & 7
        if number < 0:
            return tile
        tile += 1
