"""What a setting of the search is worth, by decisions: `python -m tests.mahjong.decisions WAY DEALS [SETTING...]`.

One seat of each deal thinks with the first setting and plays so; the others follow the policy. Wherever another setting
chooses another move, both are played out by the policy in the true hands, each time with the wall in another order, and the
differences of the seat's decisions are added up. The luck of the wall cancels, so that a hundred deals tell more than
thousands of a match; and since the hands are the true ones, it also tells what it is worth to guess them well.

A setting is a number of playouts, and as far as wanted, separated by commas: `far=3` (the standard errors by which a move may
be behind before it is given up; 0: only halving drops moves), `opinion=350` (as many playouts as the policy's opinion counts),
`width=8` and `margin=0.6` (how many of its moves are tried, and how far the last of them may be behind), `belief=0` (hands of
the others as if nobody had chosen what to keep). What is not said is as in the arena's `hard`; 0 playouts are the policy by
itself. All settings begin with the same random numbers. Every deal is kept in .cache/decisions/, and a run that was stopped
goes on.
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
from qipai.games.mahjong.learned import LearnedPolicy, shipped
from qipai.games.mahjong.state import MahjongState
from qipai.search.playout import policy_playout
from tests.compat.panel import playing_now, points
from tests.conftest import ROOT

CACHE = ROOT / ".cache" / "decisions"
ORDERS = 300  # of the wall, in which two moves are compared
SETTINGS = ("700", "0", "700,belief=0", "2100")


class Found(NamedTuple):
    """Of one deal, by setting."""

    gains: list[float]  # over the first setting
    seconds: list[float]  # of processor time


def thinker(setting: str) -> Agent:
    playouts, *named = setting.split(",")
    if playouts == "0":
        return MahjongNormal()
    told = {name: float(value) for name, value in (each.split("=") for each in named)}
    agent = MahjongSearch(0, ARENA, "hard", 1)
    agent.playouts = int(playouts)
    agent.far = told.pop("far", agent.far)
    if told.pop("belief", 1.0) == 0.0:
        agent.belief = None
    trust = agent.trust
    agent.trust = replace(
        trust,
        playouts=told.pop("opinion", trust.playouts),
        width=int(told.pop("width", trust.width)),
        margin=told.pop("margin", trust.margin),
    )
    if told:
        raise SystemExit(f"decisions: no {', '.join(told)} in a setting: {setting}")
    return agent


def choice(agent: Agent, decision: Decision, luck: int) -> tuple[int, float]:
    """The move, and the processor time that it took."""
    if isinstance(agent, MahjongSearch):
        agent.rng = FastRng(luck)
    began = time.process_time()
    return agent.choose(decision), time.process_time() - began


def difference(state: MahjongState, seat: int, one: int, other: int, orders: int, rng: FastRng) -> float:
    """What the other move brings more than the first, in these hands, on average over orders of the wall."""
    policy, total = LearnedPolicy(shipped()), 0.0
    for _ in range(orders):
        world = state.clone()
        rest = world.wall[world.front : world.back]
        rng.shuffle(rest)
        world.wall = [*world.wall[: world.front], *rest, *world.wall[world.back :]]
        luck = rng.word()
        for action, sign in ((one, -1), (other, 1)):
            tried = world.clone()
            tried.apply(seat, action)
            policy_playout(tried, policy, FastRng(luck))
            total += sign * tried.returns()[seat]
    return total / orders


def measured(way: str, number: int, settings: tuple[str, ...], orders: int = ORDERS) -> Found:
    game = qipai.game("mahjong")
    rng, policy = FastRng(number), MahjongNormal()
    thinkers = [thinker(each) for each in settings]
    state = game.deal(rng, game.rules({"preset": way}))
    assert isinstance(state, MahjongState)
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
                better[action] = difference(state, seat, chosen[0], action, orders, rng)
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
