"""A server of today goes on with the database of 0.1.0: the same people, the same rooms, the same decisions."""

from __future__ import annotations

import asyncio
import contextlib
import lzma
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.compat.kept import FOLDER, Json, read_lines, shows
from tests.server.players import LOOSE, Node, Person, Socket, guest, pick, play_deal, running

HEAD, *ROOMS = read_lines("rooms")
TIMES = {
    "player": ["created"],
    "session": ["created", "expires"],
    "room": ["created", "touched"],
    "event": ["at"],
    "deadline": ["due_at"],
}
DAY = 86400.0


@contextlib.contextmanager
def upgraded(folder: Path, stood: float = 0.0) -> Iterator[tuple[Node, list[Person]]]:
    """The server of today on a copy of the database; the old one was stopped `stood` seconds ago."""
    path = folder / "rooms.db"
    path.write_bytes(lzma.decompress((FOLDER / "rooms.db.xz").read_bytes()))
    (folder / "key").write_bytes(bytes.fromhex(HEAD["key"]))
    shift = time.time() - HEAD["made_at"] - stood
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        for table, columns in TIMES.items():
            for column in columns:
                database.execute(f"UPDATE {table} SET {column} = {column} + ?", (shift,))
    patient = msgspec.structs.replace(LOOSE, own_record_seconds=600.0, records_per_minute=1e6)
    with running(f"sqlite:///{path}", folder, luck=False, hurry=20, limits=patient) as node:
        yield node, [Person(node, one["name"], one["token"], one["id"]) for one in HEAD["people"]]


async def call(client: httpx.AsyncClient, person: Person | None, path: str, method: str = "GET", body: object = None) -> Any:
    """What the server answers; None when it refuses."""
    headers = {} if person is None else person.headers
    answer = await client.request(method, f"/api/v1{path}", headers=headers, json=body)
    return answer.json() if answer.status_code < 300 and answer.content else None


def test_the_fixture_has_rooms_of_every_kind() -> None:
    stages = {room["spectator"]["stage"] for room in ROOMS}
    assert stages == {"waiting", "playing", "between", "finished", "closed"}
    for game in {room["game"] for room in ROOMS}:
        views = [room["spectator"] for room in ROOMS if room["game"] == game]
        assert {"waiting", "playing", "between", "closed"} <= {view["stage"] for view in views}
        assert any(view["stage"] == "playing" and view["deal"] >= 2 for view in views)
        assert any(view["stage"] == "playing" and view["clocks"] is not None for view in views)
        assert {"left", "player"} <= {seat["auto"] for view in views for seat in view["seats"]}
        assert any(room["detail"]["shared"] for room in ROOMS if room["game"] == game)
        assert any(room.get("replay") for room in ROOMS if room["game"] == game)
    assert sum(path.stat().st_size for path in FOLDER.glob("rooms*")) < 300_000


def still(view: Json) -> Json:
    """A view without what the passing of time changes; 0.1.0 left the times of a decision empty (X-10.4)."""
    clocks, public = view["clocks"], view["public"]
    decision = public and public.get("decision")
    if decision:
        public = {**public, "decision": {key: value for key, value in decision.items() if not key.endswith("_at_ms")}}
    left = clocks and {**clocks, "left_ms": [left is not None for left in clocks["left_ms"]]}
    return {**view, "clocks": left, "public": public}


def test_everybody_is_shown_what_0_1_0_showed(tmp_path: Path) -> None:
    async def look(node: Node, people: list[Person]) -> None:
        async with httpx.AsyncClient(base_url=node.url, timeout=60) as client:
            for room in ROOMS:
                where = f"/rooms/{room['room']}"
                told = f"{room['game']}, {room['label']}"
                seen, then = await call(client, None, f"{where}/state"), room["spectator"]
                if then["stage"] == "playing":  # those who watch come two steps later since
                    assert seen["view"]["public"]["version"] <= then["public"]["version"]
                    assert seen["view"]["private"] is None
                else:
                    assert shows(still(seen["view"]), still(then), told) == ""
                for k, then in zip(room["people"], room["views"], strict=True):
                    seen = await call(client, people[k], f"{where}/state")
                    assert shows(still(seen["view"]), still(then), f"{told}, {people[k].name}") == ""
                detail = {key: value for key, value in room["detail"].items() if key not in ("link", "options", "room_options")}
                assert shows(await call(client, people[0], where), detail, told) == ""
                assert shows(await call(client, people[0], f"{where}/fairness"), room["fairness"], told) == ""
                await compare_deals(client, people[0], room, told)

    with upgraded(tmp_path) as (node, people):
        asyncio.run(look(node, people))


