"""The log store: one writer thread that commits in groups, a few readers, SQLite or PostgreSQL behind one face.

An append names the version that it wants to write; whoever comes second gets `Conflict` and has to look again. Nothing
is told to anybody before the commit that holds it has returned. When the commit's own answer is lost the outcome is
unknown: `StoreDown` is raised, and the caller reads the log to learn what became of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from qipai.server.storage import schema

T = TypeVar("T")

GROUP = 256  # appends of one commit at most
READERS = 4
CHANNEL = "qipai_rooms"  # PostgreSQL's NOTIFY channel


class StoreDown(Exception):
    """The database did not answer; what was sent may or may not have been written."""


class NewEvent(NamedTuple):
    """An event to be written; its version and time come with the writing."""

    kind: str
    payload: str
    seat: int | None = None
    cmd_id: str | None = None
    answers: str | None = None


class Event(NamedTuple):
    """A row of the log."""

    version: int
    seat: int | None
    kind: str
    payload: str
    cmd_id: str | None
    answers: str | None
    at: float


class Due(NamedTuple):
    """When a seat's time is up: so many seconds after the event, or at a time of the database's clock."""

    seat: int
    after: float | None
    at: float | None = None


class Append(NamedTuple):
    """What goes into the log of one room at once, or not at all."""

    room: str
    version: int  # of the first event
    events: Sequence[NewEvent]
    secret: tuple[int, bytes] | None = None
    clocks: Sequence[Due] | None = None  # None: leave them as they are
    seats: Sequence[tuple[int, str, str | None, str | None]] = ()  # (idx, kind, player, level)
    status: str | None = None
    rules: str | None = None

    def is_plain(self) -> bool:
        """One event and nothing besides: nearly all of them."""
        more = self.secret is not None or self.clocks is not None or self.status is not None or self.rules is not None
        return len(self.events) == 1 and not more and not self.seats


class Conflict(NamedTuple):
    """Another was quicker, or the same command is already in the log."""


class Written(NamedTuple):
    at: float


Outcome = Conflict | Written


class Slower(Exception):
    """The quick way did not do; the group is written again, one after the other."""


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


COLUMNS = "room, version, seat, kind, payload, cmd_id, answers, at"
# one statement for a whole group: between statements the writer has to wait for the interpreter
SQLITE_MANY = (
    f"INSERT INTO event ({COLUMNS}) SELECT {', '.join(f'value->>{k}' for k in range(8))} "
    "FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
)
POSTGRES_MANY = (
    f"INSERT INTO event ({COLUMNS}) SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::text[], %s::text[], "
    "%s::text[], %s::text[], %s::float8[]) ON CONFLICT DO NOTHING"
)


class Store:
    """Opened with a database URL; `start` brings the tables up to date."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        if self.is_sqlite:
            self.writer = sqlite_engine(self.url, "BEGIN IMMEDIATE", 1)
            self.reader = sqlite_engine(self.url, "BEGIN", READERS)
        else:
            options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": {"connect_timeout": 5}}
            self.writer = sa.create_engine(self.url, pool_size=1, max_overflow=0, **options)
            self.reader = sa.create_engine(self.url, pool_size=READERS, max_overflow=0, **options)
        self.jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.gathered: list[Job] = []  # in this turn of the loop
        self.readers = ThreadPoolExecutor(READERS, "qipai-read")
        self.thread = threading.Thread(target=self.write_groups, name="qipai-write", daemon=True)
        self.groups = 0
        self.writes = 0
        self.insert_event = self.insert(schema.event).on_conflict_do_nothing().returning(schema.event.c.version)
        self.cut: Callable[[Connection], None] | None = None  # a test's way to fail between a statement and the commit

    def insert(self, table: sa.Table) -> Any:
        """An INSERT that can say ON CONFLICT; only the dialect in use is loaded."""
        name = "sqlite" if self.is_sqlite else "postgresql"
        return importlib.import_module(f"sqlalchemy.dialects.{name}").insert(table)

    def start(self) -> None:
        """Once is enough. StoreDown when the database cannot be reached."""
        if not self.thread.is_alive():
            with told_as_down():
                migrate(self.writer)
            self.thread.start()

    def shared_key(self) -> bytes:
        """The signing key that all nodes of this database have in common; whoever comes first makes it."""
        table = schema.setting
        with told_as_down(), self.writer.begin() as connection:
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
            with told_as_down(), self.reader.begin() as connection:
                return work(connection)

        return self.readers.submit(run)

    def now(self, connection: Connection) -> float:
        """The database's clock, the only one by which time is judged."""
        text = (
            "SELECT (julianday('now') - 2440587.5) * 86400.0"
            if self.is_sqlite
            else "SELECT extract(epoch FROM clock_timestamp())"
        )
        return float(connection.exec_driver_sql(text).scalar_one())

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

    def append_many(self, connection: Connection, wanted: list[Append], now: float) -> None:
        """Plain appends in one statement. Slower, when one of them meets what is there."""
        rows = [(a.room, a.version, e.seat, e.kind, e.payload, e.cmd_id, e.answers, now) for a in wanted for e in a.events]
        if self.is_sqlite:
            done = connection.exec_driver_sql(SQLITE_MANY, (msgspec.json.encode(rows).decode(),))
        else:
            done = connection.exec_driver_sql(POSTGRES_MANY, tuple(list(column) for column in zip(*rows, strict=True)))
        if done.rowcount != len(rows):
            raise Slower
        if not self.is_sqlite:
            notes = [f"{append.room} {append.version}" for append in wanted]
            connection.exec_driver_sql("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, notes))

    def append_now(self, connection: Connection, wanted: Append, now: float) -> Outcome:
        rows = [
            {
                "room": wanted.room,
                "version": wanted.version + k,
                "seat": event.seat,
                "kind": event.kind,
                "payload": event.payload,
                "cmd_id": event.cmd_id,
                "answers": event.answers,
                "at": now,
            }
            for k, event in enumerate(wanted.events)
        ]
        if len(rows) == 1:
            if connection.execute(self.insert_event, rows[0]).first() is None:
                return Conflict()
        else:
            point = connection.begin_nested()
            for row in rows:
                if connection.execute(self.insert_event, row).first() is None:
                    point.rollback()
                    return Conflict()
            point.commit()
        if wanted.secret is not None:
            deal, seed = wanted.secret
            connection.execute(schema.secret.insert(), {"room": wanted.room, "deal": deal, "server_seed": seed})
        if wanted.clocks is not None:
            self.set_clocks(connection, wanted.room, wanted.clocks, now)
        for idx, kind, player, level in wanted.seats:
            values = {"kind": kind, "player": player, "level": level}
            where = (schema.seat.c.room == wanted.room) & (schema.seat.c.idx == idx)
            connection.execute(schema.seat.update().where(where).values(values))
        if wanted.status is not None or wanted.rules is not None:
            changed: dict[str, object] = {"touched": now}
            if wanted.status is not None:
                changed["status"] = wanted.status
            if wanted.rules is not None:
                changed["rules"] = wanted.rules
            connection.execute(schema.room.update().where(schema.room.c.id == wanted.room).values(changed))
        if not self.is_sqlite:
            note = f"{wanted.room} {rows[-1]['version']}"
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, note))
        return Written(now)

    def set_clocks(self, connection: Connection, room: str, clocks: Sequence[Due], now: float) -> None:
        table = schema.deadline
        connection.execute(table.delete().where((table.c.room == room) & (table.c.kind == "clock")))
        for due in clocks:
            at = due.at if due.at is not None else now + (due.after or 0.0)
            connection.execute(table.insert(), {"room": room, "kind": "clock", "seat": due.seat, "due_at": at})

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
        try:
            with told_as_down(), self.writer.begin() as connection:
                begun = True
                results = self.run_group(connection, group, quick)
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

    def run_group(self, connection: Connection, group: list[Job], quick: bool) -> list[Any]:
        """What each job gave. Quick: first all plain appends at once, then the others; else all in their order."""
        now = self.now(connection)
        together = [job.work for job in group if quick and isinstance(job.work, Append) and job.work.is_plain()]
        if together:
            self.append_many(connection, together, now)
        written = Written(now)
        out: list[Any] = []
        for job in group:
            work = job.work
            if not isinstance(work, Append):
                out.append(work(connection, now))
            elif quick and work.is_plain():
                out.append(written)
            else:
                out.append(self.append_now(connection, work, now))
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


