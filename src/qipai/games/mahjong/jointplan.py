"""Draws several locked hands together: first how many tiles of each suit each holds, so that all unseen places can be filled.

Suits are scarce near the end of a deal: each burial takes three of one suit, void hands none of theirs. By Hall's condition a
choice of suit sizes is feasible exactly when no set of suits has more tiles than the places that accept them.
"""

from __future__ import annotations

from typing import Final

from qipai.core.rng import Rng
from qipai.games.mahjong.lockedhand import HandPlan
from qipai.games.mahjong.tiles import size_of
from qipai.native import i64

REDRAWS: Final = 12
SPLIT_BITS: Final = 7
SPLIT_MASK: Final = 127
RESOLUTION: Final = 1 << 50


class Places:
    """The unseen places other than locked hands: burials by suit, hands that may be void in a suit, and the rest."""

    def __init__(self) -> None:
        self.buried: list[int] = [0, 0, 0]
        self.sizes: list[int] = []
        self.missing: list[int] = []
        self.most: list[int] = []
        self.free: int = 0

    def hold(self, p: i64, s: i64, m: i64) -> bool:
        """Whether these numbers of tiles per suit fit; their sum is the number of places."""
        suits: i64 = 1
        while suits < 7:
            tiles: i64 = 0
            room: i64 = self.free
            if suits & 1:
                tiles += p
                room += self.buried[0]
            if suits & 2:
                tiles += s
                room += self.buried[1]
            if suits & 4:
                tiles += m
                room += self.buried[2]
            k: i64 = 0
            while k < len(self.sizes):
                size: i64 = self.sizes[k]
                if suits == 4 >> (2 - self.missing[k]) and self.most[k] < size:
                    size = self.most[k]
                room += size
                k += 1
            if tiles > room:
                return False
            suits += 1
        return True


class JointPlan:
    """Joint choices of splits for all plans, each weighted by its number of physical ways."""

    def __init__(self, plans: list[HandPlan], left: list[int], places: Places, pinned: list[list[int]]) -> None:
        """`left` are the unseen tiles without those `pinned`, by seat, to hands that are not planned."""
        # the hand with the fewest choices comes last in the list and is drawn first
        self.plans = sorted(plans, key=lambda plan: -plan.total)
        self.left = left
        self.places = places
        self.pinned = pinned
        self.chosen: list[int] = []  # the splits of one choice, packed
        self.sums: list[float] = []
        self.total: float = 0.0
        self.extend(0, 0, 1.0, size_of(left[0]), size_of(left[1]), size_of(left[2]))

    def extend(self, at: i64, packed: i64, weight: float, p: i64, s: i64, m: i64) -> None:
        if at == len(self.plans):
            if self.places.hold(p, s, m):
                self.total += weight
                self.chosen.append(packed)
                self.sums.append(self.total)
            return
        plan = self.plans[at]
        split: i64 = 0
        while split < len(plan.sizes):
            first: i64 = plan.sizes[split]
            second: i64 = plan.size - first
            left_p: i64 = p - (first if plan.first_suit == 0 else 0)
            left_m: i64 = m - (second if plan.second_suit == 2 else 0)
            left_s: i64 = s - (first if plan.first_suit == 1 else (second if plan.second_suit == 1 else 0))
            if left_p >= 0 and left_s >= 0 and left_m >= 0:
                self.extend(at + 1, (packed << SPLIT_BITS) | split, weight * plan.weight(split), left_p, left_s, left_m)
            split += 1

    def draw(self, rng: Rng) -> bool:
        """Draws all hands; False if they did not fit together this time."""
        if not self.chosen:
            return False
        target = float(rng.below_wide(RESOLUTION)) / float(RESOLUTION) * self.total
        low: i64 = 0
        high: i64 = len(self.sums) - 1
        while low < high:
            middle: i64 = (low + high) >> 1
            if self.sums[middle] > target:
                high = middle
            else:
                low = middle + 1
        packed: i64 = self.chosen[low]
        pool = self.left[:]
        at: i64 = len(self.plans) - 1
        while at >= 0:
            plan = self.plans[at]
            tries: i64 = 0
            fits: bool = False
            while tries < REDRAWS and not fits:
                if not plan.draw_split(rng, packed & SPLIT_MASK):
                    return False
                fits = plan.fits(pool)
                tries += 1
            if not fits and not plan.draw_within(rng, packed & SPLIT_MASK, pool):
                return False
            pool[plan.first_suit] -= plan.first
            pool[plan.second_suit] -= plan.second
            packed >>= SPLIT_BITS
            at -= 1
        return True
