"""Those who ask for much delay only themselves: the order of the workers' work."""

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from qipai.server.fair_queue import HINT, MOVE, REVIEW, FairQueue
from qipai.server.workers import WorkerPool


def test_moves_come_before_hints_and_hints_before_reviews() -> None:
    queue: FairQueue[str] = FairQueue()
    for rank, what in ((REVIEW, "review"), (HINT, "hint"), (MOVE, "move"), (HINT, "second hint")):
        queue.add(rank, "ann", "room", what)
    taken = [queue.take() for _ in range(5)]
    assert taken == [(MOVE, "move"), (HINT, "hint"), (HINT, "second hint"), (REVIEW, "review"), None]


def test_people_take_turns_and_so_do_the_rooms_of_one_person() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        for room in "xy":
            queue.add(MOVE, "greedy", room, f"greedy {room}{number}")
    queue.add(MOVE, "ann", "z", "ann 0")
    queue.add(MOVE, "ann", "z", "ann 1")
    order = []
    while (found := queue.take()) is not None:
        order.append(found[1])
    assert order[:4] == ["greedy x0", "ann 0", "greedy y0", "ann 1"]
    assert order[4:] == ["greedy x1", "greedy y1", "greedy x2", "greedy y2"]


def test_only_what_is_due_to_a_rank_is_taken() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.add(HINT, "ann", "x", "hint")
    assert queue.take(MOVE) is None
    assert queue.take(HINT) == (HINT, "hint")


class SlowWork:
    """Hints that take until they are let go, and the order in which everything was begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.go_on = threading.Event()

    def hint(self, name: str) -> str:
        self.begun.append(name)
        assert self.go_on.wait(30)
        return name

    def move(self, name: str) -> str:
        self.begun.append(name)
        return name


async def settle() -> None:
    """What can be begun is begun."""
    for _ in range(10):
        await asyncio.sleep(0)


async def pool_of(workers: int) -> WorkerPool:
    """Threads instead of processes: the order is what counts."""
    pool = WorkerPool(workers, 10.0)
    pool.pool = ThreadPoolExecutor(workers)  # type: ignore[assignment]
    pool.awake = asyncio.get_running_loop().create_future()
    pool.awake.set_result(None)
    pool.progress = time.monotonic()
    return pool


def test_hints_in_nineteen_rooms_keep_nobody_else_s_bots_waiting() -> None:
    async def run() -> None:
        pool, work = await pool_of(2), SlowWork()
        hints = [
            asyncio.ensure_future(pool.run(work.hint, f"hint {n}", rank=HINT, person="guest", room=f"r{n}", limit=30))
            for n in range(19)
        ]
        await settle()
        moves = [await pool.run(work.move, f"move {n}", rank=MOVE, person="ann", room="x", limit=5) for n in range(5)]
        assert moves == [f"move {n}" for n in range(5)]  # while one hint runs and eighteen wait
        assert [name for name in work.begun if name.startswith("hint")] == ["hint 0"]
        other = asyncio.ensure_future(pool.run(work.hint, "ann's hint", rank=HINT, person="ann", room="x", limit=30))
        await settle()
        work.go_on.set()
        assert await other == "ann's hint"
        assert await asyncio.gather(*hints) == [f"hint {n}" for n in range(19)]
        assert work.begun.index("ann's hint") < work.begun.index("hint 3")
        pool.pool.shutdown()  # type: ignore[union-attr]

    asyncio.run(run())


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    async def run() -> None:
        pool, work = await pool_of(1), SlowWork()
        first = asyncio.ensure_future(pool.run(work.hint, "first", rank=HINT, person="ann", limit=30))
        await settle()
        assert await pool.run(work.move, "too late", rank=MOVE, person="bob", limit=0.02) is None
        work.go_on.set()
        assert await first == "first"
        assert await pool.run(work.move, "last", rank=MOVE, person="bob", limit=5) == "last"
        assert work.begun == ["first", "last"]
        pool.pool.shutdown()  # type: ignore[union-attr]

    asyncio.run(run())


def test_there_are_as_many_workers_as_cores_and_one_more_than_hints_may_have() -> None:
    assert WorkerPool(0, 1.0).workers >= 2
    assert WorkerPool(3, 1.0).workers == 3


def test_workers_that_are_let_go_while_they_load_give_no_answer_and_cancel_nobody() -> None:
    async def run() -> None:
        pool = await pool_of(1)
        pool.end = lambda pool: None  # type: ignore[method-assign]
        pool.awake = asyncio.get_running_loop().create_future()
        waiting = asyncio.ensure_future(pool.run(str, 1, rank=MOVE))
        await settle()
        pool.awake.cancel()
        assert await waiting is None
        assert pool.pool is None

    asyncio.run(run())
