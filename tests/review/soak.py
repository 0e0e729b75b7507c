"""Whole deals of every way to play, reviewed: `python -m tests.review.soak [FIRST_SEED] [DEALS]`, compiled.

The sums hold, nothing uncertain is called a mistake, and the processor time of a deal stays within the promise of each effort:
5 s for `quick`, 60 s for `deep`, of which one deal each is reviewed.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction

import qipai
from qipai.review import ReviewDict, review
from qipai.review.classes import COSTLY
from tests.games import ways
from tests.review.records import played

WAYS: list[tuple[str, object]] = [(game, {"preset": way}) for game in qipai.games() for way in ways(game)]
PROMISED = {"quick": 5.0, "deep": 60.0}


def check(found: ReviewDict) -> None:
    for deal in found["deals"]:
        for seat in deal["seats"]:
            assert Fraction(str(seat["deal"])) + Fraction(str(seat["others"])) + Fraction(str(seat["own"])) == seat["result"]
        for decision in deal["decisions"]:
            assert decision["grade"] not in COSTLY or decision["loss"] > 2 * decision["error"]
            assert decision["played"] in [one["move"] for one in decision["candidates"]]


def timed(game: str, rules: object, effort: str, seed: int) -> float:
    record = played(game, seed, rules=rules)
    began = time.process_time()
    found = review(record, effort, seed=seed)
    took = time.process_time() - began
    check(found)
    return took


def main(first: int, deals: int) -> int:
    failed = 0
    for game, rules in WAYS:
        for effort, count in (("quick", deals), ("deep", 1)):
            times = [timed(game, rules, effort, first + number) for number in range(count)]
            late = sum(took > PROMISED[effort] for took in times)
            failed += late
            mean = sum(times) / count
            told = f"{count} deals, {mean:.2f} s on average, {max(times):.2f} s at most, {late} late"
            print(f"{game} {rules or ''} {effort}: {told}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else 1, given[1] if len(given) > 1 else 20))
