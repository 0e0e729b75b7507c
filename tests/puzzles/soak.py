"""A sample of the shipped puzzles is searched again on another seed: `python -m tests.puzzles.soak [SEED] [EACH]`, compiled.

The same move must be best, and clearly. This many of `EACH` a game may fall short of four standard errors by chance: none of a
hundred that are right should be beaten by another move.
"""

from __future__ import annotations

import sys

import qipai
from qipai.core.rng import FastRng
from qipai.puzzles.deals import number_of
from qipai.puzzles.mine import Miner
from qipai.puzzles.shelf import shelf, with_puzzles
from qipai.puzzles.tell import decision_of


def main(seed: int, each: int) -> int:
    wrong = 0
    for name in with_puzzles():
        miner = Miner(qipai.game(name))
        puzzles = list(shelf(name)["puzzles"])
        order = list(range(len(puzzles)))
        FastRng(seed).shuffle(order)
        beaten = unclear = 0
        for at in order[:each]:
            one = puzzles[at]
            decision = decision_of(miner.game, one["view"])
            first = decision.action(one["hint"])
            wide = miner.scales.wide(decision, first)
            found = miner.scales.weigh(
                decision, wide, miner.setter.check, miner.setter.worlds, number_of("soak", seed, one["id"])
            )
            if decision.text(found.best) not in one["right"]:
                beaten += 1
                print(f"{name} {one['id']}: {decision.text(found.best)} instead of {one['best']}", flush=True)
            elif not found.clear:
                unclear += 1
        looked = min(each, len(order))
        print(f"{name}: {looked} searched again, {beaten} with another best move, {unclear} no longer clear", flush=True)
        wrong += beaten + (unclear > 0.1 * looked)
    return 1 if wrong else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else 1, given[1] if len(given) > 1 else 10))
