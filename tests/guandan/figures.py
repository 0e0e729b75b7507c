"""What tests of all games ask of this one, by the names that tests/games.py looks for."""

from __future__ import annotations

from qipai.agents.base import ARENA, Agent
from qipai.games.guandan.agents import MASTER, GuandanSearch

VERSION_0 = "d482dee4d0133a6b"  # of arrays of version 0, computed before there was another
DECISIONS = 60  # of a deal, which share the playouts of a review
EVENING = "打过A"  # the match that the form proposes
ENDINGS = 1  # records in which late positions are looked for
PLACES = ("1st", "2nd", "3rd", "Last")  # told at the end of a deal
FORBIDDEN = {"zh": "由西家领出", "en": "West leads: single 9"}  # sentences that say what avoid.py forbids


def master(seed: int, times: int) -> Agent:
    """`master` with so many times its playouts."""
    return GuandanSearch(seed, ARENA, "master", times * MASTER)
