"""The options of Xianqi (X-8)."""

from __future__ import annotations

from typing import Final

from qipai.core.rules import Option, Options, Rules, Value
from qipai.core.text import Text

ON_OFF: Final[dict[Value, Text]] = {False: Text("off", "关"), True: Text("on", "开")}

OPTIONS: Final = Options(
    [
        Option(
            "black_chess",
            "void",
            Text("Black hand (no advisor or elephant)", "黑棋（无士无相）"),
            "X-4.5",
            {
                "void": Text("the deal is void, nobody pays", "本局作废，不输不赢"),
                "redeal": Text("deal again", "立即重发"),
            },
        ),
        Option(
            "starter",
            "random",
            Text("First lead", "先手"),
            "X-8.5",
            {
                "random": Text("at random", "随机"),
                "draw": Text("drawn piece decides from the second deal", "接棋决定先出（第二局起）"),
            },
        ),
        Option("contract_ceramic", False, Text("Revealer pays for a ceramic", "掀瓷包瓷"), "X-8.2", ON_OFF),
        Option(
            "soft_first_deal", False, Text("Soft first deal: no ceramic, no early buckle", "第一盘没瓷没扣"), "X-8.3", ON_OFF
        ),
        Option("baotou", False, Text("Four players, one sits out each deal", "抱头（四人）"), "X-8.4", ON_OFF),
        Option("initial_chips", 20, Text("Starting chips", "起始筹码"), "X-8.1", low=0, high=1_000_000, once_unbounded=True),
    ],
    {"default": {}},
)


class XianqiRules(Rules):
    """The options as native fields."""

    def __init__(self, base: Rules) -> None:
        super().__init__(base.preset, base.options, base.given)
        self.redeal: bool = base.options["black_chess"] == "redeal"
        self.draw: bool = base.options["starter"] == "draw"
        self.contract: bool = base.options["contract_ceramic"] is True
        self.soft: bool = base.options["soft_first_deal"] is True
        self.baotou: bool = base.options["baotou"] is True
        chips = base.options["initial_chips"]
        self.chips: int = chips if isinstance(chips, int) else 0
        self.seats: int = 4 if self.baotou else 3


def read_rules(given: object) -> XianqiRules:
    if isinstance(given, XianqiRules):
        return given
    return XianqiRules(OPTIONS.resolve(given))
