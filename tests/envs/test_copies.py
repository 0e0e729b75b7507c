"""Environments are copied and pickled, and the copy goes on as the original would; also in another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest

import qipai
import qipai.envs
import qipai.envs.openspiel

GAMES = qipai.games()
KINDS: dict[str, Callable[[str], Any]] = {
    "aec": lambda name: qipai.envs.aec(name),
    "aec in cycles": lambda name: qipai.envs.aec(name, max_cycles=30),
    "gym": lambda name: qipai.envs.gym(name, opponents="easy"),
    "openspiel": lambda name: pyspiel.load_game(f"qipai_{name}").new_initial_state(),
    "parallel": lambda name: qipai.envs.parallel(name),
    "vector": lambda name: qipai.envs.vector(name, 3, seed=5),
}


def first(mask: Any) -> int:
    return int(np.flatnonzero(mask)[-1]) if mask.any() else 0


def play(kind: str, env: Any, steps: int, fresh: bool) -> str:
    """Some steps with the last legal action; what was seen on the way, as text."""
    seen: list[Any] = []
    if kind == "openspiel":
        while steps > 0 and not env.is_terminal():
            env.apply_action(env.legal_actions()[0])
            seen.append(str(env))
            steps -= not env.is_chance_node()
    elif kind == "vector":
        for _ in range(steps):
            env.step(np.array([first(mask) for mask in env.masks]))
            seen.append([env.observations.sum(), env.masks.sum(), env.seats.tolist(), env.returns.tolist()])
    elif kind.startswith("aec"):
        if fresh:
            env.reset(seed=3)
        for _ in range(steps):
            view, reward, over, cut, _ = env.last()
            seen.append([view["observation"].sum(), reward, over, cut])
            env.step(None if over or cut else first(view["action_mask"]))
    elif kind == "parallel":
        views = env.reset(seed=3)[0] if fresh else env.observations()
        for _ in range(steps):
            views, rewards, over, *_ = env.step({agent: first(view["action_mask"]) for agent, view in views.items()})
            seen.append([sum(view["observation"].sum() for view in views.values()), rewards, over])
            if all(over.values()):
                break
    else:
        view = env.reset(seed=3)[0] if fresh else env.episode.observe(env.seat)
        for _ in range(steps):
            view, reward, over, *_ = env.step(first(view["action_mask"]))
            seen.append([view["observation"].sum(), reward, over])
            if over:
                break
    return repr(seen)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_copied_environment_goes_its_own_way(kind: str, name: str) -> None:
    env = KINDS[kind](name)
    play(kind, env, 1, True)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    if kind != "aec in cycles":  # PettingZoo's own wrapper, which shares what it wraps
        copies.append(copy.copy(env))
    told = {play(kind, other, 4, False) for other in copies}
    assert told == {play(kind, env, 4, False)}
    assert len(told.pop()) > 10


def test_arrays_from_shared_memory_are_written_again() -> None:
    """Ray hands out arrays that cannot be written; pickles with buffers of their own do the same."""
    env = qipai.envs.vector("xianqi", 3, seed=5)
    kept: list[pickle.PickleBuffer] = []
    data = pickle.dumps(env, protocol=5, buffer_callback=kept.append)
    assert kept
    other = pickle.loads(data, buffers=[bytes(buffer) for buffer in kept])
    assert play("vector", other, 4, False) == play("vector", env, 4, False)


CHILD = """
import pickle, sys
from tests.envs.test_copies import play
for kind, env in pickle.load(sys.stdin.buffer):
    print(play(kind, env, 2, False))
"""


def test_pickled_environments_go_on_in_another_process() -> None:
    made = []
    for name in GAMES:
        for kind in KINDS:
            env = KINDS[kind](name)
            play(kind, env, 1, True)
            made.append((kind, env))
    done = subprocess.run([sys.executable, "-c", CHILD], input=pickle.dumps(made), capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().splitlines() == [play(kind, env, 2, False) for kind, env in made]


@pytest.mark.parametrize("name", GAMES)
def test_agents_of_every_level_are_copied_and_pickled(name: str) -> None:
    """An opponent is a part of its environment."""
    from qipai.agents import Decision, agent, levels

    table = qipai.Table(name, seed="01" * 32)
    seat = table.to_act[0]
    decision = Decision(table.game, table.view(seat), table.state.legal(seat))
    for level in levels(name):
        rival = agent(name, level, seed=4, budget="arena")
        copies = [copy.deepcopy(rival), pickle.loads(pickle.dumps(rival))]
        if hasattr(rival, "rng"):
            assert [other.rng.word() for other in copies] == [rival.rng.word()] * 2
        if level not in ("hard", "master"):  # which think for long when interpreted
            assert [other.choose(decision) for other in copies] == [rival.choose(decision)] * 2
