"""Classes of moves, by what they lost and how certain that is."""

from __future__ import annotations

import math

from qipai.core.text import Text

BEST = "best"
GOOD = "good"
INACCURACY = "inaccuracy"
MISTAKE = "mistake"
BLUNDER = "blunder"
CLASSES = {
    BEST: Text("best", "最佳"),
    GOOD: Text("good", "不错"),
    INACCURACY: Text("inaccuracy", "小失误"),
    MISTAKE: Text("mistake", "失误"),
    BLUNDER: Text("blunder", "大失误"),
}
COSTLY = (INACCURACY, MISTAKE, BLUNDER)
CERTAIN = 2.0  # standard errors: less is never counted
# parts of the judge's scale
FROM_INACCURACY = 0.05
FROM_MISTAKE = 0.125
FROM_BLUNDER = 0.3
UNSEEN = 1.5  # half of the three in n that may have stayed unseen (the rule of three)


def least_error(scale: float, draws: float) -> float:
    """Worlds that agree prove no certainty: an outcome of the usual size may be missing among so few."""
    return UNSEEN * scale / max(1.0, draws)


def class_of(loss: float, error: float, scale: float, is_best: bool) -> str:
    """A loss within two standard errors is never called anything worse than good.

    What a move surely cost, the loss less two standard errors, may be one class below the loss itself, not two.
    """
    if is_best:
        return BEST
    surely = loss - CERTAIN * error
    if surely <= 0.0 or loss < FROM_INACCURACY * scale:
        return GOOD
    if loss < FROM_MISTAKE * scale or surely < FROM_INACCURACY * scale:
        return INACCURACY
    if loss < FROM_BLUNDER * scale or surely < FROM_MISTAKE * scale:
        return MISTAKE
    return BLUNDER


def accuracy_of(losses: list[float], scale: float) -> float | None:
    """The mean over the decisions, in percent: 100 without a loss, 50 where blunders begin. None without decisions."""
    if not losses:
        return None
    return round(100 * math.fsum(0.5 ** (loss / (FROM_BLUNDER * scale)) for loss in losses) / len(losses), 1)
