"""The type of a seat's private view (M-12.2)."""

from __future__ import annotations

from typing import TypedDict, cast

from qipai.core.table import Table, private_of


class OwnDict(TypedDict):
    """What only one seat sees under all rules."""

    seat: int
    hand: str
    drawn: str | None
    buried: str | None
    to_act: bool
    legal: list[str]
    answer: str | None
    given_up: int | None
    fourteenth: str | None


class PrivateDict(OwnDict, total=False):
    """What only one seat sees. Tiles are texts: `5p`, hands `123p55s`. Its own keys are in 血战到底 and 血流成河 only, where
    `given_up` is None unless a win was given up."""

    gave: str | None
    got: str | None
    suit: str | None


def private(table: Table, seat: int) -> PrivateDict:
    """`table.private(seat)`, typed. BAD_SEAT; WRONG_GAME at a table of another game."""
    return cast(PrivateDict, private_of(table, "mahjong", seat))
