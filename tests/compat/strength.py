"""How strong the levels are against an opponent that never changes: `python -m tests.compat.strength [GAME [LEVEL...]]`.

The panel is 0.1.0, built from the history into an environment of its own (tests/compat/reference.py) and seated as outside
programs: our `normal` meets its `normal`, everything above its `hard`. Every deal is kept in .cache/strength/, so that a
run that was stopped goes on; kept results belong to one build and its weights. A figure with one failure of anybody is void.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
from pathlib import Path

import qipai
from qipai import build
from qipai.agents import levels
from qipai.arena.backends import InProcess, Pool
from qipai.arena.match import Match
from qipai.arena.run import run
from qipai.arena.standings import Standings, student_975
from qipai.core.data import Json
from qipai.core.registry import folders
from tests.compat.reference import NoReference, command
from tests.conftest import ROOT

CACHE = ROOT / ".cache" / "strength"
LIMIT = 600.0  # seconds: a busy machine makes nobody late
TEAMS = ("guandan",)  # opposite seats play together
DEALS = {"normal": 1000, "hard": 1000, "master": 300}
HEAD = """| match | deals | per deal and seat | 95 % | won | 95 % | ms, median / p99 | its ms |
|---|---|---|---|---|---|---|---|"""


def playing_now(game: str) -> str:
    """What the results belong to: the kernel, the agents and the weights in use."""
    digest = hashlib.sha256(build.hash_sources().encode())
    for folder in [*folders(qipai.game(game)), str(build.HOME / "agents")]:
        for path in sorted(Path(folder).glob("*")):
            if path.suffix == ".weights" or path.name.startswith("agents") or path.parent.name == "agents":
                digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()[:12]


def won_share(results: list[Json], name: str) -> tuple[float, float]:
    """The share of plays won and half its 95 % interval, over deals."""
    shares = []
    for result in results:
        agents = result["agents"]
        assert isinstance(agents, dict)
        returns = agents[name]["returns"]
        shares.append(sum(1 for brought in returns if brought > 0) / len(returns))
    if len(shares) < 2:
        return statistics.fmean(shares), 1.0
    return statistics.fmean(shares), student_975(len(shares) - 1) * statistics.stdev(shares) / len(shares) ** 0.5


def row(game: str, level: str, theirs: str, standings: Standings, results: list[Json]) -> str:
    """One line of the table; VOID when anybody failed."""
    ours, panel = standings.agents
    low, high = ours.interval()
    won, half = won_share(results, ours.name)
    match = f"{game} `{level}` against 0.1.0’s `{theirs}`"
    if ours.faults or panel.faults:
        return f"| {match} | {standings.deals} | VOID: {ours.first_fault or panel.first_fault} | | | | | |"
    times = f"{ours.time(0.5):.2f} / {ours.time(0.99):.1f} | {panel.time(0.5):.2f}"
    share = f"{100 * won:.1f} % | {100 * (won - half):.1f} … {100 * (won + half):.1f}"
    return f"| {match} | {standings.deals} | {ours.mean():+.3f} | {low:+.3f} … {high:+.3f} | {share} | {times} |"


def measure(game: str, level: str, deals: int, seed: str, jobs: int) -> tuple[str, bool]:
    """The line of one level, and whether it counts. NoReference."""
    theirs = "normal" if level in ("random", "easy", "normal") else "hard"
    seats = qipai.game(game).seats(qipai.game(game).rules(None))
    panel = command(theirs)
    seated = (level, panel) * 2 if game in TEAMS else (level, *[panel] * (seats - 1))
    match = Match(game, seated, "arena", seed, qipai.game(game).rules(None).to_json(), LIMIT)
    CACHE.mkdir(parents=True, exist_ok=True)
    kept = CACHE / f"{game}-{level}-{playing_now(game)}-{seed[-8:]}.jsonl"

    def watch(standings: Standings) -> None:
        if standings.deals % 20 == 0:
            first = standings.agents[0]
            share = first.won / max(1, standings.deals)
            said = f"{game} {level}: {standings.deals} of {deals} deals, {first.mean():+.3f}, won {100 * share:.1f} %\n"
            sys.stderr.write(said)
            sys.stderr.flush()

    standings = run(match, deals, InProcess() if jobs == 1 else Pool(jobs), bar=None, kept=str(kept), watch=watch)
    lines = kept.read_text(encoding="utf-8").splitlines()[1:]
    results = sorted((json.loads(line) for line in lines), key=lambda result: int(result["number"]))[: standings.deals]
    line = row(game, level, theirs, standings, results)
    return line, not any(one.faults for one in standings.agents)


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?")
    parser.add_argument("level", nargs="*")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--seed", default="0" * 63 + "5")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    say(HEAD)
    sound = True
    for game in [asked.game] if asked.game else qipai.games():
        for level in asked.level or [level for level in levels(game) if level in DEALS]:
            try:
                line, counts = measure(game, level, asked.deals or DEALS[level], asked.seed, asked.jobs)
            except NoReference as problem:
                sys.exit(f"strength: {problem}")
            say(line)
            sound = sound and counts
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
