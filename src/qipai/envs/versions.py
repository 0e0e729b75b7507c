"""The versions of the environments. A new one comes when action spaces or observations change; the old ones stay.

0   the release 0.1.0
1   the parallel form has a number for waiting, for seats that are not asked; moves that rules have gained have numbers
    (`Encoder.at_version` of the games' own encoders)
"""

from __future__ import annotations

VERSIONS = (0, 1)
VERSION = VERSIONS[-1]


def env_id(game: str, version: int = VERSION) -> str:
    """The registered name of an environment."""
    return f"qipai/{game}-v{version}"


def check_version(version: object) -> int:
    if not isinstance(version, int) or isinstance(version, bool) or version not in VERSIONS:
        raise ValueError(f"there is no version {version!r} of the environments: {VERSIONS}")
    return version
