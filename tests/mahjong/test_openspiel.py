"""The three ways to play in OpenSpiel: whole deals within the limits that the game states."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

import qipai.envs.openspiel
from qipai.envs.arrays import encoder_of

assert qipai.envs.openspiel


@pytest.mark.parametrize("rules", ["", "(rules=preset:chengdu)", "(rules=preset:river)"])
def test_whole_deals_stay_within_the_limits(rules: str) -> None:
    game = pyspiel.load_game(f"qipai_mahjong{rules}")
    assert game.num_distinct_actions() == encoder_of("mahjong").actions
    rng = random.Random(19)
    phases: set[str] = set()
    for _ in range(2):
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            chance = state.is_chance_node()
            legal = [outcome for outcome, _ in state.chance_outcomes()] if chance else state.legal_actions()
            if not chance:
                phases |= {verb for verb in ("swap", "missing", "bury") if state.action_to_string(legal[0]).startswith(verb)}
                decisions += 1
            state.apply_action(rng.choice(legal))
        assert decisions <= game.max_game_length()
        returns = state.returns()
        assert sum(returns) == 0
        assert all(game.min_utility() <= points <= game.max_utility() for points in returns)
    assert phases == ({"swap", "missing"} if rules else {"bury"})
