"""Library functions on tiles as text: a hand's distance to a win, what it waits for, what helps it.

A kind has four copies, so no reading of a hand uses a kind five times, and a kind held four times never helps. Tiles in one's
own melds and in `seen` do not change the distance; they only reduce the available copies, and a kind with none left is
omitted.
"""

from __future__ import annotations

from qipai.core.errors import bad_input
from qipai.games.mahjong.hands import nearest, wait_mask
from qipai.games.mahjong.scoring import copies_of, read_hand, read_melds, read_suit
from qipai.games.mahjong.tiles import COPIES, KINDS, NAMES, pack


def sets_needed(held: list[int], melds: int) -> int:
    sets = 3 - (melds & 3)
    if len(held) not in (3 * sets + 1, 3 * sets + 2):
        raise bad_input(
            f"{len(held)} held tiles and {melds & 3} melds are not a hand",
            f"{len(held)} 张手牌加 {melds & 3} 副碰杠，不成一手牌",
        )
    return sets


def shanten(concealed: object, melds: object = (), missing: object = None) -> int:
    """Tiles to exchange until the hand waits: 0 is ready (听牌), -1 complete. Missing-suit tiles do not count.
    BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    copies_of(held, packed)
    sets = sets_needed(held, packed)
    p, s, m = pack(held)
    return (nearest(p, s, m, read_suit(missing), sets) >> 27) - 1


def left_of(mask: int, held: list[int], melds: int, seen: object) -> dict[str, int]:
    counts = copies_of(held, melds)
    for t in read_hand(seen):
        counts[t] += 1
    return {NAMES[t]: COPIES - counts[t] for t in range(KINDS) if (mask >> t) & 1 and counts[t] < COPIES}


def waits(concealed: object, melds: object = (), missing: object = None, seen: object = "") -> dict[str, int]:
    """The tiles that would win now, each with its available copies. For 1, 4, 7 or 10 held tiles. BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    sets = sets_needed(held, packed)
    if len(held) != 3 * sets + 1:
        raise bad_input("a hand is ready when it is one tile short", "差一张牌时才谈得上听牌")
    suit = read_suit(missing)
    p, s, m = pack(held)
    if suit >= 0 and (p, s, m)[suit]:
        return {}
    return left_of(wait_mask(p, s, m, suit), held, packed, seen)


def ukeire(concealed: object, melds: object = (), missing: object = None, seen: object = "") -> dict[str, int]:
    """The useful tiles (进张), which bring the hand one step nearer, each with its available copies.
    BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    sets = sets_needed(held, packed)
    p, s, m = pack(held)
    return left_of(nearest(p, s, m, read_suit(missing), sets) & 0x7FFFFFF, held, packed, seen)
