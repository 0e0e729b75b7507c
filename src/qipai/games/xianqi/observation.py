"""Xianqi for learners: 60 rows over the twelve kinds of pieces, 448 moves or 40 steps.

Columns are slots (R_SHI first, B_NIU last) unless a row says otherwise. Seats are counted from the observer: 0 is the
observer, 1 the next playing seat, 2 the one after; for a seat that sits out (X-8.4), 0 is the next seat. Counts are written
as *at least one, two, three*. The rows hold the whole public history and nothing hidden: neither the hands of others nor the
faces of their covers.

A move is a combination or a set of pieces to cover; in the factored space covers are chosen piece by piece.
"""

from __future__ import annotations

from typing import Final

from qipai.buffers import BytesWriter
from qipai.core.observation import STEP, STEP_BITS, TOP, Encoder, Field, Memory, put_60
from qipai.core.state import State
from qipai.games.xianqi.notation import write_move
from qipai.games.xianqi.pieces import (
    ACTIONS,
    BUCKLE,
    COVER_LISTS,
    FIRST_COVER,
    FULL,
    NAMES,
    PACKED,
    PASS,
    POWER,
    REVEAL,
    SINGLES_ABOVE,
    SIZE,
    SLOTS,
    UNIT,
)
from qipai.games.xianqi.position import NONE, SETTLEMENT, Position
from qipai.native import i64

ROWS: Final = 60
FREE_CAP: Final = 12  # no single cover yet: anything may be in the hand

# the factored space: combinations, then one piece of a cover, then the bare moves
FACTORED: Final = 40
COVER_PIECE: Final = 25
BARE_STEP: Final = 37

LAYOUT: Final[list[Field]] = [
    Field("hand", 3, "own hand: at least one, two, three of the piece"),
    Field("chosen", 2, "pieces already chosen for a cover, in the factored space: at least one, two"),
    Field("covered", 3, "pieces the observer has covered, the running round included: at least one, two, three"),
    Field("may_hold", 2, "seats 1 and 2: pieces not ruled out by a single that the seat could not beat (X-6.3)"),
    Field("unseen", 3, "pieces the observer has not seen: at least one, two, three"),
    Field("covers", 2, "seats 1 and 2, column c: more than c pieces covered"),
    Field("history", 30, "ten rows a seat: rows 0–3 the pieces it showed in rounds 0–3, row 4 column k: it led round k, rows "
                         "5–8 the pieces of rounds 4–7, row 9 column k: it won round k, or lies on top of it while it runs; a "
                         "cover shows no piece"),
    Field("revealer", 3, "by seat, column k: it revealed before round k (X-5.7); the buckler then led the round"),
    Field("enough", 1, "column k: the revealer of round k had three pillars (X-5.10)"),
    Field("asked", 1, "0 + active revealer; 3 + seat that is asked next; 6 + seat that started the deal; column 9 soft "
                      "first deal (X-8.3); 10 contract_ceramic (X-8.2); 11 four seats (X-8.4)"),
    Field("pillars", 3, "by seat, column c: more than c pillars"),
    Field("held", 2, "seats 1 and 2, column c: more than c pieces in the hand"),
    Field("phase", 1, "column 0 buckle decision, 1 reveal decision, 2 in round, 3 over; 4 + seat to act; 7 + seat that has "
                      "buckled and waits for an answer; 10 the observer sits out; 11 the deal is void"),
    Field("kind", 2, "pairs, triples; column k: what round k was led with, if not singles"),
    Field("power", 1, "column p: the power that lies on the table"),
    Field("round", 1, "column k: round k is the running one"),
]  # fmt: skip


def at_least(n: int) -> bytes:
    """For six packed two-bit counts: six bits, set where the count is at least n."""
    return bytes(sum(1 << s for s in range(6) if (packed >> 2 * s) & 3 >= n) for packed in range(4096))


ONE: Final = at_least(1)
TWO: Final = at_least(2)
THREE: Final = at_least(3)
# slots of a publicly visible action
SHOWN: Final[list[int]] = [
    sum(1 << s for s in range(SLOTS) if (PACKED[a] >> 2 * s) & 3) if a < FIRST_COVER else 0 for a in range(ACTIONS + 3)
]
# slots whose single power does not exceed a cap; stronger ones come first
WITHIN_CAP: Final[list[int]] = [0xFFF & ~((1 << SINGLES_ABOVE[cap]) - 1) for cap in range(12)] + [0xFFF]


