"""Agents by full name: a level of the game's ladder, an external program (`exec:COMMAND`, `njupt:COMMAND`), or weights."""

from __future__ import annotations

from qipai.agents.base import Agent
from qipai.agents.external import ExternalAgent
from qipai.agents.ladder import agent
from qipai.agents.trained import WEIGHTS, TrainedAgent
from qipai.core.data import Json
from qipai.core.errors import Messages, QipaiError
from qipai.core.game import Game
from qipai.core.registry import part
from qipai.core.rules import Rules
from qipai.core.text import Text

EXEC = "exec:"

MESSAGES = Messages({"BAD_COMMAND": Text("Missing command: {name}COMMAND", "缺少命令：{name}命令")})


def seat_agent(game: Game, rules: Rules, name: str, *, seat: int, seed: int, budget: str, limit: float) -> Agent:
    """A new agent for one deal. UNKNOWN_LEVEL, BAD_COMMAND, BAD_WEIGHTS, NOTHING_TO_LEARN."""
    prefix, colon, command = name.partition(":")
    if not colon:
        return agent(game.name, name, seed=seed, budget=budget)
    if prefix == WEIGHTS:
        return TrainedAgent(game, command, seed)
    if not command.strip():
        raise QipaiError("BAD_COMMAND", MESSAGES, name=prefix + colon)
    if prefix + colon == EXEC:
        return ExternalAgent(game, rules, command, seat=seat, seed=seed, budget=budget, limit=limit)
    make = getattr(part(game, "agents"), "EXTERNAL", {}).get(prefix)
    if make is None:
        return agent(game.name, name, seed=seed, budget=budget)  # refuses it with the list of levels
    made = make(game, rules, command, seat=seat, seed=seed, budget=budget, limit=limit)
    assert isinstance(made, Agent)
    return made


def deal_context(game: Game, rules: Rules, seed: bytes) -> tuple[Rules, Json | None]:
    """The rules of a single deal and what the previous deal left.

    If a game's deals differ in more than the cards, its `agents` module draws this from the seed; else it is a first deal.
    """
    draw = getattr(part(game, "agents"), "deal_context", None)
    if draw is None:
        return rules, None
    drawn_rules, previous = draw(game, rules, seed)
    assert isinstance(drawn_rules, Rules)
    assert previous is None or isinstance(previous, dict)
    return drawn_rules, previous
