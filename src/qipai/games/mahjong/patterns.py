"""The patterns of a win as bits of one integer, and three bits that count the roots."""

from __future__ import annotations

from typing import Final, NamedTuple

from qipai.core.text import Text
from qipai.native import i64

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
# of the Sichuan family
QIDUI: Final = 16384
DAIYAOJIU: Final = 32768
JIANGDUI: Final = 65536
ZHONGZHANG: Final = 131072
QIANGGANG: Final = 262144

# what the held tiles add, given the melds
HAND_PATTERNS: Final = (
    (ROOT_MASK << ROOT_SHIFT) | DUIDUIHU | QINGYISE | QING_JINGOUDIAO | QIDUI | DAIYAOJIU | JIANGDUI | ZHONGZHANG
)
FOURTHS: Final = 0x4924924  # bit 2 of each rank's count, set exactly when all four copies are held


def fourth_copies(counts: i64) -> i64:
    """How many ranks of a suit are held four times."""
    total: i64 = 0
    rest: i64 = counts & FOURTHS
    while rest:
        rest &= rest - 1
        total += 1
    return total


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
SICHUAN_PATTERNS: Final = [
    Pattern("duiduihu", DUIDUIHU, 1, Text("all pungs", "对对胡"), "M-30.3"),
    Pattern("jingoudiao", JINGOUDIAO, 1, Text("golden hook", "金钩钓"), "M-30.3"),
    Pattern("qidui", QIDUI, 2, Text("seven pairs", "七对"), "M-30.3"),
    Pattern("qingyise", QINGYISE, 2, Text("full flush", "清一色"), "M-30.3"),
    Pattern("root", 0, 1, Text("root", "根"), "M-30.3"),
    Pattern("daiyaojiu", DAIYAOJIU, 2, Text("outside hand", "带幺九"), "M-30.3"),
    Pattern("jiangdui", JIANGDUI, 2, Text("pungs of 2/5/8", "将对"), "M-30.3"),
    Pattern("menqing", MENQING, 1, Text("concealed hand", "门清"), "M-30.3"),
    Pattern("zhongzhang", ZHONGZHANG, 1, Text("no 1 or 9", "中张"), "M-30.3"),
    Pattern("zimo", ZIMO, 1, Text("self-drawn", "自摸"), "M-31.2"),
    Pattern("gangshanghua", GANGSHANGHUA, 1, Text("win after a kong", "杠上花"), "M-30.3"),
    Pattern("gangshangpao", GANGSHANGPAO, 1, Text("win on a kong discard", "杠上炮"), "M-30.3"),
    Pattern("qianggang", QIANGGANG, 1, Text("robbed kong", "抢杠胡"), "M-25.5"),
    Pattern("haidi", HAIDI, 1, Text("last-tile win", "海底"), "M-30.3"),
    Pattern("tianhu", TIANHU, 5, Text("heavenly hand", "天胡"), "M-30.6"),
    Pattern("dihu", DIHU, 5, Text("earthly hand", "地胡"), "M-30.6"),
]
PATTERN_BY_NAME: Final = {row.name: row for row in PATTERNS}
SICHUAN_PATTERN_BY_NAME: Final = {row.name: row for row in SICHUAN_PATTERNS}


def pattern_fans(patterns: int, sichuan: bool = False) -> dict[str, int]:
    """The patterns that count, by name, with the fan of each."""
    out: dict[str, int] = {}
    for row in SICHUAN_PATTERNS if sichuan else PATTERNS:
        if row.name == "basic":
            out["basic"] = row.fan
        elif row.name == "root":
            roots = (patterns >> ROOT_SHIFT) & ROOT_MASK
            if roots:
                out["root"] = roots
        elif patterns & row.bit:
            out[row.name] = row.fan
    return out


def read_patterns(fans: object, sichuan: bool = False) -> int | None:
    """The inverse of `pattern_fans`; None if malformed."""
    if not isinstance(fans, dict):
        return None
    out = 0
    for row in SICHUAN_PATTERNS if sichuan else PATTERNS:
        fan = fans.get(row.name, 0)
        if row.name == "root":
            if not isinstance(fan, int) or not 0 <= fan <= ROOT_MASK:
                return None
            out |= fan << ROOT_SHIFT
        elif fan:
            out |= row.bit
    return out if pattern_fans(out, sichuan) == fans else None
