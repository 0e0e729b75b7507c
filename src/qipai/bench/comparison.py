"""Two functions that do the same work, timed in turns; the ratio is taken round by round."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable


def seconds_of(work: Callable[[], object]) -> float:
    """The CPU time of one run."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> tuple[float, float, float]:
    """Medians of our time, of theirs, and of theirs divided by ours, round by round."""
    ours()
    theirs()
    own: list[float] = []
    other: list[float] = []
    for k in range(rounds):
        if k % 2:
            own.append(seconds_of(ours))
            other.append(seconds_of(theirs))
        else:
            other.append(seconds_of(theirs))
            own.append(seconds_of(ours))
    ratios = [b / a for a, b in zip(own, other, strict=True)]
    return statistics.median(own), statistics.median(other), statistics.median(ratios)


def nanoseconds(seconds: float, count: int) -> str:
    return f"{1e9 * seconds / count:,.0f} ns"


def times(ratio: float) -> str:
    return f"{ratio:.3g}×"
