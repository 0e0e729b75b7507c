"""A room in memory: the write path, and what takes it.

Judge, commit, show: a command is tried out on the room, its events are committed, and only then does the trial become
the room and is shown. One lock per room: a room's events are written one after another, different rooms' events go into
the same commit.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from qipai.core.data import Json
from qipai.server.refusal import Refused
from qipai.server.rooms import commands, messages
from qipai.server.rooms.audience import Audience
from qipai.server.rooms.commands import Act, AlreadyWritten, Command
from qipai.server.rooms.messages import Ack
from qipai.server.rooms.room import DoesNotFold, Room
from qipai.server.rooms.room_data import Options
from qipai.server.rooms.room_driver import RoomDriver
from qipai.server.rooms.trial import Step, Trial
from qipai.server.storage import room_rows
from qipai.server.storage.events import Conflict, StoreDown

if TYPE_CHECKING:
    from qipai.server.node import Node

TRIES = 8  # how often a command is tried again after another node was quicker


class LiveRoom(Audience):
    """One room in memory: its audience, its driver, and the write path."""

    def __init__(self, node: Node, room: Room) -> None:
        super().__init__(node, room)
        self.lock = asyncio.Lock()
        self.stale = False  # the log may have more than we know
        self.driver = RoomDriver(self)
        self.hold_on()

    def wake(self) -> None:
        self.driver.wake()

    # the write path
    async def submit(self, command: Command, reply: Callable[[], None] | None = None) -> None:
        """Finishes even if the sender is gone. Refused, IllegalMove, AlreadyWritten, StoreDown."""
        await asyncio.shield(self.node.finish(self.write(command, reply)))

    async def write(self, command: Command, reply: Callable[[], None] | None = None) -> None:
        self.used_at = self.node.clock.now()
        async with self.lock:
            for _ in range(TRIES):
                if self.stale:
                    await self.catch_up()
                trial = Trial(self.room)
                command(trial)
                if not trial.events:
                    return
                asked = len(trial.events)
                self.driver.add_forced_moves(trial)
                asked_at = self.node.clock.now()
                quiet = self.held is not None or trial.room.pauses_after(trial.before)
                try:
                    append = trial.append(self.node.now(), self.node.jumped, quiet)
                    outcome = await self.node.store.append_soon(append)
                except StoreDown:
                    self.stale = True
                    raise
                if isinstance(outcome, Conflict):
                    await self.lost_race(trial)
                    continue
                self.node.heard_time(outcome.at, asked_at)
                for number, step in enumerate(trial.written(self.node.steady(outcome.at)), 1):
                    self.take(step, reply if number == asked else None)
                self.wake()
                return
        raise StoreDown("too many others were quicker")

    async def lost_race(self, trial: Trial) -> None:
        """Another node wrote first, or this command is older than our memory."""
        version = self.room.version
        await self.catch_up()
        if self.room.version == version:
            for event in trial.events:
                if event.cmd_id is not None and await room_rows.is_written(self.node.store, self.room.id, event.cmd_id):
                    raise AlreadyWritten(self.wire(), None)

    async def catch_up(self) -> None:
        """Reads, folds and shows what others wrote."""
        found = await room_rows.read_log(self.node.store, self.room.id, self.room.version)
        self.stale = False
        self.node.metrics.of_others += len(found.events)
        secrets = {**self.room.secrets, **found.secrets}
        try:
            for event in found.events:
                room = self.room.successor(event.kind)
                room.secrets = secrets
                room.fold(event._replace(at=self.node.steady(event.at)))
                self.take(Step(event.kind, event.seat, room))
        except DoesNotFold as problem:
            self.node.quarantine(self.room.id, str(problem))
            raise Refused("ROOM_BROKEN") from None
        self.wake()

    def take(self, step: Step, reply: Callable[[], None] | None = None) -> None:
        """An event that is in the log: from now on this is the room."""
        before = self.room
        if step.kind == "deal" and before.deal:  # before a deal the room is small: the moment for a snapshot
            room_rows.save_snapshot(self.node.store, before.id, before.version, before.snapshot())
        self.room = step.room
        if reply is not None:
            reply()
        if step.kind in ("sit", "leave"):
            self.seat_watchers()
        self.hold(before)
        self.show(step, before)
        if step.kind == "auto" and step.seat is not None and step.room.seats[step.seat].auto == "away":
            self.node.still_here(self, step.seat)

    # commands
    async def act(self, act: Act, cmd_id: str, reply: Callable[[Ack], None] | None = None) -> Ack:
        """A move of a seat; one that was written before is acknowledged again. Refused, IllegalMove, StoreDown."""

        def acknowledge() -> None:
            if reply is not None:
                reply(self.ack(act, cmd_id))

        def command(trial: Trial) -> None:
            act(trial, self.pause)

        try:
            if act.by == "player":
                await self.submit(command, acknowledge)
            else:
                await self.write(command)
        except AlreadyWritten as known:
            ack = Ack(cmd_id, known.version, known.window)
            if reply is not None:
                reply(ack)
            return ack
        return self.ack(act, cmd_id)

    def ack(self, act: Act, cmd_id: str) -> Ack:
        return Ack(cmd_id, *self.room.commands.get(act.key, (self.wire(), None)))

    # what a player sends, by socket or REST
    async def perform(
        self, player: str, message: messages.Act | messages.Ready | messages.Auto, reply: Callable[[Ack], None] | None = None
    ) -> Ack | None:
        """NOT_SEATED, and what the command itself refuses."""
        if isinstance(message, messages.Act):
            return await self.player_acts(player, message.cmd_id, message.move, message.version, message.window, reply)
        seat = self.own_seat(player)
        if isinstance(message, messages.Ready):
            if self.pause is not None:
                raise Refused("NO_DEAL")
            await self.submit(partial(commands.ready, seat=seat, nonce=message.nonce))
        else:
            await self.set_auto(seat, "player" if message.on else "")
        return None

    async def player_acts(
        self,
        player: str,
        cmd_id: str,
        move: commands.Move,
        version: int | None,
        window: str | None,
        reply: Callable[[Ack], None] | None = None,
    ) -> Ack:
        """The id of the command is the player's own: others may use the same."""
        seat = self.own_seat(player)
        return await self.act(Act(seat, f"{seat}:{cmd_id}", move, version, window), cmd_id, reply)

    def own_seat(self, player: str) -> int:
        seat = self.room.seat_of(player)
        if seat is None:
            raise Refused("NOT_SEATED")
        return seat

    async def set_auto(self, seat: int, why: str, cmd_id: str | None = None, only_if: str | None = None) -> None:
        with contextlib.suppress(AlreadyWritten):
            paused = self.pause is not None
            await self.submit(partial(commands.set_auto, seat=seat, why=why, cmd_id=cmd_id, only_if=only_if, paused=paused))

    async def join(self, player: str, name: str, wish: int | None) -> int:
        """The seat that the player has now."""
        await self.submit(partial(commands.join, player=player, name=name, wish=wish))
        return self.own_seat(player)

    async def leave(self, player: str) -> None:
        await self.submit(partial(commands.leave, player=player, paused=self.pause is not None))

    async def erase(self, player: str) -> None:
        await self.submit(partial(commands.erase, player=player))

    async def fill(self, player: str, index: int, level: str) -> None:
        await self.submit(partial(commands.fill, player=player, index=index, level=level))

    async def set_options(self, player: str, rules: Json, options: Options) -> None:
        await self.submit(partial(commands.set_options, player=player, rules=rules, options=options))

    async def share(self, player: str) -> None:
        await self.submit(partial(commands.share, player=player))

    async def skip(self, player: str) -> None:
        await self.submit(partial(commands.skip, seat=self.own_seat(player), pause=self.pause))
