"""A state that gives exactly a view: unseen pieces, copies told apart, put into unseen places, all ways equally likely.

The unseen places are the hands of the others and their covers, each cover a place of its own. What a view proves:

- Who covered a single under power p held nothing above p from then on: his later covers and his hand are capped at p.
  A piece of power q may lie in any place with a cap of at least q. Taken from the strongest piece down, each piece finds
  all earlier ones inside its own set of places, so choosing a free place uniformly, piece by piece, is exactly uniform.
- Who covered a pair (or three) under power p had no greater one (X-6.2), and no dealt hand was black (X-4.5): placements
  that break this are thrown away and drawn again, which leaves the rest equally likely.

Opponents' choices carry no weight: which of several legal plays or covers they took tells nothing here.
"""

from __future__ import annotations

from typing import Final

from qipai.core.errors import BadRecord
from qipai.core.rng import Rng
from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.pieces import (
    COPIES,
    COVER_PAIR,
    COVER_TRIPLE,
    FIRST_COVER,
    FULL,
    HIDDEN,
    PACKED,
    POWER,
    SHI_XIANG,
    SINGLE_POWER,
    SLOTS,
    UNIT,
)
from qipai.games.xianqi.position import Position
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView
from qipai.native import i64

FREE: Final = 15  # no cap: above every power
MAX_TRIES: Final = 1_000_000  # far beyond what any deal that can be played needs


class Places:
    """The unseen places of a view, from the widest cap down: whose, of which round (-1: the hand), and how many."""

    def __init__(self) -> None:
        self.seat: list[int] = []
        self.round: list[int] = []
        self.cap: list[int] = []
        self.size: list[int] = []

    def add(self, seat: i64, number: i64, cap: i64, size: i64) -> None:
        """Keeps the caps in descending order."""
        at: i64 = len(self.cap)
        while at > 0 and self.cap[at - 1] < cap:
            at -= 1
        self.seat.insert(at, seat)
        self.round.insert(at, number)
        self.cap.insert(at, cap)
        self.size.insert(at, size)


def power_before(known: Position, number: i64, seat: i64) -> i64:
    """The greatest power that lay on the table when the seat acted in that round."""
    if number < known.rounds_done():
        packed = known.round_at(number)
        at: i64 = packed >> 27
    else:
        packed = known.table
        at = known.leader
    power: i64 = 0
    k: i64 = 0
    while at != seat:
        action: i64 = (packed >> (9 * k)) & 511
        if action < FIRST_COVER:
            power = POWER[action]
        at = known.next_seat(at)
        k += 1
    return power


def unseen_places(known: Position, viewer: i64) -> Places:
    """Hands and covers of all playing seats but the viewer, with the caps that their covers prove."""
    places = Places()
    last: i64 = known.rounds_done()
    if known.played:
        last += 1
    seat: i64 = 0
    while seat < known.rules.seats:
        if seat != known.head and seat != viewer:
            cap: i64 = FREE
            number: i64 = 0
            while number < last:
                action = known.action_in_round(number, seat)
                if action >= HIDDEN:
                    size: i64 = action - HIDDEN + 1
                    if size == 1:
                        power = power_before(known, number, seat)
                        if power < cap:
                            cap = power
                    places.add(seat, number, cap, size)
                number += 1
            places.add(seat, -1, cap, known.hand_size(seat))
        seat += 1
    return places


def unseen_pieces(known: Position, viewer: i64) -> i64:
    """The packed count of what the viewer has not seen."""
    seen: i64 = 0
    if viewer >= 0:
        seen += known.hand(viewer)
    carried = known.carried
    if carried is not None:
        seen += carried.captured
    last: i64 = known.rounds_done()
    number: i64 = 0
    while number < last:
        packed = known.round_at(number)
        seen += PACKED[packed & 511] + PACKED[(packed >> 9) & 511] + PACKED[(packed >> 18) & 511]
        number += 1
    k: i64 = 0
    while k < known.played:
        seen += PACKED[(known.table >> (9 * k)) & 511]
        k += 1
    return FULL - seen


