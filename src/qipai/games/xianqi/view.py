"""What a seat knows: the position without everything else (X-10.7, X-10.8, X-11.15).

A view holds a `Position` without the others' hands, and with bare counts for their covers. Nothing hidden is in the
object, so nothing can leak from it. Seat -1 is a spectator.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from qipai.core.data import Json
from qipai.core.state import View
from qipai.games.xianqi.pieces import FIRST_COVER, HIDDEN, PACKED, POWER, SIZE, count_map
from qipai.games.xianqi.position import PHASES, REVEAL_DECISION, SETTLEMENT, Position
from qipai.games.xianqi.shapes import PrivateDict
from qipai.native import i64

CONTEXTS: Final[list[str]] = ["BUCKLE_DECISION", "REVEAL_DECISION", "IN_ROUND"]


class XianqiView(View):
    """The position as `seat` knows it."""

    def __init__(self, seat: i64, known: Position) -> None:
        self.seat = seat
        self.known = known

    def __reduce__(self) -> tuple[object, ...]:
        return XianqiView, (self.seat, self.known)

    def public(self) -> Json:
        return public_json(self.known)

    def private(self) -> Mapping[str, object]:
        """X-10.8; a spectator has nothing."""
        if self.seat < 0:
            return {}
        known = self.known
        own: PrivateDict = {"hand": count_map(known.hand(self.seat)), "covered": count_map(known.covered(self.seat))}
        return own

    def to_json(self) -> Json:
        """`own_covers` has the seat's own covers by round: {round_index: countmap}."""
        known = self.known
        own: Json = {}
        number: i64 = 0
        while number <= known.round and self.seat >= 0:
            action = known.action_in_round(number, self.seat)
            if action >= FIRST_COVER:
                own[str(number)] = count_map(PACKED[action])
            number += 1
        carried = known.carried
        return {
            "game": "xianqi",
            "seat": self.seat,
            "rules": known.rules.to_json(),
            "first_deal": known.first,
            "starter": known.starter,
            "carried": None if carried is None else carried_json(known),
            "public": self.public(),
            "private": self.private(),
            "own_covers": own,
        }

    def game_name(self) -> str:
        return "xianqi"

    def body_text(self) -> str:
        from qipai.games.xianqi.view_text import body_text

        return body_text(self)


def make_view(state: Position, seat: i64) -> XianqiView:
    """The view of a seat: a copy without what it does not know."""
    known = Position(state.rules, state.first)
    state.copy_into(known)
    if seat != 0:
        known.hand0 = 0
    if seat != 1:
        known.hand1 = 0
    if seat != 2:
        known.hand2 = 0
    if seat != 3:
        known.hand3 = 0
    done = state.rounds_done()
    known.log0 = 0
    known.log1 = 0
    known.log2 = 0
    known.log3 = 0
    number: i64 = 0
    while number < done:
        packed = state.round_at(number)
        known.set_round(number, masked(state, packed & 0x7FFFFFF, packed >> 27, 3, seat) | (packed >> 27) << 27)
        number += 1
    if state.played:
        known.table = masked(state, state.table, state.leader, state.played, seat)
    return XianqiView(seat, known)


def masked(state: Position, actions: i64, leader: i64, count: i64, seat: i64) -> i64:
    """The actions of a round, with the others' covers hidden."""
    at = leader
    shift: i64 = 0
    out: i64 = 0
    k: i64 = 0
    while k < count:
        action: i64 = (actions >> shift) & 511
        if action >= FIRST_COVER and at != seat:
            action = HIDDEN + SIZE[action] - 1
        out |= action << shift
        at = state.next_seat(at)
        shift += 9
        k += 1
    return out


# JSON
def play_json(seat: i64, action: i64) -> Json:
    if action < FIRST_COVER:
        return {"seat": seat, "power": POWER[action], "cards": count_map(PACKED[action])}
    return {"seat": seat, "power": -1, "covered_count": SIZE[action]}


