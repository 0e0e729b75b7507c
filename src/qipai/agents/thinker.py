"""What searching agents share: the time limit, and the explanation of a choice."""

from __future__ import annotations

import time
from functools import partial

from qipai.agents.base import Agent, Budget, Decision
from qipai.agents.slices import Thought, whole
from qipai.core.rng import FastRng
from qipai.core.text import Text, signed
from qipai.search.tally import Tally


class Thinker(Agent):
    """Searches worlds of the view. A subclass implements `search`, with rests; None means: play the fallback."""

    name = "hard"

    def __init__(self, seed: int, budget: Budget) -> None:
        super().__init__()
        self.rng = FastRng(seed)
        self.budget = budget
        self.unsearched = False  # the move was clear, or there was no time: the hints say why it is good

    def search(self, decision: Decision, deadline: float) -> Thought[Tally | None]:
        raise NotImplementedError

    def choose(self, decision: Decision) -> int:
        return whole(self.choosing(decision))

    def choosing(self, decision: Decision) -> Thought[int]:
        seconds = self.budget.seconds
        deadline = 0.0 if seconds is None else time.monotonic() + seconds
        self.unsearched = False
        tally = yield from self.search(decision, deadline)
        if tally is None or not any(tally.visits):
            self.reason = Text("No time to look ahead, so a safe move.", "来不及细想，先出稳妥的一手。")
            return decision.fallback()
        order = tally.ranking()
        action = tally.actions[order[0]]
        self.reason = partial(decision.reason, action) if self.unsearched else partial(describe_search, decision, tally, order)
        return action


def describe_search(decision: Decision, tally: Tally, order: list[int]) -> Text:
    """The move's average return, and that of the next best."""
    best = tally.mean(order[0])
    tried = [k for k in order[1:] if tally.visits[k]]
    if not tried:
        return Text(
            f"Averages {signed(best, 2)} over {tally.playouts} simulated deals.",
            f"模拟了 {tally.playouts} 局，平均 {signed(best, 2)}。",
        )
    second = decision.words(tally.actions[tried[0]])
    value = tally.mean(tried[0])
    return Text(
        f"Averages {signed(best, 2)} over {tally.playouts} simulated deals; the next best, {second.en}, {signed(value, 2)}.",
        f"模拟了 {tally.playouts} 局，平均 {signed(best, 2)}；其次是{second.zh}，平均 {signed(value, 2)}。",
    )
