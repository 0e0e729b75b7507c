"""Options and presets (G-13)."""

from __future__ import annotations

from qipai.core.rules import Option, Options, Rules
from qipai.core.text import Text
from qipai.games.guandan.cards import RANKS, SEATS
from qipai.native import i64

PASS_A = 0
REACH_A = 1
DEALS = 2

NEXT_SEAT = 0
RANDOM = 1
FIRST_CHOOSES = 2

SEAT_TITLES: dict[bool | int | str, Text] = {str(seat): Text(f"seat {seat + 1}", f"座位 {seat + 1}") for seat in range(SEATS)}

OPTIONS = Options(
    [
        Option(
            "match_end",
            "pass_a",
            Text("The match ends", "比赛何时结束"),
            "G-9.4",
            {
                "pass_a": Text("when a team clears A", "过A获胜"),
                "reach_a": Text("when a team reaches A", "先打到A获胜"),
            },
            pattern="deals:[1-9][0-9]{0,3}",
        ),
        Option(
            "a_fail_limit",
            3,
            Text("Failures at A before dropping to 2 (0: never)", "A没过几次退回2（0 为不退）"),
            "G-9.6",
            low=0,
        ),
        Option(
            "a_fail_counts",
            "not_passed",
            Text("What counts as failing at A", "怎样算A没过"),
            "G-9.5",
            {
                "not_passed": Text("declarers at A who don’t clear it", "自己打A没过"),
                "partner_last": Text("1st with the partner last", "自己头游，对家末游"),
            },
        ),
        Option("a_fail_consecutive", False, Text("Count only failures in a row", "只算连续没过的次数"), "G-9.5"),
        Option(
            "start_level",
            "2",
            Text("Starting level", "从几打起"),
            "G-9.3",
            {rank: Text(rank.replace("T", "10"), rank.replace("T", "10")) for rank in RANKS},
        ),
        Option(
            "partner_last_payer",
            "last",
            Text("Who pays when 1st and last are partners", "头游的对家是末游时谁进贡"),
            "G-7.2",
            {"last": Text("last pays", "末游"), "third": Text("3rd pays", "三游")},
        ),
        Option(
            "double_tribute",
            "higher_to_first",
            Text("Two tribute cards", "双贡怎么分"),
            "G-7.6",
            {
                "higher_to_first": Text("the higher card goes to 1st", "大的归头游"),
                "first_chooses": Text("the 1st finisher chooses", "头游任选"),
            },
        ),
        Option(
            "equal_tribute",
            "next_seat",
            Text("Equal tribute cards", "两张贡牌一样大"),
            "G-7.7",
            {
                "next_seat": Text("1st takes the next player’s card", "头游拿下家的"),
                "random": Text("drawn at random", "抽签"),
                "first_chooses": Text("the 1st finisher chooses", "头游任选"),
            },
        ),
        Option(
            "immunity",
            "automatic",
            Text("When the payers hold both big jokers", "进贡方有两张大王时"),
            "G-7.13",
            {
                "automatic": Text("no tribute", "自动抗贡"),
                "choice": Text("they may still pay", "可以抗贡，也可以进贡"),
            },
        ),
        Option("return_max", 10, Text("Highest card to return", "还贡最大点数"), "G-7.8", low=2, high=10),
        Option("return_allow_level", False, Text("Allow returning level cards", "可以还级牌"), "G-7.8"),
        Option(
            "first_leader",
            "cut",
            Text("Who leads the first deal", "第一局谁先出"),
            "G-6.5",
            {"cut": Text("the holder of the turned-up card", "拿到明牌的人"), **SEAT_TITLES},
        ),
        Option(
            "jiefeng",
            "partner",
            Text("Who takes over the lead", "谁接风"),
            "G-8.7",
            {"partner": Text("the partner", "对家接风"), "next": Text("the next player", "下家接风")},
        ),
        Option("full_house_joker_pair", True, Text("Full house with a pair of jokers", "三带二可以带一对王"), "G-3.4"),
        Option(
            "straight_flush",
            "over_five",
            Text("A straight flush beats", "同花顺压得住"),
            "G-5.7",
            {
                "over_five": Text("bombs of up to 5", "5 张及以下的炸弹"),
                "over_seven": Text("bombs of up to 7", "7 张及以下的炸弹"),
            },
        ),
        Option(
            "natural_flush_as_straight",
            False,
            Text("A natural straight flush may be played as a straight", "天然同花顺可以当顺子出"),
            "G-4.6",
        ),
        Option(
            "count_visibility",
            "always",
            Text("Show cards left", "显示剩几张"),
            "G-12.4",
            {"always": Text("always", "一直显示"), "le10": Text("10 or fewer", "10 张以内才显示")},
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
    gained={"seed-003": {"straight_flush": "over_seven", "immunity": "choice"}},
    titles={
        "seed-002": Text("Climb to A", "打到A（先到先赢）"),
        "seed-003": Text("Tribute may be refused", "抗贡自己定"),
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
        self.immunity_choice = values["immunity"] == "choice"
        leader = values["first_leader"]
        self.first_leader = -1 if leader == "cut" else int(leader)  # -1: the holder of the turned-up card
        # the smallest bomb that beats a straight flush (G-5.3, G-5.7)
        self.over_flush: i64 = 8 if values["straight_flush"] == "over_seven" else 6
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
