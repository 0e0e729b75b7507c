"""What is not said of mahjong: words of Riichi, of the notation, and second names for one thing."""

from __future__ import annotations

from tests.avoid import Avoid, chinese, english

AVOID = Avoid(
    en=[
        *english("throw*", "threw", "rivers?", "missing suits?", "no (dots|bamboo|characters)", "calls?", "called", "peng*"),
        *english("kong money", "hu", "fed(?! the kong)", "waits", "shanten", "useful tiles", "closed", "one suit"),
        *english("all triplets", "konger*", "wins? given up", "goe?s? without", "a seat (that|which|who)"),
    ],
    zh=[
        *chinese("[一二三四五六七八九][筒条万]", "牌河", "放杠", "副露", "面子", "放炮", "向听", "有效牌", "带根"),
        *chinese("同花顺子", "听牌距离", "[没有]叫"),
    ],
    allowed={
        "`peng` (pung)": "the book explains the notation",
        "`hu` (win)": "the book explains the notation",
        "rivers of blood": "血流成河",
        "Rivers of blood": "血流成河",
        "calls the game “blood battle”": "the book names what its document calls the game",
        "of one suit": "tiles that share a suit, not the pattern 清一色",
        "in one suit": "tiles that share a suit, not the pattern 清一色",
        "is called 清金钩钓": "English, not a claim",
        "figure: calls": "the name of a picture",
        "one tile waits for its pair": "the verb, not the Riichi noun",
    },
)
