"""Moves as text (X-10.15), and the checks on them (X-9.4, X-9.5)."""

from __future__ import annotations

from typing import Final

from qipai.core.errors import IllegalMove
from qipai.core.game import Parsed
from qipai.games.xianqi.combos import can_beat
from qipai.games.xianqi.messages import MESSAGES
from qipai.games.xianqi.pieces import (
    BUCKLE,
    COVER_OF,
    FIRST_COVER,
    PACKED,
    PASS,
    PLAY_OF,
    POWER,
    REVEAL,
    SIZE,
    SLOT,
    pack,
    packed_text,
)
from qipai.games.xianqi.position import BUCKLE_DECISION, IN_ROUND, PHASES, REVEAL_DECISION
from qipai.games.xianqi.state import XianqiState
from qipai.native import i64

BARE: Final[dict[str, int]] = {"buckle": BUCKLE, "reveal": REVEAL, "pass": PASS}
MOST_PIECES: Final = 24


def write_move(action: i64) -> str:
    """Canonical text of an action."""
    if action == BUCKLE:
        return "buckle"
    if action == REVEAL:
        return "reveal"
    if action == PASS:
        return "pass"
    verb = "play " if action < FIRST_COVER else "cover "
    return verb + packed_text(PACKED[action])


def read_pieces(text: str) -> list[int] | None:
    """`R_SHI*2+B_NIU` to slots, in any order; None if malformed."""
    slots: list[int] = []
    for part in text.split("+"):
        name, star, count = part.partition("*")
        slot = SLOT.get(name)
        if slot is None:
            return None
        times = 1
        if star:
            if len(count) > 2 or not count.isascii() or not count.isdigit() or int(count) < 1:
                return None
            times = int(count)
        slots += [slot] * times
        if len(slots) > MOST_PIECES:
            return None
    return slots


def read_move(text: str) -> Parsed:
    """BAD_MOVE unless the text is a move of this game."""
    if text in BARE:
        return Parsed(text, text, [])
    verb, _, rest = text.partition(" ")
    if verb in ("play", "cover"):
        slots = read_pieces(rest)
        if slots is not None:
            return Parsed(text, verb, slots)
    raise IllegalMove("BAD_MOVE", move=text[:80])


def held(hand: i64, slots: list[int]) -> bool:
    return all(slots.count(slot) <= (hand >> (2 * slot)) & 3 for slot in slots)


def resolve_move(state: XianqiState, seat: i64, move: Parsed) -> int:
    """The action of a parsed move by the seat to act; IllegalMove with the reason."""
    if move.verb == "play":
        return resolve_play(state, seat, move)
    if move.verb == "cover":
        return resolve_cover(state, seat, move)
    wanted = BUCKLE_DECISION if move.verb == "buckle" else REVEAL_DECISION
    if state.phase != wanted:
        raise IllegalMove("WRONG_PHASE", phase=PHASES[state.phase])
    if move.verb == "buckle" and not state.may_buckle():
        raise IllegalMove("CANNOT_BUCKLE", MESSAGES)
    return BARE[move.verb]


def resolve_play(state: XianqiState, seat: i64, move: Parsed) -> int:
    if state.phase == REVEAL_DECISION:
        raise IllegalMove("WRONG_PHASE", phase=PHASES[state.phase])
    if not held(state.hand(seat), move.items):
        raise IllegalMove("NOT_IN_HAND", move=move.text)
    action = PLAY_OF.get(pack(move.items))
    if action is None:
        raise IllegalMove("NOT_A_COMBINATION", MESSAGES, move=move.text)
    if state.kind and SIZE[action] != state.kind:
        raise IllegalMove("WRONG_COUNT", MESSAGES, count=state.kind)
    if state.kind and POWER[action] <= state.top_power:
        raise IllegalMove("DOES_NOT_BEAT", MESSAGES, move=move.text)
    return action


def resolve_cover(state: XianqiState, seat: i64, move: Parsed) -> int:
    """A lead is never a cover (X-6.1); a seat that can beat must (X-6.2); else the exact count, from the hand (X-9.5)."""
    if state.phase != IN_ROUND or state.kind == 0:
        raise IllegalMove("WRONG_PHASE", phase=PHASES[state.phase])
    hand = state.hand(seat)
    if can_beat(hand, state.kind, state.top_power):
        raise IllegalMove("MUST_BEAT", MESSAGES)
    if len(move.items) != state.kind or not held(hand, move.items):
        raise IllegalMove("BAD_COVER", MESSAGES, count=state.kind)
    return COVER_OF[pack(move.items)]
