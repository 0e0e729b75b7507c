"""Nothing that a seat is sent, and no time at which it is sent, depends on what the seat does not know.

Two deals that a seat cannot tell apart follow one script of public moves, each in a room of its own. The seat and a spectator
probe with every kind of frame and request at every step, and before and in every claim pause. All that they are sent must be
the same to the byte, at the same times of a clock that the test holds; names of rooms and commitments aside.

Any game and any window takes part by itself: see `tests/server/worlds.py`.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
import sqlalchemy as sa

import qipai
from qipai.core.state import State
from qipai.core.table import Table
from qipai.server.http.app import make_app
from qipai.server.http.models import ClockBody, RoomBody, SeatWish
from qipai.server.http.sockets import Connection
from qipai.server.node import Node
from qipai.server.rooms import bots, pace
from qipai.server.rooms import room as room_module
from qipai.server.rooms.conversation import read_frame
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, ClientMessage, Ready
from qipai.server.rooms.opening import opening_of
from qipai.server.rooms.room import Room
from qipai.server.storage import log, store
from tests.server.players import LOOSE, Config
from tests.server.still import StillClock, quiet
from tests.server.worlds import Moves, Script, scripts, scripts_from, scripts_of_choices

pytestmark = pytest.mark.slow

PAIRS = 4  # of worlds for each game
STEPS = 4
EPOCH = 1e9  # what the database's clock shows when the test's shows nothing
LOOK = 0.5  # seconds after which the seat probes again
THINK = 0.3  # seconds that bots take, and people in a claim pause

MOMENTS = re.compile(r'"(started_at_ms|timeout_at_ms)":(\d+)')

Sent = tuple[float, str, str]  # when, to whom or in answer to what, and what


class Line(Connection):
    """A connection without a network: keeps what it would send, and when."""

    run: Run
    called = ""

    def send(self, frame: bytes) -> None:
        self.run.keep(self.called, frame.decode())


class ScriptedWorkers:
    """Bots that play what the script says."""

    def __init__(self) -> None:
        self.run_: Run | None = None

    async def run(self, work: Any, *args: Any, **more: Any) -> Any:
        assert self.run_ is not None
        if work is bots.advise:
            known = json.dumps(args, sort_keys=True)  # the hint depends on all that it is computed from
            return [bots.AdviceLine(known, "", ("", ""), -1, ("", ""))]
        run, version = self.run_, self.run_.live.room.state().version()
        await run.world.clock.sleep_until(run.world.clock.now() + THINK)
        return run.moves.get((version, args[2]["seat"]))

    async def answer(self, work: Any, *args: Any, **more: Any) -> Any:
        """A review of what is over; its refusals too."""
        return work(*args)

    def stop(self) -> None:
        pass


class Run:
    """One world: a room, the person whose seat it is, a spectator, and all that they are sent."""

    def __init__(self, world: World, live: LiveRoom, script: Script, moves: Moves, token: str, player: str) -> None:
        self.world = world
        self.live = live
        self.script = script
        self.moves = moves
        self.player = player
        self.other = (script.seat + 1) % len(live.room.seats)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.began = world.clock.now()
        self.began_at = world.node.now()
        self.sent: list[Sent] = []
        self.number = 0
        self.acted: set[str] = set()
        self.last = {"type": "act", "cmd_id": "first", "move": "pass", "window": "0.0"}
        self.lines = []
        for name, seat in (("seat", script.seat), ("spectator", None)):
            line = Line(world.node, None, None, live, seat, player if seat is not None else None)  # type: ignore[arg-type]
            line.run, line.called, line.who = self, name, name  # who has no session is called at random
            self.lines.append(line)
            live.watchers.add(line)

    def keep(self, what: str, text: str) -> None:
        room = self.live.room.id
        for hidden, name in ((room, "ROOM"), (self.world.commits.get(room, "?"), "COMMIT"), (self.player, "PLAYER")):
            text = text.replace(hidden, name)
        text = MOMENTS.sub(lambda found: f'"{found[1]}":{int(found[2]) - round(self.began_at * 1000)}', text)
        self.sent.append((round(self.world.clock.now() - self.began, 6), what, text))

    async def frame(self, line: Line, message: dict[str, Any]) -> None:
        self.keep(f"{line.called} asks", message["type"])
        self.world.probed.add(message["type"])
        read = read_frame(json.dumps(message))
        assert read is not None, message
        await line.handle(read)
        await asyncio.sleep(0)

    async def rest(self, method: str, path: str, body: object = None, mine: bool = True) -> None:
        headers = self.headers if mine else {}
        room = self.live.room.id
        answer = await self.world.http.request(method, f"/api/v1/{path.format(room=room)}", json=body, headers=headers)
        text = answer.text
        self.world.probed.add(f"{method} {path.partition('?')[0]}")
        if path.startswith(("rooms?", "me/export")):
            text = json.dumps(self.since_then(answer.json()))
        assert answer.status_code < 500, text
        self.keep(f"{method} {path}", f"{answer.status_code} {text}")

    def since_then(self, data: Any) -> Any:
        """With the database's times counted from the beginning of this run."""
        if isinstance(data, list):
            return [self.since_then(one) for one in data]
        if isinstance(data, dict):
            return {key: self.since_then(one) for key, one in data.items()}
        return round(data - self.began_at, 2) if isinstance(data, float) and data > 1e8 else data

    async def probe(self) -> None:
        """Every kind of frame and request that changes nothing by right."""
        live = self.live
        view = json.loads(live.snapshot(self.script.seat))["view"]
        window, wire, legal = view["window"], live.wire(), view["legal"]
        seat, spectator = self.lines
        acts: list[dict[str, Any]] = [{"move": "?!", "window": window}, {"move": "pass", "window": f"{window}9"}]
        acts += [{"move": "pass", "version": wire + n} for n in (1, 2)]
        acts += [{"move": "pass", "version": wire - 1, "window": "0.1"}]
        if not legal and self.script.seat not in view["to_act"]:
            acts += [{"move": "pass", "window": window}, {"move": "hu", "version": wire}, {"move": "play 3", "window": window}]
        for act in acts:
            self.number += 1
            await self.frame(seat, {"type": "act", "cmd_id": f"p{self.number}", **act})
        await self.frame(seat, self.last)  # once more what was sent before
        for message in (
            {"type": "check", "req": 1, "cards": []},
            {"type": "check", "req": 2, "cards": ["1w"]},
            {"type": "hint"},
            {"type": "ready", "nonce": ""},
            {"type": "auto", "on": True},
            {"type": "auto", "on": False},
            {"type": "ping", "t": 1},
            {"type": "mute", "who": [], "everybody": False},
            {"type": "say", "text": "http://nowhere.test"},
            {"type": "resync"},
            {"type": "weigh", "req": 1, "move": "pass"},
        ):
            await self.frame(seat, message)
        await self.frame(spectator, {"type": "resync"})
        await self.frame(spectator, {"type": "act", "cmd_id": "s", "move": "pass", "window": window})
        for which in ("all", "mine", "past"):
            await self.rest("GET", f"rooms?which={which}")
        for path in ("me", "me/export", "rooms/{room}", "rooms/{room}/state", "rooms/{room}/log"):
            await self.rest("GET", path)
        for path in ("screen", "record", "fairness", "replay", "replay/screens"):
            await self.rest("GET", f"rooms/{{room}}/{path}")
        for method in ("GET", "POST"):
            await self.rest(method, "rooms/{room}/review")
        await self.rest("GET", "rooms/{room}/state", mine=False)
        await self.rest("POST", "rooms/{room}/ready", {})
        await self.rest("POST", "rooms/{room}/skip")
        await self.rest("POST", "rooms/{room}/takeback")
        await self.rest("PUT", "rooms/{room}/help", {"takeback": True, "coach": True})
        for path, body in (("join", {}), ("share", None), ("leave", None), ("join", {})):  # and back again
            await self.rest("POST", f"rooms/{{room}}/{path}", body)
        await self.rest("PUT", "rooms/{room}/options", {})
        await self.rest("POST", "rooms/{room}/bots", {"seat": 0})
        for path, body in (("seats", {}), ("owner", {"seat": 7}), ("lock", {"on": False}), ("pace", {"pace": 0.7})):
            await self.rest("PUT", f"rooms/{{room}}/{path}", body)
        await self.rest("PUT", "rooms/{room}/watching", {"on": True})
        await self.rest("POST", "rooms/{room}/dismiss", {"who": "nobody"})
        for path in ("rooms/{room}", "rooms/{room}/log", "rooms/{room}/screen"):
            await self.rest("GET", path, mine=False)
        await self.rest("PUT", "rooms/{room}/talk", {"chat": "auto", "talk_in_deals": False})
        await self.rest("POST", "rooms/{room}/remove", {"seat": 7})
        await self.rest("POST", "rooms/{room}/again", {})
        for path in ("finish", "close"):  # a host's do what they say at any moment, a stranger's never
            await self.rest("POST", f"rooms/{{room}}/{path}", mine=False)
        await self.rest("DELETE", "rooms/{room}", mine=False)
        await self.rest("GET", "rooms/{room}/chat")
        stale = {"window": f"{window}9"} if legal or self.script.seat in view["to_act"] else {}
        await self.rest("POST", "rooms/{room}/actions", {"move": "pass", "cmd_id": f"r{self.number}", **stale})
        await self.rest(
            "POST", "rooms/{room}/actions", {"action_idx": 0, "client_version": wire + 1, "cmd_id": f"i{self.number}"}
        )

    async def own_move(self) -> bool:
        """What the script has for the seat itself; False when it is not asked."""
        view = json.loads(self.live.snapshot(self.script.seat))["view"]
        if not view["legal"] or view["window"] in self.acted:
            return False
        self.acted.add(view["window"])
        seen = self.live.seen()
        assert seen is not None
        action = self.moves.get((seen.version(), self.script.seat))
        if action is None:
            return False
        move = self.script.game.write(seen.view(self.script.seat), action)
        self.last = {"type": "act", "cmd_id": f"m{self.number}", "move": move, "window": view["window"]}
        await self.frame(self.lines[0], self.last)
        return True

    def other_due(self) -> float | None:
        """When the second person answers: in a pause after a while, else as slowly as the server makes its own moves."""
        room, held = self.live.room, self.live.held
        if self.other not in room.to_act() or room.choices(self.other).forced:
            return None
        if self.script.linger and (room.state().version(), self.other) not in self.moves:
            return None  # all wait for this one
        if held is None:
            return self.live.shown_at + even(room, self.other)
        return self.live.shown_at + THINK if held.pause.window == room.window() else None

    async def other_move(self) -> None:
        room = self.live.room
        action = self.moves[room.state().version(), self.other]
        move = self.script.game.write(room.state().view(self.other), action)
        assert room.seats[self.other].player is not None
        await self.live.perform(room.seats[self.other].player, Act(f"o{room.version}", move, None, room.window()))

    def moment(self) -> int:
        """Of the deal, as it is shown."""
        shown = self.live.seen()
        assert shown is not None
        return shown.version()

    async def play(self) -> None:
        """To the end of the script, and up to the end of the pause that it may end in."""
        world, live, clock = self.world, self.live, self.world.clock
        await quiet(world.node, live, clock)
        end, looked, shown = self.moment() + self.script.steps, clock.now(), -1
        until = clock.now() + self.script.linger
        while True:
            await quiet(world.node, live, clock)
            if self.moment() != shown or clock.now() >= looked + LOOK:  # never by what happens unseen
                shown, looked = self.moment(), clock.now()
                await self.probe()
                if await self.own_move():
                    continue
            calm = live.held is None or live.held.until <= clock.now() + LOOK + 1e-6
            if self.moment() >= end and clock.now() >= until and calm:
                return
            due, sleeper = self.other_due(), clock.next_moment()
            if due is not None and due <= clock.now():
                await self.other_move()
                continue
            moment = min(at for at in (due, sleeper, looked + LOOK) if at is not None)
            if moment == sleeper:
                clock.go_on()
            else:
                clock.time = moment


