"""Runs golden cases: a record, an expectation, and nothing in the expectation that this runner does not know.

A game's own kinds, if it has any, live in `tests/<game>/golden_kinds.py`:
  `pure(case)` gives the actual values of a case that is no deal (or None if it is one);
  `observe(table, key, wanted)` gives the actual value of a key that `Table.facts` does not hold in the wanted shape
  (or `UNKNOWN`).
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import qipai

FOLDER = Path(__file__).parent / "golden"
CASE_KEYS = {"id", "clause", "note", "expect"}
UNKNOWN = object()
NO_KINDS = SimpleNamespace(pure=lambda case: None, observe=lambda table, key, wanted: UNKNOWN)


def paths(game: str) -> list[Path]:
    """The files of a game's cases: `<game>.json` and `<game>-*.json`."""
    return sorted([*FOLDER.glob(f"{game}.json"), *FOLDER.glob(f"{game}-*.json")])


def kinds_of(game: str) -> Any:
    name = f"tests.{game}.golden_kinds"
    known = importlib.util.find_spec(f"tests.{game}") is not None and importlib.util.find_spec(name) is not None
    return importlib.import_module(name) if known else NO_KINDS


def load(game: str) -> list[dict[str, Any]]:
    """All cases of a game."""
    cases: list[dict[str, Any]] = []
    for path in paths(game):
        cases += json.loads(path.read_text(encoding="utf-8"))
    return cases


def run(game: str, case: dict[str, Any]) -> None:
    """Raises AssertionError, with the case's id, unless the case holds."""
    kinds = kinds_of(game)
    expect = case["expect"]
    assert expect, case["id"]
    actual = kinds.pure(case)
    if actual is not None:
        for key, wanted in expect.items():
            assert key in actual, f"{case['id']}: unknown expectation {key!r}"
            assert actual[key] == wanted, f"{case['id']}: {key} is {actual[key]!r}, not {wanted!r}"
        return
    record = {key: value for key, value in case.items() if key not in CASE_KEYS}
    record.setdefault("game", game)
    if "error" in expect:
        refused(record, expect["error"], case["id"])
        if set(expect) == {"error"}:
            return
        # what else is expected holds after the refusal: that is, as before the refused move
        record["moves"] = record["moves"][:-1]
    table = qipai.Table.from_record(record)
    for key, wanted in expect.items():
        if key != "error":
            compare(kinds, table, key, wanted, case["id"])


def table_of(game: str, name: str, moves: int | None = None) -> qipai.Table:
    """Where the moves of a case lead to, or the first of them."""
    (case,) = [case for case in load(game) if case["id"] == name]
    record = {key: value for key, value in case.items() if key not in CASE_KEYS}
    return qipai.Table.from_record({"game": game, **record, "moves": case["moves"][:moves]})


def refused(record: dict[str, Any], code: str, name: str) -> None:
    """The last move is refused with the code and changes nothing; with no moves, the deal itself is refused."""
    moves = record.get("moves", [])
    if not moves:
        with pytest.raises(qipai.BadRecord) as deal_refusal:
            qipai.Table.from_record(record)
        assert code in (deal_refusal.value.code, deal_refusal.value.engine_code), (
            f"{name}: {deal_refusal.value.code}, not {code}"
        )
        return
    table = qipai.Table.from_record({**record, "moves": moves[:-1]})
    before = (table.facts(), table.record(), table.version)
    with pytest.raises(qipai.IllegalMove) as move_refusal:
        table.play(*moves[-1])
    assert code in (move_refusal.value.code, move_refusal.value.engine_code), f"{name}: {move_refusal.value.code}, not {code}"
    assert before == (table.facts(), table.record(), table.version), name


def compare(kinds: Any, table: qipai.Table, key: str, wanted: Any, name: str) -> None:
    if key == "legal":
        for seat, moves in wanted.items():
            assert set(table.legal(int(seat))) == set(moves), (
                f"{name}: legal moves of seat {seat}: {list(table.legal(int(seat)))}"
            )
            assert len(table.legal(int(seat))) == len(moves), f"{name}: doubles in the list of seat {seat}"
    elif key == "legal_includes":
        for seat, moves in wanted.items():
            listed = set(table.legal(int(seat)))
            assert not set(moves) - listed, f"{name}: seat {seat} lacks {set(moves) - listed}"
            assert all(move in table.legal(int(seat)) for move in moves), name
    elif key == "legal_excludes":
        for seat, moves in wanted.items():
            assert not set(moves) & set(table.legal(int(seat))), f"{name}: seat {seat} has {moves}"
            assert not any(move in table.legal(int(seat)) for move in moves), name
    else:
        actual = kinds.observe(table, key, wanted)
        if actual is UNKNOWN:
            facts = table.facts()
            assert key in facts, f"{name}: unknown expectation {key!r}"
            actual = facts[key]
        assert actual == wanted, f"{name}: {key} is {actual!r}, not {wanted!r}"
