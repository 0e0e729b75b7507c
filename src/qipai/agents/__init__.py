"""Named opponents: a ladder per game, from `random` to `master`, and external programs.

rival = agent("xianqi", "hard", seed=7)
action = rival.choose(Decision(table.game, table.view(seat), table.state.legal(seat)))
rival.explain().say("en")
"""

from __future__ import annotations

from qipai.agents.base import Agent, AgentError, Budget, Decision
from qipai.agents.ladder import LEVELS, agent, levels

__all__ = ["LEVELS", "Agent", "AgentError", "Budget", "Decision", "agent", "levels"]
