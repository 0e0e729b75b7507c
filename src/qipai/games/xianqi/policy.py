"""The playout policy: the evaluation of `hints` in integers, without drawing worlds.

The unit is a thousandth of a pillar. A seat judges by its own hand and by what the others hold together, not by who holds
what: a policy that looked into single hands would make every bluff pointless.
"""

from __future__ import annotations

import math
from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.pieces import (
    B_GOU,
    BUCKLE,
    FIRST_COVER,
    HIDDEN,
    PACKED,
    PAIR_NEED,
    PAIRS_ABOVE,
    PASS,
    POWER,
    R_GOU,
    REVEAL,
    SINGLE_POWER,
    SINGLES_ABOVE,
    SIZE,
    SLOTS,
    UNIT,
    pieces_in,
)
from qipai.games.xianqi.position import REVEAL_DECISION
from qipai.games.xianqi.settlement import CERAMIC, ENOUGH
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64

PILLAR: Final = 1000
LOSS: Final = 300
BROKEN_PAIR: Final = 250
DOGS: Final = UNIT[R_GOU] | UNIT[B_GOU]
WIDEST: Final = 400  # hundredths of a pillar beyond which a chance counts as certain


def promise_table() -> bytes:
    """The chance, in percent, that a piece wins a round later, at 9 * (stronger pieces out) + rounds left."""
    out: list[int] = []
    for stronger in range(25):
        for rounds in range(9):
            if stronger == 0:
                chance = 0.95
            elif stronger < rounds:
                chance = 0.85 - 0.6 * stronger / rounds
            else:
                chance = max(0.02, 0.2 - 0.02 * stronger)
            out.append(round(100 * chance))
    return bytes(out)


def chance_table() -> bytes:
    """The chance, in percent, of a hand by its surplus in hundredths of a pillar, from -WIDEST on."""
    return bytes(round(100 / (1 + math.exp(-0.022 * (spare + 25)))) for spare in range(-WIDEST, WIDEST + 1))


def pairs_table(hands: int) -> bytes:
    """The chance, in percent, that `hands` of two hands of n pieces hold none of k pairs, at 225 k + 25 n + covered.

    Both pieces of a pair are in the same n of 2 n + covered places.
    """
    out: list[int] = []
    for k in range(12):
        for n in range(9):
            for covered in range(25):
                unseen = 2 * n + covered
                together = hands * n * (n - 1) / (unseen * (unseen - 1)) if n > 1 else 0.0
                out.append(round(100 * (1 - together) ** k))
    return bytes(out)


def singles_table() -> bytes:
    """The chance, in percent, that k pieces are all covered, at 225 k + 25 n + covered."""
    out: list[int] = []
    for k in range(9):
        for n in range(9):
            for covered in range(25):
                chance = 100.0
                for gone in range(k):
                    chance *= max(0, covered - gone) / max(1, 2 * n + covered - gone)
                out.append(round(chance))
    return bytes(out)


# the pieces stronger than a slot, as a mask of a packed count
STRONGER: Final[list[int]] = [UNIT[SINGLES_ABOVE[SINGLE_POWER[slot]]] - 1 for slot in range(SLOTS)]
PROMISE: Final = promise_table()
NO_PAIR: Final = pairs_table(2)
NO_PAIR_LAST: Final = pairs_table(1)
LAID_ASIDE: Final = singles_table()
NO_TRIPLE: Final = 80  # three of a kind are in one of two hands about one time in five
CHANCE: Final = chance_table()
# the last seat beats a play with probability 1 - HOLD[k] % when k stronger pieces are in two hands
HOLD: Final = bytes(round(100 * 0.5**k) for k in range(25))


