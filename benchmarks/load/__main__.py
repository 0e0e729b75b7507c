"""Rooms full of players at a real server process, over real sockets: actions a second, p50 and p99 of acknowledgements, memory.

python -m benchmarks.load [--rooms 200] [--rate 200] [--seconds 20] [--game xianqi] [--database URL] [--idle 2000] [--out FILE]

Three measurements: a steady rate, saturation, and the memory that idle rooms take. Server and clients share this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import qipai
from qipai import build
from qipai.server.config import Config, Limits

LOOSE = {
    "requests": 1e6, "request_burst": 1e6, "guests_per_hour": 1e6, "logins_per_minute": 1e6, "rooms_per_hour": 1e6,
    "open_rooms": 1_000_000, "sockets": 1_000_000, "frames": 1e6, "frame_burst": 1e6,
}  # fmt: skip
NODE = """
import sys, msgspec
from qipai.server.config import Config
from qipai.server.run import listen, serve
config = msgspec.json.decode(sys.argv[1], type=Config)
listening = listen(config.host, config.port)
def ready():
    print(listening.getsockname()[1], flush=True)
sys.exit(not serve(config, listening, ready))
"""


class Server:
    """The process under load."""

    def __init__(self, database: str, folder: str) -> None:
        config = Config(database=database, data=folder, port=0, limits=Limits(**LOOSE), keep_idle=3600)
        import msgspec

        text = msgspec.json.encode(config).decode()
        self.process = subprocess.Popen([sys.executable, "-c", NODE, text], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def memory(self) -> int:
        """Bytes resident."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


class Load:
    """All players, the pace at which they act, and what they measured."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.rng = random.Random(seed)
        self.waits: list[float] = []
        self.rejects = 0
        self.errors = 0
        self.measuring = False
        self.rate: float | None = None  # actions a second, of all together; None: as fast as it goes
        self.next_slot = 0.0
        self.sockets: list[ClientConnection] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def slot(self) -> None:
        """Waits for this action's turn, so that all together keep to the rate."""
        if self.rate is None:
            return
        now = time.monotonic()
        at = self.next_slot = max(now, self.next_slot + 1 / self.rate)
        if at > now:
            await asyncio.sleep(at - now)

    async def player(self, room: str, token: str) -> None:
        socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws/v1/rooms/{room}", compression=None, max_size=None, ping_interval=None
        )
        self.sockets.append(socket)
        await socket.send(json.dumps({"type": "hello", "token": token}))
        sent: dict[str, float] = {}
        answered = ""
        number = 0
        nonce_for = -1
        async for text in socket:
            head = text[:24]
            if '"type":"ack"' in head:
                message = json.loads(text)
                began = sent.pop(message["cmd_id"], None)
                if began is not None and self.measuring:
                    self.waits.append(time.monotonic() - began)
                continue
            if '"type":"reject"' in head:
                self.rejects += 1
                continue
            if '"type":"event"' not in head and '"type":"snapshot"' not in head:
                continue
            view = json.loads(text)["view"]
            if view["stage"] in ("waiting", "between") and view["fairness"]["commit"] and nonce_for != view["deal"]:
                if view["fairness"]["deal"] != nonce_for:
                    nonce_for = view["deal"]
                    await socket.send('{"type":"ready","nonce":""}')
            elif len(view["legal"]) > 1 and view["window"] != answered:
                answered = view["window"]
                await self.slot()
                number += 1
                cmd_id = f"{number}"
                sent[cmd_id] = time.monotonic()
                move = self.rng.choice(view["legal"])
                await socket.send(json.dumps({"type": "act", "cmd_id": cmd_id, "window": answered, "move": move}))

    def run_player(self, room: str, token: str) -> None:
        async def guarded() -> None:
            try:
                await self.player(room, token)
            except Exception:
                self.errors += 1

        self.tasks.append(asyncio.ensure_future(guarded()))


