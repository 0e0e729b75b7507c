"""Search among the moves that the game's hints rank high, for games with too many moves to try them all."""

from __future__ import annotations

from dataclasses import dataclass

from qipai.agents.base import Budget, Decision
from qipai.agents.slices import Thought
from qipai.agents.thinker import Thinker
from qipai.core.policy import Policy
from qipai.search.sequential_halving import SequentialHalving
from qipai.search.tally import Tally


@dataclass(frozen=True)
class HintTrust:
    """How far to trust the hints: only their best `width` moves within `margin` of the best are tried.

    `worth` converts a difference in hint scores to a difference in returns, by which a lower-ranked move must win in the
    playouts.
    """

    width: int
    margin: float
    worth: float


class HintSearch(Thinker):
    """Plays the best hint at once if no other comes close."""

    def __init__(self, seed: int, budget: Budget, policy: Policy, trust: HintTrust, playouts: int, name: str = "hard") -> None:
        super().__init__(seed, budget)
        self.name = name
        self.policy = policy
        self.trust = trust
        self.playouts = playouts

    def search(self, decision: Decision, deadline: float) -> Thought[Tally | None]:
        trust = self.trust
        hints = decision.game.advice.hints(decision.view, trust.width)
        best = hints[0].score
        close = [hint for hint in hints if hint.score >= best - trust.margin]
        actions = [hint.action for hint in close]
        tally = Tally(actions)
        if len(actions) > 1:
            bonus = [trust.worth * (hint.score - best) for hint in close]
            race = SequentialHalving(decision.game, self.policy, None)
            yield from race.steps(tally, decision.view, bonus, self.playouts, self.rng, deadline)
        if not any(tally.visits):  # one way to go, or no time for playouts
            self.unsearched = True
            tally.add(0, 0.0)
        return tally
