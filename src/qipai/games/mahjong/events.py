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
KONG_MADE: Final = 4  # extra: meld kind | feeder << 2 | 16 if it is late and pays nothing (M-26.3)
WIN: Final = 5  # extra: 1 if self-drawn | feeder << 1 | patterns << 3; a self-drawn win with a feeder is paid by it (M-31.4)
ANSWER: Final = 6  # extra: the answer, a pass or an overruled claim; private to its seat (M-12.3)
FURTHER: Final = 7  # of the Sichuan family; extra: one of these, then what it says

SWAPPED: Final = 0  # die << 3 (0: none) | direction << 6: seats that the tiles moved on (M-22.6)
DECLARED: Final = 1  # an added kong that may yet be robbed (M-33.6)
CHECKED: Final = 2  # status << 3 | fan << 5 | waits << 11: a hand at the empty wall (M-32.4)

# status
PIG: Final = 0
UNREADY: Final = 1
READY: Final = 2
HAS_WON: Final = 3
LATE_KONG: Final = 16


def event(kind: i64, seat: i64, tile: i64, extra: i64) -> i64:
    return kind | (seat << 3) | (tile << 5) | (extra << 10)


def without_tile(code: i64) -> i64:
    """The same event with its tile hidden."""
    return code | (31 << 5)
