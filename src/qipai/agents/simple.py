"""The lower rungs, the same for every game: random, and what the game's hints say."""

from __future__ import annotations

from qipai.agents.base import Agent, Decision
from qipai.core.rng import FastRng
from qipai.core.text import Text

RANDOM_REASON = Text("A legal move, drawn at random.", "在合法的走法里随便抽了一个。")
ALL_HINTS = 10_000


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
    """A beginner, on purpose: sees the good moves but is not sure which is best, and never plays a silly one.

    Candidates are the upper part of the ranking: no more than a third of the moves (three at least), and nothing whose
    score lies in the lower half between best and worst. The best is taken half the time, the others share the rest.
    """

    name = "easy"

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = FastRng(seed)

    def choose(self, decision: Decision) -> int:
        hints = decision.game.advice.hints(decision.view, ALL_HINTS)
        bar = (hints[0].score + hints[-1].score) / 2
        fair = [hint for hint in hints if hint.score >= bar][: max(3, len(hints) // 3)]
        at = 0
        if len(fair) > 1 and self.rng.below(2):
            at = 1 + int(self.rng.below(len(fair) - 1))
        self.reason = fair[at].reason
        return fair[at].action


class HintAgent(Agent):
    """Plays the first of the game's hints: `normal` where a game has no better, and a yardstick for the rest."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def choose(self, decision: Decision) -> int:
        best = decision.game.advice.hints(decision.view, 1)[0]
        self.reason = best.reason
        return best.action
