"""The error for a missing extra, with the command that installs it."""

from __future__ import annotations

import importlib.util

from qipai.core.errors import Messages, QipaiError
from qipai.core.text import Text
from qipai.native import mypyc_attr

EXTRAS = {
    "server": ("msgspec", "fastapi", "uvicorn", "sqlalchemy", "psycopg", "alembic", "argon2", "segno"),
    "rl": ("numpy", "gymnasium", "pettingzoo", "PIL", "resvg_py", "librt"),
    "openspiel": ("pyspiel", "numpy", "librt"),
    "ray": ("ray",),
    "train": ("numpy",),
}
MESSAGES = Messages(
    {
        "MISSING_EXTRA": Text(
            "This needs more packages: pip install 'qipai[{extra}]'", "需要更多组件：pip install 'qipai[{extra}]'"
        )
    }
)


@mypyc_attr(native_class=False)
class MissingExtra(QipaiError, ImportError):
    """Packages of an extra are missing; `detail` names the extra and the packages."""

    def __init__(self, extra: str, packages: list[str]) -> None:
        super().__init__("MISSING_EXTRA", MESSAGES, extra=extra, packages=packages)


def need(extra: str) -> None:
    """MissingExtra unless all packages of the extra can be imported."""
    missing = [name for name in EXTRAS[extra] if importlib.util.find_spec(name) is None]
    if missing:
        raise MissingExtra(extra, missing)
