"""Full houses of a hand, one member per class (G-10.2, G-10.3): by the triple, then by the pair, then by wildcards (G-10.5).

A spare wildcard replaces a card of the triple or of the pair. The cards of a rank are taken cheapest first, so it replaces the
last one taken, and prices alone decide which rank gives up its last card: the dearer one; among equals, the higher one,
because the members with more cards of the lower rank come first in card order.
"""

from __future__ import annotations

from qipai.games.guandan.choices import AT_12, AT_21, AT_22, AT_30, AT_31, HOUSES, NUMBER
from qipai.games.guandan.packing import wild_pair
from qipai.games.guandan.sets import RANK_SLOTS, SetFinder, slot
from qipai.native import i64


class HouseFinder(SetFinder):
    """The full houses of the hand."""

    def full_houses(self, out: list[object], n: i64, first: i64) -> i64:
        """Full houses whose triple has at least power `first` (G-3.4)."""
        wild = self.wild
        if first > 12:
            return n
        marks = self.in_power_order(self.with_count(3 - wild), first)
        if not marks:
            return n
        self.choose(3)
        pairs = self.power_list(self.with_count(1 if wild else 2))
        joker_pairs: i64 = self.joker_pairs if self.joker_pair else 0
        row: i64 = self.level * 16
        while marks:
            triple: i64 = RANK_SLOTS[row + slot(marks & -marks)]
            marks &= marks - 1
            if wild:
                n = self.houses_with_wildcards(out, n, triple, pairs)
            else:
                n = self.natural_houses(out, n, triple, pairs)
            if joker_pairs & 1:
                n = self.joker_houses(out, n, triple, 13)
            if joker_pairs & 2:
                n = self.joker_houses(out, n, triple, 14)
        return n

    def power_list(self, marks: i64) -> i64:
        """The marked ranks in power order, lowest first, one nibble each; their number is in the fourteenth nibble."""
        marks = self.in_power_order(marks, 0)
        row: i64 = self.level * 16
        ranks: i64 = 0
        shift: i64 = 0
        while marks:
            rank: i64 = RANK_SLOTS[row + slot(marks & -marks)]
            marks &= marks - 1
            ranks |= rank << shift
            shift += 4
        return ranks | (shift << 50)

    def natural_houses(self, out: list[object], n: i64, triple: i64, pairs: i64) -> i64:
        """One triple with every pair, no wildcards."""
        houses = HOUSES
        best2 = self.best2
        row: i64 = (triple * 16 + NUMBER[self.best_three(4 * triple)]) * 240
        left: i64 = pairs >> 52
        while left:
            pair: i64 = pairs & 15
            pairs >>= 4
            left -= 1
            if pair != triple:
                out[n] = houses[row + pair * 16 + ((best2 >> 4 * pair) & 15)]
                n += 1
        return n

    def houses_with_wildcards(self, out: list[object], n: i64, triple: i64, pairs: i64) -> i64:
        """One triple with every pair: without a wildcard, with one, with two."""
        houses = HOUSES
        counts = self.counts
        best1 = self.best1
        best2 = self.best2
        price2 = self.price2
        number1: i64 = ((best1 >> 1) & 0x7777777777777) - ((best1 >> 3) & 0x1111111111111)
        two_wild: bool = self.wild == 2
        shift: i64 = 4 * triple
        there: i64 = (counts >> shift) & 15
        number: i64 = triple * 16 + NUMBER[self.best_three(shift)]
        row32: i64 = number * 240
        row31: i64 = AT_31 + number * 60
        number = triple * 10 + NUMBER[self.best_two(shift)]
        row22: i64 = AT_22 + number * 240
        row21: i64 = AT_21 + number * 60
        row12: i64 = AT_12 + (triple * 4 + ((number1 >> shift) & 3)) * 240
        # a lower pair keeps its second card if the triple gives up its third, or second
        third: i64 = (((self.price3 >> shift) & 3) << 4) | triple
        second: i64 = (((price2 >> shift) & 3) << 4) | triple
        if there < 3:
            third = 64
        if there < 2:
            second = 64
        # two wildcards alone can be the pair (G-4.4)
        spare: i64 = -1
        if two_wild and there >= 3:
            spare = wild_pair(triple, self.level)
        left: i64 = pairs >> 52
        while left:
            pair: i64 = pairs & 15
            pairs >>= 4
            left -= 1
            if pair == triple:
                continue
            shift = 4 * pair
            at1: i64 = pair * 4 + ((number1 >> shift) & 3)
            if (counts >> shift) & 14:
                at2: i64 = pair * 16 + ((best2 >> shift) & 15)
                key: i64 = (((price2 >> shift) & 3) << 4) | pair
                if there >= 3:
                    out[n] = houses[row32 + at2]
                    n += 1
                if key < third:
                    if there >= 2:
                        out[n] = houses[row22 + at2]
                        n += 1
                else:
                    out[n] = houses[row31 + at1]
                    n += 1
                if two_wild:
                    if pair == spare:
                        out[n] = houses[self.with_spare(triple, pair, row12 + at2, row21 + at1)]
                    elif key < second:
                        out[n] = houses[row12 + at2]
                    else:
                        out[n] = houses[row21 + at1]
                    n += 1
            else:
                if there >= 3:
                    out[n] = houses[row31 + at1]
                    n += 1
                if two_wild and there >= 2:
                    if pair == spare:
                        out[n] = houses[self.with_spare(triple, pair, -1, row21 + at1)]
                    else:
                        out[n] = houses[row21 + at1]
                    n += 1
        if spare >= 0 and not (counts >> 4 * spare) & 15:
            out[n] = houses[self.with_spare(triple, spare, -1, -1)]
            n += 1
        return n

    def with_spare(self, triple: i64, pair: i64, split12: i64, split21: i64) -> i64:
        """The best house with two wildcards that may be the pair: 3 + 0, 2 + 1 or 1 + 2 natural cards; -1 for none."""
        shift: i64 = 4 * triple
        best: i64 = AT_30 + (triple * 16 + NUMBER[self.best_three(shift)]) * 15 + pair
        if split21 < 0:
            return best
        second: i64 = price((self.price2 >> shift) & 3)
        third: i64 = price((self.price3 >> shift) & 3)
        shift = 4 * pair
        high: i64 = 1 if pair < triple else 0
        # what each costs beyond the first card of the triple
        least: i64 = second + third
        cost: i64 = second + price((self.price1 >> shift) & 3)
        if cost - high < least:
            best = split21
            least = cost
        cost += price((self.price2 >> shift) & 3) - second
        if split12 >= 0 and cost - high < least:
            best = split12
        return best

    def joker_houses(self, out: list[object], n: i64, triple: i64, pair: i64) -> i64:
        """One triple with a pair of jokers."""
        houses = HOUSES
        shift: i64 = 4 * triple
        there: i64 = (self.counts >> shift) & 15
        if there >= 3:
            out[n] = houses[(triple * 16 + NUMBER[self.best_three(shift)]) * 240 + pair * 16]
            n += 1
        if self.wild and there >= 2:
            out[n] = houses[AT_22 + (triple * 10 + NUMBER[self.best_two(shift)]) * 240 + pair * 16]
            n += 1
        if self.wild == 2:
            out[n] = houses[AT_12 + (triple * 4 + NUMBER[(self.best1 >> shift) & 15]) * 240 + pair * 16]
            n += 1
        return n


def price(step: i64) -> i64:
    """The weight of a price step in a sum (choices.py)."""
    return 16 if step == 2 else step
