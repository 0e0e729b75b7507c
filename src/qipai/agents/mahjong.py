"""The ladder of mahjong: `hard` plays close choices out to the end of the wall, so repeat wins and wide waits count."""

from __future__ import annotations

from qipai.agents.advised import Advice, AdvisedThinker
from qipai.agents.base import Budget
from qipai.games.mahjong.policy import MahjongPolicy

ITERATIONS = {"arena": 500, "play": 2500}  # playouts
ADVICE = Advice(width=4, margin=70.0, worth=0.02)


def hard(seed: int, budget: Budget) -> AdvisedThinker:
    return AdvisedThinker(seed, budget, MahjongPolicy(), ADVICE, ITERATIONS[budget.name])


LADDER = {"hard": hard}
