"""Finds locked hands that fit together by search, or shows that there are none: for views so tight that drawing fails."""

from __future__ import annotations

from typing import Final

from qipai.games.mahjong.jointplan import SPLIT_BITS, SPLIT_MASK, JointPlan
from qipai.games.mahjong.lockedhand import ways_to_hold
from qipai.native import i64

MOST_HANDS: Final = 2000  # looked at in one search


def hands_that_fit(joint: JointPlan, pool: list[int]) -> bool:
    """Whether all hands of some joint choice can be taken from the pool; the plans then hold them."""
    search = HandSearch(joint)
    for packed in joint.chosen:
        if search.hold(len(joint.plans) - 1, packed, pool):
            return True
        if search.looked > MOST_HANDS:
            return False
    return False


class HandSearch:
    def __init__(self, joint: JointPlan) -> None:
        self.joint = joint
        self.looked: i64 = 0

    def hold(self, at: i64, packed: i64, pool: list[int]) -> bool:
        """A hand for this plan and all before it; the scarcest is the last of the list."""
        if at < 0:
            return True
        plan = self.joint.plans[at]
        split: i64 = packed & SPLIT_MASK
        for first in plan.firsts[split].counts:
            if self.looked > MOST_HANDS:
                return False
            self.looked += 1
            if ways_to_hold(first, pool[plan.first_suit]) == 0:
                continue
            for second in plan.seconds[split].counts:
                self.looked += 1
                if self.looked > MOST_HANDS:
                    return False
                if ways_to_hold(second, pool[plan.second_suit]) == 0:
                    continue
                plan.first = first
                plan.second = second
                if not plan.agrees():
                    continue
                left = pool[:]
                left[plan.first_suit] -= first
                left[plan.second_suit] -= second
                if self.hold(at - 1, packed >> SPLIT_BITS, left):
                    plan.first = first
                    plan.second = second
                    return True
        return False
