"""What the learned policy looks at: what its seat knows, as features of a move."""

from __future__ import annotations

from typing import final

from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.features import (
    ANSWER_FIRST,
    ANSWER_LAST,
    BARRED,
    BEAT_LAST,
    BEAT_SECOND,
    BIAS,
    BITS,
    BREAKS,
    BROKEN_PAIR,
    BUCKLER_BEFORE,
    BY_CAP,
    BY_COVERS,
    CAPS_BEFORE,
    CAPS_NEXT,
    COMBINATION,
    COVER,
    COVERS,
    DOGS_LEFT,
    HELD,
    HELD_COMBINATIONS,
    HELD_ONE,
    HELD_TWO,
    HOLDERS,
    HOLDS,
    LAID,
    LEAD,
    LEAD_AFTER_REVEAL,
    LOW_BITS,
    NO_PAIR,
    ORDER,
    OUTSIDE,
    OWED,
    PAIR_POWER,
    PAIRS_LEFT,
    REVEALER,
    SITUATIONS,
    SIZE_ROUNDS,
    STOP,
    STOP_ROUNDS,
    STOP_STRENGTH,
    STOP_SURE,
    STRENGTH_LEFT,
    STRONGER_THAN,
    STRONGEST,
    SURE_LEFT,
    SURE_PAIRS,
    SURE_PILLARS,
    TRIPLES_LEFT,
    UNDER_ONE,
    UNDER_SOME,
    UNDER_TWO,
    WEAK_LEFT,
    WIDTH,
)
from qipai.games.xianqi.knowledge import Knowledge
from qipai.games.xianqi.pieces import (
    BUCKLE,
    FIRST_COVER,
    PACKED,
    PAIR_NEED,
    PAIRS,
    PAIRS_ABOVE,
    PASS,
    POWER,
    SINGLE_POWER,
    SIZE,
    SLOTS,
    pieces_in,
)
from qipai.games.xianqi.policy import DOGS, strength
from qipai.games.xianqi.position import REVEAL_DECISION
from qipai.games.xianqi.settlement import ENOUGH
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64


def situation(own: i64, after: i64, before: i64) -> i64:
    """Of the pillars of a seat, the next and the previous one: 7 times its own, plus the others' class, while short."""
    if own < ENOUGH:
        return 7 * own + others_class(after, before)
    return 21 + 3 * (own - ENOUGH) + others_class(after, before)


def others_class(after: i64, before: i64) -> i64:
    """Nobody near three, one with two, both with two; or who has enough, and whether a ceramic is near."""
    if after >= ENOUGH:
        return 3 if after == ENOUGH else 4
    if before >= ENOUGH:
        return 5 if before == ENOUGH else 6
    return (1 if after == 2 else 0) + (1 if before == 2 else 0)


def at_most(number: i64, most: i64) -> i64:
    """A function, because a conditional expression of an i64 and a literal makes Python numbers of both."""
    if number < most:
        return number
    return most


