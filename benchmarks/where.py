"""Where the time of one acknowledged action goes: judge, fold, views, encode, commit, send.

python -m benchmarks.where [--rooms 100] [--seconds 15] [--game guandan] [--against PYTHON] [--postgres] --spy PATH_OF_PY_SPY

Rooms full of players as in benchmarks.load, as fast as they go; py-spy (pip install py-spy) looks at the server's stacks from
outside, 200 times a second. A sample belongs to the innermost line whose step is known; the shares, times the processor time of
the server per action, are milliseconds. Works for 0.1.0, too (--against), whose files have other names.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path

import uvloop
from benchmarks.load.__main__ import Server, open_rooms
from benchmarks.load.players import Load
from tests.server.postgres import Postgres

import qipai

# (step, functions or files of a frame); the first that matches a frame, looking outwards from the innermost
STEPS = (
    ("commit", r"qipai/server/(storage/(store|log|at_once|engines|bus)|store|bus)\.py|sqlalchemy|psycopg|sqlite3"),
    ("judge", r"qipai/server/(rooms/commands|plan|rooms/room_driver|steward)\.py|\bdecide\b|\badd_forced_moves\b"),
    ("fold", r"qipai/server/(rooms/)?(room|trial|deadlines|pause)\.py|\b(take|catch_up|append|written)\b.*live"),
    ("views", r"qipai/server/(rooms/)?(frames|audience)\.py"),
    ("send", r"frame_batches\.py|write_out|websockets|uvicorn|transmit|\bsend\b"),
    ("read", r"read_in|next_message|read_frame|data_received|handle\b|\bcommand\b|perform|player_acts"),
    ("room's lock and tasks", r"live_room\.py|live\.py|node\.py|house\.py"),
    ("loop", r"asyncio|uvloop|runners|threading"),
)
ORDER = ["read", "judge", "fold", "commit", "views", "encode", "send", "room's lock and tasks", "loop", "other"]


@cache
def source(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def step_of(stack: list[str]) -> str:
    for number, frame in enumerate(reversed(stack)):
        found = re.fullmatch(r"(.*) \((.*):(\d+)\)", frame)
        if found is None:
            continue
        function, path, line = found[1], found[2], int(found[3])
        lines = source(path) if "qipai" in path else []
        if number == 0 and 0 < line <= len(lines) and "encode(" in lines[line - 1]:
            return "encode"
        for step, pattern in STEPS:
            if re.search(pattern, f"{function} {path}"):
                return step
    return "other"


async def profile(options: argparse.Namespace, version: str | None, database: str, folder: str) -> tuple[Counter[str], float]:
    game = qipai.game(options.game)
    server = Server(database, folder, version)
    raw = Path(folder) / "stacks"
    try:
        load = Load(server.port, 1)
        for room, tokens in await open_rooms(server.port, options.rooms, options.game, game.seats(game.rules())):
            for token in tokens:
                await load.seat(room, token)
        await asyncio.sleep(3)
        load.measuring = True
        cpu = server.cpu()
        how = ["--format", "raw", "--rate", "200", "--full-filenames", "--nonblocking", "--duration", str(options.seconds)]
        command = [options.spy, "record", "--pid", str(server.process.pid), *how, "--output", str(raw)]
        spying = await asyncio.create_subprocess_exec(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        began, count = time.monotonic(), len(load.waits)
        await asyncio.sleep(options.seconds)
        spent, actions = server.cpu() - cpu, len(load.waits) - count
        await spying.wait()
        load.stop()
        say(f"{actions / (time.monotonic() - began):.0f} actions a second under observation")
    finally:
        server.stop()
    steps: Counter[str] = Counter()
    for line in raw.read_text(encoding="utf-8").splitlines():
        stack, _, count_text = line.rpartition(" ")
        steps[step_of(stack.split(";"))] += int(count_text)
    return steps, spent / max(1, actions) * 1000


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--game", default="guandan")
    parser.add_argument("--against", help="the Python of another version's environment")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--spy", required=True)
    options = parser.parse_args()
    postgres = Postgres() if options.postgres else None
    try:
        if postgres is not None:
            postgres.start()
        with tempfile.TemporaryDirectory(prefix="qipai-where-") as folder:
            database = f"sqlite:///{folder}/rooms.db" if postgres is None else postgres.database()
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                steps, cost = runner.run(profile(options, options.against, database, folder))
    finally:
        if postgres is not None:
            postgres.stop()
    total = sum(steps.values())
    say(f"{cost:.2f} ms of the server per action, {total} samples")
    for step in ORDER:
        say(f"| {step} | {steps[step] / total * cost:.3f} ms | {steps[step] / total:.0%} |")


if __name__ == "__main__":
    main()