class World:
    """A server whose time is the test's, and whose database says the same time."""

    def __init__(self, folder: Path) -> None:
        config = Config(database=f"sqlite:///{folder}/rooms.db", data=str(folder), limits=LOOSE, sweep=3600, keep_idle=1e9)
        self.app = make_app(config)
        self.node: Node = self.app.state.node
        self.clock = self.node.clock = StillClock()
        self.workers = self.node.workers = ScriptedWorkers()  # type: ignore[assignment]
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://127.0.0.1")
        self.commits: dict[str, str] = {}
        self.probed: set[str] = set()
        self.start: State
        for engine in (self.node.store.writer, self.node.store.reader):
            sa.event.listen(engine, "connect", self.tell_time)

    def tell_time(self, connection: Any, record: object) -> None:
        connection.create_function("test_now", 0, lambda: EPOCH + self.clock.now())

    async def sit(self, script: Script, start: State, moves: Moves) -> Run:
        """A room with a second person and bots; the deal in the middle of which the script begins lies there."""
        node, seats = self.node, len(start.returns())
        self.clock.time = math.ceil(self.clock.time)  # milliseconds are rounded alike in both worlds
        token, me = await node.accounts.add_guest("Ann")
        _, other = await node.accounts.add_guest("Bob")
        kinds = ["bot"] * seats
        kinds[script.seat], kinds[(script.seat + 1) % seats] = "me", "open"
        body = RoomBody(
            game=script.game.name,
            rules=script.rules or {},
            seats=[SeatWish(kind=kind) for kind in kinds],  # type: ignore[arg-type]
            clock=ClockBody(base=20, bank=60),
        )
        live = await node.get(await node.open_room(opening_of(body, me), me.id))
        await live.join(other.id, other.name, None)
        await quiet(node, live, self.clock)
        self.start = start
        self.commits[live.room.id] = live.room.commit
        run = Run(self, live, script, moves, token, me.id)
        self.workers.run_ = run
        await run.frame(run.lines[0], {"type": "ready"})
        await live.perform(other.id, Ready())
        return run

    def dealt(self, *args: Any, **more: Any) -> Table:
        """As if the middle of a deal had been dealt: instead of `Table`, also when a log is folded again."""
        table = Table(*args, **more)
        table.state, table.start = self.start.copy(), self.start.copy()
        return table

    async def leave(self, run: Run) -> None:
        run.live.watchers.clear()
        del self.node.rooms[run.live.room.id]
        if run.live.driver.worker is not None:
            run.live.driver.worker.cancel()
            await asyncio.gather(run.live.driver.worker, return_exceptions=True)


