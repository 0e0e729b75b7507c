"""What people can do with their accounts: another password, all devices out, their data, and the end of it; and what
guessing passwords does not do to them."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from qipai.core.errors import QipaiError
from qipai.server.config import Limits
from qipai.server.http.login_limits import LoginLimits
from qipai.server.storage import schema
from qipai.server.storage.erasure_rows import Line, own_events
from qipai.server.storage.store import Store
from tests.server.attacks import Raw
from tests.server.folds import fold_all
from tests.server.players import LOOSE, Node, Person, Socket, guest, pick, play_deal, running
from tests.server.postgres import Postgres
from tests.server.test_leaks import read_log

PASSWORD = "long enough"


async def member(node: Node, name: str) -> Person:
    person = await guest(node, name)
    made = await person.call("POST", "/accounts", {"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return Person(node, name, made.json()["token"], person.player)


async def device(node: Node, person: Person, password: str = PASSWORD) -> Person:
    answer = await person.call("POST", "/sessions", {"name": person.name, "password": password})
    assert answer.status_code == 201, answer.text
    return Person(node, person.name, answer.json()["token"], person.player)


async def closed(socket: Socket) -> int:
    with pytest.raises(ConnectionClosed) as end:
        await socket.until("nothing")
    assert end.value.rcvd is not None
    return end.value.rcvd.code


@pytest.mark.parametrize("nodes", [1, 2])
def test_sockets_close_when_their_session_ends_on_every_node(
    nodes: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db" if nodes == 1 else request.getfixturevalue("postgres").database()
    all_nodes = [Node(url, tmp_path).start() for _ in range(nodes)]

    async def run() -> None:
        here, there = all_nodes[0], all_nodes[-1]
        ann = await member(here, "Ann")
        second = await device(here, ann)
        room = await ann.open("xianqi")
        sockets = [Socket(there, room, ann.token), Socket(there, room, second.token), Socket(there, room, None)]
        for socket in sockets:
            await socket.connect()
        assert (await second.call("DELETE", "/sessions")).status_code == 204
        assert await closed(sockets[1]) == 4001
        assert (await Person(there, "Ann", ann.token, ann.player).call("DELETE", "/sessions/all")).status_code == 204
        assert await closed(sockets[0]) == 4001
        for node in all_nodes:
            assert (await Person(node, "Ann", ann.token, ann.player).call("GET", "/me")).status_code == 401
        await sockets[2].send({"type": "ping", "t": 5})
        assert (await sockets[2].until("pong"))["t"] == 5  # a spectator is nobody's session
        await sockets[2].socket.close()

    try:
        asyncio.run(run())
    finally:
        for node in all_nodes:
            node.stop()


def test_another_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async def run(node: Node) -> None:
        ann = await member(node, "Ann")
        other = await device(node, ann)
        change = {"password": "wrong wrong", "new_password": "tulip river"}
        refused = await ann.call("PUT", "/me/password", change)
        assert (refused.status_code, refused.json()["code"]) == (401, "BAD_LOGIN")
        weak = await ann.call("PUT", "/me/password", {"password": PASSWORD, "new_password": "password1"})
        assert (weak.status_code, weak.json()["code"]) == (400, "WEAK_PASSWORD")
        assert (await other.call("GET", "/me")).status_code == 200
        assert (await ann.call("PUT", "/me/password", {**change, "password": PASSWORD})).status_code == 204
        assert (await ann.call("GET", "/me")).status_code == 200
        assert (await other.call("GET", "/me")).status_code == 401
        assert (await ann.call("POST", "/sessions", {"name": "Ann", "password": PASSWORD})).status_code == 401
        await device(node, ann, "tulip river")
        bo = await guest(node, "Bo")
        assert (await bo.call("PUT", "/me/password", change)).json()["code"] == "NO_ACCOUNT"

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as node:
        asyncio.run(run(node))


def rows(url: str) -> dict[str, str]:
    """Every table as text."""
    store = Store(url)
    try:
        tables = schema.metadata.sorted_tables
        return {table.name: str(store.read(lambda c, t=table: c.execute(sa.select(t)).all()).result()) for table in tables}
    finally:
        store.readers.shutdown()
        store.reader.dispose()


def test_an_account_is_exported_and_deleted_with_its_data(url: str, tmp_path: Path) -> None:
    """Rooms of others go on, without the name; those of nobody else are gone."""
    told: dict[str, Any] = {}

    async def run(node: Node) -> None:
        ann, bo = await member(node, "Annabella"), await guest(node, "Bo")
        alone = await ann.open("xianqi")
        shared = await ann.open("xianqi", ["me", "open", "bot"], grace=3600)
        waiting = await bo.open("xianqi", ["me", "open", "bot"])
        await ann.join(waiting)
        await bo.join(shared)
        sockets = [Socket(node, shared, person.token) for person in (ann, bo)]
        for socket in sockets:
            await socket.connect()
        await play_deal(sockets, pick(random.Random(1)))
        export = (await ann.call("GET", "/me/export")).json()
        assert export["user"]["login"] == "annabella"
        assert {line["room"] for line in export["rooms"]} == {alone, shared, waiting}
        assert any(event["kind"] == "move" for line in export["rooms"] for event in line["log"])
        assert len(export["sessions"]) == 2
        assert (await bo.call("GET", f"/rooms/{shared}/record")).json()["meta"]["players"][0] == "Annabella"
        wrong = await ann.call("POST", "/me/delete", {"password": "wrong wrong"})
        assert (wrong.status_code, wrong.json()["code"]) == (401, "BAD_LOGIN")
        assert (await ann.call("POST", "/me/delete", {"password": PASSWORD})).status_code == 204
        assert await closed(sockets[0]) == 4001
        assert (await ann.call("GET", "/me")).status_code == 401
        assert (await bo.call("GET", f"/rooms/{alone}")).status_code == 404
        detail = (await bo.call("GET", f"/rooms/{shared}")).json()
        assert [seat["name"] for seat in detail["seats"]][:2] == ["—", "Bo"]
        assert detail["seats"][0]["auto"] == "left"
        assert (await bo.call("GET", f"/rooms/{waiting}")).json()["seats"][1]["kind"] == "open"
        record = (await bo.call("GET", f"/rooms/{shared}/record")).json()
        assert record["meta"]["players"][0] == "—"
        await sockets[1].socket.close()
        assert (await bo.call("POST", "/accounts", {"name": "Annabella", "password": PASSWORD})).status_code == 201
        told.update(shared=shared, alone=alone, player=ann.player)
        assert (await bo.call("PUT", "/me", {"name": "Bo"})).status_code == 200

    with running(url, tmp_path) as node:
        asyncio.run(run(node))
    found = rows(url)
    assert [name for name, text in found.items() if "Annabella" in text] == []
    assert [name for name, text in found.items() if told["alone"] in text] == []
    events, secrets = read_log(url, told["shared"])
    fold_all(told["shared"], events, secrets)  # the others' log is whole


def test_a_name_that_is_deleted_is_gone_from_every_node(postgres: Postgres, tmp_path: Path) -> None:
    """Another node has the room in memory, and writes it down when the next deal begins."""
    url = postgres.database()
    here, there = (Node(url, tmp_path, luck=True).start() for _ in range(2))

    async def run() -> None:
        ann, bo = await guest(here, "Annabella"), await guest(there, "Bo")
        room = await bo.open("xianqi", ["me", "open", "bot"], grace=3600)
        await ann.join(room)
        sockets = [Socket(here, room, ann.token), Socket(there, room, bo.token)]
        for socket in sockets:
            await socket.connect()
        await play_deal(sockets, pick(random.Random(1)))
        assert sockets[1].view["seats"][1]["name"] == "Annabella"
        assert (await ann.call("POST", "/me/delete", {})).status_code == 204
        while sockets[1].view["seats"][1]["name"] != "—":
            await sockets[1].next()
        await play_deal(sockets[1:], pick(random.Random(2)))
        await sockets[1].socket.close()

    try:
        asyncio.run(run())
    finally:
        for node in (here, there):
            node.stop()
    assert [name for name, text in rows(url).items() if "Annabella" in text] == []


def test_a_guest_can_go_without_a_trace(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/rooms.db"

    async def run(node: Node) -> str:
        ann = await guest(node, "Wanderer")
        room = await ann.open("xianqi")
        async with Socket(node, room, ann.token) as socket:
            await socket.ready("")
            while socket.view["stage"] != "playing":
                await socket.next()
            assert (await ann.call("POST", "/me/delete", {})).status_code == 204
            assert await closed(socket) == 4001
        return ann.player

    with running(url, tmp_path) as node:
        player = asyncio.run(run(node))
    found = rows(url)
    assert [name for name, text in found.items() if player in text or "Wanderer" in text] == []


# guessing
def refused(limits: LoginLimits, name: str, address: str) -> bool:
    try:
        limits.check(name, address)
    except QipaiError:
        return True
    return False


def test_other_spellings_of_a_name_are_no_further_guesses() -> None:
    limits = LoginLimits(Limits(guesses_per_hour=5, stranger_guesses_per_hour=2))
    for name in ("Ann", "ＡＮＮ", "ａｎｎ", "ANN", "Ａnn"):
        limits.check(name, f"10.0.0.{ord(name[0]) % 200}")
        limits.was_wrong(name)
    assert [refused(limits, name, "10.9.9.9") for name in ("ann", "ＡＮＮ", "Ann")] == [False, False, True]


def test_guesses_of_others_never_lock_the_owner_out() -> None:
    limits = LoginLimits(Limits(logins_per_minute=10, guesses_per_hour=20, stranger_guesses_per_hour=3))
    limits.check("Ann", "home")
    limits.was_right("Ann", "home")
    tried = 0
    for k in range(1000):
        if not refused(limits, "Ann", f"bot{k % 50}"):
            limits.was_wrong("Ann")
            tried += 1
    assert tried <= 20 + 50 * 3
    assert not any(refused(limits, "Ann", "home") for _ in range(5))
    assert not refused(limits, "Ann", "a new place")  # and there a few tries are left
    assert not refused(limits, "Bo", "bo's place")


def test_ten_wrong_guesses_from_one_address_leave_the_owner_at_another(tmp_path: Path) -> None:
    strict = msgspec.structs.replace(LOOSE, logins_per_minute=10)

    async def run(node: Node) -> None:
        ann = await member(node, "Ann")
        body = msgspec.json.encode({"name": "ＡＮＮ", "password": "wrong wrong"})
        async with Raw(node.port, "127.0.0.2") as raw:
            statuses = []
            for _ in range(12):
                try:
                    statuses.append((await raw.request("/api/v1/sessions", "POST", body))[0])
                except (OSError, asyncio.IncompleteReadError):  # it hung up on us
                    break
        assert statuses[:11] == [401] * 10 + [429]
        await device(node, ann)

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, limits=strict) as node:
        asyncio.run(run(node))


def test_an_export_has_what_one_did_and_nothing_of_who_had_the_seat_before() -> None:
    def line(version: int, kind: str, seat: int | None, **data: object) -> Line:
        return Line(version, kind, json.dumps(data), 0.0, seat)

    log = [
        line(1, "open", None, seats=[{"player": "ann"}, {"player": None}, {"player": None}]),
        line(2, "sit", 1, player="bo", name="Bo"),
        line(3, "ready", 1),
        line(4, "remove", 1, code="x"),
        line(5, "sit", 1, player="cai", name="Cai"),
        line(6, "arrange", None, order=[1, 0, 2]),
        line(7, "move", 0),
        line(8, "move", 1),
        line(9, "give_up", 0),
        line(10, "sit", 2, player="cai", name="Cai", next=True),
        line(11, "move", 2),
        line(12, "commit", None),
        line(13, "ready", 2),
    ]
    assert [one.version for one in own_events(log, "ann")] == [8]
    assert [one.version for one in own_events(log, "bo")] == [2, 3, 4]
    assert [one.version for one in own_events(log, "cai")] == [5, 7, 9, 10, 13]
