"""A play packed into 38 bits, its cards and its strength.

    bits 34–37  type of the combination (G-3); 0 is the pass
    bits 30–33  key: 0 … 14 of a set, number of the window of a sequence (0 is the ace-low one)
    bits 26–29  full house: key of the pair in its long form (G-4.5); bomb: size
    bits 24–25  number of wildcards among the cards
    bits  0–23  the natural cards, place by place: a nibble of suits held once or twice, and one of suits held twice
                  sets: one nibble of each; full house: those of the triple, then those of the pair;
                  straight and flush: five single nibbles; tube: three and three; plate: two and two

The packing is the same at every level. A window starts at place `key` of the ranks A 2 3 … K A.
"""

from __future__ import annotations

from typing import Final

from qipai.games.guandan.cards import ACE, BIG, KEYS, KING, POWER, RANKS, SMALL, bit, wildcard
from qipai.native import i64

PASS: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
TRIPLE: Final = 3
FULL_HOUSE: Final = 4
STRAIGHT: Final = 5
TUBE: Final = 6
PLATE: Final = 7
BOMB: Final = 8
FLUSH: Final = 9
JOKERS: Final = 10
# tribute moves, whose lowest bits are a kind of card or a seat
TRIBUTE: Final = 11
TAKE: Final = 12
RETURN: Final = 13
# answers before a tribute under immunity="choice" (G-7.13); they are in no log
IMMUNE: Final = 14
PAY: Final = 15

TYPES: Final = ["pass", "single", "pair", "triple", "fullhouse", "straight", "tube", "plate", "bomb", "flush", "jokers"]
SIZES: Final = bytes([0, 1, 2, 3, 5, 5, 6, 6, 0, 5, 4])
# windows by their lowest rank, the ace-low one first (G-3.11)
WINDOW_KEYS: Final = "A23456789TJQK"
WINDOWS: Final = bytes([0, 0, 0, 0, 0, 10, 12, 13, 0, 10, 0])
WIDTHS: Final = bytes([0, 0, 0, 0, 0, 5, 3, 2, 0, 5, 0])
FOUR_JOKERS: Final = (JOKERS << 34) | 0x33

# the ladder of the bomb class (G-5.3): bombs by size, and the straight flush below bombs of OVER_FLUSH cards (G-5.7)
OVER_FLUSH: Final = 6
MAX_BOMB: Final = 10


def head(kind: i64, key: i64, second: i64, wild: i64) -> i64:
    """A packed play without its natural cards."""
    return (((kind << 4 | key) << 4 | second) << 2 | wild) << 24


def kind_of(play: i64) -> i64:
    return play >> 34


def key_of_play(play: i64) -> i64:
    return (play >> 30) & 15


def second_of(play: i64) -> i64:
    return (play >> 26) & 15


def wild_of(play: i64) -> i64:
    return (play >> 24) & 3


def size_of(play: i64) -> i64:
    """How many cards a play has."""
    kind = play >> 34
    if kind == 8:
        return (play >> 26) & 15
    return SIZES[kind]


def natural_planes(play: i64) -> tuple[i64, i64]:
    """The natural cards of a play as two planes: kinds with at least one copy, kinds with both."""
    kind = play >> 34
    key = (play >> 30) & 15
    if kind <= 3 or kind == 8:
        if key > 13:
            key = 13
        return (play & 15) << 4 * key, ((play >> 4) & 15) << 4 * key
    if kind == 4:
        pair = (play >> 26) & 15
        if pair > 13:
            pair = 13
        once: i64 = ((play & 15) << 4 * key) | (((play >> 8) & 15) << 4 * pair)
        twice: i64 = (((play >> 4) & 15) << 4 * key) | (((play >> 12) & 15) << 4 * pair)
        return once, twice
    if kind == 6:
        once = (play & 0xFFF) << 4 * key
        twice = ((play >> 12) & 0xFFF) << 4 * key
    elif kind == 7:
        once = (play & 0xFF) << 4 * key
        twice = ((play >> 8) & 0xFF) << 4 * key
    elif kind == 10:
        return 0x30000000000000, 0x30000000000000
    else:
        once = (play & 0xFFFFF) << 4 * key
        twice = 0
    return (once >> 4) | ((once & 15) << 48), (twice >> 4) | ((twice & 15) << 48)


