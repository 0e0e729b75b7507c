"""Named opponents: a ladder per game, from `random` to `hard`, and external programs.

from qipai.agents import agent, Decision
rival = agent("xianqi", "hard", seed=7)
action = rival.choose(Decision(game, view, legal))
rival.explain().say("en")
"""

from __future__ import annotations

from qipai.agents.base import Agent, AgentError, Budget, Decision
from qipai.agents.ladder import LEVELS, agent, levels

__all__ = ["LEVELS", "Agent", "AgentError", "Budget", "Decision", "agent", "levels"]
