"""Fits what the others hold: `python -m tests.mahjong.fit_habits [ROUNDS]`, the tables of habits.py.

In deals of the learned policy against itself, the hands that seats have are compared with those that search would draw for
them (likely.py), in every trait that a table has weights for. What comes up too seldom gains weight, until both agree. Far
hands that hardly ever come up weigh no more than nearer ones. Prints the tables, and on standard error how far the shares
still differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

import qipai
from qipai.agents.base import Decision
from qipai.core.rng import FastRng
from qipai.games.mahjong import habits
from qipai.games.mahjong.agents import MahjongNormal
from qipai.games.mahjong.habits import FAR, KINDS, NEAR, PAIRS, SIZES, TABLES, VOID, Habits
from qipai.games.mahjong.likely import LikelyHands
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_TURN
from qipai.games.mahjong.state import MahjongState

NAMES = ("chengdu", "river")  # the ways to play
DEALS = 300  # of each, in each round
ROUNDS = 24
DRAWN = 2  # worlds of a decision
EVERY = 4  # decisions between two that are looked at
FEW = 1.0  # added to counts: what never came up may yet
STEP = 0.8
WIDTHS = (FAR, KINDS, PAIRS, VOID)  # of the rows of the first tables; of the others an entry weighs a yes
MOST = (1_000_000, 10_000, 10_000, 10_000)  # a row's largest weight
YES = len(WIDTHS)


class Look(NamedTuple):
    """A seat whose hand search does not know: its traits in the deal, and in worlds that search draws."""

    state: MahjongState
    seat: int
    told: Habits
    true: int
    drawn: list[int]


def traits(told: Habits, state: MahjongState, seat: int) -> int:
    sets = state.rules.hand_size // 3 - (state.melds[seat] & 7)
    return told.traits(seat, *state.hand_of(seat), state.missing_suit(seat), sets)


def distance(packed: int) -> int:
    """The tiles missing for a win, as the tables count them."""
    return packed & 7


def looks(way: str, first: int, deals: int) -> Iterator[Look]:
    game, policy, belief = qipai.game("mahjong"), MahjongNormal(), LikelyHands()
    for number in range(first, first + deals):
        rng = FastRng(number)
        state = game.deal(rng, game.rules({"preset": way}))
        assert isinstance(state, MahjongState)
        while asked := state.to_act():
            seat = next(seat for seat in range(4) if (asked >> seat) & 1)
            decision = Decision(game, state.view(seat), state.legal(seat))
            looked = state.phase in (PHASE_TURN, PHASE_CLAIM) and not state.rob and len(decision.actions) > 1
            if looked and rng.below(EVERY) == 0:
                told = Habits(state, seat, [[0, 0, 0]] * 4, [0] * 4)
                worlds = [belief.world(game, decision.view, rng) for _ in range(DRAWN)]
                for other in range(4):
                    if other != seat and not (state.gone | state.locked) >> other & 1:
                        drawn = [traits(told, world, other) for world in worlds if isinstance(world, MahjongState)]
                        yield Look(state, other, told, traits(told, state, other), drawn)
            state.apply(seat, policy.choose(decision))


def places(told: Habits, packed: int) -> Iterator[tuple[int, int, bool]]:
    """Where a hand counts: table, entry, and for those of a yes whether it is one."""
    far = distance(packed)
    near = NEAR * told.way + min(max(far, 1), NEAR) - 1
    yield 0, FAR * told.stage + far, True
    yield 1, KINDS * near + (packed >> habits.KINDS_AT & 15), True
    yield 2, PAIRS * told.way + (packed >> habits.PAIRS_AT & 7), True
    yield 3, VOID * told.stage + (packed >> habits.VOID_AT & 7), True
    yield YES, told.way, bool(packed >> habits.KEPT_AT & 1)
    yield YES + 1, near, bool(packed >> habits.HELPED_AT & 1)
    if far == 1:
        yield YES + 2, told.way, bool(packed >> habits.PASSED_AT & 1)


class Counts:
    """How often each entry came up, and how often it might have."""

    def __init__(self) -> None:
        self.yes = [[FEW] * size for size in SIZES]
        self.no = [[FEW] * size for size in SIZES]

    def add(self, told: Habits, packed: int) -> None:
        for table, entry, is_so in places(told, packed):
            (self.yes if is_so else self.no)[table][entry] += 1

    def share(self, table: int, entry: int) -> float:
        """Of the hands of its row; of a yes, of all that might be one."""
        if table >= YES:
            return self.yes[table][entry] / (self.yes[table][entry] + self.no[table][entry])
        start = entry - entry % WIDTHS[table]
        return self.yes[table][entry] / sum(self.yes[table][start : start + WIDTHS[table]])


def better(weights: list[list[float]], true: Counts, drawn: Counts) -> float:
    """Moves the weights towards what is true. The largest difference of two shares."""
    worst = 0.0
    for table, size in enumerate(SIZES):
        for entry in range(size):
            a, b = true.share(table, entry), drawn.share(table, entry)
            worst = max(worst, abs(a - b))
            odds = (a / (1 - a)) / (b / (1 - b)) if table >= YES else a / b
            weights[table][entry] *= odds**STEP
        if table < YES:
            for start in range(0, size, WIDTHS[table]):
                row = weights[table][start : start + WIDTHS[table]]
                if table == 0:
                    row[0] = row[1]  # no hand of thirteen tiles is a win
                    for far in range(2, FAR):
                        row[far] = min(row[far], row[far - 1])
                came_up = [max(true.yes[table][start + at], drawn.yes[table][start + at]) > FEW for at in range(len(row))]
                most = max((each for each, seen in zip(row, came_up, strict=True) if seen), default=max(row))
                row = [each if seen else 0.0 for each, seen in zip(row, came_up, strict=True)] if table else row
                weights[table][start : start + WIDTHS[table]] = [max(1.0, each / most * MOST[table]) for each in row]
        TABLES[table][:] = [max(1, round(weight)) for weight in weights[table]]
    return worst


def main(args: list[str]) -> None:
    for table in TABLES:
        table[:] = [habits.ONE] * len(table)
    weights = [[float(each) for each in table] for table in TABLES]
    for number in range(int(args[0]) if args else ROUNDS):
        true, drawn = Counts(), Counts()
        for way in NAMES:
            for look in looks(way, DEALS * number, DEALS):
                true.add(look.told, look.true)
                for packed in look.drawn:
                    drawn.add(look.told, packed)
        worst = better(weights, true, drawn)
        sys.stderr.write(f"round {number + 1}: shares differ by {worst:.3f} at most\n")
    for table, width in zip(TABLES, (*WIDTHS, habits.WAYS, NEAR, habits.WAYS), strict=True):
        sys.stdout.write("\n")
        for start in range(0, len(table), width):
            sys.stdout.write(" ".join(map(str, table[start : start + width])) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
