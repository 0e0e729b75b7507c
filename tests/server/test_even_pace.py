"""Forced moves keep to the pace of the table; banks and autopilots do not tell who was asked."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from qipai.server.config import Config
from qipai.server.http.models import ClockBody, RoomBody, SeatWish
from qipai.server.node import Node
from qipai.server.rooms import pace
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Ready
from qipai.server.rooms.opening import opening_of
from qipai.server.storage import room_rows
from qipai.server.storage.events import Append, Outcome, Written
from tests.server.folds import fold_all
from tests.server.players import LOOSE
from tests.server.still import StillClock, quiet


@asynccontextmanager
async def node_at(folder: Path) -> AsyncIterator[tuple[Node, StillClock]]:
    """A server whose time, and that of its database, is the test's."""
    node = Node(Config(database=f"sqlite:///{folder}/rooms.db", data=str(folder), limits=LOOSE, sweep=3600))
    clock = node.clock = StillClock()
    write = node.store.append_soon

    async def on_time(wanted: Append) -> Outcome:
        outcome = await write(wanted)
        return Written(node.now()) if isinstance(outcome, Written) else outcome

    node.store.append_soon = lambda wanted: asyncio.ensure_future(on_time(wanted))  # type: ignore[method-assign]
    await node.start()
    try:
        yield node, clock
    finally:
        await node.stop()


async def room_of(node: Node, still: StillClock, game: str, people: int, **more: Any) -> tuple[LiveRoom, list[str]]:
    """A room with its first deal on the table; four seats, bots where there are no people."""
    guests = [(await node.accounts.add_guest(f"P{k}"))[1] for k in range(people)]
    kinds = ["me", *["open"] * (people - 1), *["bot"] * (4 - people)]
    body = RoomBody(game=game, seats=[SeatWish(kind=kind) for kind in kinds], **more)  # type: ignore[arg-type]
    live = await node.get(await node.open_room(opening_of(body, guests[0]), guests[0].id))
    for guest in guests[1:]:
        await live.join(guest.id, guest.name, None)
    await quiet(node, live, still)
    for guest in guests:
        await live.perform(guest.id, Ready())
    await quiet(node, live, still)
    return live, [guest.id for guest in guests]


async def act(live: LiveRoom, people: list[str], rng: random.Random) -> None:
    """Somebody who has a choice takes one."""
    room = live.room
    seat = next(seat for seat in room.to_act() if not room.choices(seat).forced)
    assert room.table is not None
    await live.perform(people[seat], Act(f"c{room.version}", rng.choice(list(room.table.canonical(seat))), None, room.window()))


@pytest.mark.parametrize("quick", [False, True])
def test_with_two_people_forced_moves_come_after_a_delay_unless_the_room_is_quick(quick: bool, tmp_path: Path) -> None:
    async def run() -> list[float]:
        waits = []
        rng = random.Random(1)
        async with node_at(tmp_path) as (node, clock):
            live, people = await room_of(node, clock, "guandan", 4, quick_forced=quick)
            while live.room.stage == "playing" and len(waits) < 12:
                await quiet(node, live, clock)
                room = live.room
                if any(not room.choices(seat).forced for seat in room.to_act()):
                    await act(live, people, rng)
                    forced = live.room.version - room.version - 1
                    waits += [0.0] * forced
                    continue
                began = clock.now()
                clock.go_on()
                await quiet(node, live, clock)
                assert live.room.version == room.version + 1
                waits.append(clock.now() - began)
        return waits

    waits = asyncio.run(run())
    assert len(waits) >= 5
    assert all(wait == 0.0 for wait in waits) if quick else all(pace.SHORTEST <= wait <= pace.LONGEST for wait in waits)
    assert quick or len({round(wait, 4) for wait in waits}) > len(waits) / 2


