"""Where work is done: in this process, in a pool of processes, or on a Ray cluster.

A backend takes a task (a match) and numbers (of deals), and yields results as they finish. It takes the next number only
when it has room, so that a match that ends early wastes little work. The work itself is a function of the task as JSON and
the number: `play_number`, or another's.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from qipai.arena.deal import play_number
from qipai.core.data import Json
from qipai.core.errors import Messages, QipaiError
from qipai.core.extras import need
from qipai.core.text import Text

Work = Callable[[Json, int], Json]
AHEAD = 2  # jobs queued per worker
MAX_BREAKS = 3  # crashes in a row without a finished deal

MESSAGES = Messages(
    {
        "WORKERS_DIE": Text("The workers keep stopping before a deal is over.", "工作进程一再中途退出，一局也打不完。"),
    }
)


class Task(Protocol):
    """What all numbers have in common."""

    def to_json(self) -> Json:
        """All of it, for another process."""


Backend = Callable[[Task, Iterator[int]], Iterator[Json]]


class InProcess:
    """One number after another, in this process."""

    def __init__(self, work: Work = play_number) -> None:
        self.work = work

    def __call__(self, task: Task, numbers: Iterator[int]) -> Iterator[Json]:
        for number in numbers:
            yield self.work(task.to_json(), number)


in_process = InProcess()


def end_with_the_parent() -> None:
    """Runs in a worker at its start: a process that is killed cannot tell its workers to go."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def begin_in_a_pool() -> None:
    """Ctrl-C reaches a worker, too, and ends it at once: otherwise it would go on with the numbers that it holds already."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_the_parent()


class Pool:
    """Local processes, which end when this one does. The numbers of one that dies are queued again."""

    def __init__(self, jobs: int, work: Work = play_number) -> None:
        self.jobs = jobs
        self.work = work

    def __call__(self, task: Task, numbers: Iterator[int]) -> Iterator[Json]:
        spec = task.to_json()
        again: list[int] = []
        breaks = 0
        while True:
            with ProcessPoolExecutor(
                self.jobs, mp_context=multiprocessing.get_context("spawn"), initializer=begin_in_a_pool
            ) as pool:
                running: dict[Future[Json], int] = {}
                try:
                    while True:
                        fill(running, again, numbers, AHEAD * self.jobs, lambda n: pool.submit(self.work, spec, n))
                        if not running:
                            return
                        done, _ = wait(running, return_when=FIRST_COMPLETED)
                        for future in done:
                            result = future.result()
                            del running[future]
                            breaks = 0
                            yield result
                except BrokenProcessPool:
                    again = sorted([*running.values(), *again])
                    breaks += 1
                    if breaks > MAX_BREAKS:
                        raise QipaiError("WORKERS_DIE", MESSAGES) from None
                finally:
                    pool.shutdown(wait=False, cancel_futures=True)


def fill(
    running: dict[Future[Json], int],
    again: list[int],
    numbers: Iterator[int],
    room: int,
    submit: Callable[[int], Future[Json]],
) -> None:
    """Submits deals until there is no room: lost ones first, then new ones."""
    while len(running) < room:
        number = again.pop(0) if again else next(numbers, None)
        if number is None:
            return
        try:
            running[submit(number)] = number
        except BrokenProcessPool:
            again.insert(0, number)
            raise


class Ray:
    """A Ray cluster: the one at `address`, else a local one with `jobs` workers. Ray retries a dead worker's tasks."""

    def __init__(self, jobs: int, address: str | None, work: Work = play_number) -> None:
        need("ray")
        self.work = work
        self.ray = importlib.import_module("ray")
        self.jobs = jobs
        self.address = address

    def __call__(self, task: Task, numbers: Iterator[int]) -> Iterator[Json]:
        ray = self.ray
        started = not ray.is_initialized()
        if started and self.address:
            ray.init(address=self.address, log_to_driver=False)
        elif started:
            ray.init(num_cpus=self.jobs, include_dashboard=False, log_to_driver=False)
        try:
            workers = max(1, int(ray.cluster_resources().get("CPU", self.jobs)))
            work = ray.remote(max_retries=MAX_BREAKS)(self.work)
            spec = task.to_json()
            running: list[object] = []
            while True:
                while len(running) < AHEAD * workers:
                    number = next(numbers, None)
                    if number is None:
                        break
                    running.append(work.remote(spec, number))
                if not running:
                    return
                done, running = ray.wait(running, num_returns=1)
                yield from ray.get(done)
        finally:
            if started:
                ray.shutdown()
