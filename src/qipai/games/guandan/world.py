"""Worlds: states with exactly a given view, drawn as physical deals.

Unseen cards, copies distinct, go to unseen places; every placement that fits the view is equally likely. What a view shows
besides the seen cards:
  a card that a seat received or showed stays in its hand until it plays a card of that kind;
  a payer held nothing above its tribute except wildcards (G-7.4), and no second 大王 (G-7.3);
  before tributes are shown, the payers do not hold both 大王 between them (G-7.3);
  neither of the last two where the payers may have waived immunity (G-7.13);
  a return that does not qualify means that no card qualified and none was lower (G-7.8, G-7.9).
Cards that others have committed but not shown are drawn from those that they could have committed.
"""

from __future__ import annotations

from qipai.core.rng import Rng
from qipai.core.views import no_world
from qipai.games.guandan.cards import (
    ALL_BITS,
    BIG_JOKER,
    KINDS,
    SEATS,
    bit,
    bits_in,
    copies,
    key_of,
    power,
    wildcard,
)
from qipai.games.guandan.packing import RETURN, TAKE, TRIBUTE, natural_planes, rank_class, strength
from qipai.games.guandan.rules import RANDOM
from qipai.games.guandan.state import GuandanState
from qipai.games.guandan.tribute import higher, qualifies, return_choices, tribute_choices
from qipai.games.guandan.view import GuandanView
from qipai.native import i64

MOST_DRAWS = 1000  # one in three at most has both 大王 at the payers, except in short set-ups


class Unseen:
    """What a view leaves open: the unseen cards, and for every seat its known cards, open places and possible kinds."""

    def __init__(self, view: GuandanView) -> None:
        self.view = view
        self.known_one: list[int] = [0, 0, 0, 0]
        self.known_two: list[int] = [0, 0, 0, 0]
        self.places: list[int] = [0, 0, 0, 0]
        self.allowed: list[int] = [ALL_BITS] * SEATS
        self.limited = False
        self.read_log()
        self.count_places()

    def read_log(self) -> None:
        """Cards that are gone, and cards that seats are known to hold."""
        view = self.view
        setting = view.setting
        if setting.starting >= 0:
            self.add_known(view.leader, setting.starting)
        for seat in range(SEATS):
            for _ in range((view.bigs >> 2 * seat) & 3):
                self.add_known(seat, BIG_JOKER)
        one: i64 = setting.pool_one
        two: i64 = setting.pool_two
        mark: i64 = 0x1000000000000000 >> 60 - wildcard(setting.level)
        tracked: i64 = 0
        for seat in range(SEATS):
            tracked |= self.known_one[seat]
        for event in view.log:
            entry: i64 = event
            kind: i64 = entry >> 36
            if kind >= 11:
                self.read_tribute(event)
                tracked = self.known_one[0] | self.known_one[1] | self.known_one[2] | self.known_one[3]
                continue
            play: i64 = entry >> 2
            if not play:
                continue
            once, twice = natural_planes(play)
            wild: i64 = (play >> 24) & 3
            if wild:
                once |= mark
                if wild == 2:
                    twice |= mark
            one &= ~((once & ~two) | twice)
            two &= ~once
            if once & tracked:
                self.drop_known(entry & 3, once, twice)
        self.one: i64 = one
        self.two: i64 = two

    def add_known(self, seat: int, kind: int) -> None:
        mark = bit(kind)
        self.known_two[seat] |= self.known_one[seat] & mark
        self.known_one[seat] |= mark

    def drop_known(self, seat: int, once: int, twice: int) -> None:
        one = self.known_one[seat]
        two = self.known_two[seat]
        self.known_one[seat] = one & ~((once & ~two) | twice)
        self.known_two[seat] = two & ~once

    def read_tribute(self, event: int) -> None:
        """Tributes and returns: who has the card now, and what it shows about the giver's hand."""
        view = self.view
        setting = view.setting
        level = setting.level
        seat = event & 3
        kind = event >> 36
        card = event >> 2 & 63
        if kind == TAKE:
            return
        at = power(key_of(card), level)
        if kind == TRIBUTE:
            receiver = view.receiver_of(seat)
            self.add_known(seat if receiver is None else receiver, card)
            for other in range(KINDS):
                above = power(key_of(other), level) > at and other != wildcard(level)
                if above or (other == BIG_JOKER and card == BIG_JOKER and not setting.rules.immunity_choice):
                    self.allowed[seat] &= ~bit(other)
            self.limited = True
        else:
            assert kind == RETURN
            self.drop_known(seat, bit(card), 0)
            self.add_known(view.payer_of(seat), card)
            if not qualifies(card, level, setting.rules):
                for other in range(KINDS):
                    if power(key_of(other), level) < at or qualifies(other, level, setting.rules):
                        self.allowed[seat] &= ~bit(other)

    def count_places(self) -> None:
        """Removes the seat's hand and all known cards from the pool; the rest goes to the open places."""
        view = self.view
        sizes = view.sizes()
        one: i64 = self.one
        two: i64 = self.two
        for seat in range(SEATS):
            held: i64 = self.known_one[seat]
            held2: i64 = self.known_two[seat]
            if seat == view.seat:
                held = view.one
                held2 = view.two
            else:
                self.places[seat] = sizes[seat] - bits_in(held) - bits_in(held2)
            one &= ~((held & ~two) | held2)
            two &= ~held
        self.one = one
        self.two = two


