"""How this copy of the package was built: compiled or not, and whether its sources have changed since."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

HOME = Path(__file__).resolve().parent
KERNEL_GLOBS = ("core/*.py", "games/*/*.py", "search/*.py")


def kernel_sources(home: Path = HOME) -> list[Path]:
    """The modules that are compiled: all of core, games and search, package markers aside."""
    found = [path for pattern in KERNEL_GLOBS for path in home.glob(pattern)]
    return sorted(path for path in found if path.name != "__init__.py")


def hash_sources(home: Path = HOME) -> str:
    """One hash over names and contents of the kernel's sources."""
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
    """Compiled modules lying beside the sources."""
    return sorted(home.glob("**/*.so"))


def compiled() -> bool:
    """True when the kernel that is in use is compiled code."""
    spec = importlib.util.find_spec("qipai.core.state")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def status() -> dict[str, object]:
    """For `qipai info` and the header of a test run."""
    built = built_hash()
    now = hash_sources()
    return {
        "compiled": compiled(),
        "stale": compiled() and built != now,
        "source_hash": now,
        "built_hash": built,
    }
