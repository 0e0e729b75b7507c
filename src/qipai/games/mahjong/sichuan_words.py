"""The words of the Sichuan family: titles, reasons of payments, names of sums of fan, what a check finds."""

from __future__ import annotations

from typing import Final

from qipai.core.text import Text
from qipai.games.mahjong.rules import MahjongRules

SICHUAN_CLAUSES: Final = {
    "hu": "M-31.1",
    "kong_exposed": "M-26.1",
    "kong_concealed": "M-26.1",
    "kong_added": "M-26.1",
    "kong_transfer": "M-26.5",
    "kong_back": "M-26.5",
    "flower_pig": "M-32.5",
    "not_ready": "M-32.6",
    "kong_refund": "M-32.7",
}
REASON_WORDS: Final = {
    "kong_transfer": Text("kong payment handed on", "呼叫转移"),
    "kong_back": Text("kong payment returned", "退杠钱"),
    "flower_pig": Text("void-suit tiles left", "查花猪"),
    "not_ready": Text("not ready", "查大叫"),
    "kong_refund": Text("kong payment returned", "退税"),
}
STATUS_WORDS: Final = {
    "pig": Text("still holds the void suit", "花猪"),
    "unready": Text("not ready", "没下叫"),
    "ready": Text("ready", "下叫"),
    "won": Text("has won", "已胡"),
}
DIRECTIONS: Final = {
    "next": Text("to the next player", "给下家"),
    "across": Text("to the player across", "给对家"),
    "previous": Text("to the previous player", "给上家"),
}
PRESET_TITLES: Final = {
    "chengdu": Text("Sichuan mahjong, blood battle", "四川麻将 · 血战到底"),
    "river": Text("Sichuan mahjong, rivers of blood", "四川麻将 · 血流成河"),
}
BURY_TITLE: Final = Text("Sichuan mahjong, bury three", "四川麻将 · 埋三张")


def title_of(rules: MahjongRules) -> Text:
    """By what is played, whatever the preset that it started from."""
    if not rules.sichuan:
        return BURY_TITLE
    return PRESET_TITLES["chengdu" if rules.leave else "river"]


def points_text(points: object) -> str:
    return "1 point" if points == 1 else f"{points} points"


def direction_words(direction: str, die: object) -> Text:
    """Where the swapped tiles went, and the die that said so."""
    to = DIRECTIONS[direction]
    if die is None:
        return Text(f"Swapped tiles go {to.en}", f"换三张：{to.zh}")
    return Text(f"The die shows {die}: swapped tiles go {to.en}", f"骰子 {die} 点，换三张：{to.zh}")


def sum_name(patterns: dict[str, int]) -> Text | None:
    """The name of a sum of fan (M-30.4); nothing is added for it."""
    roots = patterns.get("root", 0)
    flush = "qingyise" in patterns
    if "qidui" in patterns:
        return pairs_name(roots, flush, "jiangdui" in patterns)
    if "jingoudiao" in patterns:
        if roots >= 4:
            return Text("full-flush eighteen arhats", "清十八罗汉") if flush else Text("eighteen arhats", "十八罗汉")
        if flush:
            return Text("full-flush golden hook", "清金钩钓")
        return Text("golden hook of 2/5/8", "将金钩钓") if "jiangdui" in patterns else None
    if "duiduihu" in patterns and flush:
        return Text("full-flush pungs", "清对")
    if "daiyaojiu" in patterns and flush:
        return Text("full-flush outside hand", "清幺九")
    return None


def pairs_name(roots: int, flush: bool, all_258: bool) -> Text | None:
    if flush:
        return Text("full-flush dragon pairs", "清龙七对") if roots else Text("full-flush seven pairs", "清七对")
    if roots >= 2:
        return Text("double dragon pairs", "双龙七对")
    if roots:
        return Text("dragon pairs", "龙七对")
    return Text("seven pairs of 2/5/8", "将七对") if all_258 else None
