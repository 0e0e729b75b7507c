"""A person, as the rest of the server knows one, and what a name may be."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from qipai.server.refusal import Refused

LONGEST = 16  # characters


class Player(NamedTuple):
    id: str
    name: str
    account: bool  # False: a guest


def check_name(name: str) -> str:
    """1 to 16 visible characters: no control, format or bidirectional ones, no lone surrogates. BAD_NAME."""
    clean = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(clean) <= LONGEST or any(unicodedata.category(ch)[0] in "CZ" and ch != " " for ch in clean):
        raise Refused("BAD_NAME")
    if all(unicodedata.category(ch)[0] == "M" for ch in clean):
        raise Refused("BAD_NAME")
    return clean


def login_of(name: str) -> str:
    """The form in which names of accounts are compared."""
    return unicodedata.normalize("NFKC", name).casefold()
