"""The proof of the lists of plays in great number: `python -m tests.guandan.soak_enumerator [HANDS] [FIRST_SEED]`."""

from __future__ import annotations

import sys
import time

from qipai import guandan
from tests.guandan import perft, proof

BATCH = 39


def main(hands: int, start: int = 0) -> None:
    """Random hands of 4 to 11 cards, then the table of counts of hands of 27: by the package and by the definitions."""
    began = time.monotonic()
    done = 0
    plays = 0
    while done < hands:
        plays += proof.run(BATCH, 4, 11, 1_000_000 + start + done)
        done += BATCH
        rate = done / (time.monotonic() - began)
        sys.stderr.write(f"\rguandan enumerator: {done}/{hands} hands, {plays} plays, {rate:.1f}/s ")
        sys.stderr.flush()
    rows = perft.read()
    for k, row in enumerate(rows):
        assert len(guandan.plays(row["hand"], row["level"])) == row["canonical"], row
        assert len(guandan.plays(row["hand"], row["level"], mode="exact")) == row["exact"], row
        assert perft.count(row["level"], tuple(row["hand"].split())) == row, row
        sys.stderr.write(f"\rguandan enumerator: table of counts {k + 1}/{len(rows)} ")
        sys.stderr.flush()
    sys.stderr.write(f"\rguandan enumerator: {done} hands, {plays} plays, {len(rows)} rows of counts, no difference\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
