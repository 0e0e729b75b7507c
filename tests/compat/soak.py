"""Old bots keep playing: `hard` of 0.1.0 at our arena, every game. `python -m tests.compat.soak [FIRST_SEED] [DEALS]`.

0.1.0 is built from the history into an environment of its own (tests/compat/reference.py) and sits on every kind of
seat against our `normal`. It must not fail once: a bot that fails is given default moves, and would be measured by them.
Every deal is kept in .cache/soak/, so that an interrupted run resumes.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import qipai
from qipai.arena.backends import Pool
from qipai.arena.match import Match, seats_for
from qipai.arena.run import run
from qipai.arena.standings import Standings
from tests.compat import kept
from tests.compat.reference import NoReference, command
from tests.conftest import ROOT

CACHE = ROOT / ".cache" / "soak"
DEALS = 20
LIMIT = 600.0  # seconds: its speed is not tested, and the machine may be busy
JOBS = 2


def seating(game: str, old: str) -> tuple[str, ...]:
    """The old bot against ours; the rotations bring it to every seat."""
    seats = qipai.game(game).seats(qipai.game(game).rules(None))
    return seats_for([old, "normal"] if seats % 2 == 0 else [old, *["normal"] * (seats - 1)], seats)


def faults(standings: Standings) -> str:
    return "; ".join(f"{one.name} failed {one.faults} times: {one.first_fault}" for one in standings.agents if one.faults)


def play(game: str, old: str, first: int, deals: int) -> str:
    """What went wrong; empty when nothing did."""
    match = Match(game, seating(game, old), "arena", f"{first:064x}", {}, LIMIT)
    start = time.monotonic()

    def watch(standings: Standings) -> None:
        mean = standings.agents[0].mean()
        spent = time.monotonic() - start
        print(f"compat: {game}: {standings.deals} of {deals} deals, hard of 0.1.0 at {mean:+.2f}, {spent:.0f} s", flush=True)

    CACHE.mkdir(parents=True, exist_ok=True)
    return faults(run(match, deals, Pool(JOBS), bar=None, kept=str(results(game, first)), watch=watch))


def results(game: str, first: int) -> Path:
    return CACHE / f"compat-{game}-{first}.jsonl"


def main(first: int, deals: int) -> int:
    try:
        old = command()
    except NoReference as problem:
        print(f"compat soak: {problem}")
        return 1
    wrong = [f"{game}: {found}" for game in kept.games() if (found := play(game, old, first, deals))]
    for game in kept.games():
        results(game, first).unlink()  # needed no more; and what went wrong is to be played again, not remembered
    print("\n".join(wrong) or f"compat soak: {deals} deals of each game, 0 errors")
    return 1 if wrong else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(given + [1000, DEALS][len(given) :])))
