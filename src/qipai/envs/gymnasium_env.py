"""Gymnasium: one seat learns, the others are opponents.

    env = gymnasium.make("qipai/GAME-v1", seat=0, opponents="normal")
    envs = gymnasium.make_vec("qipai/GAME-v1", 8, vectorization_mode="vector_entry_point", opponents="easy")

An episode is one deal. An observation has the bits that the seat sees and the mask of legal actions. The reward is the change
of the seat's points since its last decision; what is paid after its last decision is in the reward of the last step. An
illegal action is replaced by the first legal one, and info["illegal"] says so. A seat with only one legal move is not asked
unless `forced=True`. `rllib=True` gives observations as RLlib's masked modules take them.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray

from qipai.core.errors import IllegalMove
from qipai.envs.episode import RENDER_MODES, Episode, new_spaces
from qipai.envs.opponents import answer, default_level, opponent
from qipai.envs.versions import VERSION


class QipaiGymEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a table; for `opponents` see qipai.envs.gym."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: object = None,
        rules: object = None,
        factored: bool = False,
        match: bool = True,
        forced: bool = False,
        render_mode: str | None = None,
        rllib: bool = False,
        version: int = VERSION,
    ) -> None:
        self.episode = Episode(game, rules, factored, match, True, version, rllib)
        self.forced = forced
        if not 0 <= seat < self.episode.seats:
            raise IllegalMove("BAD_SEAT", seat=seat)
        self.seat = seat
        others = [other for other in range(self.episode.seats) if other != seat]
        if opponents is None:
            opponents = default_level(self.episode.game)
        levels = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
        if levels is not None and len(levels) != len(others):
            raise ValueError(f"{len(others)} opponents are needed, not {len(levels)}")
        self.levels = dict(zip(others, levels or [opponents] * len(others), strict=True))
        self.seat_opponents(0)
        self.render_mode = render_mode
        self.observation_space, self.action_space = new_spaces(self.episode.encoder, self.episode.size, rllib)
        self.points = 0

    def __copy__(self) -> QipaiGymEnv:
        """An environment of its own from here on."""
        return copy.deepcopy(self)

    def seat_opponents(self, seed: int) -> None:
        """New opponents, whose moves follow from the seed."""
        self.others = {seat: opponent(self.episode.game, str(level), seed + seat) for seat, level in self.levels.items()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.seat_opponents(seed)
            self.episode.deal(seed)
        else:
            self.episode.deal(int(self.np_random.integers(2**62)) if self.episode.rng is None else None)
        while not self.play_on():  # a deal in which the seat never decides is no episode
            self.episode.deal(None)
        self.points = self.episode.state.returns()[self.seat]
        return self.episode.observe(self.seat), {}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name by which sb3-contrib's MaskablePPO asks."""
        return self.episode.mask()

    def play_on(self) -> bool:
        """Lets the others play until the seat has to decide; False when the deal is over."""
        episode = self.episode
        state = episode.state
        while episode.decision.ask(True):
            seat = int(episode.decision.seat)
            if seat == self.seat and (self.forced or len(episode.decision.legal) > 1):
                return True
            if seat == self.seat:
                state.apply(seat, episode.decision.legal[0])
                continue
            state.apply(seat, answer(episode.game, state, seat, self.others[seat]))
        return False

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        episode = self.episode
        legal = episode.decision.numbers(episode.encoder, episode.factored)
        number = int(action)
        info: dict[str, Any] = {}
        if number not in legal:
            info["illegal"] = True
            number = legal[0]
        over = False
        decision = episode.decision
        decision.find(episode.encoder, episode.factored, number)
        if decision.take(episode.encoder, episode.factored):
            over = not self.play_on()
        now = episode.state.returns()[self.seat]
        reward = float(now - self.points)
        self.points = now
        if over:
            info["returns"] = episode.state.returns()
        if self.render_mode == "human":
            self.render()
        return episode.observe(self.seat), reward, over, False, info

    def render(self) -> Any:
        """What the seat itself sees."""
        return self.episode.render(self.render_mode, self.seat)


class QipaiGymVectorEnv(SyncVectorEnv):
    """n tables in one process, each as QipaiGymEnv: the `vector_entry_point` of the registered ids."""

    def __init__(self, num_envs: int = 1, **options: Any) -> None:
        super().__init__([lambda: QipaiGymEnv(**options)] * num_envs)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every deal, one row each."""
        return np.stack(self.call("action_masks"))
