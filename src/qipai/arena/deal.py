"""The worker: one deal played with every rotation of the agents, the same function on every backend.

A job and its result are plain JSON values. The result depends on the job alone unless a time limit is hit: deals may be
played anywhere, in any order, and again after a crash.
"""

from __future__ import annotations

import time

from qipai.agents.base import Agent, AgentError, Decision
from qipai.agents.seating import deal_context, seat_agent
from qipai.arena.match import Match, read_match
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.rng import DealRng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.search.playout import lowest_seat


class AgentStats:
    """One agent's results in a deal, over all its seats and rotations."""

    def __init__(self) -> None:
        self.returns: list[int] = []  # one per seat and rotation
        self.times: list[float] = []  # milliseconds, of decisions with a choice
        self.faults = {"illegal": 0, "error": 0, "timeout": 0}
        self.first_fault = ""  # in words

    def fail(self, kind: str, reason: str) -> None:
        self.faults[kind] += 1
        self.first_fault = self.first_fault or f"{kind}: {reason}"

    def to_json(self) -> Json:
        data: Json = {"returns": self.returns, "ms": [round(ms, 3) for ms in self.times], **self.faults}
        if self.first_fault:
            data["first_fault"] = self.first_fault
        return data


def play_number(spec: Json, number: int) -> Json:
    """Deal `number` of a match: {"number", "agents": {name: {"returns", "ms", "illegal", "error", "timeout"}}}.

    An agent that failed also has `first_fault`: its first error, in words.
    """
    match = read_match(spec)
    game = find_game(match.game)
    rules = game.rules(match.rules)
    stats = {name: AgentStats() for name in match.distinct()}
    for turn, names in enumerate(match.rotations()):
        agents: list[Agent] = []
        try:
            for seat, name in enumerate(names):
                seed = match.agent_seed(number, turn, seat)
                agents.append(seat_agent(game, rules, name, seat=seat, seed=seed, budget=match.budget, limit=match.limit))
            seated = [stats[name] for name in names]
            end = play_once(game, rules, match, number, agents, seated)
            returns = end.returns()
            for seat, brought in enumerate(returns):
                seated[seat].returns.append(brought)
                agents[seat].over(end.view(seat), returns)
        finally:
            for agent in agents:
                agent.close()
    return {"number": number, "agents": {name: one.to_json() for name, one in stats.items()}}


def play_once(game: Game, rules: Rules, match: Match, number: int, agents: list[Agent], seated: list[AgentStats]) -> State:
    """Plays one deal. A seat without a choice is not asked."""
    seed = match.deal_seed(number)
    deal_rules, previous = deal_context(game, rules, seed)
    state = game.deal(DealRng(seed), deal_rules, previous)
    while not state.over():
        seat = int(lowest_seat(state.to_act()))
        actions = state.legal(seat)
        if len(actions) == 1:
            state.apply(seat, actions[0])
            continue
        state.apply(seat, ask(agents[seat], Decision(game, state.view(seat), actions), match.limit, seated[seat]))
    return state


def ask(agent: Agent, decision: Decision, limit: float, stats: AgentStats) -> int:
    """The agent's move, or the fallback if it gave none, an illegal one, or one too late."""
    began = time.perf_counter()
    fault = reason = ""
    try:
        action = agent.choose(decision)
        if not decision.allows(action):
            fault, reason = "illegal", f"action {action} is not legal"
    except AgentError as problem:
        fault, reason = problem.kind, problem.reason
    except Exception as problem:  # no agent may stop the match
        fault, reason = "error", f"{type(problem).__name__}: {problem}"
    took = time.perf_counter() - began
    stats.times.append(1000 * took)
    if not fault and took > limit:
        fault, reason = "timeout", f"it took {took:.1f} s; the limit is {limit:g} s"
    if fault:
        stats.fail(fault, reason)
        return decision.fallback()
    return action
