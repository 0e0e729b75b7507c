"""The encoder of a game that brings none: hashed features of what the seat's view says, and moves by their place in the list.

Every leaf of the view's public and private JSON sets one bit: the one to which the hash of its path and value points. Values
in lists set a second bit that does not depend on their place, so that "the hand holds a 7" is one feature wherever the 7 is.
Different leaves may share a bit. A move is its index in the canonical legal list, so that a number means another move in
every state: good enough to run every environment, while a learner that is meant to get strong wants an encoder of the game's
own.

A game whose lists are longer changes the sizes in its module `observation`: `ENCODER = DefaultEncoder(actions=4000)`.
"""

from __future__ import annotations

import zlib
from typing import Final

from qipai.buffers import BytesWriter
from qipai.core.data import Json
from qipai.core.observation import STEP, Encoder, Field, Memory
from qipai.core.state import State, View
from qipai.native import i64, mypyc_attr

COLUMNS: Final = 64
PUBLIC_ROWS: Final = 48
PRIVATE_ROWS: Final = 16
ACTIONS: Final = 1024


@mypyc_attr(allow_interpreted_subclasses=True)
class DefaultEncoder(Encoder):
    """Hashed features; see the module's docstring."""

    def __init__(self, public_rows: int = PUBLIC_ROWS, private_rows: int = PRIVATE_ROWS, actions: int = ACTIONS) -> None:
        if public_rows < 1 or private_rows < 1 or not 1 <= actions < STEP:
            raise ValueError(f"at least one row of each kind, and 1 to {STEP - 1} actions")
        self.public_rows = public_rows
        self.rows = public_rows + private_rows
        self.columns = COLUMNS
        self.actions = actions
        self.factored = 0

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.public_rows, self.rows - self.public_rows, self.actions)

    def layout(self) -> list[Field]:
        text = "hashes of the paths and values in the {} part of the seat's view"
        return [
            Field("public", self.public_rows, text.format("public")),
            Field("private", self.rows - self.public_rows, text.format("private") + ", and of the seat's number"),
        ]

    def memory(self) -> Memory:
        return Memory()

    def observe(self, state: State, seat: i64, chosen: i64, memory: Memory, out: BytesWriter) -> None:
        view = state.view(seat)
        out.write(hashed_bits(view.public(), self.public_rows * COLUMNS))
        out.write(hashed_bits(own_part(view), (self.rows - self.public_rows) * COLUMNS))

    def path(self, state: State, seat: i64, action: i64, factored: bool) -> i64:
        legal = state.legal(seat)
        if len(legal) > self.actions:
            raise ValueError(
                f"{len(legal)} legal moves do not fit into {self.actions} numbers: "
                "the game needs a module `observation` with ENCODER = DefaultEncoder(actions=...) or an encoder of its own"
            )
        if action not in legal:
            raise ValueError("only moves of the canonical list have a number")
        return legal.index(action) + 1

    def find(self, state: State, seat: i64, legal: list[int], number: i64) -> i64:
        if number < 0 or number >= len(legal):
            return -1
        return legal[number]

    def meaning(self, number: int, factored: bool) -> str:
        return f"move {number} of the canonical list"


def own_part(view: View) -> Json:
    return {"seat": view.seat, "private": view.private()}


def hashed_bits(data: Json, bits: int) -> bytes:
    """A bit for every leaf of the data, a whole number of bytes."""
    out = bytearray(bits >> 3)
    add_leaves(data, "", bits, out)
    return bytes(out)


def add_leaves(value: object, path: str, bits: int, out: bytearray) -> None:
    if isinstance(value, dict):
        for key, part in value.items():
            add_leaves(part, f"{path}/{key}", bits, out)
    elif isinstance(value, list):
        for place, part in enumerate(value):
            add_leaves(part, f"{path}/{place}", bits, out)
            if not isinstance(part, (dict, list)):
                set_bit(f"{path}/*={part}", bits, out)
    else:
        set_bit(f"{path}={value}", bits, out)


def set_bit(token: str, bits: int, out: bytearray) -> None:
    place = zlib.crc32(token.encode()) % bits  # the same on every machine, unlike hash()
    out[place >> 3] |= 1 << (place & 7)


DEFAULT_ENCODER: Final = DefaultEncoder()
