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
DEVICE_TRUST = HintTrust(width=2, margin=20.0, worth=0.2)  # few playouts know less than the hints


def may_call(decision: Decision) -> bool:
    """The distance to a win does not show whether the speed of a peng or kong is worth what the hand loses."""
    return PASS in decision.actions


def normal(seed: int, budget: Budget) -> DeepenedHints:
    trust = DEVICE_TRUST if budget.name == DEVICE.name else CALLS
    return DeepenedHints(seed, budget, MahjongPolicy(), trust, PLAYOUTS[budget.name], may_call)


def search(seed: int, budget: Budget, times: int, name: str) -> HintSearch:
    trust = DEVICE_TRUST if budget.name == DEVICE.name else TRUST
    return HintSearch(seed, budget, MahjongPolicy(), trust, times * ITERATIONS[budget.name], name)


def hard(seed: int, budget: Budget) -> HintSearch:
    return search(seed, budget, 1, "hard")


def master(seed: int, budget: Budget) -> HintSearch:
    return search(seed, budget, DEVICE_MASTER if budget.name == DEVICE.name else MASTER, "master")


LADDER = {"normal": normal, "hard": hard, "master": master}
