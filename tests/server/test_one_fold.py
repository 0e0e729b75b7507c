"""A command is judged, written out and applied once, and the room changes only when the database has said yes."""

from __future__ import annotations

import ast
import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import qipai
from qipai.core.table import Table
from qipai.server.config import Config
from qipai.server.http.models import ClockBody, RoomBody, SeatWish
from qipai.server.node import Node
from qipai.server.rooms import frames
from qipai.server.rooms import room as room_module
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Ready, Result
from qipai.server.rooms.opening import opening_of
from qipai.server.rooms.room import Room
from qipai.server.storage import room_rows
from qipai.server.storage.events import Append, Conflict, StoreDown
from tests.conftest import ROOT
from tests.games import playable
from tests.server.folds import fold_all
from tests.server.players import LOOSE, PATIENCE


async def with_room(folder: Path, game: str, work: Callable[[Node, LiveRoom, list[str]], Awaitable[None]]) -> None:
    """A room of people with a clock, its first deal on the table."""
    node = Node(Config(database=f"sqlite:///{folder}/rooms.db", data=str(folder), limits=LOOSE, sweep=3600))
    await node.start()
    try:
        count = qipai.game(game).seats(qipai.game(game).rules())
        people = [(await node.accounts.add_guest(f"P{k}"))[1] for k in range(count)]
        wishes = [SeatWish(kind="me"), *[SeatWish(kind="open")] * (count - 1)]
        options: dict[str, Any] = {"pace": 0, "claim_pause": 0, "quick_forced": True, "clock": ClockBody(base=60, bank=60)}
        body = RoomBody(game=game, rules=playable(game), seats=wishes, **options)
        live = await node.get(await node.open_room(opening_of(body, people[0]), people[0].id))
        for person in people[1:]:
            await live.join(person.id, person.name, None)
        await until(lambda: bool(live.room.commit))
        for person in people:
            await live.perform(person.id, Ready())
        await until(lambda: live.room.stage == "playing")
        await work(node, live, [person.id for person in people])
    finally:
        await node.stop()


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.005)


def a_move(room: Room, rng: random.Random) -> tuple[int, str]:
    assert room.table is not None
    seat = rng.choice(room.to_act())
    return seat, rng.choice(list(room.table.canonical(seat)))


@pytest.mark.interpreted
@pytest.mark.parametrize("game", qipai.games())
def test_a_command_is_judged_and_applied_once(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[str] = Counter()

    def counting(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **more: object) -> object:
            counted[name] += 1
            return real(*args, **more)

        return call

    async def work(node: Node, live: LiveRoom, people: list[str]) -> None:
        rng = random.Random(3)
        for number in range(12):
            if live.room.stage != "playing":
                break
            seat, move = a_move(live.room, rng)
            version = live.room.version
            counted.clear()
            await live.perform(people[seat], Act(f"c{number}", move, None, live.room.window()))
            events = live.room.version - version
            assert counted["judge"] == 1  # moves that are forced are known to be legal
            if live.room.stage == "playing":  # else the driver is already preparing the next deal
                assert counted["apply"] == counted["play_action"] == events
            assert counted["decode"] == 0
            await until(live.driver.idle)

    monkeypatch.setattr(room_module, "judge", counting("judge", room_module.judge))
    monkeypatch.setattr(Table, "play_action", counting("play_action", Table.play_action))
    monkeypatch.setattr(Room, "apply", counting("apply", Room.apply))
    monkeypatch.setattr(Room, "fold", counting("decode", Room.fold))
    asyncio.run(with_room(tmp_path, game, work))


def test_a_settlement_is_made_once_however_often_it_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Room] = []
    real = frames.result_of

    def counted(room: Room, table: Table) -> Result:
        made.append(room)
        return real(room, table)

    async def work(node: Node, live: LiveRoom, people: list[str]) -> None:
        rng, number = random.Random(5), 0
        while live.room.stage == "playing":
            number += 1
            seat, move = a_move(live.room, rng)
            await live.perform(people[seat], Act(f"c{number}", move, None, live.room.window()))
        await until(lambda: bool(live.room.commit))
        shown = []
        for person in people[:-1]:
            shown += [msgspec.json.decode(live.snapshot(seat))["view"]["result"] for seat in (0, 1, None)]
            await live.perform(person, Ready())
        assert shown[0]["returns"]
        assert all(one == shown[0] for one in shown)
        assert len(made) == 1

    monkeypatch.setattr(frames, "result_of", counted)
    asyncio.run(with_room(tmp_path, "xianqi", work))


