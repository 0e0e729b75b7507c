"""Guandan for learners: 36 planes over the 54 kinds of cards, 1182 moves.

Columns of a plane are kinds of cards in card order (S2 H2 C2 D2 S3 … DA SB HR) unless its text says otherwise. Seats are told
from the observer: 0 is the observer, 1 the next, 2 the partner, 3 the one before. The planes are made of what the observer
knows alone: its own cards, and the public log. The order of earlier tricks is not in them.

A move is the class of a play: its long reading (G-4.5) and the number of wildcards in it. Of each class the canonical list
(G-10.2) has one play, and that is the one that is played.
"""

from __future__ import annotations

from typing import Final

from qipai.core.planes import Field, Memory, Planes
from qipai.core.state import State
from qipai.games.guandan.cards import KEYS, KINDS, NAMES, RANKS, bit, bits_in
from qipai.games.guandan.packing import (
    BOMB,
    FLUSH,
    FULL_HOUSE,
    JOKERS,
    MAX_BOMB,
    PAIR,
    PLATE,
    RETURN,
    SINGLE,
    STRAIGHT,
    TRIBUTE,
    TRIPLE,
    TUBE,
    TYPES,
    WINDOW_KEYS,
    WINDOWS,
    head,
    natural_planes,
)
from qipai.games.guandan.state import PLAY_PHASE, RETURN_PHASE, TRIBUTE_PHASE, GuandanState
from qipai.native import i64

PLANE_COUNT: Final = 36

LAYOUT: Final[list[Field]] = [
    Field("hand", 2, "own hand: at least one, two of the card"),
    Field("others", 2, "cards that the other seats still hold, all together: at least one, two"),
    Field("played", 8, "row 2 seat + n: the seat has played more than n copies"),
    Field("top", 2, "the play on the table, wildcards as the cards they are: at least one, two"),
    Field("last", 8, "row 2 seat + n: more than n copies in the seat's last play of this deal"),
    Field("paid", 4, "by seat: the card it paid as tribute, once all tributes are open"),
    Field("returned", 4, "by seat: the card it returned, once all returns are open"),
    Field("committed", 1, "the observer's own card that waits in a tribute or return"),
    Field("sizes", 2, "row 0: column c seat 0, column 27 + c seat 1 holds more than c cards; row 1: seats 2 and 3. A 28th "
                      "card, held while a return is due, is not told"),
    Field("table", 1, "column 0 tribute, 1 take, 2 return, 3 play, 4 over; 5 + seat to act; 9 + seat whose play is on top; "
                      "13 + seat that has passed since; 17 + 4 place + seat: finishing order; 33 + seat that pays tribute; "
                      "37 + seat that receives; 41 + payer whose card goes to the first (头游); 45 + seat that showed one "
                      "big joker, 49 + seat that showed two (G-7.3); 53 the first deal of a match"),
    Field("levels", 1, "column r: the level; 13 + r: the level of the observer's team; 26 + r: of the other team; 39 own team "
                       "plays its level, 40 the other does; 41 … 43 own fails at A at least one, two, three; 44 … 46 those "
                       "of the others; 47 full_house_joker_pair, 48 natural_flush_as_straight, 49 jiefeng next, 50 "
                       "partner_last_payer third, 51 double_tribute first_chooses, 52 return_allow_level"),
    Field("reading", 1, "column t: type of the play on top (0 none, then in the order of G-3); 11 + key of a set, or window "
                        "of a sequence; 26 + key of the pair of a full house, or size of a bomb; 41 + number of wildcards"),
]  # fmt: skip


