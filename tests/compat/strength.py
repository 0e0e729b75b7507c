"""How strong the levels are against opponents that never change: `python -m tests.compat.strength [GAME [LEVEL...]]`.

The panel is 0.1.0, in mahjong's newer ways to play (`--rules chengdu`) the version that finished them (tests/compat/panel.py):
our `normal` meets its `normal`, everything above its `hard`. A figure with one failure of anybody is void.

How many deals: `normal` and `hard` play a number that is fixed before, 1,000, and 2,000 in mahjong, whose deals differ more.
`master` takes too long for that: it plays 300, and then 100 more at a time while the 95 % interval of its points has zero in
it, 1,000 at most. Looking up to eight times makes such an interval a little too narrow: with nothing to find it leaves out
zero more often than in 5 % of the matches. `--deals N` plays just N.

Every deal is kept in .cache/strength/, so that a run that was stopped goes on; kept results belong to what played them, the
sources and weights of this game. `--kept FILE` takes over results of the same match from another clone, or from a version
that played alike.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

import qipai
from qipai.agents import levels
from qipai.arena.match import Match
from qipai.arena.standings import Standings, student_975
from qipai.core.data import Json
from qipai.core.errors import QipaiError
from tests.compat.panel import (
    NEWER,
    SEED,
    Unusable,
    bring,
    failed,
    is_default,
    kept_at,
    match_of,
    one_against_others,
    panel_of,
    play,
    playing_now,
    points,
    preset_of,
    say,
)
from tests.compat.reference import NoReference, called, command

MEASURED = ("normal", "hard", "master")
SEARCHING = ("hard", "master")  # what is measured in every way to play
FIXED = 1000
LONGER = {"mahjong": 2000}
FIRST, MORE, MOST = 300, 100, 1000  # deals of `master`
HEAD = """| match | deals | per deal and seat | 95 % | won | 95 % | ms, median / p99 | its ms |
|---|---|---|---|---|---|---|---|"""


def opponent(level: str) -> str:
    """The panel's level that one of ours meets."""
    return "hard" if level in SEARCHING else "normal"


def length(game: str, level: str) -> tuple[int, int]:
    """The least and the most deals of a match."""
    if level == "master":
        return FIRST, MOST
    return (LONGER.get(game, FIXED),) * 2


def undecided(standings: Standings) -> bool:
    """Whether zero is in the interval of the first agent's points. A void match is not worth more deals."""
    low, high = standings.agents[0].interval()
    return low <= 0 <= high and not failed(standings)


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


def row(match: str, standings: Standings, results: list[Json]) -> str:
    """One line of the table; VOID when anybody failed."""
    ours, panel = standings.agents
    low, high = ours.interval()
    won, half = won_share(results, ours.name)
    if fault := failed(standings):
        return f"| {match} | {standings.deals} | VOID: {fault} | | | | | |"
    times = f"{ours.time(0.5):.2f} / {ours.time(0.99):.1f} | {panel.time(0.5):.2f}"
    share = f"{100 * won:.1f} % | {100 * max(0.0, won - half):.1f} … {100 * min(1.0, won + half):.1f}"
    return f"| {match} | {standings.deals} | {points(ours.mean())} | {points(low)} … {points(high)} | {share} | {times} |"


def title(game: str, preset: str, level: str) -> str:
    """What a match is called in the table."""
    way = game if is_default(game, preset) else f"{game} {preset}"
    return f"{way} `{level}` against {called(panel_of(game, preset))}’s `{opponent(level)}`"


@dataclass(frozen=True)
class Measurement:
    """One line of the table before it is played."""

    game: str
    preset: str
    level: str
    match: Match
    path: Path  # where it is kept

    def play(self, deals: int | None, jobs: int) -> tuple[str, bool]:
        """Its line, and whether it counts."""
        due, most = (deals, deals) if deals else length(self.game, self.level)
        standings, results = play(self.match, due, jobs, self.path, self.path.stem)
        while due < most and undecided(standings):
            due = min(most, due + MORE)
            standings, results = play(self.match, due, jobs, self.path, self.path.stem)
        return row(title(self.game, self.preset, self.level), standings, results), not failed(standings)


def measurement(game: str, preset: str, level: str, seed: str = SEED) -> Measurement:
    """NoReference."""
    panel = command(opponent(level), panel_of(game, preset))
    match = match_of(game, preset, one_against_others(game, level, panel), seed)
    return Measurement(game, preset, level, match, kept_at(game, preset, level, playing_now(game), seed))


def plan(game: str, asked: list[str], rules: str | None) -> list[tuple[str, str]]:
    """Ways to play and levels: those asked for, or all that are measured. BAD_RULES."""
    if asked or rules:
        preset = preset_of(game, rules)
        wanted = MEASURED if is_default(game, preset) else SEARCHING
        return [(preset, level) for level in asked or wanted if asked or level in levels(game)]
    newer = [(preset, level) for of, preset in NEWER if of == game for level in SEARCHING]
    return [*((preset_of(game), level) for level in MEASURED if level in levels(game)), *newer]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?")
    parser.add_argument("level", nargs="*")
    parser.add_argument("--rules", metavar="PRESET", help="a way to play; the game's default if none is named")
    parser.add_argument("--deals", type=int, help="play just so many")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", metavar="FILE", action="append", help="results to go on from; may be repeated")
    asked = parser.parse_args()
    sound = True
    try:
        planned = [
            measurement(game, preset, level, asked.seed)
            for game in ([asked.game] if asked.game else qipai.games())
            for preset, level in plan(game, asked.level, asked.rules)
        ]
        bring(asked.kept, [(one.path, one.match) for one in planned])
        say(HEAD)
        for one in planned:
            line, counts = one.play(asked.deals, asked.jobs)
            say(line)
            sound = sound and counts
    except (NoReference, Unusable, QipaiError) as problem:
        sys.exit(f"strength: {problem}")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
