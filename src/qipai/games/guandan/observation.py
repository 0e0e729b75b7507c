"""Guandan for learners: 48 rows over the 54 kinds of cards, 1184 moves.

Columns are kinds of cards in card order (S2 H2 C2 D2 S3 … DA SB HR) unless a row says otherwise. Seats are counted from the
observer: 0 is the observer, 1 the next seat, 2 the partner, 3 the previous seat. The rows hold only what the observer knows:
its own cards and the public log. They show the order of the last six plays.

A move is the class of a play: its long reading (G-4.5) and the number of wildcards in it. The canonical list (G-10.2) has one
play of each class, and that is the one that is played. The other moves are pass, tribute, return and take, and the answers of
`immunity="choice"`, which version 0 of the environments does not have: there are 1182 moves in it.
"""

from __future__ import annotations

from typing import Final

from qipai.buffers import BytesWriter, read_i16_le
from qipai.core.observation import TOP, Encoder, Field, Memory, put_54, recent_seats_row, six_bits
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.games.guandan.cards import KINDS, NAMES, RANKS, bit, bits_in
from qipai.games.guandan.packing import (
    BOMB,
    FULL_HOUSE,
    IMMUNE,
    RETURN,
    TRIBUTE,
    natural_planes,
    size_of,
)
from qipai.games.guandan.rules import GuandanRules
from qipai.games.guandan.space import (
    ACTIONS,
    CLASS_PATH,
    CLASSES,
    FIRST_ANSWER,
    FIRST_PLAY,
    FIRST_RETURN,
    FIRST_TAKE,
    FIRST_TRIBUTE,
    PASS_NUMBER,
    class_text,
)
from qipai.games.guandan.state import IMMUNITY_PHASE, PLAY_PHASE, RETURN_PHASE, TRIBUTE_PHASE, GuandanState
from qipai.native import i64

ROWS: Final = 48

LAYOUT: Final[list[Field]] = [
    Field("hand", 2, "own hand: at least one, two of the card"),
    Field("others", 2, "cards that the other seats still hold, all together: at least one, two"),
    Field("played", 8, "row 2 seat + n: the seat has played more than n copies"),
    Field("last", 8, "row 2 seat + n: more than n copies in the seat's last play of this deal"),
    Field("recent", 12, "row 2 k + n: more than n copies in the last play but k of the deal, wildcards as the cards they are; "
                        "the play on the table, if there is one, is the last"),
    Field("paid", 4, "by seat: the card it paid as tribute, once all tributes are open"),
    Field("returned", 4, "by seat: the card it returned, once all returns are open"),
    Field("committed", 1, "the observer's own card that waits in a tribute or return"),
    Field("sizes", 2, "row 0: column c seat 0, column 27 + c seat 1 holds more than c cards; row 1: seats 2 and 3. A 28th "
                      "card, held while a return is due, is not shown"),
    Field("table", 1, "column 0 tribute, 1 take, 2 return, 3 play, 4 over, 0 and 1: immunity; 5 + seat to act; 9 + seat "
                      "whose play is on top; "
                      "13 + seat that has passed since; 17 + 4 place + seat: finishing order; 33 + seat that pays tribute; "
                      "37 + seat that receives; 41 + payer whose card goes to the first (头游); 45 + seat that showed one "
                      "big joker, 49 + seat that showed two (G-7.3); 53 the first deal of a match"),
    Field("levels", 1, "column r: the level; 13 + r: the level of the observer's team; 26 + r: of the other team; 39 own team "
                       "plays its level, 40 the other does; 41 … 43 own fails at A at least one, two, three; 44 … 46 those "
                       "of the others; 47 full_house_joker_pair, 48 natural_flush_as_straight, 49 jiefeng next, 50 "
                       "partner_last_payer third, 51 double_tribute first_chooses, 52 return_allow_level"),
    Field("reading", 1, "column t: type of the play on top (0 none, then in the order of G-3); 11 + key of a set, or window "
                        "of a sequence; 26 + key of the pair of a full house, or size of a bomb; 41 + number of wildcards; 45 "
                        "straight_flush over_seven, 46 immunity choice"),
    Field("players", 1, "column 4 k + seat: it made the last play but k, k from 0 to 5; 24 + k: that play led its trick; who "
                        "sits between two plays of a trick and holds cards has passed"),
    Field("kinds", 1, "column 9 k + t: type t of the last play but k, 0 single, 1 pair, 2 triple, 3 full house, 4 straight, 5 "
                      "tube, 6 plate, 7 bomb, straight flush or jokers; 9 k + 8: wildcards are in it"),
]  # fmt: skip


