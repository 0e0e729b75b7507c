"""The tiles that a view leaves open."""

from __future__ import annotations

from qipai.games.mahjong.actions import buried_tiles
from qipai.games.mahjong.events import ANSWER, DECLARED, DISCARD, FURTHER, KONG_MADE, PENG_MADE, WIN
from qipai.games.mahjong.melds import KONG_CONCEALED, KONG_EXPOSED
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import COPIES, unpack


def unseen_copies(known: MahjongState) -> list[int]:
    """By kind: four minus absent, melded, in rivers, won by draw, and known in hands and burials (M-16.1)."""
    left: list[int] = [COPIES] * 27
    declared = False
    for code in known.log:
        kind = code & 7
        tile = (code >> 5) & 31
        if kind == DISCARD:
            left[tile] -= 1
        elif kind == PENG_MADE:
            left[tile] -= 2
        elif kind == KONG_MADE:
            made = (code >> 10) & 3
            left[tile] -= 3 if made == KONG_EXPOSED else (4 if made == KONG_CONCEALED else 1)
        elif kind == WIN and ((code >> 10) & 1 or declared):
            left[tile] -= 1  # a robbed tile once, however many win on it
        if kind != ANSWER:
            declared = kind == FURTHER and (code >> 10) & 7 == DECLARED
    for seat in range(4):
        for tile in unpack(known.counts(seat, 0), known.counts(seat, 1), known.counts(seat, 2)):
            left[tile] -= 1
        if known.buried[seat] and not known.rules.sichuan:
            for tile in buried_tiles(known.buried[seat]):
                left[tile] -= 1
    for tile in unpack(known.absent[0], known.absent[1], known.absent[2]):
        left[tile] -= 1
    return left
