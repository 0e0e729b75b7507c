"""Random deals in great number: every invariant in every state; then the proof of the lists of plays in great number.

`python -m tests.guandan.soak [FIRST_SEED] [DEALS] [HANDS]`
"""

from __future__ import annotations

import sys
import time

from tests.guandan import soak_enumerator
from tests.guandan.test_invariants import RULE_SETS, play_match

MATCH = 5


def main(deals: int, start: int = 0) -> None:
    """Plays at least that many deals, in matches of five; match n is seeded by n and can be played again by its number."""
    began = time.monotonic()
    done = 0
    number = start
    while done < deals:
        which = number % len(RULE_SETS)
        try:
            done += play_match(RULE_SETS[which], number, MATCH, 400)
        except AssertionError:
            sys.stderr.write(f"\nguandan: match {number} under {RULE_SETS[which].to_json()} breaks an invariant\n")
            raise
        number += 1
        if number % 50 == 0:
            sys.stderr.write(f"\rguandan soak: {done}/{deals} deals, {done / (time.monotonic() - began):.0f}/s ")
            sys.stderr.flush()
    sys.stderr.write(f"\rguandan soak: {done} deals, no invariant broken\n")


if __name__ == "__main__":
    first, deals, hands = [int(given) for given in sys.argv[1:]] + [0, 50_000, 3000][len(sys.argv) - 1 :]
    main(deals, first)
    soak_enumerator.main(hands, first)
