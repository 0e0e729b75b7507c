"""The published types of hints, records, reports and private views hold for real data, key by key."""

from __future__ import annotations

import importlib
import json
import re
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import qipai
from qipai.core.registry import part
from qipai.core.shapes import RecordDict, RecordReport
from qipai.search.playout import lowest_seat
from tests.conftest import ROOT

GAMES = [name for name in qipai.games() if part(qipai.game(name), "shapes") is not None]
PROVEN = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "records.md").read_text(encoding="utf-8"), re.DOTALL)[0]


def problems(value: Any, kind: Any, at: str = "") -> list[str]:
    """Where a value differs from its type."""
    if is_typeddict(kind):
        if not isinstance(value, dict):
            return [f"{at} is no object"]
        hints = get_type_hints(kind)
        found = [f"{at}.{key} is missing" for key in kind.__required_keys__ if key not in value]
        found += [f"{at}.{key} is not in the type" for key in value if key not in hints]
        return found + [one for key in value if key in hints for one in problems(value[key], hints[key], f"{at}.{key}")]
    if get_origin(kind) in (Union, UnionType):
        return [] if any(not problems(value, one) for one in get_args(kind)) else [f"{at} is {value!r}, not {kind}"]
    if get_origin(kind) is list:
        if not isinstance(value, list):
            return [f"{at} is no list"]
        return [one for place, item in enumerate(value) for one in problems(item, get_args(kind)[0], f"{at}[{place}]")]
    if get_origin(kind) is dict:
        if not isinstance(value, dict):
            return [f"{at} is no object"]
        return [one for key, item in value.items() for one in problems(item, get_args(kind)[1], f"{at}.{key}")]
    if kind is object:
        return []
    if kind in (None, NoneType):
        return [] if value is None else [f"{at} is {value!r}, not None"]
    exact = type(value) is kind or (kind is float and type(value) is int)
    return [] if exact else [f"{at} is {value!r}, not {kind}"]


@pytest.mark.parametrize("name", GAMES)
def test_hints_private_views_and_records_have_their_types(name: str) -> None:
    module = getattr(qipai, name)
    for seed in ("01", "02"):
        table = qipai.Table(name, seed=seed * 32)
        while not table.over:
            for seat in range(table.seats):
                assert problems(module.private(table, seat), module.PrivateDict) == []
            seat = lowest_seat(table.state.to_act())
            assert problems(table.hints(seat, 2), list[qipai.HintDict]) == []
            legal = table.canonical(seat)
            table.play(seat, legal[len(legal) // 2])
        assert problems(table.record(), RecordDict) == []
        assert problems(qipai.verify(table.record()), RecordReport) == []


def test_a_record_with_everything_has_its_type() -> None:
    record = qipai.replay(json.loads(PROVEN)).record()
    assert "meta" in record
    assert "fairness" in record["deals"][0]
    assert problems(record, RecordDict) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_type_of_a_private_view_has_the_keys_of_its_schema(name: str) -> None:
    page = (ROOT / "src" / "qipai" / "games" / name / "view.md").read_text(encoding="utf-8")
    schema = json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[1])
    kind = importlib.import_module(f"qipai.games.{name}.shapes").PrivateDict
    assert kind.__required_keys__ == set(schema["required"])
    assert set(get_type_hints(kind)) == set(schema["properties"])


def test_a_typed_view_is_of_the_right_game_and_seat() -> None:
    table = qipai.Table("xianqi", seed="01" * 32)
    with pytest.raises(qipai.IllegalMove, match="This is a table of xianqi, not of mahjong"):
        qipai.mahjong.private(table, 0)
    with pytest.raises(qipai.IllegalMove, match="No seat 9"):
        qipai.xianqi.private(table, 9)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"move": "pass"},
        {"move": 1, "reason": {"en": "", "zh": ""}, "score": 0.0},
        {"move": "", "reason": {"en": ""}, "score": 1.0},
    ],
)
def test_wrong_data_is_found(wrong: Any) -> None:
    assert problems(wrong, qipai.HintDict)