def cover_path(slots: list[int]) -> int:
    out = 0
    for at, slot in enumerate(slots):
        out |= (COVER_PIECE + slot + 1) << STEP_BITS * at
    return out


PATHS: Final[list[int]] = (
    [a + 1 for a in range(FIRST_COVER)]
    + [cover_path(slots) for slots in COVER_LISTS]
    + [BARE_STEP + 1, BARE_STEP + 2, BARE_STEP + 3]
)


def two_rows(packed: i64) -> i64:
    """At least one and at least two of each piece, 24 bits."""
    low: i64 = packed & 4095
    high: i64 = packed >> 12
    one: i64 = ONE[high]
    rows: i64 = TWO[high]
    rows = rows << 6 | TWO[low]
    rows = rows << 6 | one
    return rows << 6 | ONE[low]


def three_rows(packed: i64) -> i64:
    """At least one, two, three of each piece, 36 bits."""
    rows: i64 = THREE[packed >> 12]
    rows = rows << 6 | THREE[packed & 4095]
    return rows << 24 | two_rows(packed)


def bar(count: i64) -> i64:
    """A thermometer: the lowest `count` bits."""
    return (TOP >> 60 - count) - 1


class XianqiEncoder(Encoder):
    """See the module's docstring and docs/envs/xianqi.md."""

    def __init__(self) -> None:
        self.rows = ROWS
        self.columns = SLOTS
        self.actions = ACTIONS
        self.factored = FACTORED

    def layout(self) -> list[Field]:
        return LAYOUT

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        if factored:
            return PATHS[action]
        return action + 1

    def find(self, state: State, seat: i64, legal: list[int], number: i64) -> i64:
        """Actions are their own numbers."""
        for action in legal:
            if action == number:
                return action
        return -1

    def meaning(self, number: int, factored: bool) -> str:
        if not factored or number < COVER_PIECE:
            return write_move(number)
        if number < BARE_STEP:
            return f"cover {NAMES[number - COVER_PIECE]} as the next piece"
        return write_move((BUCKLE, REVEAL, PASS)[number - BARE_STEP])

    def memory(self) -> Memory:
        return XianqiMemory()

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        assert isinstance(state, Position)
        assert isinstance(memory, XianqiMemory)
        memory.catch_up(state)
        me = seat
        if seat == state.head:
            me = state.next_seat(seat)
        second = state.next_seat(me)
        third = state.next_seat(second)
        a = memory.of(me)
        b = memory.of(second)
        c = memory.of(third)
        hand: i64 = 0
        covered: i64 = 0
        if seat != state.head:
            hand = state.hand(seat)
            covered = a.covered
        unseen: i64 = FULL - memory.seen - covered - hand
        carried = state.carried
        if carried is not None:
            unseen -= carried.captured
        picked: i64 = 0
        while chosen:
            picked += UNIT[(chosen & STEP) - COVER_PIECE - 1]
            chosen >>= STEP_BITS
        may1: i64 = WITHIN_CAP[b.cap]
        may2: i64 = WITHIN_CAP[c.cap]
        put_60(out, three_rows(hand) | two_rows(picked) << 36, three_rows(covered) | may1 << 36 | may2 << 48)
        first_late = a.late
        second_late = b.late
        third_late = c.late
        power: i64 = 0
        if state.played:
            mark: i64 = TOP >> 12 - state.round
            power = TOP >> 60 - state.top_power
            if state.top_seat == me:
                first_late |= mark
            elif state.top_seat == second:
                second_late |= mark
            else:
                third_late |= mark
        put_60(out, three_rows(unseen) | bar(b.covers) << 36 | bar(c.covers) << 48, a.early)
        put_60(out, first_late, b.early)
        put_60(out, second_late, c.early)
        reveals: i64 = 0
        if state.relations:
            reveals = reveal_rows(state.relations, me, second)
        put_60(out, third_late, reveals | asked_row(state, me, second) << 48)
        pillars: i64 = bar(state.pillars_of(me)) | bar(state.pillars_of(second)) << 12 | bar(state.pillars_of(third)) << 24
        held: i64 = bar(state.hand_size(second)) | bar(state.hand_size(third)) << 12
        running: i64 = 0
        if state.phase < SETTLEMENT:
            running = TOP >> 60 - state.round
        last: i64 = phase_row(state, seat, me, second) | memory.kinds << 12 | power << 36 | running << 48
        put_60(out, pillars | held << 36, last)


