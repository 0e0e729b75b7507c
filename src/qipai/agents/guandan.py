"""The ladder of Guandan: `hard` plays the hints' best moves out in many worlds, and reads the last cards exactly."""

from __future__ import annotations

from hashlib import sha256

from qipai.agents.advised import Advice, AdvisedThinker
from qipai.agents.base import Budget, Decision
from qipai.agents.njupt import NjuptAgent
from qipai.core.game import Game, Json
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.games.guandan.cards import RANKS
from qipai.games.guandan.policy import GuandanPolicy
from qipai.games.guandan.view import GuandanView
from qipai.search.ending import EndingSearch
from qipai.search.tally import Tally

ITERATIONS = {"arena": 600, "play": 4000}  # playouts
WORLDS = {"arena": 12, "play": 60}  # read exactly, in the ending
ENDING_CARDS = 12  # of all four hands together
ENDING_STEPS = 40_000
ADVICE = Advice(width=6, margin=1.5, worth=0.3)


class GuandanHard(AdvisedThinker):
    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(seed, budget, GuandanPolicy(), ADVICE, ITERATIONS[budget.name])

    def search(self, decision: Decision, deadline: float) -> Tally | None:
        view = decision.view
        assert isinstance(view, GuandanView)
        if sum(view.sizes()) <= ENDING_CARDS:
            ending = EndingSearch(decision.game, self.policy, None, ENDING_STEPS)
            tally = ending.run(view, decision.actions, WORLDS[self.budget.name], self.rng, deadline)
            if tally is not None:
                self.told = None
                return tally
        return super().search(decision, deadline)


def hard(seed: int, budget: Budget) -> GuandanHard:
    return GuandanHard(seed, budget)


def set_scene(game: Game, rules: Rules, seed: bytes) -> tuple[Rules, Json | None]:
    """A level from 2 to A, each equally likely; every second deal follows one with a drawn order, so tribute is due."""
    rng = FastRng(int.from_bytes(sha256(b"scene" + seed).digest()[:7], "big"))
    level = RANKS[rng.below(len(RANKS))]
    if rng.below(2):
        return game.rules({**rules.to_json(), "start_level": level}), None
    order = [0, 1, 2, 3]
    rng.shuffle(order)
    carried: Json = {"deals": 1, "levels": [level, level], "fails": [0, 0], "owner": order[0] % 2, "order": order}
    return rules, game.check_carried(rules, carried)


LADDER = {"hard": hard}
OUTSIDE = {"njupt": NjuptAgent}
