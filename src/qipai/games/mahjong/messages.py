"""Mahjong's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "BURY_THREE": Text("Bury exactly three tiles.", "要埋恰好三张牌。"),
        "BURY_ONE_SUIT": Text("The three buried tiles must be of one suit.", "埋的三张必须是同一花色。"),
        "LOCKED": Text(
            "This seat has won: its hand is locked, and it can only win or throw the tile just drawn.",
            "已经胡牌，手牌锁定：只能胡，或打出刚摸的牌。",
        ),
        "MISSING_FIRST": Text("Discard the tiles of the missing suit first.", "手里还有缺门的牌，必须先打缺。"),
        "CANNOT_KONG": Text("There is no such kong now.", "现在不能这样杠。"),
        "CANNOT_PENG": Text("Two copies of the discard must be in the hand.", "手里没有两张相同的牌，不能碰。"),
        "MISSING_SUIT": Text("Tiles of the missing suit can be neither penged nor konged.", "缺门的牌不能碰也不能杠。"),
        "EMPTY_WALL": Text("The wall is empty: there is no replacement tile for a kong.", "牌墙已空，杠后无牌可补，不能杠。"),
        "CANNOT_HU": Text("This hand is not a win now.", "现在不能胡。"),
        "MISSED_WIN": Text(
            "A win was given up since the last draw: only a bigger one may be taken.", "过水不胡：到下次摸牌前只能胡更大的牌。"
        ),
    }
)
