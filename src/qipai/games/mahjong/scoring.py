"""Fan (chapter 9): the patterns of a win, their total value, and scores of hands as text."""

from __future__ import annotations

from typing import Final, NamedTuple

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


def read_hand(text: str) -> list[int]:
    kinds = read_tiles(text)
    if kinds is None:
        raise ValueError(f"these are not tiles: {text!r}")
    return kinds


def read_melds(melds: object) -> int:
    """[["peng", "5m"], ...] packed."""
    if not isinstance(melds, (list, tuple)) or len(melds) > 4:
        raise ValueError("melds are at most four pairs of kind and tile")
    out = 0
    for meld in melds:
        if not isinstance(meld, (list, tuple)) or len(meld) != 2 or meld[0] not in KIND_NAMES:
            raise ValueError(f"a meld is [kind, tile] with a kind of {', '.join(KIND_NAMES)}: {meld!r}")
        kinds = read_hand(str(meld[1]))
        if len(kinds) != 1:
            raise ValueError(f"a meld names one tile: {meld!r}")
        out = add_meld(out, kinds[0], KIND_NAMES.index(meld[0]), 0)
    return out


def read_suit(missing: object) -> int:
    """p, s or m as a suit; None as -1."""
    if missing is None:
        return -1
    if not isinstance(missing, str) or len(missing) != 1 or missing not in SUITS:
        raise ValueError(f"the missing suit is p, s or m: {missing!r}")
    return SUITS.index(missing)


def copies_of(kinds: list[int], melds: int) -> list[int]:
    """Copies of each kind among tiles and melds; ValueError above four."""
    counts = [0] * 27
    for t in kinds:
        counts[t] += 1
    for k in range(melds & 7):
        meld = meld_at(melds, k)
        counts[meld_tile(meld)] += 3 if meld_kind(meld) == PENG else COPIES
    if max(counts) > COPIES:
        raise ValueError("a kind has four copies")
    return counts


def score(
    concealed: str,
    melds: object,
    missing: str | None,
    win: str,
    by: str,
    flags: object = (),
    rules: object = None,
) -> Win | None:
    """The fan of a win, or None if the hand does not win.

    `concealed` are the held tiles without the winning one ("123p55s"), `melds` pairs such as ["peng", "6m"], `missing` the
    missing suit, `by` "self" or "discard" and, in the Sichuan family, "rob" or "fed", `flags` any of heavenly, earthly,
    after_kong, kong_discard, last_tile, robbed (M-9.14, M-36.1).
    ValueError on invalid input: wrong number of tiles, five copies, unknown words.
    """
    given: MahjongRules = read_rules(rules)
    held = read_hand(concealed)
    packed = read_melds(melds)
    suit = read_suit(missing)
    winning = read_hand(win)
    if len(winning) != 1:
        raise ValueError(f"one tile wins: {win!r}")
    if len(held) + 3 * (packed & 7) != given.hand_size:
        raise ValueError(f"{len(held)} held tiles and {packed & 7} melds are not a hand before its winning tile")
    ways = ("self", "discard", "rob", "fed") if given.sichuan else ("self", "discard")
    if by not in ways:
        raise ValueError(f"a win is by {', '.join(ways)}: {by!r}")
    known = (*FLAGS, "robbed") if given.sichuan else FLAGS
    if not isinstance(flags, (list, tuple, set, frozenset)) or any(flag not in known for flag in flags):
        raise ValueError(f"flags are of {', '.join(known)}: {flags!r}")
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
