"""Guandan's own figures: the canonical list of leads against the exact one, on the same hands, both compiled."""

from __future__ import annotations

import random

from qipai.bench.comparison import compare, nanoseconds, times
from qipai.core.data import Json
from qipai.games.guandan.cards import parse, planes
from qipai.games.guandan.combos import Finder
from qipai.games.guandan.exact import ExactFinder

HANDS = 60
COLUMNS = ["wildcards", "canonical", "exact", "exact / canonical", "canonical plays", "exact plays"]
TITLE = {"en": "Lead lists of 27 cards, level 2", "zh": "27 张手牌先出时的出法（打2）"}
LEVEL = 0  # rank 2
SPEED_GOAL = 5.0  # vector stepping by the driven play of the nearest peer


def dealt(wildcards: int) -> list[tuple[int, int]]:
    """Hands of 27 cards with that many heart twos: the cards held at least once, and twice."""
    rnd = random.Random(wildcards)
    names = [suit + rank for rank in "23456789TJQKA" for suit in "SHCD"] + ["SB", "HR"]
    rest = [name for name in names if name != "H2" for _ in range(2)]
    out: list[tuple[int, int]] = []
    for _ in range(HANDS):
        cards = ["H2"] * wildcards + rnd.sample(rest, 27 - wildcards)
        out.append(planes(parse(" ".join(cards))))
    return out


def count_all(finder: Finder, hands: list[tuple[int, int]]) -> int:
    total = 0
    for one, two in hands:
        finder.look(one, two, LEVEL)
        total += len(finder.plays(0, 0))
    return total


def sections(rounds: int, seconds: float) -> list[Json]:
    rows: list[list[str]] = []
    for wildcards in (0, 1, 2):
        hands = dealt(wildcards)
        short, full = Finder(True, False), ExactFinder(True, False)
        many = hands * 20

        def ours(many: list[tuple[int, int]] = many, short: Finder = short) -> object:
            return count_all(short, many)

        def theirs(hands: list[tuple[int, int]] = hands, full: Finder = full) -> object:
            return count_all(full, hands)

        own, other, ratio = compare(ours, theirs, rounds)
        rows.append(
            [
                str(wildcards),
                nanoseconds(own, len(many)),
                nanoseconds(other, len(hands)),
                times(20 * ratio),
                f"{count_all(short, hands) / HANDS:.0f}",
                f"{count_all(full, hands) / HANDS:.0f}",
            ]
        )
    return [{"title": TITLE, "columns": COLUMNS, "rows": rows}]
