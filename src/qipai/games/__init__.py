"""One folder per game. Calling this package lists their names: `qipai.games()`."""

from __future__ import annotations

import sys
import types


class Games(types.ModuleType):
    """Makes the package callable: importing any game binds it to `qipai.games`, which users call."""

    def __call__(self) -> list[str]:
        from qipai.core.registry import games

        return games()


sys.modules[__name__].__class__ = Games
