"""The playout policy: heads for the nearest win, a few microseconds per move.

It always wins if it can, kongs if that costs no distance, and pengs if it gains some. Among discards of equal distance it
keeps the widest choice of useful tiles. A playout runs through repeat wins to the end of the wall.
"""

from __future__ import annotations

from typing import Final

from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.state import State
from qipai.games.mahjong.actions import BURY, HU, KONG, KONG_OF, MISSING_OF, PASS, PENG, SWAP, bury_action
from qipai.games.mahjong.distances import nearest_win, ones
from qipai.games.mahjong.melds import has_peng
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_MISSING, PHASE_SWAP
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import SUIT_OF, UNIT_OF, size_of
from qipai.native import i64

STEP: Final = 100  # one tile nearer to a win, relative to one more useful kind
MISSING_TILE: Final = 15  # a tile of the missing suit that must be discarded first


class MahjongPolicy(Policy):
    """Deterministic: the variety of playouts comes from the worlds."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, MahjongState)
        if state.phase == PHASE_BURY:
            return burial(state, seat)
        if state.phase == PHASE_SWAP:
            return swap(state, seat)
        if state.phase == PHASE_MISSING:
            return MISSING_OF + weakest_suit(state, seat)
        legal = state.legal(seat)
        first: i64 = legal[0]
        if len(legal) == 1 or first == HU:
            return first
        p = state.counts(seat, 0)
        s = state.counts(seat, 1)
        m = state.counts(seat, 2)
        missing = state.missing_suit(seat)
        sets: i64 = state.rules.hand_size // 3 - (state.melds[seat] & 7)
        if state.phase == PHASE_CLAIM:
            return claim(legal, state.tile, p, s, m, missing, sets)
        if first >= KONG_OF:
            kong = own_kong(legal, state.melds[seat], p, s, m, missing, sets)
            if kong >= 0:
                return kong
        return discard(legal, p, s, m, missing, sets)


def without(p: i64, s: i64, m: i64, tile: i64, copies: i64, missing: i64, sets: i64) -> i64:
    """`nearest_win` of the hand without some copies of a tile."""
    suit: i64 = SUIT_OF[tile]
    gone: i64 = UNIT_OF[tile] * copies
    if suit == 0:
        return nearest_win(p - gone, s, m, missing, sets)
    if suit == 1:
        return nearest_win(p, s - gone, m, missing, sets)
    return nearest_win(p, s, m - gone, missing, sets)


def discard(legal: list[int], p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """A tile of the missing suit, whichever; else the one that leaves the hand nearest and widest."""
    best: i64 = -1
    score: i64 = -1_000_000
    for action in legal:
        if action >= KONG_OF:
            continue
        tile: i64 = action
        if SUIT_OF[tile] == missing:
            return tile
        found = without(p, s, m, tile, 1, missing, sets)
        value: i64 = ones(found & 0x7FFFFFF) - STEP * (found >> 27)
        if value > score:
            score = value
            best = tile
    return best


def own_kong(legal: list[int], melds: i64, p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """A kong that costs no step, or -1; it pays at once and draws again."""
    now: i64 = nearest_win(p, s, m, missing, sets) >> 27
    for action in legal:
        if KONG_OF <= action < HU:
            tile: i64 = action - KONG_OF
            if has_peng(melds, tile):
                after: i64 = without(p, s, m, tile, 1, missing, sets) >> 27
            else:
                after = without(p, s, m, tile, 4, missing, sets - 1) >> 27
            if after <= now:
                return action
    return -1


def claim(legal: list[int], tile: i64, p: i64, s: i64, m: i64, missing: i64, sets: i64) -> i64:
    """A kong of a discard if it costs no step, a peng if it saves one."""
    now: i64 = nearest_win(p, s, m, missing, sets) >> 27
    for action in legal:
        if action == KONG and without(p, s, m, tile, 3, missing, sets - 1) >> 27 <= now:
            return action
        if action == PENG and without(p, s, m, tile, 2, missing, sets - 1) >> 27 < now:
            return action
    return PASS


def burial(state: MahjongState, seat: i64) -> i64:
    """Buries the middle tiles of the suit whose loss leaves the hand nearest to a win."""
    best: i64 = -1
    score: i64 = -1_000_000
    suit: i64 = 0
    while suit < 3:
        tiles = middle(state.counts(seat, suit), 9 * suit)
        if len(tiles) >= 3:
            distance: i64 = nearest_win(state.counts(seat, 0), state.counts(seat, 1), state.counts(seat, 2), suit, 3) >> 27
            value: i64 = -STEP * distance - MISSING_TILE * (len(tiles) - 3)
            if value > score:
                score = value
                chosen = sorted(tiles[:3])
                best = bury_action(chosen[0], chosen[1], chosen[2])
        suit += 1
    return best


def swap(state: MahjongState, seat: i64) -> i64:
    """Gives three tiles of the suit that it will miss, or of the shortest other suit that has as many."""
    missing = weakest_suit(state, seat)
    best: i64 = -1
    suit: i64 = 0
    while suit < 3:
        n: i64 = size_of(state.counts(seat, suit))
        if n >= 3 and (best < 0 or suit == missing or (best != missing and n < size_of(state.counts(seat, best)))):
            best = suit
        suit += 1
    tiles = middle(state.counts(seat, best), 9 * best)
    chosen = sorted(tiles[len(tiles) - 3 :] if best != missing else tiles[:3])
    return bury_action(chosen[0], chosen[1], chosen[2]) - BURY + SWAP


def weakest_suit(state: MahjongState, seat: i64) -> i64:
    """The suit without which the hand is nearest to a win."""
    best: i64 = 0
    score: i64 = -1_000_000
    suit: i64 = 0
    while suit < 3:
        distance: i64 = nearest_win(state.counts(seat, 0), state.counts(seat, 1), state.counts(seat, 2), suit, 4) >> 27
        value: i64 = -STEP * distance - MISSING_TILE * size_of(state.counts(seat, suit))
        if value > score:
            score = value
            best = suit
        suit += 1
    return best


def middle(counts: i64, base: i64) -> list[int]:
    """The tiles of a suit, nearest to the five first."""
    out: list[int] = []
    for rank in (4, 3, 5, 2, 6, 1, 7, 0, 8):
        n: i64 = (counts >> 3 * rank) & 7
        while n > 0:
            out.append(base + rank)
            n -= 1
    return out
