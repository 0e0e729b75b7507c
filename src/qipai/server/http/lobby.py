"""The lists of rooms, and how many one may have."""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

from qipai.core.data import Json
from qipai.server.accounts.player import Player
from qipai.server.http.models import RoomDetail
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.opening import detail_of
from qipai.server.rooms.practice import is_practice_name
from qipai.server.storage import room_rows
from qipai.server.storage.room_rows import RoomRow

Which = Literal["all", "mine", "public", "past"]


async def check_quota(node: Node, me: Player) -> None:
    if await room_rows.open_rooms_of(node.store, me.id) >= node.config.limits.open_rooms:
        raise Refused("TOO_MANY")


class RoomLists:
    """The lists of rooms. The public one is the same for everybody: it is read a few times a second at most."""

    KEPT = 0.25  # seconds

    def __init__(self, node: Node) -> None:
        self.node = node
        self.public: asyncio.Task[list[RoomRow]] | None = None
        self.read_at = 0.0

    async def json(self, me: Player | None, which: Which) -> bytes:
        """As `list[RoomLine]`, newest first."""
        rows: list[RoomRow] = []
        if which in ("all", "public"):
            rows += await self.public_rows()
        if which != "public" and me is not None:
            rows += await room_rows.list_rooms(self.node.store, me.id, "past" if which == "past" else "mine")
        return msgspec.json.encode([room_line(row, me) for row in room_rows.newest_first(rows)])

    async def public_rows(self) -> list[RoomRow]:
        now = self.node.clock.now()
        if self.public is None or now - self.read_at > self.KEPT or (self.public.done() and self.public.exception()):
            self.read_at = now
            self.public = asyncio.get_running_loop().create_task(room_rows.list_rooms(self.node.store, None, "public"))
        return await asyncio.shield(self.public)


def room_line(row: RoomRow, me: Player | None) -> Json:
    """A `RoomLine`."""
    mine = [index for index, (_, player, _, _, _) in enumerate(row.seats) if me is not None and player == me.id]
    return {
        "room": row.code or row.id,
        "game": row.game,
        "rules": msgspec.Raw(row.rules.encode()),
        "status": row.status,
        "public": row.public,
        "seats": [kind for kind, _, _, _, _ in row.seats],
        "names": [name or "" for _, _, _, name, _ in row.seats],
        "levels": [level for _, _, level, _, _ in row.seats],
        "score": row.seats[mine[0]][4] if mine else None,
        "mine": bool(mine),
        "my_seat": mine[0] if mine else None,
        "updated": row.updated,
        "practice": is_practice_name(row.id),
    }


def room_detail(live: LiveRoom, me: Player | None, link: str) -> RoomDetail:
    return RoomDetail.model_validate(detail_of(live, me, link))
