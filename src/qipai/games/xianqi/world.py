"""Draws a state with exactly a given view: unseen pieces, copies distinct, go to unseen places, all ways equally likely.

The unseen places are the others' hands and covers, each cover a place of its own. What a view proves:

- A seat that covered a single under power p held nothing above p from then on: its later covers and its hand are capped
  at p. A piece of power q may be in any place with a cap of at least q. From the strongest piece down, the places of each
  piece include those of all earlier ones, so choosing a free place uniformly, piece by piece, is exactly uniform.
- A seat that covered a pair (or three) under power p had no greater one (X-6.2), and no dealt hand was black (X-4.5):
  placements that break this are rejected and drawn again, which keeps the rest equally likely.

Opponents' choices carry no weight: which of several legal plays or covers they made is ignored here.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.core.views import no_world
from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.pieces import (
    COVER_PAIR,
    COVER_TRIPLE,
    FIRST_COVER,
    FULL,
    HIDDEN,
    PACKED,
    POWER,
    SHI_XIANG,
    SINGLE_POWER,
    SIZE,
    SLOTS,
    UNIT,
)
from qipai.games.xianqi.position import SEAT_MASK, Position
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView
from qipai.games.xianqi.world_search import Search, covers_of_several
from qipai.native import i64

MAX_TRIES: Final = 400  # in random play the worst view of a million needed about a hundred; beyond, a search decides


class Unseen:
    """What a view leaves open: the unseen pieces and their places, from the widest cap down.

    A place is packed: 4096 cap + 256 size + 16 (round + 1) + seat; round + 1 = 0 is the hand.
    """

    def __init__(self, known: Position, viewer: i64) -> None:
        self.places: list[int] = []
        self.pieces: i64 = 0
        self.several: bool = False  # a hidden cover of two or three
        self.high: i64 = 0  # seats that showed a shi or xiang: they were not black
        caps: i64 = 0xFFFF  # four bits per seat: the cap of its next hidden piece
        seen: i64 = known.hand(viewer) if viewer >= 0 else 0
        if seen & SHI_XIANG:
            self.high |= SEAT_MASK[viewer]
        carried = known.carried
        if carried is not None:
            seen += carried.captured
        done = known.rounds_done()
        number: i64 = 0
        while number <= done:
            if number < done:
                packed = known.round_at(number)
                at: i64 = packed >> 27
                count: i64 = 3
            else:
                packed = known.table
                at = known.leader
                count = known.played
            power: i64 = 0
            while count:
                action: i64 = packed & 511
                if action < HIDDEN:
                    laid: i64 = PACKED[action]
                    seen += laid
                    if laid & SHI_XIANG:
                        self.high |= SEAT_MASK[at]
                    if action < FIRST_COVER:
                        power = POWER[action]
                else:
                    size: i64 = action - HIDDEN + 1
                    cap: i64 = (caps >> (4 * at)) & 15
                    if size > 1:
                        self.several = True
                    elif power < cap:
                        caps -= (cap - power) << (4 * at)
                        cap = power
                    self.add(4096 * cap + 256 * size + 16 * (number + 1) + at)
                packed >>= 9
                at = known.next_seat(at)
                count -= 1
            number += 1
        seat: i64 = 0
        while seat < known.rules.seats:
            if seat != known.head and seat != viewer:
                self.add(4096 * ((caps >> (4 * seat)) & 15) + 256 * known.hand_size(seat) + seat)
            seat += 1
        self.pieces = FULL - seen

    def add(self, place: i64) -> None:
        """Keeps the widest caps in front."""
        at: i64 = len(self.places)
        if at and self.places[at - 1] < place:
            while at > 0 and self.places[at - 1] < place:
                at -= 1
            self.places.insert(at, place)
        else:
            self.places.append(place)


def unseen_pieces(known: Position, viewer: i64) -> i64:
    """The packed count of what the viewer has not seen."""
    return Unseen(known, viewer).pieces


def draw_world(view: XianqiView, rng: Rng) -> XianqiState:
    """See the module docstring. BAD_VIEW if no deal has this view."""
    known = view.known
    unseen = Unseen(known, view.seat)
    state = XianqiState(known.rules, known.first)
    tries: i64 = 0
    while tries < MAX_TRIES:
        tries += 1
        known.copy_into(state)
        high = scatter(unseen, state, rng)
        if high < 0:
            break
        if black_rule_holds(state, high) and (not unseen.several or covers_were_forced(state, view.seat)):
            return state
    found = search_world(view)
    if found is None:
        raise no_world()
    return found


def search_world(view: XianqiView) -> XianqiState | None:
    """The world of a view whose worlds are too rare to be drawn; always the same one. None if there is none."""
    unseen = Unseen(view.known, view.seat)
    covers = covers_of_several(view.known, view.seat) if unseen.several else []
    search = Search(view.known, unseen.places, unseen.pieces, covers, unseen.high)
    return search.world() if search.run() else None


def scatter(unseen: Unseen, state: XianqiState, rng: Rng) -> i64:
    """Places the unseen pieces within the caps; -1 if they do not fit.

    Returns the seats that have shown, or now hold, a shi or xiang.
    """
    places = unseen.places
    total: i64 = len(places)
    free: list[int] = []
    codes: list[int] = []  # covers of two or three: their slots, strongest first, as digits to base 12
    for place in places:
        free.append((place >> 8) & 15)
        if unseen.several:
            codes.append(0)
    high = unseen.high
    open_room: i64 = 0  # free places whose cap admits the current piece
    edge: i64 = 0  # how many places are open
    pieces = unseen.pieces
    slot: i64 = 0
    while slot < SLOTS:
        copies: i64 = (pieces >> (2 * slot)) & 3
        if copies:
            power: i64 = SINGLE_POWER[slot]
            while edge < total and places[edge] >> 12 >= power:
                open_room += free[edge]
                edge += 1
            while copies:
                if open_room <= 0:
                    return -1
                pick = rng.below(open_room)
                k: i64 = 0
                room: i64 = free[0]
                while pick >= room:
                    pick -= room
                    k += 1
                    room = free[k]
                free[k] = room - 1
                put: i64 = places[k]
                seat: i64 = put & 15
                number: i64 = (put >> 4) & 15
                if number == 0:
                    state.set_hand(seat, state.hand(seat) + UNIT[slot])
                elif (put >> 8) & 15 == 1:
                    state.uncover(number - 1, seat, FIRST_COVER + slot)
                else:
                    codes[k] = codes[k] * 12 + slot
                if slot < 4:
                    high |= SEAT_MASK[seat]
                open_room -= 1
                copies -= 1
        slot += 1
    while edge < total:
        open_room += free[edge]
        edge += 1
    if open_room:
        return -1
    if unseen.several:
        uncover_several(places, codes, state)
    return high


def uncover_several(places: list[int], codes: list[int], state: XianqiState) -> None:
    """Fills in covers of two or three pieces."""
    for k, place in enumerate(places):
        size = (place >> 8) & 15
        number = (place >> 4) & 15
        if number and size > 1:
            action = COVER_PAIR[codes[k]] if size == 2 else COVER_TRIPLE[codes[k]]
            state.uncover(number - 1, place & 15, action)


def black_rule_holds(state: XianqiState, high: i64) -> bool:
    """X-4.5: play continues only if every seat was dealt a shi or xiang. Deals set up midway are not checked."""
    if state.carried is not None:
        return True
    everybody: i64 = 15 if state.head >= 0 else 7
    if state.head >= 0:
        everybody -= SEAT_MASK[state.head]
    return (high != everybody) == state.void


def covers_were_forced(state: XianqiState, viewer: i64) -> bool:
    """X-6.3 for covers of two and three: going back from the current hands, the seat could not have beaten."""
    seat: i64 = 0
    while seat < state.rules.seats:
        if seat != state.head and seat != viewer:
            hand = state.hand(seat)
            number: i64 = state.round
            while number >= 0:
                action = state.action_in_round(number, seat)
                if action >= 0:
                    hand += PACKED[action]
                    if action >= FIRST_COVER + 12:
                        if can_beat(hand, SIZE[action], power_before(state, number, seat)):
                            return False
                number -= 1
        seat += 1
    return True


def power_before(known: Position, number: i64, seat: i64) -> i64:
    """The greatest power on the table when the seat acted in that round."""
    if number < known.rounds_done():
        packed = known.round_at(number)
        at: i64 = packed >> 27
    else:
        packed = known.table
        at = known.leader
    power: i64 = 0
    while at != seat:
        action: i64 = packed & 511
        if action < FIRST_COVER:
            power = POWER[action]
        packed >>= 9
        at = known.next_seat(at)
    return power


def known_state(view: XianqiView) -> XianqiState:
    """Only the seat's own hand and the table: enough for its legal moves."""
    state = XianqiState(view.known.rules, view.known.first)
    view.known.copy_into(state)
    return state
