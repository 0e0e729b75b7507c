"""Plays the same random deals as the other version does, and tells how long it took: run by the Python of either.

Reads lines of JSON: {"game", "what", "count", "seed"}; answers {"seconds": CPU time, "decisions"}. `driven` and `whole` play
`count` deals from the seed, `vector` makes `count` steps of many deals. Only what both versions have is used.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

VECTOR_DEALS = 64


def driven(game: Any, rules: Any, count: int, seed: int) -> int:
    from qipai.core.rng import FastRng

    rng = FastRng(seed)
    rnd = random.Random(seed).random
    decisions = 0
    for _ in range(count):
        s = game.deal(rng, rules)
        while not s.over():
            mask = s.to_act()
            seat = (mask & -mask).bit_length() - 1
            a = s.legal(seat)
            if len(a) > 1:
                decisions += 1
            s.apply(seat, a[int(rnd() * len(a))])
    return decisions


def whole(game: Any, rules: Any, count: int, seed: int) -> int:
    from qipai.core.rng import FastRng
    from qipai.search.playout import random_deals

    return int(random_deals(game, rules, FastRng(seed), count)[1])


class Vector:
    """One environment for each game: making it is not what is timed."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def __call__(self, game: Any, rules: Any, count: int, seed: int) -> int:
        env = self.made[game.name]
        for _ in range(count):
            env.step(env.sample())
        return count * VECTOR_DEALS

    def prepare(self, game: Any, seed: int) -> None:
        from qipai.envs import vector

        if game.name not in self.made:
            # a later version of an environment shows more, for instance the rows of mahjong's Sichuan family
            version = {"version": 0} if importlib.util.find_spec("qipai.envs.versions") else {}
            self.made[game.name] = vector(game.name, VECTOR_DEALS, match=False, **version)
        self.made[game.name].reset(seed)


def answer(vector: Vector, asked: dict[str, Any]) -> dict[str, Any]:
    import qipai

    game = qipai.game(asked["game"])
    rules = game.rules(None)
    kinds: dict[str, Callable[[Any, Any, int, int], int]] = {"driven": driven, "whole": whole, "vector": vector}
    if asked["what"] == "vector":
        vector.prepare(game, asked["seed"])
    play = kinds[asked["what"]]
    gc.collect()
    start = time.process_time()
    decisions = play(game, rules, asked["count"], asked["seed"])
    return {"seconds": time.process_time() - start, "decisions": decisions}


def main() -> None:
    sys.path += sys.argv[1:]  # numpy and gymnasium, behind what this Python has itself
    from qipai.build import status

    vector = Vector()
    print(json.dumps({"compiled": status()["compiled"]}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(vector, json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
