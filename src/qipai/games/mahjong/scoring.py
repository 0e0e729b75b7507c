"""Fan (chapter 9): the patterns of a win as one small integer, their names and their total value."""

from __future__ import annotations

from typing import Final, NamedTuple

from qipai.core.data import brief
from qipai.core.errors import bad_input
from qipai.core.text import Text
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
from qipai.games.mahjong.rules import MahjongRules, read_rules
from qipai.games.mahjong.tiles import COPIES, SHIFT_OF, SUIT_OF, SUITS, pack, read_tiles
from qipai.native import i64

# a win's patterns: one bit each, and three bits that count the roots
MENQING: Final = 1
ZIMO: Final = 2
ROOT_SHIFT: Final = 2
ROOT_MASK: Final = 7
DUIDUIHU: Final = 32
QINGYISE: Final = 64
JINGOUDIAO: Final = 128
QING_JINGOUDIAO: Final = 256
TIANHU: Final = 512
DIHU: Final = 1024
GANGSHANGHUA: Final = 2048
GANGSHANGPAO: Final = 4096
HAIDI: Final = 8192

# what the held tiles add, given the melds
HAND_PATTERNS: Final = (ROOT_MASK << ROOT_SHIFT) | DUIDUIHU | QINGYISE | QING_JINGOUDIAO


class Pattern(NamedTuple):
    """A row of the fan table."""

    name: str
    bit: int
    fan: int
    title: Text
    clause: str


PATTERNS: Final = [
    Pattern("basic", 0, 1, Text("basic win", "基本胡"), "M-9.2"),
    Pattern("menqing", MENQING, 1, Text("concealed hand", "门清"), "M-9.3"),
    Pattern("zimo", ZIMO, 1, Text("self-drawn", "自摸"), "M-9.4"),
    Pattern("root", 0, 1, Text("root", "根"), "M-9.5"),
    Pattern("duiduihu", DUIDUIHU, 1, Text("all pungs", "对对胡"), "M-9.6"),
    Pattern("qingyise", QINGYISE, 2, Text("full flush", "清一色"), "M-9.7"),
    Pattern("jingoudiao", JINGOUDIAO, 1, Text("golden hook", "金钩钓"), "M-9.8"),
    Pattern("qing_jingoudiao", QING_JINGOUDIAO, 4, Text("full-flush golden hook", "清金钩钓"), "M-9.9"),
    Pattern("tianhu", TIANHU, 5, Text("heavenly hand", "天胡"), "M-9.10"),
    Pattern("dihu", DIHU, 5, Text("earthly hand", "地胡"), "M-9.10"),
    Pattern("gangshanghua", GANGSHANGHUA, 1, Text("win after a kong", "杠上花"), "M-9.11"),
    Pattern("gangshangpao", GANGSHANGPAO, 1, Text("win on a kong discard", "杠上炮"), "M-9.11"),
    Pattern("haidi", HAIDI, 1, Text("last-tile win", "海底捞月"), "M-9.13"),
]
PATTERN_BY_NAME: Final = {row.name: row for row in PATTERNS}
FLAGS: Final = ("heavenly", "earthly", "after_kong", "kong_discard", "last_tile")

FOURTHS: Final = 0x4924924  # bit 2 of each rank's count, set exactly when all four copies are held


def fourth_copies(counts: i64) -> i64:
    """How many ranks of a suit are held four times."""
    total: i64 = 0
    rest: i64 = counts & FOURTHS
    while rest:
        rest &= rest - 1
        total += 1
    return total


def hand_patterns(p: i64, s: i64, m: i64, melds: i64, qing_extra: bool) -> i64:
    """Patterns of the tiles: held tiles including the winning one, and melds (M-9.3, M-9.5 to M-9.9)."""
    roots: i64 = fourth_copies(p) + fourth_copies(s) + fourth_copies(m)
    suits: i64 = 0
    if p:
        suits = 1
    if s:
        suits |= 2
    if m:
        suits |= 4
    menqing: i64 = MENQING
    n: i64 = melds & 3
    rest: i64 = melds >> 2
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
        if qing_extra and out & QINGYISE:
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


