"""The options (chapters 14 and 21), and their native form for the kernel."""

from __future__ import annotations

from typing import Final

from qipai.core.rules import Option, Options, Rules
from qipai.core.text import Text
from qipai.games.mahjong.sichuan_options import PRESETS, SICHUAN_OPTIONS, TITLES, YES_NO, check_together
from qipai.native import i64

ADDED_KONG = Option(
    "added_kong",
    "any",
    Text("Added kong", "补杠"),
    "M-6.5",
    {
        "any": Text("any tile in hand", "手里的牌随时能补"),
        "just_drawn": Text("only the tile just drawn", "只能用刚摸到的牌"),
        "late_unpaid": Text("any, but paid only with the tile just drawn", "随时能补，刚摸到的才收分"),
    },
)
QING_JINGOUDIAO = Option(
    "qing_jingoudiao",
    "sum",
    Text("Full-flush golden hook", "清金钩钓"),
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
        "winner_or_next": Text("the first winner, else the next player", "先胡的坐庄，没人胡轮庄"),
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
        *SICHUAN_OPTIONS,
    ],
    PRESETS,
    titles=TITLES,
)

# what the fan of a hand depend on, one bit each
QING_EXTRA: Final = 1
SICHUAN: Final = 2
YAOJIU_JIANGDUI: Final = 4
MENQING_ZHONGZHANG: Final = 8

DIE: Final = 4  # the direction of a swap is the die's; else it is the number of seats that tiles move on
DIRECTIONS: Final = {"next": 1, "across": 2, "previous": 3, "dice": DIE}
LOCKED_KONGS: Final = ["none", "added", "same_waits"]
TRANSFERS: Final = ["none", "refund", "transfer"]
PIG_SIXTEEN: Final = 4  # 16 is two to the fourth


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
        self.sichuan: bool = options["opening"] != "bury"
        self.hand_size: i64 = 13 if self.sichuan else 10
        self.swap: bool = options["opening"] == "swap"
        self.direction: i64 = DIRECTIONS[str(options["swap_direction"])]
        self.missing_first: bool = options["missing_first"] is True
        self.leave: bool = options["after_win"] == "leave"
        self.locked_kong: i64 = LOCKED_KONGS.index(str(options["locked_kong"]))
        self.after_winner: bool = options["next_after_win"] == "winner"
        self.rob_kong: bool = options["rob_kong"] is True
        self.must_win: bool = options["last_four_must_win"] is True
        self.base: i64 = self.number("base")
        self.cap: i64 = self.number("cap")
        self.zimo_fan: bool = options["zimo_bonus"] == "fan"
        self.zimo_base: i64 = self.base if options["zimo_bonus"] == "base" else 0
        self.fed_flower: bool = options["kong_flower"] == "discard"
        self.tiandihu: bool = options["tiandihu"] is True
        self.dihu_on_discard: bool = options["dihu_on_first_discard"] is True
        self.graze: bool = options["kong_pay"] == "rain_graze"
        self.transfer: i64 = TRANSFERS.index(str(options["kong_transfer"]))
        self.kong_refund: bool = options["kong_refund"] == "unready"
        self.late_unpaid: bool = options["added_kong"] == "late_unpaid"
        self.ready_check: bool = options["ready_check"] == "max"
        pig = options["flower_pig"]
        self.pig_fan: i64 = -1 if pig == "none" else (self.cap if pig == "cap" else PIG_SIXTEEN)  # doublings, or -1
        fan: i64 = QING_EXTRA if self.qing_extra else 0
        if self.sichuan:
            fan |= SICHUAN
            if options["yaojiu_jiangdui"] is True:
                fan |= YAOJIU_JIANGDUI
            if options["menqing_zhongzhang"] is True:
                fan |= MENQING_ZHONGZHANG
        self.fan: i64 = fan


def read_rules(given: object) -> MahjongRules:
    """BAD_RULES for an unknown option, value or preset (M-14.1), and for options that exclude each other (M-21.2)."""
    if isinstance(given, MahjongRules):
        return given
    found = OPTIONS.resolve(given)
    check_together(found.options)
    return MahjongRules(found)
