"""One deal of mahjong: burying, turns, claim windows, wins, the end (chapters 3 to 8 and 11).

Hands are packed counts (tiles.py), three integers per seat. Answers into a window are collected and resolved together.
Nothing is decided here about fan (scoring.py) or about what is a win (hands.py).
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import mix
from qipai.core.state import State, View
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, PASS, PENG, buried_suit, buried_tiles, bury_action
from qipai.games.mahjong.events import ANSWER, DISCARD, DRAW, KONG_MADE, PENG_MADE, REVEAL, WIN, event, without_tile
from qipai.games.mahjong.hands import COMPLETE, HIGH_FIVE, LOW_FIVE, complete, completes
from qipai.games.mahjong.melds import (
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    MELD_BITS,
    add_meld,
    has_peng,
    peng_to_kong,
)
from qipai.games.mahjong.melds import PENG as PENG_MELD
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
ALL_SEATS: Final = 15
EXPOSED_KONG_PRICE: Final = 2  # M-6.1
OTHER_KONG_PRICE: Final = 1  # M-6.2, M-6.3
UNBURIED: Final = 0
FAN_BITS: Final = 6


class MahjongState(State):
    """A deal. `wall[front:back]` is what is left of the wall; everything else is named after the rules' own words."""

    def __init__(
        self,
        rules: MahjongRules,
        dealer: i64,
        hands: list[int],
        wall: list[int],
        fourteenth: i64,
        base: list[int],
        absent: list[int],
        melds: list[int],
        buried: list[int],
        paid: list[int],
        log: list[int],
    ) -> None:
        self.rules = rules
        self.dealer: i64 = dealer
        self.hands = hands  # 3 * seat + suit: packed counts
        self.wall = wall
        self.front: i64 = 0
        self.back: i64 = len(wall)
        self.fourteenth: i64 = fourteenth  # M-7.5
        self.base = base  # scores before this deal
        self.absent = absent  # tiles that a partial deal leaves out, packed by suit
        self.melds = melds
        self.buried = buried  # the burial's action, UNBURIED before
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

    def copy(self) -> State:
        return self.clone()

    def clone(self) -> MahjongState:
        """The wall, the rules and the scores before are never changed and therefore shared."""
        other = MahjongState(
            self.rules,
            self.dealer,
            self.hands[:],
            self.wall,
            self.fourteenth,
            self.base,
            self.absent,
            self.melds[:],
            self.buried[:],
            self.paid[:],
            self.log[:],
        )
        other.front = self.front
        other.back = self.back
        other.phase = self.phase
        other.turn = self.turn
        other.origin = self.origin
        other.drawn = self.drawn
        other.missing = self.missing
        other.locked = self.locked
        other.have_drawn = self.have_drawn
        other.called = self.called
        other.tile = self.tile
        other.kong_discard = self.kong_discard
        other.rights = self.rights
        other.waiting = self.waiting
        other.answers = self.answers
        other.given_up = self.given_up
        other.steps = self.steps
        return other

    def digest(self) -> i64:
        h: i64 = mix(self.dealer, self.phase)
        h = mix(h, self.turn + 4 * self.origin + 32 * self.drawn + 1024 * self.tile + 32768 * self.kong_discard)
        h = mix(h, self.missing + 256 * self.locked + 4096 * self.have_drawn + 65536 * self.called)
        h = mix(h, self.rights + 4096 * self.waiting + 65536 * self.answers)
        h = mix(h, self.given_up)
        h = mix(h, self.fourteenth + 32 * self.steps)
        for value in self.hands:
            h = mix(h, value)
        for value in self.melds:
            h = mix(h, value)
        for value in self.buried:
            h = mix(h, value)
        for value in self.paid:
            h = mix(h, value)
        at = self.front
        while at < self.back:
            h = mix(h, self.wall[at])
            at += 1
        for value in self.log:
            h = mix(h, value)
        return h

    def view(self, seat: i64) -> View:
        return MahjongView(seat, self.seen_by(seat))

    # small questions
    def missing_suit(self, seat: i64) -> i64:
        return (self.missing >> 2 * seat) & 3

    def is_locked(self, seat: i64) -> bool:
        return (self.locked >> seat) & 1 != 0

    def wall_left(self) -> i64:
        return self.back - self.front

    def held(self, seat: i64, tile: i64) -> i64:
        """Copies of the kind that the seat holds."""
        counts: i64 = self.hands[3 * seat + SUIT_OF[tile]]
        return (counts >> SHIFT_OF[tile]) & 7

    def rights_of(self, seat: i64) -> i64:
        return (self.rights >> 3 * seat) & 7

    def bar_of(self, seat: i64) -> i64:
        """The largest fan given up since the seat's last draw (M-8.5)."""
        return (self.given_up >> FAN_BITS * seat) & 63

    # legal moves, in the order of M-13.1
    def legal(self, seat: i64) -> list[int]:
        out: list[int] = []
        if self.phase == PHASE_TURN:
            if seat == self.turn:
                self.list_turn(seat, out)
        elif (self.waiting >> seat) & 1:
            if self.phase == PHASE_CLAIM:
                rights: i64 = (self.rights >> 3 * seat) & 7
                if rights & MAY_HU:
                    out.append(HU)
                if rights & MAY_KONG:
                    out.append(KONG)
                if rights & MAY_PENG:
                    out.append(PENG)
                out.append(PASS)
            else:
                self.list_burials(seat, out)
        return out

    def list_burials(self, seat: i64, out: list[int]) -> None:
        """Every choice of three tiles of one suit (M-3.1, M-3.2)."""
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.hands[3 * seat + suit]
            base: i64 = BURY + 729 * suit
            a: i64 = 0
            while a < 9:
                in_a: i64 = (counts >> 3 * a) & 7
                if in_a:
                    b: i64 = a
                    while b < 9:
                        in_b: i64 = (counts >> 3 * b) & 7
                        if b == a:
                            in_b -= 1
                        if in_b > 0:
                            c: i64 = b
                            while c < 9:
                                in_c: i64 = (counts >> 3 * c) & 7
                                if c == b:
                                    in_c = in_b - 1
                                if in_c > 0:
                                    out.append(base + 81 * a + 9 * b + c)
                                c += 1
                        b += 1
                a += 1
            suit += 1

    def list_turn(self, seat: i64, out: list[int]) -> None:
        """hu, kongs, discards (M-4.1 to M-4.4, M-8.2)."""
        if self.may_hu_now():
            out.append(HU)
        if (self.locked >> seat) & 1:
            out.append(self.drawn)
            return
        if self.origin != BY_PENG and self.front < self.back:
            kongs: i64 = self.kong_mask(seat)
            tile: i64 = 0
            while kongs:
                if kongs & 1:
                    out.append(KONG_OF + tile)
                kongs >>= 1
                tile += 1
        first: i64 = (self.missing >> 2 * seat) & 3
        counts: i64 = self.hands[3 * seat + first]
        if counts:
            tile = 9 * first
            while counts:
                if counts & 7:
                    out.append(tile)
                counts >>= 3
                tile += 1
            return
        suit: i64 = 0
        while suit < 3:
            counts = self.hands[3 * seat + suit]
            tile = 9 * suit
            while counts:
                if counts & 7:
                    out.append(tile)
                counts >>= 3
                tile += 1
            suit += 1

    def may_hu_now(self) -> bool:
        """Is the hand on turn complete, and does its turn allow hu (M-4.3, M-7.3)?"""
        if self.origin == BY_PENG:
            return False
        seat: i64 = self.turn
        at: i64 = 3 * seat
        if self.hands[at + ((self.missing >> 2 * seat) & 3)] != 0:
            return False
        return complete(self.hands[at], self.hands[at + 1], self.hands[at + 2])

    def kong_mask(self, seat: i64) -> i64:
        """Kinds that the seat may kong on its turn, the wall aside (M-5.5, M-6.2, M-6.3, M-6.5)."""
        mask: i64 = 0
        missing: i64 = (self.missing >> 2 * seat) & 3
        suit: i64 = 0
        while suit < 3:
            counts: i64 = self.hands[3 * seat + suit]
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

    # moves
    def apply(self, seat: i64, action: i64) -> None:
        if self.phase == PHASE_TURN:
            if action < KONG_OF:
                self.discard(action)
            elif action == HU:
                self.win_by_draw()
            else:
                self.kong_on_turn(action - KONG_OF)
        elif self.phase == PHASE_CLAIM:
            self.answer(seat, action)
        else:
            self.bury(seat, action)

    def bury(self, seat: i64, action: i64) -> None:
        """Three tiles leave the hand; the fourth burial makes the suits public (M-3.3, M-3.4)."""
        for tile in buried_tiles(action):
            self.take(seat, tile)
        self.buried[seat] = action
        self.waiting &= ~SEAT_BIT[seat]
        if self.waiting == 0:
            missing: i64 = 0
            s: i64 = 3
            while s >= 0:
                missing = (missing << 2) | buried_suit(self.buried[s])
                s -= 1
            self.missing = missing
            self.log.append(event(REVEAL, 0, NO_TILE, missing))
            self.phase = PHASE_TURN
            self.steps += 1

    def take(self, seat: i64, tile: i64) -> None:
        """One copy leaves the hand."""
        at: i64 = 3 * seat + SUIT_OF[tile]
        self.hands[at] = self.hands[at] - (TOP_UNIT >> (24 - SHIFT_OF[tile]))

    def give(self, seat: i64, tile: i64) -> None:
        """One copy joins the hand."""
        at: i64 = 3 * seat + SUIT_OF[tile]
        self.hands[at] = self.hands[at] + (TOP_UNIT >> (24 - SHIFT_OF[tile]))

    def discard(self, tile: i64) -> None:
        """A tile goes to the river and opens a window, if somebody has a claim (M-4.5)."""
        seat: i64 = self.turn
        if self.rules.missed_win_lock and self.may_hu_now():
            self.give_up(seat, fan_of(self.own_patterns()))
        self.take(seat, tile)
        self.log.append(DISCARD | (seat << 3) | (tile << 5) | (1024 if tile == self.drawn else 0))
        self.tile = tile
        self.kong_discard = 1 if self.origin == BY_REPLACEMENT else 0
        self.drawn = NO_TILE
        self.steps += 1
        self.open_window()
        if self.waiting:
            self.phase = PHASE_CLAIM
        else:
            self.draw((seat + 1) & 3)

    def open_window(self) -> None:
        """Who may claim the last discard, and what (M-5.1 to M-5.6, M-8.3)."""
        tile: i64 = self.tile
        suit: i64 = SUIT_OF[tile]
        shift: i64 = SHIFT_OF[tile]
        one: i64 = TOP_UNIT >> (24 - shift)
        rights: i64 = 0
        waiting: i64 = 0
        seat: i64 = 0
        while seat < 4:
            missing: i64 = (self.missing >> 2 * seat) & 3
            if seat != self.turn and suit != missing:
                at: i64 = 3 * seat
                counts: i64 = self.hands[at + suit]
                held: i64 = (counts >> shift) & 7
                may: i64 = 0
                if held >= 2 and not (self.locked >> seat) & 1:
                    may = MAY_PENG
                    if held == 3 and self.front < self.back:
                        may |= MAY_KONG
                counts += one
                if COMPLETE[LOW_FIVE[counts & 0x7FFF] + HIGH_FIVE[counts >> 15]] != 0 and self.hands[at + missing] == 0:
                    other: i64 = self.hands[at + 3 - suit - missing]
                    if COMPLETE[LOW_FIVE[other & 0x7FFF] + HIGH_FIVE[other >> 15]] != 0 and not self.barred(seat):
                        may |= MAY_HU
                if may:
                    rights |= may << 3 * seat
                    waiting |= SEAT_BIT[seat]
            seat += 1
        self.rights = rights
        self.waiting = waiting
        self.answers = 0

    def barred(self, seat: i64) -> bool:
        """Is a win on the last discard barred by one given up before (M-8.5)?"""
        if not self.rules.missed_win_lock:
            return False
        return fan_of(self.claim_patterns(seat)) <= self.bar_of(seat)

    def wins_on_discard(self, seat: i64) -> bool:
        """Does the last discard complete the hand (M-5.4, M-7.3)?"""
        missing: i64 = self.missing_suit(seat)
        at: i64 = 3 * seat
        if SUIT_OF[self.tile] == missing or self.hands[at + missing] != 0:
            return False
        return completes(self.hands[at], self.hands[at + 1], self.hands[at + 2], self.tile)

    def give_up(self, seat: i64, fan: i64) -> None:
        bar: i64 = self.bar_of(seat)
        if fan > bar:
            self.given_up += (fan - bar) << FAN_BITS * seat

    def answer(self, seat: i64, action: i64) -> None:
        """An answer is final; the last one resolves the window (M-5.7)."""
        self.answers |= (action - HU + 1) << 3 * seat
        self.waiting &= ~SEAT_BIT[seat]
        if action != HU and self.rules.missed_win_lock and self.rights_of(seat) & MAY_HU:
            self.give_up(seat, fan_of(self.claim_patterns(seat)))
        if self.waiting == 0:
            self.resolve()

    def answer_of(self, seat: i64) -> i64:
        """The action that the seat answered in this window, -1 before."""
        code: i64 = (self.answers >> 3 * seat) & 7
        return code + HU - 1 if code else -1

    def resolve(self) -> None:
        """hu > kong > peng > pass; every hu wins (M-5.8, M-5.9, M-5.10)."""
        discarder: i64 = self.turn
        tile: i64 = self.tile
        winners: i64 = 0
        taker: i64 = -1
        k: i64 = 1
        while k < 4:
            seat: i64 = (discarder + k) & 3
            action: i64 = self.answer_of(seat)
            if action == HU:
                winners |= SEAT_BIT[seat]
            elif action > HU and action < PASS:
                assert taker < 0  # M-5.11
                taker = seat
            k += 1
        if winners:
            taker = -1
        self.log_answers(winners, taker)
        self.steps += 1
        if winners:
            k = 1
            while k < 4:
                seat = (discarder + k) & 3
                if (winners >> seat) & 1:
                    patterns: i64 = self.claim_patterns(seat)
                    self.log.append(event(WIN, seat, tile, (discarder << 1) | (patterns << 3)))
                    self.pay(discarder, seat, fan_of(patterns))
                k += 1
            self.locked |= winners
            self.close_window()
            self.draw((discarder + 1) & 3)
        elif taker >= 0:
            kong: bool = self.answer_of(taker) == KONG
            self.close_window()
            if kong:
                self.expose_kong(taker, tile, discarder)
            else:
                self.peng(taker, tile, discarder)
        else:
            self.close_window()
            self.draw((discarder + 1) & 3)

    def log_answers(self, winners: i64, taker: i64) -> None:
        """Answers that came to nothing stay known to their seats alone (M-12.3)."""
        k: i64 = 1
        while k < 4:
            seat: i64 = (self.turn + k) & 3
            action: i64 = self.answer_of(seat)
            if action >= 0 and seat != taker and not (winners >> seat) & 1:
                self.log.append(event(ANSWER, seat, self.tile, action))
            k += 1

    def close_window(self) -> None:
        self.rights = 0
        self.answers = 0
        self.phase = PHASE_TURN

    def peng(self, seat: i64, tile: i64, feeder: i64) -> None:
        """Two held copies and the discard; the turn moves, no draw (M-5.2)."""
        self.take(seat, tile)
        self.take(seat, tile)
        self.melds[seat] = add_meld(self.melds[seat], tile, PENG_MELD, feeder)
        self.log.append(event(PENG_MADE, seat, tile, feeder))
        self.called = 1
        self.turn = seat
        self.origin = BY_PENG
        self.drawn = NO_TILE

    def expose_kong(self, seat: i64, tile: i64, feeder: i64) -> None:
        """Three held copies and the discard; the discarder pays 2 (M-5.3, M-6.1)."""
        self.take(seat, tile)
        self.take(seat, tile)
        self.take(seat, tile)
        self.melds[seat] = add_meld(self.melds[seat], tile, KONG_EXPOSED, feeder)
        self.log.append(event(KONG_MADE, seat, tile, KONG_EXPOSED | (feeder << 2)))
        self.called = 1
        self.replace(seat)
        self.pay(feeder, seat, EXPOSED_KONG_PRICE)

    def kong_on_turn(self, tile: i64) -> None:
        """A concealed or added kong; each other seat pays 1, locked or not (M-6.2, M-6.3, M-6.9)."""
        seat: i64 = self.turn
        self.take(seat, tile)
        kind: i64 = KONG_ADDED
        if has_peng(self.melds[seat], tile):
            self.melds[seat] = peng_to_kong(self.melds[seat], tile)
        else:
            kind = KONG_CONCEALED
            self.take(seat, tile)
            self.take(seat, tile)
            self.take(seat, tile)
            self.melds[seat] = add_meld(self.melds[seat], tile, KONG_CONCEALED, seat)
        self.log.append(event(KONG_MADE, seat, tile, kind | (seat << 2)))
        self.called = 1
        self.steps += 1
        self.replace(seat)
        self.pay_all(seat, OTHER_KONG_PRICE)

    def replace(self, seat: i64) -> None:
        """The replacement comes from the tail (M-2.3, M-6.4)."""
        self.back -= 1
        tile: i64 = self.wall[self.back]
        self.origin = BY_REPLACEMENT
        self.begin_turn(seat, tile, 1)

    def draw(self, seat: i64) -> None:
        """The front tile; on an empty wall the deal is over (M-4.6, M-11.1)."""
        if self.front == self.back:
            self.finish()
            return
        tile: i64 = self.wall[self.front]
        self.front += 1
        self.origin = BY_DRAW
        if not (self.have_drawn >> seat) & 1:
            self.have_drawn |= SEAT_BIT[seat]
            if seat != self.dealer:
                self.origin = BY_FIRST_DRAW
        self.begin_turn(seat, tile, 0)

    def begin_turn(self, seat: i64, tile: i64, from_tail: i64) -> None:
        self.turn = seat
        self.drawn = tile
        self.give(seat, tile)
        if self.given_up:
            self.given_up -= self.bar_of(seat) << FAN_BITS * seat
        self.log.append(DRAW | (seat << 3) | (tile << 5) | (from_tail << 10))

    def finish(self) -> None:
        self.phase = PHASE_FINISHED
        self.waiting = 0
        self.drawn = NO_TILE

    # wins and payments
    def claim_patterns(self, seat: i64) -> i64:
        """Patterns of a win on the last discard (M-9.11, M-9.13)."""
        at: i64 = 3 * seat
        suit: i64 = SUIT_OF[self.tile]
        one: i64 = TOP_UNIT >> (24 - SHIFT_OF[self.tile])
        p: i64 = self.hands[at]
        s: i64 = self.hands[at + 1]
        m: i64 = self.hands[at + 2]
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
        at: i64 = 3 * seat
        out: i64 = ZIMO | hand_patterns(
            self.hands[at], self.hands[at + 1], self.hands[at + 2], self.melds[seat], self.rules.qing_extra
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

    def win_by_draw(self) -> None:
        """The winning tile leaves the hand for the won tiles; winner+1 draws (M-5.10, M-7.4)."""
        seat: i64 = self.turn
        patterns: i64 = self.own_patterns()
        tile: i64 = self.drawn
        if self.origin == AT_START:
            tile = self.heavenly_tile()
        self.take(seat, tile)
        self.drawn = NO_TILE
        self.log.append(event(WIN, seat, tile, 1 | (seat << 1) | (patterns << 3)))
        self.pay_all(seat, fan_of(patterns))
        self.locked |= SEAT_BIT[seat]
        self.steps += 1
        self.draw((seat + 1) & 3)

    def heavenly_tile(self) -> i64:
        """The tile that a heavenly win names: the 14th, else the one whose removal leaves the most (M-7.5)."""
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
        """Winning tiles that the hand without `out` would wait for, less the copies among all its tiles."""
        missing: i64 = self.missing_suit(seat)
        at: i64 = 3 * seat
        self.take(seat, out)
        total: i64 = 0
        tile: i64 = 0
        while tile < 27:
            if SUIT_OF[tile] != missing and self.held(seat, tile) < 4:
                if completes(self.hands[at], self.hands[at + 1], self.hands[at + 2], tile):
                    total += 4 - self.held(seat, tile)
                    if tile == out:
                        total -= 1
            tile += 1
        self.give(seat, out)
        return total

    def pay(self, payer: i64, receiver: i64, points: i64) -> None:
        """One transfer of the ledger; the log holds what it is for (M-10.3)."""
        self.paid[payer] = self.paid[payer] - points
        self.paid[receiver] = self.paid[receiver] + points

    def pay_all(self, receiver: i64, points: i64) -> None:
        """Each other seat pays, locked or not (M-6.9, M-10.2)."""
        self.pay((receiver + 1) & 3, receiver, points)
        self.pay((receiver + 2) & 3, receiver, points)
        self.pay((receiver + 3) & 3, receiver, points)

    # what a seat knows (chapter 12)
    def seen_by(self, seat: i64) -> MahjongState:
        """This deal without what the seat does not know; nothing is hidden any more when it is over (M-12.5)."""
        if self.phase == PHASE_FINISHED:
            return self.clone()
        other = MahjongState(
            self.rules,
            self.dealer,
            [0] * 12,
            [],
            self.fourteenth if seat == self.dealer else NO_TILE,
            self.base,
            self.absent,
            self.melds[:],
            [0, 0, 0, 0],
            self.paid[:],
            self.log_for(seat),
        )
        s: i64 = 0
        while s < 4:
            if s == seat or (self.rules.show_locked_hands and (self.locked >> s) & 1):
                at: i64 = 3 * s
                other.hands[at] = self.hands[at]
                other.hands[at + 1] = self.hands[at + 1]
                other.hands[at + 2] = self.hands[at + 2]
                if s != seat and s == self.turn and self.drawn != NO_TILE:
                    other.take(s, self.drawn)
            s += 1
        other.front = self.front
        other.back = self.back
        other.phase = self.phase
        other.turn = self.turn
        other.origin = self.origin
        other.missing = self.missing
        other.locked = self.locked
        other.have_drawn = self.have_drawn
        other.called = self.called
        other.tile = self.tile
        other.kong_discard = self.kong_discard
        other.steps = self.steps
        other.waiting = 0
        if seat >= 0:
            other.buried[seat] = self.buried[seat]
            other.waiting = self.waiting & SEAT_BIT[seat]
            seven: i64 = 7
            other.rights = self.rights & (seven << 3 * seat)
            other.answers = self.answers & (seven << 3 * seat)
            sixty_three: i64 = 63
            other.given_up = self.given_up & (sixty_three << FAN_BITS * seat)
            if seat == self.turn:
                other.drawn = self.drawn
        return other

    def log_for(self, seat: i64) -> list[int]:
        """The log without others' answers and without the tiles that others drew (M-12.2, M-12.3)."""
        out: list[int] = []
        for code in self.log:
            packed: i64 = code
            kind: i64 = packed & 7
            if (packed >> 3) & 3 != seat:
                if kind == ANSWER:
                    continue
                if kind == DRAW:
                    packed = without_tile(packed)
            out.append(packed)
        return out


class MahjongView(View):
    """What a seat knows: a deal with the unknown left blank (`known`); seat -1 is a spectator."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        self.seat = seat
        self.known = known
        self.plan: object = None  # what world.py has worked out, kept for the next world

    def public(self) -> dict[str, object]:
        from qipai.games.mahjong.view import public_json

        return public_json(self.known)

    def private(self) -> dict[str, object]:
        from qipai.games.mahjong.view import private_json

        return private_json(self.known, self.seat)

    def to_json(self) -> dict[str, object]:
        from qipai.games.mahjong.view import view_json

        return view_json(self)


def new_deal(rules: MahjongRules, dealer: i64, tiles: list[int], base: list[int], absent: list[int]) -> MahjongState:
    """From a list of tiles: the dealer takes the first 14, the others 13 each in turn, the rest is the wall (M-2.2)."""
    hands: list[int] = [0] * 12
    at: i64 = 0
    k: i64 = 0
    while k < 4:
        seat: i64 = (dealer + k) & 3
        p: i64 = 0
        s: i64 = 0
        m: i64 = 0
        n: i64 = 14 if k == 0 else 13
        while n > 0:
            tile: i64 = tiles[at]
            one: i64 = TOP_UNIT >> (24 - SHIFT_OF[tile])
            if tile < 9:
                p += one
            elif tile < 18:
                s += one
            else:
                m += one
            at += 1
            n -= 1
        hands[3 * seat] = p
        hands[3 * seat + 1] = s
        hands[3 * seat + 2] = m
        k += 1
    return MahjongState(rules, dealer, hands, tiles[53:], tiles[13], base, absent, [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [])


__all__ = ["MahjongState", "MahjongView", "bury_action", "new_deal"]
