"""OpenSpiel's own tests judge our games as OpenSpiel plays them."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from qipai.core.registry import game as find_game
from qipai.core.registry import part
from tests.envs.decisions import GAMES, decisions

assert {f"qipai_{name}" for name in GAMES} <= set(pyspiel.registered_names())


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
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_comes_back(name: str) -> None:
    text = generate_playthrough.playthrough(f"qipai_{name}", action_sequence=None, seed=11)
    actions = [int(line.split(":")[1]) for line in text.splitlines() if line.startswith("action: ")]
    again = generate_playthrough.playthrough(f"qipai_{name}", action_sequence=actions)
    assert again == text
    assert len(actions) > (30 if part(find_game(name), "observation") is not None else 10)  # toys have short deals


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


@pytest.mark.parametrize("name", GAMES)
def test_bounds_hold(name: str) -> None:
    longest = widest = 0
    game = pyspiel.load_game(f"qipai_{name}")
    for state, seat in decisions(name, 41, 6, None, skilled=True):
        longest = 0 if seat < 0 else longest + 1
        widest = max(widest, *(abs(points) for points in state.returns()))
        assert longest <= game.max_game_length()
    assert 0 < widest <= game.max_utility() == -game.min_utility()
