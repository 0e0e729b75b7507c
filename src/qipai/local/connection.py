"""One connection to a room here, by the frames of a server's socket."""

from __future__ import annotations

from collections.abc import Callable

from qipai.local.home import LocalHome
from qipai.server.accounts.player import Player
from qipai.server.refusal import Refused
from qipai.server.rooms import talk
from qipai.server.rooms.conversation import Conversation, read_frame
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Bye, Hello, encode
from qipai.server.storage.events import StoreDown

UNAUTHORIZED, NO_ROOM, BROKEN, RESTART = 4001, 4002, 4008, 1012
CODES = {"NO_ROOM": NO_ROOM, "ROOM_BROKEN": BROKEN}
AGAIN = 1000  # milliseconds


class LocalConnection(Conversation):
    def __init__(self, home: LocalHome, live: LiveRoom, send: Callable[[str], None]) -> None:
        me = home.me
        super().__init__(home, live, live.room.seat_of(me.id), me.id, me.name, talk.who(live.room.id, me.id, home.talk_key))
        self.home = home
        self.deliver = send

    def send(self, frame: bytes) -> None:
        self.deliver(frame.decode())

    def send_away(self) -> None:
        """Nobody removes somebody who plays alone."""

    async def speaker(self) -> Player:
        return self.home.me


class Door:
    """A connection from its first frame to its end; a new one may come for every page that shows the room."""

    def __init__(self, home: LocalHome, room: str, send: Callable[[str], None]) -> None:
        self.home = home
        self.room = room
        self.deliver = send
        self.connection: LocalConnection | None = None
        self.closed = False

    async def hear(self, text: str) -> None:
        if self.closed:
            return
        message = read_frame(text)
        if self.connection is None:
            await self.welcome(isinstance(message, Hello))
        elif message is None:
            self.connection.mistake()
        else:
            await self.connection.handle(message)

    async def welcome(self, polite: bool) -> None:
        if not polite:
            self.end(UNAUTHORIZED, "hello comes first")
            return
        try:
            live = await self.home.get(self.room)
        except Refused as refusal:
            self.end(CODES.get(refusal.code, NO_ROOM), refusal.message)
            return
        except StoreDown:
            self.end(RESTART, "the games cannot be read", AGAIN)
            return
        if self.closed:
            return
        connection = self.connection = LocalConnection(self.home, live, self.deliver)
        live.watchers.add(connection)
        live.tell_presence()
        connection.send(live.snapshot(connection.seat))
        live.wake()

    def end(self, code: int, reason: str, retry: int | None = None) -> None:
        self.closed = True
        self.deliver(encode(Bye(code, reason, retry)).decode())

    def close(self) -> None:
        """The page has gone."""
        self.closed = True
        if self.connection is not None:
            self.connection.live.watchers.discard(self.connection)
