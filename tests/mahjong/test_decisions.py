"""The measure of playouts by decisions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mahjong import decisions
from tests.mahjong.decisions import Found


@pytest.mark.once
def test_a_setting_gains_nothing_over_itself_and_others_choose_other_moves() -> None:
    found = [decisions.measured("chengdu", number, ("40", "0"), orders=20).gains for number in range(3)]
    assert [own for own, _ in found] == [0.0] * 3
    assert any(policy != 0.0 for _, policy in found)
    assert decisions.measured("chengdu", 0, ("40", "0"), orders=20).gains == found[0]


@pytest.mark.once
def test_all_settings_think_about_the_same_worlds() -> None:
    """Giving up what is hopeless changes nothing but the time, if hopeless is out of reach; far too early it does."""
    found = decisions.measured("chengdu", 3, ("400,far=0", "400,far=0", "400,far=1000", "400,far=0.01"), orders=20)
    assert found.gains[:3] == [0.0, 0.0, 0.0]
    assert found.gains[3] != 0.0
    assert found.seconds[3] < found.seconds[0]


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def measured(way: str, number: int, settings: tuple[str, ...]) -> Found:
        asked.append(number)
        return Found([0.0, float(number)], [2.0, 1.0])

    monkeypatch.setattr(decisions, "measured", measured)
    decisions.measure("river", 2, ("10", "20,far=4"), tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text() + json.dumps(Found([0.0, 2.0], [2.0, 1.0]))[:-3])
    found = decisions.measure("river", 4, ("10", "20,far=4"), tmp_path)
    assert asked == [0, 1, 2, 3]
    assert [gain for (_, gain), _ in found] == [0.0, 1.0, 2.0, 3.0]
    assert decisions.summary(("10", "20,far=4"), found) == "4 deals, against 10  20,far=4: +1.500 ± 2.054, time × 0.50"
