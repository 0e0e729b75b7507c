"""Who of those that sit in a room is connected to this node."""

from __future__ import annotations

from qipai.server.rooms.live_room import LiveRoom


def seats_here(live: LiveRoom) -> set[int]:
    return {watcher.seat for watcher in live.watchers if watcher.seat is not None and not watcher.absent}


def is_inhabited(live: LiveRoom, since: float) -> bool:
    """Somebody who sits there is connected, or has done something by REST since."""
    return bool(seats_here(live)) or live.used_at > since
