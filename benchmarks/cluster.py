"""What another node costs: 0.1.0 on SQLite, this version on SQLite, one node on PostgreSQL, and two nodes behind the proxy,
measured in turns at rooms full of players, so that a machine that gets slower in between does the same to all of them.

python -m benchmarks.cluster [--rooms 200] [--rate 200] [--seconds 10] [--rounds 3] [--game guandan] [--against PYTHON]
                             [--even] [--look] [--out FILE]

Processor time is told per acknowledged action: of the nodes, and of all that a cluster needs: nodes, PostgreSQL, proxy.
--against: the Python of 0.1.0's environment (python -m tests.compat.reference builds it). --even: the pace that rooms have by
default, where forced moves are commits of their own, at the steady rate alone. --look: how long the look for news takes, with
1,000 watched rooms of 300 events each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop
from benchmarks.load.__main__ import Server, open_rooms
from benchmarks.load.players import Load
from tests.server.cluster import Front, missing
from tests.server.logs import make_rooms
from tests.server.postgres import Postgres

import qipai
from qipai import build
from qipai.server.storage import room_holders
from qipai.server.storage.store import Store

TICK = os.sysconf("SC_CLK_TCK")


def family_cpu(pid: int) -> float:
    """Seconds of processor time of a process and its children, those that have ended included."""
    total = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2 :].split()
        if int(path.parts[2]) == pid:
            total += sum(map(int, fields[11:15]))
        elif int(fields[1]) == pid:
            total += sum(map(int, fields[11:13]))
    return total / TICK


class Place:
    """Something that players connect to, and all processes that it needs."""

    def __init__(self, servers: list[Server], postgres: Postgres | None = None, front: Front | None = None) -> None:
        self.servers = servers
        self.front = front
        self.port = servers[0].port if front is None else front.port
        self.postmaster = 0 if postgres is None else int((postgres.data / "postmaster.pid").read_text().split()[0])
        self.load: Load | None = None

    def cpu(self) -> dict[str, float]:
        out = {"nodes": sum(server.cpu() for server in self.servers)}
        if self.postmaster:
            out["database"] = family_cpu(self.postmaster)
        if self.front is not None and self.front.process is not None:
            out["proxy"] = family_cpu(self.front.process.pid)
        return out

    def counters(self) -> tuple[int, int]:
        found = [server.counters() for server in self.servers]
        return sum(each[0] for each in found), sum(each[1] for each in found)


async def measure(place: Place, rate: float | None, seconds: float) -> dict[str, Any]:
    load = place.load
    assert load is not None
    load.rate = rate
    load.resume()
    await asyncio.sleep(2)
    before = await asyncio.to_thread(place.counters)
    load.waits.clear()
    load.frames = load.bytes = load.rejects = 0
    load.measuring = True
    cpu, began = place.cpu(), time.monotonic()
    await asyncio.sleep(seconds)
    taken = time.monotonic() - began
    later, after = place.cpu(), await asyncio.to_thread(place.counters)
    load.measuring = False
    load.pause()
    waits = sorted(load.waits) or [0.0]
    actions = max(1, len(load.waits))
    spent = {name: later[name] - cpu[name] for name in cpu}
    return {
        "actions_per_s": round(actions / taken, 1),
        "p50_ms": round(statistics.median(waits) * 1000, 1),
        "p99_ms": round(waits[int(len(waits) * 0.99)] * 1000, 1),
        "node_ms_per_action": round(spent["nodes"] / actions * 1000, 3),
        "all_ms_per_action": round(sum(spent.values()) / actions * 1000, 3),
        "parts_ms": {name: round(value / actions * 1000, 3) for name, value in spent.items()},
        "writes_per_action": round((after[1] - before[1]) / actions, 2),
        "commits_per_s": round((after[0] - before[0]) / taken, 1),
        "frames_per_action": round(load.frames / actions, 2),
        "bytes_per_action": round(load.bytes / actions),
        "rejects": load.rejects,
        "lost": load.lost,
    }


async def fill(place: Place, options: argparse.Namespace, seats: int) -> None:
    """New rooms: matches end, their last deals have longer frames, and faster players get there sooner."""
    if place.load is not None:
        place.load.stop()
    place.load = Load(place.port, 1)
    place.load.rate = options.rate
    rooms = await open_rooms(place.port, options.rooms, options.game, seats, quick=not options.even)
    for room, tokens in rooms:
        for token in tokens:
            await place.load.seat(room, token)
    await asyncio.sleep(3)
    place.load.pause()


async def compare(options: argparse.Namespace, folder: Path, postgres: Postgres) -> dict[str, Any]:
    game = qipai.game(options.game)
    seats = game.seats(game.rules())
    servers: list[Server] = []
    fronts: list[Front] = []

    def server(database: str, version: str | None = None) -> Server:
        own = folder / str(len(servers))
        own.mkdir()
        servers.append(Server(database.replace("FOLDER", str(own)), str(own), version))
        return servers[-1]

    modes = [("steady", options.rate)] if options.even else [("steady", options.rate), ("saturation", None)]
    rounds: dict[str, dict[str, list[dict[str, Any]]]] = {}
    try:
        places: dict[str, Place] = {}
        if options.against:
            places["0.1.0 SQLite"] = Place([server("sqlite:///FOLDER/rooms.db", options.against)])
        places["SQLite"] = Place([server("sqlite:///FOLDER/rooms.db")])
        if options.against and options.old_cluster:
            url = postgres.database()
            places["0.1.0 PostgreSQL"] = Place([server(url, options.against)], postgres)
        places["PostgreSQL"] = Place([server(postgres.database())], postgres)
        url = postgres.database()
        pair = [server(url), server(url)]
        fronts.append(Front(pair, folder).start())
        places["2 nodes + proxy"] = Place(pair, postgres, fronts[0])
        for number in range(options.rounds):
            for place in places.values():
                await fill(place, options, seats)
            for mode, rate in modes:
                order = list(places)
                for name in order if number % 2 else reversed(order):
                    figures = await measure(places[name], rate, options.seconds)
                    rounds.setdefault(mode, {}).setdefault(name, []).append(figures)
                    say(f"{mode:10} {name:16} {figures}")
        for place in places.values():
            if place.load is not None:
                place.load.stop()
    finally:
        for front in fronts:
            front.stop()
        for each in servers:
            each.stop()
    return {mode: {name: middle(found) for name, found in both.items()} for mode, both in rounds.items()}


def middle(found: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of the rounds, figure by figure."""
    out: dict[str, Any] = {}
    for name, value in found[0].items():
        if isinstance(value, dict):
            out[name] = {part: round(statistics.median(each[name][part] for each in found), 3) for part in value}
        else:
            out[name] = round(statistics.median(each[name] for each in found), 3)
    return out


