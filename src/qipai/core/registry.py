"""Finds games: folders under qipai/games with a `game.py`, and entry points of the group `qipai.games`.

An outside package names its game module there: `go = "somewhere.go.game"`. The module binds `GAME`, as ours do.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

from qipai.core.data import brief, tellable
from qipai.core.errors import BadRecord
from qipai.core.game import Game, split_text
from qipai.core.state import UNNAMED, View
from qipai.core.text import Text

PACKAGE = "qipai.games"
LOADED: dict[str, Game] = {}
INSTALLED: dict[str, str] | None = None  # entry points: game -> module; read once


def installed() -> dict[str, str]:
    """Games of other packages, with their modules."""
    global INSTALLED
    known = INSTALLED
    if known is None:
        from importlib import metadata  # it loads much, and who names a game of ours never needs it

        known = {point.name: point.module for point in metadata.entry_points(group=PACKAGE)}
        INSTALLED = known
    return known


def own_games() -> list[str]:
    """Games in the folders of this package."""
    found: list[str] = []
    for folder in importlib.import_module(PACKAGE).__path__:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir() and os.path.exists(os.path.join(entry.path, "game.py")):
                    found.append(entry.name)
    return found


def games() -> list[str]:
    """The names of all games, sorted; loads none of them."""
    return sorted({*LOADED, *own_games(), *installed()})


def game(name: object) -> Game:
    """The game of that name. UNKNOWN_GAME."""
    if not isinstance(name, str):
        raise BadRecord("UNKNOWN_GAME", game=brief(name), games=", ".join(games()))
    known = LOADED.get(name)
    if known is not None:
        return known
    if name in own_games():
        place = f"{PACKAGE}.{name}.game"
    elif name in installed():
        place = installed()[name]
    else:
        raise BadRecord("UNKNOWN_GAME", game=tellable(name), games=", ".join(games()))
    loaded = importlib.import_module(place).GAME
    assert isinstance(loaded, Game)
    LOADED[name] = loaded
    return loaded


def view_from_text(text: object) -> View:
    """The view that `View.text` wrote, of whatever game. BAD_VIEW, UNKNOWN_GAME."""
    name = split_text(text)[0]
    if name == UNNAMED:
        raise BadRecord(
            "BAD_VIEW",
            reason=Text("the text does not name its game; its Game reads it", "文本没有写明游戏；请用该游戏的对象读取"),
        )
    return game(name).view_from_text(text)


def package(game: Game) -> str:
    """The package that contains everything about the game."""
    return type(game).__module__.rpartition(".")[0]


def part(game: Game, name: str) -> ModuleType | None:
    """An optional module of the game's package (`agents`, `observation`, `svg`, ...); None if the game has none."""
    place = f"{package(game)}.{name}"
    return importlib.import_module(place) if importlib.util.find_spec(place) is not None else None


def folders(game: Game) -> list[str]:
    """The folders with the game's files, including its rule books and terms."""
    return list(importlib.import_module(package(game)).__path__)
