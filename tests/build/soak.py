"""`make soak`: long counts, resumable, each time on new deals.

    python -m tests.build.soak --deals 5000

Two parts for every discovered game: interpreted == compiled over so many deals, and the game's own
`tests/<game>/soak.py`, if it has one, run by the compiled build as `python -m tests.<game>.soak FIRST_SEED`; it plays
as many deals as it finds useful from that seed on, tells its progress, and exits with an error when something is wrong.
Where a part got to is kept in .cache/soak/, so that one that was stopped goes on, and the next one brings new seeds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

import qipai
from tests.build.digests import environment, first_difference
from tests.conftest import COMPILED_PYTHON, ROOT

CACHE = ROOT / ".cache" / "soak"
CHUNK = 250
FIRST = 1000  # make test plays the seeds below
STRIDE = 1_000_000  # seeds that a game's own soak may use


def load(name: str) -> dict[str, int]:
    path = CACHE / f"{name}.json"
    found: dict[str, int] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {"next": FIRST, "until": 0, **found}


def save(name: str, place: dict[str, int]) -> None:
    CACHE.mkdir(parents=True, exist_ok=True)
    fresh = CACHE / f"{name}.new"
    fresh.write_text(json.dumps(place), encoding="utf-8")
    fresh.replace(CACHE / f"{name}.json")


def digests(game: str, deals: int) -> bool:
    """Plays on to where the last run wanted to go, if it was stopped; else that many new deals."""
    name = f"{game}-digest"
    place = load(name)
    if place["next"] >= place["until"]:
        place["until"] = place["next"] + deals
        save(name, place)
    start, total = time.monotonic(), place["until"] - place["next"]
    while place["next"] < place["until"]:
        count = min(CHUNK, place["until"] - place["next"])
        seed = first_difference(game, count, place["next"])
        if seed is not None:
            print(f"{game}: interpreted and compiled differ: tests/build/digest_deals.py {game} 1 {seed}")
            return False
        place["next"] += count
        save(name, place)
        done = total - (place["until"] - place["next"])
        print(f"{game}: {done} of {total} deals alike, {time.monotonic() - start:.0f} s", flush=True)
    return True


def own_soak(game: str) -> bool:
    if not (ROOT / "tests" / game / "soak.py").is_file():
        return True
    place = load(f"{game}-own")
    print(f"{game}: tests/{game}/soak.py from seed {place['next']}", flush=True)
    command = [str(COMPILED_PYTHON), "-m", f"tests.{game}.soak", str(place["next"])]
    done = subprocess.run(command, cwd=ROOT, env=environment(), check=False)
    if done.returncode:
        print(f"{game}: failed; again with: {' '.join(command)}")
        return False
    place["next"] += STRIDE
    save(f"{game}-own", place)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.build.soak")
    parser.add_argument("games", nargs="*", help="default: every game")
    parser.add_argument("--deals", type=int, default=5000)
    given = parser.parse_args()
    failed = []
    for game in given.games or qipai.games():
        if not digests(game, given.deals):
            failed.append(f"{game} interpreted == compiled")
        if not own_soak(game):
            failed.append(f"tests/{game}/soak.py")
    print(f"soak failed: {', '.join(failed)}" if failed else "soak: all is well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
