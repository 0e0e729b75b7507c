"""The host's hand and the next match, over real servers: one with SQLite, and two that share a PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.conftest import Json
from tests.server.players import Node, Person, Socket, guest, pick, play_deal, running
from tests.server.postgres import Postgres


@pytest.fixture(params=["one node", "two nodes"], scope="module")
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Node]]:
    """The host comes to the first of them, friends to the last."""
    tmp_path = tmp_path_factory.mktemp("nodes")
    if request.param == "one node":
        with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, host_gone=1.0) as node:
            yield [node]
        return
    postgres = request.getfixturevalue("postgres")
    assert isinstance(postgres, Postgres)
    database = postgres.database()
    with (
        running(database, tmp_path, host_gone=1.0) as first,
        running(database, tmp_path, host_gone=1.0, luck=False) as second,
    ):
        yield [first, second]


async def ask(person: Person, method: str, path: str, body: Json | None = None) -> Any:
    answer = await person.call(method, path, body or {})
    assert answer.status_code < 300, answer.text
    return answer.json() if answer.content else None


async def refusal(person: Person, method: str, path: str, body: Json | None = None) -> str:
    answer = await person.call(method, path, body or {})
    assert answer.status_code >= 400, answer.text
    return str(answer.json()["code"])


async def seen(socket: Socket, wanted: Any) -> Json:
    """Reads on until the view is as wanted."""
    while not wanted(socket.view):
        await socket.next()
    return socket.view


async def closed(socket: Socket) -> int:
    """Reads on until the server ends the connection: with which code."""
    while True:
        try:
            await socket.next()
        except ConnectionClosed as end:
            return 0 if end.rcvd is None else end.rcvd.code


@contextlib.asynccontextmanager
async def table(nodes: list[Node], names: list[str], seats: list[str], **more: Any) -> AsyncIterator[tuple[Any, ...]]:
    """(room, people, sockets): everybody sits and is connected, the host to the first node."""
    people = [await guest(nodes[0 if number == 0 else -1], name) for number, name in enumerate(names)]
    room = await people[0].open("xianqi", seats, **more)
    for person in people[1:]:
        await person.join(room)
    async with contextlib.AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(Socket(person.node, room, person.token)) for person in people]
        yield room, people, sockets


def names(view: Json) -> list[str]:
    return [seat["name"] for seat in view["seats"]]


def test_a_removed_person_cannot_come_back_and_the_code_is_renewed(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo", "Cai"], ["me", "open", "open"]) as (room, people, sockets):
            ann, bo, cai = people
            assert await refusal(bo, "POST", f"/rooms/{room}/remove", {"seat": 2}) == "NOT_OWNER"
            await ask(ann, "POST", f"/rooms/{room}/remove", {"seat": 1})
            assert await closed(sockets[1]) == 4009
            view = await seen(sockets[2], lambda view: view["seats"][1]["kind"] == "open")
            code = view["code"]
            assert code != room
            assert all(code not in frame for frame in sockets[1].frames)
            # by session, and as an account
            await ask(bo, "POST", "/accounts", {"name": "Bo Removed", "password": "correct horse"})
            for name in (room, code):
                assert await refusal(bo, "POST", f"/rooms/{name}/join") == "NO_ROOM"
                assert await refusal(bo, "GET", f"/rooms/{name}/state") == "NO_ROOM"
            # as somebody else, by the old link
            fresh = await guest(nodes[-1], "Bo again")
            assert await refusal(fresh, "POST", f"/rooms/{room}/join") == "NO_ROOM"
            assert await refusal(fresh, "GET", f"/rooms/{room}") == "NO_ROOM"
            # whoever sits there goes on, by the old address too; friends come by the new one
            assert (await ask(cai, "GET", f"/rooms/{room}"))["code"] == code
            dan = await guest(nodes[-1], "Dan")
            assert (await ask(dan, "POST", f"/rooms/{code}/join"))["seat"] == 1
            # a second time the first new code is no good any more, either
            await seen(sockets[0], lambda view: view["seats"][1]["name"] == "Dan")
            await ask(ann, "POST", f"/rooms/{code}/remove", {"seat": 1})
            await seen(sockets[2], lambda view: view["code"] != code)
            assert await refusal(fresh, "GET", f"/rooms/{code}") == "NO_ROOM"

    asyncio.run(run())


def test_seats_are_swapped_bots_removed_and_the_room_locked_and_handed_over(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "bot"]) as (room, people, sockets):
            ann, bo = people
            await ask(ann, "PUT", f"/rooms/{room}/seats", {"order": [1, 0, 2]})
            view = await seen(sockets[1], lambda view: view["seat"] == 0)
            assert names(view)[:2] == ["Bo", "Ann"]
            assert view["owner"] == 1
            assert await refusal(ann, "PUT", f"/rooms/{room}/seats", {"order": [0, 0, 2]}) == "BAD_REQUEST"
            await ask(ann, "POST", f"/rooms/{room}/remove", {"seat": 2})
            await seen(sockets[1], lambda view: view["seats"][2]["kind"] == "open")
            await ask(ann, "PUT", f"/rooms/{room}/lock", {"on": True})
            await seen(sockets[1], lambda view: view["locked"])
            stranger = await guest(nodes[-1], "Cai")
            assert await refusal(stranger, "POST", f"/rooms/{room}/join") == "ROOM_LOCKED"
            await ask(ann, "PUT", f"/rooms/{room}/owner", {"seat": 0})
            for socket in sockets:
                await seen(socket, lambda view: view["owner"] == 0)
            assert await refusal(ann, "PUT", f"/rooms/{room}/lock", {"on": False}) == "NOT_OWNER"
            await ask(bo, "PUT", f"/rooms/{room}/lock", {"on": False})
            await ask(stranger, "POST", f"/rooms/{room}/join")
            await ask(bo, "POST", f"/rooms/{room}/close")
            await seen(sockets[0], lambda view: view["stage"] == "closed")

    asyncio.run(run())


def test_a_late_friend_takes_a_bots_seat_at_once_unless_another_hand_was_seen(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "bot"]) as (room, people, sockets):
            for socket in sockets:
                await seen(socket, lambda view: view["fairness"]["commit"])
                await socket.ready()
            for socket in sockets:
                await seen(socket, lambda view: view["stage"] == "playing")
            cai = await guest(nodes[-1], "Cai")
            assert await refusal(cai, "POST", f"/rooms/{room}/join") == "ROOM_FULL"
            assert (await ask(cai, "POST", f"/rooms/{room}/join", {"seat": 2}))["seat"] == 2
            async with Socket(nodes[-1], room, cai.token) as third:
                assert third.view["seat"] == 2
                assert third.view["private"]
                # Bo gives the seat up; having seen its hand Bo may take a bot's seat only from the next deal on
                await ask(people[1], "POST", f"/rooms/{room}/leave", {"for_good": True})
                await seen(third, lambda view: view["seats"][1]["kind"] == "bot")
                await ask(people[1], "POST", f"/rooms/{room}/join", {"seat": 1})
                view = await seen(third, lambda view: view["seats"][1]["heir"] == "Bo")
                assert view["seats"][1]["kind"] == "bot"
                assert (await ask(people[1], "GET", f"/rooms/{room}/state"))["view"]["private"] is None
                await play_deal([sockets[0], third], pick(random.Random(1)))
                await seen(third, lambda view: view["seats"][1]["kind"] == "human")
                await seen(sockets[1], lambda view: view["seat"] == 1)

    asyncio.run(run())


def test_a_host_who_is_gone_hands_the_room_on_and_gets_it_back(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "open"]) as (_, _, sockets):
            await sockets[0].socket.close()
            await seen(sockets[1], lambda view: view["owner"] == 1)
            assert sockets[1].view["seats"][0]["kind"] == "human"
            await sockets[0].connect()
            await seen(sockets[1], lambda view: view["owner"] == 0)

    asyncio.run(run())


def test_those_who_agree_play_another_match_at_the_same_table(nodes: list[Node]) -> None:
    async def run() -> None:
        more = {"deals": 1}
        async with table(nodes, ["Ann", "Bo", "Cai"], ["me", "open", "open"], **more) as (room, people, sockets):
            for number in (1, 2):
                await sockets[0].send({"type": "say", "text": "between us"})
                assert (await sockets[2].until("chat"))["text"] == "between us"
                await play_deal(sockets, pick(random.Random(number)))
                for socket in sockets:
                    await seen(socket, lambda view: view["stage"] == "finished")
                assert sockets[0].view["result"]["match_over"]
                assert "between us" not in json.dumps(await ask(people[0], "GET", f"/rooms/{room}/log"))
                assert [line["deals"] for line in sockets[0].view["evening"]] == [number] * 3
                assert sum(line["score"] for line in sockets[0].view["evening"]) == 0
                assert await refusal(people[1], "POST", f"/rooms/{room}/again", {"now": True}) == "NOT_OWNER"
                for person in people:
                    await ask(person, "POST", f"/rooms/{room}/again", {})
                for seat, socket in enumerate(sockets):
                    view = await seen(socket, lambda view: view["stage"] == "waiting")
                    assert (view["seat"], view["match"]["number"], view["public"]) == (seat, number + 1, None)
            await play_deal(sockets, pick(random.Random(3)))
            for socket in sockets:
                await seen(socket, lambda view: view["stage"] == "finished")
            # each match is a record of its own, with proofs
            for match in (1, 2, 3):
                record = await ask(people[0], "GET", f"/rooms/{room}/record?match={match}")
                assert len(record["deals"]) == 1
                assert "between us" not in json.dumps(record)
                assert record["deals"][0]["fairness"]["deal"] == match - 1
                checked = await ask(people[0], "POST", "/verify", record)
                assert checked["deals"][0]["shuffle"] == "proven"
            proofs = (await ask(people[0], "GET", f"/rooms/{room}/fairness"))["deals"]
            assert [proof["over"] for proof in proofs] == [True] * 3
            # who does not agree leaves a free seat; nobody else moves
            await ask(people[0], "POST", f"/rooms/{room}/again", {"seats": "choose"})
            await ask(people[2], "POST", f"/rooms/{room}/again", {})
            await seen(sockets[0], lambda view: view["seats"][2]["again"])
            await ask(people[0], "POST", f"/rooms/{room}/again", {"now": True})
            view = await seen(sockets[2], lambda view: view["stage"] == "waiting")
            assert [seat["kind"] for seat in view["seats"]] == ["human", "open", "human"]
            assert view["match"]["seating"] == "choose"

    asyncio.run(run())


def test_the_host_ends_a_match_that_goes_on_until_they_stop(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann", "Bo"], ["me", "open", "bot"]) as (room, people, sockets):
            await play_deal(sockets, pick(random.Random(1)))
            for socket in sockets:
                await seen(socket, lambda view: view["stage"] == "between" and view["fairness"]["commit"])
            await ask(people[0], "POST", f"/rooms/{room}/finish")
            for socket in sockets:
                view = await seen(socket, lambda view: view["stage"] == "finished")
                assert view["result"]["match_over"]
            for person in people:
                await ask(person, "POST", f"/rooms/{room}/again", {"seats": "random"} if person is people[0] else {})
            for socket in sockets:
                view = await seen(socket, lambda view: view["stage"] == "waiting")
                assert view["match"]["first"] == 1
            await play_deal(sockets, pick(random.Random(2)))

    asyncio.run(run())


def test_a_public_room_without_people_is_not_listed(nodes: list[Node]) -> None:
    async def run() -> None:
        async with table(nodes, ["Ann"], ["me", "open", "open"], public=True) as (room, _, sockets):
            stranger = await guest(nodes[-1], "Bo")
            assert room in [line["room"] for line in await ask(stranger, "GET", "/rooms?which=public")]
            await sockets[0].socket.close()
            while room in [line["room"] for line in await ask(stranger, "GET", "/rooms?which=public")]:
                await asyncio.sleep(0.1)
            await sockets[0].connect()
            while room not in [line["room"] for line in await ask(stranger, "GET", "/rooms?which=public")]:
                await asyncio.sleep(0.1)

    asyncio.run(run())
