"""Mahjong for learners: 58 planes over the 27 kinds of tiles, 553 moves or 85 steps.

Columns of a plane are tiles (1p … 9p, 1s … 9s, 1m … 9m) unless its text says otherwise. Seats are told from the observer:
0 is the observer, then in turn order. Counts are told as *at least one, two, …*. The planes are made of what the observer
knows alone: its own tiles, and the public log. The order of discards is not in them.
"""

from __future__ import annotations

from typing import Final

from qipai.core.planes import STEP, STEP_BITS, Field, Memory, Planes
from qipai.core.state import State
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, PASS, PENG, buried_tiles, bury_action
from qipai.games.mahjong.events import DISCARD, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.notation import write_move
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_TURN, Position
from qipai.games.mahjong.tiles import KINDS, NAMES, NO_TILE
from qipai.native import i64

PLANE_COUNT: Final = 58
PER_WORD: Final = 2
WALL_STEPS: Final = 27

LAYOUT: Final[list[Field]] = [
    Field("hand", 4, "own hand: at least one, two, three, four of the tile"),
    Field("buried", 3, "the observer's own burial: at least one, two, three"),
    Field("drawn", 1, "the tile that the observer has just drawn"),
    Field("chosen", 2, "tiles already chosen for a burial that is told tile by tile: at least one, two"),
    Field("unseen", 4, "tiles the observer has not seen: at least one, two, three, four"),
    Field("last", 1, "the last discard, while it may be claimed"),
    Field("river", 16, "row 4 seat + n: more than n discards of the tile by the seat, claimed ones included"),
    Field("peng", 4, "by seat: pengs that are not kongs yet"),
    Field("kong", 12, "row 3 seat + kind: kongs of the seat, exposed, concealed, added"),
    Field("won", 8, "row 2 seat + n: the seat has won more than n times on the tile"),
    Field("table", 1, "column 0 burying, 1 turn, 2 claims, 3 over; 4 + seat whose turn it is or whose discard lies there; "
                      "8 + dealer; 12 + seat that has won; 16 the observer has buried or answered; 17 a peng or kong was "
                      "made; 18 the discard followed a kong; 19 … 24 the options added_kong, qing_jingoudiao, "
                      "dihu_needs_no_calls, haidi_on_discard, missed_win_lock, show_locked_hands differ from the default"),
    Field("missing", 1, "column 3 seat + suit: the missing suit of the seat, once it is known to the observer"),
    Field("wall", 1, "column c: more than 2 c tiles are left in the wall"),
]  # fmt: skip

# the flat space, in the order of the legal lists: own kongs, discards, claims, burials
FIRST_KONG: Final = 1
FIRST_DISCARD: Final = 28
CLAIM_KONG: Final = 55
CLAIM_PENG: Final = 56
CLAIM_PASS: Final = 57
FIRST_BURIAL: Final = 58
ACTIONS: Final = 553
FACTORED: Final = 85


def burials() -> list[int]:
    """Every burial as an action: three tiles of a suit, in id order."""
    out: list[int] = []
    for suit in range(3):
        for a in range(9):
            for b in range(a, 9):
                for c in range(b, 9):
                    out.append(bury_action(9 * suit + a, 9 * suit + b, 9 * suit + c))
    return out


BURIALS: Final[list[int]] = burials()


def burial_numbers() -> list[int]:
    """The number of each burial by its action less BURY; 0 where there is none."""
    out = [0] * (3 * 729)
    for number, action in enumerate(BURIALS):
        out[action - BURY] = FIRST_BURIAL + number
    return out


def burial_paths() -> list[int]:
    out = [0] * (3 * 729)
    for action in BURIALS:
        a, b, c = [FIRST_BURIAL + tile + 1 for tile in buried_tiles(action)]
        out[action - BURY] = a | b << STEP_BITS | c << 2 * STEP_BITS
    return out


def burial_rows(n: int) -> list[int]:
    """The tiles that a burial holds at least n of, by its action less BURY."""
    out = [0] * (3 * 729)
    for action in BURIALS:
        tiles = buried_tiles(action)
        out[action - BURY] = sum(1 << tile for tile in set(tiles) if tiles.count(tile) >= n)
    return out


BURIED_ONE: Final[list[int]] = burial_rows(1)
BURIED_TWO: Final[list[int]] = burial_rows(2)
BURIED_THREE: Final[list[int]] = burial_rows(3)
BURIAL_NUMBER: Final[list[int]] = burial_numbers()
BURIAL_PATH: Final[list[int]] = burial_paths()
BIT: Final[list[int]] = [1 << k for k in range(60)]
BELOW: Final[list[int]] = [(1 << k) - 1 for k in range(28)]


def spread(ranks: int) -> list[int]:
    """Packed counts of some ranks to rows of nine columns, 27 columns a row: at least one, two; then three, four."""
    out = []
    for packed in range(8**ranks):
        rows = 0
        for rank in range(ranks):
            n = (packed >> 3 * rank) & 7
            for row in range(min(n, 4)):
                rows |= 1 << (rank + 9 * row)
        out.append(rows)
    return out


