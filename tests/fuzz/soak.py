"""Half a million fuzz cases in each build, answered alike; then the views of 100,000 random deals of each game,
all read; then the server's interface.

`python -m tests.fuzz.soak [FIRST_SEED] [CASES] [DEALS]`

Where it got to is kept in .cache/soak/fuzz.json: a run that was stopped goes on with the same seed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import qipai
from tests.conftest import ROOT
from tests.fuzz.builds import difference
from tests.fuzz.reading import LONGEST, read_deals

PLACE = ROOT / ".cache" / "soak" / "fuzz.json"
INTERPRETED = ROOT / ".venv" / "bin" / "python"
BATCH = 20_000
DEALS_AT_ONCE = 1000


def load(seed: int) -> dict[str, int]:
    found: dict[str, int] = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.is_file() else {}
    return found if found.get("seed") == seed else {"seed": seed}


def save(place: dict[str, int]) -> None:
    PLACE.parent.mkdir(parents=True, exist_ok=True)
    fresh = PLACE.with_suffix(".new")
    fresh.write_text(json.dumps(place), encoding="utf-8")
    fresh.replace(PLACE)


def tell(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def fuzz(place: dict[str, int], cases: int, python: Path | str) -> None:
    began = time.monotonic()
    while place.get("cases", 0) < cases:
        done = place.get("cases", 0)
        found = difference(place["seed"] + done // BATCH, done, min(BATCH, cases - done), python)
        assert found is None, found
        place["cases"] = min(done + BATCH, cases)
        save(place)
        tell(f"\rfuzz: {place['cases']}/{cases} cases alike in both builds, {time.monotonic() - began:.0f} s ")
    tell("\n")


def read(place: dict[str, int], deals: int) -> None:
    for game in qipai.games():
        began = time.monotonic()
        while place.get(game, 0) < deals:
            done = place.get(game, 0)
            slowest = read_deals(game, place["seed"] + done, min(DEALS_AT_ONCE, deals - done))
            assert slowest < LONGEST, f"{game}: a view of deals from {place['seed'] + done} on took {slowest:.3f} s"
            place[game] = min(done + DEALS_AT_ONCE, deals)
            save(place)
            tell(
                f"\r{game}: views of {place[game]}/{deals} deals read, {time.monotonic() - began:.0f} s, "
                f"slowest {slowest * 1000:.0f} ms "
            )
        tell("\n")


def main(seed: int, cases: int, deals: int) -> None:
    place = load(seed)
    fuzz(place, cases, INTERPRETED if INTERPRETED.exists() else sys.executable)
    read(place, deals)
    subprocess.run([sys.executable, "-m", "tests.fuzz.interface", str(seed)], cwd=ROOT, check=True)
    PLACE.unlink(missing_ok=True)


if __name__ == "__main__":
    first, cases, deals = [int(given) for given in sys.argv[1:]] + [0, 500_000, 100_000][len(sys.argv) - 1 :]
    main(first, cases, deals)
