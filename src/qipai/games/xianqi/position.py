"""The position of a deal as packed integers. `state` has the flow, `view` what a seat knows."""

from __future__ import annotations

from typing import Final

from qipai.core.data import fields_of
from qipai.core.rng import mix
from qipai.core.state import State
from qipai.games.xianqi.pieces import FIRST_COVER, PACKED
from qipai.games.xianqi.rules import XianqiRules
from qipai.native import i64

BUCKLE_DECISION: Final = 0
REVEAL_DECISION: Final = 1
IN_ROUND: Final = 2
SETTLEMENT: Final = 3
FINISHED: Final = 4
PHASES: Final[list[str]] = ["buckle_decision", "reveal_decision", "in_round", "settlement", "finished"]

NONE: Final = -1  # no seat


def ring() -> bytes:
    """The next playing seat (X-4.3) of seat s with head h, at 4 * (h + 1) + s; h = -1: three seats."""
    out: list[int] = [1, 2, 0, 0]
    for head in range(4):
        for seat in range(4):
            after = (seat + 1) % 4
            out.append((after + 1) % 4 if after == head else after)
    return bytes(out)


NEXT: Final = ring()
SEAT_MASK: Final = bytes([1, 2, 4, 8])


class Carried:
    """What a deal set up midway starts with (X-10.16): pieces already won, relations of earlier rounds."""

    def __init__(self, pillars: i64, captured: i64, relations: list[int]) -> None:
        self.pillars = pillars
        self.captured = captured
        self.relations = relations

    def __reduce__(self) -> tuple[object, ...]:
        return Carried, (self.pillars, self.captured, self.relations)


