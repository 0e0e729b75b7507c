"""Sichuan mahjong, bury three 埋三张 (docs/rules/mahjong.md).

Library functions on tiles as text: `score`, `shanten`, `waits`, `ukeire`; loaded on first use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qipai.games.mahjong.scoring import Win as Win
    from qipai.games.mahjong.scoring import score as score
    from qipai.games.mahjong.tools import shanten as shanten
    from qipai.games.mahjong.tools import ukeire as ukeire
    from qipai.games.mahjong.tools import waits as waits

_HOME = {"Win": "scoring", "score": "scoring", "shanten": "tools", "ukeire": "tools", "waits": "tools"}

__all__ = ["Win", "score", "shanten", "ukeire", "waits"]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'qipai.games.mahjong' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"qipai.games.mahjong.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
