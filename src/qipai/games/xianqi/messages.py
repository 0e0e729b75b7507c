"""Xianqi's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "NOT_A_COMBINATION": Text(
            "{move} is no combination: play a single, two of a type, both dogs, or three niu of one colour.",
            "{move} 不成组合：可出单张、一对同样的棋、狗脚对，或同色三牛。",
        ),
        "WRONG_COUNT": Text("This round is played with {count} piece(s).", "本回合每人出 {count} 张。"),
        "DOES_NOT_BEAT": Text("{move} does not beat what lies on the table.", "{move} 压不住台面上的棋。"),
        "MUST_BEAT": Text("You can beat the table, so you must; covering is not allowed.", "手里有能压的棋，必须压，不能垫。"),
        "CANNOT_BUCKLE": Text(
            "In a soft first deal only a seat with three pillars may buckle.", "第一盘没瓷没扣：未够棋时不能扣。"
        ),
        "BAD_COVER": Text("Cover exactly {count} piece(s) of your hand.", "请从手中垫出正好 {count} 张。"),
    },
    {"BAD_COVER": "ENGINE_INVALID_COVER_LIST"},
)
