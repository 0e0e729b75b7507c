"""Xianqi's ladder: `normal` plays what the learned policy likes best; `hard` searches the information-set tree over it and
solves endings; `master` takes its time for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from qipai.agents.base import DEVICE, Agent, Budget, Decision
from qipai.agents.slices import Thought
from qipai.agents.thinker import Thinker
from qipai.core.rng import FastRng
from qipai.games.xianqi.belief import LikelyBelief
from qipai.games.xianqi.learned import LearnedPolicy, shipped
from qipai.games.xianqi.view import XianqiView
from qipai.search.ending import EndingSearch
from qipai.search.tally import Tally
from qipai.search.tree import TreeSearch

ITERATIONS = {"arena": 1500, "play": 12000, "device": 280}
OPENING = {"arena": 10000, "play": 30000, "device": 350}  # in the first round, which decides most
WORLDS = {"arena": 500, "play": 2000, "device": 90}  # drawn for an ending
MASTER = 6  # times as many of all three
DEVICE_MASTER = 2  # the same in a browser, where there is no time for more
ENDING_PIECES = 3  # in the seat's hand
ENDING_STEPS = 200_000
SCALE = 2.0  # chips
FOLLOW = 85  # percent
WIDENING = 4
WARMTH = 0.3  # chips: how exactly the others are believed to play like the policy
LEFT = 0.05  # the least chance of any choice of theirs


@dataclass(frozen=True)
class Trust:
    """How far to trust the policy: its best `width` moves within `margin` chips of the best are tried, two at least.

    What it thinks of them counts `worth` times in the result of each playout.
    """

    width: int
    margin: float
    worth: float


CLOSE = Trust(width=8, margin=1.0, worth=0.2)
DEVICE_CLOSE = Trust(width=3, margin=0.3, worth=1.0)  # few iterations know less than the policy


def values_of(policy: LearnedPolicy, decision: Decision) -> list[float]:
    """What the policy thinks of every legal move; any world will do, since it sees what the seat knows and no more."""
    world = decision.game.world(decision.view, FastRng(0))
    return policy.values(world, decision.seat, decision.actions)


def candidates(values: list[float], trust: Trust) -> list[int]:
    """The places of the moves to try, best first."""
    order = sorted(range(len(values)), key=lambda at: -values[at])
    least = values[order[0]] - trust.margin
    return [at for rank, at in enumerate(order[: trust.width]) if rank < 2 or values[at] >= least]


class XianqiNormal(Agent):
    """The learned policy by itself."""

    name = "normal"

    def __init__(self) -> None:
        super().__init__()
        self.policy = LearnedPolicy(shipped())

    def choose(self, decision: Decision) -> int:
        values = values_of(self.policy, decision)
        action = decision.actions[values.index(max(values))]
        self.reason = partial(decision.reason, action)
        return action


class XianqiSearch(Thinker):
    """Treats buckle and reveal like any other move: tries them and plays the deal to its settlement."""

    def __init__(self, seed: int, budget: Budget, name: str, times: int) -> None:
        super().__init__(seed, budget)
        self.name = name
        self.times = times
        self.policy = LearnedPolicy(shipped())
        self.belief = LikelyBelief(LearnedPolicy(shipped()), WARMTH, LEFT)
        self.trust = DEVICE_CLOSE if budget.name == DEVICE.name else CLOSE

    def search(self, decision: Decision, deadline: float) -> Thought[Tally | None]:
        view = decision.view
        assert isinstance(view, XianqiView)
        if view.known.hand_size(view.seat) <= ENDING_PIECES:
            ending = EndingSearch(decision.game, self.policy, self.belief, ENDING_STEPS)
            yield from ending.steps(view, decision.actions, self.times * WORLDS[self.budget.name], self.rng, deadline)
            if ending.found is not None:
                return ending.found
        values = values_of(self.policy, decision)
        tried = candidates(values, self.trust)
        bonus = [self.trust.worth * (values[at] - values[tried[0]]) for at in tried]
        tally = Tally([decision.actions[at] for at in tried])
        tree = TreeSearch(decision.game, self.policy, self.belief, SCALE, FOLLOW, WIDENING)
        iterations = (OPENING if view.known.round == 0 else ITERATIONS)[self.budget.name]
        yield from tree.steps(tally, view, bonus, self.times * iterations, self.rng, deadline)
        return tally


def normal(seed: int, budget: Budget) -> XianqiNormal:
    return XianqiNormal()


def hard(seed: int, budget: Budget) -> XianqiSearch:
    return XianqiSearch(seed, budget, "hard", 1)


def master(seed: int, budget: Budget) -> XianqiSearch:
    return XianqiSearch(seed, budget, "master", DEVICE_MASTER if budget.name == DEVICE.name else MASTER)


LADDER = {"normal": normal, "hard": hard, "master": master}
