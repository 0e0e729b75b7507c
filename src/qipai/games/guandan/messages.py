"""Guandan's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "MUST_LEAD": Text("You lead this trick: play something, a pass is not possible.", "这一墩由你领出，不能不出。"),
        "BAD_TRIBUTE": Text("This cannot be the tribute. Possible: {choices}", "不能进贡这张牌。可以进贡：{choices}"),
        "BAD_RETURN": Text("This cannot be returned. Possible: {choices}", "不能还这张牌。可以还：{choices}"),
        "NOT_A_COMBINATION": Text("These cards are no combination: {move}", "这些牌不成牌型：{move}"),
        "AMBIGUOUS": Text(
            "These cards can be several things; say which: {words}", "这些牌有几种读法，请说明是哪一种：{words_zh}"
        ),
        "BAD_READING": Text("These cards are not a {declared}. They are: {words}", "这些牌不是 {declared}。可以是：{words_zh}"),
        "DOES_NOT_BEAT": Text("This does not beat the table: {table}", "压不住桌上的牌：{table}"),
    }
)
