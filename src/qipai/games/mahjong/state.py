"""What moves do: burials, turns, claim windows, wins, payments, the end; and what a seat sees (chapters 3 to 8, 11, 12).

Answers to a window are collected and resolved together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from qipai.core.data import fields_of
from qipai.core.rng import mix
from qipai.core.state import State, View
from qipai.games.mahjong.actions import HU, KONG, KONG_OF, PASS, buried_suit, buried_tiles
from qipai.games.mahjong.events import ANSWER, DISCARD, DRAW, KONG_MADE, PENG_MADE, REVEAL, WIN, event, without_tile
from qipai.games.mahjong.hands import HIGH_CLASS, LOW_CLASS, MARKS, suit_value
from qipai.games.mahjong.melds import KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, add_meld, has_peng, peng_to_kong
from qipai.games.mahjong.melds import PENG as PENG_MELD
from qipai.games.mahjong.position import (
    AT_START,
    BY_DRAW,
    BY_FIRST_DRAW,
    BY_PENG,
    BY_REPLACEMENT,
    EXPOSED_KONG_PRICE,
    FAN_BITS,
    FAN_MASK,
    MAY_HU,
    MAY_KONG,
    MAY_PENG,
    OTHER_KONG_PRICE,
    PHASE_CLAIM,
    PHASE_FINISHED,
    PHASE_TURN,
    RIGHTS_MASK,
    SEAT_BIT,
    Position,
)
from qipai.games.mahjong.scoring import (
    fan_of,
)
from qipai.games.mahjong.tiles import NO_TILE, SHIFT_OF, SUIT_OF, TOP_UNIT
from qipai.native import i64

READY_EVENTS: Final[list[object]] = list(range(2048))


class MahjongState(Position):
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
        other.copy_hands(self)
        other.front = self.front
        other.back = self.back
        other.phase = self.phase
        other.turn = self.turn
        other.origin = self.origin
        other.drawn = self.drawn
        other.missing = self.missing
        other.locked = self.locked
        other.have_drawn = self.have_drawn
        other.called = self.called
        other.tile = self.tile
        other.kong_discard = self.kong_discard
        other.rights = self.rights
        other.waiting = self.waiting
        other.answers = self.answers
        other.given_up = self.given_up
        other.steps = self.steps
        return other

    def __reduce__(self) -> tuple[object, ...]:
        start = (self.rules, self.dealer, self.wall, self.fourteenth, self.base, self.absent)
        return MahjongState, (*start, self.melds, self.buried, self.paid, self.log), fields_of(self)

    def digest(self) -> i64:
        h: i64 = mix(self.dealer, self.phase)
        h = mix(h, self.turn + 4 * self.origin + 32 * self.drawn + 1024 * self.tile + 32768 * self.kong_discard)
        h = mix(h, self.missing + 256 * self.locked + 4096 * self.have_drawn + 65536 * self.called)
        h = mix(h, self.rights + 4096 * self.waiting + 65536 * self.answers)
        h = mix(h, self.given_up)
        h = mix(h, self.fourteenth + 32 * self.steps)
        seat: i64 = 0
        while seat < 4:
            h = mix(mix(mix(h, self.counts(seat, 0)), self.counts(seat, 1)), self.counts(seat, 2))
            seat += 1
        for value in self.melds:
            h = mix(h, value)
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
        else:
            self.bury(seat, action)

    def bury(self, seat: i64, action: i64) -> None:
        """Three tiles leave the hand; the fourth burial makes the suits public (M-3.3, M-3.4)."""
        for tile in buried_tiles(action):
            self.take(seat, tile)
        self.buried[seat] = action
        self.waiting &= ~SEAT_BIT[seat]
        if self.waiting == 0:
            missing: i64 = 0
            s: i64 = 3
            while s >= 0:
                missing = (missing << 2) | buried_suit(self.buried[s])
                s -= 1
            self.missing = missing
            self.log.append(event(REVEAL, 0, NO_TILE, missing))
            self.phase = PHASE_TURN
            self.steps += 1

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
            self.draw((self.turn + 1) & 3)

    def lay_down(self, tile: i64) -> None:
        seat: i64 = self.turn
        if self.rules.missed_win_lock and self.may_hu_now():
            self.give_up(seat, fan_of(self.own_patterns()))
        self.take(seat, tile)
        self.note(DISCARD | (seat << 3) | (tile << 5) | (1024 if tile == self.drawn else 0))
        self.tile = tile
        self.kong_discard = 1 if self.origin == BY_REPLACEMENT else 0
        self.drawn = NO_TILE
        self.steps += 1
        self.open_window()

    def open_window(self) -> None:
        """Who may claim the last discard, and what (M-5.1 to M-5.6, M-8.3)."""
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

    def give_up(self, seat: i64, fan: i64) -> None:
        bar: i64 = self.bar_of(seat)
        if fan > bar:
            self.given_up += (fan - bar) << FAN_BITS * seat

    def answer(self, seat: i64, action: i64) -> None:
        """Answers are final; the last one resolves the window (M-5.7)."""
        self.note_answer(seat, action)
        if self.waiting == 0:
            self.resolve()

    def note_answer(self, seat: i64, action: i64) -> None:
        self.answers |= (action - HU + 1) << 3 * seat
        self.waiting &= ~SEAT_BIT[seat]
        if action != HU and self.rules.missed_win_lock and self.rights_of(seat) & MAY_HU:
            self.give_up(seat, fan_of(self.claim_patterns(seat)))

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
            k = 1
            while k < 4:
                seat = (discarder + k) & 3
                if (winners >> seat) & 1:
                    patterns: i64 = self.claim_patterns(seat)
                    self.log.append(event(WIN, seat, tile, (discarder << 1) | (patterns << 3)))
                    self.pay(discarder, seat, fan_of(patterns))
                k += 1
            self.locked |= winners
            self.close_window()
            self.draw((discarder + 1) & 3)
        elif taker >= 0:
            kong: bool = self.answer_of(taker) == KONG
            self.close_window()
            if kong:
                self.expose_kong(taker, tile, discarder)
            else:
                self.peng(taker, tile, discarder)
        else:
            self.close_window()
            self.draw((discarder + 1) & 3)

    def log_answers(self, winners: i64, taker: i64) -> None:
        """Overruled answers stay private to their seats (M-12.3)."""
        k: i64 = 1
        while k < 4:
            seat: i64 = (self.turn + k) & 3
            action: i64 = self.answer_of(seat)
            if action >= 0 and seat != taker and not (winners >> seat) & 1:
                self.log.append(event(ANSWER, seat, self.tile, action))
            k += 1

    def close_window(self) -> None:
        self.rights = 0
        self.answers = 0
        self.phase = PHASE_TURN

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
        """Three held copies and the discard; the discarder pays 2 (M-5.3, M-6.1)."""
        self.take(seat, tile)
        self.take(seat, tile)
        self.take(seat, tile)
        self.melds[seat] = add_meld(self.melds[seat], tile, KONG_EXPOSED, feeder)
        self.log.append(event(KONG_MADE, seat, tile, KONG_EXPOSED | (feeder << 2)))
        self.called = 1
        self.replace(seat)
        self.pay(feeder, seat, EXPOSED_KONG_PRICE)

    def kong_on_turn(self, tile: i64) -> None:
        """A concealed or added kong; each other seat pays 1, locked or not (M-6.2, M-6.3, M-6.9)."""
        seat: i64 = self.turn
        self.take(seat, tile)
        kind: i64 = KONG_ADDED
        if has_peng(self.melds[seat], tile):
            self.melds[seat] = peng_to_kong(self.melds[seat], tile)
        else:
            kind = KONG_CONCEALED
            self.take(seat, tile)
            self.take(seat, tile)
            self.take(seat, tile)
            self.melds[seat] = add_meld(self.melds[seat], tile, KONG_CONCEALED, seat)
        self.log.append(event(KONG_MADE, seat, tile, kind | (seat << 2)))
        self.called = 1
        self.steps += 1
        self.replace(seat)
        self.pay_all(seat, OTHER_KONG_PRICE)

    def replace(self, seat: i64) -> None:
        """The replacement comes from the tail (M-2.3, M-6.4)."""
        self.back -= 1
        tile: i64 = self.wall[self.back]
        self.origin = BY_REPLACEMENT
        self.begin_turn(seat, tile, 1)

    def draw(self, seat: i64) -> None:
        """Draws the front tile; an empty wall ends the deal (M-4.6, M-11.1)."""
        if self.front == self.back:
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

    # wins and payments
    def win_by_draw(self) -> None:
        """Moves the winning tile from the hand to the won tiles; winner+1 draws (M-5.10, M-7.4)."""
        seat: i64 = self.turn
        patterns: i64 = self.own_patterns()
        tile: i64 = self.drawn
        if self.origin == AT_START:
            tile = self.heavenly_tile()
        self.take(seat, tile)
        self.drawn = NO_TILE
        self.log.append(event(WIN, seat, tile, 1 | (seat << 1) | (patterns << 3)))
        self.pay_all(seat, fan_of(patterns))
        self.locked |= SEAT_BIT[seat]
        self.steps += 1
        self.draw((seat + 1) & 3)

    def pay(self, payer: i64, receiver: i64, points: i64) -> None:
        """One transfer of the ledger; its cause is in the log (M-10.3)."""
        self.paid[payer] = self.paid[payer] - points
        self.paid[receiver] = self.paid[receiver] + points

    def pay_all(self, receiver: i64, points: i64) -> None:
        """Each other seat pays, locked or not (M-6.9, M-10.2)."""
        self.pay((receiver + 1) & 3, receiver, points)
        self.pay((receiver + 2) & 3, receiver, points)
        self.pay((receiver + 3) & 3, receiver, points)

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
            if s == seat or (self.rules.show_locked_hands and (self.locked >> s) & 1):
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
        return other

    def log_for(self, seat: i64) -> list[int]:
        """The log without others' answers and without the tiles that others drew (M-12.2, M-12.3)."""
        out: list[int] = []
        for code in self.log:
            packed: i64 = code
            kind: i64 = packed & 7
            if (packed >> 3) & 3 != seat:
                if kind == ANSWER:
                    continue
                if kind == DRAW:
                    packed = without_tile(packed)
            out.append(packed)
        return out


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
