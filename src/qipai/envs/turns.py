"""PettingZoo, turn by turn (AEC): the seat that is asked is the selected agent.

Seats that decide at the same time (a burial, claims, tribute) are asked one after the other, the lowest first; what one
of them answered is in nobody else's observation until all have answered. Rewards are points: the change of the deal's
returns. An episode is one deal.
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from qipai.envs import env_id
from qipai.envs.cycles import CycleEnv
from qipai.envs.desk import RENDER_MODES, Desk, new_spaces

ILLEGAL_REWARD = -1.0


class TurnEnv(AECEnv[str, dict[str, Any], int]):
    """The environment without wrappers: an illegal action raises IllegalMove and changes nothing."""

    metadata: dict[str, Any]

    def __init__(self, game: str, *, rules: object = None, factored: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        self.desk = Desk(game, rules, factored)
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

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.desk.deal(seed)
        self.agents = list(self.possible_agents)
        self.returns = self.desk.state.returns()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.desk.decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.desk.observe(self.seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        desk = self.desk
        assert action is not None
        told = desk.answer(int(action))
        self._cumulative_rewards[agent] = 0.0
        rewards = self.rewards
        if not told:
            for name in rewards:
                rewards[name] = 0.0
        else:
            now = desk.state.returns()
            for name, before, after in zip(self.possible_agents, self.returns, now, strict=True):
                rewards[name] = float(after - before)
            self.returns = now
            if desk.state.over():
                self.terminations = dict.fromkeys(self.agents, True)
            else:
                self.agent_selection = self.possible_agents[desk.decision.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """What a spectator sees, never a hidden piece."""
        return self.desk.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def make_aec(game: str, max_cycles: int | None = None, **options: Any) -> AECEnv[str, Any, Any]:
    """With the usual wrappers: an illegal action ends the deal with a reward of -1 for who played it."""
    if max_cycles is not None:
        return parallel_to_aec(CycleEnv(game, max_cycles=max_cycles, **options))
    env: AECEnv[str, Any, Any] = TurnEnv(game, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
