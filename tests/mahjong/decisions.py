"""What more playouts are worth, by decisions: `python -m tests.mahjong.decisions WAY DEALS [PLAYOUTS...]`.

One seat of each deal thinks with the first number of playouts and plays so; the others follow the policy. Wherever another
number chooses another move, both are played out in common worlds, and the differences of the seat's decisions are added up.
Luck cancels, so that a hundred deals tell more than thousands of a match; what is left out is whether the worlds are right.

Every deal is kept in .cache/decisions/, and a run that was stopped goes on. 0 playouts are the policy by itself.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path

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
PLAYOUTS = (300, 0, 100, 900, 2700)


def thinker(seed: int, playouts: int) -> Agent:
    if not playouts:
        return MahjongNormal()
    agent = MahjongSearch(seed, ARENA, "hard", 1)
    agent.playouts = playouts
    return agent


def gains(way: str, number: int, playouts: tuple[int, ...], common: int = COMMON) -> list[float]:
    """What each number of playouts gains over the first one in a deal."""
    game = qipai.game("mahjong")
    rng, policy = FastRng(number), MahjongNormal()
    thinkers = [thinker(rng.word(), each) for each in playouts]
    race = SequentialHalving(game, policy.policy, None)
    state = game.deal(rng, game.rules({"preset": way}))
    own, out = number % 4, [0.0] * len(playouts)
    while asked := state.to_act():
        seat = next(seat for seat in range(4) if (asked >> seat) & 1)
        decision = Decision(game, state.view(seat), state.legal(seat))
        if seat != own or len(decision.actions) == 1:
            state.apply(seat, policy.choose(decision))
            continue
        chosen = [each.choose(decision) for each in thinkers]
        better = {chosen[0]: 0.0}
        for action in chosen:
            if action not in better:
                tally = race.run(decision.view, [chosen[0], action], [0.0, 0.0], 2 * common, rng, 0.0)
                better[action] = tally.mean(1) - tally.mean(0)
        out = [gain + better[action] for gain, action in zip(out, chosen, strict=True)]
        state.apply(seat, chosen[0])
    return out


def summary(playouts: tuple[int, ...], found: list[list[float]]) -> str:
    """The gains a deal with their 95 % intervals."""
    said = []
    for each, values in zip(playouts[1:], list(zip(*found, strict=True))[1:], strict=True):
        wide = student_975(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
        said.append(f"{each}: {points(statistics.fmean(values))} ± {wide:.3f}")
    return f"{len(found)} deals, against {playouts[0]} playouts  " + "  ".join(said)


def kept(path: Path) -> list[list[float]]:
    """The deals of an earlier run; a line that was cut off ends them."""
    out: list[list[float]] = []
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            out.append(json.loads(line))
        except ValueError:
            break
    return out


def measure(way: str, deals: int, playouts: tuple[int, ...], folder: Path = CACHE) -> list[list[float]]:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{way}-{'-'.join(map(str, playouts))}-{playing_now('mahjong')}.jsonl"
    found = kept(path)
    path.write_text("".join(json.dumps(each) + "\n" for each in found))
    for number in range(len(found), deals):
        found.append(gains(way, number, playouts))
        with path.open("a") as file:
            file.write(json.dumps(found[-1]) + "\n")
        if len(found) > 1:
            sys.stderr.write(f"\r{summary(playouts, found)}")
            sys.stderr.flush()
    return found[:deals]


def main(args: list[str]) -> None:
    way, deals, playouts = args[0], int(args[1]), tuple(map(int, args[2:])) or PLAYOUTS
    found = measure(way, deals, playouts)
    sys.stdout.write(f"\n{way}: {summary(playouts, found)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
