"""Random and sensible deals in great number: every invariant; and the fan of the Sichuan family by definition.
`python -m tests.mahjong.soak FIRST_SEED [DEALS]`."""

from __future__ import annotations

import sys
import time

from tests.mahjong.deals import RULE_SETS, check_end, check_state, play
from tests.mahjong.sichuan_deals import check_deal, rules_of
from tests.mahjong.sichuan_hands import cross_check

HANDS = 1_000_000  # that win or are one tile away
BUILT = 100_000
READY = 50_000


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


def sichuan(deals: int, hands: int, built: int, ready: int, start: int = 0) -> None:
    """The same for the Sichuan family, under rules in which every pair of option values occurs."""
    cross_check(hands, built, ready, start)
    sys.stderr.write(f"mahjong soak: {hands + built} wins and {ready} ready hands are those of the definition\n")
    for number in range(start, start + deals):
        try:
            check_deal(number, 3 if number % 25 == 0 else 0, number % 50 == 0)
        except AssertionError:
            sys.stderr.write(f"\nmahjong: Sichuan deal {number} under {rules_of(number)} breaks an invariant\n")
            raise
    sys.stderr.write(f"mahjong soak: {deals} Sichuan deals, no invariant broken\n")


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    first = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    main(count, first)
    sichuan(count, HANDS, BUILT, READY, first)
