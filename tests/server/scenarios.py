"""Load, faults and what must hold after them: short in the tests, long in `make chaos`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.folds import fold_all
from tests.server.players import PATIENCE, Node, Person, Place, Socket, guest
from tests.server.test_leaks import bare, moments, read_log

GONE = (ConnectionClosed, ConnectionError, InvalidStatus, OSError, TimeoutError)


class Player:
    """Plays for ever at one seat, through every cut: sends a command again until it is answered, and keeps what it was told."""

    def __init__(self, nodes: Sequence[Place], room: str, person: Person, seed: int, doubles: float = 0.1) -> None:
        self.nodes = nodes
        self.room = room
        self.person = person
        self.rng = random.Random(seed)
        self.doubles = doubles
        self.socket: Socket | None = None
        self.frames: list[str] = []
        self.acked: dict[str, int] = {}
        self.number = 0
        self.reconnects: list[float] = []
        self.waits: list[float] = []
        self.stopped = False
        self.paused = asyncio.Event()
        self.paused.set()

    async def run(self) -> None:
        down: float | None = None
        while not self.stopped:
            try:
                await self.connect()
                if down is not None:
                    self.reconnects.append(time.monotonic() - down)
                    down = None
                await self.play()
            except GONE:
                down = down or time.monotonic()
                await asyncio.sleep(self.rng.uniform(0.02, 0.2))
            finally:
                if self.socket is not None:
                    self.frames += self.socket.frames
                    self.socket.frames = []

    async def connect(self) -> None:
        node = self.rng.choice([node for node in self.nodes if node.port])
        self.socket = Socket(node, self.room, self.person.token)
        async with asyncio.timeout(5):
            await self.socket.connect()

    async def play(self) -> None:
        socket = self.socket
        assert socket is not None
        pending: tuple[str, str, str] | None = None
        while not self.stopped:
            await self.paused.wait()
            view = socket.view
            if view["stage"] in ("waiting", "between") and view["fairness"]["commit"]:
                if not view["seats"][view["seat"]]["ready"]:
                    await socket.ready("")
            elif len(view["legal"]) > 1 and (pending is None or pending[1] != view["window"]):
                self.number += 1
                pending = (f"{self.person.name}.{self.number}", view["window"], self.rng.choice(view["legal"]))
            if pending is not None and pending[0] not in self.acked:
                await self.command(socket, *pending)
                continue
            try:
                await socket.next(1.0)
            except TimeoutError:
                await socket.send({"type": "resync"})
                await socket.next(4.0)

    async def command(self, socket: Socket, cmd_id: str, window: str, move: str) -> None:
        frame = {"type": "act", "cmd_id": cmd_id, "window": window, "move": move}
        began = time.monotonic()
        await socket.send(frame)
        if self.rng.random() < self.doubles:
            await socket.send(frame)
        while True:
            answer = await socket.next(5.0)
            if answer["type"] == "ack" and answer["cmd_id"] == cmd_id:
                self.acked[cmd_id] = answer["version"]
                self.waits.append(time.monotonic() - began)
                return
            if answer["type"] == "reject" and answer["cmd_id"] == cmd_id:
                if answer["code"] == "RETRY":
                    await asyncio.sleep(0.1)
                    await socket.send(frame)
                    continue
                self.acked.setdefault(cmd_id, -1)  # the table had moved on; never told as done
                return


async def seat_players(
    nodes: Sequence[Place], rooms: int, game: str, seats: int, seed: int = 0, bots: int = 0, **more: Any
) -> list[Player]:
    """So many rooms of people; `bots` of the seats are played by bots."""
    out = []
    for number in range(rooms):
        people = [await guest(nodes[0], f"r{number}p{k}") for k in range(seats - bots)]
        kinds = ["me", *["open"] * (len(people) - 1), *["bot"] * bots]
        room = await people[0].open(game, kinds, grace=3600, claim_pause=0, **more)
        for person in people[1:]:
            await person.join(room)
        out += [Player(nodes, room, person, seed * 1000 + number * 10 + k) for k, person in enumerate(people)]
    return out


@contextlib.asynccontextmanager
async def playing(players: list[Player]) -> Any:
    tasks = [asyncio.ensure_future(player.run()) for player in players]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for player in players:
            player.stopped = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in players:
            if player.socket is not None and hasattr(player.socket, "reader"):
                player.socket.reader.cancel()
                player.frames += player.socket.frames
                player.socket.frames = []
                with contextlib.suppress(Exception):
                    await asyncio.wait_for(player.socket.socket.close(), 2)


async def progress(players: list[Player], acks: int, timeout: float = PATIENCE) -> None:
    """Waits until so many more commands have been acknowledged."""
    start = sum(len(player.acked) for player in players)
    async with asyncio.timeout(timeout):
        while sum(len(player.acked) for player in players) < start + acks:
            await asyncio.sleep(0.02)


def check(url: str, players: list[Player]) -> dict[str, int]:
    """Nothing acknowledged is lost, nothing is doubled, there is no gap, and every view is the fold of the log."""
    found = {"acked": 0, "events": 0, "views": 0, "rooms": 0}
    for room in sorted({player.room for player in players}):
        events, secrets = read_log(url, room)
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        ids = [event.cmd_id for event in events if event.cmd_id is not None]
        assert len(ids) == len(set(ids))
        answers = [(event.answers, event.seat) for event in events if event.answers is not None]
        assert len(answers) == len(set(answers))
        fold_all(room, events, secrets)
        written = set(ids)
        for player in (player for player in players if player.room == room):
            seat = None
            for text in player.frames:
                frame = json.loads(text)
                if frame["type"] in ("snapshot", "event"):
                    seat = frame["view"]["seat"]
            acked = [cmd for cmd, version in player.acked.items() if version >= 0]
            lost = [cmd for cmd in acked if f"{seat}:{cmd}" not in written]
            assert lost == [], f"lost: {lost}"
            found["acked"] += len(acked)
            found["views"] += check_views(room, events, secrets, player, seat)
        found["events"] += len(events)
        found["rooms"] += 1
    return found


def check_views(room: str, events: Any, secrets: dict[int, bytes], player: Player, seat: int | None) -> int:
    found = moments(room, events, secrets, seat)
    possible = {version: {timeless(each) for each in known} for version, known in found.items()}
    count = 0
    for text in player.frames:
        frame = json.loads(text)
        if frame["type"] in ("snapshot", "event"):
            known = possible[frame["version"]]
            assert timeless(bare(frame["view"])) in known, (room, seat, frame["version"], differences(frame["view"], known))
            count += 1
    return count


def timeless(view: str) -> str:
    """Without the times of a decision: the log has those of the database's clock, which faults may set."""
    return re.sub(r'"(started|timeout)_at_ms": \d+', r'"\1_at_ms": 0', view)


