"""What is not said of Guandan: words of other games, of the source documents, and second names for one thing."""

from __future__ import annotations

from tests.avoid import Avoid, chinese, english

AVOID = Avoid(
    en=[
        *english("single [0-9]", "pair of [0-9]+s?", "triples? of", "three pairs", "jiefeng", "starting card", "first player"),
        *english("(first|second|third) out", "double down", "the return", "immun*", "go(es)? up", "ris(e|es|ing)"),
        *english("owns?( the| this)? deal", "owner", "pass(es|ed)? A", "readings?", "three [2-9JQKA]+s"),
    ],
    zh=[
        *chinese("队友", "主牌", "配牌", "[黑红]桃[二三四五六七八九十]", "对子[0-9JQKA]", "三个[0-9JQKA]", "[0-9]张.*炸弹"),
        *chinese(
            "一对[二三四五六七八九十]", "领出", "首出", "压制", "压不住", "不出", "过牌", "墩", "出牌权", "免贡", "打A失败"
        ),
        *chinese("余牌", "读法", "[东南西北](家|方)"),
    ],
    allowed={
        "不出小单张": "not to play one, in a hint; the move is 不要",
        "three pairs in a row": "the book explains what a tube is",
    },
)
