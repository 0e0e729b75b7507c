"""Guandan's ladder: `normal` runs playouts for short hands, `hard` for all; `hard` also solves endings exactly."""

from __future__ import annotations

from hashlib import sha256

from qipai.agents.base import Budget, Decision
from qipai.agents.hint_search import DeepenedHints, HintSearch, HintTrust
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.games.guandan.agents_njupt import NjuptAgent
from qipai.games.guandan.cards import RANKS
from qipai.games.guandan.policy import GuandanPolicy
from qipai.games.guandan.view import GuandanView
from qipai.search.ending import EndingSearch
from qipai.search.tally import Tally

PLAYOUTS = 100  # of `normal`
LAST_HAND = 10  # cards in the seat's own hand
ITERATIONS = {"arena": 900, "play": 4000}  # playouts
WORLDS = {"arena": 60, "play": 300}  # of an ending
ENDING_CARDS = 12  # of all four hands together
ENDING_STEPS = 40_000
LAST = HintTrust(width=4, margin=1.5, worth=0.3)
TRUST = HintTrust(width=6, margin=1.5, worth=0.3)


def nearly_out(decision: Decision) -> bool:
    """With few cards left, the order of play matters more than the number of plays."""
    view = decision.view
    assert isinstance(view, GuandanView)
    return view.sizes()[decision.seat] <= LAST_HAND


def normal(seed: int, budget: Budget) -> DeepenedHints:
    return DeepenedHints(seed, budget, GuandanPolicy(), LAST, PLAYOUTS, nearly_out)


class GuandanHard(HintSearch):
    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__(seed, budget, GuandanPolicy(), TRUST, ITERATIONS[budget.name])

    def search(self, decision: Decision, deadline: float) -> Tally | None:
        view = decision.view
        assert isinstance(view, GuandanView)
        if sum(view.sizes()) <= ENDING_CARDS:
            ending = EndingSearch(decision.game, self.policy, None, ENDING_STEPS)
            tally = ending.run(view, decision.actions, WORLDS[self.budget.name], self.rng, deadline)
            if tally is not None:
                self.hint_reason = None
                return tally
        return super().search(decision, deadline)


def hard(seed: int, budget: Budget) -> GuandanHard:
    return GuandanHard(seed, budget)


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


LADDER = {"normal": normal, "hard": hard}
EXTERNAL = {"njupt": NjuptAgent}
