"""Gymnasium: one seat learns, the others are opponents.

    env = gymnasium.make("qipai/xianqi-v0", seat=0, opponents="normal")

An episode is one deal. An observation has the planes and the mask of legal actions. The reward is the change of the seat's
points since its last decision; all that is paid after it is in the reward of the last step. An action that is not legal is
replaced by the first legal one, and info["illegal"] says so. Where the seat has one legal move only, it is not asked unless
`forced=True`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium

from qipai.envs.episode import RENDER_MODES, Desk, new_spaces
from qipai.envs.opponents import answer, opponent


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a table; `opponents` is a level for all other seats, or a list of levels, one for each of them."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: object = "normal",
        rules: object = None,
        factored: bool = False,
        match: bool = True,
        forced: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.desk = Desk(game, rules, factored, match, True)
        self.forced = forced
        if not 0 <= seat < self.desk.seats:
            raise ValueError(f"there is no seat {seat}")
        self.seat = seat
        others = [other for other in range(self.desk.seats) if other != seat]
        levels = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else None
        if levels is not None and len(levels) != len(others):
            raise ValueError(f"{len(others)} opponents are needed, not {len(levels)}")
        self.levels = dict(zip(others, levels or [opponents] * len(others), strict=True))
        self.seat_opponents(0)
        self.render_mode = render_mode
        self.observation_space, self.action_space = new_spaces(self.desk.planes, factored)
        self.points = 0

    def seat_opponents(self, seed: int) -> None:
        self.others = {seat: opponent(self.desk.game, str(level), seed + seat) for seat, level in self.levels.items()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.seat_opponents(seed)
            self.desk.deal(seed)
        else:
            self.desk.deal(int(self.np_random.integers(2**62)) if self.desk.rng is None else None)
        while not self.play_on():  # a deal that ends before the seat is asked is no episode
            self.desk.deal(None)
        self.points = self.desk.state.returns()[self.seat]
        return self.desk.observe(self.seat), {}

    def play_on(self) -> bool:
        """Lets the others play until the seat is asked; False when the deal is over."""
        desk = self.desk
        state = desk.state
        while desk.decision.ask(True):
            seat = int(desk.decision.seat)
            if seat == self.seat and (self.forced or len(desk.decision.legal) > 1):
                return True
            if seat == self.seat:
                state.apply(seat, desk.decision.legal[0])
                continue
            state.apply(seat, answer(desk.game, state, seat, self.others[seat]))
        return False

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        desk = self.desk
        legal = desk.decision.numbers(desk.planes, desk.factored)
        number = int(action)
        info: dict[str, Any] = {}
        if number not in legal:
            info["illegal"] = True
            number = legal[0]
        over = False
        decision = desk.decision
        decision.find(desk.planes, desk.factored, number)
        if decision.take(desk.planes, desk.factored):
            over = not self.play_on()
        now = desk.state.returns()[self.seat]
        reward = float(now - self.points)
        self.points = now
        if over:
            info["returns"] = desk.state.returns()
        if self.render_mode == "human":
            self.render()
        return desk.observe(self.seat), reward, over, False, info

    def render(self) -> Any:
        """What the seat itself sees."""
        return self.desk.picture(self.render_mode, self.seat)
