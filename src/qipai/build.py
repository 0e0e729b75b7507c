"""How this copy of the package was built: compiled or not, and whether its sources changed since."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HOME = Path(__file__).resolve().parent
KERNEL_GLOBS = ("core/*.py", "engine/*.py", "games/*/*.py", "search/*.py")
# modules of a game that belong to the layers above the kernel: agents.py, agents_x.py, svg.py, ...
ABOVE_KERNEL = re.compile(r"(agents|bench|openspiel|puzzles|review|svg)(_\w+)?\.py")
UNCOMPILED = ("__init__.py", "shapes.py")  # nothing to gain: loading on first use, and types alone


def kernel_sources(home: Path = HOME) -> list[Path]:
    """The compiled modules: core, engine, games and search, without UNCOMPILED and ABOVE_KERNEL."""
    found = [path for pattern in KERNEL_GLOBS for path in home.glob(pattern)]
    return sorted(path for path in found if path.name not in UNCOMPILED and not ABOVE_KERNEL.fullmatch(path.name))


def hash_sources(home: Path = HOME) -> str:
    """One hash over the names and contents of the kernel's sources."""
    digest = hashlib.sha256()
    for path in kernel_sources(home):
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(b"\0")
        digest.update(path.read_bytes())
        digest.update(b"\0")
    return digest.hexdigest()


def built_hash() -> str | None:
    """The hash that the build embedded; None when this copy was not compiled."""
    if importlib.util.find_spec("qipai._compiled") is None:
        return None
    value = importlib.import_module("qipai._compiled").SOURCE_HASH
    assert isinstance(value, str)
    return value


def libraries(home: Path = HOME) -> list[Path]:
    """Compiled modules beside the sources."""
    return sorted(path for suffix in EXTENSION_SUFFIXES for path in home.glob(f"**/*{suffix}"))


def interpreted_modules(home: Path = HOME) -> list[str]:
    """Kernel modules without compiled code: all of them or none in a sound build."""
    return [
        path.relative_to(home).as_posix()
        for path in kernel_sources(home)
        if not any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)
    ]


def compiled() -> bool:
    """True when the whole kernel in use is compiled."""
    return not interpreted_modules()


def status() -> dict[str, object]:
    """For `qipai info` and the header of a test run."""
    built = built_hash()
    now = hash_sources()
    return {
        "compiled": compiled(),
        "stale": bool(libraries()) and built != now,
        "source_hash": now,
        "built_hash": built,
    }
