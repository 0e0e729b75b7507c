"""A home for the rooms of one person: what a server's node is to its rooms, without accounts, sockets or a database.

The rooms are the server's own (`LiveRoom`): judged, written, then acknowledged and shown. What differs is where the log
is kept (`Shelf`), and that thoughts are thought here (`Thinker`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from qipai.agents.base import DEVICE
from qipai.core.data import Json
from qipai.local.shelf import Shelf
from qipai.local.thinker import Thinker
from qipai.server.accounts.faces import check_face
from qipai.server.accounts.player import Player, check_name
from qipai.server.http.limits import Buckets
from qipai.server.metrics import Metrics
from qipai.server.refusal import Refused
from qipai.server.rooms import practice
from qipai.server.rooms.clock import NodeClock
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import encode
from qipai.server.rooms.room import DoesNotFold
from qipai.server.rooms.room_data import OPEN, Opening
from qipai.server.rooms.timeline import recall
from qipai.server.storage.events import Append, Conflict, Event, NewEvent, Outcome, SeatRow, StoredLog, StoreDown, Written

log = logging.getLogger("qipai.local")

ME = "me"
SIGN = "~"  # begins the names of rooms here, so that no server's room has one of them
ALPHABET = "abcdefghjkmnpqrstvwxyz23456789"
CODE = 9
TALK, TALK_BURST = 0.5, 5.0


class LocalLog:
    """The write path of rooms, into the shelf, with the line by which lists show a room."""

    def __init__(self, shelf: Shelf, now: Callable[[], float], told: Callable[[str, int], None]) -> None:
        self.shelf = shelf
        self.now = now
        self.told = told  # after a write: other windows of the same browser may look at the room

    def append_soon(self, wanted: Append) -> asyncio.Future[Outcome]:
        return asyncio.ensure_future(self.append(wanted))

    async def append(self, wanted: Append) -> Outcome:
        at = self.now()
        line = await self.shelf.line(wanted.room)
        if line is None:
            return Conflict()  # removed meanwhile, by another window
        return await self.write(wanted, updated_line(line, wanted, at), at)

    async def write(self, wanted: Append, line: Json, at: float) -> Outcome:
        rows = [
            Event(wanted.version + number, event.seat, event.kind, event.payload, event.cmd_id, event.answers, at)
            for number, event in enumerate(wanted.events)
        ]
        if not await self.shelf.append(wanted.room, rows, wanted.secret, line):
            return Conflict()
        self.told(wanted.room, wanted.last_version())
        return Written(at)


def updated_line(line: Json, wanted: Append, at: float) -> Json:
    """A `RoomLine` after an append."""
    out = dict(line)
    if wanted.seats:
        out |= seats_of_line(line, wanted.seats)
    if wanted.status is not None:
        out["status"] = wanted.status
    if wanted.rules is not None:
        out["rules"] = json.loads(wanted.rules)
    if wanted.touched or wanted.status is not None:
        out["updated"] = at
    return out


def seats_of_line(line: Json, rows: Sequence[SeatRow]) -> Json:
    kinds, levels = line["seats"], line["levels"]
    assert isinstance(kinds, list)
    assert isinstance(levels, list)
    changed = {row.number: row for row in rows}
    count = range(len(kinds))
    mine = [row for row in rows if row.player == ME]
    return {
        "seats": [changed[number].kind if number in changed else kinds[number] for number in count],
        "levels": [changed[number].level if number in changed else levels[number] for number in count],
        "my_seat": mine[0].number if mine else line["my_seat"],
        "score": mine[0].score if mine else line["score"],
    }


class LocalBooks:
    def __init__(self, home: LocalHome) -> None:
        self.home = home
        self.talk: dict[str, list[tuple[Any, ...]]] = {}  # nobody else is there to read it later
        self.spoken = 0

    async def read_log(self, room: str, version: int = 0) -> StoredLog:
        return await self.home.shelf.read(room, version)

    async def is_written(self, room: str, cmd_id: str) -> bool:
        return any(event.cmd_id == cmd_id for event in (await self.home.shelf.read(room)).events)

    def save_snapshot(self, room: str, version: int, blob: bytes) -> None:
        async def save() -> None:
            try:
                await self.home.shelf.save_snapshot(room, version, blob)
            except StoreDown:
                log.warning("a snapshot was not kept; the log has it all")

        self.home.spawn(save())

    def set_status(self, room: str, status: str, seats: Sequence[SeatRow]) -> None:
        """After a pause, which there is none with one person."""

    async def add_line(self, room: str, line: Mapping[str, object]) -> int:
        self.spoken += 1
        fields = [line[name] for name in ("player", "name", "seat", "channel", "kind", "text")]
        self.talk.setdefault(room, []).append((self.spoken, *fields, self.home.now()))
        return self.spoken

    async def read_lines(self, room: str, after: int, most: int) -> list[tuple[Any, ...]]:
        return [row for row in self.talk.get(room, []) if row[0] > after][-most:]

    def forget_talk(self, room: str) -> None:
        self.talk.pop(room, None)


class LocalHome:
    def __init__(
        self,
        shelf: Shelf,
        clock: NodeClock | None = None,
        now: Callable[[], float] = time.time,
        told: Callable[[str, int], None] = lambda room, version: None,
    ) -> None:
        self.shelf = shelf
        self.clock = clock or NodeClock()
        self.time = now
        self.store = LocalLog(shelf, now, told)
        self.books = LocalBooks(self)
        self.workers = Thinker()
        self.metrics = Metrics()
        self.talks = Buckets(TALK, TALK_BURST)
        self.words: list[str] = []
        self.stopping = False
        self.jumped = 0.0
        self.budget = DEVICE.name
        self.talk_key = secrets.token_bytes(32)
        self.me = Player(ME, "1", False)
        self.rooms: dict[str, LiveRoom] = {}
        self.loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self.broken: dict[str, str] = {}
        self.tasks: set[asyncio.Task[Any]] = set()

    def call_me(self, name: str, face: str | None) -> Player:
        """Another name or face. BAD_NAME, NAME_TAKEN, BAD_REQUEST."""
        self.me = Player(ME, check_name(name), False, self.me.face if face is None else check_face(face))
        return self.me

    # what rooms ask of their home
    def now(self) -> float:
        return self.time()

    def steady(self, at: float) -> float:
        return at

    def heard_time(self, at: float, asked: float) -> bool:
        return False

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    finish = spawn

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # reported to those who wait for it

    def is_broken(self, room: str) -> bool:
        return room in self.broken

    def quarantine(self, room: str, reason: str) -> None:
        log.error("room %s is put aside: %s", room, reason)
        self.broken[room] = reason
        self.rooms.pop(room, None)

    def spectators_changed(self, live: LiveRoom) -> None:
        live.tell_presence()

    def host_is_here(self, live: LiveRoom) -> None:
        """Who plays alone is always the host."""

    def still_here(self, live: LiveRoom, seat: int) -> None:
        """There is no other node that could have missed somebody."""

    # rooms
    async def open_room(self, opening: Opening) -> str:
        """BAD_REQUEST for seats that wait for others; StoreDown."""
        if any(seat.kind == OPEN for seat in opening.seats):
            raise Refused("BAD_REQUEST", reason="on this device there is nobody else to sit down")
        name = self.new_name()
        if opening.practice is not None:
            name = name.replace(SIGN, SIGN + practice.SIGN)
        at = self.now()
        line: Json = {
            "room": name,
            "game": opening.game,
            "rules": opening.rules,
            "status": "open",
            "public": False,
            "seats": [seat.kind for seat in opening.seats],
            "names": [seat.name if seat.player == ME else "" for seat in opening.seats],
            "levels": [seat.level for seat in opening.seats],
            "score": None,
            "mine": True,
            "my_seat": next(number for number, seat in enumerate(opening.seats) if seat.player == ME),
            "updated": at,
            "practice": opening.practice is not None,
        }
        event = NewEvent("open", encode(opening).decode(), None, f"open:{name}")
        if not isinstance(await self.store.write(Append(name, 1, [event]), line, at), Written):
            raise StoreDown("a name that is taken")
        (await self.get(name)).wake()
        return name

    def new_name(self) -> str:
        return SIGN + "".join(secrets.choice(ALPHABET) for _ in range(CODE))

    async def get(self, name: str) -> LiveRoom:
        """The room, read from its log if it is not in memory. NO_ROOM, ROOM_BROKEN, StoreDown."""
        if name in self.broken:
            raise Refused("ROOM_BROKEN")
        if name in self.rooms:
            return self.rooms[name]
        task = self.loading.get(name)
        if task is None:
            task = self.loading[name] = asyncio.ensure_future(self.load(name))
            task.add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(task)

    async def load(self, name: str) -> LiveRoom:
        stored, snapshot = await self.shelf.read(name), await self.shelf.read_snapshot(name)
        if not stored.events:
            raise Refused("NO_ROOM")
        try:
            timeline = recall(name, stored.events, stored.secrets, snapshot, self.now())
        except DoesNotFold as problem:
            self.quarantine(name, str(problem))
            raise Refused("ROOM_BROKEN") from None
        live = self.rooms[name] = LiveRoom(self, timeline)
        live.wake()
        return live

    async def remove(self, live: LiveRoom) -> None:
        """The game is over and forgotten."""
        room = live.room.id
        await live.discard(ME)
        await self.shelf.remove(room)
        self.rooms.pop(room, None)

    async def moved(self, name: str, version: int) -> None:
        """Another window of the same browser has written something."""
        live = self.rooms.get(name)
        if live is not None and version > live.room.version:
            async with live.lock:
                await live.catch_up()

    async def lines(self, which: str) -> list[Json]:
        """As `GET /rooms` lists them, newest first."""
        going_on = ("open", "playing")
        kept = [line for line in await self.shelf.lines() if (line["status"] in going_on) != (which == "past")]
        return [] if which == "public" else sorted(kept, key=newest, reverse=True)


def newest(line: Json) -> float:
    updated = line["updated"]
    assert isinstance(updated, int | float)
    return updated
