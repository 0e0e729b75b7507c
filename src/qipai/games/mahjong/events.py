"""The log of a deal: every public step, and a seat's own draws and answers, each as one integer.

event = kind | seat << 3 | tile << 5 | extra << 10. Everything public follows from the log: melds, rivers, won tiles, the
ledger (M-10.3), the scores. A draw of a hidden tile has NO_TILE.
"""

from __future__ import annotations

from typing import Final

from qipai.native import i64

REVEAL: Final = 0  # extra: the four missing suits, two bits each (M-3.4)
DRAW: Final = 1  # extra: 1 from the tail
DISCARD: Final = 2  # extra: 1 if it is the kind just drawn
PENG_MADE: Final = 3  # extra: feeder
KONG_MADE: Final = 4  # extra: meld kind | feeder << 2
WIN: Final = 5  # extra: 1 if self-drawn | feeder << 1 | patterns << 3
ANSWER: Final = 6  # extra: the answer, a pass or an overruled claim; private to its seat (M-12.3)


def event(kind: i64, seat: i64, tile: i64, extra: i64) -> i64:
    return kind | (seat << 3) | (tile << 5) | (extra << 10)


def without_tile(code: i64) -> i64:
    """The same event with its tile hidden."""
    return code | (31 << 5)
