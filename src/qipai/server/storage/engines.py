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
from qipai.server.storage.events import StoreDown


@contextlib.contextmanager
def faults_as_store_down() -> Iterator[None]:
    """Every fault of the database itself becomes `StoreDown`; refusals by a constraint stay what they are."""
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


def engines(url: str, readers: int) -> tuple[Engine, Engine]:
    """(writer, reader) for a normal URL."""
    if url.startswith("sqlite"):
        return sqlite_engine(url, "BEGIN IMMEDIATE", 1), sqlite_engine(url, "BEGIN", readers)
    options: dict[str, Any] = {"pool_pre_ping": True, "connect_args": {"connect_timeout": 5}}
    writer = sa.create_engine(url, pool_size=1, max_overflow=0, **options)
    return writer, sa.create_engine(url, pool_size=readers, max_overflow=0, **options)


def sqlite_engine(url: str, begin: str, size: int) -> Engine:
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
