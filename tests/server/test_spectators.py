"""People who watch: they are seen, they can be refused, and no way shows them anything newer than the room's delay allows."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

import qipai
from qipai.server.http.app import make_app
from qipai.server.http.models import RoomBody, SeatWish
from qipai.server.node import Node as ServerNode
from qipai.server.rooms.live_room import LiveRoom
from qipai.server.rooms.messages import Act, Ready
from qipai.server.rooms.opening import opening_of
from qipai.server.rooms.timeline import recall
from qipai.server.storage import room_rows
from qipai.server.storage.events import Append, Outcome, Written
from tests.conftest import Json
from tests.games import playable, with_choices
from tests.server.players import LOOSE, Config, Node, Socket, guest
from tests.server.still import StillClock, quiet
from tests.server.test_hosting import ask, closed, nodes, refusal, seen, table

__all__ = ["nodes"]


class Seen:
    """A watcher that keeps what it is sent."""

    absent = False
    name = ""

    def __init__(self, seat: int | None, player: str | None) -> None:
        self.seat = seat
        self.player = player
        self.who = player or "guest"
        self.frames: list[Json] = []

    def send(self, frame: bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ("event", "snapshot"):
            self.frames.append(message)

    def send_away(self) -> None: ...

    def mutes(self, who: str) -> bool:
        return False

    @property
    def view(self) -> Json:
        return self.frames[-1]["view"] if self.frames else {"legal": [], "window": None}


class Watched:
    """A table of people that somebody watches, on a clock of the test's own."""

    def __init__(self, folder: Path) -> None:
        config = Config(database=f"sqlite:///{folder}/rooms.db", data=str(folder), limits=LOOSE, sweep=3600, keep_idle=1e9)
        app = make_app(config)
        self.node: ServerNode = app.state.node
        self.clock = self.node.clock = StillClock()
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1/api/v1")
        self.live: LiveRoom
        self.shown: dict[int, Json] = {}  # by version, what those who sit there saw
        self.times: dict[int, float] = {}  # of the log's events, by the clock of the test
        write = self.node.store.append_soon

        async def on_time(wanted: Append) -> Outcome:
            outcome = await write(wanted)
            now = self.node.now()
            self.times |= dict.fromkeys(range(wanted.version, wanted.last_version() + 1), now)
            return Written(now) if isinstance(outcome, Written) else outcome

        self.node.store.append_soon = lambda wanted: asyncio.ensure_future(on_time(wanted))  # type: ignore[method-assign]

    async def open(self, game: str, seats: int, **more: Any) -> None:
        await self.node.start()
        self.people = [(await self.node.accounts.add_guest(f"P{k}"))[1] for k in range(seats)]
        wishes = [SeatWish(kind="me"), *[SeatWish(kind="open")] * (seats - 1)]
        body = RoomBody(game=game, rules=playable(game), seats=wishes, pace=0, **more)
        self.live = await self.node.get(await self.node.open_room(opening_of(body, self.people[0]), self.people[0].id))
        for person in self.people[1:]:
            await self.live.join(person.id, person.name, None)
        self.seats = [Seen(seat, person.id) for seat, person in enumerate(self.people)]
        self.spectator = Seen(None, None)
        self.live.watchers |= {*self.seats, self.spectator}
        await quiet(self.node, self.live, self.clock)

    async def get(self, path: str) -> Json:
        answer = await self.http.get(f"/rooms/{self.live.room.id}{path}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    async def step(self, number: int) -> None:
        """One decision, or on to the next moment."""
        await quiet(self.node, self.live, self.clock)
        for person, own in zip(self.people, self.seats, strict=True):
            if len(own.view["legal"]) > 1 and own.view["stage"] == "playing" and own.view["window"] == self.window(own.seat):
                calm = [move for move in own.view["legal"] if move == "pass"] or own.view["legal"]
                await self.live.perform(person.id, Act(f"c{number}", calm[0], None, own.view["window"]))
                return
        if self.clock.sleepers:
            self.clock.go_on()

    def window(self, seat: int | None) -> str | None:
        """The window in which the seat is still asked."""
        pause = self.live.pause
        if pause is not None:
            return pause.window if pause.asks(seat or 0) else None
        return self.live.room.window() if seat in self.live.room.to_act() else None

    async def close(self) -> None:
        self.live.watchers.clear()
        await self.http.aclose()
        await self.node.stop()


def version_of(public: Json | None) -> int:
    return -1 if public is None else int(public["version"])


async def watch(folder: Path, game: str, seats: int, delay: int, decisions: int) -> tuple[set[int], str]:
    """How far behind somebody was who watched, and how it ended. Nothing that was told was ever newer."""
    world, behind = Watched(folder), set()
    await world.open(game, seats, watch_delay=delay)
    live = world.live
    try:
        for person in world.people:
            await live.perform(person.id, Ready())
        await quiet(world.node, live, world.clock)
        begun = version_of(world.seats[0].view["public"])
        for number in range(decisions):
            await world.step(number)
            await quiet(world.node, live, world.clock)
            newest = world.seats[0].view
            if newest["stage"] != "playing":
                break
            seen_now = world.spectator.frames[-1]
            public = seen_now["view"]["public"]
            world.shown |= {frame["version"]: frame["view"]["public"] for frame in world.seats[0].frames}
            assert public == world.shown[seen_now["version"]]  # the same table, only later
            now, past = version_of(newest["public"]), version_of(public)
            assert past <= max(now - delay, begun)
            behind.add(now - past)
            # sockets, REST and log alike
            asked = await world.get("/state")
            assert (asked["version"], asked["view"]["public"]) == (seen_now["version"], public)
            assert asked["view"]["clocks"] is None
            for path in ("", "/log", "/screen"):
                assert (await world.get(path))["version"] == seen_now["version"]
            told = [line for frame in world.spectator.frames for line in frame.get("what", {}).get("words", [])]
            assert [line["words"] for line in (await world.get("/log"))["lines"]] == told
            # a node that reads the room from its log shows the same, and nothing newer
            stored = await room_rows.read_room(world.node.store, live.room.id)
            events = [event._replace(at=world.times.get(event.version, 0.0)) for event in stored.events]
            again = recall(live.room.id, events, stored.secrets, stored.snapshot, world.node.now())
            assert again.seen.view() == live.timeline.seen.view()
            assert again.room.version == live.room.version
        versions = [frame["version"] for frame in world.spectator.frames]
        assert versions == sorted(versions)
        return behind, world.spectator.view["stage"]
    finally:
        await world.close()


@pytest.mark.parametrize("game", with_choices(3))
def test_those_who_watch_are_two_public_steps_behind_by_every_way(game: str, tmp_path: Path) -> None:
    seats = qipai.game(game).seats(qipai.game(game).rules(playable(game)))
    behind, _ = asyncio.run(watch(tmp_path, game, seats, 2, 60))
    assert {1, 2} <= behind <= {0, 1, 2, 3}  # three, where one event makes two steps


def test_a_deal_that_is_over_is_shown_whole_and_at_once(tmp_path: Path) -> None:
    _, stage = asyncio.run(watch(tmp_path, "xianqi", 3, 4, 400))
    assert stage in ("between", "finished")


def test_a_room_may_do_without_the_delay(tmp_path: Path) -> None:
    async def run() -> set[int]:
        world, behind = Watched(tmp_path), set()
        await world.open("xianqi", 3, watch_delay=0)
        for person in world.people:
            await world.live.perform(person.id, Ready())
        for number in range(12):
            await world.step(number)
            if world.seats[0].view["stage"] == "playing":
                behind.add(version_of(world.seats[0].view["public"]) - version_of(world.spectator.view["public"]))
        await world.close()
        return behind

    assert asyncio.run(run()) == {0}


def test_autopilots_and_seats_are_told_as_late_as_moves_and_bring_nothing_forward(tmp_path: Path) -> None:
    async def run() -> None:
        world = Watched(tmp_path)
        await world.open("xianqi", 3)
        for person in world.people:
            await world.live.perform(person.id, Ready())
        for number in range(8):
            await world.step(number)
        await quiet(world.node, world.live, world.clock)
        count = len(world.spectator.frames)
        for why in ("player", "", "player", "", "player"):  # five steps of the wire, none of the deal
            seat = next(seat for seat in range(3) if seat not in world.live.room.to_act())
            await world.live.set_auto(seat, why)
        assert len(world.spectator.frames) == count
        room = await world.get("")
        assert [own["auto"] for own in room["seats"]] == [""] * 3
        assert any(own["auto"] for own in world.seats[0].view["seats"])
        await world.close()

    asyncio.run(run())


# over real servers
def watchers(frame: Json) -> list[str]:
    return [one["name"] for one in frame["watchers"]]


async def presence(socket: Socket, wanted: list[str]) -> Json:
    while True:
        frame = await socket.until("presence")
        if sorted(watchers(frame)) == sorted(wanted):
            assert frame["spectators"] == len(wanted)
            return frame


def test_who_watches_is_listed_once_and_a_guest_without_a_session_has_no_name(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "open"]) as (room, people, sockets):
            dan = await guest(nodes[-1], "Dan")
            async with (
                Socket(nodes[-1], room, dan.token),
                Socket(nodes[0], room, dan.token),
                Socket(nodes[-1], room, None),
            ):
                for socket in sockets:
                    await presence(socket, ["Dan", ""])
            await presence(sockets[0], [])
            # who sits at the table sees their own seat, with whatever session
            code = await ask(people[1], "POST", "/sessions/code")
            async with httpx.AsyncClient(base_url=nodes[0].url) as client:
                other = (await client.post("/api/v1/sessions/redeem", json={"code": code["code"]})).json()["token"]
            async with Socket(nodes[0], room, other) as second:
                assert second.view["seat"] == 1
                came = [frame for frame in map(json.loads, second.frames) if frame["type"] == "presence"]
                assert [watchers(frame) for frame in came] == [[]]

    asyncio.run(run())


