"""PettingZoo, all seats at once: in every cycle each seat hands in an action.

Only the actions of seats that are to act count: they are exactly those whose mask has a one. A window (burial, claims,
tribute) is thus answered in one cycle, as it is at a real table. An action that is not legal is replaced by the first
legal one, and the seat's info says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from qipai.core.planes import STEP
from qipai.envs import env_id
from qipai.envs.arrays import observation
from qipai.envs.episode import RENDER_MODES, Desk, new_spaces


class CycleEnv(ParallelEnv[str, dict[str, Any], int]):
    """One deal is one episode, cut off after `max_cycles` cycles if that is given. Moves are always told flat."""

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        *,
        rules: object = None,
        match: bool = True,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.desk = Desk(game, rules, False, match, True)
        self.metadata = {
            "name": env_id(game),
            "render_modes": RENDER_MODES,
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycle = 0
        self.possible_agents = [f"seat_{seat}" for seat in range(self.desk.seats)]
        made = {agent: new_spaces(self.desk.planes, False) for agent in self.possible_agents}
        self.observation_spaces = {agent: both[0] for agent, both in made.items()}
        self.action_spaces = {agent: both[1] for agent, both in made.items()}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.desk.deal(seed)
        self.cycle = 0
        self.agents = list(self.possible_agents)
        return self.observations(), {agent: {} for agent in self.agents}

    def numbers(self, seat: int) -> list[int]:
        """What the seat may answer now; empty when it is not to act."""
        state, planes = self.desk.state, self.desk.planes
        return [(planes.path(state, seat, action, False) & STEP) - 1 for action in state.legal(seat)]

    def observations(self) -> dict[str, Any]:
        out = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.desk.size, np.int8)
            if not self.desk.state.over():
                mask[self.numbers(seat)] = 1
            out[agent] = {"observation": observation(self.desk.planes, self.desk.state, seat), "action_mask": mask}
        return out

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        desk = self.desk
        before = desk.state.returns()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        asked = desk.state.to_act()
        for seat, agent in enumerate(self.possible_agents):
            if not (asked >> seat) & 1:
                continue
            numbers = self.numbers(seat)
            number = int(actions.get(agent, -1))
            if number not in numbers:
                infos[agent]["illegal"] = True
                number = numbers[0]
            desk.state.apply(seat, desk.state.legal(seat)[numbers.index(number)])
        self.cycle += 1
        over = desk.state.over()
        cut = not over and self.max_cycles is not None and self.cycle >= self.max_cycles
        after = desk.state.returns()
        rewards = {agent: float(after[s] - before[s]) for s, agent in enumerate(self.possible_agents)}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        seen = self.observations()
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminations, truncations, infos

    def render(self) -> Any:
        """What a spectator sees, never a hidden piece."""
        return self.desk.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