async def compare_deals(client: httpx.AsyncClient, person: Person, room: Json, told: str) -> None:
    """Records and replays of deals that are over; rooms without one refuse as they did."""
    record = await call(client, person, f"/rooms/{room['room']}/record")
    if room["record"] is None:
        assert record is None
        return
    for each in (record, room["record"]):
        each["meta"] = {**each["meta"], "started": ""}
    assert record == room["record"], told
    last = len(record["deals"]) - 1
    replay = await call(client, person, f"/rooms/{room['room']}/replay?deal={last}")
    assert shows(replay, room["replay"], told) == ""
    stranger = await call(client, None, f"/rooms/{room['room']}/replay?deal={last}")
    assert (stranger is not None) == room["detail"]["shared"], told


def test_people_are_who_they_were(tmp_path: Path) -> None:
    async def ask(node: Node, people: list[Person]) -> None:
        async with httpx.AsyncClient(base_url=node.url, timeout=60) as client:
            for person, me, (mine, past) in zip(people, HEAD["me"], HEAD["lists"], strict=True):
                assert shows(await call(client, person, "/me"), me) == ""
                for which, then in (("mine", mine), ("past", past)):
                    now = {line["room"]: line for line in await call(client, person, f"/rooms?which={which}")}
                    assert set(now) == {line["room"] for line in then}
                    for line in then:
                        assert shows(now[line["room"]], {**line, "updated": now[line["room"]]["updated"]}) == ""
            account = {"name": "Ann", "password": HEAD["password"]}
            session = await call(client, None, "/sessions", "POST", account)
            assert session["user"]["id"] == people[0].player
            assert await call(client, None, "/sessions", "POST", {**account, "password": "another password"}) is None

    with upgraded(tmp_path) as (node, people):
        asyncio.run(ask(node, people))


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({room["game"] for room in ROOMS}))
def test_every_room_goes_on(game: str, tmp_path: Path) -> None:
    """The deal that was played comes to its end, and the next one begins."""

    async def go_on(node: Node, people: list[Person]) -> None:
        open_rooms = [room for room in ROOMS if room["game"] == game and room["people"]]
        running_on = [room for room in open_rooms if room["spectator"]["stage"] != "finished"]
        async with asyncio.TaskGroup() as group:  # at once: the server's moves keep their pace in each
            for room in running_on:
                group.create_task(play_on(node, people, room))

    with upgraded(tmp_path) as (node, people):
        asyncio.run(go_on(node, people))


async def play_on(node: Node, people: list[Person], room: Json) -> None:
    name, then = room["room"], room["spectator"]
    seated = [people[k] for k in room["people"]]
    for person in seated:
        await person.join(name)  # whoever had left comes back
    for seat in then["seats"]:
        if seat["kind"] == "open":
            seated.append(await guest(node, f"new {seat['seat']}"))
            assert await seated[-1].join(name) == seat["seat"]
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(Socket(node, name, person.token)) for person in seated]
        for socket in sockets:
            await socket.send({"type": "auto", "on": False})
        await play_deal(sockets, pick(random.Random(name)), "a8")
        first = sockets[0].view
        assert first["stage"] in ("between", "finished"), room["label"]
        assert sum(first["result"]["returns"]) == 0
        if first["stage"] == "finished":
            return
        for socket in sockets:
            while not socket.view["fairness"]["commit"]:
                await socket.next()
            await socket.ready("a8")
        begun = sockets[0].view["deal"]
        while sockets[0].view["stage"] != "playing" and sockets[0].view["deal"] == begun:  # a deal may be void at once
            await sockets[0].next()
    async with httpx.AsyncClient(base_url=node.url, timeout=60) as client:
        record = await call(client, seated[0], f"/rooms/{name}/record")
    old = [] if room["record"] is None else room["record"]["deals"]
    assert record["deals"][: len(old)] == old
    assert len(record["deals"]) > len(old)


def test_clocks_that_ran_out_while_the_server_stood_still_are_judged_when_it_starts(tmp_path: Path) -> None:
    """The seat whose time is up goes on autopilot."""

    async def wait(node: Node, people: list[Person]) -> None:
        async with httpx.AsyncClient(base_url=node.url, timeout=60) as client:
            for room in ROOMS:
                if room["label"] != "playing with a clock":
                    continue
                waited = {k for k, left in enumerate(room["views"][0]["clocks"]["left_ms"]) if left is not None}
                async with asyncio.timeout(60):
                    while True:
                        view = (await call(client, people[room["people"][0]], f"/rooms/{room['room']}/state"))["view"]
                        late = {seat["seat"] for seat in view["seats"] if seat["auto"] == "timeout"}
                        if late >= waited and late:
                            break
                        await asyncio.sleep(0.1)

    with upgraded(tmp_path, stood=3 * DAY) as (node, people):
        asyncio.run(wait(node, people))
