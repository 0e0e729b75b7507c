"""What a search has found out about the moves of one decision."""

from __future__ import annotations

from qipai.native import i64


class Tally:
    """For every action, in the order of the legal list: how often it was tried, and the points it brought in total."""

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.visits: list[int] = [0] * len(actions)
        self.totals: list[float] = [0.0] * len(actions)
        self.playouts: i64 = 0  # deals that were finished from here
        self.cut: bool = False  # time ran out first

    def add(self, index: i64, value: float) -> None:
        self.visits[index] += 1
        self.totals[index] += value

    def mean(self, index: i64) -> float:
        """The average points of the action; 0 when it was never tried."""
        n = self.visits[index]
        return self.totals[index] / n if n else 0.0

    def ranking(self) -> list[int]:
        """Indices of the actions, best first: by visits, then by average."""
        order = [(-self.visits[k], -self.mean(k), k) for k in range(len(self.actions))]
        order.sort()
        return [k for _, _, k in order]
