"""Random deals in great number: every invariant in every state. `python -m tests.xianqi.soak FIRST_SEED [DEALS]`."""

from __future__ import annotations

import sys
import time

from qipai.core.rng import FastRng
from tests.xianqi.deals import RULE_SETS, random_deal
from tests.xianqi.test_invariants import check_end, check_state


def main(deals: int, start: int = 0) -> None:
    """Plays deals `start` .. `start + deals - 1`; any of them can be played again by its number."""
    began = time.monotonic()
    for number in range(start, start + deals):
        rules = RULE_SETS[number % len(RULE_SETS)]
        state = random_deal(rules, number)
        rng = FastRng(number + 1_000_000_007)
        actions = 0
        try:
            while not state.over():
                if number % 20 == 0:
                    check_state(state, rules)
                legal = state.legal(state.actor)
                state.apply(state.actor, legal[rng.below(len(legal))])
                actions += 1
            check_state(state, rules)
            check_end(state, actions, rules)
        except AssertionError:
            sys.stderr.write(f"\nxianqi: deal {number} under {rules} breaks an invariant\n")
            raise
        if number % 2000 == 0 and number > start:
            rate = (number - start) / (time.monotonic() - began)
            sys.stderr.write(f"\rxianqi soak: {number - start}/{deals} deals, {rate:.0f}/s ")
    sys.stderr.write(f"\rxianqi soak: {deals} deals, no invariant broken\n")


if __name__ == "__main__":
    main(int(sys.argv[2]) if len(sys.argv) > 2 else 200_000, int(sys.argv[1]) if len(sys.argv) > 1 else 0)
