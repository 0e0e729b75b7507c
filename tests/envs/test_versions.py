"""Versions of the environments, and what learners' libraries expect of them."""

from __future__ import annotations

import hashlib

import gymnasium
import numpy as np
import pytest

import qipai.envs
from qipai.core.registry import game as find_game
from qipai.envs.arrays import encoder_of, observe
from qipai.games.guandan.state import GuandanState
from tests.envs.decisions import GAMES
from tests.envs.reader import first_row
from tests.games import figure, with_figure
from tests.guandan.deals import table

CHOICE = {"immunity": "choice"}


@pytest.mark.parametrize("game", with_figure("VERSION_0"))
def test_version_0_is_what_it_was_byte_for_byte(game: str) -> None:
    digest = hashlib.sha256()
    env = qipai.envs.vector(game, 4, seed=5, version=0)
    rng = np.random.RandomState(1)
    for _ in range(150):
        digest.update(env.observations.tobytes())
        digest.update(env.masks.tobytes())
        digest.update(str(env.masks.shape).encode())
        env.step([rng.choice(np.flatnonzero(mask)) for mask in env.masks])
    parallel = qipai.envs.parallel(game, version=0)
    assert parallel.metadata["name"] == f"qipai/{game}-v0"
    seen, _ = parallel.reset(seed=3)
    for _ in range(60):
        for agent in parallel.possible_agents:
            digest.update(seen[agent]["observation"].tobytes())
            digest.update(seen[agent]["action_mask"].tobytes())
        if not parallel.agents:
            break
        seen, *_ = parallel.step({agent: int(np.argmax(seen[agent]["action_mask"])) for agent in parallel.agents})
    assert digest.hexdigest()[:16] == figure(game, "VERSION_0")


@pytest.mark.parametrize("game", GAMES)
def test_seats_that_are_not_asked_wait(game: str) -> None:
    env = qipai.envs.parallel(game)
    wait = encoder_of(game).actions
    seen, _ = env.reset(seed=4)
    rng = np.random.RandomState(4)
    for _ in range(40):
        asked = env.episode.state.to_act()
        actions = {}
        for seat, agent in enumerate(env.possible_agents):
            mask = seen[agent]["action_mask"]
            assert mask.shape == (wait + 1,) == (env.action_space(agent).n,)
            assert env.observation_space(agent).contains(seen[agent])
            assert bool(mask[wait]) == (not (asked >> seat) & 1)
            assert mask.any()
            assert not (mask[wait] and mask[:wait].any())
            actions[agent] = int(rng.choice(np.flatnonzero(mask)))
        seen, _, over, _, infos = env.step(actions)
        assert not any(info.get("illegal") for info in infos.values())
        if any(over.values()):
            assert all(seen[agent]["action_mask"][wait] for agent in env.possible_agents)
            seen, _ = env.reset()


@pytest.mark.parametrize("game", GAMES)
def test_the_gymnasium_environment_tells_its_masks(game: str) -> None:
    env = gymnasium.make(f"qipai/{game}-v1", opponents="random", rllib=True).unwrapped
    seen, _ = env.reset(seed=2)
    for _ in range(10):
        assert set(seen) == {"observations", "action_mask"}
        assert env.observation_space.contains(seen)
        assert seen["observations"].ndim == 1
        masks = env.action_masks()  # type: ignore[attr-defined]
        assert masks.dtype == np.bool_
        assert (masks == seen["action_mask"].astype(bool)).all()
        seen, _, over, _, _ = env.step(int(np.flatnonzero(masks)[0]))
        if over:
            assert not env.action_masks().any()  # type: ignore[attr-defined]
            seen, _ = env.reset()
    for form in (qipai.envs.aec, qipai.envs.parallel):
        other = form(game, rllib=True)
        assert set(other.observation_space("seat_0").spaces) == {"observations", "action_mask"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_make_vec_makes_tables_of_one_seat(game: str) -> None:
    envs = gymnasium.make_vec(f"qipai/{game}-v1", 3, vectorization_mode="vector_entry_point", opponents="random", seat=1)
    assert type(envs).__name__ == "QipaiGymVectorEnv"
    seen, _ = envs.reset(seed=[1, 2, 3])
    single = gymnasium.make(f"qipai/{game}-v1", opponents="random", seat=1)
    assert (single.reset(seed=2)[0]["observation"] == seen["observation"][1]).all()
    for _ in range(20):
        masks = envs.action_masks()  # type: ignore[attr-defined]
        assert masks.shape == seen["action_mask"].shape
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in masks]
        seen, rewards, *_ = envs.step(np.array(actions))
        assert rewards.shape == (3,)
    envs.close()


