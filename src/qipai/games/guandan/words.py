"""Moves as text (G-10.6) and combinations in words."""

from __future__ import annotations

from qipai.core.text import Text
from qipai.games.guandan.cards import KEYS, NAMES, RANKS, text
from qipai.games.guandan.classify import has_other_reading
from qipai.games.guandan.packing import (
    BOMB,
    FULL_HOUSE,
    IMMUNE,
    JOKERS,
    PAIR,
    RETURN,
    TAKE,
    TRIBUTE,
    TRIPLE,
    WIDTHS,
    all_planes,
    key_of_play,
    kind_of,
    reading,
    second_of,
)
from qipai.games.guandan.rules import GuandanRules

TYPE_NAMES = [
    Text("pass", "不要"),
    Text("single", "单张"),
    Text("pair", "对子"),
    Text("triple", "三张"),
    Text("full house", "三带二"),
    Text("straight", "顺子"),
    Text("tube", "三连对"),
    Text("plate", "钢板"),
    Text("bomb", "炸弹"),
    Text("straight flush", "同花顺"),
    Text("four jokers", "四王"),
]
PLACES = [Text("1st", "头游"), Text("2nd", "二游"), Text("3rd", "三游"), Text("last", "末游")]
SIZES = [  # of bombs (G-3.8)
    Text("four", "四"), Text("five", "五"), Text("six", "六"), Text("seven", "七"),
    Text("eight", "八"), Text("nine", "九"), Text("ten", "十"),
]  # fmt: skip
RANK_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
LINE = "A23456789TJQKA"
TEXTS: dict[int, str] = {}  # a cache: the same histories are written repeatedly
MOST_TEXTS = 20_000


def write_move(action: int, level: int, rules: GuandanRules) -> str:
    """The canonical text of a move (G-10.6)."""
    if not action:
        return "pass"
    kind = kind_of(action)
    if kind == TRIBUTE:
        return f"tribute {NAMES[action & 63]}"
    if kind == TAKE:
        return f"take {action & 3}"
    if kind == RETURN:
        return f"return {NAMES[action & 63]}"
    if kind >= IMMUNE:
        return "immune" if kind == IMMUNE else "pay"
    key = (action << 6) | (level << 2) | (2 if rules.joker_pair else 0) | (1 if rules.suited_straight else 0)
    known = TEXTS.get(key)
    if known is None:
        known = "play " + text(*all_planes(action, level))
        if has_other_reading(action, level, rules):
            known = f"{known} as {reading(action)}"
        if len(TEXTS) >= MOST_TEXTS:
            TEXTS.clear()
        TEXTS[key] = known
    return known


def key_words(key: int) -> Text:
    """A rank or joker as people say it: nine, 9."""
    name = KEYS[key]
    if name == "B":
        return Text("small joker", "小王")
    if name == "R":
        return Text("big joker", "大王")
    return Text(RANK_WORDS[RANKS.index(name)], "10" if name == "T" else name)


def sequence_words(kind: int, window: int) -> str:
    """The ranks of a window: A-2-3-4-5."""
    return "-".join(["10" if rank == "T" else rank for rank in LINE[window : window + WIDTHS[kind]]])


def combination_words(play: int) -> Text:
    """A reading in words: “straight 5-6-7-8-9”, “三张7带一对4”."""
    kind = kind_of(play)
    key = key_of_play(play)
    name = TYPE_NAMES[kind]
    if kind == JOKERS or kind == 0:
        return name
    if WIDTHS[kind]:
        ranks = sequence_words(kind, key)
        return Text(f"{name.en} {ranks}", f"{name.zh} {ranks}")
    what = key_words(key)
    if kind == BOMB:
        size = SIZES[second_of(play) - 4]
        return Text(f"bomb: {size.en} {plural(what.en)}", f"{size.zh}张{what.zh}的炸弹")
    if kind == FULL_HOUSE:
        pair = key_words(second_of(play))
        return Text(f"full house, {plural(what.en)} over {plural(pair.en)}", f"三张{what.zh}带一对{pair.zh}")
    if kind == PAIR:
        return Text(f"pair of {plural(what.en)}", f"一对{what.zh}")
    if kind == TRIPLE:
        return Text(f"three {plural(what.en)}", f"三张{what.zh}")
    return Text(f"single: {'an' if what.en in ('ace', 'eight') else 'a'} {what.en}", f"单张{what.zh}")


def plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"


def level_words(level: int) -> str:
    name = RANKS[level]
    return "10" if name == "T" else name
