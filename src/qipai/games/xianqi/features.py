"""What the learned policy looks at: public facts and the seat's own hand, as numbered features of a move.

A move's value is the sum of the weights of its features; most features are 0 or 1. Weights are learned
(docs/training.md); this module knows only where each of them is.

What the others may still hold follows from what they have shown. A seat that laid a single aside under power p has nothing
above p (X-6.2, X-6.3), and one that laid a pair aside no greater pair: its *cap*. Pieces within a seat's cap are in its
*reach*; a piece is *sure* if nothing in anybody's reach beats it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, final

from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.pieces import (
    BUCKLE,
    COMBINATIONS,
    FIRST_COVER,
    FIRST_PAIR,
    FULL,
    PACKED,
    PAIR_NEED,
    PAIRS,
    PAIRS_ABOVE,
    PASS,
    POWER,
    SINGLE_POWER,
    SINGLES_ABOVE,
    SIZE,
    SLOTS,
    UNIT,
    pieces_in,
)
from qipai.games.xianqi.policy import DOGS, promise, strength
from qipai.games.xianqi.position import REVEAL_DECISION
from qipai.games.xianqi.settlement import ENOUGH
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64

BIAS: Final = 32768  # of a stored weight (core/weights.py)
NO_CAP: Final = 9  # the greatest power of singles and pairs

# where a situation's row is: the kind of decision, the own pillars, those of the others
LEAD: Final = 0  # or buckle
LEAD_AFTER_REVEAL: Final = 1
BEAT_SECOND: Final = 2
BEAT_LAST: Final = 3
COVER: Final = 4
ANSWER_FIRST: Final = 5  # to a buckle
ANSWER_LAST: Final = 6
KINDS: Final = 7
SITUATIONS: Final = 30  # of pillars: 21 while short, 9 with enough
ROWS: Final = KINDS * SITUATIONS

# groups of features and how many each has, in order
GROUPS: Final[list[tuple[str, int]]] = [
    ("combination", 25),
    ("who may beat it, by size and stronger ones out", 36),
    ("chance to hold by size", 22),
    ("pillars that are sure, by whether it holds", 18),
    ("size by rounds left", 24),
    ("sure pieces left", 6),
    ("pieces left under one", 5),
    ("pieces left under two", 1),
    ("pieces left under three or four", 1),
    ("weak pieces left", 1),
    ("pairs left", 1),
    ("sure pairs left", 1),
    ("dog pair left", 1),
    ("triples left", 1),
    ("strength left", 12),
    ("stronger own pieces", 8),
    ("what it breaks", 5),
    ("strongest piece left", 13),
    ("pieces laid aside", 12),
    ("buckle or reveal", 1),
    ("rounds left", 8),
    ("strength", 20),
    ("sure pillars", 9),
    ("pieces held", 12),
    ("combinations held", 13),
    ("held under one", 1),
    ("held under two", 1),
    ("caps of the next seat", 3),
    ("caps of the previous seat", 3),
    ("covers of others", 4),
    ("own reveals", 3),
    ("who is barred", 3),
    ("who revealed last", 3),
    ("the previous seat has buckled", 1),
]


def offsets() -> dict[str, int]:
    out: dict[str, int] = {}
    at = 0
    for name, count in GROUPS:
        out[name] = at
        at += count
    return out


AT: Final = offsets()
COMBINATION: Final = 0
HOLDERS: Final = 25
HOLDS: Final = 61
SURE_PILLARS: Final = 83
SIZE_ROUNDS: Final = 101
SURE_LEFT: Final = 125
UNDER_ONE: Final = 131
UNDER_TWO: Final = 136
UNDER_SOME: Final = 137
WEAK_LEFT: Final = 138
PAIRS_LEFT: Final = 139
SURE_PAIRS: Final = 140
DOGS_LEFT: Final = 141
TRIPLES_LEFT: Final = 142
STRENGTH_LEFT: Final = 143
ORDER: Final = 155
BREAKS: Final = 163
STRONGEST: Final = 168
LAID: Final = 181
STOP: Final = 193
STOP_ROUNDS: Final = 194
STOP_STRENGTH: Final = 202
STOP_SURE: Final = 222
HELD: Final = 231
HELD_COMBINATIONS: Final = 243
HELD_ONE: Final = 256
HELD_TWO: Final = 257
CAPS_NEXT: Final = 258
CAPS_BEFORE: Final = 261
COVERS: Final = 264
OWED: Final = 268
BARRED: Final = 271
REVEALER: Final = 274
BUCKLER_BEFORE: Final = 277
WIDTH: Final = 278


def outside_table() -> bytes:
    """The chance, in tenths, that k pieces are all among the covers, at (17 k + places in hands) 17 + covers."""
    out: list[int] = []
    for k in range(10):
        for hands in range(17):
            for covers in range(17):
                chance = 1.0
                for gone in range(k):
                    chance *= max(0, covers - gone) / max(1, hands + covers - gone)
                out.append(round(10 * chance))
    return bytes(out)


def no_pair_table() -> bytes:
    """The chance, in tenths, that none of m pairs is in the one hand of n where it may be, at (9 m + n) 25 + unseen pieces."""
    out: list[int] = []
    for m in range(12):
        for n in range(9):
            for unseen in range(25):
                together = min(1.0, n * (n - 1) / (unseen * (unseen - 1))) if unseen > 1 else 0.0
                out.append(round(10 * (1 - together) ** m))
    return bytes(out)


OUTSIDE: Final = outside_table()
NO_PAIR: Final = no_pair_table()
BITS: Final = bytes(bin(number).count("1") for number in range(2048))
LOW_BITS: Final[list[int]] = [(1 << n) - 1 for n in range(12)]  # the first n pairs
PAIR_BIT: Final[list[int]] = [1 << n for n in range(11)]
PAIR_POWER: Final = bytes(POWER[FIRST_PAIR + k] for k in range(PAIRS))
# the stronger piece of a pair, by its single power; of the dogs, the red one
PAIR_TOP: Final = bytes(
    max(SINGLE_POWER[slot] for slot in range(SLOTS) if (COMBINATIONS[FIRST_PAIR + k][2] >> (2 * slot)) & 3)
    for k in range(PAIRS)
)
# slots of at least a power, as a mask of packed counts; the place after the last admits all
AT_LEAST: Final[list[int]] = [
    sum(3 * UNIT[slot] for slot in range(SLOTS) if SINGLE_POWER[slot] >= power) for power in range(11)
]
AT_MOST: Final[list[int]] = [sum(3 * UNIT[slot] for slot in range(SLOTS) if SINGLE_POWER[slot] <= power) for power in range(11)]
STRONGER_THAN: Final[list[int]] = [UNIT[SINGLES_ABOVE[power]] - 1 for power in range(10)]
SHARE: Final[list[int]] = [0, 85, 190, 285]  # of a promise, for so many pieces of a slot (policy.strength)
BY_CAP: Final = bytes([2, 2, 2, 2, 2, 1, 1, 1, 0, 0])
BY_COVERS: Final = bytes([0, 1, 1, 2, 2, 2] + [3] * 20)
BROKEN_PAIR: Final = bytes([2, 2, 2, 1, 1, 1, 0, 0, 0, 0])  # by single power


def features_hash() -> str:
    """Names what the weights belong to: other features have another hash."""
    text = "/1/" + "/".join([f"{name}:{count}" for name, count in GROUPS])
    return sha256((f"{ROWS}x{WIDTH}" + text).encode()).hexdigest()[:16]


def situation(own: i64, after: i64, before: i64) -> i64:
    """Of the pillars of a seat, the next and the previous one: 7 times the own ones, plus the others' class, while short."""
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