def classes() -> list[int]:
    """The heads of all classes of plays (packing.py): type, key, second, wildcards."""
    out: list[int] = []
    for kind in (SINGLE, PAIR):
        for key in range(15):
            for wild in range(kind + 1):
                out.append(head(kind, key, 0, wild) >> 24)
    for key in range(13):
        for wild in range(3):
            out.append(head(TRIPLE, key, 0, wild) >> 24)
    for key in range(13):
        for pair in range(15):
            for wild in range(3):
                if pair != key:
                    out.append(head(FULL_HOUSE, key, pair, wild) >> 24)
    for kind in (STRAIGHT, TUBE, PLATE):
        for window in range(WINDOWS[kind]):
            for wild in range(3):
                out.append(head(kind, window, 0, wild) >> 24)
    for key in range(13):
        for size in range(4, MAX_BOMB + 1):
            for wild in range(3):
                out.append(head(BOMB, key, size, wild) >> 24)
    for window in range(WINDOWS[FLUSH]):
        for wild in range(3):
            out.append(head(FLUSH, window, 0, wild) >> 24)
    out.append(head(JOKERS, 0, 0, 0) >> 24)
    return out


PASS_NUMBER: Final = 0
FIRST_PLAY: Final = 1
CLASSES: Final[list[int]] = classes()
FIRST_TRIBUTE: Final = 1070
FIRST_RETURN: Final = FIRST_TRIBUTE + KINDS
FIRST_TAKE: Final = FIRST_RETURN + KINDS
ACTIONS: Final = FIRST_TAKE + 4
assert FIRST_PLAY + len(CLASSES) == FIRST_TRIBUTE


def class_numbers() -> list[int]:
    """The number + 1 of each class by its head; 0 where there is none."""
    out = [0] * (1 << 14)
    for number, front in enumerate(CLASSES):
        out[front] = FIRST_PLAY + number + 1
    return out


CLASS_PATH: Final[list[int]] = class_numbers()
BIT: Final[list[int]] = [1 << k for k in range(60)]
BELOW: Final[list[int]] = [(1 << k) - 1 for k in range(28)]


def class_text(front: int) -> str:
    """A class of plays in words close to the long reading."""
    kind, key, second, wild = front >> 10, (front >> 6) & 15, (front >> 2) & 15, front & 3
    text = TYPES[kind]
    if kind == FULL_HOUSE:
        text += f":{RANKS[key]}/{KEYS[second]}"
    elif kind == BOMB:
        text += f":{RANKS[key]}x{second}"
    elif WINDOWS[kind]:
        text += f":{WINDOW_KEYS[key]}"
    elif kind != JOKERS:
        text += f":{KEYS[key]}"
    return text + ("" if not wild else f" with {wild} wildcard{'s' if wild > 1 else ''}")


