"""The measure of playouts by decisions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mahjong import decisions


@pytest.mark.once
def test_a_number_of_playouts_gains_nothing_over_itself_and_more_choose_other_moves() -> None:
    own, policy = decisions.gains("chengdu", 3, (40, 0), common=20)
    assert own == 0.0
    assert policy != 0.0
    assert decisions.gains("chengdu", 3, (40, 0), common=20) == [own, policy]


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def gains(way: str, number: int, playouts: tuple[int, ...]) -> list[float]:
        asked.append(number)
        return [0.0, float(number)]

    monkeypatch.setattr(decisions, "gains", gains)
    decisions.measure("river", 2, (10, 20), tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text() + json.dumps([0.0, 2.0])[:-3])
    found = decisions.measure("river", 4, (10, 20), tmp_path)
    assert asked == [0, 1, 2, 3]
    assert [gain for _, gain in found] == [0.0, 1.0, 2.0, 3.0]
    assert decisions.summary((10, 20), found) == "4 deals, against 10 playouts  20: +1.500 ± 2.054"
