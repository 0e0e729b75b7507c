"""Library functions on tiles as text: a hand's distance to a win, what it waits for, what helps it.

A hand of 10 or 11 tiles, melds counted as three, is one of 埋三张 and needs three sets; one of 13 or 14 needs four sets or
seven pairs, as in 血战到底 and 血流成河.
A kind has four copies, so no reading of a hand uses a kind five times, and a kind held four times never helps. Tiles in one's
own melds and in `seen` do not change the distance; they only reduce the available copies, and a kind with none left is
omitted.
"""

from __future__ import annotations

from qipai.core.errors import bad_input
from qipai.games.mahjong.distances import nearest_win
from qipai.games.mahjong.hands import MAX_SETS, wait_mask
from qipai.games.mahjong.scoring import copies_of, read_hand, read_melds, read_suit
from qipai.games.mahjong.sichuan_fan import winning_kinds
from qipai.games.mahjong.tiles import COPIES, KINDS, NAMES, pack


def sets_needed(held: list[int], melds: int) -> int:
    """How many sets the held tiles must make, by the size of the hand."""
    size = len(held) + 3 * (melds & 7)
    if size not in (10, 11, 13, 14) or not held:
        raise bad_input(
            f"{len(held)} held tiles and {melds & 7} melds are not a hand",
            f"{len(held)} 张手牌加 {melds & 7} 副碰杠，不成一手牌",
        )
    return size // 3 - (melds & 7)


def shanten(concealed: object, melds: object = (), missing: object = None) -> int:
    """Tiles to exchange until the hand waits: 0 is ready (听牌), -1 complete. Missing-suit tiles do not count.
    BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    copies_of(held, packed)
    sets = sets_needed(held, packed)
    p, s, m = pack(held)
    return (nearest_win(p, s, m, read_suit(missing), sets) >> 27) - 1


def left_of(mask: int, held: list[int], melds: int, seen: object) -> dict[str, int]:
    counts = copies_of(held, melds)
    for t in read_hand(seen):
        counts[t] += 1
    return {NAMES[t]: COPIES - counts[t] for t in range(KINDS) if (mask >> t) & 1 and counts[t] < COPIES}


def waits(concealed: object, melds: object = (), missing: object = None, seen: object = "") -> dict[str, int]:
    """The tiles that would win now, each with its available copies. For 1, 4, 7, 10 or 13 held tiles. BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    sets = sets_needed(held, packed)
    if len(held) != 3 * sets + 1:
        raise bad_input("a hand is ready when it is one tile short", "差一张牌时才谈得上听牌")
    suit = read_suit(missing)
    p, s, m = pack(held)
    if suit >= 0 and (p, s, m)[suit]:
        return {}
    four = sets + (packed & 7) == MAX_SETS
    mask = winning_kinds(p, s, m, packed, suit) if four else wait_mask(p, s, m, suit)
    return left_of(mask, held, packed, seen)


def ukeire(concealed: object, melds: object = (), missing: object = None, seen: object = "") -> dict[str, int]:
    """The useful tiles (进张), which bring the hand one step nearer, each with its available copies.
    BAD_INPUT."""
    held = read_hand(concealed)
    packed = read_melds(melds)
    sets = sets_needed(held, packed)
    p, s, m = pack(held)
    return left_of(nearest_win(p, s, m, read_suit(missing), sets) & 0x7FFFFFF, held, packed, seen)
