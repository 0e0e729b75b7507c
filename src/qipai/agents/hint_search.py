"""Search among the moves that the game's hints think well of: for games with too many moves to try them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qipai.agents.base import Budget, Decision
from qipai.agents.thinker import Thinker
from qipai.core.policy import Policy
from qipai.core.text import Text
from qipai.search.sequential_halving import SequentialHalving
from qipai.search.tally import Tally


@dataclass(frozen=True)
class Advice:
    """How far the hints are trusted: only their best `width` moves within `margin` of the best are tried.

    `worth` turns a difference of hint scores into a difference of returns: what a hint thinks better must be beaten by
    that much in the playouts.
    """

    width: int
    margin: float
    worth: float


class HintSearch(Thinker):
    """Where the hints leave no doubt their move is played at once."""

    def __init__(self, seed: int, budget: Budget, policy: Policy, advice: Advice, playouts: int) -> None:
        super().__init__(seed, budget)
        self.policy = policy
        self.advice = advice
        self.playouts = playouts
        self.hint_reason: Text | None = None

    def search(self, decision: Decision, deadline: float) -> Tally | None:
        advice = self.advice
        hints = decision.game.advice.hints(decision.view, advice.width)
        best = hints[0].score
        close = [hint for hint in hints if hint.score >= best - advice.margin]
        actions = [hint.action for hint in close]
        self.hint_reason = close[0].reason
        if len(actions) == 1:
            tally = Tally(actions)
            tally.add(0, 0.0)
            return tally
        self.hint_reason = None
        bonus = [advice.worth * (hint.score - best) for hint in close]
        race = SequentialHalving(decision.game, self.policy, None)
        tally = race.run(decision.view, actions, bonus, self.playouts, self.rng, deadline)
        if any(tally.visits):
            return tally
        self.hint_reason = close[0].reason  # no time to look further
        tally.add(0, 0.0)
        return tally

    def choose(self, decision: Decision) -> int:
        action = super().choose(decision)
        if self.hint_reason is not None:
            self.reason = self.hint_reason
        return action


Doubt = Callable[[Decision], bool]


class DeepenedHints(HintSearch):
    """Plays the first hint, except in decisions of the kind that the hints judge worst: there it looks a little further."""

    name = "normal"

    def __init__(self, seed: int, budget: Budget, policy: Policy, advice: Advice, playouts: int, doubt: Doubt) -> None:
        super().__init__(seed, budget, policy, advice, playouts)
        self.doubt = doubt

    def choose(self, decision: Decision) -> int:
        if self.doubt(decision):
            return super().choose(decision)
        best = decision.game.advice.hints(decision.view, 1)[0]
        self.reason = best.reason
        return best.action
