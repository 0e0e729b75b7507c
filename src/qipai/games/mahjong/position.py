"""The position of a deal: who holds what, who may do what, and the patterns of a win (chapters 4 to 9).

state.py adds what moves do; scoring.py has the fan, hands.py the win test.
"""

from __future__ import annotations

from typing import Final, cast

from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, PASS, PENG
from qipai.games.mahjong.fourhands import FourHands
from qipai.games.mahjong.hands import complete, completes
from qipai.games.mahjong.melds import MELD_BITS
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.scoring import (
    DIHU,
    FOURTHS,
    GANGSHANGHUA,
    GANGSHANGPAO,
    HAIDI,
    TIANHU,
    ZIMO,
    fan_of,
    hand_patterns,
)
from qipai.games.mahjong.tiles import NO_TILE, SHIFT_OF, SUIT_OF, TOP_UNIT
from qipai.native import i64

PHASE_BURY: Final = 0
PHASE_TURN: Final = 1
PHASE_CLAIM: Final = 2
PHASE_FINISHED: Final = 3
PHASE_NAMES: Final = ["bury", "turn", "claim", "finished"]

# how a turn began (chapter 4)
AT_START: Final = 0
BY_FIRST_DRAW: Final = 1
BY_DRAW: Final = 2
BY_REPLACEMENT: Final = 3
BY_PENG: Final = 4

# rights in a window, three bits per seat
MAY_HU: Final = 1
MAY_KONG: Final = 2
MAY_PENG: Final = 4

SEAT_BIT: Final = bytes([1, 2, 4, 8])
EXPOSED_KONG_PRICE: Final = 2  # M-6.1
OTHER_KONG_PRICE: Final = 1  # M-6.2, M-6.3
UNBURIED: Final = 0
FAN_BITS: Final = 6
RIGHTS_MASK: Final = [7 << 3 * seat for seat in range(4)]
FAN_MASK: Final = [63 << FAN_BITS * seat for seat in range(4)]


def ranks_held(ranks: int) -> bytes:
    """Packed counts of the first ranks to a mask of the ranks held."""
    out = [0]
    for r in range(ranks):
        out = [(1 << r if n else 0) | low for n in range(8) for low in out]
    return bytes(out)


def discards_by_ranks() -> list[list[int]]:
    """Discards of a suit by the mask of its ranks, at 512 * suit + mask."""
    return [[9 * suit + r for r in range(9) if (mask >> r) & 1] for suit in range(3) for mask in range(512)]


LOW_RANKS: Final = ranks_held(5)
HIGH_RANKS: Final = ranks_held(4)
DISCARDS: Final = discards_by_ranks()
READY_BURIALS: Final[list[object]] = list(range(BURY, BURY + 3 * 729))  # ready-made, so that move lists create no integers


