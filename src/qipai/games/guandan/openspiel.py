"""Guandan for OpenSpiel: its limits."""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.rules import Rules
from qipai.envs.openspiel_info import OpenSpielInfo


class GuandanInfo(OpenSpielInfo):
    """The observation shows only the last plays in order, so there is no information state tensor."""

    fixed_draws = 107  # a shuffle of 108 cards

    def max_decisions(self, rules: Rules) -> int:
        """At least one card stays behind, and each play may be passed three times."""
        return 4 * 107

    def max_points(self, rules: Rules) -> float:
        """At most three levels (G-9)."""
        return 3.0

    def max_chance_outcomes(self, game: Game, rules: Rules) -> int:
        return 108


INFO = GuandanInfo()
