"""All levels on one scale: `python -m tests.compat.ladder [GAME [LEVEL...]]`, every level against every other.

The levels are ours and the panel's `normal` and `hard` (`panel:normal`, `panel:hard`; tests/compat/panel.py). Every pair plays
both ways round, one against the others and the others against one; two against two where partners play together. The deals
are duplicate and the same for all pairs, kept like those of tests/compat/strength.py, whose matches are used here, too:
a run that was stopped goes on, and quick pairs come first. How many deals a pair plays depends on what they cost (DEALS);
`--deals N` plays N at most. `--show` plays nothing and tells what is kept.

From all results come a rating, 1000 for the panel's `normal`, and points a deal and seat, 0 for the panel's `normal`, with 95 %
intervals (tests/compat/rating.py says how), and below them what every pair brought beside what the scale expects. A match with
one failure of anybody is void and left out.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import qipai
from qipai.agents import levels
from qipai.arena.match import Match
from qipai.arena.standings import Standing, Standings
from qipai.core.data import Json
from qipai.core.errors import QipaiError
from tests.compat.panel import (
    SEED,
    Unusable,
    bring,
    failed,
    kept_at,
    match_of,
    one_against_others,
    panel_of,
    play,
    playing_now,
    points,
    preset_of,
    results_at,
    say,
)
from tests.compat.rating import Encounter, Estimate, Scale, scale
from tests.compat.reference import NoReference, called, command
from tests.compat.strength import opponent

PANEL = "panel:"
ANCHOR = "panel:normal"
QUICK, PIPED, SLOW, SLOWEST = range(4)
PACE = {"panel:normal": PIPED, "hard": SLOW, "panel:hard": SLOW, "master": SLOWEST}  # the others are quick
# of each way round: hundredths of a second a deal, tenths, seconds, half a minute
DEALS = {
    (QUICK, QUICK): 1000,
    (QUICK, PIPED): 400,
    (QUICK, SLOW): 60,
    (PIPED, SLOW): 60,
    (SLOW, SLOW): 200,
    (QUICK, SLOWEST): 20,
    (PIPED, SLOWEST): 20,
    (SLOW, SLOWEST): 60,
}
HEAD = """| level | rating | 95 % | points | 95 % | ms, median | deals |
|---|---|---|---|---|---|---|"""
PAIRS = """| pair | deals | won | expected | points | expected |
|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Bout:
    """A match of the round robin: `one` against the others."""

    one: str
    other: str
    match: Match
    path: Path
    deals: int

    @property
    def who(self) -> str:
        return f"{self.one} against {self.other}"


@dataclass(frozen=True)
class Played:
    """A bout with the results that are kept of it."""

    bout: Bout
    results: list[Json]
    standings: Standings

    @property
    def fault(self) -> str:
        return failed(self.standings)

    def agents(self) -> list[tuple[str, Standing]]:
        return list(zip((self.bout.one, self.bout.other), self.standings.agents, strict=True))

    def encounter(self) -> Encounter:
        match = self.bout.match
        one, other = self.standings.agents
        pairs = list(zip(one.by_deal, other.by_deal, strict=True))
        won = [1.0 if mine > theirs else 0.5 if mine == theirs else 0.0 for mine, theirs in pairs]
        share = match.agents.count(other.name) / len(match.agents)
        return Encounter(self.bout.one, self.bout.other, share, list(range(len(pairs))), won, one.by_deal)


def players(game: str, asked: list[str]) -> list[str]:
    """Who takes part: those asked for and the anchor, or everybody. Unusable."""
    known = [*levels(game), ANCHOR, PANEL + "hard"]
    if wrong := [name for name in asked if name not in known]:
        raise Unusable(f"no level called {', '.join(wrong)} in {game}; there are {', '.join(known)}")
    return [name for name in known if not asked or name in asked or name == ANCHOR]


def seat_name(game: str, preset: str, player: str) -> str:
    """The agent's name in an arena. NoReference."""
    return command(player.removeprefix(PANEL), panel_of(game, preset)) if player.startswith(PANEL) else player


def kept_bout(game: str, preset: str, one: str, other: str, seed: str) -> Path:
    """A match of strength.py is kept there; one of the panel alone belongs to no version of ours."""
    if not one.startswith(PANEL) and other == PANEL + opponent(one):
        return kept_at(game, preset, one, playing_now(game), seed)
    who = f"{one}-against-{other}".replace(PANEL, "panel.")
    alone = one.startswith(PANEL) and other.startswith(PANEL)
    return kept_at(game, preset, who, panel_of(game, preset) if alone else playing_now(game), seed)


def deals_of(one: str, other: str, most: int | None) -> int:
    low, high = sorted(PACE.get(name, QUICK) for name in (one, other))
    return min(DEALS[low, high], most or DEALS[low, high])


