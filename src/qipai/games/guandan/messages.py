"""Guandan's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "MUST_LEAD": Text("Your lead: you can’t pass.", "轮到你先出，不能不要。"),
        "NOT_IMMUNE": Text("You don’t hold the big jokers: you must pay.", "你没有大王，不能抗贡。"),
        "BAD_TRIBUTE": Text("You can’t pay that card. You can pay: {choices}", "这张不能进贡。可以进贡：{choices}"),
        "BAD_RETURN": Text("You can’t return that card. You can return: {choices}", "这张不能还。可以还：{choices}"),
        "NOT_A_COMBINATION": Text("Not a valid combination: {move}", "这手牌不成牌型：{move}"),
        "AMBIGUOUS": Text(
            "These cards count as several combinations. Choose one: {words}",
            "这手牌能算几种牌型，请选一种：{words_zh}",
        ),
        "BAD_READING": Text(
            "These cards can’t be {declared}. They can be: {words}", "这手牌不能算 {declared}。可以算：{words_zh}"
        ),
        "DOES_NOT_BEAT": Text("That doesn’t beat {table}", "压不起{table}"),
    }
)
