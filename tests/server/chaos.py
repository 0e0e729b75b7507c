"""The long versions: python -m tests.server.chaos [--kills 12] [--rooms 12] [--anywhere] [--fuzz 100000]; see `make chaos`.

Two real nodes behind the real proxy on a real PostgreSQL with players of whole matches: nodes are killed with -9 in turn and
stopped for seven seconds, the database crashes, becomes read-only, has its clock set by an hour, answers are cut off after
COMMIT. On SQLite the disk is full for a while. Then: nothing acknowledged is lost, nothing is doubled, no log has a gap, and
every view that any player received is the fold of the log.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
import psycopg
from websockets.asyncio.client import ClientConnection, connect

import qipai
from tests.conftest import ROOT
from tests.server.cluster import Front, missing
from tests.server.players import LOOSE, Node, Place, guest
from tests.server.postgres import Postgres
from tests.server.scenarios import Player, Proxy, check, deploy, playing, progress, seat_players, timeouts

STOPPED = 7.0  # seconds
PATIENCE_OF_PROXY = "800ms"  # as deployed; on a busy machine it gives nodes up too soon, which may lose nothing either
BACK = 5.0  # seconds after which play goes on again


def is_busy() -> bool:
    """Others are at work on this machine: what it takes is no fault of ours."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


def hold(seconds: float, busy: bool) -> None:
    if seconds >= BACK:
        print(f"that is more than {BACK:g} s{': the machine was busy with other things' if busy else ''}", flush=True)
        assert busy