def all_planes(play: int, level: int) -> tuple[int, int]:
    """All cards of a play, including wildcards."""
    one, two = natural_planes(play)
    wild = wild_of(play)
    mark = bit(wildcard(level))
    return one | (mark if wild else 0), two | (mark if wild == 2 else 0)


def rank_class(play: i64) -> i64:
    """The type for comparisons: the three types of the bomb class count as one (G-5.2)."""
    kind = play >> 34
    if kind > 8:
        return 8
    return kind


def strength(play: i64, level: i64, over_flush: i64 = OVER_FLUSH) -> i64:
    """The strength within the type; within the bomb class, 16 per rung (G-5.1, G-5.3, G-5.7)."""
    kind = play >> 34
    key = (play >> 30) & 15
    if kind <= 4:
        return POWER[level * 16 + key]
    if kind < 8:
        return key
    if kind == 8:
        size: i64 = (play >> 26) & 15
        if size >= over_flush:
            size += 1
        return size * 16 - 64 + POWER[level * 16 + key]
    if kind == 9:
        return over_flush * 16 - 64 + key
    return 128


def stronger(table: i64, play: i64, level: i64, over_flush: i64 = OVER_FLUSH) -> bool:
    """Whether the play beats the table; an equal one does not (G-5.1 to G-5.6)."""
    ours = rank_class(play)
    theirs = rank_class(table)
    if ours != theirs:
        return ours == 8
    return strength(play, level, over_flush) > strength(table, level, over_flush)


def wild_pair(triple: i64, level: i64) -> i64:
    """The listed pair rank of a full house whose pair is two wildcards (G-4.5)."""
    if triple != level:
        return level
    if level != ACE:
        return ACE
    return KING


def reading(play: int, long: bool = False) -> str:
    """The reading `type:key` of a play, or its long form (G-4.5)."""
    kind = kind_of(play)
    key = key_of_play(play)
    name = TYPES[kind]
    if kind == JOKERS:
        return name
    if WINDOWS[kind]:
        return f"{name}:{WINDOW_KEYS[key]}"
    if kind == BOMB:
        return f"{name}:{RANKS[key]}x{second_of(play)}"
    if kind == FULL_HOUSE and long:
        return f"{name}:{RANKS[key]}/{KEYS[second_of(play)]}"
    return f"{name}:{KEYS[key]}"


def read_reading(text: str) -> tuple[int, int, int]:
    """(type, key, second) of a reading in short or long form; second is -1 if not given. ValueError."""
    if text == "jokers":
        return JOKERS, 0, -1
    name, _, key = text.partition(":")
    if name not in TYPES[1:10]:
        raise ValueError(f"there is no combination {text!r}")
    kind = TYPES.index(name)
    if WINDOWS[kind]:
        window = WINDOW_KEYS.find(key) if len(key) == 1 else -1
        if 0 <= window < WINDOWS[kind]:
            return kind, window, -1
    elif kind == BOMB:
        rank, _, size = key.partition("x")
        if len(rank) == 1 and rank in RANKS and size in ("4", "5", "6", "7", "8", "9", "10"):
            return kind, RANKS.index(rank), int(size)
    elif kind == FULL_HOUSE:
        triple, slash, pair = key.partition("/")
        if len(triple) == 1 and triple in RANKS:
            if not slash:
                return kind, RANKS.index(triple), -1
            if len(pair) == 1 and pair in KEYS and pair != triple:
                return kind, RANKS.index(triple), KEYS.index(pair)
    elif len(key) == 1 and key in KEYS:
        at = KEYS.index(key)
        if at < SMALL or (kind != TRIPLE and at <= BIG):
            return kind, at, -1
    raise ValueError(f"there is no combination {text!r}")
