"""Reviews a record: every decision of every seat of its finished deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from qipai.core.record import practice_deals
from qipai.review.checkpoint import Checkpoint, key_of
from qipai.review.deals import CheckedRecord, FinishedDeal
from qipai.review.effort import Effort, check_seed, decision_seed, effort_of
from qipai.review.judge import Judge, judge_of
from qipai.review.judging import Court
from qipai.review.shapes import FORMAT, DealReviewDict, DecisionDict, ReviewDict
from qipai.review.split import seat_of
from qipai.version import VERSION

Progress = Callable[[int, int], None]


def review(
    record: object,
    effort: str | Effort = "quick",
    *,
    seed: int = 0,
    deal: int | None = None,
    progress: Progress | None = None,
    checkpoint: str | Path | None = None,
) -> ReviewDict:
    """Judges every decision by what its seat could know then.

    The same record, effort and seed give the same review. `deal` picks one deal, from 0. `progress` is called with the
    decisions judged and their number; what it raises interrupts the review, which resumes from `checkpoint`, a file, when it
    is called again. BadRecord, UNFINISHED_DEAL, NO_SUCH_DEAL, NO_JUDGE, UNKNOWN_EFFORT, BAD_REVIEW_SEED.
    """
    checked = CheckedRecord(record, deal)
    judge = judge_of(checked.game)
    chosen = effort if isinstance(effort, Effort) else effort_of(judge, effort)
    known = check_seed(seed)
    court = Court(judge, chosen, checked.players)
    kept = Checkpoint(checkpoint, key_of(record, asdict(chosen), known))
    total = sum(one.count for one in checked.deals)
    done = 0
    deals: list[DealReviewDict] = []
    for one in checked.deals:
        playouts = chosen.for_each(one.count)
        decisions: list[DecisionDict] = []
        for choice in one.choices():
            found = kept.get(one.number, choice.number)
            if found is None:
                found = court.judged(choice, playouts, decision_seed(known, one.number, choice.number))
                kept.put(one.number, found)
            decisions.append(found)
            done += 1
            if progress is not None:
                progress(done, total)
        deals.append(whole_deal(one, decisions, checked.seats, judge))
    return whole_review(checked, judge, chosen, known, deals)


def whole_review(checked: CheckedRecord, judge: Judge, effort: Effort, seed: int, deals: list[DealReviewDict]) -> ReviewDict:
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": checked.game.name,
        "rules": dict(checked.rules),
        "players": checked.players,
        "effort": effort.name,
        "seed": seed,
        "kinds": {key: {"en": text.en, "zh": text.zh} for key, text in judge.kinds.items()},
        "deals": deals,
        "unfinished": checked.unfinished,
        "practice": practice_deals(checked.table.meta),
    }


def whole_deal(one: FinishedDeal, decisions: list[DecisionDict], seats: int, judge: Judge) -> DealReviewDict:
    return {
        "deal": one.number,
        "moves": one.moves,
        "returns": one.returns,
        "decisions": decisions,
        "seats": [seat_of(seat, one.returns[seat], one.moves, decisions, judge.scale) for seat in range(seats)],
    }
