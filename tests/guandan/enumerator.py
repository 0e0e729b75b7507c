"""A slow enumerator made of definitions, against which the lists of plays are proven.

Combinations without wildcards are recognised by looking at the cards (`natural_readings`, G-3). A set of cards with
wildcards has the readings of everything that some substitution turns it into (`readings`, G-4.1): every wildcard is
replaced by every rank and suit. `exact` tries every multiset of the hand (G-10.1). `canonical` groups the exact list
by class and takes from each class the member that G-10.2 and G-10.3 ask for, by computing their costs as they are defined.

Nothing here is shared with the package but the names of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product

RANKS = "23456789TJQKA"
SUITS = "SHCD"
ORDER = {suit + rank: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)} | {"SB": 52, "HR": 53}
LINE = "A23456789TJQKA"
KINDS = sorted(ORDER, key=lambda c: ORDER[c])
TYPES = ["single", "pair", "triple", "fullhouse", "straight", "tube", "plate", "bomb"]
JOKERS = {"SB": "B", "HR": "R"}

Cards = tuple[str, ...]
Play = tuple[Cards, str]


def key_name(card: str) -> str:
    return JOKERS.get(card, card[1])


def natural_readings(cards: Cards, joker_pair: bool, suited_straight: bool) -> frozenset[str]:
    """What cards are when each stands for itself; a full house in its long form."""
    size = len(cards)
    counts: dict[str, int] = {}
    for card in cards:
        name = JOKERS.get(card) or card[1]
        counts[name] = counts.get(name, 0) + 1
    if counts == {"B": 2, "R": 2}:
        return frozenset({"jokers"})
    if len(counts) > 3 and len(counts) != size:
        return frozenset()
    jokers = "B" in counts or "R" in counts
    shape = sorted(counts.values())
    out: set[str] = set()
    if len(counts) == 1:
        name = next(iter(counts))
        if size == 1:
            out.add(f"single:{name}")
        elif size == 2:
            out.add(f"pair:{name}")
        elif size == 3 and not jokers:
            out.add(f"triple:{name}")
        elif size >= 4 and not jokers:
            out.add(f"bomb:{name}x{size}")
        return frozenset(out)
    if shape == [2, 3]:
        triple = next(k for k in counts if counts[k] == 3)
        pair = next(k for k in counts if counts[k] == 2)
        if triple not in "BR" and (pair not in "BR" or joker_pair):
            out.add(f"fullhouse:{triple}/{pair}")
    if jokers:
        return frozenset(out)
    if size == 5 and shape == [1] * 5:
        for key in windows(counts, 5):
            if len({c[0] for c in cards}) == 1:
                out.add(f"flush:{key}")
                if suited_straight:
                    out.add(f"straight:{key}")
            else:
                out.add(f"straight:{key}")
    if size == 6 and shape == [2] * 3:
        out.update(f"tube:{key}" for key in windows(counts, 3))
    if size == 6 and shape == [3] * 2:
        out.update(f"plate:{key}" for key in windows(counts, 2))
    return frozenset(out)


def windows(counts: dict[str, int], width: int) -> list[str]:
    return [LINE[k] for k, ranks in enumerate(stretches(width)) if ranks == counts.keys()]


@cache
def stretches(width: int) -> list[set[str]]:
    """The sets of ranks that lie next to each other, A low or high."""
    return [set(LINE[k : k + width]) for k in range(15 - width)]


@cache
def stand_ins(count: int) -> list[Cards]:
    """What wildcards may stand for: any ranks and suits, no jokers (G-4.2)."""
    return list(combinations_with_replacement(KINDS[:52], count))


def readings(cards: Cards, level: str, joker_pair: bool = True, suited_straight: bool = False) -> frozenset[str]:
    """All readings of a set of cards, full houses in the long form (G-4.1 to G-4.6)."""
    wild = f"H{level}"
    naturals = tuple(c for c in cards if c != wild)
    spare = len(cards) - len(naturals)
    if not spare:
        return natural_readings(cards, joker_pair, suited_straight)
    if not naturals:
        return frozenset({f"single:{level}"} if spare == 1 else {f"pair:{level}"})
    if not fits(naturals, len(cards)):
        return frozenset()
    # suits are looked at only to see whether all are the same, so cards that agree in that have the same readings
    one_suit = len({c[0] for c in naturals}) == 1
    alike = tuple(c if c in JOKERS else ("S" if one_suit or k else "D") + c[1] for k, c in enumerate(naturals))
    held = {key_name(c) for c in naturals}
    listed: set[str] = set()
    for reading in substituted(alike, spare, joker_pair, suited_straight):
        if reading.startswith("fullhouse") and reading[-1] not in held:
            # the pair is both wildcards: one listed rank for all of them (G-4.5)
            triple = reading[10]
            pair = level if triple != level else ("A" if level != "A" else "K")
            listed.add(f"fullhouse:{triple}/{pair}")
        else:
            listed.add(reading)
    return frozenset(listed)


@lru_cache(maxsize=400_000)
def substituted(naturals: Cards, spare: int, joker_pair: bool, suited_straight: bool) -> frozenset[str]:
    """What natural cards and wildcards become under every substitution (G-4.1), whatever the level."""
    out: set[str] = set()
    for chosen in stand_ins(spare):
        out |= natural_readings(naturals + chosen, joker_pair, suited_straight)
    return frozenset(out)


def fits(naturals: Cards, size: int) -> bool:
    """Spares the substitutions of cards whose number rules out every type: sizes of the types and their numbers of ranks."""
    ranks = len({key_name(c) for c in naturals})
    if size == 5:
        return ranks <= 2 or ranks == len(naturals)
    if size == 6:
        return ranks <= 3
    return ranks == 1


def may_grow(counts: dict[str, int]) -> bool:
    """Can natural cards with these numbers of each rank be part of a combination at all?

    Only a look that spares walks without an end: one rank is a set; two make a full house, a plate or part of a sequence; three
    a tube or part of a straight; four and five part of a straight. Jokers go with one other rank at most.
    """
    ranks = len(counts)
    if ranks <= 1:
        return True
    most = max(counts.values())
    if ranks == 2:
        return most <= 3
    if "B" in counts or "R" in counts:
        return False
    return most <= 2 if ranks == 3 else ranks <= 5 and most == 1


def multisets(hand: Cards, level: str) -> Iterator[Cards]:
    """Every non-empty multiset of the hand up to the ten cards of the largest bomb, hopeless ones left out.

    Each is reached once: from the multiset without its last kind of card.
    """
    kinds = sorted(Counter(hand).items(), key=lambda item: ORDER[item[0]])
    wild = f"H{level}"
    waiting: list[tuple[int, Cards, dict[str, int]]] = [(0, (), {})]
    while waiting:
        start, taken, counts = waiting.pop()
        if taken:
            yield taken
        for at in range(start, len(kinds)):
            name, held = kinds[at]
            for k in range(1, min(held, 10 - len(taken)) + 1):
                more = counts
                if name != wild:
                    key = key_name(name)
                    more = {**counts, key: counts.get(key, 0) + k}
                    if not may_grow(more):
                        break
                waiting.append((at + 1, taken + (name,) * k, more))


def power(name: str, level: str) -> int:
    ladder = [r for r in RANKS if r != level] + [level, "B", "R"]
    return ladder.index(name)


def strength(reading: str, level: str, over_seven: bool = False) -> tuple[int, int, int]:
    """(type, rung or 0, key) — comparable within a type and within the bomb class."""
    kind, _, key = reading.partition(":")
    if kind == "jokers":
        return 7, 8, 0
    rungs = ["4", "5", "6", "7", "8", "9", "10"]
    rungs.insert(4 if over_seven else 2, "flush")
    if kind == "flush":
        return 7, rungs.index("flush"), LINE.index(key)
    if kind == "bomb":
        rank, _, size = key.partition("x")
        return 7, rungs.index(size), power(rank, level)
    if kind in ("straight", "tube", "plate"):
        return TYPES.index(kind), 0, LINE.index(key)
    return TYPES.index(kind), 0, power(key[0], level)


def beats(table: str, play: str, level: str, over_seven: bool = False) -> bool:
    a = strength(table, level, over_seven)
    b = strength(play, level, over_seven)
    if a[0] != b[0]:
        return b[0] == 7
    return b > a


def exact(
    hand: Cards, level: str, table: str | None = None, joker_pair: bool = True, suited_straight: bool = False
) -> list[Play]:
    """Every pair of cards and long reading that is legal, in the order of G-10.5."""
    found: list[Play] = []
    for cards in multisets(hand, level):
        for reading in readings(cards, level, joker_pair, suited_straight):
            if table is None or beats(table, reading, level):
                found.append((cards, reading))
    return sorted(found, key=lambda play: listing(play, level))


def listing(play: Play, level: str) -> tuple[object, ...]:
    cards, reading = play
    pair = power(reading.partition("/")[2], level) if "/" in reading else 0
    return (*strength(reading, level), pair, cards.count(f"H{level}"), tuple(ORDER[c] for c in cards))


def weights(hand: Cards, level: str) -> dict[str, int]:
    """2 for natural cards of natural straight flushes, 1 for those of assisted ones (G-10.3)."""
    wild = f"H{level}"
    naturals = {c for c in hand if c != wild}
    spare = hand.count(wild)
    out = dict.fromkeys(naturals, 0)
    for suit, start in product(SUITS, range(10)):
        window = [suit + rank for rank in LINE[start : start + 5]]
        have = [c for c in window if c in naturals]
        if len(have) == 5:
            for card in have:
                out[card] = 2
        elif 5 - len(have) <= spare:
            for card in have:
                out[card] = max(out[card], 1)
    return out


def canonical(hand: Cards, level: str, listed: list[Play]) -> list[Play]:
    """One member per class of an exact list."""
    wild = f"H{level}"
    weight = weights(hand, level)
    held = Counter(hand)
    classes: dict[tuple[str, int], list[Play]] = {}
    for play in listed:
        classes.setdefault((play[1], play[0].count(wild)), []).append(play)

    def price(play: Play) -> tuple[int, int, tuple[int, ...]]:
        spent = [c for c, n in Counter(play[0]).items() if c != wild and n == held[c]]
        return (
            sum(weight[c] == 2 for c in spent),
            sum(weight[c] == 1 for c in spent),
            tuple(ORDER[c] for c in play[0]),
        )

    return sorted((min(members, key=price) for members in classes.values()), key=lambda play: listing(play, level))
