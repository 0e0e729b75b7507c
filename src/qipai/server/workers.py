"""Processes that compute what would keep the rooms waiting: bots' moves, hints, replays. Each answer has a time limit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from qipai.core.errors import QipaiError
from qipai.server.fair_queue import HINT, MOVE, REVIEW, FairQueue

log = logging.getLogger("qipai.server")

HANGS = 20.0  # seconds without any answer until the workers are replaced
LOADS = 60.0  # seconds that workers may need to begin with


def end_with_the_server() -> None:
    """Runs in a worker at its start: a server that is killed cannot tell its workers to go."""
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def end_with_the_server_unhurried() -> None:
    """Likewise, for work that nobody’s table may feel: the system gives this process what the others leave."""
    end_with_the_server()
    if hasattr(os, "nice"):
        os.nice(19)
    if hasattr(os, "SCHED_IDLE"):  # gives way at once, also to what has just woken up; a niceness alone waits a little
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def with_refusal(work: Any, *args: object) -> Any:
    """Runs in a worker: the answer, or the refusal."""
    try:
        return work(*args)
    except QipaiError as refusal:
        return refusal


def wake_up() -> bool:
    """The first job of a worker: it has loaded what it needs when this is done."""
    return True


def heard_of(awake: asyncio.Future[Any]) -> None:
    """Workers that were let go while they were loading: nobody has to be told."""
    if not awake.cancelled():
        awake.exception()


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Job:
    """Something to be computed; its answer is None when there is none."""

    __slots__ = ("args", "done", "work")

    def __init__(self, work: Any, args: tuple[object, ...]) -> None:
        self.work = work
        self.args = args
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class WorkerPool:
    """Nobody waits for it longer than the limit; workers that died or hang are replaced.

    There are as many as cores, and at least two: one is always kept for moves, however long hints and reviews take.
    """

    def __init__(self, workers: int, limit: float, begin: Callable[[], None] = end_with_the_server) -> None:
        self.workers = workers or max(2, cores())
        self.begin_with = begin
        self.unhurried: WorkerPool | None = None
        self.limit = limit  # seconds for an answer
        self.pool: ProcessPoolExecutor | None = None
        self.awake: asyncio.Future[Any] | None = None
        self.queue: FairQueue[Job] = FairQueue()
        self.running = [0, 0, 0]  # by rank
        self.progress = 0.0  # when the pool last finished something

    def executor(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # a child of a threaded parent must not be forked
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=self.begin_with)
            loop = asyncio.get_running_loop()
            self.awake = asyncio.gather(*(loop.run_in_executor(self.pool, wake_up) for _ in range(self.workers)))
            self.awake.add_done_callback(heard_of)
            self.running = [0, 0, 0]
            self.progress = time.monotonic()
        return self.pool

    async def run(
        self,
        work: Any,
        *args: object,
        limit: float | None = None,
        rank: int = REVIEW,
        person: str = "",
        room: str = "",
    ) -> Any:
        """The worker's answer, or None when there is none in time. The time that it waits for its turn counts."""
        pool = self.executor()
        job = Job(work, args)
        seconds = self.limit if limit is None else limit
        try:
            if not await self.is_awake():
                self.renew(pool)
                return None
            self.queue.add(rank, person, room, job)
            self.next_jobs(pool)
            async with asyncio.timeout(seconds):
                return await job.done
        except BrokenProcessPool:
            self.renew(pool)
            return None
        except TimeoutError:
            if time.monotonic() - self.progress > HANGS:
                self.renew(pool)
            return None
        except Exception as problem:
            log.error("a worker failed: %s", type(problem).__name__)  # never what it was asked: that may hold a hand
            return None
        finally:
            job.done.cancel()  # the sender is gone: not worth starting

    async def is_awake(self) -> bool:
        """Waits for workers that are still loading, which is not counted as anybody’s time; False when there are none."""
        awake = self.awake
        assert awake is not None
        await asyncio.wait([awake], timeout=LOADS)
        return awake.done() and not awake.cancelled() and awake.exception() is None

    def next_jobs(self, pool: ProcessPoolExecutor) -> None:
        """Begins what there are workers for."""
        while self.pool is pool and sum(self.running) < self.workers:
            crowded = self.running[HINT] + self.running[REVIEW] >= max(1, self.workers - 1)
            found = self.queue.take(MOVE if crowded else REVIEW)
            if found is None:
                return
            rank, job = found
            if not job.done.done():
                self.begin(pool, rank, job)

    def begin(self, pool: ProcessPoolExecutor, rank: int, job: Job) -> None:
        def ended(answer: asyncio.Future[Any]) -> None:
            problem = None if answer.cancelled() else answer.exception()
            if self.pool is pool:
                self.running[rank] -= 1
                self.progress = time.monotonic()
            if not job.done.done():
                if problem is not None:
                    job.done.set_exception(problem)
                else:
                    job.done.set_result(None if answer.cancelled() else answer.result())
            self.next_jobs(pool)

        if not any(self.running):
            self.progress = time.monotonic()  # a worker without work does not hang
        self.running[rank] += 1
        try:
            asyncio.get_running_loop().run_in_executor(pool, job.work, *job.args).add_done_callback(ended)
        except (BrokenProcessPool, RuntimeError) as broken:  # it died, or was let go, before it was asked
            self.running[rank] -= 1
            job.done.set_exception(BrokenProcessPool(str(broken)))

    async def answer(self, work: Any, *args: object, limit: float | None = None, person: str = "") -> Any:
        """A review; as `run`, but what the work itself refuses is raised here, in its own words."""
        found = await self.run(with_refusal, work, *args, limit=limit, person=person)
        if isinstance(found, QipaiError):
            raise found
        return found

    def renew(self, pool: ProcessPoolExecutor) -> None:
        """Lets a broken or hanging pool go; only once, however many waited for it."""
        if self.pool is pool:
            self.pool = None
            self.end(pool)

    def end(self, pool: ProcessPoolExecutor) -> None:
        processes = list((pool._processes or {}).values())  # no public way to reach a worker that hangs
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            with contextlib.suppress(Exception):
                process.kill()

    def background(self) -> WorkerPool:
        """One process more, of the lowest rank that the system has: nobody here ever waits for it."""
        if self.unhurried is None:
            self.unhurried = WorkerPool(1, self.limit, end_with_the_server_unhurried)
        return self.unhurried

    def rest(self) -> None:
        """There is nothing left to do in the background."""
        if self.unhurried is not None:
            self.unhurried.stop()
            self.unhurried = None

    def stop(self) -> None:
        self.rest()
        if self.pool is not None:
            self.end(self.pool)
            self.pool = None
