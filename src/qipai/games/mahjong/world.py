from __future__ import annotations

from qipai.core.rng import Rng
from qipai.games.mahjong.state import MahjongState, MahjongView


def world_of(view: MahjongView, rng: Rng) -> MahjongState:
    raise NotImplementedError
