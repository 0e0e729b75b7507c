"""Reviews finished deals: which decisions cost points, how many and why, judged by what one could know then.

    from qipai.review import review
    found = review(qipai.read_record("game.json"), "quick", seed=1)

docs/review.md explains the figures; `qipai.review.shapes` has the types of the result, which is plain JSON.
"""

from __future__ import annotations

from qipai.review.effort import EFFORTS, Effort
from qipai.review.run import review
from qipai.review.shapes import ReviewDict

__all__ = ["EFFORTS", "Effort", "ReviewDict", "review"]
