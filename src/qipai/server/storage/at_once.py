"""The quick way of the writer: a group of appends as a transaction of its own, past SQLAlchemy, which would cost more
than the writing. Whatever is in its way is `Slower`: nothing is written then as far as we know, and the group is written
again on the ordinary way, where each append learns what became of it, also when it was written after all."""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy.engine import Engine

from qipai.server.storage import log as statements
from qipai.server.storage.events import Append, Written
from qipai.server.storage.log import LogWriter, Slower, event_rows, sqlite_rest


class AtOnce:
    """Of SQLite: three statements, and as many as there are other things than events to write."""

    def __init__(self, pool: Engine, log: LogWriter) -> None:
        self.pool = pool
        self.log = log

    def append(self, wanted: list[Append]) -> Written:
        lent = self.pool.raw_connection()
        try:
            driver: Any = lent.driver_connection
            try:
                driver.execute("BEGIN IMMEDIATE")
                times = driver.execute(statements.SQLITE_MANY, (event_rows(wanted),)).fetchall()
                if len(times) == sum(len(append.events) for append in wanted):
                    at = float(times[0][0])
                    for statement, values in sqlite_rest(wanted, at):
                        driver.execute(statement, values)
                    driver.execute("COMMIT")
                    return Written(at)
            except sqlite3.Error:
                pass
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            raise Slower
        finally:
            lent.close()

    def close(self) -> None:
        pass


class PostgresAtOnce(AtOnce):
    """One statement on a connection of its own, which is its own transaction: one message there and one back."""

    def __init__(self, pool: Engine, log: LogWriter) -> None:
        super().__init__(pool, log)
        self.lent: Any = None

    def append(self, wanted: list[Append]) -> Written:
        import psycopg  # not needed, and not loaded, with SQLite

        statement, values = self.log.postgres_group(wanted)
        try:
            if self.lent is None:
                self.lent = self.pool.raw_connection()
                self.lent.driver_connection.autocommit = True
            return Written(float(self.lent.driver_connection.execute(statement, values).fetchone()[0]))
        except psycopg.Error:
            if self.lent is not None and self.lent.driver_connection.broken:
                self.close()
            raise Slower from None

    def close(self) -> None:
        lent, self.lent = self.lent, None
        if lent is not None:
            lent.invalidate()
