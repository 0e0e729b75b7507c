"""PettingZoo, all seats at once: every seat hands in an action in every cycle.

Only the actions of seats that are to act count. The others may only wait: that is the last number of the action space, one
more than the game has, and no mask is empty (version 0 has no such number, and their masks are). Where several seats decide at
once, one cycle answers for all of them, as at a real table. An illegal action is replaced by the first legal one, and the
seat's info says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from qipai.core.observation import STEP
from qipai.envs.arrays import observe
from qipai.envs.episode import Episode, as_rllib
from qipai.envs.pettingzoo_seats import SeatAgents
from qipai.envs.versions import VERSION


class QipaiParallelEnv(SeatAgents, ParallelEnv[str, dict[str, Any], int]):
    """One deal is one episode, cut off after `max_cycles` cycles if given. The action space is always the flat one."""

    def __init__(
        self,
        game: str,
        *,
        rules: object = None,
        match: bool = True,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        rllib: bool = False,
        version: int = VERSION,
    ) -> None:
        episode = Episode(game, rules, False, match, True, version, rllib)
        self.waits = version >= 1  # the last number is to wait
        super().__init__(episode, render_mode, parallelizable=True, extra=int(self.waits))
        self.max_cycles = max_cycles
        self.cycle = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.episode.deal(seed)
        self.cycle = 0
        self.agents = list(self.possible_agents)
        return self.observations(), {agent: {} for agent in self.agents}

    def numbers(self, seat: int) -> list[int]:
        """The legal numbers of a seat; empty when it is not to act."""
        state, encoder = self.episode.state, self.episode.encoder
        return [(encoder.path(state, seat, action, False) & STEP) - 1 for action in state.legal(seat)]

    def observations(self) -> dict[str, Any]:
        out = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.episode.size + self.waits, np.int8)
            numbers = [] if self.episode.state.over() else self.numbers(seat)
            mask[numbers] = 1
            if self.waits and not numbers:
                mask[-1] = 1
            bits = observe(self.episode.encoder, self.episode.state, seat)
            seen = {"observation": bits, "action_mask": mask}
            out[agent] = as_rllib(seen) if self.episode.rllib else seen
        return out

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        episode = self.episode
        before = episode.state.returns()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        asked = episode.state.to_act()
        for seat, agent in enumerate(self.possible_agents):
            if not (asked >> seat) & 1:
                continue
            numbers = self.numbers(seat)
            number = int(actions.get(agent, -1))
            if number not in numbers:
                infos[agent]["illegal"] = True
                number = numbers[0]
            episode.state.apply(seat, episode.state.legal(seat)[numbers.index(number)])
        self.cycle += 1
        over = episode.state.over()
        cut = not over and self.max_cycles is not None and self.cycle >= self.max_cycles
        after = episode.state.returns()
        rewards = {agent: float(after[s] - before[s]) for s, agent in enumerate(self.possible_agents)}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        seen = self.observations()
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return seen, rewards, terminations, truncations, infos
