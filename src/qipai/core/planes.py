"""Observations for learners: planes of bits in machine words, and moves as numbers of a fixed range.

A game that supports learning has a module `observation` in its folder, which binds `PLANES`. An observation is a table of
`planes` rows and `width` columns of zeros and ones. The kernel writes it as machine words into one byte string, bit after
bit without gaps, lowest bit of a byte first; callers expand all observations to an array in one call.

A move is a *path* of one or more steps, each a number of the action space. In the flat space every path has one step.
In a factored space a move of several pieces has one step per piece. A path is packed: number + 1 in twelve bits per step,
first step lowest.

The byte buffers come from mypyc's runtime library (librt), which the extras `rl` and `openspiel` install; nothing else in
the kernel needs it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from librt.strings import BytesWriter, write_i64_le

from qipai.core.state import State
from qipai.native import i64, mypyc_attr

STEP_BITS: Final = 12
STEP: Final = 4095
TOP: Final = 1 << 60  # bit k is TOP >> 60 - k
# Hot code avoids `x if c else 0`: the compiler boxes both sides where one is an i64.
NO_MOVES: Final = bytes(STEP // 8 + 1)


# A word that uses all 64 bits is negative when its top bit is set, and must fit 64 bits when interpreted too:
# ((x & 1023) ^ 512) - 512 is x's lowest ten bits with the highest of them as the sign.


def put_54(out: BytesWriter, a: i64, b: i64, c: i64, d: i64) -> None:
    """Four words of 54 bits, one after the other: 27 bytes."""
    size: i64 = len(out)
    write_i64_le(out, a | (((b & 0x3FF) ^ 0x200) - 0x200) * 0x40000000000000)
    write_i64_le(out, b >> 10 | (((c & 0xFFFFF) ^ 0x80000) - 0x80000) * 0x100000000000)
    write_i64_le(out, c >> 20 | (((d & 0x3FFFFFFF) ^ 0x20000000) - 0x20000000) * 0x400000000)
    write_i64_le(out, d >> 30)
    out.truncate(size + 27)


def put_60(out: BytesWriter, a: i64, b: i64) -> None:
    """Two words of 60 bits, one after the other: 15 bytes."""
    size: i64 = len(out)
    write_i64_le(out, a | (((b & 15) ^ 8) - 8) * 0x1000000000000000)
    write_i64_le(out, b >> 4)
    out.truncate(size + 15)


def table_16(values: list[int]) -> bytes:
    """Numbers for `read_i16_le`; many times smaller than a list of int objects."""
    return b"".join([value.to_bytes(2, "little", signed=True) for value in values])


def table_32(values: list[int]) -> bytes:
    return b"".join([value.to_bytes(4, "little", signed=True) for value in values])


def table_64(values: list[int]) -> bytes:
    return b"".join([value.to_bytes(8, "little", signed=True) for value in values])


class Field(NamedTuple):
    """Some rows of an observation: their name, how many, and what a bit in them means."""

    name: str
    rows: int
    text: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Memory:
    """What observers keep between two looks at one deal, so that they read its history only once."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Planes:
    """The observation layout and the action spaces of one game."""

    planes: int = 0
    width: int = 0
    actions: int = 0
    factored: int = 0  # size of the factored space; 0: none

    def layout(self) -> list[Field]:
        """The rows, from the first to the last."""
        raise NotImplementedError

    def memory(self) -> Memory:
        """A memory for a new deal. It holds public facts, and every seat's own moves for that seat alone."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        """Writes what the seat knows, a whole number of bytes; `chosen` is the path so far of a move made in steps.

        The memory is fresh, or has only been used for earlier looks at the same deal.
        """
        raise NotImplementedError

    def no_mask(self, factored: bool) -> bytes:
        """An empty mask."""
        return NO_MOVES[: ((self.factored if factored else self.actions) + 7) >> 3]

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        """The packed path of a legal action, or of another action with the same number."""
        raise NotImplementedError

    def find(self, state: State, seat: i64, legal: list[int], number: i64) -> i64:
        """The legal action with this number in the flat space; -1 if there is none."""
        for action in legal:
            if self.path(state, seat, action, False) == number + 1:
                return action
        return -1

    def meaning(self, number: int, factored: bool) -> str:
        """A number of the action space in words close to the notation."""
        raise NotImplementedError


def first_row(planes: Planes, name: str) -> int:
    """Where the rows of that name begin."""
    row = 0
    for field in planes.layout():
        if field.name == name:
            return row
        row += field.rows
    raise KeyError(name)