@final
class Sight(Knowledge):
    """One decision as the policy sees it. `value` may be called for each move after `look`.

    With `noting`, the features of a move are noted as well: numbers of features and their values in turn.
    """

    def __init__(self, weights: bytes) -> None:
        super().__init__()
        self.weights = weights  # ROWS times WIDTH, two bytes each (core/weights.py)
        self.base: i64 = 0
        self.total: i64 = 0
        self.noting: bool = False
        self.noted: list[int] = []

    def look(self, state: XianqiState, seat: i64) -> None:
        """Everything that the seat knows, and the row of the situation."""
        self.learn(state, seat)
        after = state.next_seat(seat)
        before = state.next_seat(after)
        kind: i64 = LEAD
        if state.phase == REVEAL_DECISION:
            kind = ANSWER_FIRST if state.asked >= 0 else ANSWER_LAST
            self.buckler_before = state.buckler == before
            self.read_relations(state, seat, after)
        elif state.kind == 0:
            if state.buckler >= 0:
                kind = LEAD_AFTER_REVEAL
            else:
                self.buckler_before = False
                self.read_relations(state, seat, after)
        elif can_beat(self.hand, state.kind, state.top_power):
            kind = BEAT_SECOND if state.played == 1 else BEAT_LAST
        else:
            kind = COVER
        row: i64 = kind * SITUATIONS + situation(self.own, state.pillars_of(after), state.pillars_of(before))
        self.base = row * WIDTH

    def add(self, feature: i64, value: i64) -> None:
        """Counts a feature."""
        at: i64 = 2 * (self.base + feature)
        weights = self.weights
        low: i64 = weights[at]
        high: i64 = weights[at + 1]
        self.total += ((high << 8 | low) - BIAS) * value
        if self.noting:
            self.noted.append(feature)
            self.noted.append(value)

    def value(self, action: i64) -> i64:
        """The weights of a move's features, added up; a pass is 0."""
        self.total = 0
        if self.noting:
            self.noted = []
        if action < FIRST_COVER:
            self.see_play(action)
        elif action < BUCKLE:
            self.see_cover(action)
        elif action != PASS:
            self.see_stop()
        return self.total

    def see_play(self, action: i64) -> None:
        """A lead or a beat."""
        size: i64 = SIZE[action]
        power: i64 = POWER[action]
        rest: i64 = self.hand - PACKED[action]
        self.add(COMBINATION + action, 1)
        self.add(SIZE_ROUNDS + 8 * size - 9 + self.rounds, 1)
        holds = self.see_holders(size, power)
        sure = self.see_rest(rest)
        if holds:
            sure += size
        sure += self.own
        group: i64 = SURE_PILLARS
        if holds:
            group += 9
        self.add(group + at_most(sure, 8), 1)
        if size == 1:
            self.add(ORDER + pieces_in(self.hand & STRONGER_THAN[power]), 1)
        self.see_broken(PACKED[action])

    def see_holders(self, size: i64, power: i64) -> bool:
        """Who may beat a play, and with how many; whether nobody can."""
        one: i64 = 0
        two: i64 = 0
        both: i64 = 0
        chance: i64 = 10
        if self.played < 2:
            if size == 1:
                mask: i64 = STRONGER_THAN[power]
                one = pieces_in(self.reach1 & mask)
                if self.played == 0:
                    two = pieces_in(self.reach2 & mask)
                both = one if one > two else two
                inside: i64 = 0
                if one:
                    inside = self.rounds
                if two:
                    inside += self.rounds
                covers = at_most(self.covers, 16)
                chance = OUTSIDE[(17 * at_most(both, 9) + inside) * 17 + covers]
            elif size == 2:
                above: i64 = LOW_BITS[PAIRS_ABOVE[power]]
                one = BITS[self.pairs1 & above]
                if self.played == 0:
                    two = BITS[self.pairs2 & above]
                both = one + two
                chance = NO_PAIR[(9 * at_most(both, 11) + self.rounds) * 25 + self.unseen]
            elif power == 10 and self.out & 0x300000 == 0x300000:
                one = 1
                two = 1 - self.played
                both = 1
        status: i64 = 0
        if one:
            status = 1
        if two:
            status += 2
        if size < 3:
            self.add(HOLDS + 11 * size - 11 + chance, 1)
            if both > 4:
                both = 4
            place: i64 = 0
            if both:
                place = 4 * status + both - 1
            self.add(HOLDERS + 16 * size - 16 + place, 1)
        else:
            self.add(HOLDERS + 32 + status, 1)
        return status == 0

    def see_rest(self, rest: i64) -> i64:
        """The hand after a move; how many of its pieces are sure to win."""
        sure = pieces_in(rest & self.sure)
        self.add(SURE_LEFT + at_most(sure, 5), 1)
        one = pieces_in(rest & self.under1) - sure
        self.add(UNDER_ONE + at_most(one, 4), 1)
        two = pieces_in(rest & self.under2)
        four = pieces_in(rest & self.under4)
        rounds = pieces_in(rest)
        self.add(UNDER_TWO, two - one - sure)
        self.add(UNDER_SOME, four - two)
        self.add(WEAK_LEFT, rounds - four)
        pairs: i64 = 0
        sure_pairs: i64 = 0
        if rest & 0xAAAAAA or rest & DOGS == DOGS:
            reach: i64 = self.pairs1 | self.pairs2
            k: i64 = 0
            while k < PAIRS:
                need: i64 = PAIR_NEED[k]
                if rest & need == need:
                    pairs += 1
                    if reach & LOW_BITS[PAIRS_ABOVE[PAIR_POWER[k]]] == 0:
                        sure_pairs += 1
                        if rest & need & self.sure == 0:
                            sure += 2
                k += 1
            self.add(PAIRS_LEFT, pairs)
            self.add(SURE_PAIRS, sure_pairs)
            if rest & DOGS == DOGS:
                self.add(DOGS_LEFT, 1)
            if rest & 0x300000 == 0x300000 or rest & 0xC00000 == 0xC00000:
                self.add(TRIPLES_LEFT, 1)
        hundredths = self.strength_left(self.hand - rest, rounds) // 40
        self.add(STRENGTH_LEFT + at_most(hundredths, 11), 1)
        slot: i64 = 0
        while slot < SLOTS and not rest & 3:
            rest >>= 2
            slot += 1
        self.add(STRONGEST + slot, 1)
        return sure

    def see_broken(self, laid: i64) -> None:
        """Pairs, dogs and triples that a move takes apart."""
        hand = self.hand
        slot: i64 = 0
        rest = laid
        while rest:
            n: i64 = rest & 3
            if n:
                had: i64 = (hand >> (2 * slot)) & 3
                if had == 2 and n == 1:
                    self.add(BREAKS + BROKEN_PAIR[SINGLE_POWER[slot]], 1)
                elif had == 3 and n < 3:
                    self.add(BREAKS + 4, 1)
            rest >>= 2
            slot += 1
        if hand & DOGS == DOGS and laid & DOGS and laid & DOGS != DOGS:
            self.add(BREAKS + 3, 1)

    def see_cover(self, action: i64) -> None:
        """Pieces laid aside (X-6.3)."""
        laid: i64 = PACKED[action]
        sure = self.see_rest(self.hand - laid) + self.own
        self.add(SURE_PILLARS + at_most(sure, 8), 1)
        self.see_broken(laid)
        slot: i64 = 0
        while laid:
            if laid & 3:
                self.add(LAID + slot, laid & 3)
            laid >>= 2
            slot += 1

    def see_stop(self) -> None:
        """A buckle or a reveal: what the hand as a whole is worth."""
        hand = self.hand
        self.add(STOP, 1)
        self.add(STOP_ROUNDS - 1 + self.rounds, 1)
        hundredths = strength(hand, self.out, self.rounds) // 25
        self.add(STOP_STRENGTH + at_most(hundredths, 19), 1)
        sure = pieces_in(hand & self.sure)
        one = pieces_in(hand & self.under1)
        self.add(HELD_ONE, one - sure)
        self.add(HELD_TWO, pieces_in(hand & self.under2) - one)
        reach: i64 = self.pairs1 | self.pairs2
        k: i64 = 0
        while k < PAIRS:
            need: i64 = PAIR_NEED[k]
            if hand & need == need:
                self.add(HELD_COMBINATIONS + k, 1)
                if reach & LOW_BITS[PAIRS_ABOVE[PAIR_POWER[k]]] == 0 and hand & need & self.sure == 0:
                    sure += 2
            k += 1
        if hand & 0x300000 == 0x300000:
            self.add(HELD_COMBINATIONS + 11, 1)
        if hand & 0xC00000 == 0xC00000:
            self.add(HELD_COMBINATIONS + 12, 1)
        sure += self.own
        self.add(STOP_SURE + at_most(sure, 8), 1)
        slot: i64 = 0
        while hand:
            if hand & 3:
                self.add(HELD + slot, hand & 3)
            hand >>= 2
            slot += 1
        self.add(CAPS_NEXT + BY_CAP[self.cap1], 1)
        self.add(CAPS_BEFORE + BY_CAP[self.cap2], 1)
        self.add(COVERS + BY_COVERS[self.covers], 1)
        if self.owed:
            self.add(OWED + at_most(self.owed, 3) - 1, 1)
        if self.barred & 1:
            self.add(BARRED, 1)
        if self.barred & 2:
            self.add(BARRED + 1, 1)
        if self.barred & 4:
            self.add(BARRED + 2, 1)
        if self.revealer:
            self.add(REVEALER + self.revealer - 1, 1)
        if self.buckler_before:
            self.add(BUCKLER_BEFORE, 1)