class Position(State):
    """Seats are numbers; hands are packed counts; a finished round is 27 bits of actions and 2 of its leader."""

    def __init__(self, rules: XianqiRules, first: bool) -> None:
        self.rules = rules
        self.first = first  # for
        self.soft: bool = rules.soft and first
        self.carried: Carried | None = None
        self.void: bool = False
        self.head: i64 = NONE
        self.hand0: i64 = 0
        self.hand1: i64 = 0
        self.hand2: i64 = 0
        self.hand3: i64 = 0
        self.pillars: i64 = 0  # four bits per seat
        self.phase: i64 = BUCKLE_DECISION
        self.starter: i64 = NONE  # of the deal
        self.actor: i64 = NONE
        self.steps: i64 = 1  # the version: 1 + actions (+ 1 for settle)
        self.round: i64 = 0
        self.leader: i64 = NONE  # of the running round, once it has a lead
        self.kind: i64 = 0
        self.played: i64 = 0  # how many have acted in the running round
        self.table: i64 = 0  # their actions, nine bits each
        self.top_power: i64 = 0
        self.top_seat: i64 = NONE
        self.buckler: i64 = NONE
        self.active: i64 = NONE
        self.asked: i64 = NONE  # second of the pending order, while the first is to act
        self.relations: i64 = 0  # four bits per round: revealer, flag, present
        self.log0: i64 = 0  # finished rounds, two in each
        self.log1: i64 = 0
        self.log2: i64 = 0
        self.log3: i64 = 0

    # hands, pillars, rounds
    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rules, self.first), fields_of(self)

    def copy(self) -> Position:
        other = Position(self.rules, self.first)
        self.copy_into(other)
        return other

    def hand(self, seat: i64) -> i64:
        if seat == 0:
            return self.hand0
        if seat == 1:
            return self.hand1
        if seat == 2:
            return self.hand2
        return self.hand3

    def set_hand(self, seat: i64, hand: i64) -> None:
        if seat == 0:
            self.hand0 = hand
        elif seat == 1:
            self.hand1 = hand
        elif seat == 2:
            self.hand2 = hand
        else:
            self.hand3 = hand

    def pillars_of(self, seat: i64) -> i64:
        return (self.pillars >> (4 * seat)) & 15

    def next_seat(self, seat: i64) -> i64:
        return NEXT[4 * (self.head + 1) + seat]

    def round_at(self, number: i64) -> i64:
        """A finished round: actions in turn order, nine bits each, then the leader."""
        if number < 2:
            return (self.log0 >> (29 * number)) & 0x1FFFFFFF
        if number < 4:
            return (self.log1 >> (29 * (number - 2))) & 0x1FFFFFFF
        if number < 6:
            return (self.log2 >> (29 * (number - 4))) & 0x1FFFFFFF
        return (self.log3 >> (29 * (number - 6))) & 0x1FFFFFFF

    def set_round(self, number: i64, packed: i64) -> None:
        """Writes a round that has not been written before."""
        if number < 2:
            self.log0 |= packed << (29 * number)
        elif number < 4:
            self.log1 |= packed << (29 * (number - 2))
        elif number < 6:
            self.log2 |= packed << (29 * (number - 4))
        else:
            self.log3 |= packed << (29 * (number - 6))

    def rounds_done(self) -> i64:
        """How many rounds are finished, including one that ended the deal."""
        if self.phase >= SETTLEMENT and self.buckler_ended():
            return self.round
        if self.phase >= SETTLEMENT:
            return 0 if self.void else self.round + 1
        return self.round

    def buckler_ended(self) -> bool:
        """The deal ended because nobody revealed (X-5.8): a buckle of this round without a relation."""
        return self.buckler >= 0 and (self.relations >> (4 * self.round)) & 1 == 0

    def pillar_list(self) -> list[int]:
        return [self.pillars_of(seat) for seat in range(self.rules.seats)]

    def relation_list(self) -> list[int]:
        """All relations, oldest first, as 8 r + 2 b + f; those of a set-up come first."""
        out: list[int] = []
        carried = self.carried
        if carried is not None:
            out.extend(carried.relations)
        number: i64 = 0
        while number <= self.round:
            packed: i64 = (self.relations >> (4 * number)) & 15
            if packed & 1:
                out.append(8 * (packed >> 2) + 2 * self.round_buckler(number) + ((packed >> 1) & 1))
            number += 1
        return out

    def round_buckler(self, number: i64) -> i64:
        """A revealed buckler leads the round (X-5.7), so it is the leader of the finished round."""
        if number < self.rounds_done():
            return self.round_at(number) >> 27
        return self.buckler

    def copy_into(self, other: Position) -> None:
        other.carried = self.carried
        other.void = self.void
        other.head = self.head
        other.hand0 = self.hand0
        other.hand1 = self.hand1
        other.hand2 = self.hand2
        other.hand3 = self.hand3
        other.pillars = self.pillars
        other.phase = self.phase
        other.starter = self.starter
        other.actor = self.actor
        other.steps = self.steps
        other.round = self.round
        other.leader = self.leader
        other.kind = self.kind
        other.played = self.played
        other.table = self.table
        other.top_power = self.top_power
        other.top_seat = self.top_seat
        other.buckler = self.buckler
        other.active = self.active
        other.asked = self.asked
        other.relations = self.relations
        other.log0 = self.log0
        other.log1 = self.log1
        other.log2 = self.log2
        other.log3 = self.log3

    def action_in_round(self, number: i64, seat: i64) -> i64:
        """What the seat played in a round, finished or running; -1 if it has not acted in it."""
        if number < self.rounds_done():
            packed = self.round_at(number)
            at: i64 = packed >> 27
            count: i64 = 3
        else:
            packed = self.table
            at = self.leader
            count = self.played
        k: i64 = 0
        while k < count:
            if at == seat:
                return (packed >> (9 * k)) & 511
            at = self.next_seat(at)
            k += 1
        return -1

    def uncover(self, number: i64, seat: i64, action: i64) -> None:
        """Replaces a hidden cover by the real one."""
        done = number < self.rounds_done()
        at: i64 = self.round_at(number) >> 27 if done else self.leader
        shift: i64 = 0
        while at != seat:
            at = self.next_seat(at)
            shift += 9
        if not done:
            self.table -= (((self.table >> shift) & 511) - action) << shift
            return
        change: i64 = (((self.round_at(number) >> shift) & 511) - action) << shift  # hidden numbers are greater
        if number < 2:
            self.log0 -= change << (29 * number)
        elif number < 4:
            self.log1 -= change << (29 * (number - 2))
        elif number < 6:
            self.log2 -= change << (29 * (number - 4))
        else:
            self.log3 -= change << (29 * (number - 6))

    def covered(self, seat: i64) -> i64:
        """All covers of the seat, the running round included (X-10.8), packed."""
        total: i64 = 0
        number: i64 = 0
        while number <= self.round:
            action = self.action_in_round(number, seat)
            if action >= FIRST_COVER:
                total += PACKED[action]
            number += 1
        return total

    def hand_size(self, seat: i64) -> i64:
        """X-11.2: follows from public information."""
        if seat == self.head:
            return 0
        size: i64 = 8
        pillars = self.pillars
        while pillars:
            size -= pillars & 15
            pillars >>= 4
        if self.played and self.action_in_round(self.round, seat) >= 0:
            size -= self.kind
        return size

    def playing(self) -> list[int]:
        """The three seats that play, ascending."""
        return [seat for seat in range(self.rules.seats) if seat != self.head]

    def fields_digest(self) -> i64:
        """A digest of every field except the rules, which do not change."""
        h: i64 = mix(self.head + 1, self.phase)
        h = mix(h, self.hand0 | self.hand1 << 24)
        h = mix(h, self.hand2 | self.hand3 << 24)
        h = mix(h, self.pillars)
        h = mix(h, self.actor + 1 + 8 * (self.starter + 1))
        h = mix(h, self.steps)
        h = mix(h, self.round)
        h = mix(h, self.table | self.played << 27 | (self.leader + 1) << 29 | self.kind << 32)
        h = mix(h, self.top_power | (self.top_seat + 1) << 4)
        h = mix(h, (self.buckler + 1) | (self.active + 1) << 3 | (self.asked + 1) << 6)
        h = mix(h, self.relations)
        h = mix(h, self.log0)
        h = mix(h, self.log1)
        h = mix(h, self.log2)
        h = mix(h, self.log3)
        if self.void:
            h = mix(h, 1)
        if self.first:
            h = mix(h, 2)
        carried = self.carried
        if carried is not None:
            h = mix(h, carried.pillars)
            h = mix(h, carried.captured)
            for relation in carried.relations:
                h = mix(h, relation)
        return h
