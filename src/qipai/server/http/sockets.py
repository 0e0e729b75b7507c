"""One WebSocket per person and room. Frames are bounded in size, rate and number of mistakes; what waits for a slow
reader is bounded too, and the room never waits for anybody."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import secrets
import time
from collections import deque

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from qipai.server import config
from qipai.server.accounts.player import Player
from qipai.server.http.frame_batches import Transmit, Write, transmitter, writer
from qipai.server.http.limits import Bucket
from qipai.server.node import Node
from qipai.server.refusal import Refused
from qipai.server.rooms import talk
from qipai.server.rooms.conversation import Conversation, read_frame
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Bye, ClientMessage, Hello, encode
from qipai.server.storage.events import StoreDown

BATCH = 8  # frames in one write
PATH = "/ws/v1/rooms/"
RESTART = 1012
UNAUTHORIZED = 4001
NO_ROOM = 4002
BAD_FRAMES = 4004
TOO_FAST = 4005
TOO_SLOW = 4006
SILENT = 4007
BROKEN = 4008
REMOVED = 4009
AGAIN = {RESTART: 500, TOO_SLOW: 1000, SILENT: 1000}  # milliseconds until it is worth trying again
SPREAD = 1000  # milliseconds over which those who are sent away together come back


class Closed(Exception):
    """The connection ends with a code of ours."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


class Connection(Conversation):
    """A socket with its outbox. `send` never waits."""

    def __init__(
        self,
        node: Node,
        socket: WebSocket,
        transmit: Transmit,
        live: LiveRoom,
        seat: int | None,
        player: str | None,
        token: str | None = None,
        write: Write | None = None,
        name: str = "",
        beats: bool = False,
    ) -> None:
        who = secrets.token_hex(8) if player is None else talk.who(live.room.id, player, node.talk_key)
        super().__init__(node, live, seat, player, name, who)
        self.node: Node = node
        self.socket = socket
        self.transmit = transmit
        self.write = write
        self.token = token
        self.outbox: deque[bytes] = deque()
        self.size = 0
        self.filled = asyncio.Event()
        self.flushing = False  # what is in the outbox is going to be written
        self.behind_since: float | None = None  # the outbox was thrown away: a snapshot is due
        self.heard = self.told = time.monotonic()
        self.beats = beats  # it has promised to send something every few seconds
        self.owes = False  # a ping: we were quiet for long enough since we last heard of it
        self.bucket = Bucket(node.config.limits.frames, node.config.limits.frame_burst)
        self.mistakes = 0
        self.ended: Closed | None = None
        self.dismissed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.unfollow = None if token is None else node.accounts.follow(token, self.session_ended)

    def session_ended(self) -> None:
        if not self.dismissed.done():
            self.dismissed.set_exception(Closed(UNAUTHORIZED, "the session has ended"))

    def send_away(self) -> None:
        if not self.dismissed.done():
            self.dismissed.set_exception(Closed(REMOVED, "the host has removed you"))

    def send(self, frame: bytes) -> None:
        if self.behind_since is not None or self.ended is not None:
            return
        now = time.monotonic()
        self.owes = self.owes_ping(now)
        self.told = now
        self.outbox.append(frame)
        self.size += len(frame)
        if len(self.outbox) > config.OUTBOX or self.size > config.OUTBOX_BYTES:
            self.outbox.clear()
            self.size = 0
            self.behind_since = now
        if self.flushing:
            return
        self.flushing = True
        if self.write is None:
            self.filled.set()
        else:
            asyncio.get_running_loop().call_soon(self.flush, self.write)

    def flush(self, write: Write) -> None:
        """At the end of this turn of the loop: what has gathered, unless the client has yet to read what it was sent."""
        while self.outbox and self.ended is None and write(list(itertools.islice(self.outbox, BATCH))):
            for _ in range(min(BATCH, len(self.outbox))):
                self.size -= len(self.outbox.popleft())
        if self.outbox or self.behind_since is not None:
            self.filled.set()
        else:
            self.flushing = False

    def owes_ping(self, now: float) -> bool:
        """A client pings when nothing arrives: one that is kept busy with events need not, unless it has said that it does."""
        return self.beats or self.owes or now - max(self.told, self.heard) > self.node.config.silence / 6

    def is_silent(self) -> bool:
        now = time.monotonic()
        return now - self.heard > self.node.config.silence and self.owes_ping(now)

    async def write_out(self) -> None:
        """The sender: the only place that waits for the client."""
        while True:
            await self.filled.wait()
            self.filled.clear()
            while self.outbox:
                frames = [self.outbox.popleft() for _ in range(min(BATCH, len(self.outbox)))]
                self.size -= sum(map(len, frames))
                await self.transmit(frames)
            self.flushing = False
            if self.behind_since is not None:
                self.behind_since = None
                self.send(self.live.snapshot(self.seat))

    async def watch_over(self) -> None:
        """Ends connections that are silent, do not read, or whose session was ended."""
        asked = time.monotonic()
        while True:
            await asyncio.sleep(min(1.0, self.node.config.silence / 4))
            now = time.monotonic()
            if self.token is not None and now - asked > config.SESSION_CHECK:
                asked = now
                with contextlib.suppress(StoreDown):
                    await self.check_session(self.token)
            self.look_for_absence(now)
            if self.is_silent():
                raise Closed(SILENT, "no ping")
            if self.behind_since is not None and now - self.behind_since > config.STUCK:
                self.node.metrics.dropped += 1
                raise Closed(TOO_SLOW, "not reading")
            if self.node.is_broken(self.live.room.id):
                raise Closed(BROKEN, "this room was put aside")

    def look_for_absence(self, now: float) -> None:
        """A phone that sleeps says no goodbye; the others see within ten seconds that nobody is there."""
        absent = now - self.heard > self.node.config.absent and self.owes_ping(now)
        if absent and not self.absent:
            self.absent = True
            self.node.went(self.live, self.seat)

    def is_heard(self) -> None:
        self.heard, self.owes = time.monotonic(), False
        if self.absent:
            self.absent = False
            self.node.came(self.live, self.seat)

    async def sent_away(self) -> None:
        """The node goes down: everybody is told so, and when to come back."""
        await self.node.leaving.wait()
        raise Closed(RESTART, "restart")

    async def check_session(self, token: str) -> None:
        try:
            await self.node.accounts.player(token)
        except Refused:
            raise Closed(UNAUTHORIZED, "the session has ended") from None

    async def read_in(self) -> None:
        while True:
            message = await next_message(self.socket, self)
            if message is not None:
                await self.handle(message)

    def mistake(self) -> None:
        """Five of them are enough."""
        self.mistakes += 1
        if self.mistakes >= self.node.config.limits.bad_frames:
            self.node.metrics.bad_frames += 1
            raise Closed(BAD_FRAMES, "too many bad frames")
        super().mistake()

    async def speaker(self) -> Player:
        if self.token is None:
            raise Refused("NO_CHAT")
        return await self.node.accounts.player(self.token)


