"""Who pays tribute, with what, and what may be returned (G-7)."""

from __future__ import annotations

from qipai.games.guandan.cards import BIG_JOKER, LADDER, SMALL, SMALL_JOKER, bit, copies, key_of, power, wildcard
from qipai.games.guandan.rules import GuandanRules


def payers_of(order: list[int], rules: GuandanRules) -> list[int]:
    """The seats that owe tribute after this finishing order (G-7.2)."""
    first, second, third, last = order
    if (first + second) % 2 == 0:
        return sorted([third, last])
    if (first + third) % 2 == 0:
        return [last]
    return [third if rules.third_pays else last]


def tribute_choices(one: int, level: int) -> list[int]:
    """The highest cards of a hand by power, without wildcards; the payer chooses among equals (G-7.4)."""
    one &= ~bit(wildcard(level))
    for at in range(14, -1, -1):
        found = kinds_of(one, LADDER[level * 16 + at])
        if found:
            return found
    return []


def kinds_of(one: int, key: int) -> list[int]:
    """The kinds of one key in a hand, in card order."""
    if key >= SMALL:
        kind = SMALL_JOKER + key - SMALL
        return [kind] if (one >> kind) & 1 else []
    return [kind for kind in range(4 * key, 4 * key + 4) if (one >> kind) & 1]


def qualifies(kind: int, level: int, rules: GuandanRules) -> bool:
    """Whether this card qualifies for return: up to `return_max` and not a level card (G-7.8)."""
    if kind >= SMALL_JOKER:
        return False
    rank = kind >> 2
    return rank <= rules.return_rank and (rank != level or rules.return_level)


def return_choices(one: int, level: int, rules: GuandanRules) -> list[int]:
    """The cards that may be returned (G-7.8); if none qualifies, those of the lowest power (G-7.9)."""
    found = [kind for kind in range(SMALL_JOKER) if (one >> kind) & 1 and qualifies(kind, level, rules)]
    if found:
        return found
    for at in range(15):
        found = kinds_of(one, LADDER[level * 16 + at])
        if found:
            return found
    return []


def higher(card: int, other: int, level: int) -> int:
    """1, 0 or -1: the first card is above, equal to or below the second."""
    a = power(key_of(card), level)
    b = power(key_of(other), level)
    return (a > b) - (a < b)


def may_refuse(one: int, two: int, payers: int) -> bool:
    """Whether a payer may say `immune` (G-7.13): alone with both 大王, as one of two with at least one.

    One of two does not know whether the other holds the second: it says what it wants if they have both.
    """
    return copies(one, two, BIG_JOKER) >= (2 if payers == 1 else 1)
