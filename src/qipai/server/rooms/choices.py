"""What a seat may do."""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.state import State


class Choices:
    """The legal actions of a seat, and whether there is anything to choose."""

    __slots__ = ("actions", "forced")

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.actions = state.legal(seat)
        # one move only, which the server then makes; and no other pieces for it where the list has representatives
        self.forced = len(self.actions) == 1 and len(game.exact(state, seat)) == 1
