"""What moves do: the opening, turns, claim windows, wins, the end; and what a seat sees (chapters 3 to 8, 11, 12, 22 to 29).

Answers to a window are collected and resolved together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from qipai.core.data import fields_of
from qipai.core.rng import mix
from qipai.core.state import State, View
from qipai.games.mahjong.actions import HU, KONG, KONG_OF, PASS
from qipai.games.mahjong.choices import Choices
from qipai.games.mahjong.events import (
    DECLARED,
    DISCARD,
    DRAW,
    FURTHER,
    KONG_MADE,
    LATE_KONG,
    PENG_MADE,
    WIN,
    event,
)
from qipai.games.mahjong.hands import HIGH_CLASS, LOW_CLASS, MARKS, suit_value
from qipai.games.mahjong.melds import KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, add_meld, has_peng, peng_to_kong
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.position import (
    AT_START,
    BY_DRAW,
    BY_FIRST_DRAW,
    BY_PENG,
    BY_REPLACEMENT,
    FAN_BITS,
    FAN_MASK,
    MAY_HU,
    MAY_KONG,
    MAY_PENG,
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_MISSING,
    PHASE_SWAP,
    PHASE_TURN,
    RIGHTS_MASK,
    SEAT_BIT,
)
from qipai.games.mahjong.tiles import NO_TILE, SHIFT_OF, SUIT_OF, TOP_UNIT
from qipai.native import i64

READY_EVENTS: Final[list[object]] = list(range(2048))
THREE_OR_MORE: Final = bytes([1 if bin(seats).count("1") >= 3 else 0 for seats in range(16)])
MISSING_MASK: Final = bytes([3 << 2 * seat for seat in range(4)])


class MahjongState(Choices):
    # the contract
    def copy(self) -> State:
        return self.clone()

    def clone(self) -> MahjongState:
        """Shares the wall, the rules and the earlier scores, which never change."""
        other = MahjongState(
            self.rules,
            self.dealer,
            self.wall,
            self.fourteenth,
            self.base,
            self.absent,
            self.melds[:],
            self.buried[:],
            self.paid[:],
            self.log[:],
        )
        other.copy_fields(self)
        return other

    def __reduce__(self) -> tuple[object, ...]:
        start = (self.rules, self.dealer, self.wall, self.fourteenth, self.base, self.absent)
        return MahjongState, (*start, self.melds, self.buried, self.paid, self.log), fields_of(self)

    # asked at every step: a caller in Python finds it quicker in the state's own class than in one below it
    def to_act(self) -> i64:
        return SEAT_BIT[self.turn] if self.phase == PHASE_TURN else self.waiting

    def over(self) -> bool:
        return self.phase == PHASE_FINISHED

    def legal(self, seat: i64) -> list[int]:
        if self.phase == PHASE_TURN:
            return self.turn_moves(seat) if seat == self.turn else []
        return self.choices_of(seat) if (self.waiting >> seat) & 1 else []

    def digest(self) -> i64:
        h: i64 = mix(self.dealer, self.phase)
        h = mix(h, self.turn + 4 * self.origin + 32 * self.drawn + 1024 * self.tile + 32768 * self.kong_discard)
        h = mix(h, self.missing + 256 * self.locked + 4096 * self.have_drawn + 65536 * self.called)
        h = mix(h, self.rights + 4096 * self.waiting + 65536 * self.answers)
        h = mix(h, self.given_up)
        h = mix(h, self.fourteenth + 32 * self.steps)
        if self.rules.sichuan:
            h = mix(h, self.die + 8 * self.gone + 128 * self.rob)
        seat: i64 = 0
        while seat < 4:
            h = mix(mix(mix(h, self.counts(seat, 0)), self.counts(seat, 1)), self.counts(seat, 2))
            seat += 1
        for value in self.melds:
            melds: i64 = value
            h = mix(h, melds if self.rules.sichuan else (melds >> 3 << 2) | (melds & 3))  # as 0.1.0 packed them
        for value in self.buried:
            h = mix(h, value)
        for value in self.paid:
            h = mix(h, value)
        at = self.front
        while at < self.back:
            h = mix(h, self.wall[at])
            at += 1
        for value in self.log:
            h = mix(h, value)
        return h

    def view(self, seat: i64) -> View:
        return MahjongView(seat, self.seen_by(seat))

    # moves
    def apply(self, seat: i64, action: i64) -> None:
        if self.phase == PHASE_TURN:
            if action < KONG_OF:
                self.discard(action)
            elif action == HU:
                self.win_by_draw()
            else:
                self.kong_on_turn(action - KONG_OF)
        elif self.phase == PHASE_CLAIM:
            self.answer(seat, action)
        elif self.phase == PHASE_BURY:
            self.bury(seat, action)
        elif self.phase == PHASE_SWAP:
            self.swap(seat, action)
        else:
            self.declare_suit(seat, action)

    def note(self, code: i64) -> None:
        """Appends a draw or a discard to the log, from ready-made integers since there are few."""
        cast("list[object]", self.log).append(READY_EVENTS[code])

    def discard(self, tile: i64) -> None:
        """Moves a tile to the river and opens a window if somebody has a claim (M-4.5).

        If nobody has one, that counts as a public step like the end of a window, so the version does not reveal which it was.
        """
        self.lay_down(tile)
        if self.waiting:
            self.phase = PHASE_CLAIM
        else:
            self.steps += 1
            self.draw(self.next_in_play(self.turn))

    def lay_down(self, tile: i64) -> None:
        seat: i64 = self.turn
        if self.rules.missed_win_lock and self.may_hu_now():
            self.give_up(seat, self.value_of(self.own_patterns()))
        self.take(seat, tile)
        self.note(DISCARD | (seat << 3) | (tile << 5) | (1024 if tile == self.drawn else 0))
        self.tile = tile
        self.kong_discard = 1 if self.origin == BY_REPLACEMENT else 0
        self.drawn = NO_TILE
        self.steps += 1
        self.open_window()

    def open_window(self) -> None:
        """Who may claim the last discard, and what (M-5.1 to M-5.6, M-8.3); here, where calls are not virtual."""
        if self.rules.sichuan:
            self.open_sichuan_window()
            return
        tile: i64 = self.tile
        suit: i64 = SUIT_OF[tile]
        shift: i64 = SHIFT_OF[tile]
        one: i64 = TOP_UNIT >> (24 - shift)
        rights: i64 = 0
        waiting: i64 = 0
        seat: i64 = 0
        while seat < 4:
            missing: i64 = (self.missing >> 2 * seat) & 3
            if seat != self.turn and suit != missing:
                counts: i64 = self.counts(seat, suit)
                held: i64 = (counts >> shift) & 7
                may: i64 = 0
                if held >= 2 and not (self.locked >> seat) & 1:
                    may = MAY_PENG
                    if held == 3 and self.front < self.back:
                        may |= MAY_KONG
                counts += one
                low: i64 = LOW_CLASS[counts & 0x7FFF]
                if MARKS[(low << 7) | HIGH_CLASS[counts >> 15]] != 0 and self.counts(seat, missing) == 0:
                    if suit_value(self.counts(seat, 3 - suit - missing)) != 0 and not self.barred(seat):
                        may |= MAY_HU
                if may:
                    rights |= may << 3 * seat
                    waiting |= SEAT_BIT[seat]
            seat += 1
        self.rights = rights
        self.waiting = waiting
        self.answers = 0

    def answer(self, seat: i64, action: i64) -> None:
        """Answers are final; the last one resolves the window (M-5.7)."""
        self.note_answer(seat, action)
        if self.waiting == 0:
            self.resolve()

    def resolve(self) -> None:
        """hu > kong > peng > pass; every hu wins (M-5.8, M-5.9, M-5.10)."""
        discarder: i64 = self.turn
        tile: i64 = self.tile
        winners: i64 = 0
        taker: i64 = -1
        k: i64 = 1
        while k < 4:
            seat: i64 = (discarder + k) & 3
            action: i64 = self.answer_of(seat)
            if action == HU:
                winners |= SEAT_BIT[seat]
            elif action > HU and action < PASS:
                assert taker < 0  # M-5.11
                taker = seat
            k += 1
        if winners:
            taker = -1
        self.log_answers(winners, taker)
        self.steps += 1
        if winners:
            self.win_by_claim(winners)
        elif taker >= 0:
            kong: bool = self.answer_of(taker) == KONG
            self.close_window()
            if kong:
                self.expose_kong(taker, tile, discarder)
            else:
                self.peng(taker, tile, discarder)
        else:
            self.close_window()
            if self.rob:
                self.make_kong(tile)
            else:
                self.draw(self.next_in_play(discarder))

    def win_by_claim(self, winners: i64) -> None:
        """Every winner is paid on its own, in turn order; then the next draw (M-5.9, M-5.10, M-24.3, M-25.3)."""
        feeder: i64 = self.turn
        last: i64 = feeder
        patterns: i64 = 0
        k: i64 = 1
        while k < 4:
            seat: i64 = (feeder + k) & 3
            if (winners >> seat) & 1:
                patterns = self.claim_patterns(seat)
                self.log.append(event(WIN, seat, self.tile, (feeder << 1) | (patterns << 3)))
                self.pay_claimed_win(feeder, seat, patterns)
                last = seat
            k += 1
        if not self.rules.sichuan:
            self.locked |= winners
            self.close_window()
            self.draw((feeder + 1) & 3)
            return
        if self.rob:
            self.take(feeder, self.tile)
            self.drawn = NO_TILE
            self.rob = 0
        self.move_kong_money(winners, patterns)
        self.close_window()
        self.go_on(winners, last if self.rules.after_winner else feeder)

    def go_on(self, winners: i64, before: i64) -> None:
        """Winners are locked or leave; the third one to leave ends the deal, else the seat after `before` draws (M-32.1)."""
        if self.rules.leave:
            self.gone |= winners
            if THREE_OR_MORE[self.gone]:
                self.finish()
                return
        else:
            self.locked |= winners
        self.draw(self.next_in_play(before))

    def peng(self, seat: i64, tile: i64, feeder: i64) -> None:
        """Two held copies and the discard; the turn moves, no draw (M-5.2)."""
        self.take(seat, tile)
        self.take(seat, tile)
        self.melds[seat] = add_meld(self.melds[seat], tile, PENG_MELD, feeder)
        self.log.append(event(PENG_MADE, seat, tile, feeder))
        self.called = 1
        self.turn = seat
        self.origin = BY_PENG
        self.drawn = NO_TILE

    def expose_kong(self, seat: i64, tile: i64, feeder: i64) -> None:
        """Three held copies and the discard (M-5.3, M-6.1)."""
        self.take(seat, tile)
        self.take(seat, tile)
        self.take(seat, tile)
        self.melds[seat] = add_meld(self.melds[seat], tile, KONG_EXPOSED, feeder)
        self.log.append(event(KONG_MADE, seat, tile, KONG_EXPOSED | (feeder << 2)))
        self.called = 1
        self.replace(seat)
        self.pay_kong(seat, KONG_EXPOSED, feeder, 0)

    def kong_on_turn(self, tile: i64) -> None:
        """A concealed or added kong; an added one may have to wait for those who can rob it (M-6.2, M-6.3, M-25.2)."""
        if self.rules.rob_kong and has_peng(self.melds[self.turn], tile):
            self.declare_kong(tile)
            if self.waiting:
                self.phase = PHASE_CLAIM
                return
        self.steps += 1
        self.make_kong(tile)

    def declare_kong(self, tile: i64) -> None:
        """An added kong is only declared at first, and shown as such (M-25.2, M-33.6)."""
        if self.rules.missed_win_lock and self.may_hu_now():
            self.give_up(self.turn, self.value_of(self.own_patterns()))
        self.log.append(event(FURTHER, self.turn, tile, DECLARED))
        self.tile = tile
        self.rob = 1
        self.steps += 1
        self.open_window()

    def make_kong(self, tile: i64) -> None:
        """The kong itself, its replacement and its payments (M-6.4, M-6.9)."""
        seat: i64 = self.turn
        self.rob = 0
        self.take(seat, tile)
        extra: i64 = KONG_ADDED | (seat << 2)
        if has_peng(self.melds[seat], tile):
            self.melds[seat] = peng_to_kong(self.melds[seat], tile)
            if self.rules.late_unpaid and tile != self.drawn:
                extra |= LATE_KONG
        else:
            extra = KONG_CONCEALED | (seat << 2)
            self.take(seat, tile)
            self.take(seat, tile)
            self.take(seat, tile)
            self.melds[seat] = add_meld(self.melds[seat], tile, KONG_CONCEALED, seat)
        self.log.append(event(KONG_MADE, seat, tile, extra))
        self.called = 1
        self.replace(seat)
        self.pay_kong(seat, extra & 3, seat, extra)

    def replace(self, seat: i64) -> None:
        """The replacement comes from the tail (M-2.3, M-6.4)."""
        self.back -= 1
        tile: i64 = self.wall[self.back]
        self.origin = BY_REPLACEMENT
        self.begin_turn(seat, tile, 1)

    def draw(self, seat: i64) -> None:
        """Draws the front tile; an empty wall ends the deal (M-4.6, M-11.1)."""
        if self.front == self.back:
            if self.rules.sichuan:
                self.check_hands()
            self.finish()
            return
        tile: i64 = self.wall[self.front]
        self.front += 1
        self.origin = BY_DRAW
        if not (self.have_drawn >> seat) & 1:
            self.have_drawn |= SEAT_BIT[seat]
            if seat != self.dealer:
                self.origin = BY_FIRST_DRAW
        self.begin_turn(seat, tile, 0)

    def begin_turn(self, seat: i64, tile: i64, from_tail: i64) -> None:
        self.turn = seat
        self.drawn = tile
        self.give(seat, tile)
        if self.given_up:
            self.given_up -= self.bar_of(seat) << FAN_BITS * seat
        self.note(DRAW | (seat << 3) | (tile << 5) | (from_tail << 10))

    def finish(self) -> None:
        self.phase = PHASE_FINISHED
        self.waiting = 0
        self.drawn = NO_TILE

    def win_by_draw(self) -> None:
        """Moves the winning tile from the hand to the won tiles; the seat after the winner draws (M-5.10, M-7.4)."""
        seat: i64 = self.turn
        patterns: i64 = self.own_patterns()
        tile: i64 = self.drawn
        if self.origin == AT_START:
            tile = self.heavenly_tile()
        feeder: i64 = self.fed_by()
        self.take(seat, tile)
        self.drawn = NO_TILE
        self.log.append(event(WIN, seat, tile, 1 | ((seat if feeder < 0 else feeder) << 1) | (patterns << 3)))
        self.pay_drawn_win(seat, patterns, feeder)
        self.steps += 1
        self.go_on(SEAT_BIT[seat], seat)

    # what a seat knows (chapter 12)
    def seen_by(self, seat: i64) -> MahjongState:
        """This deal without what the seat does not know; nothing is hidden once it is over (M-12.5)."""
        if self.phase == PHASE_FINISHED:
            return self.clone()
        other = MahjongState(
            self.rules,
            self.dealer,
            [],
            self.fourteenth if seat == self.dealer else NO_TILE,
            self.base,
            self.absent,
            self.melds[:],
            [0, 0, 0, 0],
            self.paid[:],
            self.log_for(seat),
        )
        s: i64 = 0
        while s < 4:
            if s == seat or (self.rules.show_locked_hands and ((self.locked | self.gone) >> s) & 1):
                other.put(s, 0, self.counts(s, 0))
                other.put(s, 1, self.counts(s, 1))
                other.put(s, 2, self.counts(s, 2))
                if s != seat and s == self.turn and self.drawn != NO_TILE:
                    other.take(s, self.drawn)
            s += 1
        other.front = self.front
        other.back = self.back
        other.phase = self.phase
        other.turn = self.turn
        other.origin = self.origin
        other.missing = self.missing
        other.locked = self.locked
        other.have_drawn = self.have_drawn
        other.called = self.called
        other.tile = self.tile
        other.kong_discard = self.kong_discard
        other.steps = self.steps
        other.waiting = 0
        if seat >= 0:
            other.buried[seat] = self.buried[seat]
            other.waiting = self.waiting & SEAT_BIT[seat]
            other.rights = self.rights & RIGHTS_MASK[seat]
            other.answers = self.answers & RIGHTS_MASK[seat]
            other.given_up = self.given_up & FAN_MASK[seat]
            if seat == self.turn:
                other.drawn = self.drawn
        if self.rules.sichuan:
            self.show_sichuan(other, seat)
        return other

    def show_sichuan(self, other: MahjongState, seat: i64) -> None:
        """Who has left and who has chosen is public; the die once all have swapped, the tiles got to their seat alone; a suit
        that is not public yet to its own seat (M-33.2, M-33.3)."""
        other.gone = self.gone
        other.rob = self.rob
        if self.phase == PHASE_SWAP:
            other.waiting = self.waiting
            return
        other.die = self.die
        if seat >= 0 and self.rules.swap:
            giver: i64 = (seat - self.swap_direction()) & 3
            other.buried[giver] = self.buried[giver]
        if self.phase == PHASE_MISSING:
            other.waiting = self.waiting
            other.missing = self.missing & MISSING_MASK[seat] if seat >= 0 else 0


class MahjongView(View):
    """What a seat knows: a deal without what is hidden (`known`); seat -1 is a spectator."""

    def __init__(self, seat: i64, known: MahjongState) -> None:
        self.seat = seat
        self.known = known
        self.plan: object = None  # cached by world.py for the next world

    def __reduce__(self) -> tuple[object, ...]:
        return MahjongView, (self.seat, self.known)

    def public(self) -> dict[str, object]:
        from qipai.games.mahjong.view import public_json

        return public_json(self.known)

    def private(self) -> Mapping[str, object]:
        from qipai.games.mahjong.view import private_json

        return private_json(self.known, self.seat)

    def to_json(self) -> dict[str, object]:
        from qipai.games.mahjong.view import view_json

        return view_json(self)

    def game_name(self) -> str:
        return "mahjong"

    def body_text(self) -> str:
        from qipai.games.mahjong.view_text import body_text

        return body_text(self)
