"""Moves as text, and the checks on them (chapters 13 and 34)."""

from __future__ import annotations

from qipai.core.errors import IllegalMove
from qipai.core.game import Parsed
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP, buried_tiles, bury_action
from qipai.games.mahjong.melds import has_peng
from qipai.games.mahjong.messages import MESSAGES
from qipai.games.mahjong.position import (
    BY_PENG,
    MAY_HU,
    PHASE_BURY,
    PHASE_CLAIM,
    PHASE_MISSING,
    PHASE_NAMES,
    PHASE_SWAP,
    PHASE_TURN,
)
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import KINDS, NAMES, SUIT_OF, SUITS, read_tiles, write_in_order
from qipai.native import i64

BARE = ("hu", "peng", "pass", "kong")


def read_move(text: str) -> Parsed:
    """Parses a move. BAD_MOVE."""
    words = text.strip().split(None, 1)
    verb = words[0] if words else ""
    rest = words[1] if len(words) > 1 else ""
    if not rest:
        if verb in BARE:
            return Parsed(text, verb, [])
    elif verb in ("bury", "swap", "discard", "kong"):
        tiles = read_tiles(rest)
        if tiles and (verb in ("bury", "swap") or len(tiles) == 1):
            return Parsed(text, verb, tiles)
    elif verb == "missing" and len(rest) == 1 and rest in SUITS:
        return Parsed(text, verb, [SUITS.index(rest)])
    raise IllegalMove("BAD_MOVE", move=text[:80])


def write_move(action: i64) -> str:
    """Canonical text (M-13.2)."""
    if action < KINDS:
        return "discard " + NAMES[action]
    if action >= SWAP:
        return "swap " + write_in_order(buried_tiles(action - SWAP + BURY))
    if action >= BURY:
        return "bury " + write_in_order(buried_tiles(action))
    if action >= MISSING_OF:
        return "missing " + SUITS[action - MISSING_OF]
    if action == HU:
        return "hu"
    if action == PENG:
        return "peng"
    if action == KONG:
        return "kong"
    if action == PASS:
        return "pass"
    return "kong " + NAMES[action - KONG_OF]


def resolve_move(state: MahjongState, seat: i64, move: Parsed) -> int:
    """The action, or the first error that applies (M-13.3). The seat is to act."""
    verb = move.verb
    phase = state.phase
    wrong = (
        (verb == "bury") != (phase == PHASE_BURY)
        or (verb == "swap") != (phase == PHASE_SWAP)
        or (verb == "missing") != (phase == PHASE_MISSING)
        or (verb == "discard" and phase != PHASE_TURN)
        or (verb in ("peng", "pass") and phase != PHASE_CLAIM)
        or (verb == "kong" and (len(move.items) == 1) != (phase == PHASE_TURN))
    )
    if wrong:
        raise IllegalMove("WRONG_PHASE", phase=PHASE_NAMES[phase])
    if verb == "bury":
        return resolve_three(state, seat, move, "BURY_THREE", "BURY_ONE_SUIT")
    if verb == "swap":
        return resolve_three(state, seat, move, "SWAP_THREE", "SWAP_ONE_SUIT") - BURY + SWAP
    if verb == "missing":
        return MISSING_OF + move.items[0]
    if verb != "hu" and must_win(state, seat):
        raise IllegalMove("MUST_WIN", MESSAGES)
    if verb == "discard":
        return resolve_discard(state, seat, move)
    if verb == "hu":
        return resolve_hu(state, seat)
    if phase == PHASE_TURN:
        return resolve_own_kong(state, seat, move.items[0])
    if verb == "pass":
        return PASS
    return resolve_claim(state, seat, PENG if verb == "peng" else KONG)


def must_win(state: MahjongState, seat: i64) -> bool:
    """Whether the seat has a win and no other move (M-29.4)."""
    if not state.must_win():
        return False
    return state.may_hu_now() if state.phase == PHASE_TURN else state.rights_of(seat) & MAY_HU != 0


