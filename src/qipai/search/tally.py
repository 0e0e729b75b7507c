"""What a search found out about the moves of one decision."""

from __future__ import annotations

from qipai.native import i64


class Tally:
    """For every action, in the order of the legal list: how often it was tried, and what it brought the seat in all."""

    def __init__(self, actions: list[int]) -> None:
        self.actions = actions
        self.visits: list[int] = [0] * len(actions)
        self.totals: list[float] = [0.0] * len(actions)
        self.playouts: i64 = 0  # rests of deals that were played or read to their end
        self.cut: bool = False  # time ran out before the iterations did

    def add(self, index: i64, value: float) -> None:
        self.visits[index] += 1
        self.totals[index] += value

    def mean(self, index: i64) -> float:
        """What the action brings on average; 0 when it was never tried."""
        n = self.visits[index]
        return self.totals[index] / n if n else 0.0

    def ranking(self) -> list[int]:
        """Indices of the actions, best first: the most tried, of equally often tried ones the better."""
        order = [(-self.visits[k], -self.mean(k), k) for k in range(len(self.actions))]
        order.sort()
        return [k for _, _, k in order]
