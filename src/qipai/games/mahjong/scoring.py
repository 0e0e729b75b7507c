"""Fan (chapter 9): the patterns of a win, their total value, and scores of hands as text."""

from __future__ import annotations

from typing import Final, NamedTuple

from qipai.core.data import brief
from qipai.core.errors import bad_input
from qipai.games.mahjong.hands import all_triplets, complete
from qipai.games.mahjong.melds import (
    KIND_NAMES,
    KONG_CONCEALED,
    MELD_BITS,
    PENG,
    add_meld,
    meld_at,
    meld_kind,
    meld_tile,
)
from qipai.games.mahjong.patterns import (
    DIHU,
    DUIDUIHU,
    GANGSHANGHUA,
    GANGSHANGPAO,
    HAIDI,
    JINGOUDIAO,
    MENQING,
    QIANGGANG,
    QING_JINGOUDIAO,
    QINGYISE,
    ROOT_MASK,
    ROOT_SHIFT,
    TIANHU,
    ZIMO,
    fourth_copies,
    pattern_fans,
)
from qipai.games.mahjong.rules import QING_EXTRA, SICHUAN, MahjongRules, read_rules
from qipai.games.mahjong.sichuan_fan import doubled_fan, points_of, sichuan_patterns, wins_four
from qipai.games.mahjong.tiles import COPIES, SHIFT_OF, SUIT_OF, SUITS, pack, read_tiles
from qipai.native import i64

FLAGS: Final = ("heavenly", "earthly", "after_kong", "kong_discard", "last_tile")


def hand_patterns(p: i64, s: i64, m: i64, melds: i64, fan: i64) -> i64:
    """Patterns of the tiles: held tiles including the winning one, and melds (M-9.3, M-9.5 to M-9.9, M-30.3).

    `fan` are the rules that they depend on, `MahjongRules.fan`.
    """
    if fan & SICHUAN:
        return sichuan_patterns(p, s, m, melds, fan)
    roots: i64 = fourth_copies(p) + fourth_copies(s) + fourth_copies(m)
    suits: i64 = 0
    if p:
        suits = 1
    if s:
        suits |= 2
    if m:
        suits |= 4
    menqing: i64 = MENQING
    n: i64 = melds & 7
    rest: i64 = melds >> 3
    k: i64 = n
    while k > 0:
        tile: i64 = rest & 31
        kind: i64 = (rest >> 5) & 3
        suit: i64 = SUIT_OF[tile]
        suits |= 4 >> (2 - suit)
        if kind != KONG_CONCEALED:
            menqing = 0
        if kind != PENG:
            roots += 1
        else:
            counts: i64 = p if suit == 0 else (s if suit == 1 else m)
            if (counts >> SHIFT_OF[tile]) & 7:
                roots += 1
        rest >>= MELD_BITS
        k -= 1
    out: i64 = menqing | (roots << ROOT_SHIFT)
    if all_triplets(p, s, m):
        out |= DUIDUIHU
    if suits & (suits - 1) == 0:
        out |= QINGYISE
    if n == 3:
        out |= JINGOUDIAO
        if fan & QING_EXTRA and out & QINGYISE:
            out |= QING_JINGOUDIAO
    return out


def fan_of(patterns: i64) -> i64:
    """The total fan of a win (M-9.1), at least 1."""
    fan: i64 = 1 + ((patterns >> ROOT_SHIFT) & ROOT_MASK)
    if patterns & MENQING:
        fan += 1
    if patterns & ZIMO:
        fan += 1
    if patterns & DUIDUIHU:
        fan += 1
    if patterns & QINGYISE:
        fan += 2
    if patterns & JINGOUDIAO:
        fan += 1
    if patterns & QING_JINGOUDIAO:
        fan += 4
    if patterns & (TIANHU | DIHU):
        fan += 5
    if patterns & (GANGSHANGHUA | GANGSHANGPAO):
        fan += 1
    if patterns & HAIDI:
        fan += 1
    return fan


class Win(NamedTuple):
    """A scored win: its fan and patterns, its points, and what each payer of a self-drawn one pays, with the bonus."""

    fan: int
    patterns: dict[str, int]
    points: int
    each: int | None


# arguments are declared `object` and checked here: compiled functions would raise TypeError before their first line
def read_hand(text: object) -> list[int]:
    kinds = read_tiles(text) if isinstance(text, str) else None
    if kinds is None:
        raise bad_input(f"these are not tiles: {brief(text)}", f"这不是牌：{brief(text)}")
    return kinds


def read_melds(melds: object) -> int:
    """[["peng", "5m"], ...] packed."""
    if not isinstance(melds, (list, tuple)) or len(melds) > 4:
        raise bad_input("melds are at most four pairs of kind and tile", "碰杠至多四副，每副写明种类与牌")
    out = 0
    for meld in melds:
        if not isinstance(meld, (list, tuple)) or len(meld) != 2 or not isinstance(meld[0], str) or meld[0] not in KIND_NAMES:
            names = ", ".join(KIND_NAMES)
            raise bad_input(
                f"a meld is [kind, tile] with a kind of {names}: {brief(meld)}",
                f"碰杠应为 [种类, 牌]，种类有 {names}：{brief(meld)}",
            )
        kinds = read_hand(meld[1])
        if len(kinds) != 1:
            raise bad_input(f"a meld names one tile: {brief(meld)}", f"每副碰杠只写一张牌：{brief(meld)}")
        out = add_meld(out, kinds[0], KIND_NAMES.index(meld[0]), 0)
    return out


