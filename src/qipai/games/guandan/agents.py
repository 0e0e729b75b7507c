"""Guandan's ladder: `normal` plays what the learned policy likes best; `hard` and `master` try its best moves in playouts by
the same policy, and solve endings exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from qipai.agents.base import DEVICE, Agent, Budget, Decision
from qipai.agents.hint_search import HintSearch, HintTrust
from qipai.agents.slices import Thought
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.games.guandan.agents_njupt import NjuptAgent
from qipai.games.guandan.cards import RANKS
from qipai.games.guandan.learned import LearnedPolicy, shipped
from qipai.games.guandan.packing import BOMB, rank_class, size_of
from qipai.games.guandan.state import PLAY_PHASE
from qipai.games.guandan.view import GuandanView
from qipai.search.ending import EndingSearch
from qipai.search.sequential_halving import SequentialHalving
from qipai.search.tally import Tally

ITERATIONS = {"arena": 220, "play": 1200, "device": 14}  # playouts of `hard`
WORLDS = {"arena": 60, "play": 300, "device": 15}  # of an ending
MASTER = 8  # times as many of both
DEVICE_MASTER = 2  # the same in a browser, where there is no time for more
ENDING_CARDS = 12  # of all four hands together
ENDING_STEPS = 40_000
DEVICE_STEPS = 4_000
TRIBUTE = HintTrust(width=6, margin=1.5, worth=0.3)
PRIZE = 0.5  # of a playout's result is for winning, the rest for the levels
POINTS = 3.0  # of a deal, for the policy's unit


@dataclass(frozen=True)
class Trust:
    """How far to trust the policy: its best `width` plays within `margin` of the best are tried, and every other way out.

    What it thinks of them counts `worth` times in the result of each playout. `besides`: the best bomb and a pass are tried
    whatever it thinks of them.
    """

    width: int
    margin: float
    worth: float
    besides: bool = True


CLOSE = Trust(width=5, margin=0.3, worth=1.0)
DEVICE_CLOSE = Trust(width=2, margin=0.1, worth=3.0, besides=False)  # few playouts know less than the policy


def values_of(policy: LearnedPolicy, decision: Decision) -> list[float]:
    """What the policy thinks of every legal play; any world will do, since it sees what the seat knows and no more."""
    world = decision.game.world(decision.view, FastRng(0))
    return policy.values(world, decision.seat, decision.actions)


def playing(decision: Decision) -> bool:
    view = decision.view
    assert isinstance(view, GuandanView)
    return view.phase == PLAY_PHASE


class GuandanNormal(Agent):
    """The learned policy by itself; in tributes, the first hint."""

    name = "normal"

    def __init__(self) -> None:
        super().__init__()
        self.policy = LearnedPolicy(shipped())

    def choose(self, decision: Decision) -> int:
        if not playing(decision):
            best = decision.game.advice.hints(decision.view, 1)[0]
            self.reason = best.reason
            return best.action
        values = values_of(self.policy, decision)
        action = decision.actions[values.index(max(values))]
        self.reason = partial(decision.reason, action)
        return action


class GuandanSearch(HintSearch):
    """Playouts of the plays that the policy likes, of the best bomb and of a pass; exact plans for the last cards."""

    def __init__(self, seed: int, budget: Budget, name: str, times: int) -> None:
        super().__init__(seed, budget, LearnedPolicy(shipped()), TRIBUTE, times * ITERATIONS[budget.name], name)
        self.worlds = times * WORLDS[budget.name]
        device = budget.name == DEVICE.name
        self.policy_trust = DEVICE_CLOSE if device else CLOSE
        self.steps = DEVICE_STEPS if device else ENDING_STEPS

    def search(self, decision: Decision, deadline: float) -> Thought[Tally | None]:
        view = decision.view
        assert isinstance(view, GuandanView)
        if not playing(decision):
            return (yield from super().search(decision, deadline))
        if sum(view.sizes()) <= ENDING_CARDS:
            ending = EndingSearch(decision.game, self.policy, None, self.steps)
            yield from ending.steps(view, decision.actions, self.worlds, self.rng, deadline)
            if ending.found is not None:
                return ending.found
        assert isinstance(self.policy, LearnedPolicy)
        values = values_of(self.policy, decision)
        tried = candidates(decision.actions, values, self.policy_trust, view.sizes()[decision.seat])
        actions = [decision.actions[at] for at in tried]
        tally = Tally(actions)
        if len(actions) > 1:
            bonus = [POINTS * self.policy_trust.worth * (values[at] - values[tried[0]]) for at in tried]
            race = SequentialHalving(decision.game, self.policy, None, PRIZE)
            yield from race.steps(tally, view, bonus, self.playouts, self.rng, deadline)
        if not any(tally.visits):  # one way to go, or no time for playouts
            self.unsearched = True
            tally.add(0, 0.0)
        return tally


def candidates(actions: list[int], values: list[float], trust: Trust, cards: int) -> list[int]:
    """The places of the plays to try, the policy's choice first; with the best bomb, a pass, and always what goes out."""
    order = sorted(range(len(actions)), key=lambda at: -values[at])
    best = values[order[0]]
    out = [at for at in order[: trust.width] if values[at] >= best - trust.margin]
    bombs = [at for at in order if rank_class(actions[at]) == BOMB]
    passes = [at for at in order if actions[at] == 0]
    wins = [at for at in order if size_of(actions[at]) == cards]
    besides = [*bombs[:1], *passes] if trust.besides else []
    return list(dict.fromkeys([*out, *besides, *wins[:1]]))


def normal(seed: int, budget: Budget) -> GuandanNormal:
    return GuandanNormal()


def hard(seed: int, budget: Budget) -> GuandanSearch:
    return GuandanSearch(seed, budget, "hard", 1)


def master(seed: int, budget: Budget) -> GuandanSearch:
    return GuandanSearch(seed, budget, "master", DEVICE_MASTER if budget.name == DEVICE.name else MASTER)


def deal_context(game: Game, rules: Rules, seed: bytes) -> tuple[Rules, Json | None]:
    """A random level from 2 to A; half of the deals follow one with a random finishing order, so tribute is due."""
    rng = FastRng(int.from_bytes(sha256(b"scene" + seed).digest()[:7], "big"))
    level = RANKS[rng.below(len(RANKS))]
    if rng.below(2):
        return game.rules({**rules.to_json(), "start_level": level}), None
    order = [0, 1, 2, 3]
    rng.shuffle(order)
    carried: Json = {"deals": 1, "levels": [level, level], "fails": [0, 0], "owner": order[0] % 2, "order": order}
    return rules, game.check_carried(rules, carried)


LADDER = {"normal": normal, "hard": hard, "master": master}
EXTERNAL = {"njupt": NjuptAgent}
