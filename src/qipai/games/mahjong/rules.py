"""The options (chapter 14), and their native form for the kernel."""

from __future__ import annotations

from qipai.core.rules import Option, Options, Rules, Value
from qipai.core.text import Text

YES_NO: dict[Value, Text] = {False: Text("no", "否"), True: Text("yes", "是")}

ADDED_KONG = Option(
    "added_kong",
    "any",
    Text("Added kong", "补杠"),
    "M-6.5",
    {
        "any": Text("any tile in hand", "手里的牌随时能补"),
        "just_drawn": Text("only the tile just drawn", "只能用刚摸到的牌"),
    },
)
QING_JINGOUDIAO = Option(
    "qing_jingoudiao",
    "sum",
    Text("Full flush golden hook", "清金钩钓"),
    "M-9.9",
    {"sum": Text("sum of its patterns", "各番相加"), "extra": Text("4 fan more", "另加 4 番")},
)
DIHU_NEEDS_NO_CALLS = Option(
    "dihu_needs_no_calls",
    False,
    Text("Earthly hand only before any claim", "之前没人碰杠才算地胡"),
    "M-9.10",
    YES_NO,
)
HAIDI_ON_DISCARD = Option(
    "haidi_on_discard",
    False,
    Text("Last-tile win also on the last discards", "牌墙摸完后点炮也算海底"),
    "M-9.13",
    YES_NO,
)
MISSED_WIN_LOCK = Option(
    "missed_win_lock",
    False,
    Text("After a passed-up win only a bigger one counts until you draw", "过水：下次摸牌之前只能胡更大的"),
    "M-8.5",
    YES_NO,
)
SHOW_LOCKED_HANDS = Option(
    "show_locked_hands",
    False,
    Text("Winners play with open hands", "胡了亮牌"),
    "M-12.4",
    YES_NO,
)
STARTING_SCORE = Option("starting_score", 0, Text("Starting score", "起始分"), "M-10.4")
DEALER_ROTATION = Option(
    "dealer_rotation",
    "winner",
    Text("Next dealer", "下一局庄家"),
    "M-11.4",
    {
        "winner": Text("the first winner", "先胡的坐庄"),
        "next": Text("the next player", "轮流坐庄"),
        "fixed": Text("the same dealer", "庄家不变"),
    },
)
DEALS_PER_MATCH = Option("deals_per_match", 1, Text("Deals per match", "每场局数"), "M-11.5", low=1)

OPTIONS = Options(
    [
        ADDED_KONG,
        QING_JINGOUDIAO,
        DIHU_NEEDS_NO_CALLS,
        HAIDI_ON_DISCARD,
        MISSED_WIN_LOCK,
        SHOW_LOCKED_HANDS,
        STARTING_SCORE,
        DEALER_ROTATION,
        DEALS_PER_MATCH,
    ],
    {"default": {}},
)


class MahjongRules(Rules):
    """The options as native fields."""

    def __init__(self, checked: Rules) -> None:
        options = checked.options
        super().__init__(checked.preset, options, checked.given)
        self.added_just_drawn: bool = options["added_kong"] == "just_drawn"
        self.qing_extra: bool = options["qing_jingoudiao"] == "extra"
        self.dihu_needs_no_calls: bool = options["dihu_needs_no_calls"] is True
        self.haidi_on_discard: bool = options["haidi_on_discard"] is True
        self.missed_win_lock: bool = options["missed_win_lock"] is True
        self.show_locked_hands: bool = options["show_locked_hands"] is True
        self.dealer_rotation: str = str(options["dealer_rotation"])
        start = options["starting_score"]
        deals = options["deals_per_match"]
        assert isinstance(start, int)
        assert isinstance(deals, int)
        self.starting_score: int = start
        self.deals_per_match: int = deals


def read_rules(given: object) -> MahjongRules:
    """BAD_RULES for an unknown option, value or preset (M-14.1)."""
    if isinstance(given, MahjongRules):
        return given
    return MahjongRules(OPTIONS.resolve(given))
