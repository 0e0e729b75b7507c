"""The position of a deal: who holds what, who may do what, and the patterns of a win (chapters 4 to 9).

state.py adds what moves do; scoring.py has the fan, hands.py the win test.
"""

from __future__ import annotations

from typing import Final, cast

from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP
from qipai.games.mahjong.events import KONG_MADE
from qipai.games.mahjong.fourhands import FourHands
from qipai.games.mahjong.hands import complete, completes, seven_pairs, wait_mask
from qipai.games.mahjong.melds import KONG_EXPOSED, MELD_BITS, has_peng
from qipai.games.mahjong.patterns import DIHU, FOURTHS, GANGSHANGHUA, GANGSHANGPAO, HAIDI, QIANGGANG, TIANHU, ZIMO
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.scoring import fan_of, hand_patterns
from qipai.games.mahjong.sichuan_fan import capped, doubled_fan, winning_kinds
from qipai.games.mahjong.tiles import NO_TILE, SUIT_OF, UNIT_OF
from qipai.native import i64

PHASE_BURY: Final = 0
PHASE_TURN: Final = 1
PHASE_CLAIM: Final = 2
PHASE_FINISHED: Final = 3
PHASE_SWAP: Final = 4
PHASE_MISSING: Final = 5
PHASE_NAMES: Final = ["bury", "turn", "claim", "finished", "swap", "missing"]

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
# ready-made, so that move lists create no integers
READY_BURIALS: Final[list[object]] = list(range(BURY, BURY + 3 * 729))
READY_SWAPS: Final[list[object]] = list(range(SWAP, SWAP + 3 * 729))

SAME_WAITS: Final = 2  # MahjongRules.locked_kong: any kong that keeps the waits
MUST_WIN_WALL: Final = 4  # M-29.4


