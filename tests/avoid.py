"""Words that must not be said to people. A game's own list is tests/<game>/avoid.py."""

from __future__ import annotations

import re
from typing import NamedTuple


class Avoid(NamedTuple):
    """Expressions by language, and what may be said all the same: a part of the text, with the reason."""

    en: list[re.Pattern[str]]
    zh: list[re.Pattern[str]]
    allowed: dict[str, str]


def english(*words: str) -> list[re.Pattern[str]]:
    """Whole words in any case; * stands for any ending."""
    return [re.compile(r"\b(?:" + word.replace("*", r"\w*") + r")(?!\w)", re.IGNORECASE) for word in words]


def chinese(*words: str) -> list[re.Pattern[str]]:
    return [re.compile(word) for word in words]


IN_PROSE = english(
    "anew", "go(es)? on where", "gone on where", "oneself", "a node more"
)  # nor in comments, docstrings, names and pages
EVERYWHERE = Avoid(
    en=[
        *english(
            "agents?",
            "robots?",
            "free seats?",
            "East",
            "West",
            "North",
            "South",
            "he",
            "his",
            "him",
            "who(m)?ever",
            "fixed phrases?",
        ),
        *english("there is no", "there are no", "is no", "are no", "so many", "anew", "as usual", "not understood", "cannot"),
        *english("color*", "license*", "archaic", "penged", "konged"),
    ],
    zh=chinese("机器人", "账目", "套餐", "[东南西北]家", "隔离", "着法", "走法", "对局记录", "而不是", "保持现状"),
    allowed={"(LICENSE)": "the name of a file"},
)
