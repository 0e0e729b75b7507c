"""Gymnasium's checker, and the many deals of the vector form."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import qipai
import qipai.envs
from qipai.agents import agent
from qipai.core.errors import IllegalMove
from qipai.core.registry import game as find_game
from qipai.envs.arrays import encoder_of, observe
from tests.envs.decisions import GAMES, decisions


@pytest.mark.usefixtures("warnings_are_errors")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["normal", "easy", "random"])
def test_check_env(game: str, opponents: str) -> None:
    check_env(qipai.envs.gym(game, seat=1, opponents=opponents).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("version", qipai.envs.VERSIONS)
@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_knows_the_ids(game: str, version: int) -> None:
    seats = find_game(game).seats(find_game(game).rules())
    own = min(2, seats - 1)
    env = gymnasium.make(f"qipai/{game}-v{version}", seat=own, opponents=["random"] * (seats - 1))
    seen, _ = env.reset(seed=5)
    total, over = 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        total += float(reward)
    assert total == info["returns"][own]
    assert "illegal" not in info


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_is_replaced_and_reported(game: str) -> None:
    env = qipai.envs.gym(game, opponents="random")
    seen, _ = env.reset(seed=1)
    _, _, _, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert info["illegal"] is True


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("forced", [False, True])
def test_a_seat_without_a_choice_is_asked_only_on_demand(game: str, forced: bool) -> None:
    env = qipai.envs.gym(game, opponents="random", forced=forced)
    counts = []
    for seed in range(4):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            counts.append(len(legal))
            seen, _, over, _, _ = env.step(int(legal[-1]))
    assert (min(counts) == 1) == forced


@pytest.mark.parametrize(("opponents", "seat"), [("unheard of", 0), (["random"], 0), ("random", 7)])
def test_opponents_and_seats_are_checked(opponents: object, seat: int) -> None:
    with pytest.raises((ValueError, qipai.QipaiError), match=r"UNKNOWN_LEVEL|opponent|seat"):
        qipai.envs.gym(GAMES[0], seat=seat, opponents=opponents)


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_of_many_deals_are_those_of_each(game: str) -> None:
    """A memory that has followed a deal gives the same arrays as a new one."""
    env = qipai.envs.vector(game, 5, seed=9)
    encoder, finished = env.encoder, 0
    for _ in range(250):
        for place, decision in enumerate(env.batch.decisions):
            seen = observe(encoder, decision.state, decision.seat, decision.chosen)
            assert np.array_equal(seen, env.observations[place])
            numbers = decision.numbers(encoder, False)
            assert len(numbers) > 1
            assert np.flatnonzero(env.masks[place]).tolist() == sorted(numbers)
            assert env.seats[place] == decision.seat
        before = [decision.state for decision in env.batch.decisions]
        env.step(env.sample())
        for place, state in enumerate(before):
            assert env.dones[place] == state.over()
            assert env.returns[place].tolist() == (state.returns() if state.over() else [0] * env.returns.shape[1])
        finished += int(env.dones.sum())
    assert finished > 3


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_make_equal_vectors(game: str) -> None:
    one, other = qipai.envs.vector(game, 3, seed=4), qipai.envs.vector(game, 3, seed=4)
    for _ in range(60):
        actions = one.sample()
        assert np.array_equal(actions, other.sample())
        one.step(actions)
        other.step(actions.tolist())
        assert np.array_equal(one.observations, other.observations)
    one.reset(5)
    other.reset(6)
    assert not np.array_equal(one.observations, other.observations)


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_belong_to_the_caller(game: str) -> None:
    encoder = encoder_of(game)
    shape = (4, encoder.rows, encoder.columns)
    factored = encoder.factored > 0
    observations, masks = np.ones(shape, np.uint8), np.ones((4, encoder.factored or encoder.actions), np.uint8)
    env = qipai.envs.vector(game, 4, seed=2, factored=factored, observations=observations, masks=masks)
    assert env.observations is observations
    assert env.masks is masks
    first = observations.copy()
    env.step(env.sample())
    assert not np.array_equal(first, observations)
    twice = np.ones((4, encoder.rows, 2 * encoder.columns), np.uint8)
    for wrong in (np.ones(shape), np.ones((3, *shape[1:]), np.uint8), twice[:, :, ::2]):
        with pytest.raises(ValueError, match="observations must be"):
            qipai.envs.vector(game, 4, observations=wrong)


@pytest.mark.parametrize("game", GAMES)
def test_forced_moves_are_played_unless_asked_for(game: str) -> None:
    env = qipai.envs.vector(game, 8, seed=3, forced=True)
    single = 0
    for _ in range(100):
        single += int((env.masks.sum(axis=1) == 1).sum())
        env.step(env.sample())
    assert single


@pytest.mark.parametrize("game", GAMES)
def test_wrong_actions_are_refused(game: str) -> None:
    env = qipai.envs.vector(game, 2, seed=3)
    before, legal = env.observations.copy(), int(np.flatnonzero(env.masks[0])[0])
    with pytest.raises(IllegalMove):
        env.step([legal, int(np.flatnonzero(env.masks[1] == 0)[0])])
    env.look()
    assert np.array_equal(env.observations, before)  # no deal has moved
    with pytest.raises(ValueError, match="2 deals"):
        env.step([0])
    if not encoder_of(game).factored:
        with pytest.raises(ValueError, match="factored"):
            qipai.envs.vector(game, 2, factored=True)


@pytest.mark.parametrize("game", GAMES)
def test_the_normal_opponent_is_that_of_the_ladder(game: str) -> None:
    env = qipai.envs.gym(game, seat=1)
    assert set(env.levels.values()) == {"normal"}
    assert {type(one) for one in env.others.values()} == {type(agent(game, "normal"))}
    seen, _ = env.reset(seed=2)
    seen, _, _, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert "illegal" not in info
    assert seen["action_mask"].any()


@pytest.mark.parametrize("game", GAMES)
def test_deals_follow_each_other_as_in_a_match_unless_told_otherwise(game: str) -> None:
    found = find_game(game)
    finished = next(state for state, seat in decisions(game, 3, 1) if seat < 0)
    single = found.match_over(found.rules(), found.carry(finished, None))  # a match of one deal
    for match in (True, False):
        env = qipai.envs.vector(game, 2, seed=3, match=match)
        later = 0
        for _ in range(400):
            env.step(env.sample())
            later += sum(decision.carried is not None for decision in env.batch.decisions)
        assert (later > 0) == (match and not single)
