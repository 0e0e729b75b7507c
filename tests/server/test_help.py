"""What a player asks the server for besides moves: hints, what a choice would be, the autopilot."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

import qipai
from tests.server.players import Node, Socket, guest, pick, play_deal
from tests.server.test_wire import node, table_of, to_move

__all__ = ["node"]


def workers_of(node: Node) -> list[int]:
    """The processes in which the server's bots think."""
    assert node.process is not None
    children = Path(f"/proc/{node.process.pid}/task/{node.process.pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def hinted(actor: Socket) -> dict[str, Any]:
    """A hint, asked for again where a busy machine gave none in time."""
    while True:
        await actor.send({"type": "hint"})
        answer = await actor.until("hints", "reject")
        if answer["type"] == "hints":
            return answer
        assert answer["code"] == "NO_HINT"


def test_a_hint_that_nobody_could_think_of_is_told_and_the_next_one_comes(node: Node) -> None:
    async def run() -> None:
        _, _, sockets = await table_of(node)
        actor = await to_move(sockets)
        await hinted(actor)
        workers = workers_of(node)
        assert workers
        for process in workers:
            os.kill(process, signal.SIGSTOP)
        await actor.send({"type": "hint"})
        await actor.send({"type": "hint"})
        assert (await actor.until("reject"))["code"] == "BUSY"
        for process in workers:
            os.kill(process, signal.SIGKILL)
        refused = await actor.until("reject")
        assert refused["code"] == "NO_HINT"
        assert refused["message"]["zh"]
        assert (await hinted(actor))["hints"]

    asyncio.run(run())


def test_hint_check_and_autopilot(node: Node) -> None:
    async def run() -> None:
        _, _, sockets = await table_of(node)
        actor = await to_move(sockets)
        hints = await hinted(actor)
        assert hints["hints"][0]["move"] in actor.view["legal"]
        assert hints["hints"][0]["reason"]["zh"]
        play = next(move for move in actor.view["legal"] if move.startswith("play ") and "*" not in move)
        await actor.send({"type": "check", "req": 3, "cards": play.removeprefix("play ").split("+")})
        checked = await actor.until("check")
        assert checked["req"] == 3
        assert checked["readings"][0] == {"reading": None, "move": play, "legal": True, "code": None, "message": None}
        await actor.send({"type": "check", "req": 4, "cards": ["R_SHI", "B_NIU", "B_GOU"]})
        assert all(not reading["legal"] and reading["code"] for reading in (await actor.until("check"))["readings"])
        seat = actor.view["seat"]
        await actor.send({"type": "auto", "on": True})
        while actor.view["seats"][seat]["auto"] != "player" or seat in actor.view["to_act"]:
            await actor.next()
        await actor.send({"type": "auto", "on": False})
        while actor.view["seats"][seat]["auto"]:
            await actor.next()

    asyncio.run(run())


@pytest.mark.parametrize("game", qipai.games())
def test_nobody_is_asked_where_there_is_nothing_to_decide(node: Node, game: str) -> None:
    """The server makes the move; a page that said "your turn" until then would only flicker."""

    async def run() -> None:
        seats = qipai.game(game).seats(qipai.game(game).rules())
        people = [await guest(node, f"P{k}") for k in range(seats)]
        room = await people[0].open(game, ["me", *["open"] * (seats - 1)], claim_pause=0)
        for person in people[1:]:
            await person.join(room)
        sockets = [Socket(node, room, person.token) for person in people]
        for socket in sockets:
            await socket.connect()
        made = 0  # moves of the server: in most deals there are some
        for _ in range(8):
            await play_deal(sockets, pick(random.Random(3)))
            record = (await people[0].call("GET", f"/rooms/{room}/record")).json()
            shown = [json.loads(frame) for socket in sockets for frame in socket.frames]
            asked = [len(frame["view"]["legal"]) for frame in shown if frame["type"] in ("event", "snapshot")]
            assert max(asked) > 1
            assert 1 not in asked
            moves = sum(len(each["moves"]) for each in record["deals"])
            made = moves - sum(1 for frame in shown if frame["type"] == "ack")
            if made or socket.view["stage"] == "finished":
                break
        assert made > 0

    asyncio.run(run())