async def next_message(socket: WebSocket, connection: Connection) -> ClientMessage | None:
    """The next frame, or None after a bad one."""
    raw = await socket.receive()
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    connection.is_heard()
    if not connection.bucket.take():
        raise Closed(TOO_FAST, "too many frames")
    text = raw.get("text")
    message = None if text is None or len(text) > config.FRAME else read_frame(text)
    if message is None:
        connection.mistake()
    return message


async def first_frame(socket: WebSocket) -> Hello:
    """`hello` within ten seconds, or the end."""
    try:
        raw = await asyncio.wait_for(socket.receive(), config.HELLO)
    except TimeoutError:
        raise Closed(UNAUTHORIZED, "no hello") from None
    if raw["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(raw.get("code", 1005))
    text = raw.get("text")
    message = None if text is None or len(text) > config.FRAME else read_frame(text)
    if not isinstance(message, Hello):
        raise Closed(UNAUTHORIZED, "hello comes first")
    return message


async def serve_socket(node: Node, scope: Scope, receive: Receive, send: Send) -> None:
    """The life of one connection, from hello to bye."""
    socket = WebSocket(scope, receive, send)
    await socket.accept()
    try:
        connection = await welcome(node, socket, send, scope["path"].removeprefix(PATH))
    except Closed as end:
        await goodbye(socket, end)
        return
    except (WebSocketDisconnect, RuntimeError):
        return
    live = connection.live
    live.watchers.add(connection)
    node.metrics.sockets += 1
    node.came(live, connection.seat)
    connection.send(live.snapshot(connection.seat))
    works = (connection.read_in(), connection.write_out(), connection.watch_over(), connection.sent_away())
    tasks: list[asyncio.Future[None]] = [connection.dismissed, *(asyncio.ensure_future(work) for work in works)]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            problem = task.exception()
            if isinstance(problem, Closed):
                connection.ended = problem
            elif problem is not None and not isinstance(problem, WebSocketDisconnect | RuntimeError | OSError):
                raise problem
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if connection.unfollow is not None:
            connection.unfollow()
        node.metrics.sockets -= 1
        live.watchers.discard(connection)
        if not node.leaving.is_set():
            node.went(live, connection.seat)
    if connection.ended is not None:
        await goodbye(socket, connection.ended)


async def welcome(node: Node, socket: WebSocket, send: Send, room: str) -> Connection:
    hello = await first_frame(socket)
    try:
        player = None if hello.token is None else await node.accounts.player(hello.token)
        live = await node.visit(room, player)
    except StoreDown:
        raise Closed(RESTART, "the database does not answer") from None
    except Refused as refusal:
        codes = {"UNAUTHORIZED": UNAUTHORIZED, "NO_ROOM": NO_ROOM, "ROOM_BROKEN": BROKEN}
        raise Closed(codes.get(refusal.code, NO_ROOM), refusal.message) from None
    seat = None if player is None else live.room.seat_of(player.id)
    transmit, write = transmitter(socket.scope, send), writer(socket.scope)
    known = (None, "") if player is None else (player.id, player.name)
    return Connection(node, socket, transmit, live, seat, known[0], hello.token, write, known[1], hello.beats)


def bye_of(end: Closed) -> Bye:
    """Clients that are sent away together are each given a time of their own to come back."""
    retry = AGAIN.get(end.code)
    return Bye(end.code, end.reason, None if retry is None else retry + secrets.randbelow(SPREAD))


async def goodbye(socket: WebSocket, end: Closed) -> None:
    """Says why, when the client still listens."""
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect, TimeoutError):
        if socket.client_state == WebSocketState.CONNECTED:
            bye = encode(bye_of(end))
            async with asyncio.timeout(1.0):
                await socket.send_text(bye.decode())
        async with asyncio.timeout(1.0):
            await socket.close(end.code, end.reason)
