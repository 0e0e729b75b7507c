"""Connections to SQLite and PostgreSQL, and the migrations that bring their tables up to date."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from qipai.server.storage import schema
from qipai.server.storage.events import BadValue, StoreDown

# of our own sessions in PostgreSQL: a node that was cut off or stopped in the middle of a transaction holds its locks no
# longer than this, and no statement waits for ever
POSTGRES_SESSION = {
    "idle_in_transaction_session_timeout": "5s",
    "statement_timeout": "10s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
LOCK_WAIT = "50ms"  # of the writer, for whom all rooms wait
# kilobytes of a connection to SQLite: a reader forgets its pages whenever the writer has written
WRITER_PAGES, READER_PAGES = 2000, 256
LONG_LOCK_WAIT = "2s"  # of those who write what had to wait longer


@contextlib.contextmanager
def faults_as_store_down() -> Iterator[None]:
    """Every fault of the database itself becomes `StoreDown`; refusals by a constraint stay what they are."""
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except sa.exc.DataError as problem:  # nobody can store this, now or later
        raise BadValue(str(problem.orig)) from problem
    except (DBAPIError, sa.exc.TimeoutError, OSError) as problem:
        raise StoreDown(str(getattr(problem, "orig", problem))) from problem


def normal_url(url: str) -> str:
    """The URL with the driver that we use."""
    for prefix in ("postgresql://", "postgres://"):
        if url.startswith(prefix):
            return "postgresql+psycopg://" + url.removeprefix(prefix)
    return url


def engines(url: str, readers: int, waiters: int) -> tuple[Engine, Engine, Engine]:
    """(writer, waiters, readers) for a normal URL. SQLite has one lock for all: its writer waits for itself alone."""
    if url.startswith("sqlite"):
        writer = sqlite_engine(url, "BEGIN IMMEDIATE", 1, WRITER_PAGES)
        return writer, writer, sqlite_engine(url, "BEGIN", readers, READER_PAGES)
    return (
        postgres_engine(url, 2, LOCK_WAIT),  # for what is written at once, and for all else
        postgres_engine(url, waiters, LONG_LOCK_WAIT),
        postgres_engine(url, readers, LONG_LOCK_WAIT),
    )


def postgres_engine(url: str, size: int, lock_wait: str) -> Engine:
    alive = {"connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
    engine = sa.create_engine(url, pool_size=size, max_overflow=0, pool_pre_ping=True, connect_args=alive)

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.autocommit = True  # else a rollback would take the settings back
        for name, value in {**POSTGRES_SESSION, "lock_timeout": lock_wait}.items():
            connection.execute(f"SET {name} = '{value}'")
        connection.autocommit = False

    return engine


def is_locked(problem: BaseException) -> bool:
    """Somebody else holds what this statement needed: LockNotAvailable, in PostgreSQL."""
    found = getattr(problem.__cause__, "orig", None) if isinstance(problem, StoreDown) else getattr(problem, "orig", None)
    return getattr(found, "sqlstate", None) == "55P03"


def sqlite_engine(url: str, begin: str, size: int, pages: int) -> Engine:
    """WAL: readers never wait for the writer. FULL: a commit that returned has reached the disk."""
    engine = sa.create_engine(url, pool_size=size, max_overflow=0, connect_args={"timeout": 20, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=20000",
            "wal_autocheckpoint=4000",
            f"cache_size=-{pages}",
            "temp_store=MEMORY",  # a group's statement keeps its own undo log, which would be a file for every commit
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def insert(table: sa.Table, dialect: str) -> Any:
    """An INSERT that can say ON CONFLICT; only the dialect in use is loaded."""
    return importlib.import_module(f"sqlalchemy.dialects.{dialect}").insert(table)


def migrate(engine: Engine) -> None:
    """Brings the tables up to date. Alembic is loaded only when there is something to do: it costs half a second."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # a large table takes as long as it takes
            for patient in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {patient} = 0")
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
