"""What is said on one connection to a room, apart from how it travels: frames in, frames out.

A server's socket and a browser's worker both speak through here, so that a client cannot tell them apart.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod

import msgspec

from qipai.core.data import Json
from qipai.core.errors import IllegalMove, QipaiError
from qipai.core.state import View
from qipai.core.table import judge
from qipai.server.accounts.player import Player
from qipai.server.fair_queue import HINT
from qipai.server.refusal import Refused, words_of
from qipai.server.rooms import bots, coach
from qipai.server.rooms.frames import names_of
from qipai.server.rooms.host import Host
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import (
    Ack,
    Act,
    AskHint,
    Auto,
    Check,
    Checked,
    ClientMessage,
    Hello,
    HintItem,
    Hints,
    Mute,
    Ping,
    Pong,
    Ready,
    Reject,
    Resync,
    Say,
    Verdict,
    Weigh,
    Weighed,
    Words,
    client_decoder,
    encode,
)
from qipai.server.rooms.selection import in_order, offers, readings, waits
from qipai.server.rooms.takeback import is_alone
from qipai.server.storage.events import StoreDown


class Conversation(ABC):
    """One person and one room."""

    def __init__(self, node: Host, live: LiveRoom, seat: int | None, player: str | None, name: str, who: str) -> None:
        self.node = node
        self.live = live
        self.seat = seat
        self.player = player
        self.name = name
        self.who = who
        self.absent = False
        self.muted: frozenset[str] = frozenset()
        self.muted_all = False
        self.hinting = False
        self.weighing = False

    @abstractmethod
    def send(self, frame: bytes) -> None:
        """Never waits."""

    @abstractmethod
    async def speaker(self) -> Player:
        """Who talks here. NO_CHAT for somebody whom nobody knows."""

    def tell(self, message: object) -> None:
        self.send(encode(message))

    def mutes(self, who: str) -> bool:
        return self.muted_all or who in self.muted

    async def handle(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self.tell(Pong(message.t))
        elif isinstance(message, Resync):
            self.send(self.live.snapshot(self.seat))
        elif isinstance(message, Hello):
            self.mistake()
        elif isinstance(message, Mute):
            self.muted, self.muted_all = frozenset(message.who), message.everybody
        elif isinstance(message, Say):
            await self.say(message)
        elif isinstance(message, Weigh):
            self.weigh(message)
        elif isinstance(message, Check):
            seat = self.seat
            self.tell(Checked(message.req, [], []) if seat is None else self.checked(message, seat))
        else:
            await self.command(message)

    def checked(self, message: Check, seat: int) -> Checked:
        """Answered from what the seat is shown: while a pause lasts, what comes after it is not known yet."""
        game, seen = self.live.room.game, self.live.seen()
        asked = (game, seen, seat, message.cards)
        return Checked(message.req, readings(*asked), waits(*asked), offers(*asked), in_order(*asked))

    async def command(self, message: Act | Auto | AskHint | Ready) -> None:
        cmd_id = message.cmd_id if isinstance(message, Act) else None
        began = time.monotonic()

        def acknowledge(ack: Ack) -> None:
            self.node.metrics.acknowledged(time.monotonic() - began)
            self.tell(ack)

        try:
            if self.seat is None or self.player is None:
                raise Refused("NOT_SEATED")
            if isinstance(message, AskHint):
                await self.hint(self.seat)
                return
            if isinstance(message, Act) and message.version is None and message.window is None:
                raise Refused("BAD_REQUEST", reason="act needs a version or a window")
            await self.live.perform(self.player, message, acknowledge)
        except StoreDown:
            self.node.metrics.retries += 1
            self.refuse(cmd_id, Refused("RETRY"))
        except QipaiError as refusal:
            self.refuse(cmd_id, refusal)

    async def say(self, message: Say) -> None:
        try:
            player = await self.speaker()
            await self.live.say(player, "phrase" if message.phrase else "text", message.phrase or message.text)
        except StoreDown:
            self.refuse(None, Refused("RETRY"))
        except QipaiError as refusal:
            self.refuse(None, refusal)

    def refuse(self, cmd_id: str | None, refusal: QipaiError) -> None:
        self.node.metrics.rejects += 1
        self.tell(Reject(cmd_id, refusal.code, words_of(refusal), self.live.wire()))

    async def hint(self, seat: int) -> None:
        """One at a time; the connection stays responsive meanwhile."""
        if self.hinting:
            raise Refused("BUSY")
        room, shown = self.live.room, self.live.seen()
        if shown is None or not (shown.to_act() >> seat) & 1:
            raise Refused("NOT_TO_ACT", seat=seat)
        self.hinting = True
        self.node.spawn(
            self.answer_hint(room.game.name, bots.sent_view(shown.view(seat), room.drawn is not None), self.live.wire())
        )

    async def answer_hint(self, game: str, seen: Json | View, version: int) -> None:
        try:
            person, room = self.player or "", self.live.room.id
            found = await self.node.workers.run(bots.advise, game, seen, limit=10.0, rank=HINT, person=person, room=room)
            if found is None:
                self.refuse(None, Refused("NO_HINT"))
            else:
                self.tell(Hints(version, [hint_item(hint) for hint in found]))
        finally:
            self.hinting = False

    def weigh(self, message: Weigh) -> None:
        """One at a time, and only where the coach is on and nobody else plays. Without a verdict the answer is None: nothing
        keeps anybody from making the move."""
        room, seat, shown = self.live.room, self.seat, self.live.seen()
        action = None
        if seat is not None and shown is not None and room.options.coach and is_alone(room, seat) and not self.weighing:
            with contextlib.suppress(IllegalMove):
                action = judge(room.game, shown, seat, message.move)
        if action is None or seat is None or shown is None:
            self.tell(Weighed(message.req))
            return
        self.weighing = True
        seen = bots.sent_view(shown.view(seat), room.drawn is not None)
        args = (room.game.name, seen, shown.legal(seat), action, names_of(room), coach.SECONDS)
        self.node.spawn(self.answer_weigh(message.req, args))

    async def answer_weigh(self, req: int, args: tuple[object, ...]) -> None:
        verdict = None
        try:
            run, person, room = self.node.workers.run, self.player or "", self.live.room.id
            async with asyncio.timeout(coach.PATIENCE):
                found = await run(coach.weigh, *args, limit=coach.PATIENCE, rank=HINT, person=person, room=room)
            if isinstance(found, coach.Weighed) and found.grade in coach.ASKS:
                reason = None if found.reason is None else Words(*found.reason)
                words = Words(*found.said), found.best, Words(*found.words), reason
                verdict = Verdict(found.grade, found.loss, found.error, *words)  # type: ignore[arg-type]
        except TimeoutError:
            pass
        finally:
            self.weighing = False
            self.tell(Weighed(req, verdict))

    def mistake(self) -> None:
        """A frame that cannot be."""
        self.node.metrics.bad_frames += 1
        self.tell(Reject(None, "BAD_REQUEST", words_of(Refused("BAD_REQUEST", reason="not a message")), self.live.wire()))


def hint_item(hint: bots.AdviceLine) -> HintItem:
    about = None if hint.about < 0 else hint.about
    named = None if about is None else Words(*hint.named)
    return HintItem(hint.move, Words(*hint.reason), hint.reading or None, about, named)


def read_frame(text: str) -> ClientMessage | None:
    try:
        return client_decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