class GuandanPlanes(Planes):
    """See the module's text and docs/envs/guandan.md."""

    def __init__(self) -> None:
        self.planes = PLANE_COUNT
        self.width = KINDS
        self.per_word = 1
        self.actions = ACTIONS
        self.factored = 0

    def layout(self) -> list[Field]:
        return LAYOUT

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        if action == 0:
            return PASS_NUMBER + 1
        kind: i64 = action >> 34
        if kind < TRIBUTE:
            return CLASS_PATH[action >> 24]
        what: i64 = action & 63
        if kind == TRIBUTE:
            return FIRST_TRIBUTE + what + 1
        if kind == RETURN:
            return FIRST_RETURN + what + 1
        return FIRST_TAKE + ((what - seat) & 3) + 1

    def meaning(self, number: int, factored: bool) -> str:
        if number == PASS_NUMBER:
            return "pass"
        if number < FIRST_TRIBUTE:
            return "play " + class_text(CLASSES[number - FIRST_PLAY])
        if number < FIRST_RETURN:
            return "tribute " + NAMES[number - FIRST_TRIBUTE]
        if number < FIRST_TAKE:
            return "return " + NAMES[number - FIRST_RETURN]
        return f"take the card of the seat {number - FIRST_TAKE} after this one"

    def memory(self) -> Memory:
        return GuandanMemory()

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, words: list[int]) -> None:
        assert isinstance(state, GuandanState)
        assert isinstance(memory, GuandanMemory)
        memory.catch_up(state)
        one = state.one(seat)
        two = state.two(seat)
        seen_one = memory.seen_one
        seen_two: i64 = memory.seen_two | (seen_one & one) | two
        seen_one |= one
        pool_one: i64 = state.setting.pool_one
        pool_two: i64 = state.setting.pool_two
        words.append(one)
        words.append(two)
        words.append((pool_two & ~seen_two) | (pool_one & ~seen_one))
        words.append(pool_two & ~seen_one)
        next_seat: i64 = (seat + 1) & 3
        partner: i64 = (seat + 2) & 3
        before: i64 = (seat + 3) & 3
        memory.of(seat).add_played(words)
        memory.of(next_seat).add_played(words)
        memory.of(partner).add_played(words)
        memory.of(before).add_played(words)
        if state.table:
            memory.of(state.top).add_last(words)
        else:
            words.append(0)
            words.append(0)
        memory.of(seat).add_last(words)
        memory.of(next_seat).add_last(words)
        memory.of(partner).add_last(words)
        memory.of(before).add_last(words)
        cards_by_seat(words, state.paid if state.phase != TRIBUTE_PHASE else 0, seat)
        cards_by_seat(words, state.given if state.phase != RETURN_PHASE else 0, seat)
        waiting: i64 = 0
        if state.phase == TRIBUTE_PHASE:
            waiting = state.paid
        elif state.phase == RETURN_PHASE:
            waiting = state.given
        words.append(card_bit((waiting >> 8 * seat) & 255))
        words.append(size_bar(state, seat) | size_bar(state, next_seat) << 27)
        words.append(size_bar(state, partner) | size_bar(state, before) << 27)
        passed: i64 = 0
        if state.table:
            passed = memory.passed << 4 | memory.passed
            passed = (passed >> seat) & 15
        words.append(table_row(state, seat, passed))
        words.append(memory.fixed_rows(state, seat))
        words.append(reading_row(state.table))


class SeatMemory:
    """What one seat has played in this deal, all of it and last."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0
        self.last_one: i64 = 0
        self.last_two: i64 = 0

    def add_played(self, words: list[int]) -> None:
        words.append(self.one)
        words.append(self.two)

    def add_last(self, words: list[int]) -> None:
        words.append(self.last_one)
        words.append(self.last_two)


class GuandanMemory(Memory):
    """The public log, gone through once."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.seat0 = SeatMemory()
        self.seat1 = SeatMemory()
        self.seat2 = SeatMemory()
        self.seat3 = SeatMemory()
        self.seen_one: i64 = 0
        self.seen_two: i64 = 0
        self.passed: i64 = 0  # seats that have passed since the last play
        self.even: i64 = 0  # the row `levels` of seats 0 and 2, which does not change in a deal
        self.odd: i64 = 0

    def of(self, seat: i64) -> SeatMemory:
        if seat == 0:
            return self.seat0
        if seat == 1:
            return self.seat1
        if seat == 2:
            return self.seat2
        return self.seat3

    def fixed_rows(self, state: GuandanState, seat: i64) -> i64:
        if self.even == 0:
            self.even = levels_row(state, 0)
            self.odd = levels_row(state, 1)
        return self.odd if seat & 1 else self.even

    def catch_up(self, state: GuandanState) -> None:
        log = state.log
        level = state.level
        at = self.at
        end: i64 = len(log)
        while at < end:
            event: i64 = log[at]
            at += 1
            if event >> 36 >= TRIBUTE:
                continue
            play: i64 = event >> 2
            if play == 0:
                self.passed |= BIT[event & 3]
                continue
            self.passed = 0
            once, twice = cards_of(play, level)
            self.seen_two |= (self.seen_one & once) | twice
            self.seen_one |= once
            mine = self.of(event & 3)
            mine.two |= (mine.one & once) | twice
            mine.one |= once
            mine.last_one = once
            mine.last_two = twice
        self.at = at


