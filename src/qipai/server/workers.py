"""Processes that compute what would keep the rooms waiting: bots' moves, hints, replays. Each answer has a time limit."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from qipai.core.errors import QipaiError

log = logging.getLogger("qipai.server")

HANGS = 20.0  # seconds without any answer until the workers are replaced


def end_with_the_server() -> None:
    """Runs in a worker at its start: a server that is killed cannot tell its workers to go."""
    server = multiprocessing.parent_process()
    assert server is not None

    def watch() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def with_refusal(work: Any, *args: object) -> Any:
    """Runs in a worker: the answer, or the refusal."""
    try:
        return work(*args)
    except QipaiError as refusal:
        return refusal


def wake_up() -> bool:
    """The first job of a worker: it has loaded what it needs when this is done."""
    return True


class WorkerPool:
    """Nobody waits for it longer than the limit; workers that died or hang are replaced."""

    def __init__(self, workers: int, limit: float) -> None:
        self.workers = workers
        self.limit = limit  # seconds for an answer
        self.pool: ProcessPoolExecutor | None = None
        self.awake: asyncio.Future[bool] | None = None
        self.waiting = 0
        self.progress = 0.0  # when the pool last finished something

    def executor(self) -> ProcessPoolExecutor:
        if self.pool is None:
            # a child of a threaded parent must not be forked
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, mp_context=spawn, initializer=end_with_the_server)
            self.awake = asyncio.get_running_loop().run_in_executor(self.pool, wake_up)
            self.progress = time.monotonic()
        return self.pool

    async def run(self, work: Any, *args: object, limit: float | None = None) -> Any:
        """The worker's answer, or None when there is none in time."""
        pool = self.executor()
        self.waiting += 1
        try:
            assert self.awake is not None
            async with asyncio.timeout(HANGS):
                await asyncio.shield(self.awake)  # a worker that is still loading does not hang, and costs nobody time
            async with asyncio.timeout(self.limit if limit is None else limit):
                answer = await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            self.progress = time.monotonic()
            return answer
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
            self.waiting -= 1

    async def answer(self, work: Any, *args: object, limit: float | None = None) -> Any:
        """As `run`; what the work itself refuses is raised here, in its own words."""
        found = await self.run(with_refusal, work, *args, limit=limit)
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

    def stop(self) -> None:
        if self.pool is not None:
            self.end(self.pool)
            self.pool = None
