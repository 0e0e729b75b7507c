"""The recipe's game, cooked once for all tests of this folder, and put away afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai.games
import tests
from qipai.core import registry
from tests.toy import recipe


@pytest.fixture(scope="session")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what docs/adding-a-game.md says, and nothing else."""
    folder = tmp_path_factory.mktemp("recipe")
    recipe.cook(folder)
    return folder


@pytest.fixture
def toy(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game's name; it is discovered while the test runs and forgotten after it."""
    monkeypatch.setattr(qipai.games, "__path__", [*qipai.games.__path__, str(kitchen / "src/qipai/games")])
    monkeypatch.setattr(tests, "__path__", [*tests.__path__, str(kitchen / "tests")])
    yield recipe.GAME
    registry.LOADED.pop(recipe.GAME, None)
    for name in [name for name in sys.modules if name.startswith((f"qipai.games.{recipe.GAME}", f"tests.{recipe.GAME}"))]:
        del sys.modules[name]
    vars(qipai.games).pop(recipe.GAME, None)
    vars(tests).pop(recipe.GAME, None)
