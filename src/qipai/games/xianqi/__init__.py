"""Xianqi 掀棋 (docs/rules/xianqi.md). `settlement` and `beats` work without a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qipai.games.xianqi.combos import beats as beats
from qipai.games.xianqi.settlement import settlement as settlement

if TYPE_CHECKING:
    from qipai.games.xianqi.shapes import PrivateDict as PrivateDict
    from qipai.games.xianqi.shapes import private as private
else:

    def __getattr__(name):
        """Loaded on first use."""
        if name in ("PrivateDict", "private"):
            from qipai.games.xianqi import shapes

            return getattr(shapes, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["PrivateDict", "beats", "private", "settlement"]
