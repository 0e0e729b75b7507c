"""Puzzles: positions of bots' deals in which one move is clearly best, and it is not the first hint.

    from qipai.puzzles import answered, daily, shelf
    one = daily(game, datetime.date.today())

`qipai.puzzles.make` finds new ones; docs/puzzles.md explains how. `qipai.puzzles.shapes` has the types, which are plain JSON.
"""

from __future__ import annotations

from qipai.puzzles.shapes import PuzzleDict
from qipai.puzzles.shelf import answered, chosen, daily, puzzle, shelf

__all__ = ["PuzzleDict", "answered", "chosen", "daily", "puzzle", "shelf"]
