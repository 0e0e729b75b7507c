"""Faces: what people look like at a table. One is chosen, or follows from the name, so that everybody sees the same one.

A face is written `fox-3`: what is drawn, and the number of the colour behind it. The drawings are the client's.
"""

from __future__ import annotations

import hashlib

from qipai.server.refusal import Refused
from qipai.server.rooms.bots import BOT_NAMES

FACES = ("cat", "fox", "panda", "tiger", "rabbit", "owl", "frog", "monkey", "penguin", "bear", "dragon", "pig")
COLOURS = 6
CHOICES = frozenset(f"{face}-{colour}" for face in FACES for colour in range(COLOURS))


def check_face(face: str) -> str:
    """Empty: the one that follows from the name. BAD_REQUEST."""
    if face and face not in CHOICES:
        raise Refused("BAD_REQUEST", reason="there is no such face")
    return face


def face_of(name: str) -> str:
    """The same for the same name, for ever."""
    drawn = hashlib.sha256(name.encode()).digest()
    return f"{FACES[drawn[0] % len(FACES)]}-{drawn[1] % COLOURS}"


def bot_face(name: str) -> str:
    """Bots have faces that no person can have."""
    return f"bot{BOT_NAMES.index(name) if name in BOT_NAMES else 0}"
