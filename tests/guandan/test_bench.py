"""The figures that only this game has."""

from __future__ import annotations

import pytest

from qipai.games.guandan import bench


def test_it_compares_its_two_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "HANDS", 2)
    (section,) = bench.sections(2, 0.01)
    assert [row[0] for row in section["rows"]] == ["0", "1", "2"]
    assert all(int(row[5]) > int(row[4]) > 20 for row in section["rows"])
    assert all(len(row) == len(section["columns"]) for row in section["rows"])