class SeatMemory:
    """One seat's actions in the rounds so far."""

    def __init__(self) -> None:
        self.early: i64 = 0  # shown in rounds 0–3, rounds led
        self.late: i64 = 0  # shown in rounds 4–7, rounds won
        self.covered: i64 = 0  # packed; only the seat itself may know
        self.covers: i64 = 0
        self.cap: i64 = FREE_CAP


class XianqiMemory(Memory):
    """The rounds, read once: what lies open, who led and won, what a single cover gave away."""

    def __init__(self) -> None:
        self.round: i64 = 0  # read so far: rounds, and actions in the next one
        self.count: i64 = 0
        self.power: i64 = 0  # the highest of that round so far, and who played it
        self.top: i64 = 0
        self.seen: i64 = 0  # packed: what everybody has seen
        self.kinds: i64 = 0
        # attributes and a chain of ifs: a list would cost a tenth of the whole observation
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
        done = state.rounds_done()
        while self.round < done:
            packed = state.round_at(self.round)
            self.add_actions(state, packed & 0x7FFFFFF, packed >> 27, 3)
            self.of(self.top).late |= TOP >> 60 - (48 + self.round)
            self.round += 1
            self.count = 0
            self.power = 0
        if self.count < state.played:
            self.add_actions(state, state.table, state.leader, state.played)

    def add_actions(self, state: Position, actions: i64, leader: i64, end: i64) -> None:
        """The actions of a round, starting with the first new one."""
        number = self.round
        size: i64 = SIZE[actions & 511]
        at = leader
        if self.count == 0:
            if size > 1:
                self.kinds |= TOP >> 60 - (12 * (size - 2) + number)
            self.of(leader).early |= TOP >> 60 - (48 + number)
        k: i64 = 0
        while k < end:
            if k >= self.count:
                self.add_action(self.of(at), at, actions & 511, size, number)
            actions >>= 9
            at = state.next_seat(at)
            k += 1
        self.count = end

    def add_action(self, mine: SeatMemory, at: i64, action: i64, size: i64, number: i64) -> None:
        if action < FIRST_COVER:
            self.seen += PACKED[action]
            slots: i64 = SHOWN[action]
            if number < 4:
                mine.early |= slots << (12 * number)
            else:
                mine.late |= slots << (12 * (number - 4))
            self.power = POWER[action]
            self.top = at
        else:
            mine.covered += PACKED[action]
            mine.covers += size
            if size == 1 and self.power < mine.cap:
                mine.cap = self.power


def reveal_rows(relations: i64, me: i64, second: i64) -> i64:
    """The fields `revealer` and `enough`."""
    rows: i64 = 0
    number: i64 = 0
    while relations:
        if relations & 1:
            rows |= TOP >> 60 - (12 * relative_seat((relations >> 2) & 3, me, second) + number)
            if relations & 2:
                rows |= TOP >> 60 - (36 + number)
        relations >>= 4
        number += 1
    return rows


def phase_row(state: Position, seat: i64, me: i64, second: i64) -> i64:
    row: i64 = 8
    if state.phase < SETTLEMENT:
        row = TOP >> 60 - state.phase
    if state.actor >= 0:
        row |= TOP >> 60 - (4 + relative_seat(state.actor, me, second))
    if state.phase == 1:
        row |= TOP >> 60 - (7 + relative_seat(state.buckler, me, second))
    if seat == state.head:
        row |= 1024
    if state.void:
        row |= 2048
    return row


def asked_row(state: Position, me: i64, second: i64) -> i64:
    row: i64 = 0
    if state.active >= 0:
        row = TOP >> 60 - (relative_seat(state.active, me, second))
    if state.asked >= 0:
        row |= TOP >> 60 - (3 + relative_seat(state.asked, me, second))
    if state.starter >= 0:
        row |= TOP >> 60 - (6 + relative_seat(state.starter, me, second))
    if state.soft:
        row |= 512
    if state.rules.contract:
        row |= 1024
    if state.head != NONE:
        row |= 2048
    return row


def relative_seat(seat: i64, me: i64, second: i64) -> i64:
    """A playing seat, counted from the observer."""
    if seat == me:
        return 0
    if seat == second:
        return 1
    return 2


ENCODER: Final = XianqiEncoder()
