"""What the others are likely to hold, for search."""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.policy import Belief
from qipai.core.rng import Rng
from qipai.core.state import State, View
from qipai.games.mahjong.state import MahjongView
from qipai.games.mahjong.world import likely_world


class LikelyHands(Belief):
    """Every world has hands as players make them (habits.py), and none needs a weight."""

    def world(self, game: Game, view: View, rng: Rng) -> State:
        assert isinstance(view, MahjongView)
        return likely_world(view, rng)

    def weighs(self) -> bool:
        return False
