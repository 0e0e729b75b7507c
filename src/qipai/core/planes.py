"""What a learner sees of a deal: planes of bits in machine words, and moves as numbers of a fixed range.

A game that can be learned has a module `planes` in its folder, which binds `PLANES`. An observation is a table of
`planes` rows and `width` columns of zeros and ones. The kernel puts them as machine words into one run of bytes, bit after
bit without a gap, the lowest bit of a byte first; whoever wants an array expands all observations in one call.

A move is a *path* of one or more steps, each a number of the action space. In the flat space every path has one step.
In a factored space a move that lays several pieces is told piece by piece. A path is packed: number + 1 in twelve bits a
step, the first step lowest.

The bytes are those of mypyc's runtime library (librt), which the extras `rl` and `openspiel` bring along: nothing else in
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
# In hot code there is no `x if c else 0`: the compiler makes objects of both sides where one is an i64.
NO_MOVES: Final = bytes(STEP // 8 + 1)


# A word that fills all 64 bits is negative when its highest one is set, and numbers stay within 64 bits uncompiled too:
# ((x & 1023) ^ 512) - 512 is x's lowest ten bits, the highest of them as the sign.


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
    """Numbers for `read_i16_le`. A list holds each number as an object somewhere in memory: this is many times smaller."""
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
    """What observers keep of one deal between two looks, so that its history is gone through once only."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Planes:
    """The observation layout and the action spaces of one game."""

    planes: int = 0
    width: int = 0
    actions: int = 0
    factored: int = 0  # size of the factored space; 0: there is none

    def layout(self) -> list[Field]:
        """The rows, from the first to the last."""
        raise NotImplementedError

    def memory(self) -> Memory:
        """A memory for a new deal. It holds public facts and the own moves of every seat, each for this seat alone."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        """Puts what the seat knows, a whole number of bytes; `chosen` is the path so far of a move that is told in steps.

        The memory is fresh, or has been used for nothing but earlier looks at this very deal.
        """
        raise NotImplementedError

    def no_mask(self, factored: bool) -> bytes:
        """The bits of a mask with no move in it."""
        return NO_MOVES[: ((self.factored if factored else self.actions) + 7) >> 3]

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        """The packed path of a legal action; also of one that only stands for the same number."""
        raise NotImplementedError

    def find(self, state: State, seat: i64, legal: list[int], number: i64) -> i64:
        """The legal action that has this number in the flat space; -1 when there is none."""
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
