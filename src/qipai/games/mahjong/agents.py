"""Mahjong's ladder: `normal` runs playouts for calls, `hard` and `master` for every close choice, to the end of the wall.

So repeat wins, wide waits, roots and one-suit hands count at their real value.
"""

from __future__ import annotations

from qipai.agents.base import DEVICE, Budget, Decision
from qipai.agents.hint_search import DeepenedHints, HintSearch, HintTrust
from qipai.games.mahjong.actions import PASS
from qipai.games.mahjong.policy import MahjongPolicy

PLAYOUTS = {"arena": 60, "play": 60, "device": 6}  # of `normal`
ITERATIONS = {"arena": 500, "play": 2500, "device": 10}  # playouts
MASTER = 10  # times as many
DEVICE_MASTER = 2  # the same in a browser, where there is no time for more
CALLS = HintTrust(width=3, margin=70.0, worth=0.02)
TRUST = HintTrust(width=4, margin=70.0, worth=0.02)


def may_call(decision: Decision) -> bool:
    """The distance to a win does not show whether the speed of a peng or kong is worth what the hand loses."""
    return PASS in decision.actions


def normal(seed: int, budget: Budget) -> DeepenedHints:
    return DeepenedHints(seed, budget, MahjongPolicy(), CALLS, PLAYOUTS[budget.name], may_call)


def hard(seed: int, budget: Budget) -> HintSearch:
    return HintSearch(seed, budget, MahjongPolicy(), TRUST, ITERATIONS[budget.name])


def master(seed: int, budget: Budget) -> HintSearch:
    times = DEVICE_MASTER if budget.name == DEVICE.name else MASTER
    return HintSearch(seed, budget, MahjongPolicy(), TRUST, times * ITERATIONS[budget.name], "master")


LADDER = {"normal": normal, "hard": hard, "master": master}
