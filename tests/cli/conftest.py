"""Commands run with the recipe's game beside the package's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import qipai.build
from tests.toy import recipe

HERE = Path(__file__).parent


INTERPRETED = ("test_pipe", "test_terminal", "test_docs")  # a game outside the package cannot extend the compiled kernel


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and item.path.stem in INTERPRETED:
            item.add_marker(pytest.mark.interpreted)


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No further games: those of the package."""
    return tmp_path_factory.mktemp("none")


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to add to `qipai.games.__path__`."""
    if qipai.build.compiled():
        pytest.skip("a game outside the package is interpreted and cannot extend the compiled kernel")
    return recipe.cook(tmp_path_factory.mktemp("games"))
