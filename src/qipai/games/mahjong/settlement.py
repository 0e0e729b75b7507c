"""Who pays whom: wins, kongs, kong money that moves on, and the checks at an empty wall (chapters 6, 10, 26, 31 and 32)."""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.events import CHECKED, FURTHER, HAS_WON, LATE_KONG, PIG, READY, UNREADY, event
from qipai.games.mahjong.melds import KONG_EXPOSED
from qipai.games.mahjong.patterns import GANGSHANGPAO
from qipai.games.mahjong.position import SEAT_BIT, Position
from qipai.games.mahjong.scoring import fan_of
from qipai.games.mahjong.sichuan_fan import largest_fan, ready_waits, win_points
from qipai.games.mahjong.sichuan_ledger import check_dues, kong_book, kong_share, kong_total, pack_kong
from qipai.games.mahjong.tiles import NO_TILE
from qipai.native import i64

EXPOSED_KONG_PRICE: Final = 2  # M-6.1
OTHER_KONG_PRICE: Final = 1  # M-6.2, M-6.3
TO_WINNERS: Final = 2  # MahjongRules.transfer


class Settlement(Position):
    """A deal with its payments."""

    def copy_fields(self, other: Settlement) -> None:
        """Copies everything but what the constructor takes."""
        self.copy_hands(other)
        self.front = other.front
        self.back = other.back
        self.phase = other.phase
        self.turn = other.turn
        self.origin = other.origin
        self.drawn = other.drawn
        self.missing = other.missing
        self.locked = other.locked
        self.have_drawn = other.have_drawn
        self.called = other.called
        self.tile = other.tile
        self.kong_discard = other.kong_discard
        self.rights = other.rights
        self.waiting = other.waiting
        self.answers = other.answers
        self.given_up = other.given_up
        self.steps = other.steps
        self.die = other.die
        self.gone = other.gone
        self.rob = other.rob

    def pay(self, payer: i64, receiver: i64, points: i64) -> None:
        """One transfer of the ledger; its cause is in the log (M-10.3)."""
        self.paid[payer] = self.paid[payer] - points
        self.paid[receiver] = self.paid[receiver] + points

    def pay_all(self, receiver: i64, points: i64) -> None:
        """Each other seat pays, locked or not (M-6.9, M-10.2)."""
        self.pay((receiver + 1) & 3, receiver, points)
        self.pay((receiver + 2) & 3, receiver, points)
        self.pay((receiver + 3) & 3, receiver, points)

    def pay_claimed_win(self, feeder: i64, seat: i64, patterns: i64) -> None:
        """The discarder or konger alone (M-10.2, M-31.1)."""
        if self.rules.sichuan:
            self.pay(feeder, seat, win_points(patterns, self.rules))
        else:
            self.pay(feeder, seat, fan_of(patterns))

    def pay_drawn_win(self, seat: i64, patterns: i64, feeder: i64) -> None:
        """Each other seat in play; after an exposed kong perhaps its feeder alone (M-10.2, M-31.2, M-31.4)."""
        if not self.rules.sichuan:
            self.pay_all(seat, fan_of(patterns))
            return
        points: i64 = win_points(patterns, self.rules)
        if feeder >= 0:
            self.pay(feeder, seat, points)
            return
        points += self.rules.zimo_base
        payer: i64 = 0
        while payer < 4:
            if payer != seat and not (self.gone >> payer) & 1:
                self.pay(payer, seat, points)
            payer += 1

    def pay_kong(self, seat: i64, kind: i64, feeder: i64, extra: i64) -> None:
        """At the moment it is made (M-6.1 to M-6.3, M-26.1); `extra` is that of its event."""
        if not self.rules.sichuan:
            if kind == KONG_EXPOSED:
                self.pay(feeder, seat, EXPOSED_KONG_PRICE)
            else:
                self.pay_all(seat, OTHER_KONG_PRICE)
            return
        late: i64 = 1 if extra & LATE_KONG else 0
        kong: i64 = pack_kong(seat, kind, feeder, 15 & ~self.gone & ~SEAT_BIT[seat], late, 0)
        payer: i64 = 0
        while payer < 4:
            points: i64 = kong_share(kong, payer, self.rules)
            if points:
                self.pay(payer, seat, points)
            payer += 1

    def move_kong_money(self, winners: i64, patterns: i64) -> None:
        """A win on the discard after a kong: its money goes to the winners, or back (M-26.5)."""
        if self.rules.transfer == 0 or not patterns & GANGSHANGPAO:
            return
        book = kong_book(self.log, self.rules.leave)
        kong: i64 = book[len(book) - 1]
        konger: i64 = kong & 3
        seat: i64 = 0
        if self.rules.transfer == TO_WINNERS:
            points: i64 = kong_total(kong, self.rules)
            while seat < 4:
                if (winners >> seat) & 1:
                    self.pay(konger, seat, points)
                seat += 1
            return
        while seat < 4:
            self.pay(konger, seat, kong_share(kong, seat, self.rules))
            seat += 1

    def check_hands(self) -> None:
        """The three checks at an empty wall (chapter 32)."""
        k: i64 = 0
        while k < 4:
            seat: i64 = (self.dealer + k) & 3
            if not (self.gone >> seat) & 1:
                self.log.append(self.checked(seat))
            k += 1
        for due in check_dues(self.log, self.rules):
            self.pay(due.payer, due.receiver, due.points)

    def checked(self, seat: i64) -> i64:
        """What a hand is at the end: a pig, not ready, or ready with its waits and largest fan (M-32.4)."""
        missing: i64 = self.missing_suit(seat)
        won: bool = (self.locked >> seat) & 1 != 0
        if self.counts(seat, missing) and not won:
            return event(FURTHER, seat, NO_TILE, CHECKED | (PIG << 3))
        p: i64 = self.counts(seat, 0)
        s: i64 = self.counts(seat, 1)
        m: i64 = self.counts(seat, 2)
        waits: i64 = ready_waits(p, s, m, self.melds[seat], missing)
        status: i64 = HAS_WON if won else (READY if waits else UNREADY)
        fan: i64 = largest_fan(p, s, m, self.melds[seat], waits, self.rules.fan)
        return event(FURTHER, seat, NO_TILE, CHECKED | (status << 3) | (fan << 5) | (waits << 11))
