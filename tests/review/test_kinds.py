"""Every kind of decision of every game and way to play is judged, in records that people may have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import qipai
from qipai.core.text import LANGUAGES
from qipai.review.classes import CLASSES, COSTLY
from qipai.review.judge import judge_of
from tests.review.records import court, golden, kept

RECORDS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("guandan-tribute", kept("guandan-tribute"), {"immunity", "tribute", "return", "lead", "answer", "partner"}),
    ("guandan-take", kept("guandan-take"), {"take", "return"}),
    ("mahjong-chengdu", kept("mahjong-chengdu"), {"swap", "missing", "discard", "win"}),
    ("mahjong-river", kept("mahjong-river"), {"claim", "kong", "discard", "win"}),
    ("bury", golden("mahjong", "mj-f-last-tile-discard-ends"), {"bury", "discard"}),
    ("kong", golden("mahjong", "mj-f-kong-last-tile"), {"bury", "kong", "win"}),
    ("claim", golden("mahjong", "mj-f-last-discard-peng-then-end"), {"bury", "claim"}),
    ("rob", golden("mahjong", "mjs-x30-next-dealer"), {"rob"}),
    ("xianqi-beat", golden("xianqi", "xq-flow-24"), {"beat", "buckle"}),
    ("xianqi-cover", golden("xianqi", "xq-flow-33"), {"cover", "buckle"}),
    ("xianqi-reveal", golden("xianqi", "xq-flow-43"), {"lead", "reveal", "buckle"}),
]


@pytest.mark.parametrize(("name", "record", "kinds"), RECORDS, ids=[name for name, _, _ in RECORDS])
def test_one_decision_of_each_kind_is_judged(name: str, record: dict[str, Any], kinds: set[str]) -> None:
    judge, choices = court(record)
    looks = judge.judge.looks
    judge.judge = replace(judge.judge, looks=lambda decision: looks(decision)[:2])  # to be quick
    met: set[str] = set()
    for choice in reversed(choices):  # late decisions are played out sooner
        kind = judge.judge.kind(choice.decision)
        if kind in met or kind not in kinds:
            continue
        met.add(kind)
        found = judge.judged(choice, 24, 3)
        assert found["kind"] == kind
        assert found["played"] in [one["move"] for one in found["candidates"]]
        assert found["best"] == found["candidates"][0]["move"]
        assert len(found["candidates"]) > 1
        assert found["grade"] in CLASSES
        assert (found["counted"] > 0) == (found["grade"] in COSTLY)
        assert all(found["said"][lang] for lang in LANGUAGES)  # type: ignore[literal-required]
        assert all(one["worlds"] >= 2 for one in found["candidates"])
    assert met == kinds


def test_all_kinds_of_all_games_are_tried_here() -> None:
    tried: dict[str, set[str]] = {}
    for _, record, kinds in RECORDS:
        tried.setdefault(record["game"], set()).update(kinds)
    assert tried == {game: set(judge_of(qipai.game(game)).kinds) for game in qipai.games()}


def test_passes_bombs_wins_and_kongs_are_always_looked_at() -> None:
    judge, choices = court(kept("guandan-take"))
    for choice in choices[-30:]:
        looks = judge.judge.looks(choice.decision)
        if choice.decision.view.public()["phase"] == "play" and 0 in choice.decision.actions:
            assert 0 in looks
    judge, choices = court(kept("mahjong-river"))
    for choice in choices:
        looks = judge.judge.looks(choice.decision)
        assert {action for action in choice.decision.actions if 32 <= action < 96} <= set(looks)
