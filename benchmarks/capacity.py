"""What 10,000 and 100,000 rooms need, from measured figures, and how evenly the proxy spreads them.

python -m benchmarks.capacity

The routing is not modelled but tried: the real proxy with the configuration of deploy/ in front of as many servers as there
would be nodes, which count who is sent to them; every room is asked for, then a node goes, and then it comes back.
The figures are those of benchmarks/cluster.json (`python -m benchmarks.cluster --out`); the pace is that of people.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
from collections import Counter
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tests.server.cluster import ADD, Front, haproxy

from qipai.server.accounts.tokens import ALPHABET

PACE = 0.25  # moves of people a second at a table: one in four seconds
BUSY = 0.6  # of a core that a node should use at most, so that the others can take over for one that is gone
CONNECTIONS = 11  # to PostgreSQL of one node: two for writing, four that wait for locks, four that read, one that listens
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"
CLIENTS = 40
HERE = Path(__file__).parent


class Backend:
    """A server that only counts."""

    def __init__(self) -> None:
        self.rooms: Counter[str] = Counter()
        self.port = 0
        self.streams: set[asyncio.StreamWriter] = set()

    async def start(self) -> None:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        self.port = int(self.server.sockets[0].getsockname()[1])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.streams.add(writer)
        try:
            while True:
                path = (await reader.readuntil(b"\r\n\r\n")).split(b" ", 2)[1].decode()
                if path.startswith("/api/v1/rooms/"):
                    self.rooms[path.split("/")[4]] += 1
                writer.write(ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.streams.discard(writer)
            writer.close()

    async def stop(self) -> None:
        self.server.close()
        for writer in list(self.streams):
            writer.close()


async def ask(port: int, rooms: list[str]) -> None:
    """For every room once, over a few connections."""
    waiting = iter(rooms)

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for room in waiting:
            writer.write(f"GET /api/v1/rooms/{room}/state HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert b" 200 " in head.split(b"\r\n")[0], head
            await reader.readexactly(2)
        writer.close()

    await asyncio.gather(*(client() for _ in range(CLIENTS)))


async def routing(nodes: int, count: int, folder: Path) -> dict[str, Any]:
    rng = random.Random(1)
    rooms = ["".join(rng.choices(ALPHABET.lower(), k=9)) for _ in range(count)]
    backends = [Backend() for _ in range(nodes)]
    for backend in backends:
        await backend.start()
    front = Front([SimpleNamespace(port=backend.port) for backend in backends], folder)
    await asyncio.to_thread(front.start)

    async def places() -> dict[str, int]:
        for backend in backends:
            backend.rooms.clear()
        await ask(front.port, rooms)
        found = [(room, k) for k, backend in enumerate(backends) for room in backend.rooms]
        assert len(found) == count, "a room went to two nodes"
        return dict(found)

    try:
        first = await places()
        assert await places() == first
        await backends[0].stop()
        await asyncio.to_thread(front.wait_for, *front.names()[1:])
        without = await places()
        await backends[0].start()
        await asyncio.to_thread(front.wait_for, *front.names())
        back = await places()
    finally:
        front.stop()
        for backend in backends:
            await backend.stop()
    moved = [room for room in rooms if without[room] != first[room]]
    spread = list(Counter(first.values()).values())
    return {
        "nodes": nodes,
        "rooms": count,
        "most_over_mean": round(max(spread) * nodes / count, 2),
        "spread": round(statistics.pstdev(spread) * nodes / count, 3),
        "moved_when_one_goes": round(len(moved) / count, 3),
        "moved_that_need_not": sum(first[room] != 0 for room in moved),
        "most_over_mean_without_it": round(max(Counter(without.values()).values()) * (nodes - 1) / count, 2),
        "moved_when_it_is_back": sum(back[room] != without[room] for room in rooms),
    }


def needs(rooms: int, figures: dict[str, Any], uneven: float) -> dict[str, Any]:
    """Of full four-seat tables at the pace of people; `uneven`: how much more than the mean the fullest node has."""
    actions = rooms * PACE
    parts = {name: value / 1000 for name, value in figures["parts_ms"].items()}
    node_cores = actions * parts["nodes"]
    return {
        "rooms": rooms,
        "actions_per_s": round(actions),
        "nodes": max(2, ceil(node_cores * uneven / BUSY)),
        "node_cores": round(node_cores, 1),
        "database_cores": round(actions * parts["database"], 1),
        "proxy_cores": round(actions * parts["proxy"], 1),
        "appends_per_s": round(actions * figures["writes_per_action"]),
        "megabytes_per_s": round(actions * figures["bytes_per_action"] / 1e6, 1),
    }


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--figures", default=str(HERE / "cluster.json"))
    parser.add_argument("--nodes", type=int, nargs="*", default=[2, 4, 10, 16])
    parser.add_argument("--rooms", type=int, default=10_000)
    options = parser.parse_args()
    if haproxy() is None:
        sys.exit(f"HAProxy is not installed; this adds it: {ADD}")
    worst = 1.0
    for nodes in options.nodes:
        with tempfile.TemporaryDirectory(prefix="qipai-routing-") as folder:
            found = asyncio.run(routing(nodes, options.rooms, Path(folder)))
        worst = max(worst, found["most_over_mean"])
        say(f"routing   {found}")
    path = Path(options.figures)
    if path.exists():
        figures = json.loads(path.read_text(encoding="utf-8"))["quick"]["steady"]["2 nodes + proxy"]
        for rooms in (10_000, 100_000):
            need = needs(rooms, figures, worst)
            say(f"needs     {need}, connections to PostgreSQL {need['nodes'] * CONNECTIONS}")


if __name__ == "__main__":
    main()