def test_the_host_sends_a_spectator_away_who_cannot_come_back(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "open"]) as (room, people, sockets):
            ann, bo = people
            dan = await guest(nodes[-1], "Dan")
            async with Socket(nodes[-1], room, dan.token) as watching:
                frame = await presence(sockets[0], ["Dan"])
                who = {"who": frame["watchers"][0]["who"]}
                assert await refusal(bo, "POST", f"/rooms/{room}/dismiss", who) == "NOT_OWNER"
                assert await refusal(ann, "POST", f"/rooms/{room}/dismiss", {"who": "nobody"}) == "BAD_REQUEST"
                await ask(ann, "POST", f"/rooms/{room}/dismiss", who)
                assert await closed(watching) == 4009
            view = await seen(sockets[0], lambda view: view["code"] != room)
            await presence(sockets[0], [])
            for code in (room, view["code"]):
                for path in (f"/rooms/{code}", f"/rooms/{code}/state"):
                    assert await refusal(dan, "GET", path) == "NO_ROOM"
            async with httpx.AsyncClient(base_url=nodes[0].url) as nobody:
                assert (await nobody.get(f"/api/v1/rooms/{room}/state")).status_code == 404

    asyncio.run(run())


def test_where_watching_is_not_allowed_the_room_is_shown_without_its_table(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "bot"], watch_delay=0) as (room, people, sockets):
            ann, bo = people
            dan = await guest(nodes[-1], "Dan")
            async with Socket(nodes[-1], room, dan.token) as watching:
                for socket in sockets:
                    while not socket.view["fairness"]["commit"]:
                        await socket.next()
                    await socket.ready()
                await seen(watching, lambda view: view["public"] is not None)
                assert await refusal(bo, "PUT", f"/rooms/{room}/watching", {"on": False}) == "NOT_OWNER"
                await ask(ann, "PUT", f"/rooms/{room}/watching", {"on": False})
                view = await seen(watching, lambda view: view["public"] is None)
                assert (view["result"], view["scores"], view["legal"], view["to_act"]) == (None, [], [], [])
                await presence(sockets[0], [])
                state = await ask(dan, "GET", f"/rooms/{room}/state")
                assert state["view"]["public"] is None
                assert (await ask(dan, "GET", f"/rooms/{room}/log"))["lines"] == []
                assert (await ask(dan, "GET", f"/rooms/{room}/screen"))["lines"] == {"en": [], "zh": []}
                await watching.send({"type": "say", "phrase": "hello"})
                assert (await watching.until("reject"))["code"] == "NO_CHAT"
                await ask(ann, "PUT", f"/rooms/{room}/watching", {"on": True})
                await seen(watching, lambda view: view["public"] is not None)

    asyncio.run(run())