KIND_COLUMN: Final = bytes([0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7])


class GuandanEncoder(Encoder):
    """See the module's docstring and docs/envs/guandan.md."""

    def __init__(self, version: int) -> None:
        self.rows = ROWS
        self.columns = KINDS
        self.version = version
        self.actions = ACTIONS if version else FIRST_ANSWER
        self.factored = 0

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.version,)

    def at_version(self, version: int) -> Encoder:
        return ENCODER if version else ENCODER_0

    def supports(self, rules: Rules) -> bool:
        assert isinstance(rules, GuandanRules)
        return self.actions == ACTIONS or not rules.immunity_choice

    def layout(self) -> list[Field]:
        return LAYOUT

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        if action == 0:
            return PASS_NUMBER + 1
        kind: i64 = action >> 34
        if kind < TRIBUTE:
            return i64(read_i16_le(CLASS_PATH, 2 * (action >> 24)))
        what: i64 = action & 63
        if kind == TRIBUTE:
            return FIRST_TRIBUTE + what + 1
        if kind == RETURN:
            return FIRST_RETURN + what + 1
        if kind > RETURN:
            return FIRST_ANSWER + kind - IMMUNE + 1
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
        if number >= FIRST_ANSWER:
            return "immune" if number == FIRST_ANSWER else "pay"
        return f"take the card of the seat {number - FIRST_TAKE} after this one"

    def memory(self) -> Memory:
        return GuandanMemory()

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
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
        put_54(out, one, two, (pool_two & ~seen_two) | (pool_one & ~seen_one), pool_two & ~seen_one)
        next_seat: i64 = (seat + 1) & 3
        partner: i64 = (seat + 2) & 3
        before: i64 = (seat + 3) & 3
        a = memory.of(seat)
        b = memory.of(next_seat)
        c = memory.of(partner)
        d = memory.of(before)
        put_54(out, a.one, a.two, b.one, b.two)
        put_54(out, c.one, c.two, d.one, d.two)
        put_54(out, a.last_one, a.last_two, b.last_one, b.last_two)
        put_54(out, c.last_one, c.last_two, d.last_one, d.last_two)
        memory.put_recent(out)
        waiting: i64 = 0
        paid = state.paid
        given = state.given
        if state.phase == TRIBUTE_PHASE:
            waiting = paid
            paid = 0
        elif state.phase == RETURN_PHASE:
            waiting = given
            given = 0
        elif state.phase == IMMUNITY_PHASE:
            given = 0
        put_cards(out, paid, seat)
        put_cards(out, given, seat)
        passed: i64 = 0
        if state.table:
            passed = memory.passed << 4 | memory.passed
            passed = (passed >> seat) & 15
        put_54(
            out,
            card_bit((waiting >> 8 * seat) & 255),
            size_bar(state, seat) | size_bar(state, next_seat) << 27,
            size_bar(state, partner) | size_bar(state, before) << 27,
            table_row(state, seat, passed),
        )
        put_54(
            out,
            memory.fixed_row(seat),
            reading_row(state.table) | memory.options,
            recent_seats_row(memory.recent_seats, seat) | memory.led << 24,
            memory.kinds,
        )


class SeatMemory:
    """What one seat has played in this deal, in total and last, and how many cards it has left."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0
        self.last_one: i64 = 0
        self.last_two: i64 = 0
        self.left: i64 = 0

    def play(self, once: i64, twice: i64, size: i64) -> None:
        self.two |= (self.one & once) | twice
        self.one |= once
        self.last_one = once
        self.last_two = twice
        self.left -= size


class Laid:
    """The cards of one play."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0


