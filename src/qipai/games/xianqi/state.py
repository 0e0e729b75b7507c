"""One deal of Xianqi as a state machine (X-2, X-5, X-6)."""

from __future__ import annotations

from qipai.games.xianqi.combos import beats_of, can_beat, covers_of, leads
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, PACKED, PASS, POWER, REVEAL, SIZE
from qipai.games.xianqi.position import (
    BUCKLE_DECISION,
    FINISHED,
    IN_ROUND,
    NONE,
    REVEAL_DECISION,
    SEAT_MASK,
    SETTLEMENT,
    Position,
)
from qipai.games.xianqi.settlement import CERAMIC, ENOUGH, Deltas, settle
from qipai.games.xianqi.view import XianqiView, make_view
from qipai.native import i64


class XianqiState(Position):
    """The flow of a deal: who decides, what is legal, what an action does."""

    # the contract
    def to_act(self) -> i64:
        if self.actor < 0:
            return 0
        return SEAT_MASK[self.actor]

    def over(self) -> bool:
        return self.phase >= SETTLEMENT

    def settled(self) -> bool:
        return self.phase == FINISHED

    def settle(self) -> None:
        """settlement -> finished (X-2.1)."""
        self.phase = FINISHED
        self.steps += 1

    def version(self) -> i64:
        return self.steps

    def legal(self, seat: i64) -> list[int]:
        """In the order of X-10.10; each cover is a separate action."""
        if seat != self.actor:
            return []
        hand = self.hand(seat)
        if self.phase == IN_ROUND:
            if self.kind == 0:
                return leads(hand)  # after a reveal
            if can_beat(hand, self.kind, self.top_power):
                return beats_of(hand, self.kind, self.top_power)
            return covers_of(hand, self.kind)
        if self.phase == BUCKLE_DECISION:
            out = leads(hand)
            if self.may_buckle():
                out.append(BUCKLE)
            return out
        return [REVEAL, PASS]

    def may_buckle(self) -> bool:
        """X-5.1; X-8.3 in a soft first deal."""
        return not self.soft or self.pillars_of(self.actor) >= ENOUGH

    def apply(self, seat: i64, action: i64) -> None:
        self.steps += 1
        if action < BUCKLE:
            self.lay(seat, action)
        elif action == BUCKLE:
            self.buckle(seat)
        elif action == REVEAL:
            self.reveal(seat)
        else:
            self.pass_reveal(seat)

    # buckle and reveal
    def buckle(self, seat: i64) -> None:
        """X-5.2, X-5.3: whom to ask, in order."""
        if self.active == seat:
            self.active = NONE
        first = self.next_seat(seat)
        second = self.next_seat(first)
        if self.active == second:
            second = first
            first = self.active
        self.buckler = seat
        self.phase = REVEAL_DECISION
        self.actor = first
        self.asked = second

    def reveal(self, seat: i64) -> None:
        """X-5.7: records the relation; no further seat is asked."""
        flag: i64 = 2 if self.pillars_of(seat) >= ENOUGH else 0
        self.relations |= (1 + flag + 4 * seat) << (4 * self.round)
        self.active = seat
        self.phase = IN_ROUND
        self.actor = self.buckler
        self.asked = NONE

    def pass_reveal(self, seat: i64) -> None:
        """X-5.6, X-5.8."""
        if self.active == seat:
            self.active = NONE
        self.actor = self.asked
        if self.asked < 0:
            self.phase = SETTLEMENT
        self.asked = NONE

    # rounds
    def lay(self, seat: i64, action: i64) -> None:
        """A lead, a beat or a cover (X-6.1 to X-6.4)."""
        self.set_hand(seat, self.hand(seat) - PACKED[action])
        if self.played == 0:
            self.phase = IN_ROUND
            self.leader = seat
            self.kind = SIZE[action]
            self.table = action
        elif self.played == 1:
            self.table |= action << 9
        else:
            self.table |= action << 18
        self.played += 1
        if action < FIRST_COVER:
            self.top_power = POWER[action]
            self.top_seat = seat
        if self.played == 3:
            self.close_round()
        else:
            self.actor = self.next_seat(seat)

    def close_round(self) -> None:
        """X-6.5 to X-6.11."""
        winner = self.top_seat
        before = self.pillars_of(winner)
        after: i64 = before + self.kind
        self.set_round(self.round, self.table | self.leader << 27)
        self.pillars += self.kind << (4 * winner)
        if winner == self.active and before < ENOUGH and after >= ENOUGH:
            self.active = NONE
        self.kind = 0
        self.played = 0
        self.table = 0
        self.top_power = 0
        self.top_seat = NONE
        self.leader = NONE
        if after >= CERAMIC or self.enough_seats() >= 2 or self.hand(winner) == 0:
            self.phase = SETTLEMENT
            self.actor = NONE
            return
        self.round += 1
        self.phase = BUCKLE_DECISION
        self.actor = winner
        self.buckler = NONE

    def enough_seats(self) -> i64:
        """How many seats have three pillars or more."""
        count: i64 = 0
        pillars = self.pillars
        while pillars:
            if pillars & 15 >= ENOUGH:
                count += 1
            pillars >>= 4
        return count

    # results
    def contractor(self) -> i64:
        """The seat liable for a ceramic (X-8.2): its reveal opened the round."""
        packed: i64 = (self.relations >> (4 * self.round)) & 15
        if not self.rules.contract or self.soft or not packed & 1:
            return NONE
        revealer: i64 = packed >> 2
        seat: i64 = 0
        while seat < 4:
            if self.pillars_of(seat) >= CERAMIC and seat != revealer:
                return revealer
            seat += 1
        return NONE

    def deltas(self) -> Deltas:
        """The settlement; all zero in a void deal (X-7.2) and while the deal runs."""
        if self.void or self.phase < SETTLEMENT:
            return Deltas(self.rules.seats)
        return settle(self.rules, self.soft, self.head, self.pillar_list(), self.relation_list(), self.contractor())

    def returns(self) -> list[int]:
        return self.deltas().total()

    # copies and views
    def copy(self) -> XianqiState:
        other = XianqiState(self.rules, self.first)
        self.copy_into(other)
        return other

    def view(self, seat: i64) -> XianqiView:
        return make_view(self, seat)

    def digest(self) -> i64:
        return self.fields_digest()
