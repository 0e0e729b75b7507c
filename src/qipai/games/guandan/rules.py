"""Options and presets (G-13)."""

from __future__ import annotations

from qipai.core.rules import Option, Options, Rules
from qipai.core.text import Text
from qipai.games.guandan.cards import RANKS

PASS_A = 0
REACH_A = 1
DEALS = 2

NEXT_SEAT = 0
RANDOM = 1
FIRST_CHOOSES = 2

OPTIONS = Options(
    [
        Option(
            "match_end",
            "pass_a",
            Text("The match ends", "比赛何时结束"),
            "G-9.4",
            {
                "pass_a": Text("when a team passes A", "过A者胜"),
                "reach_a": Text("when a team reaches A", "先到A者胜"),
            },
            pattern="deals:[1-9][0-9]{0,3}",
        ),
        Option(
            "a_fail_limit",
            3,
            Text("Failures at A before going back to 2 (0: never)", "打A失败几次退回2（0为不退）"),
            "G-9.6",
            low=0,
        ),
        Option(
            "a_fail_counts",
            "not_passed",
            Text("What is a failure at A", "打A怎样算失败"),
            "G-9.5",
            {
                "not_passed": Text("every own deal at A that does not pass", "本方打A而未过"),
                "partner_last": Text("first place with the partner last", "本方头游而对家末游"),
            },
        ),
        Option("a_fail_consecutive", False, Text("Only failures in a row count", "失败须连续才累计"), "G-9.5"),
        Option(
            "start_level",
            "2",
            Text("First level", "起始级"),
            "G-9.3",
            {rank: Text(rank.replace("T", "10"), rank.replace("T", "10")) for rank in RANKS},
        ),
        Option(
            "partner_last_payer",
            "last",
            Text("Who pays when the first player's partner is last", "头游对家为末游时由谁进贡"),
            "G-7.2",
            {"last": Text("the last player", "末游"), "third": Text("the third player", "三游")},
        ),
        Option(
            "double_tribute",
            "higher_to_first",
            Text("A double tribute", "双贡如何分配"),
            "G-7.6",
            {
                "higher_to_first": Text("the higher card goes to the first player", "大牌归头游"),
                "first_chooses": Text("the first player chooses", "头游任选"),
            },
        ),
        Option(
            "equal_tribute",
            "next_seat",
            Text("Two equal tributes", "两张贡牌一样大时"),
            "G-7.7",
            {
                "next_seat": Text("the first player gets that of the next seat", "头游取下家的贡牌"),
                "random": Text("a fair draw", "抽签"),
                "first_chooses": Text("the first player chooses", "头游任选"),
            },
        ),
        Option("return_max", 10, Text("Highest rank that may be returned", "还贡最大点数"), "G-7.8", low=2, high=10),
        Option("return_allow_level", False, Text("Level cards may be returned", "可以还级牌"), "G-7.8"),
        Option(
            "jiefeng",
            "partner",
            Text("Who leads after a player has gone out unbeaten", "接风"),
            "G-8.7",
            {"partner": Text("the partner", "对家接风"), "next": Text("the next seat", "下家接风")},
        ),
        Option("full_house_joker_pair", True, Text("A full house may have a pair of jokers", "三带二可以带一对王"), "G-3.4"),
        Option(
            "natural_flush_as_straight",
            False,
            Text("A natural straight flush may be a mere straight", "天然同花顺可当顺子出"),
            "G-4.6",
        ),
        Option(
            "count_visibility",
            "always",
            Text("Hand sizes are shown", "显示余牌张数"),
            "G-12.4",
            {"always": Text("always", "始终显示"), "le10": Text("from ten cards down", "十张以内才报牌")},
        ),
    ],
    {
        "official": {},
        "seed-002": {
            "match_end": "reach_a",
            "a_fail_limit": 0,
            "partner_last_payer": "third",
            "double_tribute": "first_chooses",
            "return_allow_level": True,
            "jiefeng": "next",
        },
        "seed-003": {"a_fail_counts": "partner_last", "a_fail_consecutive": True},
    },
)


class GuandanRules(Rules):
    """The options as native fields."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules.preset, rules.options, rules.given)
        values = rules.options
        end = str(values["match_end"])
        self.deals_limit = 0
        if end == "pass_a":
            self.match_end = PASS_A
        elif end == "reach_a":
            self.match_end = REACH_A
        else:
            self.match_end = DEALS
            self.deals_limit = int(end.split(":")[1])
        limit = values["a_fail_limit"]
        assert isinstance(limit, int)
        self.a_fail_limit = limit
        self.fails_only_partner_last = values["a_fail_counts"] == "partner_last"
        self.fails_consecutive = values["a_fail_consecutive"] is True
        self.start_level = RANKS.index(str(values["start_level"]))
        self.third_pays = values["partner_last_payer"] == "third"
        self.first_chooses = values["double_tribute"] == "first_chooses"
        self.equal = {"next_seat": NEXT_SEAT, "random": RANDOM, "first_chooses": FIRST_CHOOSES}[str(values["equal_tribute"])]
        highest = values["return_max"]
        assert isinstance(highest, int)
        self.return_rank = highest - 2
        self.return_level = values["return_allow_level"] is True
        self.jiefeng_next = values["jiefeng"] == "next"
        self.joker_pair = values["full_house_joker_pair"] is True
        self.suited_straight = values["natural_flush_as_straight"] is True
        self.counts_late = values["count_visibility"] == "le10"


def read_rules(given: object) -> GuandanRules:
    """Checked rules. BAD_RULES."""
    if isinstance(given, GuandanRules):
        return given
    return GuandanRules(OPTIONS.resolve(given))
