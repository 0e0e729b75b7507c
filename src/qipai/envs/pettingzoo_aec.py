"""PettingZoo, turn by turn (AEC): the seat that is asked is the selected agent.

Seats that decide at the same time (a burial, claims, tribute) are asked one after the other, the lowest first; what one
of them answered is in nobody else's observation until all have answered. Seats with one legal move only are not asked, as
in the vector form, unless `forced=True`. Rewards are points: the change of the deal's
returns. An episode is one deal. An illegal action ends it, with a reward of -1 for who played it and 0 for the others.

The checks that PettingZoo's wrappers make (order of calls, range of actions, legal actions) are made here: each wrapper
costs as much as a step.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger

from qipai.core.errors import IllegalMove
from qipai.envs import env_id
from qipai.envs.episode import RENDER_MODES, Desk, new_spaces
from qipai.envs.pettingzoo_parallel import CycleEnv

ILLEGAL_REWARD = -1.0


class TurnEnv(AECEnv[str, dict[str, Any], int]):
    """See the module's text."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        rules: object = None,
        factored: bool = False,
        match: bool = True,
        forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.desk = Desk(game, rules, factored, match, forced)
        self.metadata = {
            "name": env_id(game),
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.desk.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        made = {agent: new_spaces(self.desk.planes, factored) for agent in self.possible_agents}
        self.observation_spaces = {agent: both[0] for agent, both in made.items()}
        self.action_spaces = {agent: both[1] for agent, both in made.items()}
        self.agents: list[str] = []
        self.agent_selection: Any = None  # until there is a deal

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.desk.deal(seed)
        self.agents = list(self.possible_agents)
        self.returns = self.desk.state.returns()
        self.paid = False
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.desk.decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        if self.agent_selection is None:
            EnvLogger.error_observe_before_reset()
        return self.desk.observe(self.seat_of[agent])

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
        if action is None or not 0 <= action < self.desk.size:
            raise AssertionError(f"action {action} is not in the action space")
        self._cumulative_rewards[agent] = 0.0
        try:
            running = self.desk.answer(int(action))
        except IllegalMove:
            self.break_off(agent)
            return
        decision = self.desk.decision
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
        """As in the base class, for a deal that is over for all seats at once."""
        if action is not None:
            raise ValueError("when an agent is dead, the only valid action is None")
        agent = self.agent_selection
        for told in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
            del told[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]
            self.rewards = dict.fromkeys(self.agents, 0.0)

    def pay(self, now: list[int]) -> None:
        """Rewards are what has changed since the last action."""
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

    def render(self) -> Any:
        """What a spectator sees, never a hidden piece."""
        return self.desk.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def make_aec(game: str, max_cycles: int | None = None, **options: Any) -> AECEnv[str, Any, Any]:
    if max_cycles is not None:
        return parallel_to_aec(CycleEnv(game, max_cycles=max_cycles, **options))
    return TurnEnv(game, **options)