class XianqiPolicy(Policy):
    """Deterministic: the variety of playouts comes from the worlds."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, XianqiState)
        hand = state.hand(seat)
        first = state.next_seat(seat)
        second = state.next_seat(first)
        covered = covers_of_others(state, seat)
        out: i64 = state.hand(first) + state.hand(second) + covered
        rounds: i64 = pieces_in(hand)
        if state.phase == REVEAL_DECISION:
            return answer(state, seat, hand, out, rounds)
        legal = state.legal(seat)
        n: i64 = len(legal)
        best: i64 = legal[0]
        if n == 1:
            return best
        if best >= FIRST_COVER:
            return cheapest(legal, hand, out, rounds)
        needy = state.played == 0 and state.pillars_of(seat) < ENOUGH and richest_other(state, seat) >= ENOUGH
        best_score: i64 = -1000000
        worth: i64 = 0
        threat: i64 = 0
        count: i64 = 0
        at: i64 = 0
        hidden: i64 = pieces_in(covered)
        while at < n:
            action: i64 = legal[at]
            if action == BUCKLE:
                score = buckle_score(state, seat, hand, out, rounds)
            else:
                if SIZE[action] != count:  # actions are grouped by size
                    count = SIZE[action]
                    worth = stakes(state, seat, count)
                    threat = danger(state, seat, count)
                share = chance_to_hold(state.played, count, POWER[action], out, rounds, hidden)
                score = (share * worth - (100 - share) * threat) // 100 - price(action, hand, out, rounds)
                if needy:
                    score += 2 * share * count  # each own pillar keeps the enough seat from six
            if score > best_score:
                best_score = score
                best = action
            at += 1
        return best

    def shown(self, action: i64) -> i64:
        """Of a cover, only its number of pieces (X-6.3)."""
        if FIRST_COVER <= action < BUCKLE:
            return HIDDEN + SIZE[action] - 1
        return action


def covers_of_others(state: XianqiState, seat: i64) -> i64:
    """The others' covers, packed: the seat cannot tell them from their hands."""
    total: i64 = 0
    number: i64 = 0
    while number < state.round:
        packed = state.round_at(number)
        at: i64 = packed >> 27
        k: i64 = 0
        while k < 3:
            action: i64 = packed & 511
            if action >= FIRST_COVER and at != seat:
                total += PACKED[action]
            packed >>= 9
            at = state.next_seat(at)
            k += 1
        number += 1
    return total


def promise(slot: i64, out: i64, rounds: i64) -> i64:
    """In percent; pieces of equal power are not stronger."""
    return PROMISE[9 * pieces_in(out & STRONGER[slot]) + rounds]


def price(action: i64, hand: i64, out: i64, rounds: i64) -> i64:
    """What the hand loses with these pieces: their promise, and broken pairs."""
    cost: i64 = 0
    slot: i64 = 0
    laid: i64 = PACKED[action]
    if action < SLOTS:  # a single's number is its slot
        slot = action
        cost = promise(slot, out, rounds) * 10 + 2 * SINGLE_POWER[slot]
        if (hand >> (2 * slot)) & 3 == 2:
            cost += 100 + 28 * SINGLE_POWER[slot]
    else:
        rest = laid
        while rest:
            n: i64 = rest & 3
            if n:
                cost += n * (promise(slot, out, rounds) * 10 + 2 * SINGLE_POWER[slot])
                if n == 1 and (hand >> (2 * slot)) & 3 == 2:
                    cost += 100 + 28 * SINGLE_POWER[slot]
            rest >>= 2
            slot += 1
    if hand & DOGS == DOGS:
        dogs: i64 = laid & DOGS
        if dogs and dogs != DOGS:
            cost += 3 * BROKEN_PAIR
    return cost


def cheapest(legal: list[int], hand: i64, out: i64, rounds: i64) -> i64:
    """The cover that costs least (X-6.3)."""
    best: i64 = legal[0]
    least: i64 = 1000000
    for action in legal:
        cost = price(action, hand, out, rounds)
        if cost < least:
            least = cost
            best = action
    return best


def stakes(state: XianqiState, seat: i64, count: i64) -> i64:
    """The value of winning `count` pillars now."""
    had = state.pillars_of(seat)
    worth: i64 = PILLAR * count
    if had < ENOUGH and had + count >= ENOUGH:
        worth += 1200
    if had + count >= CERAMIC:
        worth += 3000
    return worth


