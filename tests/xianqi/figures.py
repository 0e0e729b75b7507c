"""What tests of all games ask of this one, by the names that tests/games.py looks for."""

from __future__ import annotations

from qipai.agents.base import ARENA, Agent
from qipai.games.xianqi.agents import MASTER, XianqiSearch

PLAYABLE = {"black_chess": "redeal"}  # no deal is void
VERSION_0 = "523d2523ae61be3c"  # of arrays of version 0, computed before there was another
DECISIONS = 16  # of a deal, which share the playouts of a review
EVENING = "12 局"  # the match that the form proposes
ENDINGS = 12  # records in which late positions are looked for
FORBIDDEN = {"zh": "垫 2 枚", "en": "two red ma: cover"}  # sentences that say what avoid.py forbids


def master(seed: int, times: int) -> Agent:
    """`master` with so many times its playouts."""
    return XianqiSearch(seed, ARENA, "master", times * MASTER)
