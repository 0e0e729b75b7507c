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

from qipai.core.data import Json
from qipai.server.accounts.player import Player
from qipai.server.refusal import Refused
from qipai.server.rooms import commands, host_commands, hosting, messages, takeback, talk
from qipai.server.rooms.audience import Audience, Watcher
from qipai.server.rooms.commands import Act, AlreadyWritten, Command
from qipai.server.rooms.host import Host
from qipai.server.rooms.messages import Ack
from qipai.server.rooms.room import DoesNotFold
from qipai.server.rooms.room_data import Options
from qipai.server.rooms.room_driver import RoomDriver
from qipai.server.rooms.snapshots import snapshot
from qipai.server.rooms.timeline import Timeline
from qipai.server.rooms.trial import Step, Trial
from qipai.server.storage.events import Conflict, StoreDown

TRIES = 8  # how often a command is tried again after another node was quicker


class LiveRoom(Audience):
    """One room in memory: its audience, its driver, and the write path."""

    def __init__(self, node: Host, timeline: Timeline) -> None:
        super().__init__(node, timeline)
        self.lock = asyncio.Lock()
        self.stale = False  # the log may have more than we know
        self.driver = RoomDriver(self)
        self.talking = asyncio.Lock()
        self.heard = 0  # the last line that was shown here; 0: none yet
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
                if event.cmd_id is not None and await self.node.books.is_written(self.room.id, event.cmd_id):
                    raise AlreadyWritten(self.wire(), None)

    async def catch_up(self) -> None:
        """Reads, folds and shows what others wrote."""
        found = await self.node.books.read_log(self.room.id, self.room.version)
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
            self.node.books.save_snapshot(before.id, before.version, snapshot(before))
        self.room = step.room
        if reply is not None:
            reply()
        again: list[Watcher] = []
        if [seat.player for seat in before.seats] != [seat.player for seat in step.room.seats]:
            again = self.seat_watchers()
        if step.kind in ("remove", "dismiss"):
            self.send_away()
        if step.kind == "watch":
            again = [watcher for watcher in self.watchers if watcher.seat is None]
        if step.kind == "close":
            self.node.books.forget_talk(self.room.id)
        self.hold(before)
        self.show(step, before)
        self.show_whole(again)
        if again or step.kind in ("dismiss", "sit"):
            self.node.spectators_changed(self)
        if step.kind == "owner":
            self.node.host_is_here(self)
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

    async def join(self, player: str, name: str, wish: int | None, face: str = "") -> int:
        """The seat that the player has now."""
        await self.submit(partial(commands.join, player=player, name=name, wish=wish, face=face))
        later = hosting.heir_seat(self.room, player)
        return self.own_seat(player) if later is None else later

    async def leave(self, player: str, for_good: bool = False) -> None:
        leave = host_commands.give_up if for_good else commands.leave
        await self.submit(partial(leave, player=player, paused=self.pause is not None))

    # the host's hand
    async def remove(self, player: str, index: int, code: str) -> None:
        await self.submit(partial(host_commands.remove, player=player, index=index, code=code))

    async def arrange(self, player: str, order: list[int] | None) -> None:
        await self.submit(partial(host_commands.arrange, player=player, order=order))

    async def hand_over(self, player: str, index: int) -> None:
        await self.submit(partial(host_commands.hand_over, player=player, index=index))

    async def set_lock(self, player: str, on: bool) -> None:
        await self.submit(partial(host_commands.set_lock, player=player, on=on))

    async def set_pace(self, player: str, pace: float) -> None:
        await self.submit(partial(host_commands.set_pace, player=player, pace=pace))

    async def set_talk(self, player: str, chat: str, talk_in_deals: bool) -> None:
        await self.submit(partial(host_commands.set_talk, player=player, chat=chat, talk_in_deals=talk_in_deals))

    async def set_watch(self, player: str, on: bool) -> None:
        await self.submit(partial(host_commands.set_watch, player=player, on=on))

    async def dismiss(self, player: str, who: str, code: str) -> None:
        watching = any(one.who == who for one in self.spectators())
        await self.submit(partial(host_commands.dismiss, player=player, who=who, code=code, watching=watching))

    async def discard(self, player: str) -> None:
        await self.submit(partial(host_commands.discard, player=player))

    # talk
    async def say(self, player: Player, kind: str, text: str) -> None:
        """Refused: BAD_CHAT, NO_LINKS, NO_CHAT, PHRASES_ONLY, TOO_MANY."""
        seat = self.room.seat_of(player.id)
        if seat is None and not self.room.options.watch:
            raise Refused("NO_CHAT")
        if kind == "phrase":
            if text not in talk.PHRASES:
                raise Refused("BAD_CHAT", most=talk.LONGEST)
            if self.room.options.chat == "off":
                raise Refused("NO_CHAT")
        else:
            talk.check_may_talk(self.room, player, seat, self.stage())
            text = talk.masked(talk.clean(text), self.node.words)
        if not self.node.talks.take(player.id):
            raise Refused("TOO_FAST")
        channel = talk.TABLE if seat is not None else talk.WATCHERS
        line = {"player": player.id, "name": player.name, "seat": seat, "channel": channel, "kind": kind, "text": text}
        await self.hear_talk(await self.node.books.add_line(self.room.id, line))

    async def hear_talk(self, number: int) -> None:
        """Shows what was said up to a line, here or at another node, to those whom it is for."""
        async with self.talking:
            self.heard = self.heard or number - 1
            for row in await self.node.books.read_lines(self.room.id, self.heard, talk.KEPT):
                line = talk.Line(*row)
                self.heard = line.id
                self.show_talk(line)

    def show_talk(self, line: talk.Line) -> None:
        """Those who watch are apart: the table does not hear them, and they hear of the table its phrases alone, with the
        moment at which these were said."""
        said = talk.frame(self.room.id, line, self.node.talk_key)
        frame, at_table = messages.encode(said), line.channel == talk.TABLE
        for watcher in self.watchers:
            own = watcher.player is not None and watcher.player == line.player
            if own or ((watcher.seat is not None) == at_table and not watcher.mutes(said.who)):
                watcher.send(frame)
        if at_table and line.kind == "phrase" and self.room.options.watch:
            self.unheard.append((self.timeline.newest, said.who, frame))
            self.tell_phrases()

    async def said(self, player: Player | None) -> list[messages.Chat]:
        """For somebody who comes later: what would have been shown."""
        seated = player is not None and self.room.seat_of(player.id) is not None
        found = [talk.Line(*row) for row in await self.node.books.read_lines(self.room.id, 0, talk.KEPT)]
        heard = not self.is_late() and self.room.options.watch
        meant = [
            line for line in found if seated == (line.channel == talk.TABLE) or (not seated and heard and line.kind == "phrase")
        ]
        return [talk.frame(self.room.id, line, self.node.talk_key) for line in meant]

    async def close(self, player: str) -> None:
        await self.submit(partial(host_commands.close, player=player))

    async def finish(self, player: str) -> None:
        await self.submit(partial(host_commands.finish, player=player, paused=self.pause is not None))

    async def again(self, player: str, seating: host_commands.Seating | None, now: bool) -> None:
        if self.pause is not None:
            raise Refused("NO_DEAL")
        with contextlib.suppress(AlreadyWritten):
            await self.submit(partial(host_commands.again, player=player, seating=seating, now=now))

    async def erase(self, player: str) -> None:
        await self.submit(partial(commands.erase, player=player))

    async def fill(self, player: str, index: int, level: str) -> None:
        await self.submit(partial(commands.fill, player=player, index=index, level=level))

    async def set_options(self, player: str, rules: Json, options: Options) -> None:
        await self.submit(partial(commands.set_options, player=player, rules=rules, options=options))

    async def share(self, player: str) -> None:
        await self.submit(partial(commands.share, player=player))

    async def take_back(self, player: str) -> None:
        await self.submit(partial(takeback.ask_back, seat=self.own_seat(player)))

    async def set_help(self, player: str, coach: bool, back: bool) -> None:
        await self.submit(partial(host_commands.set_help, player=player, coach=coach, back=back))

    async def skip(self, player: str) -> None:
        await self.submit(partial(commands.skip, seat=self.own_seat(player), pause=self.pause))
