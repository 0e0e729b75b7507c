"""The log store: one writer thread that commits in groups, a few readers, SQLite or PostgreSQL behind one face.

An append names the version that it wants to write; whoever comes second gets `Conflict` and has to look again. Nothing
is told to anybody before the commit that holds it has returned. When the commit's own answer is lost the outcome is
unknown: `StoreDown` is raised, and the caller reads the log to learn what became of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.storage import schema
from qipai.server.storage.engines import engines, faults_as_store_down, insert, migrate, normal_url
from qipai.server.storage.events import Append, Outcome
from qipai.server.storage.log import POSTGRES_NOW, SQLITE_NOW, LogWriter, Slower, append_at_once

T = TypeVar("T")

GROUP = 256  # appends of one commit at most
READERS = 4

Work = Callable[[Connection, float], Any]


class Job:
    """Something to be written, and who is told what became of it."""

    __slots__ = ("future", "work")

    def __init__(self, work: Work | Append, future: Future[Any] | asyncio.Future[Any]) -> None:
        self.work = work
        self.future = future

    def taken(self) -> bool:
        """From now on it cannot be called off. False: it was."""
        return not isinstance(self.future, Future) or self.future.set_running_or_notify_cancel()


class Store:
    """Opened with a database URL; `start` brings the tables up to date."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.dialect = "sqlite" if self.is_sqlite else "postgresql"
        self.writer, self.reader = engines(self.url, READERS)
        self.log = LogWriter(self.dialect)
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.gathered: list[Job] = []  # in this turn of the loop
        self.readers = ThreadPoolExecutor(READERS, "qipai-read")
        self.thread = threading.Thread(target=self.write_groups, name="qipai-write", daemon=True)
        self.groups = 0
        self.writes = 0
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
        """The signing key that all nodes of this database have in common; whoever comes first makes it."""
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
        self.readers.shutdown(wait=True)
        self.writer.dispose()
        self.reader.dispose()

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
    def write(self, work: Callable[[Connection, float], T]) -> Future[T]:
        """Runs `work(connection, now)` inside the next commit. It must be able to run twice: a broken group is repeated."""
        future: Future[T] = Future()
        self.jobs.put([Job(work, future)])
        return future

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
            if group:
                done: list[tuple[Job, Any]] = []
                self.commit_group(group, done)
                self.tell(done)

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
        plain = [job.work for job in group if quick and isinstance(job.work, Append) and job.work.is_plain()]
        try:
            with faults_as_store_down():
                if self.is_sqlite and len(plain) == len(group) and self.cut is None:
                    results: list[Any] = [append_at_once(self.writer, plain)] * len(group)
                else:
                    with self.writer.begin() as connection:
                        begun = True
                        results = self.run_group(connection, group, plain)
                        if self.cut is not None:
                            self.cut(connection)
        except Slower:
            self.commit_group(group, done, quick=False)
            return
        except Exception as problem:
            if begun and len(group) > 1:  # one bad job must not take the others along
                for job in group:
                    self.commit_group([job], done)
            else:
                done += [(job, problem) for job in group]
            return
        self.groups += 1
        self.writes += len(group)
        done += zip(group, results, strict=True)

    def run_group(self, connection: Connection, group: list[Job], plain: list[Append]) -> list[Any]:
        """What each job gave: first the plain appends at once, then the others in their order."""
        now = self.now(connection)
        written = self.log.append_many(connection, plain, now) if plain else None
        out: list[Any] = []
        for job in group:
            work = job.work
            if not isinstance(work, Append):
                out.append(work(connection, now))
            elif written is not None and work.is_plain():
                out.append(written)
            else:
                out.append(self.log.append(connection, work, now))
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
