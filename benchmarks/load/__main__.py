"""Rooms full of players at a real server process, over real sockets: actions a second, p50 and p99 of acknowledgements,
processor time of the server per acknowledged action, memory.

python -m benchmarks.load [--rooms 200] [--rate 200] [--seconds 20] [--game xianqi] [--clock] [--database URL] [--idle 2000]
                          [--out FILE] [--against PYTHON_OR_CHECKOUT --rounds 5]

Four measurements: a steady rate and saturation with quick forced moves, comparable with earlier versions, the steady rate at
the pace that rooms have by default, and the memory that idle rooms take. Server and clients share this machine.
With --against two versions are measured in turns, one round each, so that a machine that gets slower or faster in between
does the same to both: this one, and a checkout (its `src` is run by the same Python) or another Python with its own qipai.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
from benchmarks.load.players import Load

import qipai
from qipai import build
from qipai.server.config import Config, Limits

LOOSE = {
    "requests": 1e6, "request_burst": 1e6, "guests_per_hour": 1e6, "logins_per_minute": 1e6, "rooms_per_hour": 1e6,
    "open_rooms": 1_000_000, "sockets": 1_000_000, "frames": 1e6, "frame_burst": 1e6,
    "connections": 1_000_000, "connects": 1e6, "connect_burst": 1e6,
}  # fmt: skip
NODE = """
import sys, msgspec
from qipai.server.config import Config, Limits
from qipai.server.run import listen, serve
def known(kind, given):  # an earlier version has fewer settings
    return {key: value for key, value in given.items() if key in kind.__struct_fields__}
given = msgspec.json.decode(sys.argv[1])
config = msgspec.convert({**known(Config, given), "limits": known(Limits, given["limits"])}, Config)
listening = listen(config.host, config.port)
def ready():
    print(listening.getsockname()[1], flush=True)
sys.exit(not serve(config, listening, ready))
"""


class Server:
    """The process under load; `version` is None for this one, or a checkout or a Python to run another."""

    def __init__(self, database: str, folder: str, version: str | None = None) -> None:
        config = Config(database=database, data=folder, port=0, limits=Limits(**LOOSE), keep_idle=3600, silence=3600)
        text = msgspec.json.encode(config).decode()
        python, environment = sys.executable, dict(os.environ)
        if version is not None and Path(version).is_dir():
            environment["PYTHONPATH"] = str(Path(version).resolve() / "src")
        elif version is not None:
            python = version
            environment.pop("PYTHONPATH", None)
        command = [python, "-c", NODE, text]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def memory(self) -> int:
        """Bytes resident."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu(self) -> float:
        """Seconds of processor time of all its threads, to the nanosecond; bots' processes are not counted."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def counters(self) -> tuple[int, int]:
        """(commits, what was written in them)."""
        text = httpx.get(f"http://127.0.0.1:{self.port}/metrics", timeout=120).text
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        return int(values["qipai_commits_total"]), int(values["qipai_writes_total"])

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


async def open_rooms(
    port: int, count: int, game: str, seats: int, people: list[str] | None = None, clock: bool = False, quick: bool = True
) -> list[tuple[str, list[str]]]:
    """Rooms with their seats taken; every room has people of its own, unless `people` are given.

    `quick`: forced moves come at once, as they did in 0.1.0, which knows no such option and no other pace.
    """
    limit = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=120, limits=limit) as client:
        gate = asyncio.Semaphore(20)

        async def guests(number: int) -> list[str]:
            names = [f"r{number % 1000}s{seat}" for seat in range(seats)]
            return [(await client.post("/sessions/guest", json={"name": name})).json()["token"] for name in names]

        async def one(number: int) -> tuple[str, list[str]]:
            async with gate:
                tokens = people or await guests(number)
                wishes = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
                body = {"game": game, "seats": wishes, "grace": 3600, "claim_pause": 0, "pace": 0}
                if clock:
                    body["clock"] = {"base": 3600, "bank": 3600}
                mine = {"Authorization": f"Bearer {tokens[0]}"}
                answer = await client.post("/rooms", json={**body, "quick_forced": quick}, headers=mine)
                if answer.status_code == 422:
                    answer = await client.post("/rooms", json=body, headers=mine)
                room = answer.json()["room"]
                for token in tokens[1:]:
                    await client.post(f"/rooms/{room}/join", json={}, headers={"Authorization": f"Bearer {token}"})
                return room, tokens

        return list(await asyncio.gather(*(one(number) for number in range(count))))


async def measure(load: Load, server: Server, rate: float | None, seconds: float) -> dict[str, Any]:
    load.rate = rate
    await asyncio.sleep(3)
    commits, writes = await asyncio.to_thread(server.counters)
    load.waits.clear()
    load.rejects = load.frames = load.bytes = 0
    load.measuring = True
    cpu, own, began = server.cpu(), time.process_time(), time.monotonic()
    await asyncio.sleep(seconds)
    taken = time.monotonic() - began
    load.measuring = False
    waits = sorted(load.waits) or [0.0]
    spent, mine = server.cpu() - cpu, time.process_time() - own
    later = await asyncio.to_thread(server.counters)
    return {
        "actions_per_s": round(len(load.waits) / taken, 1),
        "p50_ms": round(statistics.median(waits) * 1000, 1),
        "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
        "max_ms": round(waits[-1] * 1000, 1),
        "rejects": load.rejects,
        "lost": load.lost,
        "commits_per_s": round((later[0] - commits) / taken),
        "events_per_commit": round((later[1] - writes) / max(1, later[0] - commits), 1),
        "frames_per_s": round(load.frames / taken),
        "mb_per_s": round(load.bytes / taken / 1e6, 1),
        "server_cpu": round(spent / taken, 2),
        "client_cpu": round(mine / taken, 2),
        "server_ms_per_action": round(spent / max(1, len(load.waits)) * 1000, 3),
        "server_mb": round(server.memory() / 1e6),
    }


async def seated(server: Server, options: argparse.Namespace, seats: int, quick: bool = True) -> Load:
    """Rooms full of players, who play at the steady rate."""
    load = Load(server.port, 1)
    load.rate = options.rate
    for room, tokens in await open_rooms(server.port, options.rooms, options.game, seats, clock=options.clock, quick=quick):
        for token in tokens:
            await load.seat(room, token)
    await asyncio.sleep(2)
    return load


async def compare(options: argparse.Namespace) -> dict[str, Any]:
    """This version and another in turns: what a round of each costs per action, and the median of the rounds' ratios."""
    game = qipai.game(options.game)
    seats = game.seats(game.rules())
    versions: dict[str, str | None] = {"here": None, "other": options.against}
    costs: dict[str, dict[str, list[float]]] = {mode: {name: [] for name in versions} for mode in ("steady", "saturation")}
    with tempfile.TemporaryDirectory(prefix="qipai-load-") as folder:
        servers: dict[str, Server] = {}
        loads: dict[str, Load] = {}
        try:
            for name, version in versions.items():
                (Path(folder) / name).mkdir()
                servers[name] = Server(f"sqlite:///{folder}/{name}/rooms.db", f"{folder}/{name}", version)
            for number in range(options.rounds):
                for name in versions:  # new rooms each time: a match ends, and its last deals have longer frames
                    if name in loads:
                        loads[name].stop()
                    loads[name] = await seated(servers[name], options, seats)
                    loads[name].pause()
                for mode, rate in (("steady", options.rate), ("saturation", None)):
                    for name in versions if number % 2 else reversed(versions):
                        loads[name].rate = rate
                        loads[name].resume()
                        figures = await measure(loads[name], servers[name], rate, options.seconds)
                        loads[name].pause()
                        costs[mode][name].append(figures["server_ms_per_action"])
                        print(mode, name, figures, flush=True)
        finally:
            for name in loads:
                loads[name].stop()
            for server in servers.values():
                server.stop()
    out: dict[str, Any] = {"game": options.game, "rooms": options.rooms, "clock": options.clock, "compiled": build.compiled()}
    for mode, both in costs.items():
        ratios = sorted(here / other for here, other in zip(both["here"], both["other"], strict=True))
        out[f"{mode}_ms_per_action"] = {name: statistics.median(values) for name, values in both.items()}
        out[f"{mode}_ratio"] = round(statistics.median(ratios), 3)
        out[f"{mode}_ratios"] = [round(ratio, 2) for ratio in ratios]
    return out


