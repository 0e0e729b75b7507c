"""One client against everybody else: python -m tests.server.attack [--seconds 8] [--only NAME ...]; `make attack` calls it.

Tables of people play at a steady pace on one real node; for each attack (tests/server/attacks.py, one process from 127.0.0.2
on one core) a table shows how long their acknowledgements took, the node's memory, and whether /health was answered. They must
stay within three times the p99 right before, or 50 ms if that is more, and within 1.5 times the quiet memory; and the bots at
those tables must have thought about every move. 3,000 public rooms are there already. The last line is a lock in PostgreSQL
that somebody else holds on one room.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg

from qipai.server.config import Limits
from qipai.server.storage.store import Store
from tests.conftest import ROOT
from tests.server.attacks import ATTACKS
from tests.server.logs import many_rooms
from tests.server.players import Node
from tests.server.postgres import ADD, Postgres, programs
from tests.server.scenarios import Player, playing, progress, seat_players

TABLES = 6
PACE = 0.05  # seconds between the moves of one player
FLOOR = 0.050  # seconds, which nobody feels
SLOWER, LARGER = 3.0, 1.5
TRIES = 3
LOCK = "a lock on another room"
Attacked = contextlib.AbstractAsyncContextManager[None]
ROOMS = 3000  # public ones that are there already
HEAD = "| attack | acks | p50 ms | p99 ms | worst /health ms | MB | bots hurried | |\n" + "|---" * 8 + "|"


class Felt(NamedTuple):
    """What the others felt."""

    acks: int
    p50: float
    p99: float
    worst_health: float
    memory: int  # kilobytes
    fallbacks: int  # moves that bots had to make without having thought


def memory_of(node: Node) -> int:
    assert node.process is not None
    return int(Path(f"/proc/{node.process.pid}/status").read_text().partition("VmRSS:")[2].split()[0])


async def fallbacks_of(node: Node) -> int:
    async with httpx.AsyncClient(base_url=node.url, timeout=30) as client:
        text = (await client.get("/metrics")).text
    return int(text.partition("\nqipai_bot_fallbacks_total ")[2].split()[0])


async def watch_health(node: Node, worst: list[float]) -> None:
    async with httpx.AsyncClient(base_url=node.url, timeout=30) as client:
        while True:
            began = time.monotonic()
            with contextlib.suppress(httpx.HTTPError):
                await client.get("/health")
            worst[0] = max(worst[0], time.monotonic() - began)
            await asyncio.sleep(0.2)


async def feel(node: Node, players: list[Player], seconds: float) -> Felt:
    for player in players:
        player.waits.clear()
    worst, memory, fallbacks = [0.0], memory_of(node), await fallbacks_of(node)
    health = asyncio.ensure_future(watch_health(node, worst))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.25)
        memory = max(memory, memory_of(node))
    health.cancel()
    fallbacks = await fallbacks_of(node) - fallbacks
    waits = sorted(wait for player in players for wait in player.waits)
    if not waits:
        return Felt(0, seconds, seconds, worst[0], memory, fallbacks)
    return Felt(len(waits), waits[len(waits) // 2], waits[int(len(waits) * 0.99)], worst[0], memory, fallbacks)


@contextlib.asynccontextmanager
async def under_attack(name: str, node: Node, room: str, core: int) -> AsyncIterator[None]:
    command = [sys.executable, "-m", "tests.server.attacks", name, str(node.port), room, str(core)]
    attacker = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        await asyncio.sleep(1.5)  # until it has loaded
        yield
    finally:
        if attacker.returncode is None:
            attacker.kill()
        await attacker.wait()


@contextlib.asynccontextmanager
async def locked(url: str, room: str) -> AsyncIterator[None]:
    """Another session holds the row of a room, as a node that was cut off would."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT id FROM room WHERE id = %s FOR UPDATE", (room,))
        yield
        connection.rollback()


