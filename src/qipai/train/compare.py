"""Two policies at one table, without search: duplicate deals, every side in turn. A thousand deals take about a second."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from qipai.agents.learner import Learner
from qipai.core.data import Json
from qipai.core.policy import Policy
from qipai.core.rng import FastRng
from qipai.search.playout import seats_playout


@dataclass(frozen=True)
class Result:
    """Of the first policy: the share of deals won, and what a deal brought it by `Learner.worth`, ± 95 %."""

    deals: int
    won: float
    worth: float
    error: float

    def to_json(self) -> Json:
        return asdict(self)


def played(one: Learner, first: Policy, second: Policy, deals: int, seed: int) -> tuple[list[float], float]:
    """What every deal brought the first policy, its sides averaged, and the share that it won."""
    rng = FastRng(seed)
    won = 0
    worths = []
    count = len(set(one.sides))
    for _ in range(deals):
        start = one.deal(rng)
        luck = rng.word()
        total = 0.0
        for side in range(count):
            state = start.copy()
            seats_playout(state, [first if mine == side else second for mine in one.sides], FastRng(luck))
            seat = one.sides.index(side)
            total += one.worth(state, seat)
            won += state.returns()[seat] > 0
        worths.append(total / count)
    return worths, won / (deals * count)


def result_of(worths: list[float], won: float) -> Result:
    error = 1.96 * float(np.std(worths)) / len(worths) ** 0.5
    return Result(len(worths), round(won, 4), round(float(np.mean(worths)), 4), round(error, 4))


def compare(one: Learner, first: Policy, second: Policy, deals: int, seed: int) -> Result:
    return result_of(*played(one, first, second, deals, seed))


def compare_against(one: Learner, new: Policy, last: Policy, fixed: Policy, deals: int, seed: int) -> tuple[Result, Result]:
    """How much more a policy gains from a fixed opponent than the last one did, in the same deals, and what it gains."""
    mine, won = played(one, new, fixed, deals, seed)
    theirs, won_before = played(one, last, fixed, deals, seed)
    more = result_of([a - b for a, b in zip(mine, theirs, strict=True)], 0.5 + won - won_before)
    return more, result_of(mine, won)
