"""What more playouts are worth, by decisions: `python -m tests.mahjong.decisions WAY DEALS [SETTING...]`.

One seat of each deal thinks with the first setting and plays so; the others follow the policy. Wherever another setting
chooses another move, both are played out in common worlds, and the differences of the seat's decisions are added up.
Luck cancels, so that a hundred deals tell more than thousands of a match; what is left out is whether the worlds are right.

A setting is a number of playouts, and as far as wanted, separated by colons: the standard errors by which a move may be behind
before it is given up (0: only halving drops moves), how often the policy's opinion is added to each playout, of how many of its
moves, and how far the last of them may be behind: `700:3:0.5:8:0.6`. What is not said is as in the arena's `hard`, but
nothing is given up early; 0 playouts are the policy by itself. All settings think about the same worlds in the same order.
Every deal is kept in .cache/decisions/, and a run that was stopped goes on.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import qipai
from qipai.agents.base import ARENA, Agent, Decision
from qipai.arena.standings import student_975
from qipai.core.rng import FastRng
from qipai.games.mahjong.agents import MahjongNormal, MahjongSearch
from qipai.search.sequential_halving import SequentialHalving
from tests.compat.panel import playing_now, points
from tests.conftest import ROOT

CACHE = ROOT / ".cache" / "decisions"
COMMON = 800  # worlds in which two moves are compared
SETTINGS = ("300", "0", "100", "900", "2700")


class Found(NamedTuple):
    """Of one deal, by setting."""

    gains: list[float]  # over the first setting
    seconds: list[float]  # of processor time


def thinker(setting: str) -> Agent:
    playouts, far, worth, width, margin = (setting.split(":") + [""] * 4)[:5]
    if playouts == "0":
        return MahjongNormal()
    agent = MahjongSearch(0, ARENA, "hard", 1)
    agent.playouts = int(playouts)
    agent.far = float(far or 0)
    if worth:
        agent.trust = replace(agent.trust, worth=float(worth), playouts=0.0)
    if width:
        agent.trust = replace(agent.trust, width=int(width))
    if margin:
        agent.trust = replace(agent.trust, margin=float(margin))
    return agent


def choice(agent: Agent, decision: Decision, luck: int) -> tuple[int, float]:
    """The move, and the processor time that it took."""
    if isinstance(agent, MahjongSearch):
        agent.rng = FastRng(luck)
    began = time.process_time()
    return agent.choose(decision), time.process_time() - began


def measured(way: str, number: int, settings: tuple[str, ...], common: int = COMMON) -> Found:
    game = qipai.game("mahjong")
    rng, policy = FastRng(number), MahjongNormal()
    thinkers = [thinker(each) for each in settings]
    race = SequentialHalving(game, policy.policy, None)
    state = game.deal(rng, game.rules({"preset": way}))
    own, gains, seconds = number % 4, [0.0] * len(settings), [0.0] * len(settings)
    while asked := state.to_act():
        seat = next(seat for seat in range(4) if (asked >> seat) & 1)
        decision = Decision(game, state.view(seat), state.legal(seat))
        if seat != own or len(decision.actions) == 1:
            state.apply(seat, policy.choose(decision))
            continue
        luck = rng.word()
        chosen, took = zip(*(choice(each, decision, luck) for each in thinkers), strict=True)
        better = {chosen[0]: 0.0}
        for action in chosen:
            if action not in better:
                tally = race.run(decision.view, [chosen[0], action], [0.0, 0.0], 2 * common, rng, 0.0)
                better[action] = tally.mean(1) - tally.mean(0)
        gains = [gain + better[action] for gain, action in zip(gains, chosen, strict=True)]
        seconds = [before + now for before, now in zip(seconds, took, strict=True)]
        state.apply(seat, chosen[0])
    return Found(gains, seconds)


def summary(settings: tuple[str, ...], found: list[Found]) -> str:
    """The gains a deal with their 95 % intervals, and the share of the first setting's time."""
    said = []
    first, *others = zip(*(one.seconds for one in found), strict=True)
    gains = list(zip(*(one.gains for one in found), strict=True))[1:]
    for each, values, seconds in zip(settings[1:], gains, others, strict=True):
        wide = student_975(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
        said.append(
            f"{each}: {points(statistics.fmean(values))} ± {wide:.3f}, time × {sum(seconds) / max(sum(first), 1e-9):.2f}"
        )
    return f"{len(found)} deals, against {settings[0]}  " + "  ".join(said)


def kept(path: Path) -> list[Found]:
    """The deals of an earlier run; a line that was cut off ends them."""
    out: list[Found] = []
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            out.append(Found(*json.loads(line)))
        except ValueError:
            break
    return out


def measure(way: str, deals: int, settings: tuple[str, ...], folder: Path = CACHE) -> list[Found]:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{way}-{'-'.join(settings)}-{playing_now('mahjong')}.jsonl"
    found = kept(path)
    path.write_text("".join(json.dumps(each) + "\n" for each in found))
    for number in range(len(found), deals):
        found.append(measured(way, number, settings))
        with path.open("a") as file:
            file.write(json.dumps(found[-1]) + "\n")
        if len(found) > 1:
            sys.stderr.write(f"\r{summary(settings, found)}")
            sys.stderr.flush()
    return found[:deals]


def main(args: list[str]) -> None:
    way, deals, settings = args[0], int(args[1]), tuple(args[2:]) or SETTINGS
    found = measure(way, deals, settings)
    sys.stdout.write(f"\n{way}: {summary(settings, found)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