@final
class Sight:
    """One decision as the policy sees it. `value` may be called for each move after `look`.

    With `noting`, the features of a move are noted as well: numbers of features and their values in turn.
    """

    def __init__(self, weights: bytes) -> None:
        self.weights = weights  # ROWS times WIDTH, two bytes each (core/weights.py)
        self.base: i64 = 0
        self.total: i64 = 0
        self.noting: bool = False
        self.noted: list[int] = []
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
        # the promise of every slot of the hand with so many rounds left, and what the whole hand comes to
        self.promised: i64 = -1
        self.promises: list[int] = [0] * SLOTS
        self.all_promised: i64 = 0
        self.owed: i64 = 0
        self.barred: i64 = 0
        self.revealer: i64 = 0
        self.buckler_before: bool = False

    # the decision
    def look(self, state: XianqiState, seat: i64) -> None:
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
        elif can_beat(hand, state.kind, state.top_power):
            kind = BEAT_SECOND if state.played == 1 else BEAT_LAST
        else:
            kind = COVER
        row: i64 = kind * SITUATIONS + situation(self.own, state.pillars_of(after), state.pillars_of(before))
        self.base = row * WIDTH

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

    # moves
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
        self.add(SURE_PILLARS + (9 if holds else 0) + (sure if sure < 8 else 8), 1)
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
                inside: i64 = (self.rounds if one else 0) + (self.rounds if two else 0)
                covers = self.covers if self.covers < 16 else 16
                chance = OUTSIDE[(17 * (both if both < 9 else 9) + inside) * 17 + covers]
            elif size == 2:
                above: i64 = LOW_BITS[PAIRS_ABOVE[power]]
                one = BITS[self.pairs1 & above]
                if self.played == 0:
                    two = BITS[self.pairs2 & above]
                both = one + two
                chance = NO_PAIR[(9 * (both if both < 11 else 11) + self.rounds) * 25 + self.unseen]
            elif power == 10 and self.out & 0x300000 == 0x300000:
                one = 1
                two = 1 - self.played
                both = 1
        status: i64 = (1 if one else 0) + (2 if two else 0)
        if size < 3:
            self.add(HOLDS + 11 * size - 11 + chance, 1)
            if both > 4:
                both = 4
            self.add(HOLDERS + 16 * size - 16 + (4 * status + both - 1 if both else 0), 1)
        else:
            self.add(HOLDERS + 32 + status, 1)
        return status == 0

    def see_rest(self, rest: i64) -> i64:
        """The hand after a move; how many of its pieces are sure to win."""
        sure = pieces_in(rest & self.sure)
        self.add(SURE_LEFT + (sure if sure < 5 else 5), 1)
        one = pieces_in(rest & self.under1) - sure
        self.add(UNDER_ONE + (one if one < 4 else 4), 1)
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
        self.add(STRENGTH_LEFT + (hundredths if hundredths < 11 else 11), 1)
        slot: i64 = 0
        while slot < SLOTS and not rest & 3:
            rest >>= 2
            slot += 1
        self.add(STRONGEST + slot, 1)
        return sure

    def strength_left(self, laid: i64, rounds: i64) -> i64:
        """`policy.strength` of the hand without these pieces; only their slots are counted anew."""
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
        """What every slot of the hand promises with so many rounds left."""
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
        self.add(SURE_PILLARS + (sure if sure < 8 else 8), 1)
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
        self.add(STOP_STRENGTH + (hundredths if hundredths < 19 else 19), 1)
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
        self.add(STOP_SURE + (sure if sure < 8 else 8), 1)
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
            self.add(OWED + (self.owed if self.owed < 3 else 3) - 1, 1)
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
