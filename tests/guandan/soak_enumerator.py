"""The proof of the lists of plays in great number: `python -m tests.guandan.soak_enumerator [HANDS]`."""

from __future__ import annotations

import json
import sys
import time

from tests.guandan import enumerator, proof
from tests.guandan.test_combos import PERFT

BATCH = 39
PERFT_ROWS = 12  # hands of 27 cards whose counts are made anew from the definitions


def main(hands: int) -> None:
    """Random hands of 4 to 11 cards, then some rows of the table of counts."""
    began = time.monotonic()
    done = 0
    plays = 0
    while done < hands:
        plays += proof.run(BATCH, 4, 11, 1_000_000 + done)
        done += BATCH
        rate = done / (time.monotonic() - began)
        sys.stderr.write(f"\rguandan enumerator: {done}/{hands} hands, {plays} plays, {rate:.1f}/s ")
        sys.stderr.flush()
    rows = json.loads(PERFT.read_text(encoding="utf-8"))
    for row in rows[: PERFT_ROWS * max(1, hands // 3000)]:
        hand = tuple(row["hand"].split())
        exact = enumerator.exact(hand, row["level"])
        assert len(exact) == row["exact"], row
        assert len(enumerator.canonical(hand, row["level"], exact)) == row["canonical"], row
    sys.stderr.write(f"\rguandan enumerator: {done} hands, {plays} plays, no difference\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
