"""Finds locked hands that fit together by search, or shows that there are none: for views so tight that drawing fails.

Each hand is two suits from lists, and hands compete only for tiles of the same suit. So with the sizes chosen each suit is
shared out on its own, and choices of sizes that ask the same of a suit have the same answer. Only where the patterns of a hand
tie its two suits together are the suits shared out one after another.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.jointplan import SPLIT_BITS, SPLIT_MASK, JointPlan
from qipai.games.mahjong.lockedhand import HandPlan, contains
from qipai.native import i64

MOST_LOOKS: Final = 50_000  # in one search
FIRST_LOOKS: Final = 1500  # for one choice of sizes, at first; eight times as many in the next round
LOOK_OF_SUITS: Final = 3  # eight suits compared with the tiles that are left cost one look
NOT_HELD: Final = SPLIT_MASK  # instead of a split, where a hand has none of the suit


def hands_that_fit(joint: JointPlan, pool: list[int], rng: Rng) -> bool:
    """Whether all hands of some joint choice can be taken from the pool; the plans then hold them.

    Many choices a little, then few of them thoroughly: which one succeeds is hardly ever hard to see.
    """
    search = HandSearch(joint.plans, pool, rng)
    choices = by_weight(joint)
    looks: i64 = FIRST_LOOKS
    while choices and looks <= MOST_LOOKS:
        undecided: list[int] = []
        for packed in choices:
            if search.looked >= MOST_LOOKS:
                return False
            search.limit = min(search.looked + looks, MOST_LOOKS)
            if search.deal(packed):
                return True
            if search.looked >= search.limit:
                undecided.append(packed)
        choices = undecided
        looks *= 8
    return False


def by_weight(joint: JointPlan) -> list[int]:
    """The joint choices, those with the most physical ways first."""
    weights: dict[int, float] = {}
    before = 0.0
    for at, total in enumerate(joint.sums):
        weights[joint.chosen[at]] = total - before
        before = total
    return sorted(joint.chosen, key=lambda packed: -weights[packed])


class HandSearch:
    """All choices of sizes for the same hands and tiles."""

    def __init__(self, plans: list[HandPlan], pool: list[int], rng: Rng) -> None:
        self.plans = plans
        self.pool = pool
        self.rng = rng
        self.looked: i64 = 0
        self.limit: i64 = 0  # where the search gives up
        self.splits: list[int] = []  # of every plan, in the choice at hand
        self.lists: dict[int, list[int]] = {}  # suits that the pool allows, by plan, split and suit
        self.shared: dict[int, list[int]] = {}  # tiles of each plan, by suit and splits
        self.never: set[int] = set()  # suits and splits of plans that cannot share them
        self.tied: bool = False  # whether patterns count, and so all suits are shared out together

    def deal(self, packed: int) -> bool:
        """Whether every plan gets a hand of its split; otherwise there are none, or the limit is reached."""
        self.looked += 1
        self.splits = splits_of(packed, len(self.plans))
        for suit in range(3):
            if not self.share(suit):
                return False
        for suit in range(3):
            for at, counts in enumerate(self.shared[self.key(suit)]):
                self.plans[at].put(suit, counts)
        for plan in self.plans:
            if not plan.agrees():
                self.tied = True
                agreed = self.begin(0)
                self.tied = False
                return agreed
        return True

    def key(self, suit: i64) -> int:
        """The suit, and the splits of the plans that hold it."""
        out = 0
        for at, plan in enumerate(self.plans):
            out = (out << SPLIT_BITS) | (NOT_HELD if plan.past.missing == suit else self.splits[at])
        return 4 * out + suit

    def share(self, suit: i64) -> bool:
        """Whether the plans can share this suit, whatever they hold of the others."""
        key = self.key(suit)
        if key in self.shared:
            return True
        if key in self.never:
            return False
        if self.begin(suit):
            self.shared[key] = [plan.part(suit) for plan in self.plans]
            return True
        if self.looked < self.limit:
            self.never.add(key)
        return False

    def begin(self, suit: i64) -> bool:
        """Shares out a suit among all who hold it."""
        who = [at for at, plan in enumerate(self.plans) if plan.past.missing != suit]
        return self.hand_out(suit, who, [self.listed(at, suit) for at in who], self.pool[suit])

    def listed(self, at: i64, suit: i64) -> list[int]:
        """What the plan may hold of this suit. In order, all plans would ask for the same low tiles."""
        plan = self.plans[at]
        split: i64 = self.splits[at]
        key = 4 * (SPLIT_MASK * at + split) + suit
        if key not in self.lists:
            choice = plan.firsts[split] if plan.first_suit == suit else plan.seconds[split]
            self.lists[key] = self.possible(choice.counts, self.pool[suit])
            self.rng.shuffle(self.lists[key])
        return self.lists[key]

    def possible(self, suits: list[int], left: i64) -> list[int]:
        self.looked += 1 + (len(suits) >> LOOK_OF_SUITS)
        return [counts for counts in suits if contains(left, counts)]

    def hand_out(self, suit: i64, who: list[int], lists: list[list[int]], left: i64) -> bool:
        """Gives these plans their tiles of a suit, from lists that the tiles allowed before; and all that follows, if tied."""
        if not who:
            return not self.tied or suit == 2 or self.begin(suit + 1)
        kept: list[list[int]] = []
        best: i64 = 0
        for counts_of in lists:
            kept.append(self.possible(counts_of, left))
            if not kept[-1]:
                return False
            if len(kept[-1]) < len(kept[best]):
                best = len(kept) - 1
        plan = self.plans[who[best]]
        others = who[:best] + who[best + 1 :]
        suits = kept[:best] + kept[best + 1 :]
        for counts in kept[best]:
            if self.looked >= self.limit:
                return False
            self.looked += 1
            plan.put(suit, counts)
            if self.tied and suit == plan.second_suit and not plan.agrees():
                continue
            if self.hand_out(suit, others, suits, left - counts):
                return True
        return False


def splits_of(packed: int, plans: int) -> list[int]:
    """The split of each plan; that of the last one is in the lowest bits."""
    out: list[int] = []
    for _ in range(plans):
        out.append(packed & SPLIT_MASK)
        packed >>= SPLIT_BITS
    out.reverse()
    return out
