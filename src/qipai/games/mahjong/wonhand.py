"""What a seat's wins say about the tiles it holds now: it won on those tiles, with those patterns.

In the Sichuan family a locked seat may have konged since (M-28.4): it then held three more of that tile, and its waits stayed.
"""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.events import KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.hands import complete
from qipai.games.mahjong.melds import KONG_ADDED, PENG, add_meld, meld_at, meld_kind, meld_tile, peng_to_kong
from qipai.games.mahjong.patterns import HAND_PATTERNS, ROOT_MASK, ROOT_SHIFT
from qipai.games.mahjong.scoring import hand_patterns
from qipai.games.mahjong.sichuan_fan import winning_kinds, wins_four
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import SUIT_OF, UNIT_OF, count_in
from qipai.native import i64

NOTHING_SHOWN: Final = -1  # instead of patterns: the seat has not won


class WonHand:
    """The wins of one seat, in order, each tile once; with the melds of that moment and the kongs made since."""

    def __init__(self, known: MahjongState, seat: i64) -> None:
        self.rules = known.rules
        self.missing: i64 = known.missing_suit(seat)
        self.wins: list[int] = []
        self.patterns: list[int] = []
        self.melds: list[int] = []  # at each win
        self.since: list[int] = []  # kongs that the seat had made by then as a winner
        self.kongs: list[int] = []  # those kongs, but for added ones
        self.kong_melds: list[int] = []  # melds before each of them
        melds: i64 = 0
        for code in known.log:
            packed: i64 = code
            if (packed >> 3) & 3 != seat:
                continue
            kind: i64 = packed & 7
            tile: i64 = (packed >> 5) & 31
            if kind == WIN:
                if tile not in self.wins:
                    self.wins.append(tile)
                    self.patterns.append(packed >> 13)
                    self.melds.append(melds)
                    self.since.append(len(self.kongs))
            elif kind == PENG_MADE:
                melds = add_meld(melds, tile, PENG, packed >> 10)
            elif kind == KONG_MADE:
                made: i64 = (packed >> 10) & 3
                if made == KONG_ADDED:
                    melds = peng_to_kong(melds, tile)
                else:
                    if self.wins:
                        self.kongs.append(tile)
                        self.kong_melds.append(melds)
                    melds = add_meld(melds, tile, made, (packed >> 12) & 3)
        self.melds_now: i64 = melds

    def agrees(self, p: i64, s: i64, m: i64) -> bool:
        """Whether these held tiles would have shown each win as it was shown, and kept the waits at each kong."""
        at: i64 = 0
        while at < len(self.wins):
            if not self.agrees_on(at, p, s, m):
                return False
            at += 1
        at = len(self.kongs) - 1
        while at >= 0:
            after: i64 = winning_kinds(p, s, m, 1, self.missing)
            tile: i64 = self.kongs[at]
            three: i64 = 3 * UNIT_OF[tile]
            if tile < 9:
                p += three
            elif tile < 18:
                s += three
            else:
                m += three
            if winning_kinds(p, s, m, self.kong_melds[at], self.missing) != after:
                return False
            at -= 1
        return True

    def may_kong(self, tile: i64, p: i64, s: i64, m: i64) -> bool:
        """Whether these held tiles have three of this one and win on the same without them (M-28.4)."""
        hand: list[int] = [p, s, m]
        if count_in(hand[SUIT_OF[tile]], tile) != 3:
            return False
        before: i64 = winning_kinds(p, s, m, self.melds_now, self.missing)
        hand[SUIT_OF[tile]] -= 3 * UNIT_OF[tile]
        return winning_kinds(hand[0], hand[1], hand[2], 1, self.missing) == before

    def agrees_on(self, at: i64, p: i64, s: i64, m: i64) -> bool:
        """The same for one win."""
        hand: list[int] = [p, s, m]
        k: i64 = self.since[at]
        while k < len(self.kongs):
            hand[SUIT_OF[self.kongs[k]]] += 3 * UNIT_OF[self.kongs[k]]
            k += 1
        tile: i64 = self.wins[at]
        if (hand[SUIT_OF[tile]] // UNIT_OF[tile]) & 7 == 4:
            return False
        hand[SUIT_OF[tile]] += UNIT_OF[tile]
        melds: i64 = self.melds[at]
        if self.rules.sichuan:
            if not wins_four(hand[0], hand[1], hand[2], melds):
                return False
        elif not complete(hand[0], hand[1], hand[2]):
            return False
        return (hand_patterns(hand[0], hand[1], hand[2], melds, self.rules.fan) ^ self.patterns[at]) & HAND_PATTERNS == 0


class FirstWin:
    """By suit, what a seat had when it first won besides the tiles it holds now: that tile, melds, tiles of later kongs."""

    def __init__(self, past: WonHand) -> None:
        self.shown: i64 = NOTHING_SHOWN
        self.roots: i64 = 0  # those that are not melds
        self.more: list[int] = [0, 0, 0]  # in hand, packed
        self.pengs: list[int] = [0, 0, 0]  # all bits of the ranks
        self.has: list[bool] = [False, False, False]  # any of these
        if not past.wins:
            return
        self.shown = past.patterns[0]
        self.roots = (self.shown >> ROOT_SHIFT) & ROOT_MASK
        self.add(past.wins[0], 1)
        for tile in past.kongs:
            self.add(tile, 3)
        melds: i64 = past.melds[0]
        k: i64 = 0
        while k < melds & 7:
            meld = meld_at(melds, k)
            suit: i64 = SUIT_OF[meld_tile(meld)]
            self.has[suit] = True
            if meld_kind(meld) == PENG:
                self.pengs[suit] |= 7 * UNIT_OF[meld_tile(meld)]
            else:
                self.roots -= 1
            k += 1

    def add(self, tile: i64, copies: i64) -> None:
        self.more[SUIT_OF[tile]] += copies * UNIT_OF[tile]
        self.has[SUIT_OF[tile]] = True
