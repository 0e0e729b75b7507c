"""Xianqi's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "NOT_A_COMBINATION": Text(
            "Not a valid combination: {move}. Play a single, a pair, the dog pair, or three oxen of one colour.",
            "{move} 不成组合：可出单张、一对同样的棋、狗脚对，或同色三牛。",
        ),
        "WRONG_COUNT": Text("Play {count} this round, like the others.", "这回合要出 {count} 张。"),
        "DOES_NOT_BEAT": Text("That doesn’t beat the best play so far: {move}", "压不过：{move}"),
        "MUST_BEAT": Text("You can beat it, so you must; you can’t discard.", "手里有能压的棋，要压，不能垫。"),
        "CANNOT_BUCKLE": Text("In a soft first deal you need 3 pillars to buckle.", "第一盘没瓷没扣：没够棋不能扣。"),
        "BAD_COVER": Text("Discard exactly {count} from your hand.", "请从手里垫 {count} 张。"),
    },
    {"BAD_COVER": "ENGINE_INVALID_COVER_LIST"},
)
