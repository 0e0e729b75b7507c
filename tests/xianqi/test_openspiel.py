"""What OpenSpiel is told about Xianqi."""

from __future__ import annotations

import json
import random
from itertools import permutations, product

import numpy as np
import pyspiel
import pytest

import qipai.envs.openspiel
from qipai.games.xianqi.settlement import settlement

assert qipai.envs.openspiel


def test_rules_are_a_parameter() -> None:
    game = pyspiel.load_game("qipai_xianqi(rules=baotou:true;black_chess:redeal)")
    assert game.num_players() == 4
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("rules", ["", "baotou:true;contract_ceramic:true"])
def test_information_states_are_equal_exactly_where_their_tensors_are(rules: str) -> None:
    """Perfect recall: what a player knows of a deal, its own covers included, is in the tensor, and nothing else."""
    game = pyspiel.load_game(f"qipai_xianqi(rules={rules})" if rules else "qipai_xianqi")
    rng = np.random.RandomState(9)
    known: dict[bytes, str] = {}
    for _ in range(12):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.randint(len(legal))])
            if state.is_chance_node() or state.is_terminal():
                continue
            for player in range(game.num_players()):
                tensor = np.array(state.information_state_tensor(player), np.uint8).tobytes()
                seen = json.loads(state.information_state_string(player))
                seen["public"].pop("version", None)
                text = json.dumps(seen, sort_keys=True)
                assert known.setdefault(player.to_bytes(1, "little") + tensor, text) == text
    assert len(set(known.values())) == len(known) > 300


def test_void_deals_are_dealt_again() -> None:
    """One deal in 25 is black: standard loops do not expect a game that is over before anybody acts."""
    game = pyspiel.load_game("qipai_xianqi")
    rng = np.random.RandomState(3)
    longest = 0
    for _ in range(120):
        state = game.new_initial_state()
        drawn = 0
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[rng.randint(len(outcomes))][0])
            drawn += 1
        longest = max(longest, drawn)
        assert not state.is_terminal()
        assert state.legal_actions()
        assert pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1].history() == state.history()
    assert 24 < longest <= game.max_chance_nodes_in_history()


@pytest.mark.parametrize(("seats", "unit"), [(3, 3), (4, 4)])
def test_no_settlement_exceeds_the_limit(seats: int, unit: int) -> None:
    """All final pillars, with a chip for a reveal in every round."""
    rules = {"baotou": True} if seats == 4 else None
    game = pyspiel.load_game("qipai_xianqi(rules=baotou:true)" if rules else "qipai_xianqi")
    most = 0
    for pillars in product(range(9), repeat=3):
        if sum(pillars) > 8:
            continue
        for revealer, buckler in permutations(range(3), 2):
            final: list[int | None] = [*pillars, None] if rules else list(pillars)
            result = settlement(final, [[revealer, buckler, False]] * 8, rules)
            most = max(most, *(abs(points) for points in result["delta"]))
    assert 2 * unit + 8 <= most <= game.max_utility()


def test_chance_is_that_of_the_rules() -> None:
    """Every question of a deal is one node, and its outcomes are equally likely. A void deal is dealt again by more of them."""
    game, rng, again = pyspiel.load_game("qipai_xianqi"), random.Random(4), 0
    shuffle = sorted([*range(2, 25), 3])  # of 24 pieces, and who starts
    for _ in range(60):
        state, widths = game.new_initial_state(), []
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            widths.append(len(outcomes))
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
        deals = [sorted(widths[start : start + len(shuffle)]) for start in range(0, len(widths), len(shuffle))]
        assert deals == [shuffle] * len(deals)
        assert not state.is_terminal()
        again += len(deals) - 1
    assert again  # some were void
