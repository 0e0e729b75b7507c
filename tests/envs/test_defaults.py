"""A game that brings no encoder, no drawing and no limits works in every environment."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import qipai
import qipai.envs
import qipai.envs.openspiel
from qipai.core.default_observation import ACTIONS, DefaultEncoder
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.envs import arrays, opponents
from qipai.envs.arrays import encoder_of, observe
from qipai.envs.openspiel_info import DEFAULT_INFO, info_of
from qipai.svg import view_svg
from tests.envs.decisions import GAMES, decisions

pytestmark = pytest.mark.usefixtures("warnings_are_errors")


@pytest.fixture
def no_encoders(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no game had brought an encoder."""
    monkeypatch.setattr(arrays, "part", lambda game, name: None)


def test_pettingzoo(toy: str) -> None:
    assert isinstance(encoder_of(toy), DefaultEncoder)
    api_test(qipai.envs.aec(toy), num_cycles=150)
    seed_test(partial(qipai.envs.aec, toy), num_cycles=40)
    parallel_api_test(qipai.envs.parallel(toy), num_cycles=60)
    parallel_seed_test(partial(qipai.envs.parallel, toy), num_cycles=20)
    env, parallel = partial(qipai.envs.aec, toy), partial(qipai.envs.parallel, toy)
    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel))
    render_test(env, {"ansi": lambda text: "\n" in text, "rgb_array": lambda a: a.std() > 5})


def test_gymnasium(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "levels", lambda game: ["random"])
    assert set(qipai.envs.gym(toy).levels.values()) == {"random"}
    check_env(qipai.envs.gym(toy, seat=1, opponents="random").unwrapped, skip_render_check=True)


def test_openspiel(toy: str) -> None:
    qipai.envs.openspiel.register()
    game = pyspiel.load_game(f"qipai_{toy}(rules=players:4)")
    assert info_of(find_game(toy)) is DEFAULT_INFO
    assert game.num_players() == 4
    assert game.max_chance_outcomes() >= 12
    assert game.max_utility() == -game.min_utility() > 0
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False, mask_test=True)
    state = game.new_initial_state()
    draw = np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(draw.choice(state.legal_actions()))
    player = state.current_player()
    other = state.resample_from_infostate(player, draw.uniform)
    assert other.observation_tensor(player) == state.observation_tensor(player)


def test_a_picture(toy: str) -> None:
    table = qipai.Table(toy, seed="ab" * 32)
    assert view_svg(table.game, table.view(0)).startswith("<svg")


@pytest.mark.usefixtures("no_encoders")
@pytest.mark.parametrize("game", GAMES)
def test_it_shows_what_the_view_says_and_nothing_else(game: str) -> None:
    found, encoder, rng = find_game(game), encoder_of(game), FastRng(5)
    seen = set()
    looked = 0
    for number, (state, seat) in enumerate(decisions(game, 11, 2)):
        if seat < 0 or number % 4:
            continue
        bits = observe(encoder, state, seat)
        assert np.array_equal(bits, observe(encoder, found.world(state.view(seat), rng), seat))
        assert bits[:48].any()
        assert bits[48:].any()
        seen.add(bits.tobytes())
        looked += 1
    assert len(seen) == looked > 5


@pytest.mark.usefixtures("no_encoders")
@pytest.mark.parametrize("game", GAMES)
def test_its_numbers_are_places_in_the_legal_list(game: str) -> None:
    env = qipai.envs.vector(game, 3, seed=1, forced=True)
    assert env.masks.shape == (3, ACTIONS)
    finished = 0
    for _ in range(120):
        for place, decision in enumerate(env.batch.decisions):
            assert env.masks[place].tolist() == [1] * len(decision.legal) + [0] * (ACTIONS - len(decision.legal))
        before = [(decision.state.copy(), decision.seat, decision.legal) for decision in env.batch.decisions]
        actions = env.sample()
        env.step(actions)
        for place, (state, seat, legal) in enumerate(before):
            state.apply(seat, legal[actions[place]])
            assert state.over() == bool(env.dones[place])
        finished += int(env.dones.sum())
    assert finished


def test_too_many_moves_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "DEFAULT_ENCODER", DefaultEncoder(actions=2))
    monkeypatch.setattr(arrays, "part", lambda game, name: None)
    with pytest.raises(ValueError, match=r"do not fit into 2 numbers: .*DefaultEncoder\(actions=\.\.\.\)"):
        qipai.envs.vector(GAMES[0], 4, seed=1)


@pytest.mark.parametrize("sizes", [{"actions": 0}, {"actions": 4095}, {"public_rows": 0}, {"private_rows": 0}])
def test_sizes_are_checked(sizes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least one row"):
        DefaultEncoder(**sizes)


def test_a_feature_in_a_list_does_not_depend_on_its_place() -> None:
    from qipai.core.default_observation import hashed_bits

    one, other = (np.unpackbits(np.frombuffer(hashed_bits({"hand": hand}, 4096), np.uint8)) for hand in ([3, 7], [7, 9]))
    assert (one & other).sum() == 1  # there is a 7
    assert one.sum() == other.sum() == 4
