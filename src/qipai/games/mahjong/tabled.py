"""What a seat knows besides its hand: the tiles that it has not seen, taken together, and what the others have shown."""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.events import DISCARD, WIN
from qipai.games.mahjong.patterns import GANGSHANGHUA, GANGSHANGPAO, HAIDI, QIANGGANG, ZIMO
from qipai.games.mahjong.position import SEAT_BIT
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.scoring import fan_of
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, UNIT_OF
from qipai.games.mahjong.unseen import unseen_copies
from qipai.native import i64

SPREAD: Final[list[int]] = [sum(7 << 3 * r for r in range(9) if (mask >> r) & 1) for mask in range(512)]
EVEN: Final = 0o707070707
HOW_WON: Final = ZIMO | GANGSHANGHUA | GANGSHANGPAO | HAIDI | QIANGGANG  # patterns that are not the hand's


def sum_of(counts: i64) -> i64:
    """All counts of a suit, each at most seven."""
    return ((counts & EVEN) + ((counts >> 3) & EVEN)) % 63


def worth_of(patterns: i64, rules: MahjongRules) -> i64:
    """What one payer pays for a win, in units of the base."""
    if rules.sichuan:
        return points_of(doubled_fan(patterns), 1, rules.cap)
    return fan_of(patterns)


class Tabled:
    """Tiles in hands of others, in burials and in the wall are only ever added up."""

    def __init__(self) -> None:
        self.wall: i64 = 0
        # copies that the seat has not seen, by suit, and all of them
        self.left_p: i64 = 0
        self.left_s: i64 = 0
        self.left_m: i64 = 0
        self.unseen: i64 = 1
        self.payers: i64 = 0
        self.missed_by: list[int] = [0, 0, 0]  # of each suit: the others in play that miss it
        self.recent: i64 = 0  # kinds that nobody won on since the seat's last discard
        # of each seat: kinds that a locked hand has won with, kinds that it let go, and the points of its last win
        self.known: list[int] = [0, 0, 0, 0]
        self.passed: list[int] = [0, 0, 0, 0]
        self.price: list[int] = [0, 0, 0, 0]

    def count_unseen(self, state: MahjongState, seat: i64) -> None:
        """Hands of others, burials and the wall, added up; hands that lie open are seen."""
        shown: i64 = state.locked | state.gone if state.rules.show_locked_hands else 0
        p: i64 = 0
        s: i64 = 0
        m: i64 = 0
        buried: bool = not state.rules.sichuan
        k: i64 = 1
        while k < 4:
            other: i64 = (seat + k) & 3
            if not (shown >> other) & 1:
                p += state.counts(other, 0)
                s += state.counts(other, 1)
                m += state.counts(other, 2)
            if buried and state.buried[other]:
                for tile in buried_tiles(state.buried[other]):
                    one: i64 = UNIT_OF[tile]
                    if tile < 9:
                        p += one
                    elif tile < 18:
                        s += one
                    else:
                        m += one
            k += 1
        wall = state.wall
        at: i64 = state.front
        back: i64 = state.back
        if len(wall) < back:  # a view's deal, whose wall is not known
            self.count_unknown(state)
            return
        while at < back:
            drawn: i64 = wall[at]
            unit: i64 = UNIT_OF[drawn]
            if drawn < 9:
                p += unit
            elif drawn < 18:
                s += unit
            else:
                m += unit
            at += 1
        self.left_p = p
        self.left_s = s
        self.left_m = m
        self.unseen = sum_of(p) + sum_of(s) + sum_of(m) + 1

    def count_unknown(self, known: MahjongState) -> None:
        """The same from a deal without what is hidden."""
        suits = [0, 0, 0]
        for tile, copies in enumerate(unseen_copies(known)):
            suits[SUIT_OF[tile]] += copies * UNIT_OF[tile]
        self.left_p = suits[0]
        self.left_s = suits[1]
        self.left_m = suits[2]
        self.unseen = sum_of(suits[0]) + sum_of(suits[1]) + sum_of(suits[2]) + 1

    def look_at_nobody(self) -> None:
        """Before anybody has shown anything."""
        missed = self.missed_by
        missed[0] = 0
        missed[1] = 0
        missed[2] = 0

    def look_at_others(self, state: MahjongState, seat: i64) -> None:
        """Who can still pay, and what rivers and wins say about their hands."""
        self.look_at_nobody()
        missed = self.missed_by
        self.payers = 0
        k: i64 = 1
        while k < 4:
            other: i64 = (seat + k) & 3
            if not (state.gone >> other) & 1:
                self.payers += 1
                suit: i64 = state.missing_suit(other)
                missed[suit] = missed[suit] + 1
            k += 1
        log = state.log
        recent: i64 = 0
        at: i64 = len(log) - 1
        while at >= 0:
            code: i64 = log[at]
            if code & 7 == DISCARD:
                recent |= 0x4000000 >> (26 - ((code >> 5) & 31))
                if (code >> 3) & 3 == seat:
                    break
            at -= 1
        self.recent = recent
        if state.locked & ~SEAT_BIT[seat]:
            self.read_wins(state)

    def read_wins(self, state: MahjongState) -> None:
        """What locked hands win on for certain, and what they do not."""
        k: i64 = 0
        while k < 4:
            self.known[k] = 0
            self.passed[k] = 0
            k += 1
        locked: i64 = 0
        for event in state.log:
            code: i64 = event
            kind: i64 = code & 7
            if kind == DISCARD:
                if locked:
                    bit: i64 = 0x4000000 >> (26 - ((code >> 5) & 31))
                    k = 0
                    while k < 4:
                        if (locked >> k) & 1:
                            self.passed[k] = self.passed[k] | bit
                        k += 1
            elif kind == WIN:
                k = (code >> 3) & 3
                locked |= SEAT_BIT[k]
                self.known[k] = self.known[k] | (0x4000000 >> (26 - ((code >> 5) & 31)))
                self.price[k] = worth_of((code >> 13) & ~HOW_WON, state.rules)

    def left_of(self, tile: i64) -> i64:
        counts: i64 = self.left_p if tile < 9 else (self.left_s if tile < 18 else self.left_m)
        return (counts >> SHIFT_OF[tile]) & 7

    def copies(self, mask: i64) -> i64:
        """Unseen copies of the kinds."""
        p: i64 = SPREAD[mask & 511]
        s: i64 = SPREAD[(mask >> 9) & 511]
        m: i64 = SPREAD[(mask >> 18) & 511]
        return sum_of(self.left_p & p) + sum_of(self.left_s & s) + sum_of(self.left_m & m)
