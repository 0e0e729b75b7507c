"""Functions on plain text for tools and tests: readings of cards, comparison, plays of a hand, promotion."""

from __future__ import annotations

from typing import NamedTuple

from qipai.core.data import brief, in_range
from qipai.core.errors import bad_input
from qipai.games.guandan.cards import SMALL, parse, parse_level, planes, text
from qipai.games.guandan.classify import all_readings, readings_of
from qipai.games.guandan.combos import Finder, new_finder
from qipai.games.guandan.exact import ExactFinder
from qipai.games.guandan.match import is_levels, is_order, promoted
from qipai.games.guandan.packing import (
    FULL_HOUSE,
    all_planes,
    key_of_play,
    kind_of,
    rank_class,
    read_reading,
    reading,
    second_of,
    strength,
    stronger,
    wild_of,
)
from qipai.games.guandan.rules import read_rules

MOST = 1_000_000  # deals of a match, and failures


class Play(NamedTuple):
    """Cards in card order and their reading."""

    cards: str
    reading: str
    long_reading: str


# Arguments are declared `object` and checked here: compiled functions would raise TypeError before their first line.
def cards_of(cards: object) -> tuple[int, int]:
    try:
        return planes(parse(cards))
    except ValueError:
        raise bad_input(f"these are not cards: {brief(cards)}", f"这不是牌：{brief(cards)}") from None


def level_of(level: object) -> int:
    try:
        return parse_level(level)
    except ValueError:
        raise bad_input(f"unknown level {brief(level)}", f"没有级数 {brief(level)}") from None


def readings(cards: object, level: object, rules: object = None) -> list[str]:
    """All readings of a set of cards in short form, weakest first; empty if it is not a combination (G-4.1). BAD_INPUT."""
    one, two = cards_of(cards)
    return [reading(play) for play in readings_of(one, two, level_of(level), read_rules(rules))]


def auto_reading(cards: object, level: object, table: object = None, rules: object = None) -> str | None:
    """The strongest legal reading (G-4.8), of those that beat `table`, a pair of cards and reading; None if there is none.
    BAD_INPUT."""
    one, two = cards_of(cards)
    at = level_of(level)
    options = read_rules(rules)
    found = readings_of(one, two, at, options)
    if table is not None:
        top = table_play(table, at)
        found = [play for play in found if stronger(top, play, at, options.over_flush)]
    return reading(found[-1]) if found else None


def table_play(pair: object, level: int) -> int:
    """The packed play of a (cards, reading) pair, with any reading that some rules allow. BAD_INPUT."""
    if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not isinstance(pair[1], str):
        raise bad_input("a play is a pair: its cards and what they are", "一手牌要写成一对：牌与牌型")
    cards, declared = brief(pair[0]), brief(pair[1])
    one, two = cards_of(pair[0])
    try:
        play = matching(all_readings(one, two, level, True, True), pair[1])
    except ValueError:
        raise bad_input(f"unknown combination {declared}", f"没有牌型 {declared}") from None
    if play < 0:
        raise bad_input(f"{cards} isn’t {declared}", f"{cards} 不是 {declared}")
    return play


def matching(found: list[int], declared: str) -> int:
    """The declared reading among those found (G-4.7); -1 if it is none of them. ValueError."""
    kind, key, second = read_reading(declared)
    for play in found:
        if kind_of(play) != kind or key_of_play(play) != key:
            continue
        # two wildcards can be a pair of any rank (G-4.4)
        any_pair = kind == FULL_HOUSE and wild_of(play) == 2 and not (play >> 8) & 0xFFFF and second < SMALL
        if second < 0 or second == second_of(play) or any_pair:
            return play
    return -1


def beats(table: object, play: object, level: object, rules: object = None) -> bool:
    """Whether the play beats the table (G-5). Both are (cards, reading) pairs. BAD_INPUT if one is not a combination."""
    at = level_of(level)
    return stronger(table_play(table, at), table_play(play, at), at, read_rules(rules).over_flush)


def plays(hand: object, level: object, table: object = None, rules: object = None, mode: object = "canonical") -> list[Play]:
    """The plays of a hand on the lead or against a table, without the pass, in the order of G-10.5 (G-10.1, G-10.2).
    BAD_INPUT."""
    if not isinstance(mode, str) or mode not in ("canonical", "exact"):
        raise bad_input("mode is canonical or exact", "mode 应为 canonical 或 exact")
    one, two = cards_of(hand)
    at = level_of(level)
    options = read_rules(rules)
    finder: Finder
    if mode == "exact":
        finder = ExactFinder(options.joker_pair, options.suited_straight, options.over_flush)
    else:
        finder = new_finder(options)
    finder.look(one, two, at)
    if table is None:
        found = finder.plays(0, 0)
    else:
        top = table_play(table, at)
        found = finder.plays(rank_class(top), strength(top, at, options.over_flush))[1:]
    return [Play(text(*all_planes(play, at)), reading(play), reading(play, True)) for play in found]


def promote(
    levels: object, owner: object, fails: object, order: object, rules: object = None, deals: object = None
) -> dict[str, object]:
    """Levels, failures, owner, winner and whether the match is over after one deal (G-9). BAD_INPUT."""
    if not isinstance(levels, list) or not is_levels(levels):
        raise bad_input("levels are those of two teams, 2 … A", "levels 应为两队的级数，从 2 到 A")
    if owner is not None and not (in_range(owner, 0, 1) and isinstance(owner, int)):
        raise bad_input("whose deal it is: a team, 0 or 1, or null", "谁的局：队号 0、1 或空")
    if not isinstance(fails, list) or len(fails) != 2 or not all(in_range(count, 0, MOST) for count in fails):
        raise bad_input("fails are the counts of two teams", "fails 应为两队的次数")
    if not isinstance(order, list) or not is_order(order):
        raise bad_input("an order names each seat once", "名次应列出每个座位各一次")
    if deals is not None and not (in_range(deals, 0, MOST) and isinstance(deals, int)):
        raise bad_input("deals is a count or null", "deals 应为局数或空")
    return promoted(levels, owner, fails, order, read_rules(rules), deals).to_json()