def draw_world(view: GuandanView, rng: Rng) -> GuandanState:
    """A state with exactly this view."""
    state = without_hands(view)
    if view.phase == 4:
        for seat in range(SEATS):
            state.set_hand(seat, view.shown[2 * seat], view.shown[2 * seat + 1])
        commit(state, view, rng)
        return state
    unseen = Unseen(view)
    for _ in range(MOST_DRAWS):
        fill(state, unseen, rng)
        if view.phase != 0 or view.setting.rules.immunity_choice or not immune(state):
            commit(state, view, rng)
            return state
    raise no_world()


def immune(state: GuandanState) -> bool:
    """Whether the payers hold both 大王, so that no tribute would be due (G-7.3)."""
    return sum([copies(state.one(seat), state.two(seat), BIG_JOKER) for seat in state.setting.payers]) == 2


def without_hands(view: GuandanView) -> GuandanState:
    """The state without hands."""
    state = GuandanState(view.setting)
    state.phase = view.phase
    state.acting = view.acting
    state.paid = view.paid
    state.given = view.given
    state.bigs = view.bigs
    state.to_first = view.to_first
    state.leader = view.leader
    state.turn = view.turn
    state.top = view.top
    state.table = view.table
    if view.table:
        state.kind = rank_class(view.table)
        state.power = strength(view.table, view.setting.level, view.setting.rules.over_flush)
    state.passes = view.passes
    state.active = view.active
    state.places = view.places
    state.out = view.out
    state.steps = view.steps
    state.log = view.log.copy()
    return state


def known_state(view: GuandanView) -> GuandanState:
    """Only the seat's own hand and the table: enough for its legal moves."""
    state = without_hands(view)
    if view.seat >= 0:
        state.set_hand(view.seat, view.one, view.two)
    return state


def fill(state: GuandanState, unseen: Unseen, rng: Rng) -> None:
    """Draws the hands of the other seats."""
    view = unseen.view
    cards: list[int] = []
    one: i64 = unseen.one
    two: i64 = unseen.two
    kind: i64 = 0
    while one:
        if one & 1:
            cards.append(kind)
            if two & 1:
                cards.append(kind)
        one >>= 1
        two >>= 1
        kind += 1
    if unseen.limited:
        cards = fill_limited(state, unseen, cards, rng)
    rng.shuffle(cards)
    at: i64 = 0
    seat: i64 = 0
    while seat < 4:
        if seat == view.seat:
            state.set_hand(seat, view.one, view.two)
        elif not unseen.limited or unseen.allowed[seat] == ALL_BITS:
            n: i64 = unseen.places[seat]
            set_drawn(state, unseen, seat, cards, at, n)
            at += n
        seat += 1
    assert at == len(cards)


def set_drawn(state: GuandanState, unseen: Unseen, seat: i64, cards: list[int], at: i64, n: i64) -> None:
    """A hand: the known cards and n drawn ones."""
    one: i64 = unseen.known_one[seat]
    two: i64 = unseen.known_two[seat]
    end: i64 = at + n
    while at < end:
        kind: i64 = cards[at]
        mark: i64 = 0x1000000000000000 >> 60 - kind
        two |= one & mark
        one |= mark
        at += 1
    state.set_hand(seat, one, two)


def fill_limited(state: GuandanState, unseen: Unseen, cards: list[int], rng: Rng) -> list[int]:
    """Draws the hands of seats with limits; returns the cards left for the others.

    If the possible cards of each seat include those of the one before, drawing seat by seat, narrowest first, is exact: each
    choice leaves the next seat the same number of possibilities.
    """
    seats: list[int] = []
    for seat in range(SEATS):
        if seat != unseen.view.seat and unseen.allowed[seat] != ALL_BITS:
            seats.append(seat)
    held = unseen.one
    seats.sort(key=lambda seat: bits_in(unseen.allowed[seat] & held))
    for at in range(1, len(seats)):
        if unseen.allowed[seats[at - 1]] & held & ~unseen.allowed[seats[at]]:
            return fill_crossed(state, unseen, cards, rng)
    for seat in seats:
        mask: i64 = unseen.allowed[seat]
        possible: list[int] = []
        rest: list[int] = []
        for card in cards:
            kind: i64 = card
            if (mask >> kind) & 1:
                possible.append(card)
            else:
                rest.append(card)
        n: i64 = unseen.places[seat]
        last: i64 = len(possible)
        k: i64 = 0
        while k < n:
            pick: i64 = rng.below(last)
            last -= 1
            drawn = possible[pick]
            possible[pick] = possible[last]
            possible[last] = drawn
            k += 1
        set_drawn(state, unseen, seat, possible, last, n)
        cards = rest + possible[:last]
    return cards


