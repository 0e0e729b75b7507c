"""Mahjong for learners: 88 rows over the 27 kinds of tiles, 1051 moves or 115 steps.

Columns are tiles (1p … 9p, 1s … 9s, 1m … 9m) unless a row says otherwise. Seats are counted from the observer: 0 is the
observer, then in turn order. Counts are written as *at least one, two, …*. The rows hold only what the observer knows: its
own tiles and the public log. They show the last five discards of each seat in order, and who made the last six.

A move is a kind of move with a tile, a suit, or three tiles to bury or to swap; in the factored space these are chosen tile by
tile. Version 0 has neither the last eight rows nor numbers for swaps and missing suits: it is for 埋三张 alone.
"""

from __future__ import annotations

from typing import Final

from qipai.buffers import BytesWriter, read_i16_le, read_i32_le, read_i64_le
from qipai.core.observation import STEP, STEP_BITS, TOP, Encoder, Field, Memory, recent_seats_row, six_bits
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP
from qipai.games.mahjong.events import DECLARED, DISCARD, FURTHER, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.notation import write_move
from qipai.games.mahjong.patterns import QIANGGANG
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_FINISHED, PHASE_MISSING, PHASE_TURN, Position
from qipai.games.mahjong.rules import MahjongRules
from qipai.games.mahjong.sichuan_fan import doubled_fan
from qipai.games.mahjong.sichuan_rows import SICHUAN_LAYOUT, option_rows, put_sichuan_rows
from qipai.games.mahjong.space import (
    ACTIONS,
    BURIAL_NUMBER,
    BURIAL_PATH,
    BURIALS,
    BURIED_ONE,
    BURIED_THREE,
    BURIED_TWO,
    CLAIM_KONG,
    CLAIM_PASS,
    CLAIM_PENG,
    FACTORED,
    FIRST_BURIAL,
    FIRST_DISCARD,
    FIRST_KONG,
    FIRST_MISSING,
    FIRST_MISSING_STEP,
    FIRST_SWAP,
    FIRST_SWAP_STEP,
    SWAP_PATH,
)
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tally import Tally, put_rows
from qipai.games.mahjong.tiles import KINDS, NAMES, NO_TILE
from qipai.native import i64

ROWS: Final = 88
ROWS_0: Final = 80
WALL_STEPS: Final = 27

LAYOUT: Final[list[Field]] = [
    Field("hand", 4, "own hand: at least one, two, three, four of the tile"),
    Field("buried", 3, "the observer's own burial, or what it gave in the swap: at least one, two, three"),
    Field("drawn", 1, "the tile that the observer has just drawn"),
    Field("chosen", 2, "tiles already chosen for a burial or swap, in the factored space: at least one, two"),
    Field("unseen", 4, "tiles the observer has not seen: at least one, two, three, four"),
    Field("last", 1, "the last discard, while it may be claimed"),
    Field("river", 16, "row 4 seat + n: more than n discards of the tile by the seat, claimed ones included"),
    Field("peng", 4, "by seat: pengs that are not kongs yet"),
    Field("kong", 12, "row 3 seat + kind: kongs of the seat, exposed, concealed, added"),
    Field("won", 8, "row 2 seat + n: the seat has won more than n times on the tile"),
    Field("table", 1, "column 0 the opening, 1 turn, 2 claims, 3 over; 4 + seat whose turn it is or whose discard lies there; "
                      "8 + dealer; 12 + seat that has won; 16 the observer has buried or answered; 17 a peng or kong was "
                      "made; 18 the discard followed a kong; 19 … 24 the options added_kong, qing_jingoudiao, "
                      "dihu_needs_no_calls, haidi_on_discard, missed_win_lock, show_locked_hands differ from the default"),
    Field("missing", 1, "column 3 seat + suit: the missing suit of the seat, once it is known to the observer"),
    Field("wall", 1, "column c: more than 2 c tiles are left in the wall"),
    Field("recent", 20, "row 5 seat + k: the last discard of the seat but k"),
    Field("order", 1, "column 4 k + seat: it made the last discard but k of all, k from 0 to 5"),
    Field("claimed", 1, "column 5 seat + k: the last discard of the seat but k was taken or won"),
    *SICHUAN_LAYOUT,
]  # fmt: skip

