"""What people say at a table: fixed phrases for everybody to see, free text among those who sit there, and apart from it
among those who watch. It is no part of the log: it moves no version and is in no record."""

from __future__ import annotations

import hashlib
import hmac
import re
import unicodedata
from typing import NamedTuple

from qipai.server.accounts.player import INVISIBLE, Player
from qipai.server.refusal import Refused
from qipai.server.rooms.messages import Chat
from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import PLAYING

TABLE, WATCHERS = "table", "watchers"
LONGEST = 120  # characters
KEPT = 200  # lines that somebody who comes later is told
# what a client shows in its own words for the game; an unknown one is refused
PHRASES = frozenset(
    ("hello", "nice", "hurry", "dawn", "thanks", "sorry", "luck", "think", "wow", "cry", "laugh", "thumb", "angry", "bye")
)
LINK = re.compile(
    r"(?i)(?:[a-z][a-z0-9+.-]*://|www\.|[a-z0-9-]+\.(?:com|cn|net|org|io|top|xyz|info|cc|vip|me|co|app|site|club|ru|gg|ly|shop)\b"
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b)"
)


class Line(NamedTuple):
    """Something that was said."""

    id: int
    player: str
    name: str
    seat: int | None
    channel: str
    kind: str  # text, phrase
    text: str
    at: float


def clean(text: str) -> str:
    """One line of visible characters: no control, format, bidirectional or blank ones. BAD_CHAT."""
    plain = unicodedata.normalize("NFC", text)
    seen = [" " if ch.isspace() else ch for ch in plain if ch.isspace() or unicodedata.category(ch)[0] != "C"]
    line = re.sub(" +", " ", "".join(ch for ch in seen if ord(ch) not in INVISIBLE)).strip()
    if not line or len(line) > LONGEST or sum(unicodedata.category(ch) == "Mn" for ch in line) > len(line) // 2:
        raise Refused("BAD_CHAT", most=LONGEST)
    if LINK.search(unicodedata.normalize("NFKC", line)):
        raise Refused("NO_LINKS")
    return line


def masked(line: str, words: list[str]) -> str:
    """Without the words of the operator's list."""
    for word in words:
        line = re.sub(re.escape(word), "＊" * len(word), line, flags=re.IGNORECASE)
    return line


def check_may_talk(room: Room, player: Player, seat: int | None, shown: str) -> None:
    """Free text: NO_CHAT when the host has switched it off, or for guests in a public room where he has not switched it on;
    PHRASES_ONLY for partners while a deal is on."""
    chat = room.options.chat
    if chat in ("off", "phrases") or (chat == "auto" and room.public and not player.account):
        raise Refused("NO_CHAT")
    if seat is not None and shown == PLAYING and room.game.in_teams and not room.options.talk_in_deals:
        raise Refused("PHRASES_ONLY")


def who(room: str, player: str, key: bytes) -> str:
    """What a person is called in the frames of one room, so that somebody can be muted: the same for ever, and no id."""
    return hmac.digest(key, f"talk {room} {player}".encode(), hashlib.sha256).hex()[:16]


def frame(room: str, line: Line, key: bytes) -> Chat:
    sender = who(room, line.player, key)
    return Chat(line.id, sender, line.name, line.seat, line.channel, line.kind, line.text)  # type: ignore[arg-type]