LOW_ROWS: Final[list[int]] = spread(4)
HIGH_ROWS: Final[list[int]] = spread(5)


class Tally:
    """Counts of tiles as four planes of 27 bits: at least one, two, three, four."""

    def __init__(self) -> None:
        self.one: i64 = 0
        self.two: i64 = 0
        self.three: i64 = 0
        self.four: i64 = 0

    def add(self, tile: i64) -> None:
        mark: i64 = BIT[tile]
        self.four |= self.three & mark
        self.three |= self.two & mark
        self.two |= self.one & mark
        self.one |= mark

    def add_all(self, other: Tally) -> None:
        """Adds the counts of the other, tile by tile, up to four."""
        one = self.one
        two = self.two
        three = self.three
        self.four |= other.four | (other.three & one) | (other.two & two) | (other.one & three)
        self.three |= other.three | (other.two & one) | (other.one & two)
        self.two |= other.two | (other.one & one)
        self.one |= other.one

    def add_suit(self, suit: i64, counts: i64) -> None:
        """One suit of a hand, all at once."""
        low: i64 = LOW_ROWS[counts & 4095]
        high: i64 = HIGH_ROWS[counts >> 12]
        rows: i64 = low | high << 4
        shift: i64 = 9 * suit
        self.one |= (rows & 511) << shift
        self.two |= ((rows >> 9) & 511) << shift
        self.three |= ((rows >> 18) & 511) << shift
        self.four |= (rows >> 27) << shift


class MahjongPlanes(Planes):
    """See the module's text and docs/envs/mahjong.md."""

    def __init__(self) -> None:
        self.planes = PLANE_COUNT
        self.width = KINDS
        self.per_word = PER_WORD
        self.actions = ACTIONS
        self.factored = FACTORED

    def layout(self) -> list[Field]:
        return LAYOUT

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        if action < KINDS:
            return FIRST_DISCARD + action + 1
        if action >= BURY:
            if factored:
                return BURIAL_PATH[action - BURY]
            return BURIAL_NUMBER[action - BURY] + 1
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

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, words: list[int]) -> None:
        assert isinstance(state, Position)
        assert isinstance(memory, MahjongMemory)
        memory.catch_up(state)
        hand = Tally()
        hand.add_suit(0, state.counts(seat, 0))
        hand.add_suit(1, state.counts(seat, 1))
        hand.add_suit(2, state.counts(seat, 2))
        seen = Tally()
        seen.add_all(memory.seen)
        seen.add_all(hand)
        burial: i64 = state.buried[seat]
        one: i64 = 0
        two: i64 = 0
        three: i64 = 0
        if burial >= BURY:
            one = BURIED_ONE[burial - BURY]
            two = BURIED_TWO[burial - BURY]
            three = BURIED_THREE[burial - BURY]
            buried = Tally()
            buried.one = one
            buried.two = two
            buried.three = three
            seen.add_all(buried)
        if state.rules.show_locked_hands and state.locked:
            add_shown(state, seat, seen)
        words.append(hand.one | hand.two << 27)
        words.append(hand.three | hand.four << 27)
        words.append(one | two << 27)
        drawn: i64 = 0
        if state.drawn != NO_TILE and state.turn == seat and state.phase == PHASE_TURN:
            drawn = BIT[state.drawn]
        words.append(three | drawn << 27)
        if chosen:
            picked = Tally()
            while chosen:
                picked.add((chosen & STEP) - FIRST_BURIAL - 1)
                chosen >>= STEP_BITS
            words.append(picked.one | picked.two << 27)
        else:
            words.append(0)
        everything: i64 = 0x7FFFFFF
        words.append((everything & ~seen.four) | (everything & ~seen.three) << 27)
        words.append((everything & ~seen.two) | (everything & ~seen.one) << 27)
        last: i64 = BIT[state.tile] if state.phase == PHASE_CLAIM else 0
        memory.write(words, seat, last, table_row(state, seat))
        words.append(missing_row(state, seat) | bar((state.wall_left() + 1) >> 1) << 27)


class SeatMemory:
    """What lies open before one seat."""

    def __init__(self) -> None:
        self.river = Tally()
        self.peng: i64 = 0
        self.exposed: i64 = 0
        self.concealed: i64 = 0
        self.added: i64 = 0
        self.won: i64 = 0
        self.won_twice: i64 = 0


