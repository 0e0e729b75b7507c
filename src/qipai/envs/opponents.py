"""The opponents in a Gymnasium environment: agents of the ladder, from `random` to `master`."""

from __future__ import annotations

from qipai.agents import Agent, Decision, agent, levels
from qipai.core.game import Game
from qipai.core.state import State

NORMAL = "normal"


def default_level(game: Game) -> str:
    """`normal`, or the best level of a game that does not have it."""
    known = levels(game.name)
    return NORMAL if NORMAL in known else known[-1]


def opponent(game: Game, level: str, seed: int) -> Agent:
    """A new agent whose moves depend only on its seed, never on the clock. QipaiError when there is no such level."""
    return agent(game.name, level, seed=seed, budget="arena")


def answer(game: Game, state: State, seat: int, who: Agent) -> int:
    """The packed action of an opponent, which gets its view and its legal moves."""
    actions = state.legal(seat)
    if len(actions) == 1:
        return actions[0]
    return who.choose(Decision(game, state.view(seat), actions))
