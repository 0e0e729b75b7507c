"""Fan and points of the Sichuan family (chapter 30): the same integer of patterns as scoring.py, with five more bits."""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.hands import (
    ALL_OUTSIDE,
    ALL_TRIPLETS,
    NOT_OF_SUIT,
    OUTSIDE_TRIPLETS,
    complete,
    odd_kinds,
    seven_pairs,
    suit_value,
)
from qipai.games.mahjong.melds import KONG_CONCEALED, MELD_BITS, PENG
from qipai.games.mahjong.patterns import (
    DAIYAOJIU,
    DIHU,
    DUIDUIHU,
    GANGSHANGHUA,
    GANGSHANGPAO,
    HAIDI,
    JIANGDUI,
    JINGOUDIAO,
    MENQING,
    QIANGGANG,
    QIDUI,
    QINGYISE,
    ROOT_MASK,
    ROOT_SHIFT,
    TIANHU,
    ZHONGZHANG,
    ZIMO,
    fourth_copies,
)
from qipai.games.mahjong.rules import MENQING_ZHONGZHANG, YAOJIU_JIANGDUI, MahjongRules
from qipai.games.mahjong.tiles import SHIFT_OF, SUIT_OF, TOP_UNIT, UNIT_OF
from qipai.native import i64

NOT_258: Final = 0o707707707  # the counts of all ranks but 2, 5 and 8
ENDS: Final = 0o700000007  # the counts of 1 and 9
POWERS: Final = [1 << n for n in range(61)]
MELDS_OF_HOOK: Final = 4


def sichuan_patterns(p: i64, s: i64, m: i64, melds: i64, fan: i64) -> i64:
    """Patterns of a complete hand: held tiles including the winning one, and melds (M-30.3).

    Readings differ only in triplets and outside sets; the one with the most fan counts (M-30.7). A hand of seven pairs has no
    reading of sets that is worth more, so it always counts as such.
    """
    roots: i64 = fourth_copies(p) + fourth_copies(s) + fourth_copies(m)
    suits: i64 = 0
    if p:
        suits = 1
    if s:
        suits |= 2
    if m:
        suits |= 4
    all_counts: i64 = p | s | m
    menqing: i64 = MENQING
    n: i64 = melds & 7
    rest: i64 = melds >> 3
    k: i64 = n
    outside_melds: bool = True
    while k > 0:
        tile: i64 = rest & 31
        kind: i64 = (rest >> 5) & 3
        suit: i64 = SUIT_OF[tile]
        shift: i64 = SHIFT_OF[tile]
        suits |= 4 >> (2 - suit)
        all_counts |= TOP_UNIT >> (24 - shift)
        if shift != 0 and shift != 24:
            outside_melds = False
        if kind != KONG_CONCEALED:
            menqing = 0
        if kind != PENG:
            roots += 1
        else:
            counts: i64 = p if suit == 0 else (s if suit == 1 else m)
            if (counts >> shift) & 7:
                roots += 1
        rest >>= MELD_BITS
        k -= 1
    out: i64 = roots << ROOT_SHIFT
    if suits & (suits - 1) == 0:
        out |= QINGYISE
    if n == 0 and seven_pairs(p, s, m):
        out |= QIDUI
    else:
        marks: i64 = suit_value(p) & suit_value(s) & suit_value(m)
        outside: bool = fan & YAOJIU_JIANGDUI != 0 and outside_melds and marks & ALL_OUTSIDE != 0
        if outside:
            out |= DAIYAOJIU
            if marks & OUTSIDE_TRIPLETS:
                out |= DUIDUIHU
        elif marks & ALL_TRIPLETS:
            out |= DUIDUIHU
        if n == MELDS_OF_HOOK:
            out |= JINGOUDIAO
    if fan & YAOJIU_JIANGDUI and all_counts & NOT_258 == 0 and out & (DUIDUIHU | QIDUI):
        out |= JIANGDUI
    if fan & MENQING_ZHONGZHANG:
        out |= menqing
        if all_counts & ENDS == 0 and not out & JIANGDUI:
            out |= ZHONGZHANG
    return out


def doubled_fan(patterns: i64) -> i64:
    """The sum of the fan (M-30.1); a plain win has none."""
    fan: i64 = (patterns >> ROOT_SHIFT) & ROOT_MASK
    if patterns & DUIDUIHU:
        fan += 1
    if patterns & QINGYISE:
        fan += 2
    if patterns & JINGOUDIAO:
        fan += 1
    if patterns & QIDUI:
        fan += 2
    if patterns & DAIYAOJIU:
        fan += 2
    if patterns & JIANGDUI:
        fan += 2
    if patterns & MENQING:
        fan += 1
    if patterns & ZHONGZHANG:
        fan += 1
    if patterns & ZIMO:
        fan += 1
    if patterns & (GANGSHANGHUA | GANGSHANGPAO | QIANGGANG):
        fan += 1
    if patterns & HAIDI:
        fan += 1
    if patterns & (TIANHU | DIHU):
        fan += 5
    return fan


