"""Finds the agent of a level: `random`, `easy`, `normal`, `hard`, `master`, named the same in every game.

A game with more than its hints to offer has a module `agents` in its folder: `LADDER` maps a level to a function of
(seed, budget).
"""

from __future__ import annotations

from collections.abc import Callable

from qipai.agents.base import BUDGETS, PLAY, Agent, Budget
from qipai.agents.simple import EasyAgent, HintAgent, RandomAgent
from qipai.core.data import tellable
from qipai.core.errors import Messages, QipaiError
from qipai.core.registry import game as find_game
from qipai.core.registry import part
from qipai.core.text import Text

LEVELS = ("random", "easy", "normal", "hard", "master")
Maker = Callable[[int, Budget], Agent]

COMMON: dict[str, Maker] = {
    "random": lambda seed, budget: RandomAgent(seed),
    "easy": lambda seed, budget: EasyAgent(seed),
    "normal": lambda seed, budget: HintAgent("normal"),
}

# baselines to measure against, not offered to players
BASELINES: dict[str, Maker] = {"first-hint": lambda seed, budget: HintAgent("first-hint")}

MESSAGES = Messages(
    {
        "UNKNOWN_LEVEL": Text(
            "No bot called “{level}” in {game}. Available: {levels}", "{game} 没有“{level}”这档电脑。可选：{levels}"
        ),
        "UNKNOWN_BUDGET": Text(
            "No budget called “{budget}”. Available: {budgets}", "没有“{budget}”这档思考量。可选：{budgets}"
        ),
    }
)


def ladder(game: str) -> dict[str, Maker]:
    """The constructors of a game's levels, weakest first. UNKNOWN_GAME."""
    found = dict(COMMON)
    found.update(getattr(part(find_game(game), "agents"), "LADDER", {}))
    return {level: found[level] for level in LEVELS if level in found}


def levels(game: str) -> list[str]:
    """The names of a game's levels, weakest first."""
    return list(ladder(game))


def agent(game: str, level: str, *, seed: int = 0, budget: str | Budget = PLAY) -> Agent:
    """A new agent. UNKNOWN_GAME, UNKNOWN_LEVEL, UNKNOWN_BUDGET."""
    if not isinstance(budget, Budget):
        if not isinstance(budget, str) or budget not in BUDGETS:
            raise QipaiError("UNKNOWN_BUDGET", MESSAGES, budget=tellable(budget), budgets=", ".join(BUDGETS))
        budget = BUDGETS[budget]
    known = ladder(game)
    make = (known.get(level) or BASELINES.get(level)) if isinstance(level, str) else None
    if make is None:
        raise QipaiError("UNKNOWN_LEVEL", MESSAGES, game=game, level=tellable(level), levels=", ".join(known))
    return make(seed, budget)
