"""Games are found, not listed: a folder under qipai/games with a `game.py` is one."""

from __future__ import annotations

import importlib
import os

from qipai.core.errors import BadRecord
from qipai.core.game import Game

PACKAGE = "qipai.games"
LOADED: dict[str, Game] = {}


def games() -> list[str]:
    """The names of all games, in alphabetical order; loads none of them."""
    found: set[str] = set(LOADED)
    for folder in importlib.import_module(PACKAGE).__path__:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir() and os.path.exists(os.path.join(entry.path, "game.py")):
                    found.add(entry.name)
    return sorted(found)


def game(name: str) -> Game:
    """The game of that name. UNKNOWN_GAME."""
    known = LOADED.get(name)
    if known is not None:
        return known
    if name not in games():
        raise BadRecord("UNKNOWN_GAME", game=name, games=", ".join(games()))
    module = importlib.import_module(f"{PACKAGE}.{name}.game")
    loaded = module.GAME
    assert isinstance(loaded, Game)
    LOADED[name] = loaded
    return loaded
