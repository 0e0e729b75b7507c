"""Functions on plain text for tools and tests: readings of cards, comparison, plays of a hand, promotion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qipai.games.guandan.cards import SMALL, parse, parse_level, planes, text
from qipai.games.guandan.classify import all_readings, readings_of
from qipai.games.guandan.combos import Finder, new_finder
from qipai.games.guandan.exact import ExactFinder
from qipai.games.guandan.match import promoted
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


class Play(NamedTuple):
    """Cards in card order and their reading."""

    cards: str
    reading: str
    long_reading: str


def readings(cards: str, level: str, rules: object = None) -> list[str]:
    """All readings of a set of cards in short form, weakest first; empty if it is not a combination (G-4.1)."""
    one, two = planes(parse(cards))
    return [reading(play) for play in readings_of(one, two, parse_level(level), read_rules(rules))]


def auto_reading(cards: str, level: str, table: Sequence[str] | None = None, rules: object = None) -> str | None:
    """The strongest legal reading (G-4.8); None if there is none."""
    one, two = planes(parse(cards))
    at = parse_level(level)
    options = read_rules(rules)
    found = readings_of(one, two, at, options)
    if table is not None:
        top = table_play(table, at)
        found = [play for play in found if stronger(top, play, at, options.over_flush)]
    return reading(found[-1]) if found else None


def table_play(pair: object, level: int) -> int:
    """The packed play of a (cards, reading) pair, with any reading that some rules allow. ValueError."""
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        raise ValueError("a play is a pair of cards and reading")
    one, two = planes(parse(pair[0]))
    play = matching(all_readings(one, two, level, True, True), str(pair[1]))
    if play < 0:
        raise ValueError(f"{pair[0]} is no {pair[1]}")
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


def beats(table: Sequence[str], play: Sequence[str], level: str, rules: object = None) -> bool:
    """Whether the play beats the table (G-5). Both are (cards, reading) pairs. ValueError if one is not a combination."""
    at = parse_level(level)
    return stronger(table_play(table, at), table_play(play, at), at, read_rules(rules).over_flush)


def plays(
    hand: str, level: str, table: Sequence[str] | None = None, rules: object = None, mode: str = "canonical"
) -> list[Play]:
    """The plays of a hand on the lead or against a table, without the pass, in the order of G-10.5 (G-10.1, G-10.2)."""
    if mode not in ("canonical", "exact"):
        raise ValueError("mode is canonical or exact")
    one, two = planes(parse(hand))
    at = parse_level(level)
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
    levels: list[str],
    owner: int | None,
    fails: list[int],
    order: list[int],
    rules: object = None,
    deals: int | None = None,
) -> dict[str, object]:
    """Levels, failures, owner, winner and whether the match is over after one deal (G-9)."""
    return promoted(levels, owner, fails, order, read_rules(rules), deals).to_json()
