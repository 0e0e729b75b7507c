"""What is fixed at the start of a deal: public, and shared by all its states and views."""

from __future__ import annotations

from typing import Final

from qipai.core.data import fields_of
from qipai.games.guandan.cards import ALL_BITS, HAND_SIZE, RANKS, SEATS
from qipai.games.guandan.rules import GuandanRules
from qipai.games.guandan.tribute import payers_of

NOBODY: Final[list[int]] = []
NO_FAILS: Final = [0, 0]
NO_HISTORY: Final[list[dict[str, object]]] = []
FULL_HANDS: Final = [HAND_SIZE] * SEATS
EQUAL_LEVELS: Final = [[rank, rank] for rank in RANKS]


class Setting:
    """Rules, levels, owner and the previous order; never changed, so first deals share their lists.

    `owner` is -1 and `order` empty in the first deal of a match. `pool_one` and `pool_two` are the cards that were dealt:
    all 108, or fewer in a set-up that is short on purpose. `history` has the finished deals of the match as far as they are
    known; nothing depends on it, so it is not in the digest.
    """

    def __init__(
        self,
        rules: GuandanRules,
        level: int,
        levels: list[str],
        fails: list[int],
        owner: int,
        deals: int,
        order: list[int],
        starting: int,
    ) -> None:
        self.rules = rules
        self.level = level
        self.levels = levels
        self.fails = fails
        self.owner = owner
        self.deals = deals
        self.order = order
        self.starting = starting
        self.pool_one = ALL_BITS
        self.pool_two = ALL_BITS
        self.sizes = FULL_HANDS
        self.history = NO_HISTORY
        self.payers = payers_of(order, rules) if order else NOBODY
        self.receivers = order[: len(self.payers)] if order else NOBODY

    def __reduce__(self) -> tuple[object, ...]:
        start = (self.rules, self.level, self.levels, self.fails, self.owner, self.deals, self.order, self.starting)
        return Setting, start, fields_of(self)

    def is_partial(self) -> bool:
        return self.sizes != FULL_HANDS or self.pool_two != ALL_BITS

    def mark(self) -> int:
        """A number for digests, of everything in the setting that affects play."""
        out = self.level
        for level in self.levels:
            out = out * 13 + RANKS.index(level)
        for count in self.fails:
            out = out * 16 + count % 16
        out = out * 4 + self.owner + 1
        for seat in self.order:
            out = out * 4 + seat
        return (out * 64 + self.starting + 1) % (1 << 61)


def first_setting(rules: GuandanRules, level: int, starting: int) -> Setting:
    """The first deal of a match: no owner, no tribute (G-6.3, G-9.3)."""
    return Setting(rules, level, EQUAL_LEVELS[level], NO_FAILS, -1, 0, NOBODY, starting)