def read_suit(missing: object) -> int:
    """p, s or m as a suit; None as -1."""
    if missing is None:
        return -1
    if not isinstance(missing, str) or len(missing) != 1 or missing not in SUITS:
        raise bad_input(f"the void suit is p, s or m: {brief(missing)}", f"缺门应为 p、s 或 m：{brief(missing)}")
    return SUITS.index(missing)


def copies_of(kinds: list[int], melds: int) -> list[int]:
    """Copies of each kind among tiles and melds; BAD_INPUT above four."""
    counts = [0] * 27
    for t in kinds:
        counts[t] += 1
    for k in range(melds & 7):
        meld = meld_at(melds, k)
        counts[meld_tile(meld)] += 3 if meld_kind(meld) == PENG else COPIES
    if max(counts) > COPIES:
        raise bad_input("a kind has four copies", "同一种牌只有四张")
    return counts


def score(
    concealed: object,
    melds: object,
    missing: object,
    win: object,
    by: object,
    flags: object = (),
    rules: object = None,
) -> Win | None:
    """The fan of a win, or None if the hand does not win.

    `concealed` are the held tiles without the winning one ("123p55s"), `melds` pairs such as ["peng", "6m"], `missing` the
    missing suit, `by` "self" or "discard" and, in the Sichuan family, "rob" or "fed", `flags` any of heavenly, earthly,
    after_kong, kong_discard, last_tile, robbed (M-9.14, M-36.1).
    BAD_INPUT: wrong number of tiles, five copies, unknown words.
    """
    given: MahjongRules = read_rules(rules)
    held = read_hand(concealed)
    packed = read_melds(melds)
    suit = read_suit(missing)
    winning = read_hand(win)
    if len(winning) != 1:
        raise bad_input(f"one tile wins: {brief(win)}", f"胡的是一张牌：{brief(win)}")
    if len(held) + 3 * (packed & 7) != given.hand_size:
        raise bad_input(
            f"{len(held)} held tiles and {packed & 7} melds are not a hand before its winning tile",
            f"{len(held)} 张手牌加 {packed & 7} 副碰杠，不是差一张胡的牌",
        )
    ways = ("self", "discard", "rob", "fed") if given.sichuan else ("self", "discard")
    if not isinstance(by, str) or by not in ways:
        names = ", ".join(ways)
        raise bad_input(f"a win is by one of {names}: {brief(by)}", f"胡法有 {names}：{brief(by)}")
    known = (*FLAGS, "robbed") if given.sichuan else FLAGS
    if not isinstance(flags, (list, tuple, set, frozenset)) or not all(isinstance(f, str) and f in known for f in flags):
        names = ", ".join(known)
        raise bad_input(f"flags are of {names}: {brief(flags)}", f"标记有 {names}：{brief(flags)}")
    counts = copies_of(held + winning, packed)
    if suit >= 0 and any(counts[9 * suit : 9 * suit + 9]):
        return None
    p, s, m = pack(held + winning)
    if not (wins_four(p, s, m, packed) if given.sichuan else complete(p, s, m)):
        return None
    patterns = hand_patterns(p, s, m, packed, given.fan)
    if given.sichuan:
        return score_sichuan(patterns, by, [str(flag) for flag in flags], given)
    if by == "self":
        patterns |= ZIMO
        patterns |= TIANHU if "heavenly" in flags else 0
        patterns |= DIHU if "earthly" in flags else 0
        patterns |= GANGSHANGHUA if "after_kong" in flags else 0
        patterns |= HAIDI if "last_tile" in flags else 0
    else:
        patterns |= GANGSHANGPAO if "kong_discard" in flags else 0
        patterns |= HAIDI if "last_tile" in flags and given.haidi_on_discard else 0
    fan = fan_of(patterns)
    return Win(fan, pattern_fans(patterns), fan, fan if by == "self" else None)


def score_sichuan(patterns: int, by: str, flags: list[str], rules: MahjongRules) -> Win:
    """What the way of winning adds, and the points (M-30.5, M-30.6, M-31.2, M-36.1)."""
    own = by in ("self", "fed")
    if by == "self":
        patterns |= ZIMO if rules.zimo_fan else 0
        patterns |= TIANHU if "heavenly" in flags and rules.tiandihu else 0
        patterns |= DIHU if "earthly" in flags and rules.tiandihu else 0
    if by == "fed" or (own and "after_kong" in flags):
        patterns |= GANGSHANGHUA
    if by == "discard":
        patterns |= GANGSHANGPAO if "kong_discard" in flags else 0
        patterns |= DIHU if "earthly" in flags and rules.dihu_on_discard else 0
    if by == "rob":
        patterns |= QIANGGANG
    elif "last_tile" in flags and (own or rules.haidi_on_discard):
        patterns |= HAIDI
    fan = doubled_fan(patterns)
    points = points_of(fan, rules.base, rules.cap)
    return Win(fan, pattern_fans(patterns, True), points, points + rules.zimo_base if by == "self" else None)
