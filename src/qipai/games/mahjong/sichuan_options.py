"""The options of the Sichuan family, its presets, and the combinations that are refused (chapter 21)."""

from __future__ import annotations

from typing import Final

from qipai.core.errors import BadRecord
from qipai.core.rules import Option, Value
from qipai.core.text import Text

YES_NO: Final[dict[Value, Text]] = {False: Text("no", "否"), True: Text("yes", "是")}
MOST_BASE: Final = 1_000_000  # the largest sums still fit the kernel's integers
MOST_CAP: Final = 20  # no hand has as many fan

SICHUAN_OPTIONS: Final = [
    Option(
        "opening",
        "bury",
        Text("Start of a deal", "开局"),
        "M-22.1",
        {
            "bury": Text("bury three", "埋三张"),
            "missing": Text("choose a void suit", "定缺"),
            "swap": Text("swap three, then choose a void suit", "换三张再定缺"),
        },
    ),
    Option(
        "swap_direction",
        "dice",
        Text("Swapped tiles go to", "换三张的方向"),
        "M-22.4",
        {
            "dice": Text("as the die decides", "掷骰子定"),
            "next": Text("the next player", "下家"),
            "across": Text("the player across", "对家"),
            "previous": Text("the previous player", "上家"),
        },
    ),
    Option(
        "missing_first",
        True,
        Text("Void suit must be discarded first", "先打缺门"),
        "M-23.5",
        {True: YES_NO[True], False: YES_NO[False]},
    ),
    Option(
        "after_win",
        "stay",
        Text("After a win", "胡了以后"),
        "M-28.1",
        {
            "stay": Text("winners play on with a locked hand", "锁手接着胡（血流）"),
            "leave": Text("winners leave the deal", "下场（血战）"),
        },
    ),
    Option(
        "locked_kong",
        "none",
        Text("Kongs of a locked hand", "胡了以后开杠"),
        "M-28.4",
        {
            "none": Text("none", "不能杠"),
            "added": Text("only added to a pung", "只能补杠"),
            "same_waits": Text("if the winning tiles stay the same", "不改叫就能杠"),
        },
    ),
    Option(
        "next_after_win",
        "discarder",
        Text("After a win on a discard, draws next", "点炮胡了以后谁摸牌"),
        "M-24.3",
        {
            "discarder": Text("the player after the discarder", "点炮的下家"),
            "winner": Text("the player after the last winner", "胡牌的下家"),
        },
    ),
    Option("rob_kong", False, Text("An added kong can be robbed", "抢杠胡"), "M-25.2", YES_NO),
    Option(
        "last_four_must_win",
        False,
        Text("A win must be taken in the last four tiles", "最后四张必胡"),
        "M-29.4",
        YES_NO,
    ),
    Option(
        "scoring",
        "linear",
        Text("Points", "算分"),
        "M-30.1",
        {"linear": Text("the sum of the fan", "番数相加"), "double": Text("doubled by each fan", "每番翻倍")},
    ),
    Option("base", 1, Text("Base points", "底分"), "M-30.1", low=1, high=MOST_BASE),
    Option("cap", 0, Text("Most fan that count (0: no cap)", "封顶番数（0 为不封顶）"), "M-30.2", low=0, high=MOST_CAP),
    Option(
        "zimo_bonus",
        "fan",
        Text("Self-drawn wins", "自摸"),
        "M-31.2",
        {
            "fan": Text("one fan more", "自摸加番"),
            "base": Text("one base more from each", "自摸加底"),
            "none": Text("nothing more", "自摸不加"),
        },
    ),
    Option(
        "kong_flower",
        "self",
        Text("Win after an exposed kong", "点杠花"),
        "M-31.4",
        {"self": Text("counts as self-drawn", "算自摸"), "discard": Text("paid by the player who fed the kong", "算点炮")},
    ),
    Option("yaojiu_jiangdui", False, Text("Outside hand; pungs of 2/5/8", "带幺九、将对"), "M-30.3", YES_NO),
    Option("menqing_zhongzhang", False, Text("Concealed hand; no 1 or 9", "门清、中张"), "M-30.3", YES_NO),
    Option(
        "tiandihu",
        True,
        Text("Heavenly and earthly hand", "天地胡"),
        "M-30.6",
        {True: YES_NO[True], False: YES_NO[False]},
    ),
    Option(
        "dihu_on_first_discard",
        False,
        Text("Earthly hand also on the first discard", "胡庄家第一张也算地胡"),
        "M-30.6",
        YES_NO,
    ),
    Option(
        "kong_pay",
        "flat",
        Text("Kong payment", "刮风下雨"),
        "M-26.1",
        {
            "flat": Text("2 for exposed, 1 from each for others", "直杠收 2 分，其他杠各家付 1 分"),
            "rain": Text("2 for exposed, 2 from each for concealed, 1 for added", "直杠收 2 分，暗杠每家 2 分，补杠每家 1 分"),
            "rain_graze": Text("the same, and 1 from the others for exposed", "同上，直杠其余各家擦挂 1 分"),
        },
    ),
    Option(
        "kong_transfer",
        "none",
        Text("Win on a kong discard", "呼叫转移"),
        "M-26.5",
        {
            "none": Text("the kong payment stays", "杠钱不动"),
            "refund": Text("the kong payment goes back", "杠钱退回"),
            "transfer": Text("the kong payment goes to the winner", "杠钱转给胡家"),
        },
    ),
    Option(
        "kong_refund",
        "none",
        Text("Kong payment of an unready hand at the end", "退税"),
        "M-32.7",
        {"none": Text("stays", "不退"), "unready": Text("goes back", "没下叫就退")},
    ),
    Option(
        "flower_pig",
        "none",
        Text("Void-suit tiles in hand at the end", "查花猪"),
        "M-32.5",
        {
            "none": Text("cost nothing", "不查"),
            "cap": Text("pay everyone a capped win", "赔各家封顶分"),
            "sixteen": Text("pay everyone 16 times the base", "赔各家 16 倍底分"),
        },
    ),
    Option(
        "ready_check",
        "none",
        Text("Unready hand at the end", "查大叫"),
        "M-32.6",
        {"none": Text("costs nothing", "不查"), "max": Text("pays every ready player their largest win", "按最大的叫赔")},
    ),
]

