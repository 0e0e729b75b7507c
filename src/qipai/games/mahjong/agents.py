"""Mahjong's ladder: `normal` runs playouts for calls, `hard` and `master` for every close choice, to the end of the wall.

So repeat wins, wide waits, roots and one-suit hands count at their real value.
"""

from __future__ import annotations

from qipai.agents.base import DEVICE, Agent, Budget, Decision
from qipai.agents.hint_search import DeepenedHints, HintSearch, HintTrust
from qipai.agents.simple import HintAgent
from qipai.games.mahjong.actions import PASS
from qipai.games.mahjong.policy import MahjongPolicy

PLAYOUTS = 60  # of `normal`
ITERATIONS = {"arena": 500, "play": 2500, "device": 10}  # playouts
MASTER = 10  # times as many
DEVICE_MASTER = 2  # the same in a browser, where there is no time for more
CALLS = HintTrust(width=3, margin=70.0, worth=0.02)
TRUST = HintTrust(width=4, margin=70.0, worth=0.02)
DEVICE_TRUST = HintTrust(width=2, margin=40.0, worth=0.1)


def may_call(decision: Decision) -> bool:
    """The distance to a win does not show whether the speed of a peng or kong is worth what the hand loses."""
    return PASS in decision.actions


def normal(seed: int, budget: Budget) -> Agent:
    if budget.name == DEVICE.name:
        return HintAgent("normal")
    return DeepenedHints(seed, budget, MahjongPolicy(), CALLS, PLAYOUTS, may_call)


def hard(seed: int, budget: Budget) -> HintSearch:
    if budget.name == DEVICE.name:
        return on_device(seed, budget, 1, "hard")
    return HintSearch(seed, budget, MahjongPolicy(), TRUST, ITERATIONS[budget.name])


def master(seed: int, budget: Budget) -> HintSearch:
    if budget.name == DEVICE.name:
        return on_device(seed, budget, DEVICE_MASTER, "master")
    return HintSearch(seed, budget, MahjongPolicy(), TRUST, MASTER * ITERATIONS[budget.name], "master")


def on_device(seed: int, budget: Budget, times: int, name: str) -> DeepenedHints:
    """There is no time in a browser for more than calls; in discards a few playouts know less than the hints."""
    found = DeepenedHints(seed, budget, MahjongPolicy(), DEVICE_TRUST, times * ITERATIONS[budget.name], may_call)
    found.name = name
    return found


LADDER = {"normal": normal, "hard": hard, "master": master}
