"""The review of one deal in pieces: whoever has little time at once, or may be interrupted, judges a few decisions and keeps
them. All of them together are the same review that `review` makes."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator
from functools import lru_cache

from qipai.review.deals import CheckedRecord
from qipai.review.effort import decision_seed, effort_of
from qipai.review.judge import judge_of
from qipai.review.judging import Court
from qipai.review.run import whole_deal, whole_review
from qipai.review.shapes import DecisionDict, ReviewDict

CACHED = 4  # deals that one process keeps in mind


class DealReview:
    """One finished deal, `deal` from 0. `share` is the part of the effort's playouts that a machine can afford.

    BadRecord, UNFINISHED_DEAL, NO_SUCH_DEAL, NO_JUDGE, UNKNOWN_EFFORT.
    """

    def __init__(self, record: object, deal: int, effort: str = "quick", share: float = 1.0, seed: int = 0) -> None:
        self.checked = CheckedRecord(record, deal)
        self.judge = judge_of(self.checked.game)
        self.effort = effort_of(self.judge, effort).part(share)
        self.seed = seed
        self.deal = self.checked.deals[0]
        self.court = Court(self.judge, self.effort, self.checked.players)
        self.total = self.deal.count

    def missing(self, known: Collection[int]) -> Iterator[DecisionDict]:
        """Judges the decisions whose moves are not known, one after the other."""
        return (decision for decision in self.judging(known) if decision is not None)

    def judging(self, known: Collection[int]) -> Iterator[DecisionDict | None]:
        """The same with rests, at which there is None."""
        playouts = self.effort.for_each(self.total)
        for choice in self.deal.choices():
            if choice.number not in known:
                seed = decision_seed(self.seed, self.deal.number, choice.number)
                yield (yield from self.court.judging(choice, playouts, seed))

    def whole(self, decisions: list[DecisionDict]) -> ReviewDict:
        """The review, from all decisions in any order."""
        ordered = sorted(decisions, key=lambda decision: decision["move"])
        assert len(ordered) == self.total
        found = whole_deal(self.deal, ordered, self.checked.seats, self.judge)
        return whole_review(self.checked, self.judge, self.effort, self.seed, [found])


@lru_cache(CACHED)
def deal_review(record: str, deal: int, effort: str, share: float) -> DealReview:
    return DealReview(json.loads(record), deal, effort, share)


def judge_more(
    record: str, deal: int, effort: str, share: float, known: list[int], seconds: float
) -> tuple[int, dict[int, str]]:
    """Runs in a worker: how many decisions there are in all, and the next ones, as many as begin within `seconds`, as JSON by
    their moves."""
    started = time.monotonic()
    one = deal_review(record, deal, effort, share)
    found: dict[int, str] = {}
    for decision in one.missing(set(known)):
        found[decision["move"]] = compact(decision)
        if time.monotonic() - started >= seconds:
            break
    return one.total, found


def whole_of(record: str, deal: int, effort: str, share: float, decisions: list[str]) -> str:
    """Runs in a worker, when every decision is judged: the review as JSON."""
    return compact(deal_review(record, deal, effort, share).whole([json.loads(text) for text in decisions]))


def compact(found: DecisionDict | ReviewDict) -> str:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
