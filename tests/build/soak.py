"""`make soak`: long counts, resumable, each time on new deals.

    python -m tests.build.soak --deals 5000

Interpreted == compiled over a number of deals of every discovered game; and every `tests/<part>/soak.py`, of games and of
other parts, run by the compiled build as `python -m tests.<part>.soak FIRST_SEED`: it plays as many deals as it finds
useful from that seed on, tells its progress, and exits with an error when something is wrong.
Where a part got to is kept in .cache/soak/, so that one that was stopped goes on, and the next one brings new seeds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import qipai
from tests.build.digests import environment, first_difference
from tests.conftest import COMPILED_PYTHON, ROOT

CACHE = ROOT / ".cache" / "soak"
CHUNK = 250
FIRST = 1000  # make test plays the seeds below
STRIDE = 1_000_000  # seeds that a part's own soak may use
RAY_PYTHON = ROOT / ".venv-ray" / "bin" / "python"  # the compiled build and Ray
RL_PYTHON = ROOT / ".venv-rl" / "bin" / "python"  # with learners' libraries: make soak RL=1
PYTHONS = {"arena": RAY_PYTHON, **({"envs": RL_PYTHON} if RL_PYTHON.is_file() else {})}


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


def own_soaks() -> list[str]:
    """The parts that have a soak of their own."""
    found = (ROOT / "tests").glob("*/soak.py")
    return sorted(path.parent.name for path in found if path.parent != Path(__file__).parent)


def own_soak(part: str) -> bool:
    place = load(f"{part}-own")
    print(f"{part}: tests/{part}/soak.py from seed {place['next']}", flush=True)
    command = [str(PYTHONS.get(part, COMPILED_PYTHON)), "-m", f"tests.{part}.soak", str(place["next"])]
    done = subprocess.run(command, cwd=ROOT, env=environment(), check=False)
    if done.returncode:
        print(f"{part}: failed; again with: {' '.join(command)}")
        return False
    place["next"] += STRIDE
    save(f"{part}-own", place)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.build.soak")
    parser.add_argument("parts", nargs="*", help="games, or other parts with a soak; default: all")
    parser.add_argument("--deals", type=int, default=5000)
    given = parser.parse_args()
    failed = []
    games, soaks = qipai.games(), own_soaks()
    for part in given.parts or [*games, *(part for part in soaks if part not in games)]:
        if part in games and not digests(part, given.deals):
            failed.append(f"{part} interpreted == compiled")
        if part in soaks and not own_soak(part):
            failed.append(f"tests/{part}/soak.py")
    print(f"soak failed: {', '.join(failed)}" if failed else "soak: all is well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
