"""Observations read back by the names of their rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from qipai.core.observation import Encoder
from qipai.core.state import State
from qipai.envs.arrays import Bits, encoder_of, observe


def first_row(encoder: Encoder, name: str) -> int:
    """The index of the first row of that name."""
    row = 0
    for field in encoder.layout():
        if field.name == name:
            return row
        row += field.rows
    raise KeyError(name)


class Reader:
    """Rows of one observation by the names of the layout."""

    def __init__(self, game: str, state: State, seat: int) -> None:
        self.encoder = encoder_of(game)
        self.bits: Bits = observe(self.encoder, state, seat)
        self.read: set[str] = set()

    def rows(self, name: str) -> Bits:
        self.read.add(name)
        first = first_row(self.encoder, name)
        count = next(field.rows for field in self.encoder.layout() if field.name == name)
        return self.bits[first : first + count]

    def counts(self, rows: Bits) -> list[int]:
        """Counts written as at least one, two, …; a row must imply the rows before it."""
        for lower, upper in pairwise(rows):
            assert not (upper & ~lower & 1).any()
        found: list[int] = rows.sum(axis=0).tolist()
        return found

    def bar(self, row: Bits) -> int:
        """A thermometer."""
        length = int(row.sum())
        assert row[:length].all()
        return length

    def ones(self, row: Bits) -> list[int]:
        found: list[int] = np.flatnonzero(row).tolist()
        return found


def named(counts: list[int], names: list[str]) -> dict[str, int]:
    return {names[k]: n for k, n in enumerate(counts) if n}
