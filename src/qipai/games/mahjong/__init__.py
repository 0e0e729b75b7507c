"""Sichuan mahjong: 埋三张 (docs/rules/mahjong.md), 血战到底 and 血流成河 (docs/rules/mahjong-sichuan.md).

Library functions on tiles as text: `score`, `shanten`, `waits`, `ukeire`; loaded on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

_HOME = {
    "PrivateDict": "shapes",
    "Win": "scoring",
    "private": "shapes",
    "score": "scoring",
    "shanten": "tools",
    "ukeire": "tools",
    "waits": "tools",
}

if TYPE_CHECKING:
    from qipai.games.mahjong.scoring import Win as Win
    from qipai.games.mahjong.scoring import score as score
    from qipai.games.mahjong.shapes import PrivateDict as PrivateDict
    from qipai.games.mahjong.shapes import private as private
    from qipai.games.mahjong.tools import shanten as shanten
    from qipai.games.mahjong.tools import ukeire as ukeire
    from qipai.games.mahjong.tools import waits as waits
else:

    def __getattr__(name):
        """Loaded on first use."""
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"qipai.games.mahjong.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


__all__ = ["PrivateDict", "Win", "private", "score", "shanten", "ukeire", "waits"]
