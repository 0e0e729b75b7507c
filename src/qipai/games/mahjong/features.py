"""Where the learned policy's weights are: groups of features, and the row of a situation.

A move's value is the sum of the weights of its features, a few dozen small numbers out of WIDTH, in one of ROWS situations.
Weights are learned (docs/training.md); `sight.py` finds the features of a move.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

# where a situation's row is: the way to play, the kind of decision, the tiles in the wall, the seat's own distance
WAYS: Final = 3  # bury three; winners leave; winners play on
WALLS: Final = 4  # more than 36, 24 … 36, 12 … 23, fewer
NEARS: Final = 3  # ready or a discard away from it, one tile further, more
PLACES: Final = 2 * WALLS * NEARS + 1  # turns, claims, the opening
ROWS: Final = WAYS * PLACES
TURNS: Final = 0
CLAIMS: Final = WALLS * NEARS
OPENING: Final = 2 * WALLS * NEARS

# groups of features and how many each has, in order
GROUPS: Final[list[tuple[str, int]]] = [
    ("distance", 10),
    ("ready by copies left", 10),
    ("ready by kinds", 5),
    ("ready: live copies", 1),
    ("ready: live worth", 1),
    ("ready: copies that others must let go", 1),
    ("one away by copies", 10),
    ("one away: copies", 1),
    ("one away: kinds", 1),
    ("two away by copies", 10),
    ("two away: copies", 1),
    ("further: copies", 1),
    ("ready but for the missing suit: copies", 1),
    ("flush by distance", 21),
    ("triplets by distance", 21),
    ("seven pairs", 7),
    ("pairs", 1),
    ("triples", 1),
    ("open runs", 1),
    ("gaps", 1),
    ("lone tiles", 1),
    ("lone ends", 1),
    ("tiles of the missing suit", 5),
    ("tiles of the missing suit, number", 1),
    ("melds", 5),
    ("concealed", 1),
    ("roots", 1),
    ("triples that may be kongs", 1),
    ("pengs that may be kongs", 1),
    ("hu", 1),
    ("hu by own draw", 1),
    ("hu by payers", 3),
    ("hu: locked by copies left", 10),
    ("hu: locked by kinds", 5),
    ("hu: locked live copies", 1),
    ("hu: locked live worth", 1),
    ("hu: locked copies that others must let go", 1),
    ("points now", 1),
    ("concealed kong", 1),
    ("added kong", 1),
    ("added kong that may be robbed", 1),
    ("exposed kong", 1),
    ("peng", 1),
    ("pass", 1),
    ("discard to an open hand", 24),
    ("discard to an open hand, lately seen", 2),
    ("discard to a locked hand", 12),
    ("discard that a locked hand wins on: points", 1),
    ("gives away", 3),
]


WIDTH: Final = 195
DISTANCE: Final = 0
READY_COPIES: Final = 10
READY_KINDS: Final = 20
READY_LIVE: Final = 25
READY_WORTH: Final = 26
READY_MISSED: Final = 27
ONE_COPIES: Final = 28
ONE_LINEAR: Final = 38
ONE_KINDS: Final = 39
TWO_COPIES: Final = 40
TWO_LINEAR: Final = 50
FAR_LINEAR: Final = 51
HELD_LINEAR: Final = 52
FLUSH: Final = 53
TRIPLETS: Final = 74
SEVEN_PAIRS: Final = 95
PAIRS: Final = 102
TRIPLES: Final = 103
OPEN_RUNS: Final = 104
GAPS: Final = 105
LONE: Final = 106
LONE_ENDS: Final = 107
MISSING_HELD: Final = 108
MISSING_LINEAR: Final = 113
MELDS: Final = 114
CONCEALED: Final = 119
ROOTS: Final = 120
KONG_TRIPLES: Final = 121
KONG_PENGS: Final = 122
WINS: Final = 123
WINS_DRAWN: Final = 124
WIN_PAYERS: Final = 125
LOCKED_COPIES: Final = 128
LOCKED_KINDS: Final = 138
LOCKED_LIVE: Final = 143
LOCKED_WORTH: Final = 144
LOCKED_MISSED: Final = 145
POINTS: Final = 146
KONG_CLOSED: Final = 147
KONG_ADDS: Final = 148
KONG_RISK: Final = 149
KONG_CLAIMED: Final = 150
PENGS: Final = 151
PASSES: Final = 152
TO_OPEN: Final = 153
TO_OPEN_SEEN: Final = 177
TO_LOCKED: Final = 179
TO_KNOWN: Final = 191
GIVES: Final = 192

# buckets of small numbers
BY_WALL: Final = bytes([3] * 12 + [2] * 12 + [1] * 13 + [0] * 72)
BY_NEAR: Final = bytes([0, 0, 1] + [2] * 14)
BY_COPIES: Final = bytes([0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 8] + [9] * 85)
BY_FAR: Final = bytes([0, 0, 0, 1] + [2] * 14)  # of a distance, for what the hand may become
BY_RANK: Final = bytes([0, 1, 2, 2, 2, 2, 2, 1, 0] * 3)  # ends, next to them, middle


def features_hash() -> str:
    """Names what the weights belong to: other features have another hash."""
    text = "/1/" + "/".join([f"{name}:{count}" for name, count in GROUPS])
    return sha256((f"{ROWS}x{WIDTH}" + text).encode()).hexdigest()[:16]