class Faults:
    """What happens to two nodes on one PostgreSQL, and how long play needs to go on after each."""

    def __init__(self, postgres: Postgres, url: str, nodes: list[Node], proxy: Proxy) -> None:
        self.postgres = postgres
        self.url = url
        self.nodes = nodes
        self.proxy = proxy
        self.rng = random.Random(1)
        self.back: list[float] = []

    def sql(self, *statements: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    async def kill(self, number: int) -> None:
        victim = self.nodes[number % 2]
        victim.kill()
        await asyncio.sleep(self.rng.uniform(0.0, 0.5))
        await asyncio.to_thread(victim.start)

    async def stop_node(self, number: int, players: list[Player]) -> None:
        """As a machine that sleeps: in the middle of whatever it does. The others play on meanwhile."""
        process = self.nodes[number % 2].process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(STOPPED)
        process.send_signal(signal.SIGCONT)
        await progress(players, 20, 120)

    async def crash_database(self, players: list[Player]) -> None:
        await progress(players, 20, 120)
        self.postgres.crash()
        began = time.monotonic()
        await asyncio.to_thread(self.postgres.start)
        await progress(players, 5, 60)
        self.back.append(time.monotonic() - began)

    async def read_only(self, players: list[Player]) -> None:
        """Nothing is acknowledged while it lasts."""
        self.sql("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        await asyncio.sleep(1.5)
        before = acknowledged(players)
        await asyncio.sleep(2.0)
        assert acknowledged(players) == before
        self.sql(
            "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
            "ALTER SYSTEM RESET default_transaction_read_only",
            "SELECT pg_reload_conf()",
        )
        await progress(players, 20, 60)

    async def set_clock(self, seconds: float, players: list[Player]) -> None:
        """While everybody thinks: a sweep or two see the decisions that are open."""
        for player in players:
            player.paused.clear()
        await asyncio.sleep(1.0)
        self.sql(f"UPDATE test_clock SET seconds = seconds + {seconds}")
        await asyncio.sleep(2.0)
        for player in players:
            player.paused.set()
        await progress(players, 40, 60)


def acknowledged(players: list[Player]) -> int:
    """Commands that were acknowledged as written."""
    return sum(version >= 0 for player in players for version in player.acked.values())


async def storm(postgres: Postgres, folder: Path, options: argparse.Namespace, busy: bool) -> None:
    url = postgres.database()
    pipe = folder / "pipe"
    pipe.mkdir()
    proxy = Proxy(pipe, postgres.socket)
    await proxy.start()
    through = url.replace(str(postgres.folder), str(pipe))
    nodes = [Node(where, folder, sweep=0.5, trusted_proxies=["127.0.0.1"]) for where in (url, through)]
    faults = Faults(postgres, url, nodes, proxy)
    faults.sql("CREATE TABLE test_clock (seconds float8)", "INSERT INTO test_clock VALUES (0)")
    for node in nodes:
        await asyncio.to_thread(node.start)
    front = None if options.anywhere else await asyncio.to_thread(Front(nodes, folder, patience=PATIENCE_OF_PROXY).start)
    places: list[Place] = [*nodes] if front is None else [front]
    players: list[Player] = []
    for number, game in enumerate(qipai.games()):
        seats = qipai.game(game).seats(qipai.game(game).rules())
        count = max(1, options.rooms // len(qipai.games()))
        players += await seat_players(places, count, game, seats, number, clock={"base": 900, "bank": 0})
    jumps = [3600.0, -3600.0, -3600.0, 3600.0]
    jumped = 0
    async with playing(players):
        for number in range(options.kills):
            await progress(players, 60, 120)
            await faults.kill(number)
            if number % 4 == 1 and len(faults.back) < options.crashes:
                await faults.crash_database(players)
            if number % 2 == 0 and number // 2 < options.stops:
                await faults.stop_node(number // 2, players)
            if number % 3 == 2 and jumped < len(jumps):
                await faults.set_clock(jumps[jumped], players)
                jumped += 1
            if number == options.kills // 2:
                await faults.read_only(players)
            proxy.cut_next_commit = True
            print(f"kill {number + 1} of {options.kills}; acknowledged so far: {acknowledged(players)}", flush=True)
        await progress(players, 100, 120)
    if front is not None:
        front.stop()
    for node in nodes:
        node.stop()
    await proxy.stop()
    found = check(url, players)
    gone = [wait for player in players for wait in player.reconnects]
    late = timeouts(url, players)
    print(f"0 lost, 0 doubled, 0 gaps, every view a fold: {found}, answers cut off after COMMIT: {proxy.cuts}")
    print(f"the clock was set by an hour {jumped} times; decisions whose time was up: {late}")
    hold(max(faults.back, default=0.0), busy)
    print(f"clients were back after {statistics.median(gone):.2f} s (median), {max(gone):.2f} s (worst); "
          f"after a crash of the database play went on in {max(faults.back, default=0.0):.2f} s (worst)")  # fmt: skip


async def full_disk(folder: Path) -> None:
    """No acknowledgement, a clear refusal, and play goes on when there is room again."""
    url = f"sqlite:///{folder}/full.db"
    node = Node(url, folder)
    await asyncio.to_thread(node.start)
    try:
        players = await seat_players([node], 4, "xianqi", 3)
        async with playing(players):
            await progress(players, 60, 120)
            assert node.process is not None
            usual = resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, (4096, usual[1]))
            await asyncio.sleep(1.0)
            before = acknowledged(players)
            await asyncio.sleep(2.0)
            assert acknowledged(players) == before
            ready = await asyncio.to_thread(httpx.get, f"{node.url}/ready")
            assert (ready.status_code, ready.json()["status"]) == (503, "the database cannot be written")
            resource.prlimit(node.process.pid, resource.RLIMIT_FSIZE, usual)
            await progress(players, 60, 120)
    finally:
        node.stop()
    print(f"a full disk: nothing was acknowledged, play went on afterwards: {check(url, players)}", flush=True)


async def redeploy(folder: Path, sockets: int, busy: bool) -> None:
    """SIGTERM, and a new process: clients are back in less than five seconds."""
    node = Node(f"sqlite:///{folder}/deploy.db", folder)
    await asyncio.to_thread(node.start)
    try:
        players, guests, taken = await deploy(node, sockets)
    finally:
        node.stop()
    check(f"sqlite:///{folder}/deploy.db", players)
    print(f"restart with {len(players) + len(guests)} sockets: everybody was back after {taken:.2f} s")
    hold(taken, busy)


BURST = 25  # frames; what waits for a client is bounded, and this one reads only after each burst
KINDS = ["hello", "act", "check", "auto", "hint", "ready", "ping", "resync", "?"]
KEYS = ["token", "last_version", "cmd_id", "move", "version", "window", "req", "cards", "on", "nonce", "t"]
VALUES: list[object] = [
    None, True, -1, 0, 3, 2**80, 1.5, "", "a", "pass", "play R_SHI", "play S3 H3", "discard 5m", "0.1", [], ["R_SHI"],
    ["S3", "H3"], {}, "\u0000", "字" * 9,
]  # fmt: skip


def fuzzed(rng: random.Random) -> str:
    """A frame that is nearly right, or the beginning of one."""
    frame = {key: rng.choice(VALUES) for key in rng.sample(KEYS, rng.randrange(4))}
    frame["type"] = rng.choice(KINDS)
    text = json.dumps(frame)
    return text[: rng.randrange(len(text))] if rng.random() < 0.2 else text


async def answered(socket: ClientConnection, spectator: bool) -> int:
    """Reads until the last ping comes back; a spectator is never shown what is not public."""
    count = 0
    async for text in socket:
        answer = json.loads(text)
        count += 1
        if answer["type"] in ("snapshot", "event"):
            assert not spectator or (answer["view"]["private"] is None and answer["view"]["legal"] == [])
        if answer["type"] == "pong" and answer["t"] == 42:
            break
    return count


async def fuzz(folder: Path, count: int) -> None:
    """Random frames at rooms in which games are played, from a seat and from a spectator; every one of them is read."""
    patient = msgspec.structs.replace(LOOSE, bad_frames=10**9)
    node = Node(f"sqlite:///{folder}/fuzz.db", folder, limits=patient).start()
    rng = random.Random(2)
    sent = answers = 0
    try:
        ann = await guest(node)
        rooms = [await ann.open(game) for game in qipai.games()]
        while sent < count:
            token = rng.choice([ann.token, None])
            url = f"ws://127.0.0.1:{node.port}/ws/v1/rooms/{rng.choice(rooms)}"
            async with connect(url, compression=None, max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello"} if token is None else {"type": "hello", "token": token}))
                for _ in range(20):
                    for _ in range(BURST):
                        await socket.send(fuzzed(rng))
                    sent += BURST
                    await socket.send('{"type":"ping","t":42}')
                    answers += await asyncio.wait_for(answered(socket, token is None), 60)
        log = node.log()
        assert log == "", log
        print(f"{sent} fuzzed frames, {answers} answers: the server lives, nothing leaked, nothing in its log")
    finally:
        node.stop()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--crashes", type=int, default=3)
    parser.add_argument("--stops", type=int, default=6)
    parser.add_argument("--rooms", type=int, default=12)
    parser.add_argument("--anywhere", action="store_true", help="no proxy: players connect to any node, as if it knew no rooms")
    parser.add_argument("--fuzz", type=int, default=100_000)
    options = parser.parse_args()
    busy = is_busy()
    with tempfile.TemporaryDirectory(prefix="qipai-chaos-") as name:
        if options.kills:
            if (command := missing()) is not None:
                sys.exit(f"this needs PostgreSQL and HAProxy; this adds what is missing: {command}")
            postgres = Postgres()
            postgres.start()
            try:
                os.environ["QIPAI_TEST_CLOCK"] = "1"
                asyncio.run(storm(postgres, Path(name), options, busy))
                del os.environ["QIPAI_TEST_CLOCK"]
            finally:
                postgres.stop()
        asyncio.run(full_disk(Path(name)))
        asyncio.run(redeploy(Path(name), 200, busy))
        if options.fuzz:
            asyncio.run(fuzz(Path(name), options.fuzz))
            env = {**os.environ, "QIPAI_FUZZ": str(max(4, options.fuzz // 500))}
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "tests/server/test_openapi.py"]
            subprocess.run(command, cwd=ROOT, env=env, check=True)


if __name__ == "__main__":
    main()
