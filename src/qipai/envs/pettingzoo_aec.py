"""PettingZoo, turn by turn (AEC): the seat that is to decide is the selected agent.

Seats that decide at the same time are asked one after another, the lowest first; an answer is in nobody else's observation
until all have answered. Seats with only one legal move are not asked unless `forced=True`. Rewards are points: the change of
the deal's returns. An episode is one deal. An illegal action ends it, with a reward of -1 for the seat that played it and 0
for the others.

This class makes the checks of PettingZoo's wrappers itself (order of calls, range of actions, legal actions): each wrapper
costs as much as a step.
"""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger

from qipai.core.errors import IllegalMove
from qipai.envs.episode import Episode
from qipai.envs.pettingzoo_parallel import QipaiParallelEnv
from qipai.envs.pettingzoo_seats import SeatAgents
from qipai.envs.versions import VERSION

ILLEGAL_REWARD = -1.0


class QipaiAECEnv(SeatAgents, AECEnv[str, dict[str, Any], int]):
    """See the module's docstring."""

    def __init__(
        self,
        game: str,
        *,
        rules: object = None,
        factored: bool = False,
        match: bool = True,
        forced: bool = False,
        render_mode: str | None = None,
        rllib: bool = False,
        version: int = VERSION,
    ) -> None:
        episode = Episode(game, rules, factored, match, forced, version, rllib)
        super().__init__(episode, render_mode, parallelizable=False)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agent_selection: Any = None  # until the first deal

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.episode.deal(seed)
        self.agents = list(self.possible_agents)
        self.returns = self.episode.state.returns()
        self.paid = False
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        if self.agent_selection is None:
            EnvLogger.error_observe_before_reset()
        return self.episode.observe(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if agent is None:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self.episode.size:
            raise AssertionError(f"action {action} is not in the action space")
        self._cumulative_rewards[agent] = 0.0
        try:
            running = self.episode.answer(int(action))
        except IllegalMove:
            self.break_off(agent)
            return
        decision = self.episode.decision
        now = decision.state.returns()
        if self.paid or now != self.returns:
            self.pay(now)
        if running:
            self.agent_selection = self.possible_agents[decision.seat]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def _was_dead_step(self, action: int | None) -> None:
        """As in the base class, but a deal ends for all seats at once."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for entries in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del entries[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)

    def pay(self, now: list[int]) -> None:
        """Rewards are what changed since the last action."""
        self.paid = now != self.returns
        for name, before, after in zip(self.possible_agents, self.returns, now, strict=True):
            self.rewards[name] = float(after - before)
            self._cumulative_rewards[name] += float(after - before)
        self.returns = now

    def break_off(self, agent: str) -> None:
        """After an illegal action."""
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = ILLEGAL_REWARD
        self._accumulate_rewards()


def make_aec(game: str, max_cycles: int | None = None, **options: Any) -> AECEnv[str, Any, Any]:
    if max_cycles is not None:
        return parallel_to_aec(QipaiParallelEnv(game, max_cycles=max_cycles, **options))
    return QipaiAECEnv(game, **options)
