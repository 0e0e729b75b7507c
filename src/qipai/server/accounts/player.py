"""A person, as the rest of the server knows one, and what a name may be."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from qipai.server.refusal import Refused
from qipai.server.rooms.bots import BOT_NAMES

LONGEST = 16  # characters
LONGEST_LOGIN = 64  # of the form in which names are compared: one character may become eighteen
ERASED = "—"  # the name of somebody who has deleted the account
VARIATIONS = "\ufe0e\ufe0f"  # text or picture: phones send them with symbols; nobody sees them
# Unicode's Default_Ignorable_Code_Point beyond the categories of control and format characters, and the Braille blank
INVISIBLE = frozenset((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)).union(
    range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9), range(0xE0000, 0xE1000)
)


class Player(NamedTuple):
    id: str
    name: str
    account: bool  # False: a guest
    face: str = ""  # the one that was chosen


def check_name(name: str) -> str:
    """1 to 16 visible characters: no control, format or bidirectional ones, none that is blank, no lone surrogates; and not
    the name of a bot. BAD_NAME, NAME_TAKEN."""
    clean = unicodedata.normalize("NFC", name.translate(dict.fromkeys(map(ord, VARIATIONS)))).strip()
    if not 1 <= len(clean) <= LONGEST or any(unicodedata.category(ch)[0] in "CZ" and ch != " " for ch in clean):
        raise Refused("BAD_NAME")
    if any(ord(ch) in INVISIBLE for ch in clean) or all(unicodedata.category(ch)[0] == "M" for ch in clean):
        raise Refused("BAD_NAME")
    if len(login_of(clean)) > LONGEST_LOGIN:
        raise Refused("BAD_NAME")
    if bare(clean) in NOBODY:
        raise Refused("NAME_TAKEN")
    return clean


def login_of(name: str) -> str:
    """The form in which names of accounts are compared."""
    return unicodedata.normalize("NFKC", name).casefold()


def bare(name: str) -> str:
    """Letters and digits alone: what two names have in common that look alike at a glance."""
    return "".join(ch for ch in login_of(name) if ch.isalnum()) or login_of(name)


NOBODY = frozenset(bare(name) for name in (*BOT_NAMES, ERASED))
