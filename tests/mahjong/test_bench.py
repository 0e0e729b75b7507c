"""The figures that only this game has."""

from __future__ import annotations

import pytest

from qipai.games.mahjong import bench


def test_it_is_compared_with_other_programs_or_says_that_they_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "HANDS", 30)
    first, *presets = bench.sections(2, 0.01)
    assert len(first["rows"]) == 3
    assert [row[0] for section in presets for row in section["rows"]] in (
        [],  # without OpenSpiel
        ["chengdu, driven", "chengdu, whole", "river, driven", "river, whole"],
    )
    for section in (first, *presets):
        assert all(row[-1].endswith("×") or row[-1] == "not installed" for row in section["rows"])
        assert all(len(row) == len(section["columns"]) for row in section["rows"])
