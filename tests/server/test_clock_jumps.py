"""The clock of the database's machine is set by an hour: nobody's time runs out by that, and nobody's stands still."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from qipai.server.config import Config
from qipai.server.http.models import ClockBody, RoomBody, SeatWish
from qipai.server.node import Node as ServerNode
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Ready
from qipai.server.rooms.opening import opening_of
from qipai.server.storage import log, schema, store
from tests.server.players import LOOSE, PATIENCE, Node, Socket, guest
from tests.server.test_one_fold import until

HOUR = 3600.0
ADD = "sudo apt-get install -y faketime"


def set_clock(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """The database's clock, from now on."""
    true = "(julianday('now') - 2440587.5) * 86400.0"
    for module in (log, store):
        monkeypatch.setattr(module, "SQLITE_NOW", f"({true} + {seconds})")
    monkeypatch.setattr(log, "SQLITE_MANY", SQLITE_MANY.replace(true, f"({true} + {seconds})"))


SQLITE_MANY = log.SQLITE_MANY


async def deadlines_of(node: ServerNode) -> dict[tuple[str, int], float]:
    """What is left of each, by the database's own clock."""

    def work(connection: sa.Connection) -> dict[tuple[str, int], float]:
        now = node.store.now(connection)
        return {(row.kind, row.seat): row.due_at - now for row in connection.execute(sa.select(schema.deadline))}

    return await asyncio.wrap_future(node.store.read(work))


async def seated(node: ServerNode) -> tuple[LiveRoom, list[str]]:
    people = [(await node.accounts.add_guest(f"P{k}"))[1] for k in range(3)]
    wishes = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]
    body = RoomBody(game="xianqi", rules={"black_chess": "redeal"}, seats=wishes, clock=ClockBody(base=50, bank=40), grace=45)
    live = await node.get(await node.open_room(opening_of(body, people[0]), people[0].id))
    for person in people[1:]:
        await live.join(person.id, person.name, None)
    await until(lambda: bool(live.room.commit))
    for person in people:
        await live.perform(person.id, Ready())
    await until(lambda: live.room.stage == "playing" and any(not live.room.choices(s).forced for s in live.room.to_act()))
    return live, [person.id for person in people]


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_clock_that_is_set_takes_nobody_s_time(jump: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        set_clock(monkeypatch, 0.0)
        node = ServerNode(Config(database=f"sqlite:///{tmp_path}/rooms.db", data=str(tmp_path), limits=LOOSE, sweep=3600))
        await node.start()
        try:
            live, people = await seated(node)
            node.expect(live)  # nobody is connected: the grace times run
            await node.sweep()
            set_clock(monkeypatch, jump)
            for _ in range(2):
                await node.sweep()
            assert [seat.auto for seat in live.room.seats] == [""] * 3
            left = await deadlines_of(node)
            assert left
            assert all(0 < seconds <= (90 if kind == "clock" else 45) for (kind, _), seconds in left.items()), left
            (seat,) = live.room.to_act()
            assert live.room.table is not None
            await live.perform(people[seat], Act("c", next(iter(live.room.table.canonical(seat))), None, live.room.window()))
            assert live.room.seats[seat].bank == pytest.approx(40, abs=1)
            assert all(0 < due - node.now() <= 91 for due in live.room.dues(node.now()).values())
            del node.rooms[live.room.id]  # read again from a log that was written by both times
            again = await node.get(live.room.id)
            assert all(40 < due - node.now() <= 91 for due in again.room.dues(node.now()).values())
            await node.sweep()
            assert [own.auto for own in again.room.seats] == [""] * 3
            for own in again.room.seats:  # and time goes on: whoever is late is late
                if own.since is not None:
                    own.since -= 200
            node.renew_deadlines(again)
            await node.sweep()
            await until(lambda: [own.auto for own in again.room.seats].count("timeout") == 1)
        finally:
            await node.stop()

    asyncio.run(run())


def faketime() -> str | None:
    """The library that lies about the time; QIPAI_FAKETIME names it where it is not at the usual place."""
    if given := os.environ.get("QIPAI_FAKETIME"):
        return given
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketime*.so.1"))
    return str(found[0]) if shutil.which("faketime") and found else None


async def asked_to_play(socket: Socket) -> None:
    while not socket.view["legal"]:
        await socket.next()


@pytest.mark.slow
@pytest.mark.parametrize("jump", ["+1h", "-1h"])
def test_a_machine_whose_clock_is_set_plays_on(jump: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = faketime()
    if library is None:
        pytest.skip(f"faketime is not installed; this adds it: {ADD}")
    asked = tmp_path / "time"
    asked.write_text("+0")
    settings = {"LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(asked), "FAKETIME_NO_CACHE": "1"}
    for name, value in {**settings, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}.items():
        monkeypatch.setenv(name, value)
    node = Node(f"sqlite:///{tmp_path}/rooms.db", tmp_path, luck=True, sweep=0.2).start()
    for name in settings:
        monkeypatch.delenv(name)

    async def run() -> dict[str, Any]:
        ann, bob = await guest(node, "Ann"), await guest(node, "Bob")
        room = await ann.open("xianqi", ["me", "open", "bot"], clock={"base": 40, "bank": 30})
        await bob.join(room)
        async with Socket(node, room, ann.token) as one, Socket(node, room, bob.token) as other:
            for socket in (one, other):
                while not socket.view["fairness"]["commit"]:
                    await socket.next()
                await socket.ready()
            first = [asyncio.ensure_future(asked_to_play(socket)) for socket in (one, other)]
            _, waiting = await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            for reading in waiting:
                reading.cancel()
            asked.write_text(jump)
            async with asyncio.timeout(PATIENCE):
                while "was set by" not in node.log():
                    await asyncio.sleep(0.05)
            await one.send({"type": "resync"})
            return (await one.until("snapshot"))["view"]

    try:
        view = asyncio.run(run())
    finally:
        node.stop()
    assert "was set by" in node.log()
    assert [seat["auto"] for seat in view["seats"]] == [""] * 3
    assert all(left is None or 0 < left <= 70_000 for left in view["clocks"]["left_ms"])
