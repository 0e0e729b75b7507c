"""Qipai 棋牌: Xianqi 掀棋, Sichuan mahjong 四川麻将 and Guandan 掼蛋 on one rule core.

    import qipai
    t = qipai.Table("xianqi", seed="00" * 32)
    t.play(t.to_act[0], t.legal(t.to_act[0])[0])

Everything is loaded on first use.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qipai.core.errors import BadRecord as BadRecord
    from qipai.core.errors import IllegalMove as IllegalMove
    from qipai.core.errors import QipaiError as QipaiError
    from qipai.core.record import read_record as read_record
    from qipai.core.record import replay as replay
    from qipai.core.record import steps as steps
    from qipai.core.record import verify as verify
    from qipai.core.record import write_record as write_record
    from qipai.core.registry import game as game
    from qipai.core.registry import games as games
    from qipai.core.registry import view_from_text as view_from_text
    from qipai.core.rng import DealRng as DealRng
    from qipai.core.rng import FastRng as FastRng
    from qipai.core.table import Table as Table
    from qipai.engine.engine import Engine as Engine
    from qipai.engine.engine import EngineError as EngineError

from qipai.version import VERSION as __version__

_HOME = {
    "Engine": "engine.engine",
    "BadRecord": "core.errors",
    "EngineError": "engine.engine",
    "IllegalMove": "core.errors",
    "QipaiError": "core.errors",
    "read_record": "core.record",
    "replay": "core.record",
    "steps": "core.record",
    "verify": "core.record",
    "write_record": "core.record",
    "game": "core.registry",
    "view_from_text": "core.registry",
    "DealRng": "core.rng",
    "FastRng": "core.rng",
    "Table": "core.table",
}

__all__ = [*_HOME, "__version__", "games"]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is not None:
        value = getattr(importlib.import_module(f"qipai.{home}"), name)
        globals()[name] = value
        return value
    if name == "games":
        return importlib.import_module("qipai.games")
    if name == "svg":
        return importlib.import_module("qipai.svg")
    if not name.startswith("_") and importlib.util.find_spec(f"qipai.games.{name}") is not None:
        return importlib.import_module(f"qipai.games.{name}")
    raise AttributeError(f"module 'qipai' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, *importlib.import_module("qipai.core.registry").games()})