@pytest.mark.parametrize("game", qipai.games())
def test_the_room_that_a_trial_became_is_the_fold_of_its_log(game: str, tmp_path: Path) -> None:
    async def work(node: Node, live: LiveRoom, people: list[str]) -> None:
        rng = random.Random(4)
        for number in range(40):
            if live.room.stage != "playing":
                break
            seat, move = a_move(live.room, rng)
            await live.perform(people[seat], Act(f"c{number}", move, None, live.room.window()))
            await until(live.driver.idle)
        await until(lambda: live.driver.idle() and not live.lock.locked())
        stored = await room_rows.read_log(node.store, live.room.id)
        again = fold_all(live.room.id, stored.events, stored.secrets)
        assert again.state().digest() == live.room.state().digest()
        assert (again.version, again.wire, again.stage, again.deal) == (
            live.room.version,
            live.room.wire,
            live.room.stage,
            live.room.deal,
        )
        assert again.commands == live.room.commands
        assert msgspec.to_builtins(again.seats) == msgspec.to_builtins(live.room.seats)  # banks and clocks, too

    asyncio.run(with_room(tmp_path, game, work))


@pytest.mark.parametrize("outcome", ["down", "conflict", "refused"])
def test_a_write_that_fails_leaves_the_room_as_it_was(outcome: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(node: Node, live: LiveRoom, people: list[str]) -> None:
        room = live.room
        assert room.table is not None
        seen = (room.state().digest(), room.version, room.wire, list(room.table.deals[-1].moves))
        seats, commands = msgspec.to_builtins(room.seats), dict(room.commands)
        seat, move = a_move(room, random.Random(5))

        def append_soon(wanted: Append) -> asyncio.Future[object]:
            future: asyncio.Future[object] = asyncio.get_running_loop().create_future()
            if outcome == "down":
                future.set_exception(StoreDown("gone"))
            else:
                future.set_result(Conflict())
            return future

        window = room.window()
        with monkeypatch.context() as broken:
            if outcome != "refused":
                broken.setattr(node.store, "append_soon", append_soon)
            with pytest.raises(qipai.IllegalMove if outcome == "refused" else StoreDown):
                await live.perform(people[seat], Act("c", "nonsense" if outcome == "refused" else move, None, window))
        assert live.room is room
        assert (room.state().digest(), room.version, room.wire, room.table.deals[-1].moves) == seen
        assert (msgspec.to_builtins(room.seats), room.commands) == (seats, commands)
        await live.perform(people[seat], Act("c", move, None, window))  # and it can be written afterwards
        assert live.room.version > room.version

    asyncio.run(with_room(tmp_path, "xianqi", work))


def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def test_sql_is_spoken_in_storage_alone() -> None:
    home = ROOT / "src" / "qipai"
    speakers = {
        path.relative_to(home).as_posix()
        for path in home.glob("**/*.py")
        if imports_of(path) & {"sqlalchemy", "alembic", "sqlite3", "psycopg"}
    }
    assert speakers
    assert {path for path in speakers if not path.startswith("server/storage/")} == set()


def test_the_room_knows_neither_database_nor_socket_nor_clock() -> None:
    rooms = ROOT / "src" / "qipai" / "server" / "rooms"
    for name in ("room.py", "room_data.py", "trial.py"):
        assert not imports_of(rooms / name) & {"asyncio", "time", "datetime", "sqlalchemy", "starlette", "threading"}, name
