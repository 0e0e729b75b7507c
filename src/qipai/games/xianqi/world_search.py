"""Finds a world of a view by search, or shows that there is none: for views so tight that drawing fails.

Places of one seat with the same cap, before and after the same covers, are interchangeable; together they are a *cell*. The
unseen pieces are put into cells, strongest first. A piece counts for the covers of two and three that were laid while it was
still in the hand; what has failed once, with the same room left, is not tried again.
"""

from __future__ import annotations

from typing import Final

from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.pieces import (
    COVER_OF,
    FIRST_COVER,
    HIDDEN,
    PACKED,
    POWER,
    R_GOU,
    SINGLE_POWER,
    SIZE,
    SLOTS,
    UNIT,
)
from qipai.games.xianqi.position import Position
from qipai.games.xianqi.state import XianqiState

MOST_NODES: Final = 3000  # the tightest views of play need some hundreds
HIGH_SLOTS: Final = 4  # shi and xiang


class Cover:
    """A cover of two or three: what the seat then held must not beat `power`."""

    def __init__(self, seat: int, number: int, size: int, power: int, shown: int) -> None:
        self.seat = seat
        self.number = number  # the round
        self.size = size
        self.power = power
        self.shown = shown  # packed: what it has played openly since


class Search:
    """One view: its cells and covers, then the search."""

    def __init__(self, known: Position, places: list[int], pieces: int, covers: list[Cover], high: int) -> None:
        self.known = known
        self.places = places
        self.covers = covers
        self.copies = [(pieces >> (2 * slot)) & 3 for slot in range(SLOTS)]
        self.high = high
        self.seats: list[int] = []
        self.caps: list[int] = []
        self.since: list[int] = []  # the cell's places are in the hand at covers up to this round
        self.room: list[int] = []
        self.cell_of: list[int] = []  # by place
        for place in places:
            self.add_place(place)
        self.held: list[int] = [0] * len(self.seats)  # packed, by cell
        self.failed: set[tuple[int, ...]] = set()
        self.nodes = 0

    def add_place(self, place: int) -> None:
        seat = place & 15
        cap = place >> 12
        number = (place >> 4) & 15
        last = -1  # the last cover that this place was in the hand for
        for cover in self.covers:
            if cover.seat == seat and (number == 0 or cover.number < number) and cover.number > last:
                last = cover.number
        for cell in range(len(self.seats)):
            if self.seats[cell] == seat and self.caps[cell] == cap and self.since[cell] == last:
                self.room[cell] += (place >> 8) & 15
                self.cell_of.append(cell)
                return
        self.cell_of.append(len(self.seats))
        self.seats.append(seat)
        self.caps.append(cap)
        self.since.append(last)
        self.room.append((place >> 8) & 15)

    def run(self) -> bool:
        """Whether the pieces fit; `held` then says how."""
        return sum(self.room) == sum(self.copies) and self.put(0, self.high)

    def put(self, slot: int, high: int) -> bool:
        if slot == HIGH_SLOTS and not self.black_rule_holds(high):
            return False
        if slot == SLOTS:
            return True
        dogs = 0
        for cell in range(len(self.held)):
            dogs = 3 * dogs + (1 if self.held[cell] & UNIT[R_GOU] else 0)
        mark = (slot, high, dogs, *self.room)
        if mark in self.failed:
            return False
        self.nodes += 1
        if self.nodes > MOST_NODES:
            return False
        if self.enough_weak(slot) and self.share(slot, self.copies[slot], 0, high):
            return True
        self.failed.add(mark)
        return False

    def share(self, slot: int, copies: int, cell: int, high: int) -> bool:
        """Gives this many copies of a piece to this cell and those after it, then the next pieces."""
        if copies == 0:
            return self.put(slot + 1, high)
        if cell == len(self.room):
            return False
        most = min(copies, self.room[cell]) if self.caps[cell] >= SINGLE_POWER[slot] else 0
        for n in range(most, -1, -1):
            self.room[cell] -= n
            self.held[cell] += n * UNIT[slot]
            seen = high | (1 << self.seats[cell] if n and slot < HIGH_SLOTS else 0)
            if (not n or self.covers_hold(self.seats[cell])) and self.share(slot, copies - n, cell + 1, seen):
                return True
            self.room[cell] += n
            self.held[cell] -= n * UNIT[slot]
        return False

    def enough_weak(self, slot: int) -> bool:
        """Whether the pieces from this slot on suffice for the cells that take only weak ones."""
        for cap in set(self.caps):
            room = sum([self.room[cell] for cell in range(len(self.room)) if self.caps[cell] <= cap])
            if room > sum([self.copies[s] for s in range(slot, SLOTS) if SINGLE_POWER[s] <= cap]):
                return False
        return True

    def covers_hold(self, seat: int) -> bool:
        for cover in self.covers:
            if cover.seat == seat:
                hand = cover.shown
                for cell in range(len(self.seats)):
                    if self.seats[cell] == seat and self.since[cell] >= cover.number:
                        hand += self.held[cell]
                if can_beat(hand, cover.size, cover.power):
                    return False
        return True

    def black_rule_holds(self, high: int) -> bool:
        """X-4.5, as in world.py."""
        known = self.known
        if known.carried is not None:
            return True
        everybody = sum([1 << seat for seat in known.playing()])
        return (high != everybody) == known.void

    def world(self) -> XianqiState:
        """The state with the pieces as found."""
        state = XianqiState(self.known.rules, self.known.first)
        self.known.copy_into(state)
        left = self.held[:]
        for at, place in enumerate(self.places):
            cell = self.cell_of[at]
            packed = 0
            for _ in range((place >> 8) & 15):
                slot = 0
                while not (left[cell] >> (2 * slot)) & 3:
                    slot += 1
                left[cell] -= UNIT[slot]
                packed += UNIT[slot]
            number = (place >> 4) & 15
            if number:
                state.uncover(number - 1, place & 15, COVER_OF[packed])
            else:
                state.set_hand(place & 15, packed)
        return state


def covers_of_several(known: Position, viewer: int) -> list[Cover]:
    """The hidden covers of two and three, with what their seats have shown since."""
    out: list[Cover] = []
    done = known.rounds_done()
    for number in range(done + 1 if known.played else done):
        packed = known.round_at(number) if number < done else known.table
        at = packed >> 27 if number < done else known.leader
        power = 0
        for k in range(3 if number < done else known.played):
            action = (packed >> (9 * k)) & 511
            if action < FIRST_COVER:
                power = POWER[action]
                for cover in out:
                    if cover.seat == at:
                        cover.shown += PACKED[action]
            elif action > HIDDEN and at != viewer:
                out.append(Cover(at, number, SIZE[action], power, 0))
            at = known.next_seat(at)
    return out