COMMON: Final[dict[str, Value]] = {
    "opening": "swap",
    "next_after_win": "winner",
    "rob_kong": True,
    "scoring": "double",
    "zimo_bonus": "base",
    "kong_pay": "rain",
    "kong_transfer": "transfer",
    "kong_refund": "unready",
    "flower_pig": "cap",
    "ready_check": "max",
    "added_kong": "late_unpaid",
    "dihu_needs_no_calls": True,
    "haidi_on_discard": True,
    "missed_win_lock": True,
}
PRESETS: Final[dict[str, dict[str, Value]]] = {
    "default": {},
    "chengdu": {**COMMON, "after_win": "leave", "cap": 3},
    "river": {**COMMON, "after_win": "stay", "locked_kong": "same_waits", "cap": 5, "yaojiu_jiangdui": True},
}
TITLES: Final = {
    "default": Text("Bury three", "埋三张"),
    "chengdu": Text("Blood battle", "血战到底"),
    "river": Text("Rivers of blood", "血流成河"),
}


def check_together(options: dict[str, Value]) -> None:
    """The first refused combination of M-21.2 that applies. BAD_RULES."""
    reason = conflict(options)
    if reason is not None:
        raise BadRecord("BAD_RULES", reason=reason)


def conflict(options: dict[str, Value]) -> Text | None:
    bury = options["opening"] == "bury"
    if bury:
        for option in SICHUAN_OPTIONS:
            if option.name != "opening" and options[option.name] != option.default:
                return Text(f"bury three has no option {option.name!r}", f"埋三张没有选项 {option.name!r}")
        if options["added_kong"] == "late_unpaid":
            return Text("bury three pays every added kong", "埋三张的补杠都付分，没有 'late_unpaid'")
        return None
    if options["scoring"] == "linear" or options["kong_pay"] == "flat":
        return Text(
            "scoring 'linear' and kong_pay 'flat' are for bury three only", "scoring 'linear' 和 kong_pay 'flat' 只用于埋三张"
        )
    if options["qing_jingoudiao"] == "extra":
        return Text("qing_jingoudiao 'extra' is for bury three only", "qing_jingoudiao 'extra' 只用于埋三张")
    if options["swap_direction"] != "dice" and options["opening"] != "swap":
        return Text("swap_direction needs opening 'swap'", "不换三张就没有 swap_direction")
    if options["locked_kong"] != "none" and options["after_win"] == "leave":
        return Text("locked_kong needs after_win 'stay'", "胡了下场就没有 locked_kong")
    if options["flower_pig"] == "cap" and options["cap"] == 0:
        return Text("flower_pig 'cap' needs a cap", "不封顶就不能按封顶查花猪")
    if options["dihu_on_first_discard"] is True and options["tiandihu"] is False:
        return Text("dihu_on_first_discard needs tiandihu", "不算天地胡就没有 dihu_on_first_discard")
    return None
