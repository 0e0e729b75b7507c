"""Statistics of a match: each agent's mean with its interval, and when the result is clear.

The unit is the deal: its plays, one per rotation, share their luck, so they are averaged first, and the interval (95 %,
Student's t) is taken over deals.

The sequential test is Haybittle and Peto's: at a few looks fixed in advance the match may end early, but only if the
first agent's mean is more than 3.29 standard errors from the bar (p < 0.001). This is so rare by chance that the final
interval keeps its 95 % to within half a percent, however early the match ends.
"""

from __future__ import annotations

import math
import statistics

from qipai.arena.match import Match
from qipai.core.data import Json

NORMAL_975 = 1.959964
CLEAR = 3.2905  # standard errors
FIRST_LOOK = 50  # deals
NEXT_LOOK = 1.5  # times as many deals


def student_975(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by Fisher's expansion to 0.1 % from five degrees on; exact below."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}
    if freedom in exact:
        return exact[freedom]
    z, v = NORMAL_975, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


class Standing:
    """One agent's figures over the deals so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.by_deal: list[float] = []
        self.won = 0.0  # deals; each rotation and seat counts as a fraction
        self.times: list[float] = []
        self.illegal = 0
        self.errors = 0
        self.timeouts = 0
        self.first_fault = ""  # why a move was first made for it, in words

    def add(self, one: Json) -> None:
        """Adds the agent's results of one deal, as the worker returns them."""
        returns, times = one["returns"], one["ms"]
        assert isinstance(returns, list)
        assert isinstance(times, list)
        self.by_deal.append(sum(returns) / len(returns))
        self.won += sum(1 for brought in returns if brought > 0) / len(returns)
        self.times += times
        self.illegal += count(one["illegal"])
        self.errors += count(one["error"])
        self.timeouts += count(one["timeout"])
        self.first_fault = self.first_fault or str(one.get("first_fault", ""))

    @property
    def faults(self) -> int:
        """Decisions for which it had no usable answer: the game's default move was made for it."""
        return self.illegal + self.errors + self.timeouts

    def mean(self) -> float:
        return statistics.fmean(self.by_deal) if self.by_deal else 0.0

    def error(self) -> float:
        """The standard error of the mean."""
        n = len(self.by_deal)
        return statistics.stdev(self.by_deal) / math.sqrt(n) if n > 1 else math.inf

    def interval(self) -> tuple[float, float]:
        """The 95 % interval; just the mean after a single deal."""
        n = len(self.by_deal)
        if n < 2:
            return self.mean(), self.mean()
        reach = student_975(n - 1) * self.error()
        return self.mean() - reach, self.mean() + reach

    def time(self, share: float) -> float:
        """A quantile of the decision times, in milliseconds."""
        if not self.times:
            return 0.0
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]

    def to_json(self) -> Json:
        low, high = self.interval()
        data: Json = {
            "name": self.name,
            "mean": round(self.mean(), 4),
            "ci": [round(low, 4), round(high, 4)],
            "wins": round(self.won, 2),
            "ms_per_move": {"median": round(self.time(0.5), 3), "p99": round(self.time(0.99), 3)},
            "illegal": self.illegal,
            "errors": self.errors + self.timeouts,
        }
        if self.faults:
            data["first_fault"] = self.first_fault
        return data


def count(value: object) -> int:
    assert isinstance(value, int)
    return value


class Standings:
    """All agents of a match; deals are added in the order of their numbers."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.deals = 0
        self.agents = [Standing(name) for name in match.distinct()]

    def add(self, result: Json) -> None:
        agents = result["agents"]
        assert isinstance(agents, dict)
        for standing in self.agents:
            standing.add(agents[standing.name])
        self.deals += 1

    def is_clear(self, bar: float) -> bool:
        """Whether the match may end now: at a look, with the first agent far from the bar."""
        first = self.agents[0]
        if len(self.agents) < 2 or self.deals not in looks(self.deals):
            return False
        return abs(first.mean() - bar) > CLEAR * first.error()

    def to_json(self) -> Json:
        return {"game": self.match.game, "deals": self.deals, "agents": [one.to_json() for one in self.agents]}


def looks(deals: int) -> list[int]:
    """The numbers of deals after which the match may end: 50, 75, 112, 168, …"""
    out: list[int] = []
    at = float(FIRST_LOOK)
    while int(at) <= deals:
        out.append(int(at))
        at *= NEXT_LOOK
    return out
