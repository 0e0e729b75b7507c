"""The real proxy in front of two nodes, configured as in deploy/: one room, one node;
the rooms of a node that dies move to another."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from qipai.server.refusal import Refused
from tests.server.cluster import ADD, CONFIG, Front, cluster, for_nodes, haproxy
from tests.server.players import PATIENCE, Node, Socket, guest, pick, play_deal
from tests.server.postgres import Postgres
from tests.server.scenarios import GONE, check, playing, progress, seat_players

ROOMS = 20  # names are random: that all of them go to one node is one chance in half a million
ENVIRONMENT = {
    "QIPAI_BIND": "127.0.0.1:1",
    "QIPAI_STATS": "127.0.0.1:2",
    **{f"QIPAI_NODE_{name}": "127.0.0.1:3" for name in "ABCDE"},
}


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def front(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    if haproxy() is None:
        pytest.skip(f"HAProxy is not installed; this adds it: {ADD}")
    with cluster(database, tmp_path_factory.mktemp("cluster"), sweep=0.3, keep_idle=3600.0) as running:
        yield running


def figure(node: Node, name: str) -> float:
    text = httpx.get(f"{node.url}/metrics", timeout=PATIENCE).text
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


def figures(front: Front, name: str) -> list[float]:
    return [figure(node, name) for node in front.nodes]


def spellings(room: str) -> list[str]:
    """The same room as people type it."""
    return [
        room,
        room.upper(),
        f"{room[:3]}-{room[3:6]}-{room[6:]}",
        f"{room[:3]}%20{room[3:].title()}",
        f"{room[:4]}%2D{room[4:]}",
    ]


def test_a_room_has_one_node_by_socket_and_by_rest_however_it_is_spelled(front: Front) -> None:
    async def run() -> None:
        before = figures(front, "qipai_rooms_in_memory")
        others, notes = figures(front, "qipai_events_of_others_total"), figures(front, "qipai_notes_heard_total")
        people = [await guest(front, f"P{k}") for k in range(3)]
        rooms = [await people[0].open("xianqi", ["me", "open", "open"]) for _ in range(ROOMS)]
        for person in people[1:]:
            for room in rooms[:2]:
                await person.join(room)
        for room in rooms:
            for spelled in spellings(room):
                assert (await people[0].call("GET", f"/rooms/{spelled}/state")).status_code == 200
        async with contextlib.AsyncExitStack() as stack:
            for room in rooms[:2]:
                sockets = [
                    await stack.enter_async_context(Socket(front, spelled, person.token))
                    for person, spelled in zip(people, spellings(room), strict=False)
                ]
                await play_deal(sockets, pick(random.Random(1)))
            assert sum(figures(front, "qipai_sockets")) == 6
        held = [after - then for after, then in zip(figures(front, "qipai_rooms_in_memory"), before, strict=True)]
        assert sum(held) == len(rooms)  # each at one node, none at two
        assert all(held)  # and not all at the same one
        assert figures(front, "qipai_events_of_others_total") == others
        assert figures(front, "qipai_notes_heard_total") == notes

    asyncio.run(run())


def holder(front: Front, room: str, database: str) -> Node:
    """The node at which a room is."""
    with psycopg.connect(database) as connection:
        names = [row[0] for row in connection.execute("SELECT node FROM serving WHERE room = %s", (room,))]
    held = [node for node in front.nodes if node_name(node) in names]
    assert len(held) == 1, names
    return held[0]


def node_name(node: Node) -> str:
    text = httpx.get(f"{node.url}/metrics", timeout=PATIENCE).text
    found = re.search(r'qipai_info\{.*node="(\w+)"', text)
    assert found is not None
    return found[1]


def test_a_node_that_is_killed_hands_its_rooms_on_and_they_stay_there(front: Front, database: str) -> None:
    """Nothing that was acknowledged is lost; when the node is back, the room stays where its people are."""

    async def run() -> None:
        players = await seat_players([front], 2, "xianqi", 3)
        async with playing(players):
            await progress(players, 30)
            victim = await asyncio.to_thread(holder, front, players[0].room, database)
            other = front.nodes[1 - front.nodes.index(victim)]
            victim.kill()
            await asyncio.to_thread(front.wait_for, front.names()[front.nodes.index(other)])
            await progress(players, 40)
            await asyncio.to_thread(victim.start)
            await asyncio.to_thread(front.wait_for, *front.names())
            for player in players:
                answer = await player.person.call("GET", f"/rooms/{player.room}/state")
                assert answer.status_code == 200
            await progress(players, 20)
            assert await asyncio.to_thread(figure, victim, "qipai_rooms_in_memory") == 0
        assert check(database, players)["acked"] >= 90

    asyncio.run(run())


def test_a_node_that_is_not_the_rooms_still_answers(front: Front, database: str) -> None:
    """As when two proxies disagree for a while: the same table, only slower."""

    async def run() -> None:
        people = [await guest(front, f"P{k}") for k in range(3)]
        room = await people[0].open("xianqi", ["me", "open", "open"])
        for person in people[1:]:
            await person.join(room)
        own = await asyncio.to_thread(holder, front, room, database)
        other = front.nodes[1 - front.nodes.index(own)]
        async with (
            Socket(front, room, people[0].token) as one,
            Socket(own, room, people[1].token) as two,
            Socket(other, room, people[2].token) as three,
        ):
            async with asyncio.timeout(PATIENCE):  # who is at the other node is asked for, not waited for
                while not all(seat["online"] for seat in three.view["seats"]):
                    await three.send({"type": "resync"})
                    await three.until("snapshot")
            await play_deal([one, two, three], pick(random.Random(2)))
            assert one.view["result"] == two.view["result"] == three.view["result"]
        assert await asyncio.to_thread(figure, other, "qipai_events_of_others_total") > 0
        assert await asyncio.to_thread(figure, other, "qipai_notes_heard_total") > 0

    asyncio.run(run())


def test_nodes_are_upgraded_one_after_the_other_and_no_move_is_lost(front: Front, database: str) -> None:
    async def run() -> None:
        players = await seat_players([front], 2, "xianqi", 3)
        async with playing(players):
            for node in front.nodes:
                await progress(players, 20)
                assert await asyncio.to_thread(node.terminate) in (0, -signal.SIGTERM)
                await asyncio.to_thread(front.wait_for, *(set(front.names()) - {front.names()[front.nodes.index(node)]}))
                await progress(players, 20)  # the others play for it meanwhile
                await asyncio.to_thread(node.start)
                await asyncio.to_thread(front.wait_for, *front.names())
            await progress(players, 20)
        assert check(database, players)["acked"] >= 100
        assert all(player.reconnects for player in players)  # whoever was where, both nodes were gone once

    asyncio.run(run())


def test_people_are_cut_off_from_a_node_that_the_proxy_gave_up(front: Front, database: str) -> None:
    """They would else wait for the end of the connection, which a machine that is gone never tells."""

    async def run() -> None:
        ann = await guest(front)
        room = await ann.open("xianqi")
        async with Socket(front, room, ann.token) as socket:
            victim = await asyncio.to_thread(holder, front, room, database)
            victim.kill()
            with pytest.raises((ConnectionClosed, *GONE)):
                await socket.until("never")
        async with Socket(front, room, ann.token) as again:
            assert again.view["seat"] == 0
        await asyncio.to_thread(victim.start)
        await asyncio.to_thread(front.wait_for, *front.names())

    asyncio.run(run())


@pytest.mark.skipif(haproxy() is None, reason=f"HAProxy is not installed; this adds it: {ADD}")
@pytest.mark.parametrize("nodes", [2, 5])
def test_the_proxy_takes_its_configuration_without_a_warning(nodes: int, tmp_path: Path) -> None:
    config = tmp_path / "haproxy.cfg"
    config.write_text(for_nodes(CONFIG.read_text(encoding="utf-8"), nodes), encoding="utf-8")
    assert len(re.findall(r"^ +server ", config.read_text(encoding="utf-8"), re.MULTILINE)) == 4 * nodes
    done = subprocess.run(
        [str(haproxy()), "-c", "-dW", "-f", str(config)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


def milliseconds(text: str) -> int:
    number, unit = re.fullmatch(r"(\d+)(ms|s)", text).groups()  # type: ignore[union-attr]
    return int(number) * (1000 if unit == "s" else 1)


def test_a_node_that_falls_silent_is_given_up_within_two_seconds() -> None:
    text = CONFIG.read_text(encoding="utf-8")
    patience = milliseconds(re.findall(r"presetenv QIPAI_PATIENCE (\S+)", text)[0])
    assert 'timeout check "${QIPAI_PATIENCE}"' in text
    inter, fast, fall = re.findall(r"inter (\S+) fastinter (\S+) .*fall (\d)", text)[0]
    assert milliseconds(inter) + patience + (int(fall) - 1) * (milliseconds(fast) + patience) <= 2000
    assert "on-marked-down shutdown-sessions" in text


def test_the_proxy_says_what_a_node_would_say_when_nobody_is_there() -> None:
    answer = re.findall(r"http-error status 503 .* string '(.*)'", CONFIG.read_text(encoding="utf-8"))
    assert [json.loads(each) for each in answer] == [Refused("RETRY").to_json()]
