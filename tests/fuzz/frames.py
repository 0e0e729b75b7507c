"""Frames that a client might have sent, changed a little: what decoders and rooms stumble over is nearly right."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import qipai
from tests.server.players import Node, Person, guest

ALLOWED = (1007, 4004)  # closes: not UTF-8, too many bad frames
BURST = 25  # frames; what waits for a client is bounded, and this one reads only after each burst
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2**31, 2**53 + 1, 2**63, -(2**80), 1.5, 1e308, "", " ", "\0", "\ud800", "字" * 9, "pass",
    "hu", "0.1", "9.9", [], [[]], {}, {"type": "act"}, "x" * 1001, ["R_SHI"] * 41,
]  # fmt: skip
WHOLE: list[dict[str, Any]] = [
    {"type": "hello", "token": "A" * 54, "last_version": 3},
    {"type": "act", "cmd_id": "c1", "version": 3, "window": "0.1", "move": "pass"},
    {"type": "act", "cmd_id": "c2", "window": "0.1", "move": "play R_SHI"},
    {"type": "check", "req": 1, "cards": ["S3", "H3"]},
    {"type": "check", "req": 2, "cards": ["R_SHI"]},
    {"type": "check", "req": 3, "cards": ["5m"]},
    {"type": "auto", "on": True},
    {"type": "auto", "on": False},
    {"type": "hint"},
    {"type": "ready", "nonce": "00ff"},
    {"type": "ping", "t": 1.5},
    {"type": "resync"},
]
TEXTS = [
    "[" * 600,
    '{"type":' * 90,
    "NaN",
    '{"type":"ping","t":1e999}',
    '{"type":"ping","type":"act"}',
    "\ufeff{}",
    "null",
    "0",
    '""',
]


def mutated(rng: random.Random, seen: list[dict[str, Any]]) -> str | bytes:
    """One frame; `seen` are true ones of this table, with its windows and moves."""
    frame = dict(rng.choice(WHOLE + seen * 3))
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(TEXTS)
    if kind == 1:
        frame[rng.choice(list(frame))] = rng.choice(ODD)
    elif kind == 2:
        frame.pop(rng.choice(list(frame)))
    elif kind == 3:
        frame[rng.choice(["seat", "player", "typ", "", "\0", "__class__"])] = rng.choice(ODD)
    elif kind == 4:
        frame["type"] = rng.choice([other["type"] for other in WHOLE])
    data = bytearray(json.dumps(frame, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass"))
    if kind == 5:
        data = data[: rng.randrange(len(data))]
    elif kind == 6:
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(32, 127)
    elif kind == 7:
        place = rng.randrange(len(data))
        data[place:place] = data[rng.randrange(len(data)) :]
    text = data.decode("utf-8", "replace")
    return bytes(data) if rng.random() < 0.03 else text


async def answers(socket: ClientConnection, spectator: bool, seen: list[dict[str, Any]]) -> int:
    """Reads until the last ping comes back; a spectator is never shown what is not public."""
    count = 0
    async for text in socket:
        answer = json.loads(text)
        count += 1
        if answer["type"] in ("snapshot", "event"):
            view = answer["view"]
            assert not spectator or (view["private"] is None and view["legal"] == [])
            if view["legal"]:
                move = {"type": "act", "cmd_id": f"m{answer['version']}", "window": view["window"], "move": view["legal"][0]}
                seen[:] = [move, {"type": "act", "cmd_id": "v", "version": answer["version"], "move": view["legal"][-1]}]
        if answer["type"] == "pong" and answer["t"] == 42:
            break
    return count


async def fuzz(node: Node, count: int, seed: int, tell: Any = None) -> tuple[int, int]:
    """So many frames at rooms in which games are played, from a seat and from a spectator; (sent, answered)."""
    rng = random.Random(seed)
    sent = heard = 0
    people: list[tuple[Person, str]] = []
    for game in qipai.games():
        person = await guest(node)
        people.append((person, await person.open(game)))
    while sent < count:
        person, room = rng.choice(people)
        token = rng.choice([person.token, None])
        seen: list[dict[str, Any]] = []
        async with connect(f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{room}", compression=None, max_size=None) as socket:
            try:
                await socket.send(json.dumps({"type": "hello", **({} if token is None else {"token": token})}))
                for _ in range(20):
                    for _ in range(min(BURST, count)):
                        await socket.send(mutated(rng, seen))
                        sent += 1
                    await socket.send('{"type":"ping","t":42}')
                    heard += await asyncio.wait_for(answers(socket, token is None, seen), 60)
                    if sent >= count:
                        break
            except ConnectionClosed as end:
                if end.rcvd is None or end.rcvd.code not in ALLOWED:
                    raise
        if tell is not None:
            tell(sent, heard)
    return sent, heard
