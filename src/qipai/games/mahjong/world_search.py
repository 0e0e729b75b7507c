"""Finds locked hands that fit together by search, or shows that there are none: for views so tight that drawing fails.

Each hand is two suits from lists. Suits that the tiles left no longer allow are dropped from all lists before every choice, and
the hand with the fewest pairs of suits comes first.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.jointplan import SPLIT_BITS, SPLIT_MASK, JointPlan
from qipai.games.mahjong.lockedhand import HandPlan, ways_to_hold
from qipai.native import i64

MOST_SUITS: Final = 50_000  # looked at in one search
FIRST_SUITS: Final = 1500  # for one choice of sizes, at first; eight times as many in the next round


def hands_that_fit(joint: JointPlan, pool: list[int], rng: Rng) -> bool:
    """Whether all hands of some joint choice can be taken from the pool; the plans then hold them.

    Many choices a little, then few of them thoroughly: which one succeeds is hardly ever hard to see.
    """
    order = list(range(len(joint.chosen)))
    before = 0.0
    weights: list[float] = []
    for total in joint.sums:
        weights.append(total - before)
        before = total
    order.sort(key=lambda at: -weights[at])
    left: i64 = MOST_SUITS
    most: i64 = FIRST_SUITS
    while left > 0 and order and most <= MOST_SUITS:
        for at in order:
            search = HandSearch(min(left, most), rng)
            if search.start(joint.plans, splits_of(joint, joint.chosen[at]), pool):
                return True
            left -= search.looked
            if left <= 0:
                return False
        most *= 8
    return False


def splits_of(joint: JointPlan, packed: int) -> list[int]:
    """The split of each plan; that of the last one is in the lowest bits."""
    out: list[int] = []
    for _ in joint.plans:
        out.append(packed & SPLIT_MASK)
        packed >>= SPLIT_BITS
    out.reverse()
    return out


class HandSearch:
    """One choice of sizes."""

    def __init__(self, most: i64, rng: Rng) -> None:
        self.most: i64 = most
        self.rng = rng
        self.looked: i64 = 0

    def start(self, plans: list[HandPlan], splits: list[int], pool: list[int]) -> bool:
        """Whether every plan gets a hand."""
        firsts = [plan.firsts[splits[at]].counts for at, plan in enumerate(plans)]
        seconds = [plan.seconds[splits[at]].counts for at, plan in enumerate(plans)]
        return self.hold(plans, firsts, seconds, pool)

    def hold(self, plans: list[HandPlan], firsts: list[list[int]], seconds: list[list[int]], pool: list[int]) -> bool:
        """Gives a hand to every plan, from suits that the pool allowed before."""
        if not plans:
            return True
        ones: list[list[int]] = []
        twos: list[list[int]] = []
        best: i64 = 0
        for at in range(len(plans)):
            plan = plans[at]
            ones.append(self.possible(firsts[at], pool[plan.first_suit]))
            twos.append(self.possible(seconds[at], pool[plan.second_suit]) if ones[at] else [])
            if not twos[at]:
                return False
            if len(ones[at]) * len(twos[at]) < len(ones[best]) * len(twos[best]):
                best = at
        plan = plans[best]
        others = plans[:best] + plans[best + 1 :]
        other_ones = ones[:best] + ones[best + 1 :]
        other_twos = twos[:best] + twos[best + 1 :]
        for first in ones[best]:
            for second in twos[best]:
                if self.looked > self.most:
                    return False
                self.looked += 1
                plan.first = first
                plan.second = second
                if not plan.agrees():
                    continue
                left = pool[:]
                left[plan.first_suit] -= first
                left[plan.second_suit] -= second
                if self.hold(others, other_ones, other_twos, left):
                    plan.first = first
                    plan.second = second
                    return True
        return False

    def possible(self, suits: list[int], pool: i64) -> list[int]:
        self.looked += len(suits) >> 2
        out = [counts for counts in suits if ways_to_hold(counts, pool)]
        self.rng.shuffle(out)  # in order, all hands would ask for the same low tiles
        return out