def fill(url: str) -> None:
    """A list of rooms that is long; nobody is in them."""
    store = Store(url)
    store.start()
    try:
        many_rooms(store, ROOMS)
    finally:
        store.stop()


class Steady(Player):
    """Plays at the pace of a quick person, so that what is measured is waiting and not load."""

    async def command(self, socket: object, cmd_id: str, window: str, move: str) -> None:
        await asyncio.sleep(PACE * self.rng.uniform(0.5, 1.5))
        await super().command(socket, cmd_id, window, move)  # type: ignore[arg-type]


def line(name: str, felt: Felt, bound: float, memory: float) -> tuple[str, bool]:
    fine = felt.acks > 0 and felt.p99 <= bound and felt.memory <= memory and not felt.fallbacks
    text = (
        f"| {name} | {felt.acks} | {felt.p50 * 1000:.1f} | {felt.p99 * 1000:.1f} | {felt.worst_health * 1000:.0f} "
        f"| {felt.memory / 1024:.0f} | {felt.fallbacks} | {'ok' if fine else 'TOO MUCH'} |"
    )
    return text, fine


async def attacked(
    node: Node, players: list[Player], name: str, attack: Callable[[], Attacked], seconds: float, memory: float
) -> bool:
    """One line of the table, judged by what was felt right before. Others may be at work on this machine: a value over
    the limit is measured again, and counts when it is over the limit every time."""
    for left in reversed(range(TRIES)):
        quiet = await feel(node, players, seconds / 2)
        async with attack():
            felt = await feel(node, players, seconds)
        told, good = line(name, felt, max(SLOWER * quiet.p99, FLOOR), memory)
        if good or not left:
            print(told, flush=True)
            break
        await asyncio.sleep(1.0)
    return good


async def measure(node: Node, url: str, names: list[str], seconds: float, lock: bool) -> bool:
    fine = True
    core = max(os.sched_getaffinity(0))
    seated = await seat_players([node], TABLES, "xianqi", 3, bots=1, public=True)
    players = [Steady([node], each.room, each.person, k, doubles=0.0) for k, each in enumerate(seated)]
    async with playing(players):
        await progress(players, 60, 120)  # workers have loaded, everybody plays
        quiet = await feel(node, players, seconds)
        memory = LARGER * quiet.memory
        if not lock:
            print(HEAD)
        print(line("none" if not lock else "none, PostgreSQL", quiet, quiet.p99, memory)[0], flush=True)
        if lock:
            others = [player for player in players if player.room != players[0].room]
            return await attacked(node, others, LOCK, partial(locked, url, players[0].room), seconds, memory)
        for name in names:
            attack = partial(under_attack, name, node, players[-1].room, core)
            fine &= await attacked(node, players, name, attack, seconds, memory)
    return fine


def run(url: str, folder: Path, names: list[str], seconds: float, lock: bool = False) -> bool:
    node = Node(url, folder, limits=Limits())  # as everybody has them; the players' tables just fit
    fill(url)
    node.start()
    try:
        fine = asyncio.run(measure(node, url, names, seconds, lock))
        if "Traceback" in node.log():
            print(node.log())
            return False
        return fine
    finally:
        node.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--only", nargs="*", choices=[*ATTACKS, "lock"], default=None)
    options = parser.parse_args()
    names = [name for name in ATTACKS if options.only is None or name in options.only]
    fine = True
    with tempfile.TemporaryDirectory(prefix="qipai-attack-") as name:
        folder = Path(name)
        if names:
            fine &= run(f"sqlite:///{folder}/rooms.db", folder, names, options.seconds)
        if options.only is None or "lock" in options.only:
            if programs() is None:
                sys.exit(f"PostgreSQL is not installed; this adds it: {ADD}")
            postgres = Postgres()
            postgres.start()
            try:
                fine &= run(postgres.database(), folder, [], options.seconds, lock=True)
            finally:
                postgres.stop()
    print("every table was served as if nothing had happened" if fine else "somebody was kept waiting")
    sys.exit(not fine)


if __name__ == "__main__":
    main()
