"""The features of the learned policy: their groups, their places, and the tables that sort moves into them.

A move's value is the sum of the weights of its features; most features are 0 or 1. Weights are learned
(docs/training.md); this module knows only where each of them is, `sight` which of them a move has.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from qipai.games.xianqi.pieces import COMBINATIONS, FIRST_PAIR, PAIRS, POWER, SINGLE_POWER, SINGLES_ABOVE, SLOTS, UNIT

BIAS: Final = 32768  # of a stored weight (core/weights.py)
NO_CAP: Final = 9  # the greatest power of singles and pairs

# where a situation's row is: the kind of decision, the seat's pillars, those of the others
LEAD: Final = 0  # or buckle
LEAD_AFTER_REVEAL: Final = 1
BEAT_SECOND: Final = 2
BEAT_LAST: Final = 3
COVER: Final = 4
ANSWER_FIRST: Final = 5  # to a buckle
ANSWER_LAST: Final = 6
KINDS: Final = 7
SITUATIONS: Final = 30  # of pillars: 21 while short, 9 with enough
ROWS: Final = KINDS * SITUATIONS

# groups of features and how many each has, in order
GROUPS: Final[list[tuple[str, int]]] = [
    ("combination", 25),
    ("who may beat it, by size and stronger ones out", 36),
    ("chance to hold by size", 22),
    ("pillars that are sure, by whether it holds", 18),
    ("size by rounds left", 24),
    ("sure pieces left", 6),
    ("pieces left under one", 5),
    ("pieces left under two", 1),
    ("pieces left under three or four", 1),
    ("weak pieces left", 1),
    ("pairs left", 1),
    ("sure pairs left", 1),
    ("dog pair left", 1),
    ("triples left", 1),
    ("strength left", 12),
    ("stronger own pieces", 8),
    ("what it breaks", 5),
    ("strongest piece left", 13),
    ("pieces laid aside", 12),
    ("buckle or reveal", 1),
    ("rounds left", 8),
    ("strength", 20),
    ("sure pillars", 9),
    ("pieces held", 12),
    ("combinations held", 13),
    ("held under one", 1),
    ("held under two", 1),
    ("caps of the next seat", 3),
    ("caps of the previous seat", 3),
    ("covers of others", 4),
    ("own reveals", 3),
    ("who is barred", 3),
    ("who revealed last", 3),
    ("the previous seat has buckled", 1),
]


COMBINATION: Final = 0
HOLDERS: Final = 25
HOLDS: Final = 61
SURE_PILLARS: Final = 83
SIZE_ROUNDS: Final = 101
SURE_LEFT: Final = 125
UNDER_ONE: Final = 131
UNDER_TWO: Final = 136
UNDER_SOME: Final = 137
WEAK_LEFT: Final = 138
PAIRS_LEFT: Final = 139
SURE_PAIRS: Final = 140
DOGS_LEFT: Final = 141
TRIPLES_LEFT: Final = 142
STRENGTH_LEFT: Final = 143
ORDER: Final = 155
BREAKS: Final = 163
STRONGEST: Final = 168
LAID: Final = 181
STOP: Final = 193
STOP_ROUNDS: Final = 194
STOP_STRENGTH: Final = 202
STOP_SURE: Final = 222
HELD: Final = 231
HELD_COMBINATIONS: Final = 243
HELD_ONE: Final = 256
HELD_TWO: Final = 257
CAPS_NEXT: Final = 258
CAPS_BEFORE: Final = 261
COVERS: Final = 264
OWED: Final = 268
BARRED: Final = 271
REVEALER: Final = 274
BUCKLER_BEFORE: Final = 277
WIDTH: Final = 278


def outside_table() -> bytes:
    """The chance, in tenths, that k pieces are all among the covers, at (17 k + places in hands) 17 + covers."""
    out: list[int] = []
    for k in range(10):
        for hands in range(17):
            for covers in range(17):
                chance = 1.0
                for gone in range(k):
                    chance *= max(0, covers - gone) / max(1, hands + covers - gone)
                out.append(round(10 * chance))
    return bytes(out)


def no_pair_table() -> bytes:
    """The chance, in tenths, that none of m pairs is in the one hand of n where it may be, at (9 m + n) 25 + unseen pieces."""
    out: list[int] = []
    for m in range(12):
        for n in range(9):
            for unseen in range(25):
                together = min(1.0, n * (n - 1) / (unseen * (unseen - 1))) if unseen > 1 else 0.0
                out.append(round(10 * (1 - together) ** m))
    return bytes(out)


OUTSIDE: Final = outside_table()
NO_PAIR: Final = no_pair_table()
BITS: Final = bytes(bin(number).count("1") for number in range(2048))
LOW_BITS: Final[list[int]] = [(1 << n) - 1 for n in range(12)]  # the first n pairs
PAIR_BIT: Final[list[int]] = [1 << n for n in range(11)]
PAIR_POWER: Final = bytes(POWER[FIRST_PAIR + k] for k in range(PAIRS))
# the stronger piece of a pair, by its single power; of the dogs, the red one
PAIR_TOP: Final = bytes(
    max(SINGLE_POWER[slot] for slot in range(SLOTS) if (COMBINATIONS[FIRST_PAIR + k][2] >> (2 * slot)) & 3)
    for k in range(PAIRS)
)
# slots of at least a power, as a mask of packed counts; the place after the last admits all
AT_LEAST: Final[list[int]] = [
    sum(3 * UNIT[slot] for slot in range(SLOTS) if SINGLE_POWER[slot] >= power) for power in range(11)
]
AT_MOST: Final[list[int]] = [sum(3 * UNIT[slot] for slot in range(SLOTS) if SINGLE_POWER[slot] <= power) for power in range(11)]
STRONGER_THAN: Final[list[int]] = [UNIT[SINGLES_ABOVE[power]] - 1 for power in range(10)]
SHARE: Final[list[int]] = [0, 85, 190, 285]  # of a promise, by the number of pieces of a slot (policy.strength)
BY_CAP: Final = bytes([2, 2, 2, 2, 2, 1, 1, 1, 0, 0])
BY_COVERS: Final = bytes([0, 1, 1, 2, 2, 2] + [3] * 20)
BROKEN_PAIR: Final = bytes([2, 2, 2, 1, 1, 1, 0, 0, 0, 0])  # by single power


def features_hash() -> str:
    """Names what the weights belong to: other features have another hash."""
    text = "/1/" + "/".join([f"{name}:{count}" for name, count in GROUPS])
    return sha256((f"{ROWS}x{WIDTH}" + text).encode()).hexdigest()[:16]
