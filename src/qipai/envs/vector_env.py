"""Many deals at once, for fast learning.

    env = qipai.envs.vector(GAME, 256, seed=1)
    while learning:
        actions = policy(env.observations, env.masks, env.seats)
        env.step(actions)          # env.observations, masks and seats now belong to the next decisions
        env.dones, env.returns     # the deals that this step ended, and the points of every seat in them

Every deal waits at a decision of one seat, `seats[k]`. A deal that ends is replaced by a new one in the same step. Seats with
only one legal move are not asked unless `forced=True`. Deals follow each other as in a match; with `match=False` each is the
first of one. The arrays are always the same ones, written in place: bring your own (`observations=`, `masks=`, both uint8 and
C-contiguous) or use those made here.
"""

from __future__ import annotations

import copy
import secrets
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.envs.arrays import Bits, encoder_for, unpack_bits
from qipai.envs.versions import VERSION
from qipai.search.batch import Batch


class QipaiVectorEnv:
    """n deals of one game; see the module's docstring."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        rules: object = None,
        seed: int | None = None,
        factored: bool = False,
        forced: bool = False,
        match: bool = True,
        observations: Bits | None = None,
        masks: Bits | None = None,
        version: int = VERSION,
    ) -> None:
        if n < 1:
            raise ValueError("at least one deal")
        self.game = find_game(game)
        self.rules = self.game.rules(rules)
        self.encoder = encoder_for(self.game, self.rules, version, factored)
        self.n = n
        self.factored = factored
        self.forced = forced
        self.match = match
        self.actions: int = self.encoder.factored if factored else self.encoder.actions
        self.observations = buffer("observations", observations, (n, self.encoder.rows, self.encoder.columns))
        self.masks = buffer("masks", masks, (n, self.actions))
        self.seats = np.zeros(n, np.int8)
        self.dones = np.zeros(n, np.uint8)
        self.returns = np.zeros((n, self.game.seats(self.rules)), np.int32)
        self.flat_observations = self.observations.reshape(-1)
        self.reset(seed)

    def __copy__(self) -> QipaiVectorEnv:
        """An environment of its own from here on."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Copies have arrays of their own."""
        return {key: value for key, value in self.__dict__.items() if key != "flat_observations"}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        """Arrays that came through shared memory, as Ray's do, cannot be written: they are copied."""
        for name, value in fields.items():
            locked = isinstance(value, np.ndarray) and not value.flags.writeable
            self.__dict__[name] = value.copy() if locked else value
        self.flat_observations = self.observations.reshape(-1)

    def reset(self, seed: int | None = None) -> None:
        """New deals everywhere; equal seeds give equal deals."""
        rng = FastRng(secrets.randbits(62) if seed is None else seed)
        self.batch = Batch(self.game, self.rules, self.encoder, rng, self.n, self.factored, self.forced, self.match)
        self.dones.fill(0)
        self.returns.fill(0)
        self.look()

    def step(self, actions: ArrayLike) -> None:
        """One number of the action space for each deal. IllegalMove when one is not legal; then no deal has moved."""
        answers = np.ascontiguousarray(actions, "<i8")
        if answers.shape != (self.n,):
            raise ValueError(f"actions of shape {answers.shape} for {self.n} deals")
        batch = self.batch
        batch.step(answers.tobytes())
        self.dones.fill(0)
        self.returns.fill(0)
        if batch.finished:
            self.dones[batch.finished] = 1
            self.returns[batch.finished] = np.array(batch.returns, np.int32).reshape(len(batch.finished), -1)
        self.look()

    def look(self) -> None:
        """Writes what the deciding seats see and may do into the arrays."""
        seen, masks, seats = self.batch.look()
        self.flat_observations[...] = unpack_bits(seen)
        self.masks[...] = unpack_bits(masks).reshape(self.n, -1)[:, : self.actions]
        self.seats[...] = np.frombuffer(seats, np.int8)

    def sample(self) -> NDArray[np.int64]:
        """A random legal number for each deal."""
        return np.frombuffer(self.batch.sample(), "<i8")

    def moves(self, place: int) -> dict[int, str]:
        """The legal numbers of one deal, with their meaning."""
        numbers = self.batch.decisions[place].numbers(self.encoder, self.factored)
        return {number: self.encoder.meaning(number, self.factored) for number in numbers}


def buffer(name: str, given: Bits | None, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    if given is None:
        return np.zeros(shape, np.uint8)
    if given.shape != shape or given.dtype != np.uint8 or not given.flags.c_contiguous or not given.flags.writeable:
        raise ValueError(f"{name} must be a writeable, C-contiguous uint8 array of shape {shape}")
    return given


__all__ = ["QipaiVectorEnv"]