# a discard is stored as its tile + 1 in five bits, latest lowest; 0 for none, so that TOP >> 61 - kept is its column
DISCARD_BITS: Final = 5
KEPT: Final = 5  # discards of a seat
KEPT_MASK: Final = (1 << DISCARD_BITS * KEPT) - 1
TURNS: Final = 6
TURNS_MASK: Final = (1 << 3 * TURNS) - 1


class MahjongEncoder(Encoder):
    """See the module's docstring and docs/envs/mahjong.md."""

    def __init__(self, version: int) -> None:
        self.version: int = version
        self.rows = ROWS if version else ROWS_0
        self.columns = KINDS
        self.actions = ACTIONS if version else FIRST_SWAP
        self.factored = FACTORED if version else FIRST_SWAP_STEP
        # working space of one observation
        self.hand = Tally()
        self.known = Tally()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.version,)

    def at_version(self, version: int) -> Encoder:
        return ENCODER if version else ENCODER_0

    def supports(self, rules: Rules) -> bool:
        assert isinstance(rules, MahjongRules)
        return self.version > 0 or not rules.sichuan

    def layout(self) -> list[Field]:
        return LAYOUT if self.version else LAYOUT[: len(LAYOUT) - len(SICHUAN_LAYOUT)]

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        if action < KINDS:
            return FIRST_DISCARD + action + 1
        if action >= SWAP:
            if factored:
                return read_i64_le(SWAP_PATH, 8 * (action - SWAP))
            return i64(read_i16_le(BURIAL_NUMBER, 2 * (action - SWAP))) - FIRST_BURIAL + FIRST_SWAP + 1
        if action >= BURY:
            if factored:
                return read_i64_le(BURIAL_PATH, 8 * (action - BURY))
            return i64(read_i16_le(BURIAL_NUMBER, 2 * (action - BURY))) + 1
        if action >= MISSING_OF:
            return (FIRST_MISSING_STEP if factored else FIRST_MISSING) + action - MISSING_OF + 1
        if action == HU:
            return 1
        if action == KONG:
            return CLAIM_KONG + 1
        if action == PENG:
            return CLAIM_PENG + 1
        if action == PASS:
            return CLAIM_PASS + 1
        return FIRST_KONG + action - KONG_OF + 1

    def meaning(self, number: int, factored: bool) -> str:
        if number >= (FIRST_MISSING_STEP if factored else FIRST_MISSING):
            return write_move(MISSING_OF + number - (FIRST_MISSING_STEP if factored else FIRST_MISSING))
        if factored and number >= FIRST_SWAP_STEP:
            return f"swap {NAMES[number - FIRST_SWAP_STEP]} as the next tile"
        if number >= FIRST_SWAP:
            return write_move(BURIALS[number - FIRST_SWAP] - BURY + SWAP)
        if number >= FIRST_BURIAL:
            if factored:
                return f"bury {NAMES[number - FIRST_BURIAL]} as the next tile"
            return write_move(BURIALS[number - FIRST_BURIAL])
        if number >= CLAIM_KONG:
            return write_move((KONG, PENG, PASS)[number - CLAIM_KONG])
        if number >= FIRST_DISCARD:
            return write_move(number - FIRST_DISCARD)
        return write_move(HU if number == 0 else KONG_OF + number - FIRST_KONG)

    def memory(self) -> Memory:
        return MahjongMemory()

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        assert isinstance(state, MahjongState)  # its own class, which is one comparison at every use
        assert isinstance(memory, MahjongMemory)
        memory.catch_up(state)
        hand = self.hand
        hand.set_hand(state.counts(seat, 0), state.counts(seat, 1), state.counts(seat, 2))
        seen = self.known
        seen.set_to(memory.seen)
        seen.add_counts(hand.one, hand.two, hand.three, hand.four)
        burial: i64 = state.buried[seat]
        one: i64 = 0
        two: i64 = 0
        three: i64 = 0
        if burial >= BURY:
            one = i64(read_i32_le(BURIED_ONE, 4 * (burial - BURY)))
            two = i64(read_i32_le(BURIED_TWO, 4 * (burial - BURY)))
            three = i64(read_i32_le(BURIED_THREE, 4 * (burial - BURY)))
            if not state.rules.sichuan:
                seen.add_counts(one, two, three, 0)
        if state.rules.show_locked_hands and (state.locked | state.gone):
            add_shown(state, seat, seen)
        drawn: i64 = 0
        if state.drawn != NO_TILE and state.turn == seat and (state.phase == PHASE_TURN or state.rob):
            drawn = TOP >> 60 - state.drawn
        put_rows(out, hand.one, hand.two, hand.three, hand.four, one, two, three, drawn)
        picked_one: i64 = 0
        picked_two: i64 = 0
        while chosen:
            step: i64 = (chosen & STEP) - 1
            mark: i64 = TOP >> 60 - (step - FIRST_SWAP_STEP if step >= FIRST_SWAP_STEP else step - FIRST_BURIAL)
            picked_two |= picked_one & mark
            picked_one |= mark
            chosen >>= STEP_BITS
        last: i64 = 0
        if state.phase == PHASE_CLAIM and not state.rob:
            last = TOP >> 60 - state.tile
        a = memory.of(seat)
        b = memory.of((seat + 1) & 3)
        c = memory.of((seat + 2) & 3)
        d = memory.of((seat + 3) & 3)
        all27: i64 = 0x7FFFFFF
        put_rows(
            out,
            picked_one,
            picked_two,
            all27 & ~seen.four,
            all27 & ~seen.three,
            all27 & ~seen.two,
            all27 & ~seen.one,
            last,
            a.one,
        )
        put_rows(out, a.two, a.three, a.four, b.one, b.two, b.three, b.four, c.one)
        put_rows(out, c.two, c.three, c.four, d.one, d.two, d.three, d.four, a.peng)
        put_rows(out, b.peng, c.peng, d.peng, a.exposed, a.concealed, a.added, b.exposed, b.concealed)
        put_rows(out, b.added, c.exposed, c.concealed, c.added, d.exposed, d.concealed, d.added, a.won)
        put_rows(
            out,
            a.won_twice,
            b.won,
            b.won_twice,
            c.won,
            c.won_twice,
            d.won,
            d.won_twice,
            memory.options | table_row(state, seat),
        )
        wall: i64 = (state.wall_left() + 1) >> 1
        if wall > WALL_STEPS:
            wall = WALL_STEPS
        va: i64 = a.recent
        vb: i64 = b.recent
        vc: i64 = c.recent
        vd: i64 = d.recent
        put_rows(
            out,
            missing_row(state, seat),
            ((TOP >> 60 - wall) - 1),
            TOP >> 61 - (va & 31),
            TOP >> 61 - ((va >> 5) & 31),
            TOP >> 61 - ((va >> 10) & 31),
            TOP >> 61 - ((va >> 15) & 31),
            TOP >> 61 - (va >> 20),
            TOP >> 61 - (vb & 31),
        )
        put_rows(
            out,
            TOP >> 61 - ((vb >> 5) & 31),
            TOP >> 61 - ((vb >> 10) & 31),
            TOP >> 61 - ((vb >> 15) & 31),
            TOP >> 61 - (vb >> 20),
            TOP >> 61 - (vc & 31),
            TOP >> 61 - ((vc >> 5) & 31),
            TOP >> 61 - ((vc >> 10) & 31),
            TOP >> 61 - ((vc >> 15) & 31),
        )
        claimed: i64 = a.claimed | b.claimed << KEPT | c.claimed << 2 * KEPT | d.claimed << 3 * KEPT
        put_rows(
            out,
            TOP >> 61 - (vc >> 20),
            TOP >> 61 - (vd & 31),
            TOP >> 61 - ((vd >> 5) & 31),
            TOP >> 61 - ((vd >> 10) & 31),
            TOP >> 61 - ((vd >> 15) & 31),
            TOP >> 61 - (vd >> 20),
            recent_seats_row(memory.recent_seats, seat),
            claimed,
        )
        if self.version:
            put_sichuan_rows(out, state, seat, memory.sichuan, memory.largest)