def even(room: Room, seat: int) -> float:
    """The pace, drawn from what both worlds have in common."""
    return random.Random(f"{room.window()} {seat}").uniform(pace.SHORTEST, pace.LONGEST)


def everything(world: World) -> set[str]:
    """Every kind of frame, and every request that is about a room or about the sender."""
    frames = {kind.__struct_config__.tag for kind in get_args(ClientMessage)} - {"hello"}  # which a second time is a mistake
    requests = {f"{method.upper()} {path}" for path, each in world.app.openapi()["paths"].items() for method in each}
    asked = {one.replace("/api/v1/", "") for one in requests if "{room}" in one or one.endswith(("/rooms", "/me/export"))}
    return frames | asked - {"POST rooms", "GET rooms/{room}/qr"}  # about no room yet; a picture of its name


async def compare(folder: Path, found: list[Script], patch: pytest.MonkeyPatch) -> int:
    """How much was sent, alike in both worlds."""
    patch.setattr(log, "SQLITE_MANY", log.SQLITE_MANY.replace(log.SQLITE_NOW, "test_now()"))
    patch.setattr(store, "SQLITE_NOW", "test_now()")
    world = World(folder)
    await world.node.start()
    count = 0
    patch.setattr(room_module, "Table", world.dealt)
    try:
        for script in found:
            sent = []
            for start, moves in zip(script.starts, script.moves, strict=True):
                run = await world.sit(script, start, moves)
                await run.play()
                await world.leave(run)
                sent.append(sorted(run.sent, key=lambda one: one[1] == "spectator"))  # who of them is told first is chance
            for one, other in zip(*sent, strict=False):
                assert one == other, f"seat {script.seat}, {script.differ}"
            assert len(sent[0]) == len(sent[1])
            count += len(sent[0])
        assert everything(world) <= world.probed
    finally:
        await world.http.aclose()
        await world.node.stop()
    return count


