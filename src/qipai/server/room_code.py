"""The code of a room, by which people find it."""

from __future__ import annotations

import secrets

from qipai.server.accounts.tokens import ALPHABET
from qipai.server.refusal import Refused

LENGTH = 9  # characters: 45 bits


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH)).lower()


def read_code(text: str) -> str:
    """As people may type it. NO_ROOM for what no room is called: the database is not asked."""
    code = text.replace("-", "").replace(" ", "").lower()
    if not (code.isascii() and code.isalnum()):
        raise Refused("NO_ROOM")
    return code
