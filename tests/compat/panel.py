"""What levels are measured against, and where results are kept.

The panel is an earlier version of Qipai, built from the history (tests/compat/reference.py) and seated as an outside program:
0.1.0, or for ways to play that 0.1.0 does not know the version in which they were finished. Every deal is kept in
.cache/strength/ under what played it, so that a run that was stopped goes on; those in benchmarks/strength/
(tests/compat/archive.py) are there from the beginning, and results that another version played can be taken over if it
played alike, which is tried (`take_over`).
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import qipai
from qipai import build
from qipai.arena.backends import InProcess, Pool
from qipai.arena.match import Match
from qipai.arena.run import ResultsFile, parse_line, run
from qipai.arena.standings import Standings
from qipai.core.data import Json
from qipai.core.registry import folders
from qipai.core.text import minus
from tests.compat import reference
from tests.conftest import ROOT

CACHE = ROOT / ".cache" / "strength"
ARCHIVE = ROOT / "benchmarks" / "strength"  # what every clone has
LIMIT = 600.0  # seconds: a busy machine makes nobody late
SEED = "0" * 63 + "5"
NEWER = {("mahjong", "chengdu"): "2e90943", ("mahjong", "river"): "2e90943"}  # ways to play that 0.1.0 does not know
TELLS = re.compile(r"(messages|offers|terminal)\.py")  # what a person is told, and no level asks for
OURS = "/.cache/"  # where every clone has its panels
NOTICE, PAUSE = 20, 5.0  # deals and at least seconds between two lines about how a match stands


class Unusable(Exception):
    """Results that were to be taken over, but cannot; the message says why."""


def preset_of(game: str, asked: str | None = None) -> str:
    """The name of a way to play: the one asked for, or the game's default. BAD_RULES."""
    return qipai.game(game).rules(None if asked is None else {"preset": asked}).preset


def is_default(game: str, preset: str) -> bool:
    return preset == preset_of(game)


def panel_of(game: str, preset: str) -> str:
    """The commit of the version that a way to play is measured against."""
    return NEWER.get((game, preset), reference.COMMIT)


