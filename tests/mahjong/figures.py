"""What tests of all games ask of this one, by the names that tests/games.py looks for."""

from __future__ import annotations

from qipai.agents.base import ARENA, Agent
from qipai.games.mahjong.agents import MASTER, MahjongSearch

VERSION_0 = "03fc3089b79ccde4"  # of arrays of version 0, computed before there was another
DECISIONS = 50  # of a deal, which share the playouts of a review
EVENING = "8 局"  # the match that the form proposes
FORBIDDEN = {"zh": "2 向听，有效牌 8 张", "en": "Bo throws 5p, one suit"}  # sentences that say what avoid.py forbids


def master(seed: int, times: int) -> Agent:
    """`master` with so many times its playouts."""
    return MahjongSearch(seed, ARENA, "master", times * MASTER)
