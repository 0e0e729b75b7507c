"""OpenSpiel's own tests judge our games as OpenSpiel plays them."""

from __future__ import annotations

import json
import pickle
from itertools import permutations, product
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import qipai.envs.openspiel
from qipai.games.xianqi.settlement import settlement
from tests.envs.decisions import GAMES, decisions

assert qipai.envs.openspiel.BOUNDS


def random_state(name: str, seed: int, decisions: int) -> Any:
    """Some decisions into a random deal."""
    rng = np.random.RandomState(seed)
    state = pyspiel.load_game(f"qipai_{name}").new_initial_state()
    while decisions and not state.is_terminal():
        legal = state.legal_actions()
        decisions -= not state.is_chance_node()
        state.apply_action(legal[rng.randint(len(legal))])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_random_sim(name: str) -> None:
    game = pyspiel.load_game(f"qipai_{name}")
    pyspiel.random_sim_test(game, num_sims=2 if name != "guandan" else 1, serialize=True, verbose=False, mask_test=True)


def test_rules_are_a_parameter() -> None:
    game = pyspiel.load_game("qipai_xianqi(rules=baotou:true;black_chess:redeal)")
    assert game.num_players() == 4
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_comes_back(name: str) -> None:
    text = generate_playthrough.playthrough(f"qipai_{name}", action_sequence=None, seed=11)
    actions = [int(line.split(":")[1]) for line in text.splitlines() if line.startswith("action: ")]
    again = generate_playthrough.playthrough(f"qipai_{name}", action_sequence=actions)
    assert again == text
    assert len(actions) > 30


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decisions", [0, 1, 2, 3, 9])
def test_a_resampled_state_looks_the_same_to_its_player(name: str, decisions: int) -> None:
    state = random_state(name, 5, max(decisions, 1))
    if state.is_terminal():
        state = random_state(name, 6, max(decisions, 1))
    draw = np.random.RandomState(1).uniform
    others = set()
    for _ in range(5):
        player = state.current_player()
        other = state.resample_from_infostate(player, draw)
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert np.array_equal(other.observation_tensor(player), state.observation_tensor(player))
        others.add(str(other).split("\n", 1)[1])
    assert len(others) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_plays_on_and_is_serialized(name: str) -> None:
    state = random_state(name, 7, 4)
    other = state.resample_from_infostate(state.current_player(), np.random.RandomState(3).uniform)
    rng = np.random.RandomState(4)
    for _ in range(6):
        if other.is_terminal():
            break
        other.apply_action(other.legal_actions()[rng.randint(len(other.legal_actions()))])
    back = pickle.loads(pickle.dumps(other.deal))
    assert back.state.digest() == other.deal.state.digest()
    copied = other.clone()
    while not copied.is_terminal():
        copied.apply_action(copied.legal_actions()[0])
    assert sum(copied.returns()) == 0
    assert back.state.digest() == other.deal.state.digest()


@pytest.mark.parametrize("name", GAMES)
def test_is_mcts_runs(name: str) -> None:
    game = pyspiel.load_game(f"qipai_{name}")
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    state = random_state(name, 8, 3)
    for _ in range(3):
        assert not state.is_terminal()
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("rules", ["", "baotou:true;contract_ceramic:true"])
def test_information_states_of_xianqi_are_equal_exactly_where_their_tensors_are(rules: str) -> None:
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
                told = json.loads(state.information_state_string(player))
                told["public"].pop("version", None)
                text = json.dumps(told, sort_keys=True)
                assert known.setdefault(player.to_bytes(1, "little") + tensor, text) == text
    assert len(set(known.values())) == len(known) > 300


@pytest.mark.parametrize("name", GAMES)
def test_bounds_hold(name: str) -> None:
    longest = widest = 0
    game = pyspiel.load_game(f"qipai_{name}")
    for state, seat in decisions(name, 41, 40 if name == "xianqi" else 6, None, name == "mahjong"):
        longest = 0 if seat < 0 else longest + 1
        widest = max(widest, *(abs(points) for points in state.returns()))
        assert longest <= game.max_game_length()
    assert 0 < widest <= game.max_utility() == -game.min_utility()


@pytest.mark.parametrize(("seats", "unit"), [(3, 3), (4, 4)])
def test_no_settlement_of_xianqi_passes_its_bound(seats: int, unit: int) -> None:
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
    """Every question of a deal is one node, and its outcomes are equally likely."""
    state = pyspiel.load_game("qipai_xianqi").new_initial_state()
    widths = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        widths.append(len(outcomes))
        assert sum(p for _, p in outcomes) == pytest.approx(1)
        state.apply_action(outcomes[-1][0])
    assert sorted(widths) == sorted([*range(2, 25), 3])  # a shuffle of 24 pieces, and who starts
