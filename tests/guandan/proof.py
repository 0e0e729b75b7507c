"""Compares the lists of plays with the slow enumerator, leading and following."""

from __future__ import annotations

import random

from qipai import guandan
from tests.guandan import enumerator
from tests.guandan.hands import draw

STYLES = ("any", "run", "sets")


def written(plays: list[guandan.Play]) -> list[enumerator.Play]:
    return [(tuple(play.cards.split()), play.long_reading) for play in plays]


def prove(hand: enumerator.Cards, level: str, joker_pair: bool, suited_straight: bool, tables: int, rng: random.Random) -> int:
    """Leads, then answers to some plays of the same cards' types; returns how many exact plays were compared."""
    rules = {"full_house_joker_pair": joker_pair, "natural_flush_as_straight": suited_straight}
    text = " ".join(hand)
    lead = enumerator.exact(hand, level, None, joker_pair, suited_straight)
    assert written(guandan.plays(text, level, None, rules, "exact")) == lead, (text, level)
    assert written(guandan.plays(text, level, None, rules)) == enumerator.canonical(hand, level, lead), (text, level)
    for _ in range(tables):
        table = rng.choice(TABLES)
        if not valid(table, level):
            continue
        answers = [play for play in lead if enumerator.beats(table[1], play[1], level)]
        assert written(guandan.plays(text, level, table, rules, "exact")) == answers, (text, level, table)
        short = enumerator.canonical(hand, level, answers)
        assert written(guandan.plays(text, level, table, rules)) == short, (text, level, table)
    return len(lead)


def valid(table: tuple[str, str], level: str) -> bool:
    """The cards of the table have this reading at this level."""
    long = {r.partition("/")[0] for r in enumerator.readings(tuple(table[0].split()), level)}
    return table[1] in long


TABLES = [
    ("S3", "single:3"),
    ("SQ", "single:Q"),
    ("SB", "single:B"),
    ("S2 C2", "pair:2"),
    ("SJ CJ", "pair:J"),
    ("SB SB", "pair:B"),
    ("S4 C4 D4", "triple:4"),
    ("SQ CQ DQ", "triple:Q"),
    ("S3 C3 D3 S5 C5", "fullhouse:3"),
    ("ST CT DT SB SB", "fullhouse:T"),
    ("SA C2 S3 D4 S5", "straight:A"),
    ("S6 C7 D8 S9 CT", "straight:6"),
    ("SA CA S2 C2 S3 C3", "tube:A"),
    ("S7 C7 S8 C8 S9 C9", "tube:7"),
    ("SA CA DA S2 C2 D2", "plate:A"),
    ("S8 C8 D8 S9 C9 D9", "plate:8"),
    ("S4 S4 C4 D4", "bomb:4x4"),
    ("S9 S9 C9 C9 D9", "bomb:9x5"),
    ("S3 S4 S5 S6 S7", "flush:3"),
    ("S5 S5 C5 C5 D5 D5", "bomb:5x6"),
    ("SB SB HR HR", "jokers"),
]


def run(hands: int, smallest: int, largest: int, seed: int, tables: int = 4) -> int:
    """Proves random hands: every level, 0, 1 and 2 wildcards, all styles, options in turn."""
    rng = random.Random(seed)
    total = 0
    for k in range(hands):
        level = enumerator.RANKS[k % 13]
        hand = draw(rng, rng.randint(smallest, largest), level, k // 13 % 3, STYLES[k // 39 % 3])
        total += prove(hand, level, k % 7 != 3, k % 5 == 2, tables, rng)
    return total