class MahjongMemory(Memory):
    """The public log, gone through once: rivers, melds, won tiles, and all tiles that everybody has seen."""

    def __init__(self) -> None:
        self.at: i64 = 0
        self.seen = Tally()
        self.seat0 = SeatMemory()
        self.seat1 = SeatMemory()
        self.seat2 = SeatMemory()
        self.seat3 = SeatMemory()

    def of(self, seat: i64) -> SeatMemory:
        if seat == 0:
            return self.seat0
        if seat == 1:
            return self.seat1
        if seat == 2:
            return self.seat2
        return self.seat3

    def catch_up(self, state: Position) -> None:
        log = state.log
        at = self.at
        end: i64 = len(log)
        if at == 0 and (state.absent[0] or state.absent[1] or state.absent[2]):
            self.seen = Tally()
            self.seen.add_suit(0, state.absent[0])
            self.seen.add_suit(1, state.absent[1])
            self.seen.add_suit(2, state.absent[2])
        while at < end:
            packed: i64 = log[at]
            at += 1
            kind: i64 = packed & 7
            if kind == DISCARD:
                tile: i64 = (packed >> 5) & 31
                self.of((packed >> 3) & 3).river.add(tile)
                self.seen.add(tile)
            elif kind >= PENG_MADE and kind <= WIN:
                self.add(self.of((packed >> 3) & 3), packed, kind)
        self.at = at

    def add(self, mine: SeatMemory, packed: i64, kind: i64) -> None:
        """A meld or a win. The tile of a claimed discard has been seen already; that of a win by draw has not."""
        tile: i64 = (packed >> 5) & 31
        mark: i64 = BIT[tile]
        fresh: i64 = 0
        if kind == PENG_MADE:
            mine.peng |= mark
            fresh = 2
        elif kind == KONG_MADE:
            meld: i64 = (packed >> 10) & 3
            if meld == KONG_EXPOSED:
                mine.exposed |= mark
                fresh = 3
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
        while fresh:
            self.seen.add(tile)
            fresh -= 1

    def write(self, words: list[int], seat: i64, last: i64, table: i64) -> None:
        """The fields from `last` to `table`."""
        a = self.of(seat)
        b = self.of((seat + 1) & 3)
        c = self.of((seat + 2) & 3)
        d = self.of((seat + 3) & 3)
        add_river(words, last, a.river)
        add_river(words, a.river.four, b.river)
        add_river(words, b.river.four, c.river)
        add_river(words, c.river.four, d.river)
        words.append(d.river.four | a.peng << 27)
        words.append(b.peng | c.peng << 27)
        words.append(d.peng | a.exposed << 27)
        words.append(a.concealed | a.added << 27)
        words.append(b.exposed | b.concealed << 27)
        words.append(b.added | c.exposed << 27)
        words.append(c.concealed | c.added << 27)
        words.append(d.exposed | d.concealed << 27)
        words.append(d.added | a.won << 27)
        words.append(a.won_twice | b.won << 27)
        words.append(b.won_twice | c.won << 27)
        words.append(c.won_twice | d.won << 27)
        words.append(d.won_twice | table << 27)


def add_river(words: list[int], before: i64, river: Tally) -> None:
    words.append(before | river.one << 27)
    words.append(river.two | river.three << 27)


def add_shown(state: Position, seat: i64, seen: Tally) -> None:
    """Hands of winners lie open under an option (M-12.4); a tile just drawn does not."""
    other: i64 = 0
    while other < 4:
        if other != seat and (state.locked >> other) & 1:
            hand = Tally()
            suit: i64 = 0
            while suit < 3:
                counts: i64 = state.counts(other, suit)
                if other == state.turn and state.drawn != NO_TILE and state.drawn // 9 == suit:
                    counts -= BIT[3 * (state.drawn - 9 * suit)]
                hand.add_suit(suit, counts)
                suit += 1
            seen.add_all(hand)
        other += 1


def bar(count: i64) -> i64:
    """A thermometer: as many bits as the count, in a row."""
    return BELOW[count if count < WALL_STEPS else WALL_STEPS]


def table_row(state: Position, seat: i64) -> i64:
    """Phase, seats and options; the field `table` of the layout."""
    row: i64 = BIT[state.phase]
    if state.phase == PHASE_TURN or state.phase == PHASE_CLAIM:
        row |= BIT[4 + ((state.turn - seat) & 3)]
    row |= BIT[8 + ((state.dealer - seat) & 3)]
    other: i64 = 0
    while other < 4:
        if (state.locked >> other) & 1:
            row |= BIT[12 + ((other - seat) & 3)]
        other += 1
    if (state.phase == PHASE_BURY and state.buried[seat] >= BURY) or (
        state.phase == PHASE_CLAIM and state.answer_of(seat) >= 0
    ):
        row |= BIT[16]
    if state.called:
        row |= BIT[17]
    if state.phase == PHASE_CLAIM and state.kong_discard:
        row |= BIT[18]
    rules = state.rules
    if rules.added_just_drawn:
        row |= BIT[19]
    if rules.qing_extra:
        row |= BIT[20]
    if rules.dihu_needs_no_calls:
        row |= BIT[21]
    if rules.haidi_on_discard:
        row |= BIT[22]
    if rules.missed_win_lock:
        row |= BIT[23]
    if rules.show_locked_hands:
        row |= BIT[24]
    return row


def missing_row(state: Position, seat: i64) -> i64:
    """The field `missing`: all suits once they are public (M-3.4), before that the observer's own."""
    row: i64 = 0
    if state.phase == PHASE_BURY:
        burial: i64 = state.buried[seat]
        if burial >= BURY:
            row = BIT[(burial - BURY) // 729]
        return row
    other: i64 = 0
    while other < 4:
        row |= BIT[3 * ((other - seat) & 3) + ((state.missing >> 2 * other) & 3)]
        other += 1
    return row


PLANES: Final = MahjongPlanes()
