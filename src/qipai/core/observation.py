"""What a learner sees of a deal: rows of bits, and moves as numbers of a fixed range.

A game's own encoder is `ENCODER` of the module `observation` in its folder; a game without one gets that of
`default_observation`. An observation is a table of `rows` by `columns` zeros and ones. The kernel writes it as machine words
into one run of bytes, without gaps, the lowest bit of a byte first; arrays of many observations are unpacked in one call.

A move is a *path* of one or more steps, each a number of the action space. In the flat space every path has one step.
In a factored space a move of several pieces is chosen piece by piece. A path is packed: number + 1 in twelve bits a step, the
first step lowest.

The byte buffers are those of `qipai.buffers`; nothing else in the kernel needs them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from qipai.buffers import BytesWriter, write_i64_le
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64, mypyc_attr

STEP_BITS: Final = 12
STEP: Final = 4095
TOP: Final = 1 << 60  # bit k is TOP >> 60 - k
# Hot code avoids `x if c else 0`: where one side is an i64 the compiler boxes both.
NO_MOVES: Final = bytes(STEP // 8 + 1)


# A word that uses all 64 bits is negative when the highest is set, and uncompiled numbers must stay within 64 bits as well:
# ((x & 1023) ^ 512) - 512 is x's lowest ten bits with the highest as the sign.


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
    """A table for `read_i16_le`: many times smaller than a list, which holds every number as an object."""
    return b"".join([value.to_bytes(2, "little", signed=True) for value in values])


def table_32(values: list[int]) -> bytes:
    """Likewise for `read_i32_le`."""
    return b"".join([value.to_bytes(4, "little", signed=True) for value in values])


def table_64(values: list[int]) -> bytes:
    """Likewise for `read_i64_le`."""
    return b"".join([value.to_bytes(8, "little", signed=True) for value in values])


def six_bits(a: bool, b: bool, c: bool, d: bool, e: bool, f: bool) -> i64:
    """Six flags, the first one lowest."""
    bits: i64 = 0
    if a:
        bits |= 1
    if b:
        bits |= 2
    if c:
        bits |= 4
    if d:
        bits |= 8
    if e:
        bits |= 16
    if f:
        bits |= 32
    return bits


def recent_seats_row(packed: i64, seat: i64) -> i64:
    """Who made the last moves, as `seat` counts: column 4 k + s for the last but k.

    `packed` has 4 + seat in three bits a move, the last one lowest; seats are those of a table of four.
    """
    row: i64 = 0
    column: i64 = 0
    while packed:
        row |= TOP >> 60 - (column + ((packed - seat) & 3))
        packed >>= 3
        column += 4
    return row


class Field(NamedTuple):
    """Some rows of an observation: their name, their number, and what a bit in them means."""

    name: str
    rows: int
    text: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Memory:
    """What an encoder remembers of a deal between two observations, so that it reads the history only once."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Turns what a seat knows into bits, and moves into numbers and back."""

    rows: int = 0
    columns: int = 0
    actions: int = 0
    factored: int = 0  # size of the factored space; 0: none

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    def at_version(self, version: int) -> Encoder:
        """The encoder of that version of the environments: this one, unless spaces have changed since."""
        return self

    def supports(self, rules: Rules) -> bool:
        """Whether it has numbers for all moves under these rules."""
        return True

    def layout(self) -> list[Field]:
        """The rows in order."""
        raise NotImplementedError

    def memory(self) -> Memory:
        """A memory for a new deal. It holds public facts, and each seat's own moves for that seat only."""
        raise NotImplementedError

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        """Writes what the seat knows, a whole number of bytes; `chosen` is the path so far of a move made in steps.

        The memory is new, or was used only for earlier observations of this same deal.
        """
        raise NotImplementedError

    def no_mask(self, factored: bool) -> bytes:
        """The bits of an empty mask."""
        return NO_MOVES[: ((self.factored if factored else self.actions) + 7) >> 3]

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        """The packed path of a legal action, or of an equivalent one that the legal list leaves out."""
        raise NotImplementedError

    def find(self, state: State, seat: i64, legal: list[int], number: i64) -> i64:
        """The legal action with this number in the flat space; -1 if there is none."""
        for action in legal:
            if self.path(state, seat, action, False) == number + 1:
                return action
        return -1

    def meaning(self, number: int, factored: bool) -> str:
        """What a number of the action space means, close to the notation."""
        raise NotImplementedError
