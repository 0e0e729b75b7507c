"""Lines that go dead without a word, and clocks that are wrong."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.players import Node, Person, Socket, guest, running
from tests.server.scenarios import Silence
from tests.server.test_leaks import read_log
from tests.server.test_wire import to_move

pytestmark = pytest.mark.slow


def test_a_half_open_connection_is_dropped_its_seat_played_for_and_given_back(tmp_path: Path) -> None:
    async def run(node: Node) -> None:
        wire = Silence(node)
        port = await wire.start()
        ann, bo = await guest(node), await guest(node, "Bo")
        room = await ann.open("xianqi", ["me", "open", "bot"], grace=1)
        await bo.join(room)
        through = Socket(node, room, ann.token, beat=0.3, port=port)
        direct = Socket(node, room, bo.token, beat=0.3)
        await through.connect()
        await direct.connect()
        await to_move([through, direct])
        assert direct.view["seats"][0]["online"]
        wire.passing.clear()  # nothing arrives any more, and nobody is told
        while (await direct.until("presence"))["seats"][0]["online"]:
            pass
        while direct.view["seats"][0]["auto"] != "away":
            await direct.next()
        again = Socket(node, room, ann.token, beat=0.3)
        snapshot = await again.connect()
        assert snapshot["view"]["seat"] == 0
        assert snapshot["view"]["private"]["hand"] is not None
        while again.view["seats"][0]["auto"]:
            await again.next()
        wire.passing.set()  # the old line wakes up: it was ended, and not in the name of the new one
        with pytest.raises(ConnectionClosed, match="4007"):
            await through.until("nothing")
        await again.send({"type": "resync"})
        assert (await again.until("snapshot"))["view"]["seats"][0]["online"]
        await again.socket.close()
        await direct.socket.close()
        await wire.stop()

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path, silence=2.0, sweep=0.2) as node:
        asyncio.run(run(node))


async def unanswered(nodes: list[Node], people: list[Person], room: str) -> None:
    """Everybody agrees to a deal and then nobody does anything, until a seat's time is up."""
    sockets = [Socket(nodes[k % len(nodes)], room, person.token) for k, person in enumerate(people)]
    for socket in sockets:
        await socket.connect()
    actor = await to_move(sockets)
    seat = actor.view["seat"]
    left = actor.view["clocks"]["left_ms"][seat]
    assert 0 < left <= 3000
    while not actor.view["seats"][seat]["auto"]:
        await actor.next()
    assert actor.view["seats"][seat]["auto"] == "timeout"
    for socket in sockets:
        await socket.socket.close()


def test_nodes_whose_clocks_are_ten_minutes_wrong_keep_every_deadline(url: str, tmp_path: Path) -> None:
    """One ahead, one behind; time is what the database says. With SQLite there is one node, and it is ahead."""
    count = 1 if url.startswith("sqlite") else 2
    nodes = [Node(url, tmp_path, sweep=0.2) for _ in range(count)]
    try:
        for node, skew in zip(nodes, (600.0, -600.0), strict=False):
            node.start(skew)

        async def run() -> str:
            people = [await guest(nodes[k % count], f"P{k}") for k in range(3)]
            room = await people[0].open("xianqi", ["me", "open", "open"], clock={"base": 3, "bank": 0})
            for person in people[1:]:
                await person.join(room)
            await unanswered(nodes, people, room)
            return room

        room = asyncio.run(run())
    finally:
        for node in nodes:
            node.stop()
    events, _ = read_log(url, room)
    late = next(event for event in events if event.kind == "auto" and "timeout" in event.payload)
    asked = max(event.at for event in events if event.version < late.version and event.kind in ("deal", "move"))
    assert 3.0 <= late.at - asked < 20.0  # never early; how late is a matter of the machine
