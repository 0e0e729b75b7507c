"""Guandan 掼蛋: four seats in two teams, 108 cards. The rules are docs/rules/guandan.md."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

_HOME = {
    "Play": "library",
    "PrivateDict": "shapes",
    "auto_reading": "library",
    "beats": "library",
    "plays": "library",
    "private": "shapes",
    "promote": "library",
    "readings": "library",
}

if TYPE_CHECKING:
    from qipai.games.guandan.library import Play as Play
    from qipai.games.guandan.library import auto_reading as auto_reading
    from qipai.games.guandan.library import beats as beats
    from qipai.games.guandan.library import plays as plays
    from qipai.games.guandan.library import promote as promote
    from qipai.games.guandan.library import readings as readings
    from qipai.games.guandan.shapes import PrivateDict as PrivateDict
    from qipai.games.guandan.shapes import private as private
else:

    def __getattr__(name):
        """Loaded on first use."""
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"qipai.games.guandan.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


__all__ = ["Play", "PrivateDict", "auto_reading", "beats", "plays", "private", "promote", "readings"]
