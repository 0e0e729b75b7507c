"""What a hand waits for (听牌), from its seat's view alone: winning kinds, unseen copies and their fan."""

from __future__ import annotations

from qipai.core.parts import Wait
from qipai.games.mahjong.hands import wait_mask
from qipai.games.mahjong.position import PHASE_BURY, PHASE_FINISHED
from qipai.games.mahjong.scoring import fan_of, hand_patterns
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.tiles import KINDS, NAMES, SUIT_OF, UNIT_OF, read_tiles
from qipai.games.mahjong.unseen import unseen_copies


def win_fan(p: int, s: int, m: int, tile: int, melds: int, extra: bool) -> int:
    """The fan of winning with the tile on a plain discard, from the tiles alone."""
    hand = [p, s, m]
    hand[SUIT_OF[tile]] += UNIT_OF[tile]
    return fan_of(hand_patterns(hand[0], hand[1], hand[2], melds, extra))


def waits_without(known: MahjongState, seat: int, out: list[int]) -> list[Wait]:
    """Waits of the hand without these tiles; none unless 10 - 3k tiles remain, none of the missing suit (M-7.2, M-7.3)."""
    if known.phase in (PHASE_BURY, PHASE_FINISHED):
        return []
    hand = known.hand_of(seat)
    for tile in out:
        if (hand[SUIT_OF[tile]] // UNIT_OF[tile]) & 7 == 0:
            return []
        hand[SUIT_OF[tile]] -= UNIT_OF[tile]
    melds = known.melds[seat]
    held = sum((counts >> 3 * rank) & 7 for counts in hand for rank in range(9))
    missing = known.missing_suit(seat)
    if held != 10 - 3 * (melds & 3) or hand[missing]:
        return []
    mask = wait_mask(hand[0], hand[1], hand[2], missing)
    if not mask:
        return []
    left = unseen_copies(known)
    return [
        Wait(NAMES[tile], left[tile], win_fan(hand[0], hand[1], hand[2], tile, melds, known.rules.qing_extra))
        for tile in range(KINDS)
        if (mask >> tile) & 1
    ]


def waits_of(view: MahjongView, without: list[str]) -> list[Wait]:
    """The same with tiles as text; empty for spectators and invalid tiles."""
    tiles: list[int] = []
    for text in without:
        read = read_tiles(text)
        if read is None:
            return []
        tiles += read
    return [] if view.seat < 0 else waits_without(view.known, view.seat, tiles)
