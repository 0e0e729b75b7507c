"""One server process: its rooms, the sweep, and what they share: store, bus, accounts, workers. Any node can serve any room."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from qipai.agents.base import PLAY
from qipai.server.accounts.accounts import Accounts
from qipai.server.accounts.player import Player
from qipai.server.config import Config, key_file, read_words
from qipai.server.http.limits import Buckets
from qipai.server.metrics import Metrics, NodeFigures
from qipai.server.refusal import Refused
from qipai.server.room_code import new_code, read_code
from qipai.server.rooms import host_commands, practice, talk
from qipai.server.rooms.audience import LISTED
from qipai.server.rooms.clock import NodeClock
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Spectator, encode
from qipai.server.rooms.presence import is_inhabited, seats_here
from qipai.server.rooms.room import DoesNotFold, Room
from qipai.server.rooms.room_data import CLOSED, FINISHED, HUMAN, Opening
from qipai.server.rooms.timeline import recall
from qipai.server.rooms.trial import seat_rows
from qipai.server.storage import account_rows, chat_rows, deadlines, room_holders, room_rows
from qipai.server.storage.books import StoreBooks
from qipai.server.storage.bus import Bus, PostgresBus
from qipai.server.storage.deadlines import DueDeadline
from qipai.server.storage.events import NewEvent, SeatRow, StoreDown
from qipai.server.storage.store import Store
from qipai.server.workers import WorkerPool

log = logging.getLogger("qipai.server")

ANNOUNCED = 15.0  # seconds after which a node says again who is there
BELIEVED = 40.0  # seconds for which the others believe it
NOTED = 15.0  # seconds after which the lists are told again which public rooms have people
WATCHING = "*"  # on the bus, before a node's name and those who watch there
JUMP = 2.0  # seconds by which the database's clock may be off; by more, it was set


class Node:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.store = Store(config.database)
        self.books = StoreBooks(self.store)
        self.accounts = Accounts(self.store)
        self.bus: Bus = Bus() if self.store.is_sqlite else PostgresBus(self.store.url, self.store.name)
        self.workers = WorkerPool(config.workers, config.think)
        self.metrics = Metrics()
        self.talks = Buckets(config.limits.talk, config.limits.talk_burst)
        self.words = read_words(config.words)
        self.clock = NodeClock()
        self.rooms: dict[str, LiveRoom] = {}
        self.codes: dict[str, str] = {}  # of rooms here that have another code than they were opened with
        self.loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self.broken: dict[str, str] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.ringing: set[DueDeadline] = set()  # deadlines that are being looked after
        self.writing: set[asyncio.Task[None]] = set()
        self.stopping = False
        self.leaving = asyncio.Event()  # set when the node is told to go down: sockets say goodbye
        self.offset = 0.0  # what is to be added to our monotonic clock: the database's, as long as that is not set
        self.jumped = 0.0  # by how much it was set since
        self.budget = PLAY.name
        self.set_at = 0.0  # what it showed meanwhile
        self.renewals: list[Future[None]] = []  # deadlines that are being rewritten
        self.name = self.store.name
        self.announced = 0.0
        self.noted = 0.0

    @property
    def talk_key(self) -> bytes:
        return self.accounts.signer.key

    # life
    async def start(self) -> None:
        await asyncio.to_thread(self.prepare)
        self.offset = await asyncio.wrap_future(self.store.read(self.store.now)) - self.clock.now()
        if not self.store.is_sqlite:
            await asyncio.wrap_future(room_holders.renew(self.store, [], BELIEVED))
        self.bus.start(self.heard)
        self.spawn(self.sweep_forever())

    def prepare(self) -> None:
        """Tables and key; once is enough. StoreDown, and ValueError for a key that is none."""
        self.store.start()
        signer = self.accounts.signer
        if not signer.key:
            signer.key = key_file(Path(self.config.data)) if self.store.is_sqlite else self.store.shared_key()

    async def stop(self) -> None:
        self.stopping = True
        if self.writing:
            await asyncio.wait(self.writing, timeout=2.0)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.workers.stop()
        if not self.store.is_sqlite:
            room_holders.leave(self.store)
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
            task.exception()  # reported to those who still wait

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)
        return task

    def ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    def figures(self) -> NodeFigures:
        store, workers = self.store, self.workers
        return NodeFigures(
            self.name,
            store.dialect,
            len(self.rooms),
            sum(bool(live.watchers) for live in self.rooms.values()),
            len(store.locked),
            sum(workers.running),
            workers.queue.count(),
            store.groups,
            store.writes,
            store.failures,
            store.commit_seconds,
        )

    # time
    def heard_time(self, at: float, asked: float) -> bool:
        """The database's clock showed `at` at some moment between `asked`, by our clock, and now. True: it was set."""
        ahead = self.offset + self.jumped
        off = max(0.0, at - (self.clock.now() + ahead)) + min(0.0, at - (asked + ahead))
        if abs(off) <= JUMP:
            self.offset += off
            return False
        log.warning("the database's clock was set by %+.0f seconds", off)
        self.jumped += off
        self.set_at = at - off / 2
        for live in self.rooms.values():
            self.renew_deadlines(live)
        return True

    def now(self) -> float:
        """The database's clock, near enough to show, as if it had never been set: nobody's time runs out by that."""
        return self.clock.now() + self.offset

    def steady(self, at: float) -> float:
        """A time of the database's as we count."""
        if not self.jumped or (self.jumped > 0 and at < self.set_at):
            return at
        return min(at - self.jumped, self.now())

    def renew_deadlines(self, live: LiveRoom) -> None:
        """What the database was told of a room's deadlines is no longer right."""
        now = self.now()
        clocks = {seat: max(0.0, due - now) for seat, due in live.room.dues(now).items()}
        self.renewals.append(deadlines.renew(self.store, live.room.id, clocks, live.room.options.grace))

    # rooms
    async def open_room(self, opening: Opening, owner: str) -> str:
        name = (practice.SIGN if opening.practice is not None else "") + new_code()
        event = NewEvent("open", encode(opening).decode(), None, f"open:{name}")
        seats = [SeatRow(index, seat.kind, seat.player, seat.level) for index, seat in enumerate(opening.seats)]
        rules = encode(opening.rules).decode()
        await room_rows.create_room(self.store, name, opening.game, rules, owner, opening.public, seats, event)
        if self.store.is_sqlite:  # of several nodes, the one that its people will be sent to holds it
            (await self.get(name)).wake()
        return name

    async def get(self, name: str) -> LiveRoom:
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

    async def visit(self, text: str, player: Player | None) -> LiveRoom:
        """The room that has this code now, as people may type it; for those who sit there also by one that it had before.
        NO_ROOM, also for who was removed; ROOM_BROKEN."""
        code = read_code(text)
        live = self.rooms.get(self.codes.get(code, code))
        if live is None or live.room.code != code:
            live = await self.get(await room_rows.room_of_code(self.store, code) or code)
        room = live.room
        if room.code != room.id:
            self.codes[room.code] = room.id
        if player is not None and (player.id in room.banned or self.is_dismissed(room, player)):
            raise Refused("NO_ROOM")
        if room.code != code and (player is None or room.seat_of(player.id) is None):
            raise Refused("NO_ROOM")
        return live

    def game_of(self, text: str) -> str | None:
        """What is played in the room that has this code now, if it is in memory."""
        try:
            code = read_code(text)
        except Refused:
            return None
        live = self.rooms.get(self.codes.get(code, code))
        return live.room.game.name if live is not None and live.room.code == code else None

    def is_dismissed(self, room: Room, player: Player) -> bool:
        return bool(room.dismissed) and talk.who(room.id, player.id, self.talk_key) in room.dismissed

    async def load(self, name: str) -> LiveRoom:
        if not self.store.is_sqlite:
            with contextlib.suppress(StoreDown):  # then the sweep is what finds others' events
                await room_holders.begin(self.store, name)
        stored = await room_rows.read_room(self.store, name)
        if not stored.events:
            raise Refused("NO_ROOM")
        try:
            events = [event._replace(at=self.steady(event.at)) for event in stored.events]
            timeline = recall(name, events, stored.secrets, stored.snapshot, self.now())
        except DoesNotFold as problem:
            self.quarantine(name, str(problem))
            raise Refused("ROOM_BROKEN") from None
        live, room = LiveRoom(self, timeline), timeline.room
        self.rooms[name] = live
        if self.jumped:
            self.renew_deadlines(live)
        if room.stage == FINISHED:  # a node that ended in a pause has not said so
            room_rows.set_status(self.store, name, room.status(), seat_rows(room), if_new=True)
        live.wake()
        return live

    def quarantine(self, room: str, reason: str) -> None:
        """A log that does not fold: the room is put aside, the others live."""
        log.error("room %s is put aside: %s", room, reason.split(":")[0])
        self.metrics.broken += 1
        self.broken[room] = reason
        self.drop([room])
        room_rows.mark_broken(self.store, room)

    def is_broken(self, room: str) -> bool:
        return room in self.broken

    # hints and sweeps
    def heard(self, room: str, word: str) -> None:
        """The bus says that a room has moved on, who came and went at another node, or that a session was ended there."""
        self.metrics.notes += 1
        if room == account_rows.ENDED:
            self.accounts.forget([word])
            return
        live = self.rooms.get(room)
        if live is None:
            return
        if word.startswith(chat_rows.SAID):
            if live.watchers:
                self.spawn(self.hear_talk(live, int(word[1:])))
            return
        if word.isdigit():
            if int(word) > live.room.version:
                self.spawn(self.catch_up(live))
            return
        node, _, seat = word[1:].partition(".")
        if word.startswith(WATCHING):
            live.spectators_at[node] = (self.clock.now() + BELIEVED, msgspec.json.decode(seat, type=list[Spectator]))
            live.tell_presence()
            return
        if word[0] == "?":
            self.announce([(room, "+", seat) for seat in seats_here(live)])
            self.announce_spectators([live])
        elif node != self.name and seat.isdigit():
            known = live.online()
            live.elsewhere[int(seat)] = self.clock.now() + BELIEVED if word[0] == "+" else 0.0
            if live.online() != known:
                live.tell_presence()
                self.expect(live)  # the node that said it may not have known of anybody who is here

    async def hear_talk(self, live: LiveRoom, number: int) -> None:
        with contextlib.suppress(StoreDown):
            await live.hear_talk(number)

    async def catch_up(self, live: LiveRoom) -> None:
        with contextlib.suppress(StoreDown, Refused):  # the sweep comes back to it
            async with live.lock:
                await live.catch_up()

    async def sweep_forever(self) -> None:
        while True:
            due = self.clock.now() + self.config.sweep
            await asyncio.sleep(self.config.sweep)
            self.metrics.late = self.clock.now() - due
            try:
                await self.sweep()
            except (StoreDown, Refused):
                continue

    async def sweep(self) -> None:
        """What must happen even if no hint arrives: deadlines, other nodes' events, rooms nobody looks at."""
        renewals, self.renewals = self.renewals, []
        for renewal in renewals:
            await asyncio.wrap_future(renewal)
        asked = self.clock.now()
        now, due = await deadlines.due_deadlines(self.store)
        if self.heard_time(now, asked):
            return  # by the new time other things are due
        for deadline in due:
            if deadline not in self.ringing:  # a room that waits for its rows keeps no other waiting
                self.ringing.add(deadline)
                self.spawn(self.ring(deadline))
        if not self.store.is_sqlite:
            await self.look_for_news()
            if self.clock.now() - self.announced > ANNOUNCED:
                self.announced = self.clock.now()
                room_holders.renew(self.store, list(self.rooms), BELIEVED)
                self.announce([(live.room.id, "+", seat) for live in self.rooms.values() for seat in seats_here(live)])
                self.announce_spectators([live for live in self.rooms.values() if live.spectators_here()])
        self.note_people()
        self.forget_idle()

    def note_people(self) -> None:
        """Public rooms in which somebody is are listed; the others are not."""
        now = self.clock.now()
        if now - self.noted < NOTED:
            return
        self.noted = now
        inhabited = [live.room.id for live in self.rooms.values() if live.room.public and is_inhabited(live, now - 2 * NOTED)]
        if inhabited:
            room_rows.note_people(self.store, inhabited, True)

    async def ring(self, deadline: DueDeadline) -> None:
        try:
            await self.time_is_up(*deadline)
        except Refused:
            deadlines.drop_deadline(self.store, *deadline)
        except StoreDown:
            pass  # the sweep comes back to it
        finally:
            self.ringing.discard(deadline)

    async def time_is_up(self, room: str, kind: str, seat: int) -> None:
        """The seat goes on autopilot; its move follows from that."""
        live = await self.get(room)
        if kind == "clock":
            if not self.store.is_sqlite:
                async with live.lock:
                    await live.catch_up()  # another node may have been there
            due = live.room.dues(self.now()).get(seat)
            if due is None:
                deadlines.drop_deadline(self.store, room, kind, seat)
            elif due > self.now():
                self.renew_deadlines(live)
            elif live.room.asks_secretly():
                live.driver.answer_for(seat)
            else:
                await live.set_auto(seat, "timeout", f"timeout:{room}:{live.room.window()}:{seat}")
            return
        deadlines.drop_deadline(self.store, room, kind, seat)
        if live.online()[seat] or live.room.humans() < 2:
            return
        player = live.room.seats[seat].player
        if kind == "host" and player is not None:
            await live.submit(partial(host_commands.host_gone, gone=player, online=live.online()))
        elif kind == "grace":
            await live.set_auto(seat, "away")

    async def look_for_news(self) -> None:
        watched = {name: live.room.version for name, live in self.rooms.items() if live.watchers}
        if not watched:
            return
        for name in await room_holders.rooms_with_news(self.store, watched):
            live = self.rooms.get(name)
            if live is not None and live.room.version == watched[name] and not live.lock.locked():
                self.spawn(self.catch_up(live))

    def forget_idle(self) -> None:
        limit = self.clock.now() - self.config.keep_idle
        idle = [
            name
            for name, live in self.rooms.items()
            if not live.watchers and live.used_at < limit and not live.lock.locked() and live.driver.idle()
        ]
        if idle:
            self.drop(idle)

    def drop(self, rooms: list[str]) -> None:
        for name in rooms:
            live = self.rooms.pop(name, None)
            if live is not None:
                self.codes.pop(live.room.code, None)
        if not self.store.is_sqlite:
            room_holders.end(self.store, rooms)

    # who is there
    def spectators_changed(self, live: LiveRoom) -> None:
        live.tell_presence()
        self.announce_spectators([live])

    def announce_spectators(self, rooms: list[LiveRoom]) -> None:
        """Tells the other nodes that serve a room who watches here."""
        notes = [(live.room.id, encode(live.spectators_here()[:LISTED]).decode()) for live in rooms]
        room_holders.announce(self.store, [(room, f"{WATCHING}{self.name}.{found}") for room, found in notes])

    def came(self, live: LiveRoom, seat: int | None) -> None:
        live.tell_presence()
        if seat is None:
            self.announce_spectators([live])
        if live.room.public and seat is not None:
            room_rows.note_people(self.store, [live.room.id], True)
        self.expect(live)
        if seat is not None:
            deadlines.drop_deadline(self.store, live.room.id, "grace", seat)
            deadlines.drop_deadline(self.store, live.room.id, "host", seat)
            self.announce([(live.room.id, "+", seat)])
            if live.room.seats[seat].auto == "away":
                self.spawn(self.give_back(live, seat))
            self.host_is_here(live)

    async def give_back(self, live: LiveRoom, seat: int) -> None:
        with contextlib.suppress(StoreDown, Refused):
            await live.set_auto(seat, "", only_if="away")

    async def give_room_back(self, live: LiveRoom, player: str) -> None:
        with contextlib.suppress(StoreDown, Refused):
            await live.submit(partial(host_commands.host_back, player=player, now=self.now()))

    def still_here(self, live: LiveRoom, seat: int) -> None:
        """Another node missed a player who is connected to this one."""
        if seat in seats_here(live):
            self.spawn(self.give_back(live, seat))

    def host_is_here(self, live: LiveRoom) -> None:
        """The room was handed on because its owner was missing, and the owner is connected to this node, now or again."""
        former = live.room.former
        if former is not None and live.room.seat_of(former[0]) in seats_here(live):
            self.spawn(self.give_room_back(live, former[0]))

    def went(self, live: LiveRoom, seat: int | None) -> None:
        live.tell_presence()
        if seat is None:
            self.announce_spectators([live])
        if seat is not None and seat not in seats_here(live):
            self.announce([(live.room.id, "-", seat)])
            self.expect(live)
            if live.room.public and not any(live.online()):
                room_rows.note_people(self.store, [live.room.id], False)

    def expect(self, live: LiveRoom) -> None:
        """Every person who is not here has the grace time from now on, or what is left of it. A node that died could not
        say so; whoever comes back first starts the clocks of the others."""
        room = live.room
        if room.humans() < 2 or room.stage == CLOSED:
            return
        online = live.online()
        host = room.seat_of(room.owner)
        if host is not None and not online[host] and any(online):
            deadlines.add(self.store, room.id, "host", [host], self.config.host_gone)
        if room.stage == FINISHED:
            return
        missing = [k for k, own in enumerate(room.seats) if own.kind == HUMAN and not own.auto and not online[k]]
        if missing:
            deadlines.add(self.store, room.id, "grace", missing, room.options.grace)

    def announce(self, notes: list[tuple[str, str, int]]) -> None:
        """Tells the other nodes that serve a room who is here."""
        room_holders.announce(self.store, [(room, f"{sign}{self.name}.{seat}") for room, sign, seat in notes])