@contextlib.contextmanager
def told_as_down() -> Iterator[None]:
    """Every fault of the database itself is told as `StoreDown`; refusals by a constraint stay what they are."""
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except (DBAPIError, sa.exc.TimeoutError, OSError) as problem:
        raise StoreDown(str(getattr(problem, "orig", problem))) from problem


def normal_url(url: str) -> str:
    """The URL with the driver that we use."""
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def sqlite_engine(url: str, begin: str, size: int) -> Engine:
    """WAL: readers never wait for the writer. FULL: a commit that returned has reached the disk."""
    engine = sa.create_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": 20, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=20000"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def migrate(engine: Engine) -> None:
    """Brings the tables up to date. Alembic is loaded only when there is something to do: it costs half a second."""
    with engine.begin() as connection:
        if sa.inspect(connection).has_table("alembic_version"):
            if connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == schema.HEAD:
                return
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7361)")  # nodes that start together
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", "qipai.server.storage:migrations")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


# what is read of the log
def events_after(connection: Connection, room: str, version: int) -> list[Event]:
    table = schema.event
    query = sa.select(
        table.c.version, table.c.seat, table.c.kind, table.c.payload, table.c.cmd_id, table.c.answers, table.c.at
    ).where((table.c.room == room) & (table.c.version > version))
    return [Event(*row) for row in connection.execute(query.order_by(table.c.version))]


def secrets_of(connection: Connection, room: str) -> dict[int, bytes]:
    table = schema.secret
    query = sa.select(table.c.deal, table.c.server_seed).where(table.c.room == room)
    return {deal: bytes(seed) for deal, seed in connection.execute(query)}


def latest_snapshot(connection: Connection, room: str) -> tuple[int, bytes] | None:
    row = connection.execute(sa.select(schema.snapshot.c.version, schema.snapshot.c.blob).where(schema.snapshot.c.room == room))
    found = row.first()
    return None if found is None else (found[0], bytes(found[1]))