def differences(view: dict[str, Any], known: set[str]) -> list[dict[str, Any]]:
    """Where a view is not what it may be, for each that it may be."""
    return [
        {key: (view.get(key), value) for key, value in json.loads(each).items() if view.get(key) != value} for each in known
    ]


def timeouts(url: str, players: list[Player]) -> int:
    """How many seats were put on autopilot because their time was up."""
    rooms = sorted({player.room for player in players})
    return sum(event.kind == "auto" and '"timeout"' in event.payload for room in rooms for event in read_log(url, room)[0])


class Guest:
    """Watches a room and comes back by itself, when it was told to."""

    def __init__(self, node: Place, room: str) -> None:
        self.node = node
        self.room = room
        self.byes: list[dict[str, Any]] = []
        self.back: list[float] = []  # when a snapshot was there again
        self.there = asyncio.Event()

    async def run(self) -> None:
        wait = 0.0
        while True:
            await asyncio.sleep(wait)
            wait = 0.2
            socket = Socket(self.node, self.room, None)
            try:
                async with asyncio.timeout(PATIENCE):
                    await socket.connect()
                self.back.append(time.monotonic())
                self.there.set()
                while True:
                    message = await socket.next(3600)
                    if message["type"] == "bye":
                        self.byes.append(message)
                        wait = message["retry_ms"] / 1000
            except GONE:
                self.there.clear()


async def deploy(node: Node, sockets: int) -> tuple[list[Player], list[Guest], float]:
    """SIGTERM to a node with so many sockets, and a new process in its place; how long until everybody was back."""
    players = await seat_players([node], 8, "xianqi", 3)
    guests = [Guest(node, players[k % len(players)].room) for k in range(sockets - len(players))]
    watching = [asyncio.ensure_future(each.run()) for each in guests]
    try:
        async with playing(players):
            await progress(players, 60)
            await asyncio.gather(*(each.there.wait() for each in guests))
            for each in guests:
                each.back.clear()
            began = time.monotonic()
            assert await asyncio.to_thread(node.terminate) in (0, -signal.SIGTERM)
            await asyncio.to_thread(node.start)
            async with asyncio.timeout(PATIENCE):
                while not all(each.back for each in guests) or not all(player.reconnects for player in players):
                    await asyncio.sleep(0.02)
            taken = max(each.back[0] for each in guests) - began
            await progress(players, 60)
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return players, guests, taken


class Silence:
    """Between clients and a node: passes everything on until it falls silent. Nobody is told: no end, no reset."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.passing = asyncio.Event()
        self.passing.set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> int:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.node.port)
        for source, sink in ((reader, inner_writer), (inner_reader, writer)):
            task = asyncio.ensure_future(self.pass_on(source, sink))
            self.tasks.add(task)

    async def pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await self.passing.wait()
                sink.write(data)
                await sink.drain()
            await self.passing.wait()
            sink.close()

    async def stop(self) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


COMMITS = (b"COMMIT", b'"cmd_id":')  # what is written at once needs no COMMIT; its rows have names


class Proxy:
    """Between a node and PostgreSQL's socket: can swallow the answer to a COMMIT, or fall silent."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.path = folder / ".s.PGSQL.5432"
        self.target = target
        self.cut_next_commit = False
        self.cuts = 0
        self.writers: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self.server = await asyncio.start_unix_server(self.serve, str(self.path))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner_reader, inner_writer = await asyncio.open_unix_connection(str(self.target))
        except OSError:
            writer.close()
            return
        self.writers |= {writer, inner_writer}
        armed = False

        async def forth() -> None:
            nonlocal armed
            while data := await reader.read(65536):
                if self.cut_next_commit and any(sign in data for sign in COMMITS):
                    self.cut_next_commit = False
                    armed = True
                inner_writer.write(data)
                await inner_writer.drain()

        async def back() -> None:
            while data := await inner_reader.read(65536):
                if armed:
                    self.cuts += 1
                    return  # the commit happened; nobody is told
                writer.write(data)
                await writer.drain()

        tasks = [asyncio.ensure_future(forth()), asyncio.ensure_future(back())]
        with contextlib.suppress(Exception, asyncio.CancelledError):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for end in (writer, inner_writer):
            self.writers.discard(end)
            end.close()

    async def stop(self) -> None:
        self.server.close()
        for writer in list(self.writers):
            writer.close()
