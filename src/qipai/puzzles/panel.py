"""How hard a puzzle is: how many of the bots find it."""

from __future__ import annotations

from collections.abc import Callable

from qipai.agents.base import ARENA, Decision
from qipai.agents.ladder import ladder
from qipai.core.text import Text

PANEL = {"easy": 4, "normal": 3, "hard": 3}  # how many bots of each level are asked
STEPS = (0.75, 0.5, 0.25)  # shares of the bots from which a puzzle is of difficulty 1, 2, 3
DIFFICULTIES = {
    1: Text("easy", "容易"),
    2: Text("medium", "中等"),
    3: Text("hard", "较难"),
    4: Text("very hard", "很难"),
}


def ask_panel(decision: Decision, is_right: Callable[[int], bool], seed: int) -> dict[str, list[int]]:
    """Of each level, how many bots play a right move, and how many were asked."""
    makers = ladder(decision.game.name)
    out: dict[str, list[int]] = {}
    for level, bots in PANEL.items():
        if level in makers:
            found = 0
            for number in range(bots):
                agent = makers[level](seed + number, ARENA)
                found += is_right(agent.choose(decision))
                agent.close()
            out[level] = [found, bots]
    return out


def difficulty_of(finders: dict[str, list[int]]) -> int:
    """1 if most bots find it, up to 4."""
    share = sum(found for found, _ in finders.values()) / max(1, sum(asked for _, asked in finders.values()))
    return 1 + sum(share < step for step in STEPS)
