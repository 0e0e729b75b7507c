"""What a hand waits for (听牌), from its seat's view alone: winning kinds, unseen copies, their fan and points."""

from __future__ import annotations

from qipai.core.parts import Wait
from qipai.games.mahjong.hands import wait_mask
from qipai.games.mahjong.position import PHASE_FINISHED
from qipai.games.mahjong.rules import SICHUAN
from qipai.games.mahjong.scoring import fan_of, hand_patterns
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of, winning_kinds
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import KINDS, NAMES, SUIT_OF, UNIT_OF, read_tiles
from qipai.games.mahjong.unseen import unseen_copies
from qipai.games.mahjong.view import opening


def win_fan(p: int, s: int, m: int, tile: int, melds: int, fan: int) -> int:
    """The fan of winning with the tile on a plain discard, from the tiles alone."""
    hand = [p, s, m]
    hand[SUIT_OF[tile]] += UNIT_OF[tile]
    patterns = hand_patterns(hand[0], hand[1], hand[2], melds, fan)
    return doubled_fan(patterns) if fan & SICHUAN else fan_of(patterns)


def winning_mask(p: int, s: int, m: int, melds: int, missing: int, fan: int) -> int:
    """The kinds that would win."""
    return winning_kinds(p, s, m, melds, missing) if fan & SICHUAN else wait_mask(p, s, m, missing)


def waits_without(known: MahjongState, seat: int, out: list[int]) -> list[Wait]:
    """Waits of the hand without these tiles; none unless it then lacks one tile, none of the missing suit (M-7.2, M-7.3)."""
    rules = known.rules
    if opening(known) or known.phase == PHASE_FINISHED or (known.gone >> seat) & 1:
        return []
    hand = known.hand_of(seat)
    for tile in out:
        if (hand[SUIT_OF[tile]] // UNIT_OF[tile]) & 7 == 0:
            return []
        hand[SUIT_OF[tile]] -= UNIT_OF[tile]
    melds = known.melds[seat]
    held = sum((counts >> 3 * rank) & 7 for counts in hand for rank in range(9))
    missing = known.missing_suit(seat)
    if held != rules.hand_size - 3 * (melds & 7) or hand[missing]:
        return []
    mask = winning_mask(hand[0], hand[1], hand[2], melds, missing, rules.fan)
    if not mask:
        return []
    left = unseen_copies(known)
    found: list[Wait] = []
    for tile in range(KINDS):
        if (mask >> tile) & 1:
            fan = win_fan(hand[0], hand[1], hand[2], tile, melds, rules.fan)
            worth = points_of(fan, rules.base, rules.cap) if rules.sichuan else fan
            found.append(Wait(NAMES[tile], left[tile], worth, fan))
    return found


def waits_of(view: MahjongView, without: list[str]) -> list[Wait]:
    """The same with tiles as text; empty for spectators and invalid tiles."""
    tiles: list[int] = []
    for text in without:
        read = read_tiles(text)
        if read is None:
            return []
        tiles += read
    return [] if view.seat < 0 else waits_without(view.known, view.seat, tiles)