# overlapping limits: exact counts, for rare hands


def fill_crossed(state: GuandanState, unseen: Unseen, cards: list[int], rng: Rng) -> list[int]:
    """Draws each group of cards with the same possible seats, weighting a split by its number of placements."""
    seats = [seat for seat in range(SEATS) if seat != unseen.view.seat]
    groups: dict[int, list[int]] = {}
    for card in cards:
        mask = 0
        for index, seat in enumerate(seats):
            if (unseen.allowed[seat] >> card) & 1:
                mask |= 1 << index
        groups.setdefault(mask, []).append(card)
    masks = sorted(groups)
    sizes = [len(groups[mask]) for mask in masks]
    counter = Placements(masks, sizes, len(seats))
    room = tuple([unseen.places[seat] for seat in seats])
    drawn: list[list[int]] = [[] for _ in seats]
    for at, mask in enumerate(masks):
        ways = counter.ways(at, room)
        if not ways:
            raise no_world()
        ticket = below_big(rng, ways)
        split = counter.pick(at, room, ticket)
        group = groups[mask]
        rng.shuffle(group)
        start = 0
        for index, n in enumerate(split):
            drawn[index] += group[start : start + n]
            start += n
        room = tuple([r - n for r, n in zip(room, split, strict=True)])
    left: list[int] = []
    for index, seat in enumerate(seats):
        if unseen.allowed[seat] == ALL_BITS:
            continue
        set_drawn(state, unseen, seat, drawn[index], 0, len(drawn[index]))
    # seats without limits are symmetric: the caller shuffles their cards together again
    for index, seat in enumerate(seats):
        if unseen.allowed[seat] == ALL_BITS:
            left += drawn[index]
    return left


class Placements:
    """Counts the placements of groups of cards, each with its possible seats, into seats with given room."""

    def __init__(self, masks: list[int], sizes: list[int], seats: int) -> None:
        self.masks = masks
        self.sizes = sizes
        self.seats = seats
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(self, at: int, room: tuple[int, ...]) -> int:
        if at == len(self.masks):
            return 1
        found = self.known.get((at, room))
        if found is None:
            found = 0
            for split in self.splits(at, room):
                found += self.weight(at, room, split)
            self.known[(at, room)] = found
        return found

    def weight(self, at: int, room: tuple[int, ...], split: tuple[int, ...]) -> int:
        """Placements with this split of group `at`."""
        choices = 1
        left = self.sizes[at]
        for n in split:
            choices *= binomial(left, n)
            left -= n
        return choices * self.ways(at + 1, tuple([r - n for r, n in zip(room, split, strict=True)]))

    def splits(self, at: int, room: tuple[int, ...]) -> list[tuple[int, ...]]:
        out: list[tuple[int, ...]] = [()]
        for index in range(self.seats):
            can = (self.masks[at] >> index) & 1
            longer: list[tuple[int, ...]] = []
            for split in out:
                most = min(room[index], self.sizes[at] - sum(split)) if can else 0
                for n in range(most + 1):
                    longer.append((*split, n))
            out = longer
        return [split for split in out if sum(split) == self.sizes[at]]

    def pick(self, at: int, room: tuple[int, ...], ticket: int) -> tuple[int, ...]:
        for split in self.splits(at, room):
            ticket -= self.weight(at, room, split)
            if ticket < 0:
                return split
        raise AssertionError("no placement fits this view")


def binomial(n: int, k: int) -> int:
    out = 1
    for i in range(k):
        out = out * (n - i) // (i + 1)
    return out


def below_big(rng: Rng, n: int) -> int:
    """Uniform in 0..n-1 for n of any size."""
    bits = n.bit_length()
    while True:
        drawn = 0
        for _ in range((bits + 31) // 32):
            word: int = rng.word()  # with an i64 in it the sum would be one
            drawn = drawn << 32 | word
        drawn &= (1 << bits) - 1
        if drawn < n:
            return drawn


def commit(state: GuandanState, view: GuandanView, rng: Rng) -> None:
    """Draws commitments made but not shown, and the tie-break for equal tributes (G-7.7)."""
    setting = view.setting
    level = setting.level
    if view.phase == 0:
        for seat in setting.payers:
            if not (view.acting >> seat) & 1 and seat != view.seat:
                choices = tribute_choices(state.one(seat), level)
                state.paid |= (choices[rng.below(len(choices))] + 1) << 8 * seat
    elif view.phase == 2:
        for seat in setting.receivers:
            if not (view.acting >> seat) & 1 and seat != view.seat:
                choices = return_choices(state.one(seat), level, setting.rules)
                state.given |= (choices[rng.below(len(choices))] + 1) << 8 * seat
    if setting.rules.equal == RANDOM and not setting.rules.first_chooses and len(setting.payers) == 2 and not view.bigs:
        if view.phase == 0 or view.phase == 5:
            state.tie = setting.payers[rng.below(2)]
        elif higher(state.paid_by(setting.payers[0]), state.paid_by(setting.payers[1]), level) == 0:
            state.tie = view.to_first
