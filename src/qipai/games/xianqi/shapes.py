"""The type of a seat's private view (X-10.8)."""

from __future__ import annotations

from typing import TypedDict, cast

from qipai.core.table import Table, private_of


class PrivateDict(TypedDict):
    """What only one seat sees: the pieces in its hand, and those that it has covered, as counts by name."""

    hand: dict[str, int]
    covered: dict[str, int]


def private(table: Table, seat: int) -> PrivateDict:
    """`table.private(seat)`, typed. BAD_SEAT; WRONG_GAME at a table of another game."""
    return cast(PrivateDict, private_of(table, "xianqi", seat))