def discards_of(suit: i64, counts: i64) -> list[int]:
    """What may be discarded of the packed counts of a suit; the list is shared."""
    low: i64 = LOW_RANKS[counts & 0x7FFF]
    high: i64 = HIGH_RANKS[counts >> 15]
    return DISCARDS[512 * suit + (low | high << 5)]


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
        self.buried = buried  # the burial's action, or UNBURIED; with `opening = swap` the three tiles given, as a burial
        self.paid = paid
        self.log = log
        self.phase: i64 = PHASE_BURY
        if rules.sichuan:
            self.phase = PHASE_SWAP if rules.swap else PHASE_MISSING
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
        self.given_up: i64 = 0  # M-8.5: largest value given up since the last draw, six bits per seat
        self.steps: i64 = 0
        self.die: i64 = 0  # of the swap (M-22.2)
        self.gone: i64 = 0  # seats that have won and left (M-28.1)
        self.rob: i64 = 0  # 1 while `tile` is that of an added kong that is only declared (M-25.2)

    # the contract; state.py has what is asked at every step
    def returns(self) -> list[int]:
        return list(self.paid)

    def version(self) -> i64:
        return 1 + self.steps

    # accessors
    def missing_suit(self, seat: i64) -> i64:
        return (self.missing >> 2 * seat) & 3

    def is_locked(self, seat: i64) -> bool:
        return (self.locked >> seat) & 1 != 0

    def has_won(self, seat: i64) -> bool:
        return ((self.locked | self.gone) >> seat) & 1 != 0

    def next_in_play(self, seat: i64) -> i64:
        """The next seat that has not left (M-24.1)."""
        seat = (seat + 1) & 3
        while (self.gone >> seat) & 1:
            seat = (seat + 1) & 3
        return seat

    def wall_left(self) -> i64:
        return self.back - self.front

    def rights_of(self, seat: i64) -> i64:
        return (self.rights >> 3 * seat) & 7

    def bar_of(self, seat: i64) -> i64:
        """The largest value given up since the seat's last draw (M-8.5), by `value_of`."""
        return (self.given_up >> FAN_BITS * seat) & 63

    def answer_of(self, seat: i64) -> i64:
        """The seat's answer in this window, or -1."""
        code: i64 = (self.answers >> 3 * seat) & 7
        return code + HU - 1 if code else -1

    # legal moves, in the order of M-13.1
    def choices_of(self, seat: i64) -> list[int]:
        """What a seat may choose that is asked together with others."""
        if self.phase == PHASE_BURY:
            return self.burials(seat, READY_BURIALS)
        if self.phase == PHASE_SWAP:
            return self.burials(seat, READY_SWAPS)
        if self.phase == PHASE_MISSING:
            return [MISSING_OF, MISSING_OF + 1, MISSING_OF + 2]
        out: list[int] = []
        rights: i64 = (self.rights >> 3 * seat) & 7
        if rights & MAY_HU:
            out.append(HU)
            if self.must_win():
                return out
        if rights & MAY_KONG:
            out.append(KONG)
        if rights & MAY_PENG:
            out.append(PENG)
        out.append(PASS)
        return out

    def burials(self, seat: i64, ready: list[object]) -> list[int]:
        """Every choice of three tiles of one suit (M-3.1, M-3.2, M-22.5)."""
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
                                    out.append(ready[base + 81 * a + 9 * b + c])
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
            if self.must_win():
                return head
        if (self.locked >> seat) & 1:
            if head is None:
                if not self.rules.locked_kong:
                    return [self.drawn]
                head = []
            if self.front < self.back and self.locked_may_kong(seat, self.drawn):
                head.append(KONG_OF + self.drawn)
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
            if not self.rules.missing_first:
                return self.any_discard(seat, [] if head is None else head)
            out = discards_of(missing, counts)[:]
        else:
            first: i64 = 1 if missing == 0 else 0
            second: i64 = 1 if missing == 2 else 2
            counts = self.counts(seat, first)
            one = discards_of(first, counts)
            counts = self.counts(seat, second)
            out = one + discards_of(second, counts)
        return out if head is None else head + out

    def any_discard(self, seat: i64, out: list[int]) -> list[int]:
        """Every held kind, in id order (M-23.5)."""
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.counts(seat, suit)
            out = out + discards_of(suit, counts)
            suit += 1
        return out

    def must_win(self) -> bool:
        """Whether a seat that may hu has no other move (M-29.4)."""
        return self.rules.must_win and self.back - self.front <= MUST_WIN_WALL

    def may_hu_now(self) -> bool:
        """Whether the hand on turn is complete and may hu (M-4.3, M-7.3, M-27.1, M-27.2)."""
        if self.origin == BY_PENG:
            return False
        seat: i64 = self.turn
        if self.counts(seat, (self.missing >> 2 * seat) & 3) != 0:
            return False
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        if complete(p, s, m):
            return True
        return self.rules.sichuan and self.melds[seat] == 0 and seven_pairs(p, s, m)

    def locked_may_kong(self, seat: i64, tile: i64) -> bool:
        """Whether the rules let a locked seat kong the tile just drawn, if the wall does (M-28.4)."""
        if not self.rules.locked_kong or tile == NO_TILE:
            return False
        if has_peng(self.melds[seat], tile):
            return True
        return self.rules.locked_kong == SAME_WAITS and self.held(seat, tile) == 4 and self.keeps_waits(seat, tile, 1)

    def locked_may_claim(self, seat: i64) -> bool:
        """The same for an exposed kong of the last discard."""
        return self.rules.locked_kong == SAME_WAITS and self.held(seat, self.tile) == 3 and self.keeps_waits(seat, self.tile, 0)

    def keeps_waits(self, seat: i64, tile: i64, drawn: i64) -> bool:
        """Whether the hand, `drawn` copies of the tile aside, wins on the same kinds with and without its other three."""
        missing: i64 = self.missing_suit(seat)
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        one: i64 = UNIT_OF[tile]
        if tile < 9:
            p -= drawn * one
        elif tile < 18:
            s -= drawn * one
        else:
            m -= drawn * one
        before: i64 = winning_kinds(p, s, m, self.melds[seat], missing)
        if tile < 9:
            p -= 3 * one
        elif tile < 18:
            s -= 3 * one
        else:
            m -= 3 * one
        return winning_kinds(p, s, m, self.melds[seat] + 1, missing) == before

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
        n: i64 = melds & 7
        melds >>= 3
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
        if completes(self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2), self.tile):
            return True
        return self.rules.sichuan and self.melds[seat] == 0 and self.pairs_up(seat)

    def pairs_up(self, seat: i64) -> bool:
        """Whether the last discard makes seven pairs of 13 held tiles (M-27.2)."""
        odd: i64 = 0
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.counts(seat, suit)
            if suit == SUIT_OF[self.tile]:
                counts += UNIT_OF[self.tile]
            odd |= counts
            suit += 1
        return seven_pairs(odd, 0, 0)

    def value_of(self, patterns: i64) -> i64:
        """What a win given up is measured by: its fan; in the Sichuan family one more than those paid (M-29.2), since a plain
        win has none."""
        if self.rules.sichuan:
            return 1 + capped(doubled_fan(patterns), self.rules.cap)
        return fan_of(patterns)

    def barred(self, seat: i64) -> bool:
        """Whether a win given up earlier bars a win on the last discard (M-8.5)."""
        if not self.rules.missed_win_lock:
            return False
        return self.value_of(self.claim_patterns(seat)) <= self.bar_of(seat)

    def claim_patterns(self, seat: i64) -> i64:
        """Patterns of a win on the last discard or robbed tile (M-9.11, M-9.13, M-25.5, M-30.6)."""
        suit: i64 = SUIT_OF[self.tile]
        one: i64 = UNIT_OF[self.tile]
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        if suit == 0:
            p += one
        elif suit == 1:
            s += one
        else:
            m += one
        return hand_patterns(p, s, m, self.melds[seat], self.rules.fan) | self.how_claimed()

    def how_claimed(self) -> i64:
        """The patterns that the way of a win on another's tile adds."""
        if self.rob:
            return QIANGGANG
        out: i64 = 0
        if self.kong_discard:
            out |= GANGSHANGPAO
        if self.rules.haidi_on_discard and self.front == self.back:
            out |= HAIDI
        if self.rules.dihu_on_discard and self.have_drawn == 0 and self.called == 0:
            out |= DIHU
        return out

    def own_patterns(self) -> i64:
        """Patterns of a self-drawn win of the seat on turn (M-9.4, M-9.10, M-9.11, M-9.13)."""
        seat: i64 = self.turn
        out: i64 = hand_patterns(
            self.counts(seat, 0), self.counts(seat, 1), self.counts(seat, 2), self.melds[seat], self.rules.fan
        )
        return out | self.how_drawn()

    def how_drawn(self) -> i64:
        """The patterns that the way of a self-drawn win adds."""
        seat: i64 = self.turn
        out: i64 = 0
        if not self.rules.sichuan or (self.rules.zimo_fan and self.fed_by() < 0):
            out = ZIMO
        if self.origin == AT_START:
            return out | TIANHU if self.rules.tiandihu else out
        if self.origin == BY_REPLACEMENT:
            out |= GANGSHANGHUA
        elif self.origin == BY_FIRST_DRAW and self.melds[seat] == 0 and self.rules.tiandihu:
            if not (self.rules.dihu_needs_no_calls and self.called):
                out |= DIHU
        if self.front == self.back:
            out |= HAIDI
        return out

    def fed_by(self) -> i64:
        """The feeder of an exposed kong who alone pays for a win on its replacement (M-31.4), or -1."""
        if not self.rules.fed_flower or self.origin != BY_REPLACEMENT:
            return -1
        kong: i64 = self.log[len(self.log) - 2]  # the log ends with the kong and its draw
        assert kong & 7 == KONG_MADE
        if (kong >> 10) & 3 != KONG_EXPOSED:
            return -1
        return (kong >> 12) & 3

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
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        waits: i64 = winning_kinds(p, s, m, 0, missing) if self.rules.sichuan else wait_mask(p, s, m, missing)
        tile: i64 = 0
        while tile < 27:
            if waits & 1:
                total += 4 - self.held(seat, tile)
                if tile == out:
                    total -= 1
            waits >>= 1
            tile += 1
        self.give(seat, out)
        return total
