"""Databases and servers that are real: files, sockets and processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.players import PATIENCE
from tests.server.postgres import ADD, Postgres, programs

# httpx gives up after five seconds, which an answer may take on a busy machine
for part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip(f"PostgreSQL is not installed; this adds it: {ADD}")
    server = Postgres()
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/rooms.db"
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.database()
