"""What several seats decide at once: burials, swaps, missing suits, and claims of a tile (chapters 3, 5, 22, 23 and 25)."""

from __future__ import annotations

from qipai.games.mahjong.actions import BURY, HU, MISSING_OF, SWAP, buried_suit, buried_tiles
from qipai.games.mahjong.events import ANSWER, DRAW, FURTHER, REVEAL, SWAPPED, event, without_tile
from qipai.games.mahjong.hands import HIGH_CLASS, LOW_CLASS, MARKS, ODD, suit_value
from qipai.games.mahjong.position import (
    FAN_BITS,
    MAY_HU,
    MAY_KONG,
    MAY_PENG,
    PHASE_MISSING,
    PHASE_TURN,
    SEAT_BIT,
)
from qipai.games.mahjong.rules import DIE
from qipai.games.mahjong.settlement import Settlement
from qipai.games.mahjong.tiles import NO_TILE, SHIFT_OF, SUIT_OF, TOP_UNIT
from qipai.native import i64


class Choices(Settlement):
    """A deal with its openings and windows; state.py resolves the windows."""

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

    def swap(self, seat: i64, action: i64) -> None:
        """Chooses three tiles; with the fourth choice all change hands at once (M-22.5, M-22.6)."""
        self.buried[seat] = action - SWAP + BURY
        self.waiting &= ~SEAT_BIT[seat]
        if self.waiting:
            return
        direction = self.swap_direction()
        giver: i64 = 0
        while giver < 4:
            for tile in buried_tiles(self.buried[giver]):
                self.take(giver, tile)
                self.give((giver + direction) & 3, tile)
            giver += 1
        self.log.append(event(FURTHER, 0, NO_TILE, SWAPPED | (self.die << 3) | (direction << 6)))
        self.phase = PHASE_MISSING
        self.waiting = 15
        self.steps += 1

    def swap_direction(self) -> i64:
        """How many seats on the tiles go (M-22.4)."""
        return self.rules.direction if self.rules.direction != DIE else (self.die + 1) >> 1

    def declare_suit(self, seat: i64, action: i64) -> None:
        """Names the missing suit; the fourth makes them public (M-23.1, M-23.2)."""
        self.missing += (action - MISSING_OF) << 2 * seat
        self.waiting &= ~SEAT_BIT[seat]
        if self.waiting == 0:
            self.log.append(event(REVEAL, 0, NO_TILE, self.missing))
            self.phase = PHASE_TURN
            self.steps += 1

    def give_up(self, seat: i64, value: i64) -> None:
        bar: i64 = self.bar_of(seat)
        if value > bar:
            self.given_up += (value - bar) << FAN_BITS * seat

    def note_answer(self, seat: i64, action: i64) -> None:
        self.answers |= (action - HU + 1) << 3 * seat
        self.waiting &= ~SEAT_BIT[seat]
        if action != HU and self.rules.missed_win_lock and self.rights_of(seat) & MAY_HU:
            self.give_up(seat, self.value_of(self.claim_patterns(seat)))

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

    def open_sichuan_window(self) -> None:
        """Who may claim the last discard or rob the declared kong, and what (M-5.1 to M-5.6, M-25.2, M-28.4)."""
        tile: i64 = self.tile
        suit: i64 = SUIT_OF[tile]
        shift: i64 = SHIFT_OF[tile]
        one: i64 = TOP_UNIT >> (24 - shift)
        rights: i64 = 0
        waiting: i64 = 0
        seat: i64 = 0
        while seat < 4:
            missing: i64 = (self.missing >> 2 * seat) & 3
            if seat != self.turn and suit != missing and not (self.gone >> seat) & 1:
                counts: i64 = self.counts(seat, suit)
                held: i64 = (counts >> shift) & 7
                may: i64 = 0
                if held >= 2 and not self.rob:
                    may = self.claims_of_copies(seat, held)
                if self.counts(seat, missing) == 0:
                    counts += one
                    other: i64 = self.counts(seat, 3 - suit - missing)
                    low: i64 = LOW_CLASS[counts & 0x7FFF]
                    wins: bool = MARKS[(low << 7) | HIGH_CLASS[counts >> 15]] != 0 and suit_value(other) != 0
                    if not wins and (counts | other) & ODD == 0:
                        wins = self.melds[seat] == 0  # seven pairs
                    if wins and not self.barred(seat):
                        may |= MAY_HU
                if may:
                    rights |= may << 3 * seat
                    waiting |= SEAT_BIT[seat]
            seat += 1
        self.rights = rights
        self.waiting = waiting
        self.answers = 0

    def claims_of_copies(self, seat: i64, held: i64) -> i64:
        """Peng and kong of the last discard with two or three copies held."""
        if (self.locked >> seat) & 1:
            return MAY_KONG if self.front < self.back and self.locked_may_claim(seat) else 0
        if held == 3 and self.front < self.back:
            return MAY_PENG | MAY_KONG
        return MAY_PENG

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
