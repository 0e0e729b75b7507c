"""The playout policy: cheap rules of thumb on packed plays, a microsecond per move.

Figures are in tenths of a turn. It leads low and long plays, answers as cheaply as possible, leaves the partner's tricks
alone, keeps bombs until somebody is nearly out, and does not break sets for a small card.
"""

from __future__ import annotations

from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.guandan.cards import bits_in, key_of, power, rank_counts
from qipai.games.guandan.packing import BOMB, FULL_HOUSE, RETURN, TAKE, TRIPLE, size_of, strength
from qipai.games.guandan.state import GuandanState
from qipai.native import i64

GO_OUT: Final = 100_000
LOWEST: Final = -1_000_000
WILD_PRICE: Final = 25
BOMB_PRICE: Final = 70
LEAD_BOMB_PRICE: Final = 200
# the cost of taking some cards of a rank, at 8 * have + take: broken pairs, triples and bombs
BREAK: Final = bytes(
    0 if take == 0 or take >= have else 45 if have >= 4 else (14 if take == 1 else 8) if have == 3 else 9
    for have in range(9)
    for take in range(8)
)


class GuandanPolicy(Policy):
    """Deterministic: the variety of playouts comes from the worlds."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, GuandanState)
        legal = state.legal(seat)
        n: i64 = len(legal)
        if n == 1:
            return legal[0]
        if state.phase != 3:
            return tribute_move(state, legal)
        one = state.one(seat)
        two = state.two(seat)
        counts = rank_counts(one, two)
        cards: i64 = bits_in(one) + bits_in(two)
        best: i64 = legal[0]
        score: i64 = LOWEST
        at: i64 = 0
        if state.table == 0:
            danger = fewest(state, seat)
            while at < n:
                play: i64 = legal[at]
                value = lead_value(play, state.level, counts, cards, danger)
                if value > score:
                    score = value
                    best = play
                at += 1
            return best
        urgency = follow_urgency(state, seat)
        score = 0  # a pass, first in the list
        at = 1
        while at < n:
            play = legal[at]
            value = urgency - follow_price(play, state.level, counts)
            if size_of(play) == cards:
                value = GO_OUT
            if value > score:
                score = value
                best = play
            at += 1
        return best


def held(state: GuandanState, seat: i64) -> i64:
    return bits_in(state.one(seat)) + bits_in(state.two(seat))


def fewest(state: GuandanState, seat: i64) -> i64:
    """The fewest cards of an opponent who is not out."""
    least: i64 = 27
    other: i64 = (seat + 1) & 3
    k: i64 = 0
    while k < 2:
        n = held(state, other)
        if 0 < n < least:
            least = n
        other = (other + 2) & 3
        k += 1
    return least


def broken(play: i64, counts: i64) -> i64:
    """What a set breaks up; sequences do not count."""
    kind: i64 = play >> 34
    key: i64 = (play >> 30) & 15
    if key > 12:
        return 0
    if kind <= TRIPLE:
        return BREAK[8 * ((counts >> 4 * key) & 15) + kind - ((play >> 24) & 3)]
    if kind == FULL_HOUSE:
        cost: i64 = 45 if (counts >> 4 * key) & 15 >= 4 else 0
        pair: i64 = (play >> 26) & 15
        if pair < 13:
            cost += BREAK[8 * ((counts >> 4 * pair) & 15) + 2]
        return cost
    if kind < BOMB:
        cost = 0
        width: i64 = 5 if kind == 5 else 9 - kind
        take: i64 = 1 if kind == 5 else kind - 4
        k: i64 = 0
        while k < width:
            rank: i64 = key + k - 1
            if rank < 0:
                rank = 12
            have: i64 = (counts >> 4 * rank) & 15
            if have > take:
                cost += BREAK[8 * have + take]
            k += 1
        return cost
    return 0


def lead_value(play: i64, level: i64, counts: i64, cards: i64, danger: i64) -> i64:
    """A lead: many low cards, nothing that lets the next seat go out."""
    size = size_of(play)
    if size == cards:
        return GO_OUT
    kind: i64 = play >> 34
    value: i64 = 12 * size - WILD_PRICE * ((play >> 24) & 3)
    if kind >= BOMB:
        return value - LEAD_BOMB_PRICE - strength(play, level)
    height = strength(play, level)
    value -= 3 * height + broken(play, counts)
    if danger <= 2 and size == danger:
        value -= 60 - 6 * height
    return value


def follow_urgency(state: GuandanState, seat: i64) -> i64:
    """What an answer may cost before a pass is better."""
    top = state.top
    n = held(state, top)
    if (top ^ seat) & 1 == 0:  # the partner holds the trick
        if state.kind >= BOMB or state.power >= 9 or n <= 4:
            return -50
        return 12
    if n == 0 or n <= 3:
        return 130
    if n <= 8:
        return 80
    return 48


def follow_price(play: i64, level: i64, counts: i64) -> i64:
    """What an answer spends: height, wildcards, broken sets, bombs."""
    price: i64 = WILD_PRICE * ((play >> 24) & 3)
    height = strength(play, level)
    if play >> 34 >= BOMB:
        return price + BOMB_PRICE + height // 4
    return price + 2 * height + broken(play, counts)


def tribute_move(state: GuandanState, legal: list[int]) -> i64:
    """Takes the higher tribute; gives the lowest allowed card."""
    best: i64 = legal[0]
    score: i64 = LOWEST
    for action in legal:
        kind: i64 = action >> 34
        value: i64 = 0
        if kind == TAKE:
            value = power(key_of(state.paid_by(action & 63)), state.level)
        elif kind == RETURN:
            value = -power(key_of(action & 63), state.level)
        if value > score:
            score = value
            best = action
    return best
