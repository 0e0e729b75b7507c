"""When the server makes its moves. With two or more people at a table all of them come after a delay from one distribution:
how long a seat takes tells neither that it had no choice nor that it had one."""

from __future__ import annotations

import hashlib
import hmac

from qipai.server.rooms.room import Room
from qipai.server.rooms.room_data import BOT

SHORTEST, LONGEST = 0.6, 1.4  # seconds


def drawn_delay(room: Room, seat: int) -> float:
    """Evenly between the shortest and the longest. The same at every node, and known to no player before the deal is over:
    it follows from the deal's secret."""
    secret = room.secrets.get(room.deal, b"")
    drawn = hmac.digest(secret, f"pace {room.window()} {seat}".encode(), hashlib.sha256)
    return SHORTEST + (LONGEST - SHORTEST) * int.from_bytes(drawn[:6], "big") / 2**48


def delay(room: Room, seat: int, forced: bool, watched: bool) -> float:
    """Seconds from the moment that is shown to the server's move for the seat."""
    if room.skipping:
        return 0.0
    is_bot, pace = room.seats[seat].kind == BOT, room.options.pace
    if room.even_pace():
        return pace if is_bot and pace > LONGEST else drawn_delay(room, seat)
    return 0.0 if forced or not watched else pace
