"""Mahjong for OpenSpiel: its limits."""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.rules import Rules
from qipai.envs.openspiel_info import OpenSpielInfo
from qipai.games.mahjong.patterns import PATTERNS, SICHUAN_PATTERNS
from qipai.games.mahjong.rules import MahjongRules

TURNS = 56  # 55 draws and the dealer's first turn
PENGS = 12
MORE_PENGS = 16
KONGS = 16


class MahjongInfo(OpenSpielInfo):
    """The observation shows only the last discards in order, so there is no information state tensor."""

    fixed_draws = 107  # a shuffle of 108 tiles

    def max_decisions(self, rules: Rules) -> int:
        """Four burials, or four swaps and four suits; every turn and every peng is one decision, followed by three answers to
        the discard. In the Sichuan family a seat may have four melds, and three may rob an added kong."""
        assert isinstance(rules, MahjongRules)
        if rules.sichuan:
            return 8 + 4 * (TURNS + MORE_PENGS + KONGS)
        return 4 + 4 * (TURNS + PENGS)

    def max_points(self, rules: Rules) -> float:
        """Fan have no cap: in every turn somebody wins a hand with all the fan of M-9, four roots among them, from three."""
        assert isinstance(rules, MahjongRules)
        if rules.sichuan:
            fan = sum(pattern.fan for pattern in SICHUAN_PATTERNS) + 3
            most = min(fan, rules.cap) if rules.cap else fan
            return 3.0 * (TURNS + KONGS + 3) * int(rules.base) * (2.0 ** max(int(most), 4) + 2)
        fan = sum(pattern.fan for pattern in PATTERNS) + 3
        return 3.0 * TURNS * fan

    def max_chance_outcomes(self, game: Game, rules: Rules) -> int:
        return 108


INFO = MahjongInfo()