def pattern_fans(patterns: i64) -> dict[str, int]:
    """The patterns that count, by name, with the fan of each."""
    out: dict[str, int] = {}
    for row in PATTERNS:
        if row.name == "basic":
            out["basic"] = row.fan
        elif row.name == "root":
            roots = (patterns >> ROOT_SHIFT) & ROOT_MASK
            if roots:
                out["root"] = roots
        elif patterns & row.bit:
            out[row.name] = row.fan
    return out


def read_patterns(fans: object) -> int | None:
    """The inverse of `pattern_fans`; None if malformed."""
    if not isinstance(fans, dict):
        return None
    out = 0
    for row in PATTERNS:
        fan = fans.get(row.name, 0)
        if row.name == "root":
            if not isinstance(fan, int) or not 0 <= fan <= ROOT_MASK:
                return None
            out |= fan << ROOT_SHIFT
        elif fan:
            out |= row.bit
    return out if pattern_fans(out) == fans else None


class Win(NamedTuple):
    """A scored win: its fan and patterns."""

    fan: int
    patterns: dict[str, int]


# arguments are declared `object` and checked here: compiled functions would raise TypeError before their first line
def read_hand(text: object) -> list[int]:
    kinds = read_tiles(text) if isinstance(text, str) else None
    if kinds is None:
        raise bad_input(f"these are not tiles: {brief(text)}", f"这不是牌：{brief(text)}")
    return kinds


def read_melds(melds: object) -> int:
    """[["peng", "5m"], ...] packed."""
    if not isinstance(melds, (list, tuple)) or len(melds) > 3:
        raise bad_input("melds are at most three pairs of kind and tile", "碰杠至多三副，每副写明种类与牌")
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
    for k in range(melds & 3):
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
    missing suit, `by` "self" or "discard", `flags` any of heavenly, earthly, after_kong, kong_discard, last_tile (M-9.14).
    BAD_INPUT: wrong number of tiles, five copies, unknown words.
    """
    given: MahjongRules = read_rules(rules)
    held = read_hand(concealed)
    packed = read_melds(melds)
    suit = read_suit(missing)
    winning = read_hand(win)
    if len(winning) != 1:
        raise bad_input(f"one tile wins: {brief(win)}", f"胡的是一张牌：{brief(win)}")
    if len(held) + 3 * (packed & 3) != 10:
        raise bad_input(
            f"{len(held)} held tiles and {packed & 3} melds are not a hand before its winning tile",
            f"{len(held)} 张手牌加 {packed & 3} 副碰杠，不是差一张胡的牌",
        )
    if not isinstance(by, str) or by not in ("self", "discard"):
        raise bad_input(f"a win is by self or by discard: {brief(by)}", f"胡法应为 self 或 discard：{brief(by)}")
    if not isinstance(flags, (list, tuple, set, frozenset)) or not all(isinstance(f, str) and f in FLAGS for f in flags):
        names = ", ".join(FLAGS)
        raise bad_input(f"flags are of {names}: {brief(flags)}", f"标记有 {names}：{brief(flags)}")
    counts = copies_of(held + winning, packed)
    if suit >= 0 and any(counts[9 * suit : 9 * suit + 9]):
        return None
    p, s, m = pack(held + winning)
    if not complete(p, s, m):
        return None
    patterns = hand_patterns(p, s, m, packed, given.qing_extra)
    if by == "self":
        patterns |= ZIMO
        patterns |= TIANHU if "heavenly" in flags else 0
        patterns |= DIHU if "earthly" in flags else 0
        patterns |= GANGSHANGHUA if "after_kong" in flags else 0
        patterns |= HAIDI if "last_tile" in flags else 0
    else:
        patterns |= GANGSHANGPAO if "kong_discard" in flags else 0
        patterns |= HAIDI if "last_tile" in flags and given.haidi_on_discard else 0
    return Win(fan_of(patterns), pattern_fans(patterns))
