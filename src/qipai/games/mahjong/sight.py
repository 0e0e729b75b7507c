"""What the learned policy sees of a move: the hand that it leaves, what it pays at once, whom a discard may serve.

Everything follows from what the seat knows: its hand, melds and rivers, the missing suits, who has won with which tiles, and
all tiles that it has not seen, taken together. Tiles in hands of others, in burials and in the wall are only ever added up.
"""

from __future__ import annotations

from typing import Final, final

from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PENG, SWAP, buried_suit, buried_tiles
from qipai.games.mahjong.distances import BAMBOO, CHARACTERS, DISTANCES, DOTS, entry, nearest_win, ones
from qipai.games.mahjong.features import (
    BY_COPIES,
    BY_FAR,
    BY_NEAR,
    BY_RANK,
    BY_WALL,
    CLAIMS,
    CONCEALED,
    DISTANCE,
    FAR_LINEAR,
    FLUSH,
    GAPS,
    GIVES,
    HELD_LINEAR,
    KONG_ADDS,
    KONG_CLAIMED,
    KONG_CLOSED,
    KONG_PENGS,
    KONG_RISK,
    KONG_TRIPLES,
    LOCKED_COPIES,
    LOCKED_KINDS,
    LOCKED_LIVE,
    LOCKED_MISSED,
    LOCKED_WORTH,
    LONE,
    LONE_ENDS,
    MELDS,
    MISSING_HELD,
    MISSING_LINEAR,
    NEARS,
    ONE_COPIES,
    ONE_KINDS,
    ONE_LINEAR,
    OPEN_RUNS,
    OPENING,
    PAIRS,
    PASSES,
    PENGS,
    PLACES,
    POINTS,
    READY_COPIES,
    READY_KINDS,
    READY_LIVE,
    READY_MISSED,
    READY_WORTH,
    ROOTS,
    SEVEN_PAIRS,
    TO_KNOWN,
    TO_LOCKED,
    TO_OPEN,
    TO_OPEN_SEEN,
    TRIPLES,
    TRIPLETS,
    TURNS,
    TWO_COPIES,
    TWO_LINEAR,
    WIDTH,
    WIN_PAYERS,
    WINS,
    WINS_DRAWN,
)
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED, MELD_BITS, add_meld, has_peng, peng_to_kong
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_MISSING, PHASE_SWAP
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.scoring import hand_patterns
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.suitform import FORMS, pairs_distance, triplets_distance
from qipai.games.mahjong.tabled import Tabled, sum_of, worth_of
from qipai.games.mahjong.tiles import NO_TILE, SHIFT_OF, SUIT_OF, UNIT_OF
from qipai.native import i64

BIAS: Final = 32768  # of a stored weight (core/weights.py)
KINDS_MASK: Final = 0x7FFFFFF


def best_flush(slot: i64, sets: i64) -> i64:
    """The tiles missing for `sets` sets and the pair in one suit."""
    return entry(DISTANCES.paired[slot], DISTANCES.paired_four[slot], sets) >> 9


