"""Records to review: kept ones with every kind of decision, golden cases, and short deals that policies have played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import qipai
from qipai.core.rng import FastRng
from qipai.review import Effort
from qipai.review.deals import CheckedRecord, Choice
from qipai.review.judge import judge_of
from qipai.review.judging import Court

FOLDER = Path(__file__).parent / "records"
LITTLE = Effort("little", 200, 40)


def kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def golden(game: str, name: str) -> dict[str, Any]:
    from tests.golden_runner import CASE_KEYS, load  # needs pytest, which an environment with Ray does not have

    (case,) = [case for case in load(game) if case["id"] == name]
    return {"game": game, **{key: value for key, value in case.items() if key not in CASE_KEYS}}


def played(game: str, seed: int, deals: int = 1, rules: object = None) -> dict[str, Any]:
    """Played by the judge's own policy, every fourth move at random."""
    table = qipai.Table(game, rules, f"{seed:064x}")
    policy = judge_of(table.game).policy()
    rng = FastRng(seed)
    for number in range(deals):
        if number:
            table.next_deal()
        while not table.over:
            seat = table.to_act[0]
            legal = table.state.legal(seat)
            action = legal[rng.below(len(legal))] if rng.below(4) == 0 else policy.choose(table.state, seat, rng)
            table.play_action(seat, action)
    out: dict[str, Any] = json.loads(json.dumps(table.record()))
    out["meta"] = {"players": ["Lan", "Bo", "Chen", "Dan"][: table.seats]}
    return out


def court(record: object, effort: Effort = LITTLE) -> tuple[Court, list[Choice]]:
    """The judge of a record, and all its decisions."""
    checked = CheckedRecord(record)
    choices = [choice for deal in checked.deals for choice in deal.choices()]
    return Court(judge_of(checked.game), effort, checked.players), choices
