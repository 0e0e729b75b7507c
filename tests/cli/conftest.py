"""Commands run with the recipe's game beside the package's own."""

from __future__ import annotations

from pathlib import Path

import pytest

import qipai.build
from tests.toy import recipe


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to add to `qipai.games.__path__`."""
    if qipai.build.compiled():
        pytest.skip("a game outside the package is interpreted and cannot extend the compiled kernel")
    return recipe.cook(tmp_path_factory.mktemp("games"))
