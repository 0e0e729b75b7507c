"""The log of a deal, asked for by somebody who was not there: what everybody was told, and nothing more."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import qipai
from tests.server.players import Node, Person, Socket, guest, pick, play_deal, running


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("deal_log")
    with running(f"sqlite:///{folder}/rooms.db", folder, sweep=0.1) as started:
        yield started


async def log_of(person: Person, room: str) -> dict[str, Any]:
    answer = await person.call("GET", f"/rooms/{room}/log")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def heard(frames: list[str], until: int) -> list[dict[str, Any]]:
    """The lines that a socket was told, up to a version."""
    lines = []
    for frame in map(json.loads, frames):
        if frame["type"] == "event" and frame["version"] <= until:
            lines += [{"seat": frame["what"]["seat"], "words": words} for words in frame["what"]["words"]]
    return lines


@pytest.mark.parametrize(("game", "pause"), [*((game, 0) for game in qipai.games()), ("mahjong", 0.05)])
def test_who_comes_later_reads_what_the_others_were_told(node: Node, game: str, pause: float) -> None:
    async def run() -> None:
        seats = qipai.game(game).seats(qipai.game(game).rules())
        people = [await guest(node, f"P{k}") for k in range(seats)]
        room = await people[0].open(game, ["me"] + ["open"] * (seats - 1), claim_pause=pause)
        assert (await log_of(people[0], room))["lines"] == []
        for person in people[1:]:
            await person.join(room)
        sockets = [Socket(node, room, person.token) for person in people] + [Socket(node, room, None)]
        for socket in sockets:
            await socket.connect()
        stranger = await guest(node, "Late")
        asked: list[dict[str, Any]] = []

        async def ask() -> None:
            while True:
                asked.append(await log_of(stranger, room))

        before, total = 0, 0
        for deal in range(2):  # some deals are over after a few moves, some matches after one deal
            if socket.view["stage"] == "finished":
                break
            asked.clear()
            asking = asyncio.ensure_future(ask())
            await play_deal(sockets, pick(random.Random(5)), "ab" * 8)
            assert not asking.done()
            asking.cancel()
            asked.append(await log_of(stranger, room))
            spectator = sockets[-1].frames
            for told in [told for told in asked if told["deal"] == deal]:
                assert told["lines"] == heard(spectator, told["version"])[before:]
            assert {told["deal"] for told in asked} <= {max(0, deal - 1), deal}
            assert asked[-1]["deal"] == deal
            total += len(asked)
            before += len(asked[-1]["lines"])
        assert before > 5
        assert total > 3

    asyncio.run(run())


def test_a_restart_loses_no_line(tmp_path: Path) -> None:
    """In the second deal of a match, which the new process reads from a snapshot of the room."""

    async def deals(node: Node) -> tuple[Person, str, dict[str, Any]]:
        person = await guest(node)
        room = await person.open("guandan", ["me", "bot", "bot", "bot"])
        async with Socket(node, room, person.token) as socket:
            await play_deal([socket], pick(random.Random(5)), "ab" * 8)
            while not socket.view["fairness"]["commit"]:
                await socket.next()
            await socket.ready("cd" * 8)
            while socket.view["stage"] != "playing" or len(socket.view["legal"]) < 2:
                await socket.next()
            for _ in range(3):
                version = socket.version
                await socket.act(str(socket.view["legal"][-1]))
                while socket.version == version or len(socket.view["legal"]) < 2:
                    await socket.next()
        return person, room, await log_of(person, room)

    with running(f"sqlite:///{tmp_path}/rooms.db", tmp_path) as node:
        person, room, told = asyncio.run(deals(node))
        node.kill()
        node.start()
        assert told["deal"] == 1
        assert len(told["lines"]) > 3
        assert asyncio.run(log_of(person, room)) == told
