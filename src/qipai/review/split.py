"""A seat's deal in one line: luck of the deal, luck of the others' choices, own decisions; together the result.

Every decision has a value before it (of the best move) and after it (of the move that was played), both in the worlds of the
seat that decides. The steps within decisions are own decisions or the others' choices; the steps between them, from nothing to
the first decision and from the last one to the result, are what the cards brought: the luck of the deal. All steps together
lead from 0 to the result, so the sums are exact, in thousandths of a point.
"""

from __future__ import annotations

from qipai.review.classes import CLASSES, COSTLY, accuracy_of
from qipai.review.shapes import DecisionDict, KindDict, SeatDict

MOST_COSTLY = 3
THOUSAND = 1000


def thousandths(value: float) -> int:
    return round(THOUSAND * value)


def seat_of(seat: int, result: int, moves: int, decisions: list[DecisionDict], scale: float) -> SeatDict:
    mine = [decision for decision in decisions if decision["seat"] == seat]
    own = sum(thousandths(decision["effects"][seat]) for decision in mine)
    others = sum(thousandths(decision["effects"][seat]) for decision in decisions if decision["seat"] != seat)
    dealt = THOUSAND * result - own - others
    kinds: dict[str, KindDict] = {}
    for decision in mine:
        kind = kinds.setdefault(decision["kind"], {"decisions": 0, "costly": 0, "lost": 0.0})
        kind["decisions"] += 1
        kind["costly"] += decision["grade"] in COSTLY
        kind["lost"] = (thousandths(kind["lost"]) + thousandths(decision["counted"])) / THOUSAND
    costly = sorted((d for d in mine if d["counted"]), key=lambda d: (-d["counted"], d["move"]))
    curve = [[float(decision["move"] + 1), decision["values"][seat]] for decision in mine]
    return {
        "seat": seat,
        "result": result,
        "deal": dealt / THOUSAND,
        "others": others / THOUSAND,
        "own": own / THOUSAND,
        "decisions": len(mine),
        "lost": -own / THOUSAND + 0.0,
        "accuracy": accuracy_of([decision["counted"] for decision in mine], scale),
        "grades": {grade: sum(decision["grade"] == grade for decision in mine) for grade in CLASSES},
        "kinds": kinds,
        "costly": [decision["move"] for decision in costly[:MOST_COSTLY]],
        "curve": [*curve, [float(moves), float(result)]],
    }
