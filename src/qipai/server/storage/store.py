"""The log store: a writer thread that commits in groups, a few readers, SQLite or PostgreSQL behind one face.

In PostgreSQL somebody else may hold a lock on a room: another node in the middle of a transaction, for instance, that was
cut off since. The writer waits for nobody longer than a moment; what had to wait is handed to the waiters, a few threads
that take their time, and so is all that comes for the same room until one of them got through.

An append names the version that it wants to write; the second of two gets `Conflict` and has to look again. Nothing
is told to anybody before the commit that holds it has returned. When the commit's own answer is lost the outcome is
unknown: `StoreDown` is raised, and the caller reads the log to learn what became of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.at_once import AtOnce, PostgresAtOnce
from qipai.server.storage.engines import engines, faults_as_store_down, insert, is_locked, migrate, normal_url
from qipai.server.storage.events import Append, Outcome, StoreDown
from qipai.server.storage.log import POSTGRES_NOW, SQLITE_NOW, LogWriter, Slower

T = TypeVar("T")

GROUP = 256  # appends of one commit at most
READERS = 4
WAITERS = 4
HANDED = object()  # to the waiters

Work = Callable[[Connection, float], Any]


class Job:
    """Something to be written, and who is told what became of it."""

    __slots__ = ("future", "room", "work")

    def __init__(self, work: Work | Append, future: Future[Any] | asyncio.Future[Any], room: str | None = None) -> None:
        self.work = work
        self.future = future
        self.room = work.room if isinstance(work, Append) else room  # whose rows it writes

    def taken(self) -> bool:
        """From now on it cannot be called off. False: it was."""
        return not isinstance(self.future, Future) or self.future.set_running_or_notify_cancel()


class Store:
    """Opened with a database URL; `start` brings the tables up to date."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.dialect = "sqlite" if self.is_sqlite else "postgresql"
        self.name = secrets.token_hex(4)  # of the node, among those that share the database
        self.writer, self.waiter, self.reader = engines(self.url, READERS, WAITERS)
        self.log = LogWriter(self.dialect, self.name)
        self.at_once = (AtOnce if self.is_sqlite else PostgresAtOnce)(self.writer, self.log)
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.gathered: list[Job] = []  # in this turn of the loop
        self.readers = ThreadPoolExecutor(READERS, "qipai-read")
        self.waiters = ThreadPoolExecutor(WAITERS, "qipai-wait")
        self.locked: set[str] = set()  # rooms on which somebody else holds a lock
        self.thread = threading.Thread(target=self.write_groups, name="qipai-write", daemon=True)
        self.groups = 0
        self.writes = 0
        self.failures = 0
        self.commit_seconds = 0.0
        self.cut: Callable[[Connection], None] | None = None  # a test's way to fail between a statement and the commit

    def insert(self, table: sa.Table) -> Any:
        """An INSERT that can say ON CONFLICT."""
        return insert(table, self.dialect)

    def start(self) -> None:
        """Once is enough. StoreDown when the database cannot be reached."""
        if not self.thread.is_alive():
            with faults_as_store_down():
                migrate(self.writer)
            self.thread.start()

    def shared_key(self) -> bytes:
        """The signing key that all nodes of this database have in common; the first one makes it."""
        table = schema.setting
        with faults_as_store_down(), self.writer.begin() as connection:
            fresh = {"name": "key", "value": secrets.token_bytes(32)}
            connection.execute(self.insert(table).on_conflict_do_nothing(), fresh)
            return bytes(connection.execute(sa.select(table.c.value).where(table.c.name == "key")).scalar_one())

    def stop(self) -> None:
        """Waits for what is under way."""
        self.jobs.put(None)
        if self.thread.is_alive():
            self.thread.join()
        self.at_once.close()
        self.waiters.shutdown(wait=True)
        self.readers.shutdown(wait=True)
        for engine in (self.writer, self.waiter, self.reader):
            engine.dispose()

    # reading
    def read(self, work: Callable[[Connection], T]) -> Future[T]:
        def run() -> T:
            with faults_as_store_down(), self.reader.begin() as connection:
                return work(connection)

        return self.readers.submit(run)

    def now(self, connection: Connection) -> float:
        """The database's clock, the only one by which time is judged."""
        text = SQLITE_NOW if self.is_sqlite else POSTGRES_NOW
        return float(connection.exec_driver_sql(f"SELECT {text}").scalar_one())

    # writing
    def write(self, work: Callable[[Connection, float], T], room: str | None = None) -> Future[T]:
        """Runs `work(connection, now)` inside the next commit. It must be able to run twice: a broken group is repeated.

        `room`: the one whose rows it writes, so that it waits for nobody else's.
        """
        future: Future[T] = Future()
        self.jobs.put([Job(work, future, room)])
        return future

    def touch(self, connection: Connection, now: float) -> None:
        """The smallest write there is: whether one is possible."""
        row = {"name": "touched", "value": str(int(now)).encode()}
        query = self.insert(schema.setting).values(row)
        connection.execute(query.on_conflict_do_update(index_elements=["name"], set_={"value": row["value"]}))

    def append(self, wanted: Append) -> Future[Outcome]:
        future: Future[Outcome] = Future()
        self.jobs.put([Job(wanted, future)])
        return future

    def append_soon(self, wanted: Append) -> asyncio.Future[Outcome]:
        """From the event loop: all appends of one of its turns go to the writer together, and come back together."""
        if self.loop is None:
            self.loop = asyncio.get_running_loop()
        if not self.gathered:
            self.loop.call_soon(self.hand_over)
        future: asyncio.Future[Outcome] = self.loop.create_future()
        self.gathered.append(Job(wanted, future))
        return future

    def hand_over(self) -> None:
        gathered, self.gathered = self.gathered, []
        self.jobs.put(gathered)

    def write_groups(self) -> None:
        """The writer's life: takes what has gathered while the last commit ran."""
        last = False
        while not last:
            found = self.jobs.get()
            group: list[Job] = []
            while True:
                if found is None:
                    last = True
                    break
                group += [job for job in found if job.taken()]
                if len(group) >= GROUP:
                    break
                try:
                    found = self.jobs.get_nowait()
                except queue.Empty:
                    break
            for job in group:
                if job.room in self.locked:
                    self.waiters.submit(self.wait_and_write, job)
            group = [job for job in group if job.room not in self.locked]
            if group:
                done: list[tuple[Job, Any]] = []
                began = time.perf_counter()
                self.commit_group(group, done)
                self.commit_seconds += time.perf_counter() - began
                self.tell(done)

    def wait_and_write(self, job: Job) -> None:
        """A waiter's work: one job, one commit."""
        result: Any
        try:
            with faults_as_store_down(), self.waiter.begin() as connection:
                result = self.run_group(connection, [job], [])[0]
        except Exception as problem:
            result = problem
        if job.room is not None and not (isinstance(result, Exception) and is_locked(result)):
            self.locked.discard(job.room)
        self.tell([(job, result)])

    def tell(self, done: list[tuple[Job, Any]]) -> None:
        """What became of each: an answer or a problem."""
        waiting = []
        for job, result in done:
            if isinstance(job.future, asyncio.Future):
                waiting.append((job.future, result))
            elif isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)
        if waiting and self.loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self.loop.call_soon_threadsafe(settle, waiting)

    def commit_group(self, group: list[Job], done: list[tuple[Job, Any]], quick: bool = True) -> None:
        begun = False
        appends = together(group) if quick else []
        try:
            with faults_as_store_down():
                if len(appends) == len(group) and self.cut is None:
                    results: list[Any] = [self.at_once.append(appends)] * len(group)
                else:
                    with self.writer.begin() as connection:
                        begun = True
                        results = self.run_group(connection, group, appends)
                        if self.cut is not None:
                            self.cut(connection)
        except Slower:
            self.commit_group(group, done, quick=False)
            return
        except Exception as problem:
            self.failures += 1
            if is_locked(problem):
                self.commit_unlocked(group, done)
            elif begun and len(group) > 1:  # one bad job must not take the others along
                for job in group:
                    self.commit_group([job], done)
            else:
                done += [(job, problem) for job in group]
            return
        self.groups += 1
        self.writes += len(group)
        done += zip(group, results, strict=True)

    def commit_unlocked(self, group: list[Job], done: list[tuple[Job, Any]]) -> None:
        """One of the group waits for somebody else's lock: that one goes to the waiters, and only that one."""
        written: list[tuple[Job, Any]] = []
        handed: list[Job] = []
        try:
            with faults_as_store_down(), self.writer.begin() as connection:
                for job in group:
                    result = HANDED if job.room in self.locked else self.try_one(connection, job)
                    if result is not HANDED:
                        written.append((job, result))
                    else:
                        handed.append(job)
                        if job.room is not None:
                            self.locked.add(job.room)
        except Exception as problem:
            done += [(job, problem) for job in group]
            return
        self.groups += 1
        self.writes += len(written)
        done += written
        for job in handed:
            self.waiters.submit(self.wait_and_write, job)

    def try_one(self, connection: Connection, job: Job) -> Any:
        """What one job gave or refused; HANDED when it had to wait for a lock. StoreDown."""
        try:
            with faults_as_store_down(), connection.begin_nested():
                return self.run_group(connection, [job], [])[0]
        except StoreDown as problem:
            if not is_locked(problem):
                raise
            return HANDED
        except Exception as problem:
            return problem

    def run_group(self, connection: Connection, group: list[Job], appends: list[Append]) -> list[Any]:
        """What each job gave: first these appends at once, then the others in their order."""
        written = self.log.append_many(connection, appends) if appends else None
        now = self.now(connection) if written is None else written.at
        done = {id(append) for append in appends}
        out: list[Any] = []
        for job in group:
            work = job.work
            if not isinstance(work, Append):
                out.append(work(connection, now))
            elif id(work) in done:
                out.append(written)
            else:
                out.append(self.log.append(connection, work, now))
        return out


def together(group: list[Job]) -> list[Append]:
    """The appends of a group that can be written with the same statements, before all else: events alone always can, more
    than that only where no room is there twice and no other work has come first."""
    out: list[Append] = []
    rooms = [job.work.room for job in group if isinstance(job.work, Append)]
    first = len(set(rooms)) == len(rooms)
    for job in group:
        if not isinstance(job.work, Append):
            first = False
        elif first or job.work.is_plain():
            out.append(job.work)
    return out


def settle(waiting: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """In the loop: wakes those who wait."""
    for future, result in waiting:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
