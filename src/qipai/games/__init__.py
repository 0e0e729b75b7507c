"""One folder per game.

`qipai.games` is this package and also the function that lists the games: importing a package binds it on its parent,
which would otherwise hide the function as soon as the first game is loaded.
"""

from __future__ import annotations

import sys
from types import ModuleType


class CallablePackage(ModuleType):
    """`qipai.games()` gives the names of all games."""

    def __call__(self) -> list[str]:
        from qipai.core.registry import games

        return games()


sys.modules[__name__].__class__ = CallablePackage