async def open_rooms(port: int, count: int, game: str, seats: int) -> list[tuple[str, list[str]]]:
    limit = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=120, limits=limit) as client:
        gate = asyncio.Semaphore(20)

        async def one(number: int) -> tuple[str, list[str]]:
            async with gate:
                tokens = []
                for k in range(seats):
                    answer = await client.post("/sessions/guest", json={"name": f"r{number % 1000}s{k}"})
                    tokens.append(answer.json()["token"])
                wishes = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
                body = {"game": game, "seats": wishes, "grace": 3600, "claim_pause": 0, "pace": 0}
                answer = await client.post("/rooms", json=body, headers={"Authorization": f"Bearer {tokens[0]}"})
                room = answer.json()["room"]
                for token in tokens[1:]:
                    await client.post(f"/rooms/{room}/join", json={}, headers={"Authorization": f"Bearer {token}"})
                return room, tokens

        return list(await asyncio.gather(*(one(number) for number in range(count))))


def figures(load: Load, seconds: float) -> dict[str, Any]:
    waits = sorted(load.waits)
    if not waits:
        return {"actions_per_s": 0.0}
    return {
        "actions_per_s": round(len(waits) / seconds, 1),
        "p50_ms": round(statistics.median(waits) * 1000, 1),
        "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
        "max_ms": round(waits[-1] * 1000, 1),
        "rejects": load.rejects,
        "errors": load.errors,
    }


async def measure(load: Load, server: Server, rate: float | None, seconds: float) -> dict[str, Any]:
    load.rate = rate
    await asyncio.sleep(3)
    load.waits.clear()
    load.rejects = 0
    load.measuring = True
    cpu, own, began = server.cpu(), time.process_time(), time.monotonic()
    await asyncio.sleep(seconds)
    taken = time.monotonic() - began
    out = figures(load, taken)
    out["server_cpu"] = round((server.cpu() - cpu) / taken, 2)
    out["client_cpu"] = round((time.process_time() - own) / taken, 2)
    out["server_mb"] = round(server.memory() / 1e6)
    load.measuring = False
    return out


async def run(options: argparse.Namespace) -> dict[str, Any]:
    game = qipai.game(options.game)
    seats = game.seats(game.rules())
    results: dict[str, Any] = {
        "game": options.game, "rooms": options.rooms, "seats": seats, "compiled": build.compiled(), "cores": os.cpu_count(),
        "python": platform.python_version(), "machine": platform.machine(), "load_before": os.getloadavg()[0],
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="qipai-load-") as folder:
        database = options.database or f"sqlite:///{folder}/rooms.db"
        results["database"] = database.split(":")[0]
        server = Server(database, folder)
        try:
            load = Load(server.port, 1)
            for room, tokens in await open_rooms(server.port, options.rooms, options.game, seats):
                for token in tokens:
                    load.run_player(room, token)
            load.rate = options.rate
            await asyncio.sleep(5)
            results["steady"] = await measure(load, server, options.rate, options.seconds)
            results["saturation"] = await measure(load, server, None, options.seconds)
            for socket in load.sockets:
                socket.transport.abort()
            for task in load.tasks:
                task.cancel()
            await asyncio.gather(*load.tasks, return_exceptions=True)
        finally:
            server.stop()
        if options.idle:
            results["idle"] = await idle_memory(folder, options, seats)
    return results


async def idle_memory(folder: str, options: argparse.Namespace, seats: int) -> dict[str, Any]:
    """Rooms that were opened and that the server holds in memory, without sockets: the slope from 200 rooms on."""
    server = Server(f"sqlite:///{folder}/idle.db", folder)
    try:
        await open_rooms(server.port, 200, options.game, seats)
        await asyncio.sleep(2)
        first = server.memory()
        await open_rooms(server.port, options.idle - 200, options.game, seats)
        await asyncio.sleep(2)
        last = server.memory()
        return {"rooms": options.idle, "mb_at_200": round(first / 1e6, 1), "mb_at_end": round(last / 1e6, 1),
                "kb_per_room": round((last - first) / 1000 / (options.idle - 200), 1)}  # fmt: skip
    finally:
        server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="xianqi")
    parser.add_argument("--database")
    parser.add_argument("--idle", type=int, default=2000, help="0: do not measure idle rooms")
    parser.add_argument("--out", help="append the figures as a line of JSON")
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    results = asyncio.run(run(options))
    for name, value in results.items():
        print(f"{name:12} {value}")
    if options.out:
        with open(options.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
