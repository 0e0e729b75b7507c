"""What both PettingZoo forms share: the seats as agents, their spaces, and the picture of the table."""

from __future__ import annotations

import copy
from typing import Any, Self

from gymnasium import spaces

from qipai.envs.episode import RENDER_MODES, Episode, new_spaces
from qipai.envs.versions import env_id


class SeatAgents:
    """Agents `seat_0`, `seat_1`, …; nobody is at the table before the first deal."""

    metadata: dict[str, Any]

    def __init__(self, episode: Episode, render_mode: str | None, parallelizable: bool, extra: int = 0) -> None:
        self.episode = episode
        self.render_mode = render_mode
        self.metadata = {
            "name": env_id(episode.game.name, episode.version),
            "render_modes": RENDER_MODES,
            "is_parallelizable": parallelizable,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(episode.seats)]
        self.agents: list[str] = []
        made = {agent: new_spaces(episode.encoder, episode.size + extra, episode.rllib) for agent in self.possible_agents}
        self.observation_spaces = {agent: both[0] for agent, both in made.items()}
        self.action_spaces = {agent: both[1] for agent, both in made.items()}

    def __copy__(self) -> Self:
        """An environment of its own from here on."""
        return copy.deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def render(self) -> Any:
        """What a spectator sees: nothing hidden."""
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """Nothing to close."""
