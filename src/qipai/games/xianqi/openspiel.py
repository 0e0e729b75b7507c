"""Xianqi for OpenSpiel: its limits, and the own covers, which make an observation an information state."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qipai.core.game import Game
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.envs.openspiel_info import OpenSpielInfo
from qipai.games.xianqi.pieces import FIRST_COVER, PACKED, SLOTS
from qipai.games.xianqi.position import Position
from qipai.games.xianqi.rules import XianqiRules

ROUNDS = 8


class XianqiInfo(OpenSpielInfo):
    """The observation has the whole public history; with its own covers round by round a seat has perfect recall."""

    fixed_draws = 23  # a shuffle of 24 pieces; what follows depends on the deal
    recall_name = "covers"
    recall_shape = (ROUNDS, 3, SLOTS)

    def max_decisions(self, rules: Rules) -> int:
        """Eight rounds, each with at most a buckle, two answers, a lead and two more moves."""
        return ROUNDS * 6

    def max_points(self, rules: Rules) -> float:
        """A ceramic from both others and a chip for a reveal in each round (X-7.3, X-7.4).

        With a head (X-8.4) the ceramic unit is 4 and every transfer may count twice.
        """
        assert isinstance(rules, XianqiRules)
        return 2 * (2 * 4 + ROUNDS) if rules.baotou else 2 * 3 + ROUNDS

    def max_chance_outcomes(self, game: Game, rules: Rules) -> int:
        return 24

    def recall(self, state: State, seat: int) -> NDArray[np.uint8]:
        """Round by round: at least one, two, three of each piece that the seat covered."""
        assert isinstance(state, Position)
        out = np.zeros(self.recall_shape, np.uint8)
        for number in range(ROUNDS):
            action = state.action_in_round(number, seat) if number <= state.round and seat != state.head else -1
            if action >= FIRST_COVER:
                for slot in range(SLOTS):
                    out[number, : (PACKED[action] >> 2 * slot) & 3, slot] = 1
        return out


INFO = XianqiInfo()
