"""Random and sensible deals in great number: every invariant. `python -m tests.mahjong.soak FIRST_SEED [DEALS]`."""

from __future__ import annotations

import sys
import time

from tests.mahjong.deals import RULE_SETS, check_end, check_state, play


def main(deals: int, start: int = 0) -> None:
    """Plays deals `start` .. `start + deals - 1`; any of them can be played again by its number. Every 50th is sensible play,
    and every 25th is checked after each step; all are checked at their end."""
    began = time.monotonic()
    for number in range(start, start + deals):
        rules = RULE_SETS[number % len(RULE_SETS)]
        try:
            for state, _, _ in play(rules, number, 1 if number % 50 == 0 else 0):
                if number % 25 == 0:
                    check_state(state)
            check_state(state)
            check_end(state)
        except AssertionError:
            sys.stderr.write(f"\nmahjong: deal {number} under {rules} breaks an invariant\n")
            raise
        if number % 500 == 0 and number > start:
            rate = (number - start) / (time.monotonic() - began)
            sys.stderr.write(f"\rmahjong soak: {number - start}/{deals} deals, {rate:.0f}/s ")
    sys.stderr.write(f"\rmahjong soak: {deals} deals, no invariant broken\n")


if __name__ == "__main__":
    main(int(sys.argv[2]) if len(sys.argv) > 2 else 200_000, int(sys.argv[1]) if len(sys.argv) > 1 else 0)
