"""How fast the games are uncompiled: whole random deals, and decisions of the levels with the budget of a browser.

    .venv/bin/python -m benchmarks.interpreted            here, in CPython
    .venv-node/bin/node benchmarks/interpreted.mjs        the same file in Pyodide, under Node

Both print JSON lines; `python -m benchmarks.browser` puts them into browser.md. Times are those of the processor. In a browser
there is only as much of the standard library as the games import.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256

import qipai
from qipai.agents.base import DEVICE, Budget, Decision
from qipai.agents.ladder import agent
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.search.playout import lowest_seat, random_deals

Clock = Callable[[], float]
DEALS = 20
ROUNDS = 5
BUDGET = Budget(DEVICE.name, None)  # a busy machine must not cut a thought short: how long it takes is what is measured


def ways() -> list[tuple[str, str]]:
    """Every game with those of its presets that have a book of their own."""
    out = []
    for name in qipai.games():
        presets = ["chengdu", "river"] if name == "mahjong" else []
        out += [(name, preset) for preset in ["", *presets]]
    return out


def rules_of(game: Game, preset: str) -> Rules:
    return game.rules({"preset": preset} if preset else None)


def positions(game: Game, rules: Rules, seed: int, clock: Clock, took: list[float]) -> Iterator[Decision]:
    """The decisions of deals that `normal` plays with itself; how long it thought is added to `took`."""
    rng = FastRng(int.from_bytes(sha256(f"{game.name} {seed}".encode()).digest()[:7], "big"))
    normal = agent(game.name, "normal", seed=seed, budget=BUDGET)
    while True:
        state = game.deal(rng, rules)
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            actions = state.legal(seat)
            action = actions[0]
            if len(actions) > 1:
                decision = Decision(game, state.view(seat), actions)
                yield decision
                begun = clock()
                action = normal.choose(decision)
                took.append(clock() - begun)
            state.apply(seat, action)


def percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def quantiles(times: list[float]) -> dict[str, float]:
    thousand = [1000 * one for one in times]
    shares = {"median": percentile(thousand, 0.5), "p99": percentile(thousand, 0.99), "most": max(thousand)}
    return {name: round(value, 1) for name, value in shares.items()}


def deals_a_second(game: Game, rules: Rules, clock: Clock) -> float:
    """The best of some rounds."""
    best = 0.0
    for number in range(ROUNDS):
        begun = clock()
        random_deals(game, rules, FastRng(number), DEALS)
        best = max(best, DEALS / (clock() - begun))
    return round(best, 1)


def measure(name: str, preset: str, clock: Clock, normals: int, searched: int) -> dict[str, object]:
    game = qipai.game(name)
    rules = rules_of(game, preset)
    took: list[float] = []
    for _, _ in zip(positions(game, rules, 1, clock, took), range(normals + 1), strict=False):
        pass
    out: dict[str, object] = {
        "game": name,
        "preset": preset,
        "deals_per_s": deals_a_second(game, rules, clock),
        "normal": quantiles(took),
    }
    for level in ("hard", "master"):
        times = []
        unused: list[float] = []
        for at, decision in enumerate(positions(game, rules, 2, clock, unused)):
            if at % 5 == 0:  # of all parts of a deal
                player = agent(name, level, seed=at, budget=BUDGET)
                begun = clock()
                player.choose(decision)
                times.append(clock() - begun)
            if len(times) == searched:
                break
        out[level] = quantiles(times)
    return out


def main(clock: Clock = time.process_time, normals: int = 400, searched: int = 40) -> None:
    for name, preset in ways():
        print(json.dumps(measure(name, preset, clock, normals, searched)), flush=True)


if __name__ == "__main__":
    main(time.process_time, *(int(one) for one in sys.argv[1:3]))