def one_against_others(game: str, one: str, other: str) -> tuple[str, ...]:
    """By seat: one against all others, or a pair against a pair in games of teams. The rotations bring it everywhere."""
    plays = qipai.game(game)
    seats = plays.seats(plays.rules(None))
    return (one, other) * (seats // 2) if plays.in_teams else (one, *[other] * (seats - 1))


def match_of(game: str, preset: str, seated: tuple[str, ...], seed: str = SEED) -> Match:
    rules = qipai.game(game).rules({"preset": preset})
    return Match(game, seated, "arena", seed, rules.to_json(), LIMIT)


def playing_files(game: str) -> Iterator[Path]:
    """What can change how a game's levels play: the kernel without other games, the agents, the game's own and its weights."""
    for folder in (build.HOME / "core", build.HOME / "search", build.HOME / "agents", *map(Path, folders(qipai.game(game)))):
        for path in sorted(folder.iterdir()):
            above = build.ABOVE_KERNEL.fullmatch(path.name) and not path.name.startswith("agents")
            if path.suffix == ".weights" or (path.suffix == ".py" and not above and not TELLS.fullmatch(path.name)):
                yield path


def playing_now(game: str) -> str:
    """What results belong to: the sources and weights that played them."""
    digest = hashlib.sha256()
    for path in playing_files(game):
        digest.update(f"{path.parent.name}/{path.name}\0".encode())
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def kept_at(game: str, preset: str, who: str, players: str, seed: str) -> Path:
    """Where a match is kept: `who` names it, `players` what played it."""
    CACHE.mkdir(parents=True, exist_ok=True)
    way = () if is_default(game, preset) else (preset,)
    return CACHE / ("-".join([game, *way, who, players, seed[-8:]]) + ".jsonl")


def place_free(name: str) -> str:
    """An agent's name without the place of the clone that seats it: a panel is the same everywhere."""
    kind, colon, place = name.partition(":")
    return kind + colon + place.split(OURS)[-1]


def anywhere(match: Json) -> Json:
    """A match as every clone would write it."""
    agents = match["agents"]
    assert isinstance(agents, list)
    return {**match, "agents": [place_free(str(name)) for name in agents]}


def results_in(source: Path, match: Match) -> list[Json] | None:
    """The results of the same match in another file, of another clone perhaps; None: of another match. Unusable."""
    try:
        data = source.read_bytes()
        lines = (lzma.decompress(data) if source.suffix == ".xz" else data).decode().splitlines()
    except (OSError, UnicodeDecodeError, lzma.LZMAError) as problem:
        raise Unusable(f"{source}: {problem}") from None
    header = parse_line(lines[0]) if lines else None
    told = header.get("match") if header else None
    if not isinstance(told, dict) or not isinstance(told.get("agents"), list):
        raise Unusable(f"{source} holds no results of a match")
    if anywhere(told) != anywhere(json.loads(json.dumps(match.to_json()))):
        return None
    ours = {place_free(name): name for name in match.agents}
    found = []
    for line in lines[1:]:
        result = parse_line(line)
        if result is not None and isinstance(agents := result.get("agents"), dict):
            found.append({**result, "agents": {ours[place_free(name)]: one for name, one in agents.items()}})
    return found


def take_over(source: Path, path: Path, match: Match, results: list[Json]) -> int:
    """Adds what is missing of these results, which `source` holds. How many were new. Unusable.

    Some of them are played again: nobody who only reads a change knows whether it left the play alone.
    """
    store = ResultsFile(str(path), match)
    new = [result for result in results if result.get("number") not in store.results]
    for at in sorted({0, len(new) // 2, len(new) - 1}) if new else []:
        (again,) = InProcess()(match, iter([int(str(new[at]["number"]))]))
        if outcomes(again) != outcomes(new[at]):
            raise Unusable(f"{source}: deal {again['number']} is played otherwise now")
    for result in new:
        store.add(result)
    return len(new)


def outcomes(result: Json) -> dict[str, object]:
    """What a deal has brought, without the times."""
    agents = result["agents"]
    assert isinstance(agents, dict)
    return {name: {**one, "ms": len(one["ms"])} for name, one in agents.items()}


def archived(path: Path) -> Path:
    """Where the results of a kept match are in the archive, if it has them."""
    return ARCHIVE / f"{path.name}.xz"


def restore(path: Path, match: Match) -> None:
    """What the archive has of a match and this clone has not. Unusable."""
    source = archived(path)
    if source.exists():
        store = ResultsFile(str(path), match)
        for result in results_in(source, match) or []:
            if result.get("number") not in store.results:
                store.add(result)


def bring(sources: list[str] | None, matches: list[tuple[Path, Match]]) -> None:
    """Takes over what `--kept FILE` names, before anything is played. Unusable, also when a file belongs to none of them."""
    for source in map(Path, sources or []):
        belongs = False
        for path, match in matches:
            if path.resolve() == source.resolve():
                belongs = True
            elif (results := results_in(source, match)) is not None:
                belongs = True
                say(f"{source.name}: {take_over(source, path, match, results)} results taken over")
        if not belongs:
            raise Unusable(f"{source} holds the results of another match")


def points(value: float) -> str:
    """As tables tell it, with a real minus sign."""
    return minus(f"{value:+.3f}")


def notices(who: str, deals: int) -> Callable[[Standings], None]:
    """Tells from time to time how a match stands; nothing about deals that were only read."""
    last = time.monotonic()

    def watch(standings: Standings) -> None:
        nonlocal last
        if standings.deals % NOTICE == 0 and time.monotonic() - last >= PAUSE:
            last = time.monotonic()
            first = standings.agents[0]
            share = first.won / max(1, standings.deals)
            sys.stderr.write(f"{who}: {standings.deals} of {deals} deals, {points(first.mean())}, won {100 * share:.1f} %\n")
            sys.stderr.flush()

    return watch


def play(match: Match, deals: int, jobs: int, path: Path, who: str) -> tuple[Standings, list[Json]]:
    """The match up to `deals` deals, with the result of each in order."""
    backend = InProcess() if jobs == 1 else Pool(jobs)
    restore(path, match)
    standings = run(match, deals, backend, bar=None, kept=str(path), watch=notices(who, deals))
    return standings, results_at(path, match)[: standings.deals]


def results_at(path: Path, match: Match) -> list[Json]:
    """The kept results of a match without a gap, from the first deal on."""
    restore(path, match)
    if not path.exists():
        return []
    kept = ResultsFile(str(path), match).results
    out: list[Json] = []
    while len(out) in kept:
        out.append(kept[len(out)])
    return out


def failed(standings: Standings) -> str:
    """The first failure of anybody; empty when nobody failed."""
    return next((f"{one.first_fault or 'a failure'}" for one in standings.agents if one.faults), "")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
