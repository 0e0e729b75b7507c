"""The lower levels, the same in every game: random play and the game's hints."""

from __future__ import annotations

from qipai.agents.base import Agent, Decision
from qipai.core.rng import FastRng
from qipai.core.text import Text

RANDOM_REASON = Text("A random legal move.", "随便出的一手。")


class RandomAgent(Agent):
    """Any legal move, each equally likely."""

    name = "random"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = FastRng(seed)
        self.reason = RANDOM_REASON

    def choose(self, decision: Decision) -> int:
        return decision.actions[self.rng.below(len(decision.actions))]


class EasyAgent(Agent):
    """A deliberate beginner: knows the good moves but not which is best, and avoids silly ones.

    Candidates are at most a third of the moves (at least three), none with a score in the lower half between best and
    worst. It plays the best one half the time; the others share the rest.
    """

    name = "easy"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = FastRng(seed)

    def choose(self, decision: Decision) -> int:
        hints = decision.hints
        bar = (hints[0].score + hints[-1].score) / 2
        fair = [hint for hint in hints if hint.score >= bar][: max(3, len(hints) // 3)]
        at = 0
        if len(fair) > 1 and self.rng.below(2):
            at = 1 + int(self.rng.below(len(fair) - 1))
        self.reason = fair[at].reason
        return fair[at].action


class HintAgent(Agent):
    """Plays the game's first hint: `normal` in games without a better one, and a baseline."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def choose(self, decision: Decision) -> int:
        best = decision.game.advice.hints(decision.view, 1)[0]
        self.reason = best.reason
        return best.action