def draw_world(view: XianqiView, rng: Rng) -> XianqiState:
    """See the module's text. BAD_VIEW when no deal gives this view."""
    known = view.known
    places = unseen_places(known, view.seat)
    unseen = unseen_pieces(known, view.seat)
    total: i64 = len(places.size)
    codes: list[int] = [0] * total
    packs: list[int] = [0] * total
    tries: i64 = 0
    while tries < MAX_TRIES:
        tries += 1
        if not scatter(places, unseen, rng, codes, packs):
            break
        state = fill(known, places, codes, packs)
        if fits(state, view.seat):
            return state
    raise BadRecord("BAD_VIEW", reason="no deal gives this view")


def scatter(places: Places, unseen: i64, rng: Rng, codes: list[int], packs: list[int]) -> bool:
    """One placement within the caps; False if the pieces do not fit the places at all.

    `codes` gets each place's slots, strongest first, as digits to base 12 (the cover's number follows from it).
    """
    total: i64 = len(places.size)
    free = places.size[:]
    open_room: i64 = 0  # free places whose cap admits the piece at hand
    edge: i64 = 0  # how many places are open
    k: i64 = 0
    while k < total:
        codes[k] = 0
        packs[k] = 0
        k += 1
    slot: i64 = 0
    while slot < SLOTS:
        copies: i64 = (unseen >> (2 * slot)) & 3
        if copies:
            power: i64 = SINGLE_POWER[slot]
            while edge < total and places.cap[edge] >= power:
                open_room += places.size[edge]
                edge += 1
            while copies:
                if open_room <= 0:
                    return False
                pick = rng.below(open_room)
                k = 0
                while pick >= free[k]:
                    pick -= free[k]
                    k += 1
                free[k] -= 1
                codes[k] = codes[k] * 12 + slot
                packs[k] += UNIT[slot]
                open_room -= 1
                copies -= 1
        slot += 1
    while edge < total:
        open_room += places.size[edge]
        edge += 1
    return open_room == 0


def fill(known: Position, places: Places, codes: list[int], packs: list[int]) -> XianqiState:
    """The state with those pieces in those places."""
    state = XianqiState(known.rules, known.first)
    known.copy_into(state)
    total: i64 = len(places.size)
    k: i64 = 0
    while k < total:
        seat: i64 = places.seat[k]
        number: i64 = places.round[k]
        if number < 0:
            state.set_hand(seat, packs[k])
        else:
            size: i64 = places.size[k]
            code: i64 = codes[k]
            if size == 1:
                action: i64 = FIRST_COVER + code
            elif size == 2:
                action = COVER_PAIR[code]
            else:
                action = COVER_TRIPLE[code]
            state.uncover(number, seat, action)
        k += 1
    return state


def fits(state: XianqiState, viewer: i64) -> bool:
    """Whether every cover was forced (X-6.3) and the black rule holds (X-4.5), walking back from the hands of now."""
    last: i64 = state.rounds_done()
    if state.played:
        last += 1
    black = False
    seat: i64 = 0
    while seat < state.rules.seats:
        if seat != state.head:
            hand = state.hand(seat)
            number: i64 = last - 1
            while number >= 0:
                action = state.action_in_round(number, seat)
                if action >= 0:
                    hand += PACKED[action]
                    if action >= FIRST_COVER and seat != viewer:
                        if can_beat(hand, cover_size(action), power_before(state, number, seat)):
                            return False
                number -= 1
            if hand & SHI_XIANG == 0:
                black = True
        seat += 1
    if state.carried is not None:
        return True  # a later position is never checked
    return black == state.void


def cover_size(action: i64) -> i64:
    if action < FIRST_COVER + 12:
        return 1
    if action < FIRST_COVER + 88:
        return 2
    return 3


assert all(n <= 3 for n in COPIES)
