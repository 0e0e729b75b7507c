"""`qipai bench peers`: every layer of our games compared with other learning environments.

The loop is that of the other benchmarks: whose turn is it, what is legal, play one of these at random; dealing is included,
only decisions with a choice count, everyone runs in turns, and ratios are medians over the rounds, of CPU time.
"""

from __future__ import annotations

import datetime
import platform
import random
from typing import Any

from qipai import build
from qipai.bench.contenders import (
    RLCARD_MAHJONG,
    SEED,
    Absent,
    Contender,
    driven,
    open_spiel,
    package_versions,
    rlcard,
)
from qipai.bench.machine import machine
from qipai.bench.report import footer, number, span
from qipai.bench.timing import interleaved, spread
from qipai.core.data import Json
from qipai.core.game import Game
from qipai.core.registry import game as find_game
from qipai.core.registry import games, part
from qipai.core.table import Table
from qipai.version import VERSION

VECTOR_DEALS = 256
STEP_ALONE = "vector: step"
WITH_ARRAYS = "vector: step, observation, mask"
PEER = "OpenSpiel dou_dizhu"
PACKAGES = ("open_spiel", "rlcard", "pettingzoo", "gymnasium", "numpy")
# what the project set out to reach; each game's own goal is SPEED_GOAL in its module `bench`
PETTINGZOO_GOAL = 15.0
ARRAYS_COST_LIMIT = 3.0


def by_table(game: Game) -> Contender:
    """Table checks every move and keeps a record; moves are text."""
    rnd = random.Random(SEED).random

    def play() -> tuple[int, int]:
        t = Table(game)
        decisions = 0
        while not t.over:
            seat = t.to_act[0]
            moves = t.canonical(seat)
            count = len(moves)
            decisions += count > 1
            t.play(seat, moves[int(rnd() * count)])
        return 1, decisions

    return Contender(f"qipai {game.name}", "Table", play)


def pettingzoo_loop(env: Any) -> Any:
    """One episode of a PettingZoo environment with masks."""
    rnd = random.Random(SEED).random

    def play() -> tuple[int, int]:
        env.reset()
        decisions = 0
        for _ in env.agent_iter():
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            legal = mask.nonzero()[0]
            decisions += len(legal) > 1
            env.step(int(legal[int(rnd() * len(legal))]))
        return 1, decisions

    return play


def by_pettingzoo(game: Game) -> Contender:
    from qipai.envs import aec

    env = aec(game.name, match=False)
    env.reset(seed=SEED)
    return Contender(f"qipai {game.name}", "PettingZoo", pettingzoo_loop(env))


def by_vector(game: Game, arrays: bool) -> Contender:
    """`VECTOR_DEALS` deals in one call; forced moves are played without asking, so every answer is a decision.

    Each is the first deal of a match, as in the driven loop.
    """
    from qipai.envs import vector

    env = vector(game.name, VECTOR_DEALS, seed=SEED, match=False)
    batch = env.batch

    def play() -> tuple[int, int]:
        if arrays:
            env.step(env.sample())
        else:
            batch.step(batch.sample())
        return len(batch.finished), VECTOR_DEALS

    return Contender(f"qipai {game.name}", WITH_ARRAYS if arrays else STEP_ALONE, play)


