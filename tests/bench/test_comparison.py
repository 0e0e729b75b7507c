"""Two functions timed in turns."""

from __future__ import annotations

from qipai.bench.comparison import compare


def test_ratios_are_theirs_by_ours() -> None:
    def work(n: int) -> int:
        return sum(range(n))

    own, other, ratio = compare(lambda: work(20_000), lambda: work(400_000), 5)
    assert other > own
    assert ratio > 5
