"""The figures that only one game has."""

from __future__ import annotations

import importlib

import pytest

from qipai.bench import side_by_side


def test_guandan_compares_its_two_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("qipai.games.guandan.bench")
    monkeypatch.setattr(module, "HANDS", 2)
    (section,) = module.sections(2, 0.01)
    assert [row[0] for row in section["rows"]] == ["0", "1", "2"]
    assert all(int(row[5]) > int(row[4]) > 20 for row in section["rows"])
    assert all(len(row) == len(section["columns"]) for row in section["rows"])


def test_mahjong_stands_beside_other_programs_or_says_that_they_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("qipai.games.mahjong.bench")
    monkeypatch.setattr(module, "HANDS", 30)
    (section,) = module.sections(2, 0.01)
    assert len(section["rows"]) == 3
    assert all(row[-1].endswith("×") or row[-1] == "not installed" for row in section["rows"])
    assert all(len(row) == len(section["columns"]) for row in section["rows"])


def test_ratios_are_theirs_by_ours() -> None:
    def work(n: int) -> int:
        return sum(range(n))

    own, other, ratio = side_by_side.compare(lambda: work(20_000), lambda: work(400_000), 5)
    assert other > own
    assert ratio > 5
