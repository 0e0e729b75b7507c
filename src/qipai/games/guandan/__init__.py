"""Guandan 掼蛋: four seats in two teams, 108 cards. The rules are docs/rules/guandan.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qipai.games.guandan.library import Play as Play
    from qipai.games.guandan.library import auto_reading as auto_reading
    from qipai.games.guandan.library import beats as beats
    from qipai.games.guandan.library import plays as plays
    from qipai.games.guandan.library import promote as promote
    from qipai.games.guandan.library import readings as readings

__all__ = ["Play", "auto_reading", "beats", "plays", "promote", "readings"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from qipai.games.guandan import library

        return getattr(library, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