@final
class Sight(Tabled):
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
        self.p: i64 = 0
        self.s: i64 = 0
        self.m: i64 = 0
        self.melds: i64 = 0
        self.missing: i64 = 0
        self.sets: i64 = 0

    # the decision
    def look(self, state: MahjongState, seat: i64) -> None:
        """The seat's own hand, and what nobody has shown yet."""
        rules = state.rules
        self.p = state.counts(seat, 0)
        self.s = state.counts(seat, 1)
        self.m = state.counts(seat, 2)
        self.melds = state.melds[seat]
        self.missing = state.missing_suit(seat)
        self.sets = rules.hand_size // 3 - (self.melds & 7)
        self.wall = state.back - state.front
        self.count_unseen(state, seat)
        way: i64 = 0
        if rules.sichuan:
            way = 1 if rules.leave else 2
        phase = state.phase
        if phase in (PHASE_BURY, PHASE_SWAP, PHASE_MISSING):
            self.base = WIDTH * (PLACES * way + OPENING)
            self.look_at_nobody()
            return
        near: i64 = BY_NEAR[nearest_win(self.p, self.s, self.m, self.missing, self.sets) >> 27]
        place: i64 = (CLAIMS if phase == PHASE_CLAIM else TURNS) + NEARS * BY_WALL[self.wall] + near
        self.base = WIDTH * (PLACES * way + place)
        self.look_at_others(state, seat)

    # a move
    def value(self, state: MahjongState, seat: i64, action: i64) -> i64:
        """The sum of the weights of a legal move."""
        self.total = 0
        if self.noting:
            self.noted = []
        rules = state.rules
        if action < KONG_OF:
            self.see_discard(state, seat, action)
        elif action < HU:
            self.see_own_kong(state, seat, action - KONG_OF)
        elif action == HU:
            self.see_win(state, seat)
        elif action < MISSING_OF:
            self.see_claim(state, seat, action)
        elif action < BURY:
            self.see_hand(self.p, self.s, self.m, 0, action - MISSING_OF, 4, rules)
        else:
            self.see_opening(action, rules)
        return self.total

    def add(self, feature: i64, value: i64) -> None:
        if value == 0:
            return
        at: i64 = 2 * (self.base + feature)
        weights = self.weights
        low: i64 = weights[at]
        high: i64 = weights[at + 1]
        self.total += value * (low + 256 * high - BIAS)
        if self.noting:
            self.noted.append(feature)
            self.noted.append(value)

    def see_discard(self, state: MahjongState, seat: i64, tile: i64) -> None:
        p: i64 = self.p
        s: i64 = self.s
        m: i64 = self.m
        one: i64 = UNIT_OF[tile]
        if tile < 9:
            p -= one
        elif tile < 18:
            s -= one
        else:
            m -= one
        self.see_hand(p, s, m, self.melds, self.missing, self.sets, state.rules)
        self.see_risk(state, seat, tile)

    def see_risk(self, state: MahjongState, seat: i64, tile: i64) -> None:
        """Whom the discard may serve: a suit that somebody misses serves nobody there."""
        suit: i64 = SUIT_OF[tile]
        left: i64 = self.left_of(tile)
        group: i64 = BY_RANK[tile]
        group += 3 * left if left < 4 else 9
        bit: i64 = 0x4000000 >> (26 - tile)
        k: i64 = 1
        while k < 4:
            other: i64 = (seat + k) & 3
            k += 1
            if (state.gone >> other) & 1 or state.missing_suit(other) == suit:
                continue
            if (state.locked >> other) & 1:
                if self.known[other] & bit:
                    self.add(TO_KNOWN, self.price[other])
                elif not self.passed[other] & bit:
                    self.add(TO_LOCKED + group, 1)
            else:
                melds: i64 = state.melds[other]
                calls: i64 = 1 if melds & 7 > 1 else 0
                if self.recent & bit:
                    self.add(TO_OPEN_SEEN + calls, 1)
                else:
                    self.add(TO_OPEN + 12 * calls + group, 1)

    def see_own_kong(self, state: MahjongState, seat: i64, tile: i64) -> None:
        rules = state.rules
        if has_peng(self.melds, tile):
            self.add(KONG_ADDS, 1)
            paid: i64 = self.payers
            if rules.late_unpaid and tile != state.drawn:
                paid = 0
            if rules.rob_kong:
                self.add(KONG_RISK, self.left_of(tile) + self.payers)
            self.add(POINTS, paid)
            self.see_called(tile, 1, peng_to_kong(self.melds, tile), self.sets, rules)
            return
        self.add(KONG_CLOSED, 1)
        self.add(POINTS, self.payers * (2 if rules.sichuan else 1))
        self.see_called(tile, 4, add_meld(self.melds, tile, KONG_CONCEALED, seat), self.sets - 1, rules)

    def see_called(self, tile: i64, copies: i64, melds: i64, sets: i64, rules: MahjongRules) -> None:
        """The hand without some copies of a tile, and with other melds."""
        gone: i64 = copies * UNIT_OF[tile]
        if tile < 9:
            self.see_hand(self.p - gone, self.s, self.m, melds, self.missing, sets, rules)
        elif tile < 18:
            self.see_hand(self.p, self.s - gone, self.m, melds, self.missing, sets, rules)
        else:
            self.see_hand(self.p, self.s, self.m - gone, melds, self.missing, sets, rules)

    def see_claim(self, state: MahjongState, seat: i64, action: i64) -> None:
        rules = state.rules
        tile: i64 = state.tile
        if action == KONG:
            self.add(KONG_CLAIMED, 1)
            self.add(POINTS, 2 + (self.payers - 1 if rules.graze else 0))
            self.see_called(tile, 3, add_meld(self.melds, tile, KONG_EXPOSED, state.turn), self.sets - 1, rules)
        elif action == PENG:
            self.add(PENGS, 1)
            self.see_peng(tile, add_meld(self.melds, tile, PENG_MELD, state.turn), rules)
        else:
            self.add(PASSES, 1)
            self.see_hand(self.p, self.s, self.m, self.melds, self.missing, self.sets, rules)

    def see_peng(self, tile: i64, melds: i64, rules: MahjongRules) -> None:
        """The hand after the peng and the discard that leaves it nearest and widest."""
        two: i64 = UNIT_OF[tile]
        two *= 2
        p: i64 = self.p - two if tile < 9 else self.p
        s: i64 = self.s - two if 9 <= tile < 18 else self.s
        m: i64 = self.m - two if tile >= 18 else self.m
        missing: i64 = self.missing
        sets: i64 = self.sets - 1
        held: i64 = p if missing == 0 else (s if missing == 1 else m)
        best: i64 = -1
        score: i64 = -1_000_000
        at: i64 = 0
        while at < 27:
            one: i64 = UNIT_OF[at]
            suit: i64 = SUIT_OF[at]
            counts: i64 = p if suit == 0 else (s if suit == 1 else m)
            if (counts >> SHIFT_OF[at]) & 7 and (held == 0 or suit == missing):
                found: i64 = nearest_win(
                    p - one if suit == 0 else p, s - one if suit == 1 else s, m - one if suit == 2 else m, missing, sets
                )
                value: i64 = self.copies(found & KINDS_MASK) - 200 * (found >> 27)
                if value > score:
                    score = value
                    best = at
            at += 1
        one = UNIT_OF[best]
        if best < 9:
            p -= one
        elif best < 18:
            s -= one
        else:
            m -= one
        self.see_hand(p, s, m, melds, missing, sets, rules)

    def see_win(self, state: MahjongState, seat: i64) -> None:
        """What a win pays, and what the locked hand will win on if the winner stays."""
        rules = state.rules
        p: i64 = self.p
        s: i64 = self.s
        m: i64 = self.m
        self.add(WINS, 1)
        self.add(WIN_PAYERS + self.payers - 1, 1)
        if state.phase == PHASE_CLAIM:
            self.add(POINTS, worth_of(state.claim_patterns(seat), rules))
        else:
            self.add(WINS_DRAWN, 1)
            points: i64 = worth_of(state.own_patterns(), rules)
            if rules.zimo_base:
                points += 1
            self.add(POINTS, points * (1 if state.fed_by() >= 0 else self.payers))
            tile: i64 = state.drawn
            if tile == NO_TILE:
                tile = state.heavenly_tile()
            one: i64 = UNIT_OF[tile]
            if tile < 9:
                p -= one
            elif tile < 18:
                s -= one
            else:
                m -= one
        if not rules.leave:
            waits: i64 = nearest_win(p, s, m, self.missing, self.sets) & KINDS_MASK
            self.see_waits(p, s, m, self.melds, waits, LOCKED_COPIES, rules)

    def see_waits(self, p: i64, s: i64, m: i64, melds: i64, waits: i64, first: i64, rules: MahjongRules) -> None:
        """Copies left, kinds, and what is alive in the wall; `first` is READY_COPIES or LOCKED_COPIES."""
        kinds: i64 = 0
        copies: i64 = 0
        worth: i64 = 0
        missed: i64 = 0  # copies, for each seat that cannot keep them
        tile: i64 = 0
        mask: i64 = waits
        while mask:
            if mask & 1:
                left: i64 = self.left_of(tile)
                if left:
                    kinds += 1
                    copies += left
                    missed += left * self.missed_by[SUIT_OF[tile]]
                    one: i64 = UNIT_OF[tile]
                    patterns: i64 = hand_patterns(
                        p + one if tile < 9 else p,
                        s + one if 9 <= tile < 18 else s,
                        m + one if tile >= 18 else m,
                        melds,
                        rules.fan,
                    )
                    worth += left * worth_of(patterns, rules)
            mask >>= 1
            tile += 1
        live: i64 = 4 * copies * self.wall // self.unseen
        value: i64 = 2 * worth * self.wall // self.unseen
        few: i64 = kinds if kinds < 4 else 4
        self.add(first + copies if copies < 9 else first + 9, 1)
        if first == READY_COPIES:
            self.add(READY_KINDS + few, 1)
            self.add(READY_LIVE, live)
            self.add(READY_WORTH, value)
            self.add(READY_MISSED, missed)
        else:
            self.add(LOCKED_KINDS + few, 1)
            self.add(LOCKED_LIVE, live)
            self.add(LOCKED_WORTH, value)
            self.add(LOCKED_MISSED, missed)

    # the opening
    def see_opening(self, action: i64, rules: MahjongRules) -> None:
        """What a burial or a swap leaves; before a swap the missing suit is the one that will suit best."""
        burial: i64 = action if action < SWAP else action - SWAP + BURY
        suit: i64 = buried_suit(burial)
        p: i64 = self.p
        s: i64 = self.s
        m: i64 = self.m
        for tile in buried_tiles(burial):
            one: i64 = UNIT_OF[tile]
            if suit == 0:
                p -= one
            elif suit == 1:
                s -= one
            else:
                m -= one
            self.add(GIVES + BY_RANK[tile], 1)
        if action < SWAP:
            self.see_hand(p, s, m, 0, suit, self.sets, rules)
            return
        best: i64 = 0
        score: i64 = 1_000_000
        k: i64 = 0
        while k < 3:
            held: i64 = sum_of(p if k == 0 else (s if k == 1 else m))
            cost: i64 = 100 * (nearest_win(p, s, m, k, 4) >> 27) + 15 * held
            if cost < score:
                score = cost
                best = k
            k += 1
        self.see_hand(p, s, m, 0, best, 4, rules)

    # the hand that is left
    def see_hand(self, p: i64, s: i64, m: i64, melds: i64, missing: i64, sets: i64, rules: MahjongRules) -> None:
        """Distance, width, shape and promise of a hand before its next tile."""
        found: i64 = nearest_win(p, s, m, missing, sets)
        distance: i64 = found >> 27
        held: i64 = sum_of(p if missing == 0 else (s if missing == 1 else m))
        far: i64 = distance if distance < 9 else 9
        some: i64 = held if held < 4 else 4
        self.add(DISTANCE + far, 1)
        self.add(MISSING_HELD + some, 1)
        self.add(MISSING_LINEAR, held)
        self.see_width(p, s, m, melds, found, held, rules)
        self.see_melds(p, s, m, melds)
        self.see_form(p, s, m, melds, missing, sets, distance, rules)

    def see_width(self, p: i64, s: i64, m: i64, melds: i64, found: i64, held: i64, rules: MahjongRules) -> None:
        distance: i64 = found >> 27
        mask: i64 = found & KINDS_MASK
        if distance <= 1:
            if held:
                self.add(HELD_LINEAR, self.copies(mask))
            else:
                self.see_waits(p, s, m, melds, mask, READY_COPIES, rules)
            return
        copies: i64 = self.copies(mask)
        if distance == 2:
            width: i64 = BY_COPIES[copies]
            self.add(ONE_COPIES + width, 1)
            self.add(ONE_LINEAR, copies)
            self.add(ONE_KINDS, ones(mask))
        elif distance == 3:
            wide: i64 = BY_COPIES[copies]
            self.add(TWO_COPIES + wide, 1)
            self.add(TWO_LINEAR, copies)
        else:
            self.add(FAR_LINEAR, copies)

    def see_melds(self, p: i64, s: i64, m: i64, melds: i64) -> None:
        """Melds, roots, and pengs whose fourth tile is still to come."""
        n: i64 = melds & 7
        self.add(MELDS + n, 1)
        roots: i64 = 0
        chances: i64 = 0
        concealed: i64 = 1
        rest: i64 = melds >> 3
        while n > 0:
            tile: i64 = rest & 31
            kind: i64 = (rest >> 5) & 3
            if kind != KONG_CONCEALED:
                concealed = 0
            if kind != PENG_MELD:
                roots += 1
            else:
                counts: i64 = p if tile < 9 else (s if tile < 18 else m)
                if (counts >> SHIFT_OF[tile]) & 7:
                    roots += 1
                elif self.left_of(tile):
                    chances += 1
            rest >>= MELD_BITS
            n -= 1
        self.add(CONCEALED, concealed)
        self.add(ROOTS, roots)
        self.add(KONG_PENGS, chances)

    def see_form(self, p: i64, s: i64, m: i64, melds: i64, missing: i64, sets: i64, distance: i64, rules: MahjongRules) -> None:
        """Pairs, triples and runs; and how much further one suit, triplets or seven pairs are."""
        only: i64 = -1  # the suit of all melds, 3 if they are of several
        rest: i64 = melds >> 3
        n: i64 = melds & 7
        while n > 0:
            suit: i64 = SUIT_OF[rest & 31]
            only = suit if only < 0 or only == suit else 3
            rest >>= MELD_BITS
            n -= 1
        flush: i64 = 99
        form: i64 = 0
        suit = 0
        while suit < 3:
            if suit != missing:
                counts: i64 = p if suit == 0 else (s if suit == 1 else m)
                slot: i64 = DOTS.at(counts) if suit == 0 else (BAMBOO.at(counts) if suit == 1 else CHARACTERS.at(counts))
                form += FORMS.at(slot, counts)
                if only < 0 or only == suit:
                    far: i64 = best_flush(slot, sets)
                    if far < flush:
                        flush = far
            suit += 1
        stage: i64 = BY_FAR[distance]
        stage *= 7
        more: i64 = flush - distance
        self.add(FLUSH + stage + more if more < 6 else FLUSH + stage + 6, 1)
        pairs: i64 = (form >> 4) & 15
        triples: i64 = (form >> 8) & 15
        more = triplets_distance(form & 15, pairs, triples, sets) - distance
        more = 0 if more < 0 else (more if more < 6 else 6)
        self.add(TRIPLETS + stage + more, 1)
        if rules.sichuan and melds == 0:
            more = pairs_distance(form & 15, pairs, triples, form >> 28) - distance
            self.add(SEVEN_PAIRS + more if more < 6 else SEVEN_PAIRS + 6, 1)
        self.add(PAIRS, pairs)
        self.add(TRIPLES, triples)
        self.add(OPEN_RUNS, (form >> 12) & 15)
        self.add(GAPS, (form >> 16) & 15)
        self.add(LONE, (form >> 20) & 15)
        self.add(LONE_ENDS, (form >> 24) & 15)
        fours: i64 = form >> 28
        self.add(ROOTS, fours)
        self.add(KONG_TRIPLES, triples - fours)
