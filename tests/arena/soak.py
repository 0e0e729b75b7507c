"""The arena on a real Ray cluster of this machine: `python -m tests.arena.soak [FIRST_SEED] [DEALS]`. Needs the extra `ray`.

Same seeds, same results as the process pool, and a worker that is killed in the middle loses nothing. What is sent to a
worker arrives as it was (`tests/arena/objects.py`). What else uses the arena's backends gives the same on Ray, too: the reviews
of an archive, and a round of training.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from qipai.arena.backends import Pool, Ray
from qipai.arena.match import Match
from qipai.arena.run import run
from qipai.arena.standings import Standings
from qipai.core.registry import games
from tests.arena.objects import check
from tests.review.records import played

AGENTS = ("normal", "easy", "random")


def figures(standings: Standings) -> object:
    return [(one.name, one.by_deal, one.won, one.illegal, one.errors, one.timeouts) for one in standings.agents]


def ray_workers() -> list[int]:
    """Processes of our own cluster that play deals now, by the title that Ray gives them."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()[1:]]
    parents = {int(pid): int(parent) for pid, parent, _ in rows}

    def ours(pid: int) -> bool:
        while pid > 1:
            pid = parents.get(pid, 0)
            if pid == os.getpid():
                return True
        return False

    return [int(pid) for pid, _, args in rows if "ray::play_number" in args and ours(int(pid))]


def kill_one(killed: list[int]) -> None:
    """Waits for a busy worker and kills it."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for pid in ray_workers():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
            return
        time.sleep(0.02)


def qipai(folder: Path, *words: str) -> str:
    """What a command prints; it must succeed."""
    command = [sys.executable, "-m", "qipai.cli", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def everywhere(folder: Path, *words: str) -> list[str]:
    """The same command in two processes and on Ray."""
    return [qipai(folder, *words, "--jobs", "2", "--backend", backend) for backend in ("local", "ray")]


def reviews(folder: Path, first: int) -> None:
    """Of a record of each game."""
    files = []
    for number, game in enumerate(games()):
        path = folder / f"{game}.json"
        path.write_text(json.dumps(played(game, first + number)), encoding="utf-8")
        files.append(path.name)
    pool, cluster = everywhere(folder, "review", *files, "--json")
    assert len(json.loads(pool.splitlines()[0])["review"]["deals"]) == 1
    assert cluster == pool, "reviews on Ray differ from those of the pool"
    sys.stderr.write(f"arena soak: reviews of {len(files)} records, Ray and the pool agree\n")


def training(folder: Path, first: int) -> None:
    """The weights of one small round."""
    weights = []
    for backend in ("local", "ray"):
        given = ["--rounds", "1", "--positions", "400", "--seed", str(first), "--jobs", "2", "--backend", backend]
        qipai(folder, "train", "xianqi", "--out", backend, "--hours", "1", *given)
        weights.append((folder / backend / "xianqi.weights").read_bytes())
    assert weights[0] == weights[1], "weights learned on Ray differ"
    sys.stderr.write("arena soak: a round of training, Ray and the pool agree\n")


def main(first: int, deals: int) -> None:
    check(first)
    with tempfile.TemporaryDirectory() as folder:
        reviews(Path(folder), first)
        training(Path(folder), first)
    match = Match("xianqi", AGENTS, "arena", f"{first:064x}", {}, 60.0)
    pool = figures(run(match, deals, Pool(2), bar=None))
    cluster = figures(run(match, deals, Ray(2, None), bar=None))
    assert cluster == pool, "Ray and the pool differ"
    sys.stderr.write(f"arena soak: {deals} deals, Ray and the pool agree\n")
    killed: list[int] = []
    killer = threading.Thread(target=kill_one, args=(killed,))
    killer.start()
    survived = figures(run(match, deals, Ray(2, None), bar=None))
    killer.join()
    assert killed, "no worker was there to be killed"
    assert survived == pool, "a killed worker changed the result"
    sys.stderr.write(f"arena soak: worker {killed[0]} was killed, nothing was lost\n")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [1000, 120][len(given) :]))
