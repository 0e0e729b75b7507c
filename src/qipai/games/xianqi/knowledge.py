"""What a seat knows: its hand, what has been shown, and what the others may still hold.

A seat that laid a single aside under power p has nothing above p (X-6.2, X-6.3), and one that laid a pair aside no greater
pair: its *cap*. Pieces within a seat's cap are in its *reach*; a piece is *sure* if nothing in anybody's reach beats it.
"""

from __future__ import annotations

from qipai.games.xianqi.features import (
    AT_LEAST,
    AT_MOST,
    NO_CAP,
    PAIR_BIT,
    PAIR_POWER,
    PAIR_TOP,
    SHARE,
    STRONGER_THAN,
)
from qipai.games.xianqi.pieces import (
    FIRST_COVER,
    FULL,
    PACKED,
    PAIR_NEED,
    PAIRS,
    POWER,
    SIZE,
    SLOTS,
    pieces_in,
)
from qipai.games.xianqi.policy import promise
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64


class Knowledge:
    """What a seat knows at one of its decisions; of the others, 1 is the next seat and 2 the previous one."""

    def __init__(self) -> None:
        self.hand: i64 = 0
        self.rounds: i64 = 0  # pieces in the hand
        self.own: i64 = 0  # pillars
        self.played: i64 = 0
        self.out: i64 = 0  # what the seat has not seen
        self.unseen: i64 = 0  # how many these are
        self.covers: i64 = 0  # those that the others have laid aside
        self.cap1: i64 = 0  # of the next seat; 2 is the previous one
        self.cap2: i64 = 0
        self.pair_cap1: i64 = 0
        self.pair_cap2: i64 = 0
        self.reach1: i64 = 0
        self.reach2: i64 = 0
        self.pairs1: i64 = 0  # pairs in reach, a bit each
        self.pairs2: i64 = 0
        # own slots under no, at most one, two and four pieces in reach
        self.sure: i64 = 0
        self.under1: i64 = 0
        self.under2: i64 = 0
        self.under4: i64 = 0
        # the promise of every slot of the hand by the number of rounds left, and what the whole hand comes to
        self.promised: i64 = -1
        self.promises: list[int] = [0] * SLOTS
        self.all_promised: i64 = 0
        self.owed: i64 = 0
        self.barred: i64 = 0
        self.revealer: i64 = 0
        self.buckler_before: bool = False

    def learn(self, state: XianqiState, seat: i64) -> None:
        """The seat's own hand, the rounds so far, and what nobody has shown yet."""
        after = state.next_seat(seat)
        before = state.next_seat(after)
        hand = state.hand(seat)
        self.hand = hand
        self.promised = -1
        self.rounds = pieces_in(hand)
        self.own = state.pillars_of(seat)
        self.played = state.played
        self.read_rounds(state, seat, after)
        self.unseen = pieces_in(self.out)
        self.covers = self.unseen - state.hand_size(after) - state.hand_size(before)
        self.reach1 = self.out & AT_MOST[self.cap1]
        self.reach2 = self.out & AT_MOST[self.cap2]
        self.find_pairs()
        self.find_sure()

    def read_rounds(self, state: XianqiState, seat: i64, after: i64) -> None:
        """What has been shown, and the caps."""
        seen: i64 = self.hand
        carried = state.carried
        if carried is not None:
            seen += carried.captured
        cap1: i64 = NO_CAP
        cap2: i64 = NO_CAP
        pair_cap1: i64 = NO_CAP
        pair_cap2: i64 = NO_CAP
        number: i64 = 0
        last = state.round
        while number <= last:
            packed = state.table
            at = state.leader
            count = state.played
            if number < last:
                packed = state.round_at(number)
                at = packed >> 27
                count = 3
            power: i64 = 0
            while count:
                action: i64 = packed & 511
                if action < FIRST_COVER:
                    seen += PACKED[action]
                    power = POWER[action]
                elif at == seat:
                    seen += PACKED[action]
                elif SIZE[action] == 1:
                    if at == after:
                        if power < cap1:
                            cap1 = power
                    elif power < cap2:
                        cap2 = power
                elif SIZE[action] == 2:
                    if at == after:
                        if power < pair_cap1:
                            pair_cap1 = power
                    elif power < pair_cap2:
                        pair_cap2 = power
                packed >>= 9
                at = state.next_seat(at)
                count -= 1
            number += 1
        self.out = FULL - seen
        self.cap1 = cap1
        self.cap2 = cap2
        self.pair_cap1 = pair_cap1
        self.pair_cap2 = pair_cap2

    def find_pairs(self) -> None:
        """The pairs that each of the others may hold."""
        one: i64 = 0
        two: i64 = 0
        k: i64 = 0
        out = self.out
        while k < PAIRS:
            need: i64 = PAIR_NEED[k]
            if out & need == need:
                top: i64 = PAIR_TOP[k]
                power: i64 = PAIR_POWER[k]
                bit: i64 = PAIR_BIT[k]
                if top <= self.cap1 and power <= self.pair_cap1:
                    one |= bit
                if top <= self.cap2 and power <= self.pair_cap2:
                    two |= bit
            k += 1
        self.pairs1 = one
        self.pairs2 = two

    def find_sure(self) -> None:
        """Own slots by how many pieces in reach are stronger."""
        reach: i64 = self.reach1 | self.reach2  # both are the same pieces where both reach
        self.sure = 0
        self.under1 = 0
        self.under2 = 0
        self.under4 = 0
        power: i64 = NO_CAP
        while power >= 0:
            n = pieces_in(reach & STRONGER_THAN[power])
            if n > 4:
                break
            mask: i64 = AT_LEAST[power]
            self.under4 = mask
            if n <= 2:
                self.under2 = mask
                if n <= 1:
                    self.under1 = mask
                    if n == 0:
                        self.sure = mask
            power -= 1

    def read_relations(self, state: XianqiState, seat: i64, after: i64) -> None:
        """Own reveals while short, seats that revealed with enough (X-7.4, X-7.5), the active revealer (X-5.3)."""
        owed: i64 = 0
        barred: i64 = 0
        packed = state.relations
        while packed:
            if packed & 1:
                revealer: i64 = (packed >> 2) & 3
                if packed & 2:
                    barred |= 1 if revealer == seat else 2 if revealer == after else 4
                elif revealer == seat:
                    owed += 1
            packed >>= 4
        carried = state.carried
        if carried is not None:
            for relation in carried.relations:
                whose: i64 = relation >> 3
                if relation & 1:
                    barred |= 1 if whose == seat else 2 if whose == after else 4
                elif whose == seat:
                    owed += 1
        self.owed = owed
        self.barred = barred
        self.revealer = 0
        if state.active >= 0:
            self.revealer = 1 if state.active == seat else 2 if state.active == after else 3

    def strength_left(self, laid: i64, rounds: i64) -> i64:
        """`policy.strength` of the hand without these pieces; only their slots are recounted."""
        hand = self.hand
        if self.promised != rounds:
            self.promise(rounds)
        total = self.all_promised
        slot: i64 = 0
        while laid:
            n: i64 = laid & 3
            if n:
                had: i64 = (hand >> (2 * slot)) & 3
                each: i64 = self.promises[slot]
                total -= SHARE[had] * each // 100 - SHARE[had - n] * each // 100
            laid >>= 2
            slot += 1
        return total

    def promise(self, rounds: i64) -> None:
        """What every slot of the hand promises with this many rounds left."""
        total: i64 = 0
        slot: i64 = 0
        rest = self.hand
        while rest:
            n: i64 = rest & 3
            if n:
                each = promise(slot, self.out, rounds)
                self.promises[slot] = each
                total += SHARE[n] * each // 100
            rest >>= 2
            slot += 1
        self.promised = rounds
        self.all_promised = total
