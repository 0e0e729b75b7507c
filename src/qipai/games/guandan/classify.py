"""All readings of a set of cards (G-3, G-4), found from the cards, not from a list of plays."""

from __future__ import annotations

from qipai.games.guandan.cards import bit, bits_in, copies, listed, rank_counts, wildcard
from qipai.games.guandan.packing import (
    BOMB,
    FLUSH,
    FOUR_JOKERS,
    FULL_HOUSE,
    MAX_BOMB,
    PAIR,
    PLATE,
    SINGLE,
    STRAIGHT,
    TRIPLE,
    TUBE,
    WIDTHS,
    WINDOWS,
    head,
    key_of_play,
    kind_of,
    natural_planes,
    rank_class,
    second_of,
    strength,
    wild_pair,
)
from qipai.games.guandan.rules import GuandanRules

JOKER_BITS = 3 << 52


def all_readings(one: int, two: int, level: int, joker_pair: bool, suited_straight: bool) -> list[int]:
    """Every reading of the cards as a packed play, in the order of G-10.5; empty if they are not a combination."""
    mark = bit(wildcard(level))
    wild = copies(one, two, wildcard(level))
    one &= ~mark
    two &= ~mark
    size = bits_in(one) + bits_in(two) + wild
    jokers = (one & JOKER_BITS, two & JOKER_BITS)
    counts = rank_counts(one, two)
    ranks = [rank for rank in range(13) if (counts >> 4 * rank) & 15]
    if jokers[0]:
        return with_jokers(one, two, ranks, wild, size, joker_pair)
    if not ranks:
        # wildcards alone count as themselves (G-4.3)
        return [head(SINGLE, level, 0, 1)] if size == 1 else [head(PAIR, level, 0, 2)] if size == 2 else []
    out: list[int] = []
    if len(ranks) == 1:
        of_one_rank(out, one, two, ranks[0], wild, size, level)
    elif size == 5:
        full_houses(out, one, two, ranks, counts, wild)
        sequences(out, STRAIGHT, one, two, ranks, counts, wild, 1)
    elif size == 6:
        sequences(out, TUBE, one, two, ranks, counts, wild, 2)
        sequences(out, PLATE, one, two, ranks, counts, wild, 3)
    if size == 5 and len(ranks) == 5 - wild:
        out = suited(out, one, wild, suited_straight)
    return sorted(out, key=lambda play: (rank_class(play), strength(play, level), second_of(play)))


def with_jokers(one: int, two: int, ranks: list[int], wild: int, size: int, joker_pair: bool) -> list[int]:
    """Jokers are a single, a pair of one kind, the pair of a full house, or all four (G-3); no wildcard is a joker (G-4.2)."""
    once = (one >> 52) & 3
    twice = (two >> 52) & 3
    if once == 3:
        return [FOUR_JOKERS] if twice == 3 and size == 4 else []
    key = 12 + once
    if size == 1:
        return [head(SINGLE, key, 0, 0) | once]
    if not twice:
        return []
    if size == 2:
        return [head(PAIR, key, 0, 0) | once | once << 4]
    if size != 5 or len(ranks) != 1 or not joker_pair:
        return []
    triple = ranks[0]
    return [head(FULL_HOUSE, triple, key, wild) | place(one, two, triple) | once << 8 | once << 12]


def place(one: int, two: int, rank: int) -> int:
    """The natural cards of one rank as a play packs them."""
    return (one >> 4 * rank) & 15 | ((two >> 4 * rank) & 15) << 4


def of_one_rank(out: list[int], one: int, two: int, rank: int, wild: int, size: int, level: int) -> None:
    cards = place(one, two, rank)
    if size <= 3:
        out.append(head([SINGLE, PAIR, TRIPLE][size - 1], rank, 0, wild) | cards)
    elif size <= MAX_BOMB:
        out.append(head(BOMB, rank, size, wild) | cards)
    if size == 5 and wild == 2:
        # the pair is both wildcards (G-4.4)
        out.append(head(FULL_HOUSE, rank, wild_pair(rank, level), wild) | cards)


def full_houses(out: list[int], one: int, two: int, ranks: list[int], counts: int, wild: int) -> None:
    if len(ranks) != 2:
        return
    for triple, pair in (ranks, ranks[::-1]):
        if (counts >> 4 * triple) & 15 <= 3 and (counts >> 4 * pair) & 15 <= 2:
            out.append(head(FULL_HOUSE, triple, pair, wild) | place(one, two, triple) | place(one, two, pair) << 8)


def sequences(out: list[int], kind: int, one: int, two: int, ranks: list[int], counts: int, wild: int, each: int) -> None:
    """Windows that hold all the natural ranks, none of them more than `each` times; wildcards fill the rest."""
    if max([(counts >> 4 * rank) & 15 for rank in ranks]) > each:
        return
    once = one << 4 | one >> 48
    twice = two << 4 | two >> 48
    width = WIDTHS[kind]
    mask = (1 << 4 * width) - 1
    for window in range(WINDOWS[kind]):
        covered = [(window + k - 1) % 13 for k in range(width)]
        if all(rank in covered for rank in ranks):
            cards = (once >> 4 * window) & mask
            if each > 1:
                cards |= ((twice >> 4 * window) & mask) << 4 * width
            out.append(head(kind, window, 0, wild) | cards)


def suited(out: list[int], one: int, wild: int, suited_straight: bool) -> list[int]:
    """Straights of one suit are straight flushes; natural ones have no other reading (G-4.6)."""
    suits = {kind & 3 for kind in listed(one, 0)}
    straights = [play for play in out if kind_of(play) == STRAIGHT]
    if len(suits) != 1:
        return out
    flushes = [head(FLUSH, key_of_play(play), 0, wild) | play & 0xFFFFF for play in straights]
    if not wild and not suited_straight:
        return [play for play in out if kind_of(play) != STRAIGHT] + flushes
    return out + flushes


def readings_of(one: int, two: int, level: int, rules: GuandanRules) -> list[int]:
    return all_readings(one, two, level, rules.joker_pair, rules.suited_straight)


def has_other_reading(play: int, level: int, rules: GuandanRules) -> bool:
    """Whether the text of this play must name its reading (G-10.6); only wildcards or the option of G-4.6 give a choice."""
    wild = (play >> 24) & 3
    if not wild:
        return rules.suited_straight and kind_of(play) in (STRAIGHT, FLUSH) and is_suited(play)
    if wild == 2 and not play & 0xFFFFFF:
        return False
    one, two = natural_planes(play)
    mark = bit(wildcard(level))
    return len(readings_of(one | mark, two | (mark if wild == 2 else 0), level, rules)) > 1


def is_suited(play: int) -> bool:
    nibbles = {(play >> 4 * k) & 15 for k in range(5)}
    return len(nibbles) == 1
