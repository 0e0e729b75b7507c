"""Worlds as players make them: hands grow towards a win, what they let go was of no use to them, and they take their wins.

A world is first drawn as if tiles had been dealt and never exchanged (world.py); such hands are a tile or more further from a
win than those of people who have chosen what to keep. Here tiles of the others' hands and of the wall are exchanged at random
(Metropolis), so that a hand comes up as often as its weight says:

* how far hands are from a win, by way to play and by tiles left in the wall: as in deals between learned policies
  (`python -m tests.mahjong.habits` fits HABITS);
* since its hand last changed, a seat has drawn and discarded tiles that would hardly have helped it, and has let pass discards
  on which it would have won. A discard of the very kind that was drawn leaves the hand as it was, and everybody sees that.

What is fixed stays: melds, hands that are locked or shown, tiles that the seat is known to hold, the number of tiles of a
missing suit.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.events import DISCARD, KONG_MADE, PENG_MADE
from qipai.games.mahjong.hands import nearest_win
from qipai.games.mahjong.position import PHASE_CLAIM
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, TOP_UNIT, size_of
from qipai.native import i64

STEPS: Final = 40  # exchanges that are tried, for each hand
STAGES: Final = 7  # of eight tiles in the wall each
FARTHEST: Final = 7
ROW: Final = FARTHEST + 1
MOST: Final = 1_000_000
# the weight of a hand, by its distance from 0 to 7: for each way to play, from the last eight tiles of the wall to a full one
FITTED: Final = """
1000000 1000000 245 13 13 13 13 13
1000000 1000000 4836 340 340 340 340 340
1000000 1000000 13707 1268 1268 1268 1268 1268
1000000 1000000 47731 7657 1932 316 316 316
1000000 1000000 100284 25487 2026 360 360 360
1000000 1000000 170207 45772 4431 228 228 183
1000000 1000000 356722 117816 12513 800 36 36
1000000 1000000 3 3 3 3 3 3
1000000 1000000 81 10 10 10 10 10
1000000 1000000 1561 164 15 15 15 15
1000000 1000000 8279 1311 162 18 18 18
1000000 1000000 25605 5686 908 17 17 17
1000000 1000000 88800 22930 3582 265 19 19
1000000 1000000 175192 52317 9260 1421 21 10
1000000 1000000 142 10 10 10 10 10
1000000 1000000 2876 331 66 66 66 66
1000000 1000000 22256 3439 3013 370 256 256
1000000 1000000 59540 13376 1749 34 34 34
1000000 1000000 94054 30055 3339 69 34 34
1000000 1000000 156022 61100 7885 1066 30 30
1000000 1000000 292315 95376 16924 4097 227 16
"""
HABITS: Final[list[int]] = [int(weight) for weight in FITTED.split()]
REFUSED: Final = 10  # of 100: the weight of a hand that a tile it let go would have helped
PASSED: Final = [4, 17, 5]  # of 100, for each way to play: of one that let a win pass


class Habits:
    """What one view says of the others' hands."""

    def __init__(self, known: MahjongState, viewer: i64, pinned: list[list[int]], most_missing: list[int]) -> None:
        self.known = known
        self.viewer: i64 = viewer
        self.pinned = pinned
        self.most_missing = most_missing  # tiles of its missing suit that each seat can hold
        self.refused: list[int] = [0, 0, 0, 0]  # kinds that the seat drew and discarded since its hand last changed
        self.passed: list[int] = [0, 0, 0, 0]  # kinds that others discarded meanwhile
        way: i64 = 0
        if known.rules.sichuan:
            way = 1 if known.rules.leave else 2
        self.patience: i64 = PASSED[way]
        self.row: i64 = ROW * (STAGES * way + min(STAGES - 1, known.wall_left() >> 3))
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
                other: i64 = 0
                while other < 4:
                    if other != seat:
                        self.passed[other] = self.passed[other] | bit
                    other += 1
            elif kind in (PENG_MADE, KONG_MADE):
                self.refused[seat] = 0
                self.passed[seat] = 0
            at += 1

    def weight(self, seat: i64, p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
        found: i64 = nearest_win(p, s, m, missing, sets)
        far: i64 = found >> 27
        weight: i64 = HABITS[self.row + (far if far < FARTHEST else FARTHEST)]
        if found & self.refused[seat]:
            weight = weight * REFUSED // 100
        if far == 1 and found & self.passed[seat]:
            weight = weight * self.patience // 100
        return weight + 1

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
        weight: i64 = self.weight(seat, p, s, m, missing, sets)
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
            out: i64 = TOP_UNIT >> (24 - shift)
            into: i64 = TOP_UNIT >> (24 - SHIFT_OF[came])
            dots: i64 = p - (out if suit == 0 else 0)
            bamboo: i64 = s - (out if suit == 1 else 0)
            characters: i64 = m - (out if suit == 2 else 0)
            suit = SUIT_OF[came]
            if suit == 0:
                dots += into
            elif suit == 1:
                bamboo += into
            else:
                characters += into
            other: i64 = self.weight(seat, dots, bamboo, characters, missing, sets)
            if other >= weight or rng.below(weight) < other:
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
