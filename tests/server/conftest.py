"""Databases and servers that are real: files, sockets and processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.players import PATIENCE
from tests.server.postgres import ADD, Postgres, programs

HERE = Path(__file__).parent

# httpx gives up after five seconds, which an answer may take on a busy machine
for part in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, part, PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The server is not compiled, and the kernels are compared deal by deal: `make test` has these compiled only."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("interpreted") is None:
            item.add_marker("once")


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