def resolve_three(state: MahjongState, seat: i64, move: Parsed, not_three: str, not_one_suit: str) -> int:
    """Three tiles of one suit, as a burial (M-3.1, M-3.2, M-22.5)."""
    tiles = sorted(move.items)
    if len(tiles) != 3:
        raise IllegalMove(not_three, MESSAGES)
    if SUIT_OF[tiles[0]] != SUIT_OF[tiles[2]]:
        raise IllegalMove(not_one_suit, MESSAGES)
    for tile in tiles:
        if tiles.count(tile) > state.held(seat, tile):
            raise IllegalMove("NOT_IN_HAND", move=move.text)
    return bury_action(tiles[0], tiles[1], tiles[2])


def resolve_discard(state: MahjongState, seat: i64, move: Parsed) -> int:
    """M-4.4, M-8.2."""
    tile = move.items[0]
    if not state.held(seat, tile):
        raise IllegalMove("NOT_IN_HAND", move=move.text)
    if state.is_locked(seat):
        if tile != state.drawn:
            raise IllegalMove("LOCKED", MESSAGES)
        return tile
    missing = state.missing_suit(seat)
    if SUIT_OF[tile] != missing and state.counts(seat, missing) and state.rules.missing_first:
        raise IllegalMove("MISSING_FIRST", MESSAGES)
    return tile


def resolve_own_kong(state: MahjongState, seat: i64, tile: int) -> int:
    """M-4.3, M-5.5, M-6.5, M-6.6, M-8.3, M-28.4."""
    if state.is_locked(seat):
        if tile != state.drawn or not state.locked_may_kong(seat, tile):
            raise IllegalMove("LOCKED", MESSAGES)
        if state.wall_left() == 0:
            raise IllegalMove("EMPTY_WALL", MESSAGES)
        return KONG_OF + tile
    held = state.held(seat, tile)
    added = has_peng(state.melds[seat], tile) and held > 0
    if added and state.rules.added_just_drawn and tile != state.drawn:
        added = False
    if state.origin == BY_PENG or (held < 4 and not added):
        raise IllegalMove("CANNOT_KONG", MESSAGES)
    if SUIT_OF[tile] == state.missing_suit(seat):
        raise IllegalMove("MISSING_SUIT", MESSAGES)
    if state.wall_left() == 0:
        raise IllegalMove("EMPTY_WALL", MESSAGES)
    return KONG_OF + tile


def resolve_hu(state: MahjongState, seat: i64) -> int:
    """M-7.3, M-7.6, M-8.5."""
    if state.phase == PHASE_TURN:
        if not state.may_hu_now():
            raise IllegalMove("CANNOT_HU", MESSAGES)
        return HU
    if state.rights_of(seat) & MAY_HU:
        return HU
    raise IllegalMove("MISSED_WIN" if state.wins_on_discard(seat) else "CANNOT_HU", MESSAGES)


def resolve_claim(state: MahjongState, seat: i64, action: int) -> int:
    """M-5.2, M-5.3, M-5.5, M-6.6, M-8.3, M-25.2, M-28.4."""
    if state.is_locked(seat):
        if action == PENG or state.rob or not state.locked_may_claim(seat):
            raise IllegalMove("LOCKED", MESSAGES)
        if state.wall_left() == 0:
            raise IllegalMove("EMPTY_WALL", MESSAGES)
        return action
    if state.rob:
        raise IllegalMove("CANNOT_PENG" if action == PENG else "CANNOT_KONG", MESSAGES)
    if state.held(seat, state.tile) < (2 if action == PENG else 3):
        raise IllegalMove("CANNOT_PENG" if action == PENG else "CANNOT_KONG", MESSAGES)
    if SUIT_OF[state.tile] == state.missing_suit(seat):
        raise IllegalMove("MISSING_SUIT", MESSAGES)
    if action == KONG and state.wall_left() == 0:
        raise IllegalMove("EMPTY_WALL", MESSAGES)
    return action