def test_the_delay_is_the_same_at_every_node_and_even(tmp_path: Path) -> None:
    async def run() -> list[float]:
        async with node_at(tmp_path) as (node, clock):
            live, _ = await room_of(node, clock, "guandan", 2)
            room = live.room
            again = room.successor("move")
            drawn = []
            for number in range(2000):
                room.deal = again.deal = 0
                room.secrets = again.secrets = {0: number.to_bytes(32, "big")}
                drawn.append(pace.drawn_delay(room, 1))
                assert pace.drawn_delay(again, 1) == drawn[-1]
            return drawn

    drawn = asyncio.run(run())
    assert min(drawn) >= pace.SHORTEST
    assert max(drawn) <= pace.LONGEST
    assert statistics.mean(drawn) == pytest.approx(1.0, abs=0.02)
    assert statistics.pstdev(drawn) == pytest.approx(0.8 / 12**0.5, abs=0.02)


def test_a_node_that_ends_in_the_delay_is_continued(tmp_path: Path) -> None:
    async def run() -> None:
        rng = random.Random(2)
        async with node_at(tmp_path) as (node, clock):
            live, people = await room_of(node, clock, "guandan", 4)
            while any(not live.room.choices(seat).forced for seat in live.room.to_act()):
                await act(live, people, rng)
                await quiet(node, live, clock)
            name, version = live.room.id, live.room.version
        async with node_at(tmp_path) as (node, clock):
            live = await node.get(name)
            assert live.room.version == version
            await quiet(node, live, clock)
            assert live.room.version == version  # not at once either
            clock.go_on()
            await quiet(node, live, clock)
            assert live.room.version == version + 1

    asyncio.run(run())


def test_a_pause_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with node_at(tmp_path) as (node, clock):
            live, people = await room_of(node, clock, "mahjong", 4)
            await to_a_discard(node, live, clock, people)
            assert live.held is not None
            name, shown, seen = live.room.id, live.wire(), live.seen()
            assert seen is not None
        async with node_at(tmp_path) as (node, clock):
            stored = await room_rows.read_room(node.store, name)
            pause = fold_all(name, stored.events, stored.secrets).pause
            assert pause is not None
            assert pause.until is not None
            node.offset = pause.until - 0.4 - clock.now()
            live = await node.get(name)
            assert live.held is not None
            assert live.held.until == pytest.approx(clock.now() + 0.4)
            assert live.wire() == shown
            assert live.seen().view(-1) == seen.view(-1)  # type: ignore[union-attr]

    asyncio.run(run())


async def to_a_discard(node: Node, live: LiveRoom, clock: StillClock, people: list[str]) -> None:
    """Everybody buries, and the dealer discards."""
    rng = random.Random(3)
    while live.held is None:
        await quiet(node, live, clock)
        if any(not live.room.choices(seat).forced for seat in live.room.to_act()):
            await act(live, people, rng)
        elif live.held is None:
            clock.go_on()


def test_a_timeout_in_a_claim_window_is_an_answer_and_names_nobody(tmp_path: Path) -> None:
    """Neither an autopilot nor a bank tells who was asked."""

    async def run() -> bool:
        rng = random.Random(4)
        async with node_at(tmp_path) as (node, clock):
            live, people = await room_of(node, clock, "mahjong", 4, clock=ClockBody(base=10, bank=30))
            while live.room.stage == "playing":
                await quiet(node, live, clock)
                room = live.room
                if room.state().view(-1).public()["phase"] == "claim" and room.to_act():
                    asked = room.to_act()
                    banks = [seat.bank for seat in room.seats]
                    due = room.dues(node.now())
                    assert due == {seat: pytest.approx(room.seats[seat].since + 10) for seat in asked}
                    while clock.sleepers:  # the pause
                        clock.go_on()
                        await quiet(node, live, clock)
                    clock.time = max(due.values()) - node.offset + 0.5
                    for seat in asked:
                        await node.time_is_up(room.id, "clock", seat)
                        await wait_for_thoughts(live)
                    assert live.room.window() != room.window()
                    assert [seat.auto for seat in live.room.seats] == [""] * 4
                    assert [seat.bank for seat in live.room.seats] == banks
                    return True
                if live.held is None and any(not room.choices(seat).forced for seat in room.to_act()):
                    await act(live, people, rng)
                elif clock.sleepers:
                    clock.go_on()
        return False

    assert asyncio.run(run())


async def wait_for_thoughts(live: LiveRoom) -> None:
    """The workers are real, and take their own time."""
    version = live.room.version
    async with asyncio.timeout(60):
        while live.room.version == version:
            await asyncio.sleep(0.01)