def danger(state: XianqiState, seat: i64, count: i64) -> i64:
    """The cost if the most dangerous other seat wins the round."""
    own = state.pillars_of(seat)
    worst: i64 = LOSS * count
    other = state.next_seat(seat)
    while other != seat:
        had = state.pillars_of(other)
        here: i64 = LOSS * count
        if had + count >= CERAMIC:
            here += 1400
        elif had < ENOUGH and had + count >= ENOUGH:
            here += 600 if own < ENOUGH else 300
        if here > worst:
            worst = here
        other = state.next_seat(other)
    return worst


def pairs_above(out: i64, power: i64) -> i64:
    """How many stronger pairs the others' pieces could form."""
    count: i64 = 0
    k: i64 = 0
    end: i64 = PAIRS_ABOVE[power]
    while k < end:
        need: i64 = PAIR_NEED[k]
        if out & need == need:
            count += 1
        k += 1
    return count


def chance_to_hold(played: i64, count: i64, power: i64, out: i64, rounds: i64, hidden: i64) -> i64:
    """In percent: no seat still to act in the round (two after a lead, one after a beat) beats the play.

    `hidden` is how many of the pieces out are covers, which can no longer beat anything.
    """
    if played == 2 or not can_beat(out, count, power):
        return 100
    if count == 1:
        stronger = pieces_in(out & (UNIT[SINGLES_ABOVE[power]] - 1))
        if played == 0:
            return LAID_ASIDE[225 * stronger + 25 * rounds + hidden] if stronger <= 8 else 0
        return HOLD[stronger]
    if count == 3:
        return NO_TRIPLE
    at: i64 = 225 * pairs_above(out, power) + 25 * rounds + hidden
    return NO_PAIR[at] if played == 0 else NO_PAIR_LAST[at]


def strength(hand: i64, out: i64, rounds: i64) -> i64:
    """Hundredths of a pillar that the hand should still win."""
    total: i64 = 0
    slot: i64 = 0
    rest = hand
    while rest and slot < SLOTS:
        n: i64 = rest & 3
        if n:
            total += n * promise(slot, out, rounds) * (85 if n == 1 else 95) // 100
        rest >>= 2
        slot += 1
    return total


def chance_of(state: XianqiState, seat: i64, goal: i64, hand: i64, out: i64, rounds: i64) -> i64:
    """The chance, in percent, to reach that many pillars."""
    missing: i64 = goal - state.pillars_of(seat)
    if missing <= 0:
        return 100
    spare: i64 = strength(hand, out, rounds) - 100 * missing
    if spare < -WIDEST:
        spare = -WIDEST
    if spare > WIDEST:
        spare = WIDEST
    return CHANCE[spare + WIDEST]


def richest_other(state: XianqiState, seat: i64) -> i64:
    most: i64 = 0
    other = state.next_seat(seat)
    while other != seat:
        had = state.pillars_of(other)
        if had > most:
            most = had
        other = state.next_seat(other)
    return most


def buckle_score(state: XianqiState, seat: i64, hand: i64, out: i64, rounds: i64) -> i64:
    """X-5.1: an enough seat buckles to collect; a weak one buckles to limit its losses."""
    if state.pillars_of(seat) >= ENOUGH:
        return 500 if chance_of(state, seat, CERAMIC, hand, out, rounds) > 55 else 6000
    richest = richest_other(state, seat)
    if richest >= ENOUGH:
        return 1200 if richest >= 4 and strength(hand, out, rounds) < 80 else -4000
    return 24 * (50 - chance_of(state, seat, ENOUGH, hand, out, rounds))


def answer(state: XianqiState, seat: i64, hand: i64, out: i64, rounds: i64) -> i64:
    """X-5.5: reveal if the missing pillars are likely."""
    bar: i64 = 50
    goal: i64 = CERAMIC
    if state.pillars_of(seat) < ENOUGH:
        goal = ENOUGH
        bar = 62 if state.pillars_of(state.buckler) < ENOUGH else 55
    return REVEAL if chance_of(state, seat, goal, hand, out, rounds) >= bar else PASS
