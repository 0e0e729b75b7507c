"""Reads a QR code as a phone's camera would: the small ones that a link makes, without looking for errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Square = tuple[int, int]  # column, row
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (y + x) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (y + x) % 3,
    lambda x, y: (y // 2 + x // 3) % 2,
    lambda x, y: y * x % 2 + y * x % 3,
    lambda x, y: (y * x % 2 + y * x % 3) % 2,
    lambda x, y: ((y + x) % 2 + y * x % 3) % 2,
)
LARGEST = 37  # squares a side: up to here everything is one block of data
BYTES = 0b0100  # the mode in which text is written


def drawing(x: int, y: int, size: int) -> bool:
    """Squares that carry no data: corners, the dotted lines between them, and the small target."""
    corner = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    target = size > 21 and size - 9 <= x < size - 4 and size - 9 <= y < size - 4
    return corner or target or x == 6 or y == 6


def bits(dark: frozenset[Square], size: int) -> Iterator[int]:
    """In pairs of columns from the right, up and down in turns."""
    mask = MASKS[(((2, 8) not in dark) << 2) | (((3, 8) in dark) << 1) | ((4, 8) not in dark)]
    upwards = True
    for column in range(size - 1, 0, -2):
        right = column if column > 6 else column - 1
        for y in range(size - 1, -1, -1) if upwards else range(size):
            for x in (right, right - 1):
                if not drawing(x, y, size):
                    yield ((x, y) in dark) ^ (mask(x, y) == 0)
        upwards = not upwards


def read(dark: frozenset[Square]) -> str:
    """The text in the code with these dark squares; the first square is 0, 0."""
    size = max(max(square) for square in dark) + 1
    assert size <= LARGEST
    found = bits(dark, size)

    def number(width: int) -> int:
        return int("".join(str(int(next(found))) for _ in range(width)), 2)

    assert number(4) == BYTES
    return bytes(number(8) for _ in range(number(8))).decode()
