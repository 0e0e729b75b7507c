"""Mahjong's error messages."""

from __future__ import annotations

from qipai.core.errors import Messages
from qipai.core.text import Text

MESSAGES = Messages(
    {
        "BURY_THREE": Text("Bury exactly three tiles.", "要正好埋三张。"),
        "BURY_ONE_SUIT": Text("The three tiles must be of one suit.", "埋的三张要同一门。"),
        "SWAP_THREE": Text("Pass on exactly three tiles.", "要正好换三张。"),
        "SWAP_ONE_SUIT": Text("The three tiles must be of one suit.", "换的三张要同一门。"),
        "MUST_WIN": Text("In the last four tiles you must take this win.", "最后四张，能胡必须胡。"),
        "LOCKED": Text(
            "You’ve won and your hand is locked: win, or discard the tile you just drew.",
            "已胡，手牌锁定：只能胡，或打出刚摸的牌。",
        ),
        "MISSING_FIRST": Text("Discard your void suit first.", "手里还有缺门牌，要先打。"),
        "CANNOT_KONG": Text("You can’t kong that now.", "现在不能这样杠。"),
        "CANNOT_PENG": Text("You need two of that tile to pung.", "手里没有两张一样的，不能碰。"),
        "MISSING_SUIT": Text("Void-suit tiles can’t be claimed for a pung or kong.", "缺门牌不能碰，也不能杠。"),
        "EMPTY_WALL": Text("The wall is empty, so you can’t kong.", "牌墙空了，补不了牌，不能杠。"),
        "CANNOT_HU": Text("You can’t win with this hand now.", "现在不能胡。"),
        "MISSED_WIN": Text(
            "You passed up a win: until you draw, only a bigger win counts.", "过水：下次摸牌之前，只能胡更大的。"
        ),
    }
)
