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


def compare(one: Learner, first: Policy, second: Policy, deals: int, seed: int) -> Result:
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
    error = 1.96 * float(np.std(worths)) / deals**0.5
    return Result(deals, round(won / (deals * count), 4), round(float(np.mean(worths)), 4), round(error, 4))
