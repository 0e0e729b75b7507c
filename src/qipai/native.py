"""Names that the compiler knows: `i64` and `u8` are machine integers when compiled, `int` when not.

This module is never compiled and loads nothing, so `import qipai` needs no typing package.
Compiled `i64` wraps where Python ints grow: stored and hashed values stay below 2**62.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    i64 = int
    u8 = int

    def mypyc_attr(*_flags, **_settings):
        """Does nothing when interpreted."""
        return lambda cls: cls
