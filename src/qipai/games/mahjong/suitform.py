"""What the tiles of one suit are made of, found once for each way to hold it: pairs, triples, runs, lone tiles."""

from __future__ import annotations

from typing import Final

from qipai.native import i64

# six fields of four bits
SINGLES: Final = 0  # kinds held once
PAIRS: Final = 4
TRIPLES: Final = 8  # kinds held three or four times
OPEN: Final = 12  # neighbours that a tile on either side makes a run
GAPS: Final = 16  # two tiles that one kind makes a run
LONE: Final = 20  # kinds held once, with nothing within two ranks
LONE_ENDS: Final = 24  # the same, a 1 or a 9
FOURS: Final = 28


class Forms:
    """Filled on demand, beside `distances.DISTANCES`."""

    def __init__(self) -> None:
        self.known: list[int] = []

    def at(self, slot: i64, counts: i64) -> i64:
        """The fields of a suit whose place in DISTANCES is `slot`."""
        known = self.known
        while len(known) <= slot:
            known.append(-1)
        found: i64 = known[slot]
        if found < 0:
            found = measure(counts)
            known[slot] = found
        return found


FORMS: Final = Forms()


def measure(counts: i64) -> i64:
    out: i64 = 0
    rank: i64 = 0
    while rank < 9:
        held: i64 = (counts >> 3 * rank) & 7
        if held:
            one: i64 = (counts >> (3 * rank + 3)) & 7 if rank < 8 else 0
            two: i64 = (counts >> (3 * rank + 6)) & 7 if rank < 7 else 0
            before: i64 = counts & 0o77 if rank == 2 else 0
            if rank == 1:
                before = counts & 7
            elif rank > 2:
                before = (counts >> (3 * rank - 6)) & 0o77
            if held == 1:
                out += 1
                if one == 0 and two == 0 and before == 0:
                    out += 1 << LONE
                    if rank == 0 or rank == 8:
                        out += 1 << LONE_ENDS
            elif held == 2:
                out += 1 << PAIRS
            else:
                out += 1 << TRIPLES
                if held == 4:
                    out += 1 << FOURS
            if one:
                if 0 < rank < 7:
                    out += 1 << OPEN
                else:
                    out += 1 << GAPS
            elif two:
                out += 1 << GAPS
        rank += 1
    return out


def triplets_distance(singles: i64, pairs: i64, triples: i64, sets: i64) -> i64:
    """The tiles missing for triplets and a pair."""
    need: i64 = sets - triples
    if need < 0:
        return 0
    raised: i64 = pairs if pairs < need else need
    need -= raised
    missing: i64 = raised + 2 * need
    if pairs > raised:
        return missing
    return missing + (1 if singles > need else 2)


def pairs_distance(singles: i64, pairs: i64, triples: i64, fours: i64) -> i64:
    """The tiles missing for seven pairs (M-27.2); four alike are two."""
    need: i64 = 7 - pairs - triples - fours
    if need <= 0:
        return 0
    odd: i64 = singles + triples - fours
    return need if odd >= need else 2 * need - odd
