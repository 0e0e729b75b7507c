"""Is this version as fast as 0.1.0? `python -m benchmarks.before_after [GAME ...] [--rounds 30] [--seconds 0.3] [--write]`

Both versions are compiled and play the same deals, in turns and in an order that changes from round to round, so that
whatever else the machine does falls on both. What counts is CPU time; a figure is the median of the rounds' ratios.
`--write` writes benchmarks/before-after.md.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.compat import kept
from tests.compat.reference import COMMIT, FLAGS
from tests.compat.reference import python as old_python
from tests.conftest import COMPILED_PYTHON

import qipai
from qipai.bench.machine import machine

KINDS = ("driven", "whole", "vector")
BAR = 0.97
EACH = 3  # rounds of a pair of processes: where one has its types and names in memory is luck worth some percent
PAGE = Path(__file__).resolve().parent.parent / "before-after.md"
PLAYER = Path(__file__).with_name("player.py")


class Player:
    """One version in a process of its own."""

    def __init__(self, python: Path) -> None:
        self.python = python
        self.start()

    def start(self) -> None:
        numpy = importlib.util.find_spec("numpy")
        packages = str(Path(numpy.origin).parents[1]) if numpy and numpy.origin else ""
        command = [str(self.python), *FLAGS, str(PLAYER), packages]
        self.process = subprocess.Popen(command, cwd="/", text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if not self.read()["compiled"]:
            raise SystemExit(f"{self.python} has no compiled qipai: make compiled")

    def restart(self) -> None:
        self.close()
        self.start()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player has stopped, see above")
        found: dict[str, Any] = json.loads(line)
        return found

    def play(self, game: str, what: str, count: int, seed: int) -> tuple[float, int]:
        """(CPU seconds, decisions)"""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"game": game, "what": what, "count": count, "seed": seed}) + "\n")
        self.process.stdin.flush()
        told = self.read()
        return float(told["seconds"]), int(told["decisions"])

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)


class Row(NamedTuple):
    game: str
    what: str
    old: float  # decisions per second of CPU time, median
    new: float
    ratios: list[float]

    def ratio(self) -> float:
        return statistics.median(self.ratios)

    def interval(self) -> tuple[float, float]:
        """Of the median, 95 %: from the ranks of the rounds' ratios, whatever their distribution."""
        ordered = sorted(self.ratios)
        n = len(ordered)
        at = max(0, round(n / 2 - 0.98 * n**0.5))
        return ordered[at], ordered[n - 1 - at]


def size(player: Player, game: str, what: str, seconds: float) -> int:
    """How many deals or steps take about that long; also warms both caches and tables."""
    count = 4
    while (took := player.play(game, what, count, 1)[0]) < seconds / 4:
        count *= 2
    return max(1, round(count * seconds / took))


def measure(old: Player, new: Player, games: list[str], rounds: int, seconds: float) -> Iterator[list[Row]]:
    """The rows after every round, so that a run that is stopped has told something."""
    pairs = [(game, what) for game in games for what in KINDS]
    counts = {pair: size(old, *pair, seconds) for pair in pairs}
    speeds: dict[tuple[str, str], list[tuple[float, float]]] = {pair: [] for pair in pairs}
    draw = random.Random(1)
    for number in range(rounds):
        if number % EACH == 0:
            for player in (old, new):
                player.restart()
                for pair in pairs:
                    player.play(*pair, counts[pair], 1)  # warms caches and tables
        draw.shuffle(pairs)
        for pair in pairs:
            both = [old, new] if draw.random() < 0.5 else [new, old]
            found = {player: player.play(*pair, counts[pair], 1000 + number) for player in both}
            if found[old][1] != found[new][1]:
                raise SystemExit(f"{pair}: the versions play different deals, {found[old][1]} and {found[new][1]} decisions")
            speeds[pair].append((found[old][1] / found[old][0], found[new][1] / found[new][0]))
        yield rows_of(games, speeds)


def rows_of(games: list[str], speeds: dict[tuple[str, str], list[tuple[float, float]]]) -> list[Row]:
    rows = []
    for game in games:
        for what in KINDS:
            each = speeds[game, what]
            middle = [statistics.median(speed[k] for speed in each) for k in (0, 1)]
            rows.append(Row(game, what, middle[0], middle[1], [b / a for a, b in each]))
    return rows


def page(rows: list[Row], seconds: float) -> str:
    rounds = len(rows[0].ratios)
    lines = [
        "# Before and after",
        "",
        f"Random play of 0.1.0 (`{COMMIT}`) and of this version, decisions per second of CPU time on one core. Both are",
        f"compiled and play the same deals, in turns, for {rounds} rounds of {seconds:g} s each, every {EACH} of them in",
        "processes of their own. The ratio is the median of the rounds' ratios, with its 95% interval; it must not be",
        f"below {BAR}. `vector` has the environment's version 0, whose observations are those of 0.1.0.",
        "`python -m benchmarks.before_after --write` writes this page.",
        "",
        "| game | what | 0.1.0 | now | ratio | 95% |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        low, high = row.interval()
        lines.append(
            f"| {row.game} | {row.what} | {row.old:,.0f} | {row.new:,.0f} | {row.ratio():.3f} | {low:.3f} … {high:.3f} |"
        )
    told = machine()
    return "\n".join([*lines, "", f"Measured on {told['processor']}, {told['cores']} cores, {told['system']}.", ""])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.before_after")
    parser.add_argument("games", nargs="*", default=kept.games(), help="default: those of 0.1.0")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    assert set(given.games) <= set(qipai.games())
    old, new = Player(old_python()), Player(COMPILED_PYTHON)
    rows: list[Row] = []
    try:
        for number, rows in enumerate(measure(old, new, given.games, given.rounds, given.seconds), 1):
            print(f"round {number} of {given.rounds}", file=sys.stderr, flush=True)
            if given.write:
                PAGE.write_text(page(rows, given.seconds), encoding="utf-8")
    finally:
        old.close()
        new.close()
    print(page(rows, given.seconds))
    slow = [f"{row.game} {row.what}" for row in rows if row.ratio() < BAR]
    if slow:
        print(f"slower than 0.1.0: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
