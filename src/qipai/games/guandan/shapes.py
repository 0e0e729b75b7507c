"""The type of a seat's private view (G-12.3)."""

from __future__ import annotations

from typing import NotRequired, TypedDict, cast

from qipai.core.table import Table, private_of


class PrivateDict(TypedDict):
    """What only one seat sees: its hand as text (`S3 HT`), its size, and its own card that waits to be shown."""

    seat: int
    hand: str
    size: int
    committed: str | None
    answer: NotRequired[str | None]  # in the phase `immunity`


def private(table: Table, seat: int) -> PrivateDict:
    """`table.private(seat)`, typed. BAD_SEAT; WRONG_GAME at a table of another game."""
    return cast(PrivateDict, private_of(table, "guandan", seat))