def ratios(results: dict[str, Any]) -> list[str]:
    out = []
    for mode, places in results.items():
        for one, other in (
            ("SQLite", "0.1.0 SQLite"),
            ("PostgreSQL", "SQLite"),
            ("PostgreSQL", "0.1.0 PostgreSQL"),
            ("2 nodes + proxy", "PostgreSQL"),
        ):
            if one in places and other in places:
                both = [
                    f"{figure} × {places[one][figure] / (places[other][figure] or 1):.2f}"
                    for figure in ("actions_per_s", "p99_ms", "node_ms_per_action", "all_ms_per_action")
                ]
                out.append(f"{mode:10} {one} : {other}: {', '.join(both)}")
    return out


async def all_versions(store: Store, known: dict[str, int]) -> list[Any]:
    """As 0.1.0 asked: every row of every log."""
    names = ", ".join(f"'{name}'" for name in known)
    query = f"SELECT room, max(version) FROM event WHERE room IN ({names}) GROUP BY room"
    return await asyncio.wrap_future(store.read(lambda c: list(c.exec_driver_sql(query))))


def look(postgres: Postgres, rooms: int = 1000, events: int = 300, times: int = 30) -> dict[str, Any]:
    """The look for news at rooms in which nothing has happened, milliseconds."""
    store = Store(postgres.database())
    store.start()
    try:
        names = make_rooms(store, rooms)
        fill = (
            "INSERT INTO event (room, version, kind, payload, at) SELECT 'room' || k, v, 'move', "
            '\'{"move":"pass","by":"player"}\', 0 '
            f"FROM generate_series(0, {rooms - 1}) AS k, generate_series(1, {events}) AS v"
        )
        with store.reader.begin() as connection:  # longer than a writer's statement may take
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.exec_driver_sql(fill)
        known = dict.fromkeys(names, events)
        postmaster = int((postgres.data / "postmaster.pid").read_text().split()[0])
        out: dict[str, Any] = {"rooms": rooms, "events": events}
        for name, ask in (("now", room_holders.rooms_with_news), ("0.1.0", all_versions)):
            taken, cpu = [], family_cpu(postmaster) + time.process_time()
            for _ in range(times):
                began = time.perf_counter()
                asyncio.run(ask(store, known))
                taken.append((time.perf_counter() - began) * 1000)
            spent = family_cpu(postmaster) + time.process_time() - cpu
            out[name] = {
                "median_ms": round(statistics.median(taken), 2),
                "best_ms": round(min(taken), 2),
                "processor_ms": round(spent / times * 1000, 2),
            }
        return out
    finally:
        store.stop()


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--game", default="guandan")
    parser.add_argument("--against", type=os.path.abspath, help="the Python of 0.1.0's environment")
    parser.add_argument("--old-cluster", action="store_true", help="0.1.0 on PostgreSQL, too")
    parser.add_argument("--even", action="store_true")
    parser.add_argument("--look", action="store_true")
    parser.add_argument("--out", help="append the figures as a line of JSON")
    options = parser.parse_args()
    if (command := missing()) is not None:
        sys.exit(f"this needs PostgreSQL and HAProxy; this adds what is missing: {command}")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    os.environ["FORWARDED_ALLOW_IPS"] = "127.0.0.1"  # of the nodes: they believe the proxy
    postgres = Postgres()
    try:
        postgres.start()
        results: dict[str, Any]
        if options.look:
            results = look(postgres)
            say(f"the look for news: {results}")
        else:
            folder = tempfile.TemporaryDirectory(prefix="qipai-cluster-")
            with folder as name, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                results = runner.run(compare(options, Path(name), postgres))
            for mode, places in results.items():
                for place, figures in places.items():
                    say(f"median {mode:10} {place:16} {figures}")
            for line in ratios(results):
                say(line)
    finally:
        postgres.stop()
    if options.out:
        kept = {"compiled": build.compiled(), "rooms": options.rooms, "game": options.game, "even": options.even, **results}
        with open(options.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main()
