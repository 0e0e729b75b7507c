"""Writes the table of counts of plays over 200 fixed hands: `python -m tests.guandan.perft`."""

from __future__ import annotations

import json
import random
from pathlib import Path

from qipai import guandan
from qipai.games.guandan.cards import RANKS
from tests.guandan.hands import draw

TABLE = Path(__file__).parent / "perft.json"


def main() -> None:
    rng = random.Random(20260101)
    rows = []
    for k in range(200):
        level = RANKS[k % 13]
        hand = " ".join(draw(rng, 27, level, k // 13 % 3, "any"))
        rows.append(
            {
                "level": level,
                "hand": hand,
                "canonical": len(guandan.plays(hand, level)),
                "exact": len(guandan.plays(hand, level, mode="exact")),
            }
        )
    TABLE.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
