"""What the single-deal environments share: a deal that waits at a decision, its arrays, and its picture."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from qipai.buffers import BytesWriter
from qipai.core.game import Game
from qipai.core.observation import Encoder
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.core.state import SPECTATOR, State
from qipai.envs.arrays import encoder_for, encoder_of, unpack_bits
from qipai.envs.versions import VERSION
from qipai.search.batch import Decision, next_deal

RENDER_MODES = ["human", "ansi", "rgb_array"]


def new_spaces(encoder: Encoder, size: int, rllib: bool) -> tuple[spaces.Dict, spaces.Discrete[Any]]:
    """The observation and action space of one seat; made once per environment."""
    if rllib:
        flat = spaces.Box(0, 1, (encoder.rows * encoder.columns,), np.float32)
        return spaces.Dict({"observations": flat, "action_mask": spaces.Box(0, 1, (size,), np.float32)}), spaces.Discrete(size)
    bits = spaces.Box(0, 1, (encoder.rows, encoder.columns), np.uint8)
    return spaces.Dict({"observation": bits, "action_mask": spaces.Box(0, 1, (size,), np.int8)}), spaces.Discrete(size)


def as_rllib(seen: dict[str, Any]) -> dict[str, Any]:
    """An observation as RLlib's masked modules take it: flat, floats, under their name."""
    return {
        "observations": seen["observation"].reshape(-1).astype(np.float32),
        "action_mask": seen["action_mask"].astype(np.float32),
    }


class Episode:
    """The running deal, waiting at a decision, and how the next one follows."""

    def __init__(
        self,
        game: str,
        rules: object,
        factored: bool,
        match: bool,
        forced: bool,
        version: int = VERSION,
        rllib: bool = False,
    ) -> None:
        self.version = version
        self.rllib = rllib
        self.match = match
        self.forced = forced  # ask seats without a choice, too
        self.game: Game = find_game(game)
        self.rules: Rules = self.game.rules(rules)
        self.encoder: Encoder = encoder_for(self.game, self.rules, version, factored)
        self.factored = factored
        self.seats: int = self.game.seats(self.rules)
        self.size: int = self.encoder.factored if factored else self.encoder.actions
        self.shape = (self.encoder.rows, self.encoder.columns)
        self.cells = self.encoder.rows * self.encoder.columns
        self.blank = self.encoder.no_mask(factored)
        self.out = BytesWriter()
        self.rng: FastRng | None = None
        self.waiting: Decision | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the buffer, which holds nothing between two observations and cannot be copied."""
        return {key: value for key, value in self.__dict__.items() if key != "out"}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        self.out = BytesWriter()

    def deal(self, seed: int | None) -> None:
        """The next deal of the match. A seed starts a new match and a new stream of deals."""
        before = self.waiting
        if seed is not None or self.rng is None:
            self.rng = FastRng(secrets.randbits(62) if seed is None else seed)
            before = None
        if before is not None and not (self.match and before.state.over()):  # after an unfinished deal a new match starts
            before = None
        while True:
            if before is None:
                state, carried = next_deal(self.game, self.rules, self.rng, None, None)
            else:
                state, carried = next_deal(self.game, self.rules, self.rng, before.state, before.carried)
            self.waiting = Decision(state, carried)
            if self.waiting.ask(self.forced):
                return
            before = self.waiting if self.match else None  # nobody had a choice

    @property
    def decision(self) -> Decision:
        assert self.waiting is not None, "call reset first"
        return self.waiting

    @property
    def state(self) -> State:
        return self.decision.state

    def answer(self, number: int) -> bool:
        """Plays a number of the action space for the seat that decides; False when the deal is over. IllegalMove."""
        waiting = self.waiting
        assert waiting is not None
        return waiting.answer(self.encoder, self.factored, number, self.forced)

    def observe(self, seat: int) -> dict[str, Any]:
        """The arrays of a seat; both are parts of one array, unpacked in one call."""
        waiting = self.waiting
        assert waiting is not None
        bits = unpack_bits(waiting.look(self.encoder, self.factored, seat, self.blank, self.out))
        mask: NDArray[np.int8] = np.ndarray(self.size, np.int8, bits, self.cells)
        seen = {"observation": np.ndarray(self.shape, np.uint8, bits), "action_mask": mask}
        return as_rllib(seen) if self.rllib else seen

    def mask(self) -> NDArray[np.bool_]:
        """The legal numbers of the seat that decides."""
        out = np.zeros(self.size, np.bool_)
        if not self.state.over():
            out[self.decision.numbers(self.encoder, self.factored)] = True
        return out

    def render(self, mode: str | None, seat: int = SPECTATOR) -> Any:
        """The table as a seat or a spectator sees it: printed, as text, or as an array of pixels."""
        from qipai import svg

        view = self.state.view(seat)
        if mode == "rgb_array":
            return svg.pixels(svg.view_svg(self.game, view))
        text = svg.view_text(self.game, view)
        if mode == "ansi":
            return text
        if mode == "human":
            print(text)  # noqa: T201
        return None


def number_of(game: str | Game, state: State, seat: int, move: str, factored: bool = False) -> list[int]:
    """The numbers of the action space that make a written move, in order. IllegalMove."""
    found = find_game(game) if isinstance(game, str) else game
    action = found.resolve(state, seat, found.read(move))
    path = encoder_of(found).path(state, seat, action, factored)
    out = []
    while path:
        out.append((path & 4095) - 1)
        path >>= 12
    return out


def move_of(game: str | Game, state: State, seat: int, numbers: list[int], factored: bool = False) -> str:
    """The written move that these numbers stand for now. ValueError when no legal move has them."""
    found = find_game(game) if isinstance(game, str) else game
    wanted = sum((number + 1) << 12 * k for k, number in enumerate(numbers))
    encoder = encoder_of(found)
    for action in state.legal(seat):
        if encoder.path(state, seat, action, factored) == wanted:
            return found.write(state.view(seat), action)
    raise ValueError(f"no legal move of seat {seat} has the numbers {numbers}")
