"""Commands run with the recipe's game beside the package's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy import recipe


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No further games: those of the package."""
    return tmp_path_factory.mktemp("none")


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to add to `qipai.games.__path__`."""
    return recipe.cook(tmp_path_factory.mktemp("games"), "highcard")
