"""An agent by its full name: a level of the game's ladder, or a program from outside (`exec:COMMAND`, `njupt:COMMAND`)."""

from __future__ import annotations

from qipai.agents.base import Agent
from qipai.agents.ladder import agent, module_of
from qipai.agents.outside import OutsideAgent
from qipai.core.errors import QipaiError, add_messages
from qipai.core.game import Game, Json
from qipai.core.rules import Rules
from qipai.core.text import Text

EXEC = "exec:"

add_messages(
    {"BAD_COMMAND": Text("An agent from outside needs a command: {name}COMMAND", "外部程序要写明命令：{name}命令")},
)


def seat_agent(game: Game, rules: Rules, name: str, *, seat: int, seed: int, budget: str, limit: float) -> Agent:
    """A fresh agent for one deal. UNKNOWN_LEVEL, BAD_COMMAND."""
    prefix, colon, command = name.partition(":")
    if not colon:
        return agent(game.name, name, seed=seed, budget=budget)
    if not command.strip():
        raise QipaiError("BAD_COMMAND", name=prefix + colon)
    if prefix + colon == EXEC:
        return OutsideAgent(game, rules, command, seat=seat, seed=seed, budget=budget, limit=limit)
    make = getattr(module_of(game.name), "OUTSIDE", {}).get(prefix)
    if make is None:
        return agent(game.name, name, seed=seed, budget=budget)  # which refuses it and names what there is
    made = make(game, rules, command, seat=seat, seed=seed, budget=budget, limit=limit)
    assert isinstance(made, Agent)
    return made


def previous_deal(game: Game, rules: Rules, seed: bytes) -> Json | None:
    """What the deal before left, where a game's module wants single deals to differ in that; else a first deal."""
    make = getattr(module_of(game.name), "previous_deal", None)
    if make is None:
        return None
    made = make(game, rules, seed)
    assert made is None or isinstance(made, dict)
    return made
