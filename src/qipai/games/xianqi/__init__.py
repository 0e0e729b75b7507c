"""Xianqi 掀棋. `settlement` and `beats` work without a table."""

from __future__ import annotations

from qipai.games.xianqi.combos import beats as beats
from qipai.games.xianqi.settlement import settlement as settlement

__all__ = ["beats", "settlement"]