def schedule(game: str, preset: str, who: list[str], most: int | None = None, seed: str = SEED) -> list[Bout]:
    """Every pair both ways round, the quickest first. NoReference."""
    bouts = []
    names = {player: seat_name(game, preset, player) for player in who}
    for pair in itertools.combinations(who, 2):
        for one, other in [pair] if qipai.game(game).in_teams else [pair, pair[::-1]]:
            match = match_of(game, preset, one_against_others(game, names[one], names[other]), seed)
            bouts.append(Bout(one, other, match, kept_bout(game, preset, one, other, seed), deals_of(one, other, most)))
    return sorted(bouts, key=lambda bout: sum(PACE.get(name, QUICK) for name in (bout.one, bout.other)))


def kept(bout: Bout) -> Played:
    """All that is kept of a bout, which may be more than the ladder asks for."""
    results = results_at(bout.path, bout.match)
    standings = Standings(bout.match)
    for result in results:
        standings.add(result)
    return Played(bout, results, standings)


def interval(one: Estimate | None, form: Callable[[float], str]) -> str:
    if one is None:
        return "not connected | "
    return f"{form(one.value)} | {form(one.low)} … {form(one.high)}"


def level_row(name: str, label: str, found: Scale, sound: list[Played]) -> str:
    """A level's line; its time is that of all its decisions."""
    mine = [agent for one in sound for player, agent in one.agents() if player == name]
    times = [ms for agent in mine for ms in agent.times]
    rating = interval(found.rating.get(name), lambda value: f"{value:.0f}")
    told_points = interval(found.points.get(name), points)
    time = f"{median(times):.2f}" if times else ""
    return f"| {label} | {rating} | {told_points} | {time} | {sum(len(agent.by_deal) for agent in mine)} |"


def pair_row(one: Encounter, found: Scale, labels: dict[str, str]) -> str:
    told = f"| {labels[one.one]} against {labels[one.other]} | {len(one.numbers)} | {100 * fmean(one.won):.1f} %"
    told_points = points(fmean(one.points))
    if one.one not in found.rating:
        return f"{told} | | {told_points} | |"
    return f"{told} | {100 * found.expected_share(one):.1f} % | {told_points} | {points(found.expected_points(one))} |"


def table(played: list[Played], labels: dict[str, str]) -> str:
    """The levels from the top, the void matches, and every pair beside what the scale expects of it."""
    sound = [one for one in played if one.results and not one.fault]
    encounters = [one.encounter() for one in sound]
    found = scale(encounters, ANCHOR)
    order = sorted(labels, key=lambda name: found.rating[name].value if name in found.rating else float("-inf"), reverse=True)
    lines = [HEAD, *(level_row(name, labels[name], found, sound) for name in order)]
    lines += [f"\nVOID: {one.bout.who}: {one.fault}" for one in played if one.fault]
    return "\n".join([*lines, "", PAIRS, *(pair_row(one, found, labels) for one in encounters)])


def labels_of(game: str, preset: str, who: list[str]) -> dict[str, str]:
    version = called(panel_of(game, preset))
    return {name: f"{version}’s `{name.removeprefix(PANEL)}`" if name.startswith(PANEL) else f"`{name}`" for name in who}


def climb(game: str, preset: str, bouts: list[Bout], jobs: int) -> bool:
    """The ladder of one game; without jobs only what is kept of it. Whether all of it counts."""
    for bout in bouts if jobs else []:
        play(bout.match, bout.deals, jobs, bout.path, f"{game}: {bout.who}")
    played = [kept(bout) for bout in bouts]
    who = list(dict.fromkeys(name for bout in bouts for name in (bout.one, bout.other)))
    say(f"{game} {preset}\n\n{table(played, labels_of(game, preset, who))}\n")
    return not any(one.fault for one in played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", nargs="?")
    parser.add_argument("level", nargs="*", help="who takes part; everybody if nobody is named")
    parser.add_argument("--rules", metavar="PRESET", help="a way to play; the game's default if none is named")
    parser.add_argument("--deals", type=int, help="at most this many of each match")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", metavar="FILE", action="append", help="results to go on from; may be repeated")
    parser.add_argument("--show", action="store_true", help="play nothing, tell what is kept")
    asked = parser.parse_args()
    try:
        planned = []
        for game in [asked.game] if asked.game else qipai.games():
            preset = preset_of(game, asked.rules)
            planned.append((game, preset, schedule(game, preset, players(game, asked.level), asked.deals, asked.seed)))
        bring(asked.kept, [(bout.path, bout.match) for _, _, bouts in planned for bout in bouts])
        sound = [climb(game, preset, bouts, 0 if asked.show else asked.jobs) for game, preset, bouts in planned]
    except (NoReference, Unusable, QipaiError) as problem:
        sys.exit(f"ladder: {problem}")
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