def capped(fan: i64, cap: i64) -> i64:
    """The fan that are paid (M-30.2); no cap is 0."""
    return cap if 0 < cap < fan else fan


def points_of(fan: i64, base: i64, cap: i64) -> i64:
    """`base` doubled by each fan, up to the cap (M-30.1, M-30.2)."""
    doublings: i64 = capped(fan, cap)
    return base * POWERS[doublings]


def wins_four(p: i64, s: i64, m: i64, melds: i64) -> bool:
    """Whether the held tiles, the winning one among them, are four sets with the melds and a pair, or seven pairs."""
    if complete(p, s, m):
        return True
    return melds == 0 and seven_pairs(p, s, m)


def winning_kinds(p: i64, s: i64, m: i64, melds: i64, missing: i64) -> i64:
    """Bit mask of the kinds that win by shape (M-27.1, M-27.2); a kind held four times has no fifth copy."""
    mask: i64 = 0
    if missing != 0 and suit_value(s) != 0 and suit_value(m) != 0:
        mask = winning_ranks(p)
    if missing != 1 and suit_value(p) != 0 and suit_value(m) != 0:
        mask |= winning_ranks(s) << 9
    if missing != 2 and suit_value(p) != 0 and suit_value(s) != 0:
        mask |= winning_ranks(m) << 18
    if melds == 0:
        odd: i64 = odd_kinds(p, s, m)
        if odd != 0 and odd & (odd - 1) == 0:
            mask |= odd & NOT_OF_SUIT[missing + 1]
    return mask


def winning_ranks(counts: i64) -> i64:
    """The ranks that complete one suit."""
    mask: i64 = 0
    bit: i64 = 1
    one: i64 = 1
    rank: i64 = 0
    while rank < 9:
        if (counts >> 3 * rank) & 4 == 0 and suit_value(counts + one) != 0:
            mask |= bit
        one <<= 3
        bit <<= 1
        rank += 1
    return mask


def fan_with(p: i64, s: i64, m: i64, tile: i64, melds: i64, fan: i64) -> i64:
    """The fan of winning with the tile, by the hand alone."""
    one: i64 = UNIT_OF[tile]
    if tile < 9:
        p += one
    elif tile < 18:
        s += one
    else:
        m += one
    return doubled_fan(sichuan_patterns(p, s, m, melds, fan))


def copies_owned(p: i64, s: i64, m: i64, melds: i64, tile: i64) -> i64:
    """Copies of the kind in hand and melds."""
    counts: i64 = p if tile < 9 else (s if tile < 18 else m)
    own: i64 = (counts >> SHIFT_OF[tile]) & 7
    n: i64 = melds & 7
    rest: i64 = melds >> 3
    while n > 0:
        if rest & 31 == tile:
            own += 3 if (rest >> 5) & 3 == PENG else 4
        rest >>= MELD_BITS
        n -= 1
    return own


def ready_waits(p: i64, s: i64, m: i64, melds: i64, missing: i64) -> i64:
    """The waits of M-32.4: winning kinds of which the seat itself has fewer than four copies; none while it is a pig."""
    held: i64 = p if missing == 0 else (s if missing == 1 else m)
    if held:
        return 0
    mask: i64 = winning_kinds(p, s, m, melds, missing)
    out: i64 = 0
    tile: i64 = 0
    bit: i64 = 1
    while mask >= bit:
        if mask & bit and copies_owned(p, s, m, melds, tile) < 4:
            out |= bit
        bit <<= 1
        tile += 1
    return out


def largest_fan(p: i64, s: i64, m: i64, melds: i64, waits: i64, fan: i64) -> i64:
    """The largest fan over the waits, by the hand alone (M-32.4)."""
    best: i64 = 0
    tile: i64 = 0
    while waits:
        if waits & 1:
            here: i64 = fan_with(p, s, m, tile, melds, fan)
            if here > best:
                best = here
        waits >>= 1
        tile += 1
    return best


def win_points(patterns: i64, rules: MahjongRules) -> i64:
    """The points of a win, without the bonus of a self-drawn one."""
    return points_of(doubled_fan(patterns), rules.base, rules.cap)
