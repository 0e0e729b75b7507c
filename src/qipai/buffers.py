"""Byte buffers of the encoders: those of mypyc's runtime library (librt), or the same in plain Python where it is missing.

Compiled modules need librt, which the extras `rl` and `openspiel` install. Uncompiled ones run without it, in a browser too.
This module is never compiled; the compiler follows the names under TYPE_CHECKING to its own buffers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.strings import BytesWriter as BytesWriter
    from librt.strings import read_i16_le as read_i16_le
    from librt.strings import read_i32_le as read_i32_le
    from librt.strings import read_i64_le as read_i64_le
    from librt.strings import write_i64_le as write_i64_le
else:
    try:
        from librt.strings import BytesWriter, read_i16_le, read_i32_le, read_i64_le, write_i64_le
    except ImportError:

        class BytesWriter:
            """A growing run of bytes."""

            def __init__(self):
                self.bytes = bytearray()

            def __len__(self):
                return len(self.bytes)

            def __getitem__(self, index):
                return self.bytes[index]

            def __setitem__(self, index, value):
                self.bytes[index] = value

            def append(self, value):
                """Adds a byte."""
                self.bytes.append(value)

            def write(self, more):
                """Adds some bytes."""
                self.bytes += more

            def truncate(self, size):
                """Drops everything after the first `size` bytes."""
                del self.bytes[size:]

            def getvalue(self):
                """All bytes so far."""
                return bytes(self.bytes)

        def signed_reader(size):
            def read(data, index):
                """The number at this place, little-endian."""
                found = data[index : index + size]
                if index < 0 or len(found) < size:
                    raise IndexError(f"index {index} out of range for bytes of length {len(data)}")
                return int.from_bytes(found, "little", signed=True)

            return read

        read_i16_le = signed_reader(2)
        read_i32_le = signed_reader(4)
        read_i64_le = signed_reader(8)

        def write_i64_le(out, value):
            """Adds a number of eight bytes, little-endian."""
            out.bytes += value.to_bytes(8, "little", signed=True)


__all__ = ["BytesWriter", "read_i16_le", "read_i32_le", "read_i64_le", "write_i64_le"]