class GuandanMemory(Memory):
    """The public log, read once."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.started: bool = False
        # attributes and a chain of ifs: a list would cost a tenth of the whole observation
        self.seat0 = SeatMemory()
        self.seat1 = SeatMemory()
        self.seat2 = SeatMemory()
        self.seat3 = SeatMemory()
        self.seen_one: i64 = 0
        self.seen_two: i64 = 0
        self.passed: i64 = 0  # seats that have passed since the last play
        self.passes: i64 = 0
        self.leads: bool = True  # the next play leads a trick
        # the last six plays, the last one first: cards, seats (absolute), leads and kinds as in the layout
        self.laid0 = Laid()
        self.laid1 = Laid()
        self.laid2 = Laid()
        self.laid3 = Laid()
        self.laid4 = Laid()
        self.laid5 = Laid()
        self.recent_seats: i64 = 0
        self.led: i64 = 0
        self.kinds: i64 = 0
        self.options: i64 = 0  # the columns of the row `reading` that are constant in a deal
        self.even: i64 = 0  # the row `levels` of seats 0 and 2, constant in a deal
        self.odd: i64 = 0

    def of(self, seat: i64) -> SeatMemory:
        if seat == 0:
            return self.seat0
        if seat == 1:
            return self.seat1
        if seat == 2:
            return self.seat2
        return self.seat3

    def fixed_row(self, seat: i64) -> i64:
        return self.odd if seat & 1 else self.even

    def start(self, state: GuandanState) -> None:
        """What is fixed for the whole deal."""
        self.started = True
        self.even = levels_row(state, 0)
        self.odd = levels_row(state, 1)
        rules = state.setting.rules
        if rules.over_flush == 8:
            self.options |= 0x200000000000
        if rules.immunity_choice:
            self.options |= 0x400000000000
        sizes = state.setting.sizes
        self.seat0.left = sizes[0]
        self.seat1.left = sizes[1]
        self.seat2.left = sizes[2]
        self.seat3.left = sizes[3]

    def catch_up(self, state: GuandanState) -> None:
        if not self.started:
            self.start(state)
        log = state.log
        at = self.at
        end: i64 = len(log)
        while at < end:
            event: i64 = log[at]
            at += 1
            if event >> 36 >= TRIBUTE:
                continue
            if event >> 2 == 0:
                self.passes += 1
                self.passed |= TOP >> 60 - (event & 3)
                if self.passes == self.others():
                    self.leads = True
            else:
                self.play(event & 3, event >> 2, state.level)
        self.at = at

    def others(self) -> i64:
        """How many seats hold cards, not counting the one that made the last play (G-8.5)."""
        count: i64 = 0
        seat: i64 = 0
        while seat < 4:
            if self.of(seat).left > 0 and seat != self.recent_seats & 3:
                count += 1
            seat += 1
        return count

    def play(self, seat: i64, play: i64, level: i64) -> None:
        once, twice = cards_of(play, level)
        self.seen_two |= (self.seen_one & once) | twice
        self.seen_one |= once
        self.of(seat).play(once, twice, size_of(play))
        fresh = self.laid5
        self.laid5 = self.laid4
        self.laid4 = self.laid3
        self.laid3 = self.laid2
        self.laid2 = self.laid1
        self.laid1 = self.laid0
        self.laid0 = fresh
        fresh.one = once
        fresh.two = twice
        self.recent_seats = (self.recent_seats << 3 | 4 | seat) & 0x3FFFF
        self.led = (self.led << 1) & 63
        if self.leads:
            self.led |= 1
        self.leads = False
        self.passed = 0
        self.passes = 0
        kind: i64 = TOP >> 60 - (KIND_COLUMN[play >> 34])
        if (play >> 24) & 3:
            kind |= 256
        self.kinds = (self.kinds & 0x1FFFFFFFFFFF) << 9 | kind

    def put_recent(self, out: BytesWriter) -> None:
        a = self.laid0
        b = self.laid1
        put_54(out, a.one, a.two, b.one, b.two)
        a = self.laid2
        b = self.laid3
        put_54(out, a.one, a.two, b.one, b.two)
        a = self.laid4
        b = self.laid5
        put_54(out, a.one, a.two, b.one, b.two)


def cards_of(play: i64, level: i64) -> tuple[i64, i64]:
    """All cards of a play, including wildcards."""
    once, twice = natural_planes(play)
    wild: i64 = (play >> 24) & 3
    if wild:
        mark: i64 = bit(4 * level + 1)
        once |= mark
        if wild == 2:
            twice |= mark
    return once, twice


def card_bit(stored: i64) -> i64:
    """A card stored as kind + 1; 0 for none."""
    if stored == 0:
        return 0
    return bit(stored - 1)


def put_cards(out: BytesWriter, stored: i64, seat: i64) -> None:
    """A byte per seat, as rows in the observer's order."""
    if stored == 0:
        put_54(out, 0, 0, 0, 0)
        return
    put_54(
        out,
        card_bit((stored >> 8 * seat) & 255),
        card_bit((stored >> 8 * ((seat + 1) & 3)) & 255),
        card_bit((stored >> 8 * ((seat + 2) & 3)) & 255),
        card_bit((stored >> 8 * ((seat + 3) & 3)) & 255),
    )