def test_guandans_choice_of_immunity_needs_version_1() -> None:
    assert [encoder_of("guandan", version).actions for version in (0, 1)] == [1182, 1184]
    for form in (qipai.envs.aec, qipai.envs.parallel, qipai.envs.gym):
        with pytest.raises(ValueError, match="version 0"):
            form("guandan", rules=CHOICE, version=0)
    with pytest.raises(ValueError, match="version 0"):
        qipai.envs.vector("guandan", 1, rules=CHOICE, version=0)
    for version in (2, True, "1", None):
        with pytest.raises(ValueError, match="no version"):
            qipai.envs.gym("guandan", version=version)


def test_answers_about_immunity_have_numbers_and_leave_no_trace() -> None:
    """What another payer has answered or could answer is in nobody's arrays."""
    encoder = encoder_of("guandan")
    rules = find_game("guandan").rules({**CHOICE, "match_end": "deals:99"})
    asked: set[str] = set()
    env = qipai.envs.vector("guandan", 8, rules=rules, seed=3, forced=True)
    for _ in range(900):
        for place in np.flatnonzero(env.masks[:, 1182:].any(1)):
            asked |= set(env.moves(int(place)).values())
        env.step(env.sample())
    assert asked == {"immune", "pay"}
    on = table(["S3 C4", "HR S6", "D3 D4", "HR S9"], previous=[0, 2, 1, 3], rules=CHOICE)
    before = [observe(encoder, on.state, seat) for seat in range(4)]
    on.play(1, "immune")
    after = [observe(encoder, on.state, seat) for seat in range(4)]
    assert [bool((a == b).all()) for a, b in zip(before, after, strict=True)] == [True, False, True, True]
    waived = table(["S3 C4", "HR S6", "D3 D4", "HR S9"], previous=[0, 2, 1, 3], rules=CHOICE, moves=[(1, "pay"), (3, "pay")])
    poor = table(["S3 C4", "HR S6", "D3 D4", "HR S9"], previous=[0, 2, 1, 3], rules=CHOICE, moves=[(1, "immune"), (3, "pay")])
    for seat in range(4):
        assert (observe(encoder, waived.state, seat) == observe(encoder, poor.state, seat)).all()
    plain = table(["S3 C4", "HR S6", "D3 D4", "SB S9"], previous=[0, 2, 1, 3])
    assert isinstance(plain.state, GuandanState)
    assert observe(encoder, plain.state, 0)[first_row(encoder, "reading"), 44:].sum() == 0  # default rules set no new column


@pytest.mark.parametrize("preset", ["chengdu", "river"])
def test_the_ways_to_play_mahjong_have_the_new_environment_and_the_old_one_refuses_them(preset: str) -> None:
    rules = {"preset": preset}
    env = gymnasium.make("qipai/mahjong-v1", rules=rules)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["action_mask"].any()
    for form in (qipai.envs.aec, qipai.envs.parallel, qipai.envs.gym):
        with pytest.raises(ValueError, match="version 0"):
            form("mahjong", rules=rules, version=0)
    with pytest.raises(ValueError, match="version 0"):
        qipai.envs.vector("mahjong", 1, rules=rules, version=0)


def test_a_match_under_choice_plays_in_every_form() -> None:
    rules = {"preset": "seed-003"}
    env = qipai.envs.aec("guandan", rules=rules)
    env.reset(seed=1)
    for _ in range(400):
        seen, _, over, cut, _ = env.last()
        assert seen is not None
        env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[-1]))
        if not env.agents:
            env.reset()