def presets() -> list[tuple[str, dict[str, object] | None]]:
    """Every game with its default rules, and with each other preset: some have windows of their own."""
    found: list[tuple[str, dict[str, object] | None]] = []
    for game in qipai.games():
        names = list(qipai.game(game).options().presets)
        found += [(game, None), *((game, {"preset": name}) for name in names[1:])]
    return found


@pytest.mark.parametrize(("game", "rules"), presets())
def test_a_seat_is_sent_the_same_at_the_same_times_in_any_world(
    game: str, rules: dict[str, object] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "drawn_delay", even)
    found = scripts(qipai.game(game), 5, PAIRS, STEPS, rules)
    count = asyncio.run(compare(tmp_path, found, monkeypatch))
    assert count > 500


def test_the_worlds_differ_in_what_must_not_be_told() -> None:
    """In some games: where everybody always has the same choices, there is nothing to tell."""
    found = [script.differ for game in qipai.games() for script in scripts(qipai.game(game), 5, 2, STEPS)]
    assert frozenset.union(*found) == {"window", "forced"}


def test_what_others_swap_and_declare_is_not_told_before_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others choose differently in both worlds: through the whole swap, and while all wait for the last."""
    monkeypatch.setattr(pace, "drawn_delay", even)
    found = []
    for phase, hold in (("swap", False), ("swap", True), ("missing", True)):
        (script,) = scripts_of_choices(qipai.game("mahjong"), 7, 1, {"preset": "chengdu"}, phase, hold)
        assert {start.view(-1).public()["phase"] for start in script.starts} == {phase}
        assert (script.steps, "choice" in script.differ) == (0 if hold else 1, True)
        found.append(script)
    assert asyncio.run(compare(tmp_path, found, monkeypatch)) > 500


def about_to_kong() -> Table:
    """Seat 1 is about to add the fourth 5p to its peng; seats 2 and 3 wait for it (X30, with a whole wall)."""
    hands = ["5p9s111222333444m", "1112255p336677s", "34678p11456789s", "46888p2234599s9m"]
    first = ["5m", "9m", "9m", "6m", "5p"]
    every = [f"{rank}{suit}" for suit in "psm" for rank in range(1, 10) for _ in range(4)]
    parts = [part for hand in hands for part in re.findall(r"\d+[psm]", hand)]
    for tile in [*first, *(f"{rank}{part[-1]}" for part in parts for rank in part[:-1])]:
        every.remove(tile)
    moves = [(0, "missing s"), (1, "missing m"), (2, "missing m"), (3, "missing m"), (0, "discard 9s"), (3, "peng")]
    moves += [(3, "discard 9m"), (0, "discard 5p"), (1, "peng"), (2, "pass"), (3, "pass"), (1, "discard 3s")]
    moves += [(2, "discard 9m"), (3, "discard 9m"), (0, "discard 6m")]
    deal = {"dealer": 0, "hands": hands, "wall": "".join([*first, *every])}
    rules = {"preset": "chengdu", "opening": "missing"}
    return Table.from_record({"game": "mahjong", "rules": rules, "deal": deal, "moves": [list(move) for move in moves]})


def test_nobody_is_told_whether_an_added_kong_can_be_robbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From every seat: of the konger, of a bystander, and of both who can rob it, each of whom does not know of the other."""
    monkeypatch.setattr(pace, "drawn_delay", even)
    table = about_to_kong()
    assert "kong 5p" in table.legal(1)
    found = scripts_from(table.game, table.state, "kong 5p", 1, table.rules_object.to_json())
    assert [script.seat for script in found] == [0, 1, 2, 3]
    assert asyncio.run(compare(tmp_path, found, monkeypatch)) > 300