def rlcard_in_pettingzoo(name: str, players: int) -> Contender | Absent:
    """RLCard's game in PettingZoo's own base class for RLCard games and its wrappers, as in pettingzoo.classic.

    PettingZoo packs the three hold'em games, whose deals end after a few decisions; RLCard's tile game is nearer to ours.
    """
    who = f"RLCard {name}"
    try:
        from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase
        from pettingzoo.utils import wrappers
    except ImportError:
        return Absent(f"{who} in PettingZoo", "not installed")

    class Wrapped(RLCardBase):  # type: ignore[misc]
        metadata = {"name": name, "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

        def __init__(self) -> None:
            super().__init__(name, players, (1,))
            self.render_mode = None

    env: Any = wrappers.TerminateIllegalWrapper(Wrapped(), illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    env.reset(seed=SEED)
    return Contender(who, "PettingZoo", pettingzoo_loop(env))


def entrants() -> list[Contender | Absent]:
    out: list[Contender | Absent] = []
    for name in games():
        game = find_game(name)
        out += [
            driven(game, game.rules(None)),
            by_table(game),
            by_pettingzoo(game),
            by_vector(game, False),
            by_vector(game, True),
        ]
    out += [open_spiel("dou_dizhu"), open_spiel("hearts"), open_spiel("skat"), rlcard("doudizhu"), rlcard(RLCARD_MAHJONG)]
    out += [
        rlcard_in_pettingzoo(RLCARD_MAHJONG, 4),
        rlcard_in_pettingzoo("no-limit-holdem", 2),
        rlcard_in_pettingzoo("limit-holdem", 2),
        rlcard_in_pettingzoo("leduc-holdem", 2),
    ]
    return out


def run_peers(*, rounds: int = 10, seconds: float = 0.2) -> Json:
    """Times everyone; plain data, ready for JSON."""
    found = entrants()
    contenders = [entrant for entrant in found if isinstance(entrant, Contender)]
    laps = interleaved(contenders, rounds, seconds)
    speed = {(c.who, c.what): [lap.decisions for lap in own] for c, own in zip(contenders, laps, strict=True)}
    deals = {(c.who, c.what): [lap.deals for lap in own] for c, own in zip(contenders, laps, strict=True)}
    status = build.status()
    return {
        "time": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "rounds": rounds,
        "seconds": seconds,
        "kernel": {key: status[key] for key in ("compiled", "stale", "source_hash")},
        "machine": machine(),
        "versions": {"qipai": VERSION, "python": platform.python_version(), **package_versions(PACKAGES)},
        "lines": [
            {"who": who, "what": what, "decisions_per_s": spread(values), "deals_per_s": spread(deals[who, what])}
            for (who, what), values in speed.items()
        ],
        "bars": bars(speed),
        "absent": [{"who": entrant.who, "why": entrant.why} for entrant in found if isinstance(entrant, Absent)],
    }


def bars(speed: dict[tuple[str, str], list[float]]) -> list[Json]:
    """The goals, and what was reached."""
    out: list[Json] = []
    for name in games():
        ours = speed[f"qipai {name}", STEP_ALONE]
        peer = speed.get((PEER, "driven"))
        if peer is not None:
            ratio = spread([a / b for a, b in zip(ours, peer, strict=True)])
            out.append(bar(f"{name}, vector stepping by {PEER} driven", ratio, speed_goal(name), True))
            arrays = speed[f"qipai {name}", WITH_ARRAYS]
            ratio = spread([a / b for a, b in zip(arrays, peer, strict=True)])
            out.append(bar(f"{name}, vector with arrays by {PEER} driven", ratio, None, True))
    for (who, what), peer in speed.items():
        if what == "PettingZoo" and who.startswith("RLCard"):
            for name in games():
                ours = speed[f"qipai {name}", "PettingZoo"]
                ratio = spread([a / b for a, b in zip(ours, peer, strict=True)])
                out.append(bar(f"{name} in PettingZoo by {who} in PettingZoo", ratio, PETTINGZOO_GOAL, True))
    for name in games():
        alone, arrays = speed[f"qipai {name}", STEP_ALONE], speed[f"qipai {name}", WITH_ARRAYS]
        ratio = spread([a / b for a, b in zip(alone, arrays, strict=True)])
        out.append(bar(f"{name}, time of step, observation and mask by that of the step", ratio, ARRAYS_COST_LIMIT, False))
    return out


def speed_goal(name: str) -> float | None:
    """How many times faster than the peer the game wants to be; None: it has no goal."""
    goal = getattr(part(find_game(name), "bench"), "SPEED_GOAL", None)
    assert goal is None or isinstance(goal, float)
    return goal


def bar(what: str, ratio: dict[str, float], wanted: float | None, at_least: bool) -> Json:
    reached = None if wanted is None else (ratio["median"] >= wanted if at_least else ratio["median"] <= wanted)
    return {"what": what, "ratio": ratio, "wanted": wanted, "at_least": at_least, "reached": reached}


def peers_markdown(result: Any, plot: str | None = None) -> str:
    """docs/benchmarks.md."""
    lines = [
        "# Our environments compared with others",
        "",
        "<!-- made by qipai bench peers --out docs -->",
        "",
        "Random play, decisions with a choice per second of CPU time on one core; dealing included; everyone in turns in one "
        "run. *driven*: from Python, call by call. *Table*: checked moves as text. *PettingZoo*: the AEC loop with "
        "observations and masks; RLCard's games use the class and wrappers with which `pettingzoo.classic` packs some of "
        f"them, and so does its {RLCARD_MAHJONG}, which is nearer to ours. "
        f"*vector*: {VECTOR_DEALS} deals together, stepped alone, and with all arrays written. Ours play forced moves "
        "without asking in both. The games differ, so ratios say how much play a second buys, not which program is better "
        "made.",
        "",
    ]
    if not result["kernel"]["compiled"]:
        lines += ["**Interpreted kernel: these figures say nothing about the compiled package.**", ""]
    if result["kernel"]["stale"]:
        lines += ["**The sources have changed since this kernel was compiled.**", ""]
    if plot is not None:
        lines += [f"![Decisions per second]({plot})", ""]
    lines += ["| who | layer | decisions/s | lowest–highest | deals/s |", "|---|---|---|---|---|"]
    for line in result["lines"]:
        speed, deals = line["decisions_per_s"], line["deals_per_s"]
        lines.append(
            f"| {line['who']} | {line['what']} | {number(speed['median'])} | {span(speed)} | {number(deals['median'])} |"
        )
    lines += [f"| {peer['who']} | {peer['why']} | | | |" for peer in result["absent"]]
    lines += ["", "| ratio | median | lowest–highest | aim | |", "|---|---|---|---|---|"]
    for entry in result["bars"]:
        aim, verdict = "", ""
        if entry["wanted"] is not None:
            aim = f"{'≥' if entry['at_least'] else '≤'} {number(entry['wanted'])}"
            verdict = "reached" if entry["reached"] else "**not reached**"
        lines.append(f"| {entry['what']} | {number(entry['ratio']['median'])} | {span(entry['ratio'])} | {aim} | {verdict} |")
    lines += ["", footer(result), ""]
    return "\n".join(lines)


def peers_plot(result: Any) -> str:
    """Bars on a scale of tens, as SVG."""
    from math import log10

    lines = sorted(result["lines"], key=lambda line: -line["decisions_per_s"]["median"])
    left, wide, step = 330, 480, 24
    low, high = 2.0, 7.0
    tall = 60 + step * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + wide + 90} {tall}" font-family="sans-serif" '
        'font-size="13"><rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text x="{left}" y="22" fill="#333">decisions per second of CPU time</text>'
    ]
    for power in range(int(low), int(high) + 1):
        x = left + wide * (power - low) / (high - low)
        parts.append(f'<line x1="{x:.0f}" y1="32" x2="{x:.0f}" y2="{tall - 20}" stroke="#ddd"/>')
        parts.append(f'<text x="{x:.0f}" y="{tall - 6}" text-anchor="middle" fill="#666">{10**power:,}</text>')
    for k, line in enumerate(lines):
        y = 36 + step * k
        speed = line["decisions_per_s"]["median"]
        length = wide * max(0.0, log10(max(speed, 1.0)) - low) / (high - low)
        colour = "#14503a" if line["who"].startswith("qipai") else "#b9ad8c"
        parts.append(f'<text x="{left - 8}" y="{y + 15}" text-anchor="end" fill="#222">{line["who"]}, {line["what"]}</text>')
        parts.append(f'<rect x="{left}" y="{y + 2}" width="{length:.0f}" height="{step - 6}" fill="{colour}"/>')
        parts.append(f'<text x="{left + length + 6:.0f}" y="{y + 15}" fill="#222">{number(speed)}</text>')
    return "".join(parts) + "</svg>\n"
