"""The type of a seat's private view (G-12.3)."""

from __future__ import annotations

from typing import TypedDict, cast

from qipai.core.table import Table, private_of


class PrivateParts(TypedDict, total=False):
    """What a private view may have."""

    answer: str | None  # in the phase `immunity`, one's own


class PrivateDict(PrivateParts):
    """What only one seat sees: its hand as text (`S3 HT`), its size, and its own card that waits to be shown."""

    seat: int
    hand: str
    size: int
    committed: str | None


def private(table: Table, seat: int) -> PrivateDict:
    """`table.private(seat)`, typed. BAD_SEAT; WRONG_GAME at a table of another game."""
    return cast(PrivateDict, private_of(table, "guandan", seat))
