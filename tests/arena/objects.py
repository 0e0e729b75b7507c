"""Tables, views, errors and environments that go through a Ray cluster come back as they were, and play on there."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import ray

import qipai
import qipai.envs


def played(env: Any, steps: int) -> list[Any]:
    """Some steps of an AEC environment with the first legal action: rewards and sums of observations."""
    out = []
    for _ in range(steps):
        seen, reward, over, cut, _ = env.last()
        out.append((int(seen["observation"].sum()), reward, over, cut))
        env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    return out


def many(env: Any, steps: int) -> list[Any]:
    """The same for a vector environment."""
    out = []
    for _ in range(steps):
        env.step([int(np.flatnonzero(mask)[0]) for mask in env.masks])
        out.append((int(env.observations.sum()), env.seats.tolist(), env.returns.tolist()))
    return out


def finished(table: qipai.Table) -> list[int]:
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, table.canonical(seat)[0])
    return table.returns


def refused(table: qipai.Table) -> qipai.QipaiError:
    try:
        table.play(9, "pass")
    except qipai.QipaiError as refusal:
        return refusal
    raise AssertionError("seat 9 played")


def check(first: int) -> None:
    """Everything here and on a worker."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        there = {task: ray.remote(task) for task in (played, many, finished, refused)}
        for name in qipai.games():
            table = qipai.Table(name, seed=f"{first:064x}")
            assert ray.get(ray.put(table.view(0))) == table.view(0)
            error = ray.get(there[refused].remote(table))
            assert (error.code, error.say("zh")) == (refused(table).code, refused(table).say("zh"))
            assert ray.get(there[finished].remote(table)) == finished(table)
            turns = qipai.envs.aec(name)
            turns.reset(seed=first)
            assert ray.get(there[played].remote(turns, 5)) == played(turns, 5)
            deals = qipai.envs.vector(name, 4, seed=first)
            assert ray.get(there[many].remote(deals, 5)) == many(deals, 5)
        sys.stderr.write("arena soak: tables, views, errors and environments went through Ray\n")
    finally:
        ray.shutdown()