class SeatMemory(Tally):
    """What is open in front of one seat; the counts are those of its river."""

    def __init__(self) -> None:
        super().__init__()
        self.recent: i64 = 0  # the last discards
        self.claimed: i64 = 0  # one bit for each of them
        self.peng: i64 = 0
        self.exposed: i64 = 0
        self.concealed: i64 = 0
        self.added: i64 = 0
        self.won: i64 = 0
        self.won_twice: i64 = 0

    def discard(self, tile: i64) -> None:
        self.add(tile)
        self.recent = ((self.recent << DISCARD_BITS) | (tile + 1)) & KEPT_MASK
        self.claimed = (self.claimed << 1) & 31


class MahjongMemory(Memory):
    """The public log, read once: rivers, melds, won tiles, and every tile that everybody has seen."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.seen = Tally()
        # attributes and a chain of ifs: a list would cost a tenth of the whole observation
        self.seat0 = SeatMemory()
        self.seat1 = SeatMemory()
        self.seat2 = SeatMemory()
        self.seat3 = SeatMemory()
        self.recent_seats: i64 = 0  # of the last discards, as 4 + seat in three bits, the last one lowest
        self.started: bool = False
        self.options: i64 = 0  # their columns of the row `table`
        self.sichuan: i64 = 0  # the options of the Sichuan family: those of the row `family`, then those of `cap`
        self.declared: i64 = 0  # 1 + seat that has declared an added kong
        self.largest: i64 = 0  # six bits a seat: one more than the fan of its largest win

    def of(self, seat: i64) -> SeatMemory:
        if seat == 0:
            return self.seat0
        if seat == 1:
            return self.seat1
        if seat == 2:
            return self.seat2
        return self.seat3

    def start(self, state: Position) -> None:
        """What holds for the whole deal."""
        self.started = True
        rules = state.rules
        options = six_bits(
            rules.added_just_drawn,
            rules.qing_extra,
            rules.dihu_needs_no_calls,
            rules.haidi_on_discard,
            rules.missed_win_lock,
            rules.show_locked_hands,
        )
        self.options = options << 19
        self.sichuan = option_rows(rules)
        if state.absent[0] or state.absent[1] or state.absent[2]:
            self.seen.set_hand(state.absent[0], state.absent[1], state.absent[2])

    def catch_up(self, state: Position) -> None:
        if not self.started:
            self.start(state)
        log = state.log
        at = self.at
        end: i64 = len(log)
        while at < end:
            packed: i64 = log[at]
            at += 1
            kind: i64 = packed & 7
            seat: i64 = (packed >> 3) & 3
            if kind == DISCARD:
                tile: i64 = (packed >> 5) & 31
                self.of(seat).discard(tile)
                self.seen.add(tile)
                self.recent_seats = (self.recent_seats << 3 | 4 | seat) & TURNS_MASK
            elif kind >= PENG_MADE and kind <= WIN:
                if kind == WIN and state.rules.sichuan:
                    self.note_win(packed, seat)
                self.add(self.of(seat), packed, kind)
            elif kind == FURTHER and (packed >> 10) & 7 == DECLARED:
                self.declared = seat + 1
        self.at = at

    def note_win(self, packed: i64, seat: i64) -> None:
        """A robbed tile lies in its konger's river first; and how large the win is."""
        if (packed >> 13) & QIANGGANG and self.declared:
            tile: i64 = (packed >> 5) & 31
            self.of(self.declared - 1).discard(tile)
            self.seen.add(tile)
            self.recent_seats = (self.recent_seats << 3 | 4 | (self.declared - 1)) & TURNS_MASK
            self.declared = 0
        fan: i64 = doubled_fan(packed >> 13) + 1
        before: i64 = (self.largest >> 6 * seat) & 63
        if fan > before:
            self.largest += (fan - before) << 6 * seat

    def add(self, mine: SeatMemory, packed: i64, kind: i64) -> None:
        """A meld or a win. A claimed discard has been seen already; the tile of a self-drawn win has not."""
        tile: i64 = (packed >> 5) & 31
        mark: i64 = TOP >> 60 - tile
        fresh: i64 = 0
        if kind == PENG_MADE:
            mine.peng |= mark
            fresh = 2
            self.claim()
        elif kind == KONG_MADE:
            meld: i64 = (packed >> 10) & 3
            if meld == KONG_EXPOSED:
                mine.exposed |= mark
                fresh = 3
                self.claim()
            elif meld == KONG_CONCEALED:
                mine.concealed |= mark
                fresh = 4
            else:
                mine.added |= mark
                mine.peng &= ~mark
                fresh = 1
        else:
            mine.won_twice |= mine.won & mark
            mine.won |= mark
            fresh = (packed >> 10) & 1
            if not fresh:
                self.claim()
        while fresh:
            self.seen.add(tile)
            fresh -= 1

    def claim(self) -> None:
        """The last discard or robbed tile is taken or won."""
        self.of(self.recent_seats & 3).claimed |= 1