async def run(options: argparse.Namespace) -> dict[str, Any]:
    game = qipai.game(options.game)
    seats = game.seats(game.rules())
    results: dict[str, Any] = {
        "game": options.game, "rooms": options.rooms, "seats": seats, "compiled": build.compiled(), "cores": os.cpu_count(),
        "python": platform.python_version(), "machine": platform.machine(), "load_before": round(os.getloadavg()[0], 1),
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="qipai-load-") as folder:
        if options.rooms:
            database = options.database or f"sqlite:///{folder}/rooms.db"
            results["database"] = database.split(":")[0]
            server = Server(database, folder)
            try:
                load = await seated(server, options, seats)
                results["steady"] = await measure(load, server, options.rate, options.seconds)
                results["saturation"] = await measure(load, server, None, options.seconds)
                load.stop()
            finally:
                server.stop()
            results["even_pace"] = await at_even_pace(folder, options, seats)
        if options.idle:
            results["idle"] = await idle_memory(folder, options, seats)
    return results


async def at_even_pace(folder: str, options: argparse.Namespace, seats: int) -> dict[str, Any]:
    """The steady rate with the pace that rooms have unless they are told otherwise: forced moves are commits of their own."""
    server = Server(f"sqlite:///{folder}/even.db", folder)
    try:
        load = await seated(server, options, seats, quick=False)
        figures = await measure(load, server, options.rate, options.seconds)
        load.stop()
        return figures
    finally:
        server.stop()


async def idle_memory(folder: str, options: argparse.Namespace, seats: int) -> dict[str, Any]:
    """Rooms that were opened and that the server holds in memory, without sockets: the slope from 200 rooms on."""
    server = Server(f"sqlite:///{folder}/idle.db", folder)
    try:
        people = (await open_rooms(server.port, 1, options.game, seats))[0][1]
        await open_rooms(server.port, 199, options.game, seats, people)
        await asyncio.sleep(2)
        first = server.memory()
        await open_rooms(server.port, options.idle - 200, options.game, seats, people)
        await asyncio.sleep(2)
        last = server.memory()
        return {"rooms": options.idle, "mb_at_200": round(first / 1e6, 1), "mb_at_end": round(last / 1e6, 1),
                "kb_per_room": round((last - first) / 1000 / (options.idle - 200), 1)}  # fmt: skip
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200, help="0: only the idle rooms")
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="xianqi")
    parser.add_argument("--clock", action="store_true", help="rooms with a clock")
    parser.add_argument("--against", help="a checkout, or a Python: measure that version in turns with this one")
    parser.add_argument("--rounds", type=int, default=5, help="of each version, with --against")
    parser.add_argument("--database")
    parser.add_argument("--idle", type=int, default=2000, help="0: do not measure idle rooms")
    parser.add_argument("--out", help="append the figures as a line of JSON")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        results = runner.run(compare(options) if options.against else run(options))
    for name, value in results.items():
        print(f"{name:12} {value}")
    if options.out:
        with open(options.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
