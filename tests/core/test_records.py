"""Records as files: sizes, nonsense, the short form, and what a table may be asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.record import parse_record, read_record, replay, write_record
from qipai.core.rules import Option, Options
from qipai.core.text import Text, language

HANDS = [
    {"R_SHI": 2, "R_MA": 1, "R_NIU": 2, "B_XIANG": 1, "B_CHE": 1, "B_NIU": 1},
    {"R_XIANG": 1, "R_MA": 1, "R_GOU": 1, "B_SHI": 2, "B_CHE": 1, "B_GOU": 1, "B_NIU": 1},
    {"R_XIANG": 1, "R_CHE": 2, "R_NIU": 1, "B_XIANG": 1, "B_MA": 2, "B_NIU": 1},
]
SHORT: dict[str, Any] = {"game": "xianqi", "deal": {"hands": HANDS, "starter": 0}, "moves": [[0, "play R_SHI"]]}


def bad(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(qipai.BadRecord) as refusal:
        call(*args, **kwargs)
    assert refusal.value.code == "BAD_RECORD"
    return refusal.value.message


def test_the_short_form_is_one_deal() -> None:
    t = qipai.Table.from_record(SHORT)
    assert t.to_act == [1]
    assert t.record()["deals"] == [{"deal": SHORT["deal"], "moves": [[0, "play R_SHI"]]}]
    assert qipai.replay(t.record()).facts() == t.facts()
    assert "can’t be used together" in bad(replay, {**t.record(), "moves": []})


def test_files_that_are_missing_broken_or_too_large(tmp_path: Path) -> None:
    assert "No such file" in bad(read_record, tmp_path / "none.json")
    bad(read_record, tmp_path)
    path = tmp_path / "r.json"
    for text in [b"", b"{", b"[]", b"3", b"\xff\xfe", b'{"a": NaN}', b"[" * 100_000, b'"' + b"x" * 1000]:
        path.write_bytes(text)
        bad(read_record, path)
    path.write_bytes(b'{"game": "' + b"x" * 2000 + b'"}')
    assert "larger than 1000 bytes" in bad(read_record, path, 1000)
    assert "larger" in bad(parse_record, b" " * 101, 100)
    assert "more than 2 moves" in bad(replay, {**SHORT, "moves": [[0, "buckle"], [1, "pass"], [2, "pass"]]}, max_moves=2)


def test_written_records_are_read_back(tmp_path: Path) -> None:
    t = qipai.Table.from_record(SHORT)
    t.meta = {"players": ["甲", "乙", "丙"], "started": "2026-01-01"}
    path = tmp_path / "r.json"
    path.write_text(write_record(t.record()), encoding="utf-8")
    assert read_record(path) == t.record()
    assert qipai.replay(read_record(path)).meta == t.meta
    assert "甲" in path.read_text(encoding="utf-8")


def test_a_refused_move_of_a_record_is_named() -> None:
    message = bad(replay, {**SHORT, "moves": [[0, "play R_SHI"], [1, "play B_NIU"]]})
    assert "move 1 of deal 0, seat 1 'play B_NIU'" in message
    with pytest.raises(qipai.BadRecord) as refusal:
        replay({**SHORT, "moves": [[0, "play B_SHI"]]})
    assert refusal.value.detail["cause"] == "NOT_IN_HAND"
    json.dumps(refusal.value.to_json())


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 70)
    | st.text(max_size=8)
    | st.sampled_from(["play R_SHI", "buckle", "xianqi", "00" * 32]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*SHORT, "rules", "deals", "seed", "hands", "starter", "pillars"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None)
@given(
    json_values,
    st.sampled_from(["game", "rules", "deal", "moves", "deals", "seed", "returns", "fairness", "partial", "meta", "format"]),
)
def test_no_nonsense_gets_past_the_reader_without_a_code(value: Any, key: str) -> None:
    for record in (value, {**SHORT, key: value}, {**SHORT, "deal": {**SHORT["deal"], key: value}}):
        try:
            t = qipai.replay(record)
        except qipai.BadRecord as refusal:
            json.dumps(refusal.to_json())
            continue
        assert qipai.replay(t.record()).facts() == t.facts()


# errors
def test_a_refusal_speaks_both_languages_and_is_a_value_error() -> None:
    t = qipai.Table.from_record(SHORT)
    with pytest.raises(ValueError, match="NOT_TO_ACT") as refusal:
        t.play(2, "play R_XIANG")
    error = refusal.value
    assert isinstance(error, qipai.IllegalMove)
    assert error.say("zh") == "还没轮到座位 2。"
    assert error.to_json()["message"] == "It isn’t seat 2’s turn."


def test_unknown_games_are_named() -> None:
    with pytest.raises(qipai.BadRecord) as refusal:
        qipai.Table("chess")
    assert refusal.value.code == "UNKNOWN_GAME"
    assert "xianqi" in refusal.value.message
    with pytest.raises(qipai.EngineError) as engine_refusal:
        qipai.Engine("chess")
    assert engine_refusal.value.code == "ENGINE_INVALID_STATE"


# options
def test_options_admit_what_their_kind_admits() -> None:
    plain = Text("x", "选")
    number = Option("n", 10, plain, "X-1.1", low=2, high=10)
    assert [v for v in (1, 2, 10, 11, True, "2", None, 2.0) if number.admits(v)] == [2, 10]
    choice = Option("c", "a", plain, "X-1.1", {"a": plain, "b": plain}, pattern=r"deals:[1-9][0-9]*")
    assert [v for v in ("a", "b", "c", "deals:3", "deals:0", 1, True) if choice.admits(v)] == ["a", "b", "deals:3"]
    switch = Option("s", False, plain, "X-1.1", {False: plain, True: plain})
    assert [v for v in (True, False, 0, 1, "true") if switch.admits(v)] == [True, False]
    table = Options([number, choice, switch], {"default": {}, "other": {"n": 3, "s": True}})
    assert table.resolve({"preset": "other", "n": 4}).options == {"n": 4, "c": "a", "s": True}
    assert table.resolve({"preset": "other", "n": 4}).to_json() == {"preset": "other", "n": 4}
    assert table.resolve(None) == table.resolve({"n": 10})
    assert table.schema()["presets"] == {"default": {}, "other": {"n": 3, "s": True}}


@pytest.mark.parametrize(
    ("wish", "environment", "found"),
    [("zh", "en_GB", "zh"), (None, "zh_CN.UTF-8", "zh"), (None, "C", "en"), ("en", "zh_CN", "en"), (None, "", "en")],
)
def test_the_language_comes_from_the_wish_or_the_environment(
    wish: str | None, environment: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", environment)
    assert language(wish) == found


# tables
def test_legal_moves_are_a_lazy_sequence() -> None:
    t = qipai.Table.from_record({**SHORT, "moves": []})
    legal = t.legal(0)
    assert legal.packed is None  # nothing is listed before somebody asks
    assert "play R_SHI" in legal
    assert "play B_SHI" not in legal
    assert 7 not in legal
    assert legal.packed is None
    assert legal
    assert not t.legal(1)
    assert len(legal) == 9
    assert legal[0] == "play R_SHI"
    assert legal[-1] == "buckle"
    assert list(legal) == list(t.canonical(0))
    assert "buckle" in repr(legal)
    t.play(0, "buckle")
    assert legal[0] == "play R_SHI"  # a list that was taken does not change under the reader


def test_seats_that_do_not_exist_are_refused() -> None:
    t = qipai.Table.from_record(SHORT)
    for seat in (-2, 3, 99):
        for call in (t.legal, t.canonical, t.private, t.hints, t.view):
            with pytest.raises(qipai.IllegalMove) as refusal:
                call(seat)
            assert refusal.value.code == "BAD_SEAT"
    assert t.hints(0) == []
