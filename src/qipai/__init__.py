"""Qipai 棋牌: Xianqi 掀棋, Sichuan mahjong 四川麻将 and Guandan 掼蛋 on one rule core.

    import qipai
    t = qipai.Table("xianqi", seed="00" * 32)
    t.play(t.to_act[0], t.legal(t.to_act[0])[0])

Everything is loaded on first use. `qipai.xianqi` and its sisters have each game's own functions.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

from qipai.version import VERSION as __version__

_HOME = {
    "BadRecord": "core.errors",
    "DealDict": "core.shapes",
    "DealRng": "core.rng",
    "Engine": "engine.engine",
    "EngineError": "engine.engine",
    "FastRng": "core.rng",
    "Game": "core.game",
    "HintDict": "core.shapes",
    "IllegalMove": "core.errors",
    "LegalMoves": "core.table",
    "MissingExtra": "core.extras",
    "QipaiError": "core.errors",
    "RecordDict": "core.shapes",
    "RecordReport": "core.shapes",
    "State": "core.state",
    "Step": "core.record",
    "Table": "core.table",
    "View": "core.state",
    "game": "core.registry",
    "read_record": "core.record",
    "replay": "core.record",
    "steps": "core.record",
    "verify": "core.record",
    "view_from_text": "core.registry",
    "write_record": "core.record",
}

if TYPE_CHECKING:
    from qipai import svg as svg
    from qipai.core.errors import BadRecord as BadRecord
    from qipai.core.errors import IllegalMove as IllegalMove
    from qipai.core.errors import QipaiError as QipaiError
    from qipai.core.extras import MissingExtra as MissingExtra
    from qipai.core.game import Game as Game
    from qipai.core.record import Step as Step
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
    from qipai.core.shapes import DealDict as DealDict
    from qipai.core.shapes import HintDict as HintDict
    from qipai.core.shapes import RecordDict as RecordDict
    from qipai.core.shapes import RecordReport as RecordReport
    from qipai.core.state import State as State
    from qipai.core.state import View as View
    from qipai.core.table import LegalMoves as LegalMoves
    from qipai.core.table import Table as Table
    from qipai.engine.engine import Engine as Engine
    from qipai.engine.engine import EngineError as EngineError
    from qipai.games import guandan as guandan
    from qipai.games import mahjong as mahjong
    from qipai.games import xianqi as xianqi
else:  # type checkers do not see this function, so that a misspelt name is an error

    def __getattr__(name):
        """Loads a name of the library, or a game's package, on first use."""
        home = _HOME.get(name)
        if home is not None:
            value = getattr(importlib.import_module(f"qipai.{home}"), name)
            globals()[name] = value
            return value
        if name in ("games", "svg"):
            return importlib.import_module(f"qipai.{name}")
        if not name.startswith("_") and importlib.util.find_spec(f"qipai.games.{name}") is not None:
            return importlib.import_module(f"qipai.games.{name}")
        raise AttributeError(f"module 'qipai' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME, "games", "svg", *importlib.import_module("qipai.core.registry").games()})


__all__ = [
    "BadRecord",
    "DealDict",
    "DealRng",
    "Engine",
    "EngineError",
    "FastRng",
    "Game",
    "HintDict",
    "IllegalMove",
    "LegalMoves",
    "MissingExtra",
    "QipaiError",
    "RecordDict",
    "RecordReport",
    "State",
    "Step",
    "Table",
    "View",
    "__version__",
    "game",
    "games",
    "read_record",
    "replay",
    "steps",
    "svg",
    "verify",
    "view_from_text",
    "write_record",
]