def plays_json(known: Position, actions: i64, leader: i64, count: i64) -> list[Json]:
    out: list[Json] = []
    at = leader
    for k in range(count):
        out.append(play_json(at, (actions >> (9 * k)) & 511))
        at = known.next_seat(at)
    return out


def round_winner(known: Position, packed: i64) -> i64:
    """The seat of the greatest combination of a finished round (X-6.5): the last one that is not a cover."""
    at: i64 = packed >> 27
    winner = at
    k: i64 = 0
    while k < 3:
        if (packed >> (9 * k)) & 511 < FIRST_COVER:
            winner = at
        at = known.next_seat(at)
        k += 1
    return winner


def groups_json(known: Position) -> list[Json]:
    out: list[Json] = []
    for number in range(known.rounds_done()):
        packed = known.round_at(number)
        out.append(
            {
                "round_index": number,
                "winner_seat": round_winner(known, packed),
                "round_kind": SIZE[packed & 511],
                "plays": plays_json(known, packed & 0x7FFFFFF, packed >> 27, 3),
            }
        )
    return out


def relations_json(known: Position) -> list[Json]:
    rounds: list[int] = []
    carried = known.carried
    if carried is not None:
        rounds = [-1] * len(carried.relations)
    for number in range(known.round + 1):
        if (known.relations >> (4 * number)) & 1:
            rounds.append(number)
    out: list[Json] = []
    for relation, number in zip(known.relation_list(), rounds, strict=True):
        out.append(
            {
                "revealer_seat": relation >> 3,
                "buckler_seat": (relation >> 1) & 3,
                "revealer_enough_at_time": relation & 1 == 1,
                "round_index": number,
            }
        )
    return out


def carried_json(known: Position) -> Json:
    """What a deal set up midway started with (X-10.14, X-10.16)."""
    carried = known.carried
    assert carried is not None
    pillars: list[int | None] = []
    for seat in range(known.rules.seats):
        pillars.append(None if seat == known.head else (carried.pillars >> (4 * seat)) & 15)
    return {"pillars": pillars, "captured": count_map(carried.captured)}


def seat_or_none(seat: i64) -> int | None:
    return None if seat < 0 else seat


def pending(known: Position) -> list[int]:
    """X-10.6: empty outside reveal_decision."""
    if known.phase != REVEAL_DECISION:
        return []
    return [known.actor] if known.asked < 0 else [known.actor, known.asked]


def public_json(known: Position) -> Json:
    """X-10.2. Reads neither hands nor the pieces of covers."""
    players: list[Json] = []
    for seat in range(known.rules.seats):
        players.append(
            {"seat": seat, "hand_count": known.hand_size(seat), "captured_pillar_count": known.pillars_of(seat)},
        )
    last: Json | None = None
    if known.played:
        top = known.action_in_round(known.round, known.top_seat)
        last = {"power": known.top_power, "cards": count_map(PACKED[top]), "owner_seat": known.top_seat}
    decision: Json | None = None
    if known.phase < SETTLEMENT:
        decision = {
            "seat": known.actor,
            "context": CONTEXTS[known.phase],
            "started_at_ms": None,
            "timeout_at_ms": None,
        }
    return {
        "version": known.steps,
        "phase": PHASES[known.phase],
        "head_seat": seat_or_none(known.head),
        "players": players,
        "turn": {
            "current_seat": seat_or_none(known.actor),
            "round_index": known.round,
            "round_kind": known.kind,
            "last_combo": last,
            "plays": plays_json(known, known.table, known.leader, known.played),
        },
        "decision": decision,
        "pillar_groups": groups_json(known),
        "reveal": {
            "buckler_seat": seat_or_none(known.buckler),
            "active_revealer_seat": seat_or_none(known.active),
            "pending_order": pending(known),
            "relations": relations_json(known),
        },
    }
