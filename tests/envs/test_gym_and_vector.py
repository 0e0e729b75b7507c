"""Gymnasium's checker, and the many deals of the vector form."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import qipai
import qipai.envs
from qipai.agents import agent
from qipai.core.errors import IllegalMove
from qipai.envs.arrays import observation
from tests.envs.decisions import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["normal", "easy", "random"])
def test_check_env(game: str, opponents: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not within the observation space.*`action_mask`.*")
        check_env(qipai.envs.gym(game, seat=1, opponents=opponents).unwrapped, skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_knows_the_ids(game: str) -> None:
    env = gymnasium.make(f"qipai/{game}-v0", seat=2, opponents=["random"] * (2 if game == "xianqi" else 3))
    seen, _ = env.reset(seed=5)
    total, over = 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        total += float(reward)
    assert total == info["returns"][2]
    assert "illegal" not in info


def test_an_illegal_action_is_replaced_and_told() -> None:
    env = qipai.envs.gym("xianqi", opponents="random")
    seen, _ = env.reset(seed=1)
    _, _, _, _, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    assert info["illegal"] is True


@pytest.mark.parametrize("forced", [False, True])
def test_a_seat_without_a_choice_is_asked_only_on_demand(forced: bool) -> None:
    env = qipai.envs.gym("guandan", opponents="random", forced=forced)
    seen, _ = env.reset(seed=1)
    counts, over = [], False
    while not over:
        legal = np.flatnonzero(seen["action_mask"])
        counts.append(len(legal))
        seen, _, over, _, _ = env.step(int(legal[-1]))
    assert (min(counts) == 1) == forced


@pytest.mark.parametrize(("opponents", "seat"), [("unheard of", 0), (["random"], 0), ("random", 7)])
def test_opponents_and_seats_are_checked(opponents: object, seat: int) -> None:
    with pytest.raises((ValueError, qipai.QipaiError), match=r"opponent|seat"):
        qipai.envs.gym("xianqi", seat=seat, opponents=opponents)


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_of_many_deals_are_those_of_each(game: str) -> None:
    """A memory that has followed a deal tells the same as one that looks at it for the first time."""
    env = qipai.envs.vector(game, 5, seed=9)
    planes, finished = env.planes, 0
    for _ in range(250):
        for place, decision in enumerate(env.batch.decisions):
            seen = observation(planes, decision.state, decision.seat, decision.chosen)
            assert np.array_equal(seen, env.observations[place])
            numbers = decision.numbers(planes, False)
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


def test_the_arrays_belong_to_the_caller() -> None:
    observations, masks = np.ones((4, 60, 12), np.uint8), np.ones((4, 40), np.uint8)
    env = qipai.envs.vector("xianqi", 4, seed=2, factored=True, observations=observations, masks=masks)
    assert env.observations is observations
    assert env.masks is masks
    first = observations.copy()
    env.step(env.sample())
    assert not np.array_equal(first, observations)
    for wrong in (np.ones((4, 60, 12)), np.ones((3, 60, 12), np.uint8), np.ones((4, 60, 24), np.uint8)[:, :, ::2]):
        with pytest.raises(ValueError, match="observations must be"):
            qipai.envs.vector("xianqi", 4, observations=wrong)


def test_forced_moves_are_played_unless_asked_for() -> None:
    env = qipai.envs.vector("xianqi", 8, seed=3, forced=True)
    single = 0
    for _ in range(40):
        single += int((env.masks.sum(axis=1) == 1).sum())
        env.step(env.sample())
    assert single


def test_wrong_actions_are_refused() -> None:
    env = qipai.envs.vector("xianqi", 2, seed=3)
    before, legal = env.observations.copy(), int(np.flatnonzero(env.masks[0])[0])
    with pytest.raises(IllegalMove):
        env.step([legal, int(np.flatnonzero(env.masks[1] == 0)[0])])
    env.look()
    assert np.array_equal(env.observations, before)  # no deal has moved
    with pytest.raises(ValueError, match="2 deals"):
        env.step([0])
    with pytest.raises(ValueError, match="factored"):
        qipai.envs.vector("guandan", 2, factored=True)


def test_the_normal_opponent_is_that_of_the_ladder() -> None:
    env = qipai.envs.gym("xianqi", seat=1)
    assert {type(one) for one in env.others.values()} == {type(agent("xianqi", "normal"))}
    seen, _ = env.reset(seed=2)
    seen, _, _, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert "illegal" not in info
    assert seen["action_mask"].any()


def test_deals_follow_each_other_as_in_a_match_unless_told_otherwise() -> None:
    for match in (True, False):
        env = qipai.envs.vector("guandan", 2, seed=3, match=match)
        later = 0
        for _ in range(400):
            env.step(env.sample())
            later += sum(bool(decision.state.view(-1).public()["previous"]) for decision in env.batch.decisions)
        assert (later > 0) == match