def size_bar(state: GuandanState, seat: i64) -> i64:
    """A thermometer code of the hand's size, which is public (G-12.1)."""
    size: i64 = bits_in(state.one(seat)) + bits_in(state.two(seat))
    if size > 27:
        size = 27
    return (TOP >> 60 - size) - 1


def seats_row(seats: list[int], seat: i64) -> i64:
    row: i64 = 0
    for other in seats:
        row |= TOP >> 60 - ((other - seat) & 3)
    return row


def table_row(state: GuandanState, seat: i64, passed: i64) -> i64:
    """The field `table` of the layout."""
    row: i64 = (TOP >> 60 - state.phase) | passed << 13
    acting: i64 = state.acting
    if state.phase == IMMUNITY_PHASE:
        row = 3
        acting = state.seen_deciding(seat)
    other: i64 = 0
    while other < 4:
        relative: i64 = (other - seat) & 3
        if (acting >> other) & 1:
            row |= TOP >> 60 - (5 + relative)
        shown: i64 = (state.bigs >> 2 * other) & 3
        if shown == 1:
            row |= TOP >> 60 - (45 + relative)
        elif shown == 2:
            row |= TOP >> 60 - (49 + relative)
        other += 1
    if state.top >= 0 and state.phase == PLAY_PHASE:
        row |= TOP >> 60 - (9 + ((state.top - seat) & 3))
    place: i64 = 0
    while place < state.out:
        row |= TOP >> 60 - (17 + 4 * place + ((((state.places >> 2 * place) & 3) - seat) & 3))
        place += 1
    setting = state.setting
    if setting.order:
        row |= seats_row(setting.payers, seat) << 33 | seats_row(setting.receivers, seat) << 37
        if state.to_first >= 0:
            row |= TOP >> 60 - (41 + ((state.to_first - seat) & 3))
    else:
        row |= 0x20000000000000
    return row


def levels_row(state: GuandanState, seat: i64) -> i64:
    """The field `levels` of the layout; the seats of one parity are a team."""
    setting = state.setting
    team: i64 = seat & 1
    row: i64 = (
        (TOP >> 60 - setting.level)
        | (TOP >> 60 - (13 + RANKS.index(setting.levels[team])))
        | (TOP >> 60 - (26 + RANKS.index(setting.levels[1 - team])))
    )
    if setting.owner >= 0:
        row |= 0x8000000000 if setting.owner == team else 0x10000000000
    fails: i64 = setting.fails[team]
    row |= ((TOP >> 60 - (fails if fails < 3 else 3)) - 1) << 41
    fails = setting.fails[1 - team]
    row |= ((TOP >> 60 - (fails if fails < 3 else 3)) - 1) << 44
    rules = setting.rules
    options = six_bits(
        rules.joker_pair,
        rules.suited_straight,
        rules.jiefeng_next,
        rules.third_pays,
        rules.first_chooses,
        rules.return_level,
    )
    return row | options << 47


def reading_row(play: i64) -> i64:
    """The field `reading` of the layout."""
    if play == 0:
        return 1
    row: i64 = (TOP >> 60 - (play >> 34)) | (TOP >> 60 - (11 + ((play >> 30) & 15))) | (TOP >> 60 - (41 + ((play >> 24) & 3)))
    kind: i64 = play >> 34
    if kind in (FULL_HOUSE, BOMB):
        row |= TOP >> 60 - (26 + ((play >> 26) & 15))
    return row


ENCODER: Final = GuandanEncoder(1)
ENCODER_0: Final = GuandanEncoder(0)
