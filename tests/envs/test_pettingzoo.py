"""PettingZoo's own tests judge the AEC and the parallel form."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import qipai.envs
from qipai.core.rng import FastRng
from qipai.envs.arrays import encoder_of
from tests.envs.decisions import GAMES

pytestmark = pytest.mark.usefixtures("warnings_are_errors")

FACTORED = [game for game in GAMES if encoder_of(game).factored]
FORMS = [(game, {}) for game in GAMES] + [(game, {"factored": True}) for game in FACTORED]


@pytest.mark.parametrize(("game", "options"), FORMS)
def test_api(game: str, options: dict[str, bool]) -> None:
    env = qipai.envs.aec(game, **options)
    assert env.metadata["name"] == f"qipai/{game}-v1"
    api_test(env, num_cycles=150)


@pytest.mark.parametrize(("game", "options"), FORMS)
def test_equal_seeds_give_equal_deals(game: str, options: dict[str, bool]) -> None:
    seed_test(partial(qipai.envs.aec, game, **options), num_cycles=40)


@pytest.mark.parametrize("game", GAMES)
def test_render(game: str) -> None:
    render_test(partial(qipai.envs.aec, game), {"ansi": lambda text: "\n" in text, "rgb_array": lambda a: a.std() > 5})


@pytest.mark.parametrize("game", GAMES)
def test_max_cycles(game: str) -> None:
    """Every seat is asked in every cycle, and the deal is cut off in time."""
    env, parallel = partial(qipai.envs.aec, game), partial(qipai.envs.parallel, game)
    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel))


@pytest.mark.parametrize("game", GAMES)
def test_the_parallel_form(game: str) -> None:
    parallel_api_test(qipai.envs.parallel(game), num_cycles=60)
    parallel_seed_test(partial(qipai.envs.parallel, game), num_cycles=20)


@pytest.mark.parametrize(("game", "options"), FORMS)
def test_spaces_live_as_long_as_their_environment(game: str, options: dict[str, bool]) -> None:
    env = qipai.envs.aec(game, **options)
    env.reset(seed=1)
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
    assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == len(env.possible_agents)


@pytest.mark.parametrize(("game", "options"), FORMS)
def test_rewards_add_up_to_the_returns(game: str, options: dict[str, bool]) -> None:
    env = qipai.envs.aec(game, **options)
    rng = FastRng(4)
    for seed in range(3):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.below(len(legal))]))
        assert list(total.values()) == env.unwrapped.episode.state.returns()
        assert sum(total.values()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_ends_the_deal_for_who_played_it(game: str) -> None:
    env = qipai.envs.aec(game)
    env.reset(seed=3)
    agent = env.agent_selection
    mask = env.observe(agent)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1


@pytest.mark.parametrize("game", GAMES)
def test_only_the_seat_that_is_asked_has_a_mask(game: str) -> None:
    env = qipai.envs.aec(game)
    env.reset(seed=3)
    masks = [env.observe(agent)["action_mask"].any() for agent in env.possible_agents]
    assert masks == [agent == env.agent_selection for agent in env.possible_agents]


@pytest.mark.parametrize("game", GAMES)
def test_seats_without_a_choice_are_asked_only_on_demand(game: str) -> None:
    for forced in (False, True):
        env = qipai.envs.aec(game, forced=forced)
        single = 0
        for seed in range(2):
            env.reset(seed=seed)
            while not env.terminations[env.agent_selection]:
                legal = np.flatnonzero(env.last()[0]["action_mask"])
                single += len(legal) == 1
                env.step(int(legal[0]))
            assert sum(env.unwrapped.episode.state.returns()) == 0
        assert (single > 0) == forced


def test_a_window_is_answered_in_one_cycle() -> None:
    """All four bury at once in the parallel form."""
    env = qipai.envs.parallel("mahjong")
    seen, _ = env.reset(seed=3)
    assert all(one["action_mask"][:-1].any() for one in seen.values())
    actions = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    seen, _, _, _, infos = env.step(actions)
    assert infos == {agent: {} for agent in env.agents}
    assert sum(one["action_mask"][:-1].any() for one in seen.values()) == 1  # the others may only wait


@pytest.mark.parametrize("game", GAMES)
def test_calls_in_the_wrong_order_and_actions_out_of_range_are_refused(game: str) -> None:
    env = qipai.envs.aec(game)
    for call in (lambda: env.step(0), lambda: env.observe("seat_0")):
        with pytest.raises(AssertionError, match="reset"):
            call()
    env.reset(seed=1)
    for action in (None, -1, encoder_of(game).actions):
        with pytest.raises(AssertionError, match="action space"):
            env.step(action)
