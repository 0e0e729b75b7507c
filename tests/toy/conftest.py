"""The recipes' games, cooked once for all tests of this folder, and put away afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai.games
from qipai.core import registry
from tests.toy import recipe


@pytest.fixture(scope="session")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what docs/adding-a-game.md says, and nothing else."""
    folder = tmp_path_factory.mktemp("recipe")
    recipe.cook(folder)
    return folder


def forget(game: str) -> None:
    registry.LOADED.pop(game, None)
    for name in [name for name in sys.modules if name.startswith(f"qipai.games.{game}")]:
        del sys.modules[name]
    vars(qipai.games).pop(game, None)


@pytest.fixture(autouse=True)
def found(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Both games are discovered while a test runs and forgotten after it."""
    monkeypatch.setattr(qipai.games, "__path__", [*qipai.games.__path__, str(kitchen / "src/qipai/games")])
    yield
    for game in recipe.GAMES:
        forget(game)