def add_shown(state: Position, seat: i64, seen: Tally) -> None:
    """An option shows the hands of winners (M-12.4), but not a tile just drawn."""
    other: i64 = 0
    while other < 4:
        if other != seat and ((state.locked | state.gone) >> other) & 1:
            hand = Tally()
            hand.set_hand(shown(state, other, 0), shown(state, other, 1), shown(state, other, 2))
            seen.add_counts(hand.one, hand.two, hand.three, hand.four)
        other += 1


def shown(state: Position, seat: i64, suit: i64) -> i64:
    """One suit of an open hand."""
    counts: i64 = state.counts(seat, suit)
    if seat == state.turn and state.drawn != NO_TILE and state.drawn // 9 == suit:
        counts -= TOP >> 60 - (3 * (state.drawn - 9 * suit))
    return counts


def table_row(state: Position, seat: i64) -> i64:
    """Phase and seats; the field `table` of the layout but for the options."""
    row: i64 = 1 if state.phase > PHASE_FINISHED else TOP >> 60 - state.phase
    if state.phase == PHASE_TURN or state.phase == PHASE_CLAIM:
        row |= TOP >> 60 - (4 + ((state.turn - seat) & 3))
    row |= TOP >> 60 - (8 + ((state.dealer - seat) & 3))
    other: i64 = 0
    while other < 4:
        if ((state.locked | state.gone) >> other) & 1:
            row |= TOP >> 60 - (12 + ((other - seat) & 3))
        other += 1
    if (
        (state.phase == PHASE_BURY and state.buried[seat] >= BURY)
        or (state.phase == PHASE_CLAIM and state.answer_of(seat) >= 0)
        or (state.phase > PHASE_FINISHED and not (state.waiting >> seat) & 1)
    ):
        row |= 0x10000
    if state.called:
        row |= 0x20000
    if state.phase == PHASE_CLAIM and state.kong_discard and not state.rob:
        row |= 0x40000
    return row


def missing_row(state: Position, seat: i64) -> i64:
    """The field `missing`: all suits once they are public (M-3.4), before that the observer's own."""
    row: i64 = 0
    if state.phase == PHASE_BURY:
        burial: i64 = state.buried[seat]
        if burial >= BURY:
            row = TOP >> 60 - ((burial - BURY) // 729)
        return row
    if state.phase > PHASE_FINISHED:
        if state.phase == PHASE_MISSING and not (state.waiting >> seat) & 1:
            row = TOP >> 60 - ((state.missing >> 2 * seat) & 3)
        return row
    other: i64 = 0
    while other < 4:
        row |= TOP >> 60 - (3 * ((other - seat) & 3) + ((state.missing >> 2 * other) & 3))
        other += 1
    return row


ENCODER: Final = MahjongEncoder(1)
ENCODER_0: Final = MahjongEncoder(0)
