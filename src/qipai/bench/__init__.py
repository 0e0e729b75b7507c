"""Benchmarks: our kernels and their peers, timed in turns in one run.

    result = run_bench(GAME)              # plain data, ready for JSON
    rich.print(render(result, "en"))

A game's own measurements are in the module `bench` of its folder, if it has one: `sections(rounds, seconds)` returns
[{"title": {"en", "zh"}, "columns": [...], "rows": [[...], ...]}, ...], shown below the rest. `SPEED_GOAL` there is what
`qipai bench peers` compares its vector stepping with. Both are optional.
"""

from __future__ import annotations

import datetime
import platform

from qipai import build
from qipai.bench import contenders as roster
from qipai.bench.contenders import Absent, Contender, driven, package_versions, whole
from qipai.bench.machine import machine
from qipai.bench.report import markdown, render
from qipai.bench.timing import interleaved, small_calls, spread
from qipai.core.data import Json
from qipai.core.registry import game as find_game
from qipai.core.registry import part
from qipai.version import VERSION

FEWEST_ROUNDS = 10
PACKAGES = ("open_spiel", "rlcard", "numpy")


def run_bench(game: str, *, rounds: int = 10, seconds: float = 0.2, peers: bool = True) -> Json:
    """Times one game, with `seconds` of CPU time for each contender in each round."""
    found = find_game(game)
    rules = found.rules(None)
    entrants: list[Contender | Absent] = [driven(found, rules), whole(found, rules)]
    if peers:
        entrants += roster.peers()
    contenders = [entrant for entrant in entrants if isinstance(entrant, Contender)]
    laps = interleaved(contenders, rounds, seconds)
    lines: list[Json] = []
    ratios: list[Json] = []
    for contender, own in zip(contenders, laps, strict=True):
        lines.append(
            {
                "who": contender.who,
                "what": contender.what,
                "decisions_per_s": spread([lap.decisions for lap in own]),
                "deals_per_s": spread([lap.deals for lap in own]),
            }
        )
        if contender.who.startswith("qipai"):
            continue
        for ours, ahead in zip(contenders[:2], laps[:2], strict=True):
            by_round = [a.decisions / b.decisions for a, b in zip(ahead, own, strict=True)]
            ratios.append({"what": ours.what, "peer": contender.who, "ratio": spread(by_round)})
    status = build.status()
    return {
        "game": game,
        "rules": rules.to_json(),
        "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rounds": rounds,
        "seconds": seconds,
        "kernel": {key: status[key] for key in ("compiled", "stale", "source_hash")},
        "sound": bool(status["compiled"]) and not status["stale"] and rounds >= FEWEST_ROUNDS,
        "machine": machine(),
        "versions": {"qipai": VERSION, "python": platform.python_version(), **package_versions(PACKAGES)},
        "lines": lines,
        "ratios": ratios,
        "calls": small_calls(found, rules, rounds, peers),
        "absent": [{"who": entrant.who, "why": entrant.why} for entrant in entrants if isinstance(entrant, Absent)],
        "sections": own_sections(game, rounds, seconds),
    }


def own_sections(game: str, rounds: int, seconds: float) -> list[Json]:
    """The measurements of the game's own module `bench`."""
    measure = getattr(part(find_game(game), "bench"), "sections", None)
    sections: list[Json] = [] if measure is None else measure(rounds, seconds)
    return sections


__all__ = ["markdown", "render", "run_bench"]
