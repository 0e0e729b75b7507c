"""One-line texts of views: what golden set-ups bring along, and refusals."""

from __future__ import annotations

import json

import pytest

import qipai
from qipai.core.rules import Rules
from qipai.core.state import PlainView
from tests.conftest import ROOT

GOLDEN = ROOT / "tests" / "golden"
RECORD_KEYS = ("rules", "deals", "seed", "deal", "partial", "moves")


@pytest.mark.parametrize("name", [name for name in qipai.games() if (GOLDEN / f"{name}.json").is_file()])
def test_deals_set_up_midway_or_short_have_texts_too(name: str) -> None:
    texts = set()
    cases = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for case in cases:
        try:
            table = qipai.replay({"game": name, **{key: case[key] for key in RECORD_KEYS if key in case}})
        except (qipai.QipaiError, KeyError):
            continue  # a case about a refusal
        for seat in range(table.seats):
            view = table.view(seat)
            assert qipai.view_from_text(view.text()) == view
            texts.add(view.text())
    assert len(texts) > len(cases)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "starts with game/version"),
        ("xianqi/1", "starts with game/version"),
        ("xianqi 0 x", "starts with game/version"),
        ("xianqi/1 4 x", "starts with game/version"),
        ("xianqi/7 0 x", "version 7, this program reads 1"),
        ("view/1 0 {}", "does not name its game"),
        ("xianqi/1 0 x", "no view of this game"),
    ],
)
def test_a_wrong_text_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(qipai.BadRecord, match=reason) as refusal:
        qipai.view_from_text(text)
    assert refusal.value.code == "BAD_VIEW"
    assert "{" not in refusal.value.say("zh")


def test_a_text_of_another_game_is_not_read() -> None:
    text = qipai.Table("xianqi", seed="01" * 32).view(0).text()
    with pytest.raises(qipai.BadRecord, match="it is a view of “xianqi”"):
        qipai.game("mahjong").view_from_text(text)
    with pytest.raises(qipai.BadRecord, match="No game called “nobody”"):
        qipai.view_from_text(text.replace("xianqi", "nobody", 1))


def test_a_view_that_does_not_know_its_game_has_a_text_without_its_name() -> None:
    view = PlainView(-1, Rules("default", {}, {}), {"phase": "play"}, {})
    assert view.text() == 'view/1 - {"rules":{"preset":"default"},"public":{"phase":"play"},"private":{}}'
