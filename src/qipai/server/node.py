"""The node: its rooms, the sweep, and what binds them to store, bus and people. Any node can serve any room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qipai.server.accounts.accounts import ALPHABET, People
from qipai.server.config import Config, key_file
from qipai.server.metrics import Metrics
from qipai.server.refusal import Refused
from qipai.server.rooms.bots import Thinkers
from qipai.server.rooms.clock import NodeClock
from qipai.server.rooms.live_room import Live
from qipai.server.rooms.messages import encode
from qipai.server.rooms.room import CLOSED, FINISHED, HUMAN, DoesNotFold, Opening, Room, fold_all
from qipai.server.storage import schema
from qipai.server.storage.bus import Bus, PostgresBus
from qipai.server.storage.store import (
    CHANNEL,
    Append,
    Event,
    NewEvent,
    Store,
    StoreDown,
    events_after,
    latest_snapshot,
    secrets_of,
)

log = logging.getLogger("qipai.server")

CODE = 9  # characters of a room's name: 45 bits
ANNOUNCED = 15.0  # seconds after which a node says again who is there
BELIEVED = 40.0  # seconds for which the others believe it


class House:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.people = People(self.store)
        self.bus: Bus = Bus() if self.store.is_sqlite else PostgresBus(self.store.url)
        self.thinkers = Thinkers(config.workers, config.think)
        self.metrics = Metrics()
        self.clock = NodeClock()
        self.rooms: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.broken: dict[str, str] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.writing: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.leaving = asyncio.Event()  # set when the node is told to go down: sockets say goodbye
        self.offset = 0.0  # the database's clock less our monotonic one
        self.node = secrets.token_hex(4)
        self.announced = 0.0

    # life
    async def start(self) -> None:
        await asyncio.to_thread(self.prepare)
        self.heard_time(await asyncio.wrap_future(self.store.read(self.store.now)))
        self.bus.start(self.heard)
        self.spawn(self.sweep_forever())

    def prepare(self) -> None:
        """Tables and key; once is enough. StoreDown, and ValueError for a key that is none."""
        self.store.start()
        if not self.people.key:
            self.people.key = key_file(Path(self.config.data)) if self.store.is_sqlite else self.store.shared_key()

    async def stop(self) -> None:
        self.stopping = True
        if self.writing:
            await asyncio.wait(self.writing, timeout=2.0)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.thinkers.stop()
        await asyncio.to_thread(self.bus.stop)
        await asyncio.to_thread(self.store.stop)

    def finish(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that is not called off with the connection that asked for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.writing.add(task)
        task.add_done_callback(self.finished)
        return task

    def finished(self, task: asyncio.Task[None]) -> None:
        self.writing.discard(task)
        if not task.cancelled():
            task.exception()  # told to whoever waits, if anybody still does

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    # time
    def heard_time(self, at: float) -> None:
        self.offset = at - self.clock.now()

    def now(self) -> float:
        """The database's clock, near enough to show; what is due the database itself says."""
        return self.clock.now() + self.offset

    # rooms
    async def open_room(self, opening: Opening, owner: str) -> str:
        name = "".join(secrets.choice(ALPHABET) for _ in range(CODE)).lower()
        event = NewEvent("open", encode(opening).decode(), None, f"open:{name}")

        def work(connection: Connection, now: float) -> None:
            row = {
                "id": name,
                "game": opening.game,
                "rules": encode(opening.rules).decode(),
                "owner": owner,
                "public": opening.public,
                "status": "open",
                "created": now,
                "touched": now,
            }
            connection.execute(schema.room.insert(), row)
            seats = [
                {"room": name, "idx": index, "kind": seat.kind, "player": seat.player, "level": seat.level}
                for index, seat in enumerate(opening.seats)
            ]
            connection.execute(schema.seat.insert(), seats)
            self.store.append_now(connection, Append(name, 1, [event]), now)

        await asyncio.wrap_future(self.store.write(work))
        live = await self.get(name)
        live.wake()
        return name

    async def get(self, name: str) -> Live:
        """The room, read from its log if it is not in memory. NO_ROOM, ROOM_BROKEN."""
        if name in self.broken:
            raise Refused("ROOM_BROKEN")
        live = self.rooms.get(name)
        if live is not None:
            return live
        task = self.loading.get(name)
        if task is None:
            task = asyncio.get_running_loop().create_task(self.load(name))
            self.loading[name] = task
            task.add_done_callback(lambda _: self.loading.pop(name, None))
        return await asyncio.shield(task)

    async def load(self, name: str) -> Live:
        def work(connection: Connection) -> tuple[list[Event], dict[int, bytes], bytes | None]:
            kept = latest_snapshot(connection, name)
            events = events_after(connection, name, 0 if kept is None else kept[0])
            if kept is not None and not events:  # a snapshot alone has no table
                kept, events = None, events_after(connection, name, 0)
            return events, secrets_of(connection, name), None if kept is None else kept[1]

        events, seeds, kept = await asyncio.wrap_future(self.store.read(work))
        if not events:
            raise Refused("NO_ROOM")
        try:
            room = fold_all(name, events, seeds, kept)
        except DoesNotFold as problem:
            self.quarantine(name, str(problem))
            raise Refused("ROOM_BROKEN") from None
        live = Live(self, room)
        self.rooms[name] = live
        live.wake()
        return live

    async def read_log(self, name: str, version: int) -> tuple[list[Event], dict[int, bytes]]:
        def work(connection: Connection) -> tuple[list[Event], dict[int, bytes]]:
            events = events_after(connection, name, version)
            return events, secrets_of(connection, name) if any(e.kind == "commit" for e in events) else {}

        return await asyncio.wrap_future(self.store.read(work))

    async def is_written(self, room: str, cmd_id: str) -> bool:
        table = schema.event
        query = sa.select(table.c.version).where((table.c.room == room) & (table.c.cmd_id == cmd_id))
        return await asyncio.wrap_future(self.store.read(lambda c: c.execute(query).first() is not None))

    def store_snapshot(self, room: str, version: int, blob: bytes) -> None:
        """Nobody waits for it: without it the log is folded from an earlier place."""

        def work(connection: Connection, now: float) -> None:
            insert = self.store.insert(schema.snapshot).values(room=room, version=version, blob=blob)
            again = insert.on_conflict_do_update(index_elements=["room"], set_={"version": version, "blob": blob})
            connection.execute(again)

        self.store.write(work)

    def quarantine(self, room: str, reason: str) -> None:
        """A log that does not fold: the room is put aside, the others live."""
        log.error("room %s is put aside: %s", room, reason.split(":")[0])
        self.metrics.broken += 1
        self.broken[room] = reason
        self.rooms.pop(room, None)

        def work(connection: Connection, now: float) -> None:
            connection.execute(schema.room.update().where(schema.room.c.id == room).values(status="broken", touched=now))

        self.store.write(work)

    def is_broken(self, room: str) -> bool:
        return room in self.broken

    # hints and sweeps
    def heard(self, room: str, word: str) -> None:
        """The bus says that a room has moved on, or who came and went at another node."""
        live = self.rooms.get(room)
        if live is None:
            return
        if word.isdigit():
            if int(word) > live.room.version:
                self.spawn(self.catch_up(live))
            return
        node, _, seat = word[1:].partition(".")
        if node != self.node and seat.isdigit():
            known = live.online()
            live.elsewhere[int(seat)] = self.clock.now() + BELIEVED if word[0] == "+" else 0.0
            if live.online() != known:
                live.tell_presence()

    async def catch_up(self, live: Live) -> None:
        with contextlib.suppress(StoreDown, Refused):  # the sweep comes back to it
            async with live.lock:
                await live.catch_up()

    async def sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self.config.sweep)
            try:
                await self.sweep()
            except (StoreDown, Refused):
                continue

    async def sweep(self) -> None:
        """What must happen even if no hint arrives: deadlines, other nodes' events, rooms nobody looks at."""
        table = schema.deadline
        query = sa.select(table.c.room, table.c.kind, table.c.seat)

        def due(connection: Connection) -> tuple[float, list[tuple[str, str, int]]]:
            now = self.store.now(connection)
            rows = connection.execute(query.where(table.c.due_at <= now).order_by(table.c.due_at).limit(200))
            return now, [(row[0], row[1], row[2]) for row in rows]

        now, rows = await asyncio.wrap_future(self.store.read(due))
        self.heard_time(now)
        for room, kind, seat in rows:
            try:
                await self.time_is_up(room, kind, seat)
            except Refused:
                self.drop_deadline(room, kind, seat)
        if not self.store.is_sqlite:
            await self.look_for_news()
            if self.clock.now() - self.announced > ANNOUNCED:
                self.announced = self.clock.now()
                self.announce([(live.room.id, "+", seat) for live in self.rooms.values() for seat in seats_here(live)])
        self.forget_idle()

    async def time_is_up(self, room: str, kind: str, seat: int) -> None:
        """The seat goes on autopilot; its move follows from that."""
        live = await self.get(room)
        if kind == "clock":
            if not self.store.is_sqlite:
                async with live.lock:
                    await live.catch_up()  # another node may have been there
            due = live.room.dues(self.now()).get(seat)
            if due is None:
                self.drop_deadline(room, kind, seat)
            elif due <= self.now():
                await live.set_auto(seat, "timeout", f"timeout:{room}:{live.room.window()}:{seat}")
            return
        self.drop_deadline(room, kind, seat)
        if not live.online()[seat] and live.room.humans() > 1:
            await live.set_auto(seat, "away")

    def drop_deadline(self, room: str, kind: str, seat: int) -> None:
        table = schema.deadline
        where = (table.c.room == room) & (table.c.kind == kind) & (table.c.seat == seat)
        self.store.write(lambda c, now: c.execute(table.delete().where(where)).rowcount)

    async def look_for_news(self) -> None:
        live = [name for name, room in self.rooms.items() if room.watchers]
        if not live:
            return
        table = schema.event
        query = sa.select(table.c.room, sa.func.max(table.c.version)).where(table.c.room.in_(live)).group_by(table.c.room)
        rows = await asyncio.wrap_future(self.store.read(lambda c: [(r[0], r[1]) for r in c.execute(query)]))
        for name, version in rows:
            room = self.rooms.get(name)
            if room is not None and version > room.room.version:
                await self.catch_up(room)

    def forget_idle(self) -> None:
        limit = self.clock.now() - self.config.keep_idle
        for name, live in list(self.rooms.items()):
            idle = not live.watchers and live.used_at < limit and not live.lock.locked()
            if idle and live.steward.idle():
                del self.rooms[name]

    # who is there
    def came(self, live: Live, seat: int | None) -> None:
        live.tell_presence()
        self.expect(live)
        if seat is not None:
            self.drop_deadline(live.room.id, "grace", seat)
            self.announce([(live.room.id, "+", seat)])
            if live.room.seats[seat].auto == "away":
                self.spawn(self.give_back(live, seat))

    async def give_back(self, live: Live, seat: int) -> None:
        with contextlib.suppress(StoreDown, Refused):
            await live.set_auto(seat, "", only_if="away")

    def still_here(self, live: Live, seat: int) -> None:
        """Another node missed a player who is connected to this one."""
        if seat in seats_here(live):
            self.spawn(self.give_back(live, seat))

    def went(self, live: Live, seat: int | None) -> None:
        live.tell_presence()
        if seat is not None and seat not in seats_here(live):
            self.announce([(live.room.id, "-", seat)])
            self.expect(live)

    def expect(self, live: Live) -> None:
        """Every person who is not here has the grace time from now on, or what is left of it. A node that died could not
        say so; whoever comes back first starts the clocks of the others."""
        room = live.room
        if room.humans() < 2 or room.stage in (FINISHED, CLOSED):
            return
        online = live.online()
        rows = [k for k, own in enumerate(room.seats) if own.kind == HUMAN and not own.auto and not online[k]]
        if not rows:
            return
        grace = room.options.grace
        insert = self.store.insert(schema.deadline).on_conflict_do_nothing()

        def work(connection: Connection, now: float) -> None:
            for seat in rows:
                connection.execute(insert, {"room": room.id, "kind": "grace", "seat": seat, "due_at": now + grace})

        self.store.write(work)

    def announce(self, notes: list[tuple[str, str, int]]) -> None:
        """Tells the other nodes who is here."""
        if self.store.is_sqlite or not notes:
            return
        texts = [f"{room} {sign}{self.node}.{seat}" for room, sign, seat in notes]

        def work(connection: Connection, now: float) -> None:
            for text in texts:
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, text))

        self.store.write(work)


def seats_here(live: Live) -> set[int]:
    return {watcher.seat for watcher in live.watchers if watcher.seat is not None}


def room_name(text: str) -> str:
    """As people may type it."""
    return text.replace("-", "").replace(" ", "").lower()


__all__ = ["House", "Room", "room_name"]