def cards_of(play: i64, level: i64) -> tuple[i64, i64]:
    """All cards of a play, wildcards included."""
    once, twice = natural_planes(play)
    wild: i64 = (play >> 24) & 3
    if wild:
        mark: i64 = bit(4 * level + 1)
        once |= mark
        if wild == 2:
            twice |= mark
    return once, twice


def card_bit(stored: i64) -> i64:
    """A card kept as kind + 1; 0 is none."""
    if stored == 0:
        return 0
    return bit(stored - 1)


def cards_by_seat(words: list[int], stored: i64, seat: i64) -> None:
    """A byte a seat, as rows in the observer's order."""
    k: i64 = 0
    while k < 4:
        words.append(card_bit((stored >> 8 * ((seat + k) & 3)) & 255))
        k += 1


def size_bar(state: GuandanState, seat: i64) -> i64:
    """A thermometer of the hand's size; it follows from what everybody has seen (G-12.1)."""
    size: i64 = bits_in(state.one(seat)) + bits_in(state.two(seat))
    if size > 27:
        size = 27
    return BELOW[size]


def seats_row(seats: list[int], seat: i64) -> i64:
    row: i64 = 0
    for other in seats:
        row |= BIT[(other - seat) & 3]
    return row


def table_row(state: GuandanState, seat: i64, passed: i64) -> i64:
    """The field `table` of the layout."""
    row: i64 = BIT[state.phase] | passed << 13
    other: i64 = 0
    while other < 4:
        told: i64 = (other - seat) & 3
        if (state.acting >> other) & 1:
            row |= BIT[5 + told]
        shown: i64 = (state.bigs >> 2 * other) & 3
        if shown == 1:
            row |= BIT[45 + told]
        elif shown == 2:
            row |= BIT[49 + told]
        other += 1
    if state.top >= 0 and state.phase == PLAY_PHASE:
        row |= BIT[9 + ((state.top - seat) & 3)]
    place: i64 = 0
    while place < state.out:
        row |= BIT[17 + 4 * place + ((((state.places >> 2 * place) & 3) - seat) & 3)]
        place += 1
    setting = state.setting
    if setting.order:
        row |= seats_row(setting.payers, seat) << 33 | seats_row(setting.receivers, seat) << 37
        if state.to_first >= 0:
            row |= BIT[41 + ((state.to_first - seat) & 3)]
    else:
        row |= BIT[53]
    return row


def levels_row(state: GuandanState, seat: i64) -> i64:
    """The field `levels` of the layout; a team is the seats of one parity."""
    setting = state.setting
    team: i64 = seat & 1
    row: i64 = (
        BIT[setting.level] | BIT[13 + RANKS.index(setting.levels[team])] | BIT[26 + RANKS.index(setting.levels[1 - team])]
    )
    if setting.owner >= 0:
        row |= BIT[39] if setting.owner == team else BIT[40]
    fails: i64 = setting.fails[team]
    row |= BELOW[fails if fails < 3 else 3] << 41
    fails = setting.fails[1 - team]
    row |= BELOW[fails if fails < 3 else 3] << 44
    rules = setting.rules
    if rules.joker_pair:
        row |= BIT[47]
    if rules.suited_straight:
        row |= BIT[48]
    if rules.jiefeng_next:
        row |= BIT[49]
    if rules.third_pays:
        row |= BIT[50]
    if rules.first_chooses:
        row |= BIT[51]
    if rules.return_level:
        row |= BIT[52]
    return row


def reading_row(play: i64) -> i64:
    """The field `reading` of the layout."""
    if play == 0:
        return 1
    row: i64 = BIT[play >> 34] | BIT[11 + ((play >> 30) & 15)] | BIT[41 + ((play >> 24) & 3)]
    kind: i64 = play >> 34
    if kind in (FULL_HOUSE, BOMB):
        row |= BIT[26 + ((play >> 26) & 15)]
    return row


PLANES: Final = GuandanPlanes()
