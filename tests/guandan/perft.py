"""The table of counts of plays over 200 fixed hands of 27 cards, made from the definitions.

`python -m tests.guandan.perft` writes the table with the slow enumerator, which shares nothing with the package but the names
of cards; the package is checked against it and never writes it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import TypedDict

from tests.guandan import enumerator
from tests.guandan.hands import draw

TABLE = Path(__file__).parent / "perft.json"
ROWS = 200
SEED = 20260101


class Row(TypedDict):
    """A hand and how many plays it can lead; `by` says what counted them."""

    level: str
    hand: str
    canonical: int
    exact: int
    by: str


def hands() -> list[tuple[str, enumerator.Cards]]:
    """Levels in turn; thirteen hands without a wildcard, thirteen with one, thirteen with two, and so on."""
    rng = random.Random(SEED)
    out: list[tuple[str, enumerator.Cards]] = []
    for k in range(ROWS):
        level = enumerator.RANKS[k % 13]
        out.append((level, draw(rng, 27, level, k // 13 % 3, "any")))
    return out


def count(level: str, hand: enumerator.Cards) -> Row:
    """Both counts by trying every multiset of the hand under every substitution of its wildcards."""
    exact = enumerator.exact(hand, level)
    short = enumerator.canonical(hand, level, exact)
    return {"level": level, "hand": " ".join(hand), "canonical": len(short), "exact": len(exact), "by": "enumerator"}


def read() -> list[Row]:
    rows: list[Row] = json.loads(TABLE.read_text(encoding="utf-8"))
    return rows


def main() -> None:
    began = time.monotonic()
    rows: list[Row] = []
    for level, hand in hands():
        rows.append(count(level, hand))
        sys.stderr.write(f"\rguandan perft: {len(rows)}/{ROWS} hands, {time.monotonic() - began:.0f} s ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    TABLE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