class Position(FourHands):
    """A deal. `wall[front:back]` is the rest of the wall; other names follow the rules."""

    def __init__(
        self,
        rules: MahjongRules,
        dealer: i64,
        wall: list[int],
        fourteenth: i64,
        base: list[int],
        absent: list[int],
        melds: list[int],
        buried: list[int],
        paid: list[int],
        log: list[int],
    ) -> None:
        super().__init__()
        self.rules = rules
        self.dealer: i64 = dealer
        self.wall = wall
        self.front: i64 = 0
        self.back: i64 = len(wall)
        self.fourteenth: i64 = fourteenth  # M-7.5
        self.base = base  # scores before this deal
        self.absent = absent  # tiles missing from a partial deal, packed by suit
        self.melds = melds
        self.buried = buried  # the burial's action, or UNBURIED
        self.paid = paid
        self.log = log
        self.phase: i64 = PHASE_BURY
        self.turn: i64 = dealer  # whose turn it is; in a window the discarder
        self.origin: i64 = AT_START
        self.drawn: i64 = NO_TILE
        self.missing: i64 = 0  # two bits per seat
        self.locked: i64 = 0
        self.have_drawn: i64 = 0  # seats that have drawn from the front
        self.called: i64 = 0  # 1 after the first peng or kong
        self.tile: i64 = NO_TILE  # the last discard
        self.kong_discard: i64 = 0
        self.rights: i64 = 0
        self.waiting: i64 = 15  # seats that have yet to bury or to answer
        self.answers: i64 = 0  # three bits per seat: action - HU + 1
        self.given_up: i64 = 0  # M-8.5: largest fan given up since the last draw, six bits per seat
        self.steps: i64 = 0

    # the contract
    def to_act(self) -> i64:
        if self.phase == PHASE_TURN:
            return SEAT_BIT[self.turn]
        return self.waiting

    def over(self) -> bool:
        return self.phase == PHASE_FINISHED

    def returns(self) -> list[int]:
        return list(self.paid)

    def version(self) -> i64:
        return 1 + self.steps

    # accessors
    def missing_suit(self, seat: i64) -> i64:
        return (self.missing >> 2 * seat) & 3

    def is_locked(self, seat: i64) -> bool:
        return (self.locked >> seat) & 1 != 0

    def wall_left(self) -> i64:
        return self.back - self.front

    def rights_of(self, seat: i64) -> i64:
        return (self.rights >> 3 * seat) & 7

    def bar_of(self, seat: i64) -> i64:
        """The largest fan given up since the seat's last draw (M-8.5)."""
        return (self.given_up >> FAN_BITS * seat) & 63

    def answer_of(self, seat: i64) -> i64:
        """The seat's answer in this window, or -1."""
        code: i64 = (self.answers >> 3 * seat) & 7
        return code + HU - 1 if code else -1

    # legal moves, in the order of M-13.1
    def legal(self, seat: i64) -> list[int]:
        if self.phase == PHASE_TURN:
            return self.turn_moves(seat) if seat == self.turn else []
        if not (self.waiting >> seat) & 1:
            return []
        if self.phase == PHASE_BURY:
            return self.burials(seat)
        out: list[int] = []
        rights: i64 = (self.rights >> 3 * seat) & 7
        if rights & MAY_HU:
            out.append(HU)
        if rights & MAY_KONG:
            out.append(KONG)
        if rights & MAY_PENG:
            out.append(PENG)
        out.append(PASS)
        return out

    def burials(self, seat: i64) -> list[int]:
        """Every choice of three tiles of one suit (M-3.1, M-3.2)."""
        out: list[object] = []
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.counts(seat, suit)
            base: i64 = 729 * suit
            a: i64 = 0
            while counts:
                in_a: i64 = counts & 7
                if in_a:
                    b: i64 = a
                    from_b: i64 = counts - 1
                    while from_b:
                        in_b: i64 = from_b & 7
                        if in_b:
                            c: i64 = b
                            from_c: i64 = from_b - 1
                            while from_c:
                                if from_c & 7:
                                    out.append(READY_BURIALS[base + 81 * a + 9 * b + c])
                                from_c >>= 3
                                c += 1
                        from_b >>= 3
                        b += 1
                counts >>= 3
                a += 1
            suit += 1
        return cast("list[int]", out)

    def turn_moves(self, seat: i64) -> list[int]:
        """hu, kongs, discards (M-4.1 to M-4.4, M-8.2)."""
        head: list[int] | None = None
        if self.may_hu_now():
            head = [HU]
        if (self.locked >> seat) & 1:
            if head is None:
                return [self.drawn]
            head.append(self.drawn)
            return head
        if self.origin != BY_PENG and self.front < self.back:
            kongs: i64 = self.kong_mask(seat)
            tile: i64 = 0
            while kongs:
                if kongs & 1:
                    if head is None:
                        head = []
                    head.append(KONG_OF + tile)
                kongs >>= 1
                tile += 1
        missing: i64 = (self.missing >> 2 * seat) & 3
        counts: i64 = self.counts(seat, missing)
        if counts:
            out = DISCARDS[512 * missing + (LOW_RANKS[counts & 0x7FFF] | HIGH_RANKS[counts >> 15] << 5)][:]
        else:
            first: i64 = 1 if missing == 0 else 0
            second: i64 = 1 if missing == 2 else 2
            counts = self.counts(seat, first)
            one = DISCARDS[512 * first + (LOW_RANKS[counts & 0x7FFF] | HIGH_RANKS[counts >> 15] << 5)]
            counts = self.counts(seat, second)
            out = one + DISCARDS[512 * second + (LOW_RANKS[counts & 0x7FFF] | HIGH_RANKS[counts >> 15] << 5)]
        return out if head is None else head + out

    def may_hu_now(self) -> bool:
        """Whether the hand on turn is complete and may hu (M-4.3, M-7.3)."""
        if self.origin == BY_PENG:
            return False
        seat: i64 = self.turn
        if self.counts(seat, (self.missing >> 2 * seat) & 3) != 0:
            return False
        return complete(self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2))

    def kong_mask(self, seat: i64) -> i64:
        """Kinds that the seat may kong on its turn, ignoring the wall (M-5.5, M-6.2, M-6.3, M-6.5)."""
        mask: i64 = 0
        missing: i64 = (self.missing >> 2 * seat) & 3
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.counts(seat, suit)
            fourths: i64 = counts & FOURTHS
            if fourths and suit != missing:
                bit: i64 = 512 >> (9 - 9 * suit) if suit < 2 else 262144
                while fourths:
                    if fourths & 4:
                        mask |= bit
                    fourths >>= 3
                    bit <<= 1
            suit += 1
        melds: i64 = self.melds[seat]
        n: i64 = melds & 3
        melds >>= 2
        while n > 0:
            if melds & 96 == 0:
                tile: i64 = melds & 31
                if self.held(seat, tile) and (not self.rules.added_just_drawn or tile == self.drawn):
                    mask |= 67108864 >> (26 - tile)
            melds >>= MELD_BITS
            n -= 1
        return mask

    # wins
    def wins_on_discard(self, seat: i64) -> bool:
        """Whether the last discard completes the hand (M-5.4, M-7.3)."""
        missing: i64 = self.missing_suit(seat)
        if SUIT_OF[self.tile] == missing or self.counts(seat, missing) != 0:
            return False
        return completes(self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2), self.tile)

    def barred(self, seat: i64) -> bool:
        """Whether a win given up earlier bars a win on the last discard (M-8.5)."""
        if not self.rules.missed_win_lock:
            return False
        return fan_of(self.claim_patterns(seat)) <= self.bar_of(seat)

    def claim_patterns(self, seat: i64) -> i64:
        """Patterns of a win on the last discard (M-9.11, M-9.13)."""
        suit: i64 = SUIT_OF[self.tile]
        one: i64 = TOP_UNIT >> (24 - SHIFT_OF[self.tile])
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        if suit == 0:
            p += one
        elif suit == 1:
            s += one
        else:
            m += one
        out: i64 = hand_patterns(p, s, m, self.melds[seat], self.rules.qing_extra)
        if self.kong_discard:
            out |= GANGSHANGPAO
        if self.rules.haidi_on_discard and self.front == self.back:
            out |= HAIDI
        return out

    def own_patterns(self) -> i64:
        """Patterns of a self-drawn win of the seat on turn (M-9.4, M-9.10, M-9.11, M-9.13)."""
        seat: i64 = self.turn
        out: i64 = ZIMO | hand_patterns(
            self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2), self.melds[seat], self.rules.qing_extra
        )
        if self.origin == AT_START:
            return out | TIANHU
        if self.origin == BY_REPLACEMENT:
            out |= GANGSHANGHUA
        elif self.origin == BY_FIRST_DRAW and self.melds[seat] == 0:
            if not (self.rules.dihu_needs_no_calls and self.called):
                out |= DIHU
        if self.front == self.back:
            out |= HAIDI
        return out

    def heavenly_tile(self) -> i64:
        """The winning tile of a heavenly win: the 14th, else the one whose removal leaves the most (M-7.5)."""
        seat: i64 = self.turn
        if self.held(seat, self.fourteenth):
            return self.fourteenth
        best: i64 = -1
        chosen: i64 = 0
        tile: i64 = 0
        while tile < 27:
            if self.held(seat, tile):
                left: i64 = self.unseen_waits(seat, tile)
                if left > best:
                    best = left
                    chosen = tile
            tile += 1
        return chosen

    def unseen_waits(self, seat: i64, out: i64) -> i64:
        """Unseen copies of the winning tiles of the hand without `out`, given all its tiles."""
        missing: i64 = self.missing_suit(seat)
        self.take(seat, out)
        total: i64 = 0
        tile: i64 = 0
        while tile < 27:
            if SUIT_OF[tile] != missing and self.held(seat, tile) < 4:
                if completes(self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2), tile):
                    total += 4 - self.held(seat, tile)
                    if tile == out:
                        total -= 1
            tile += 1
        self.give(seat, out)
        return total
