"""The comparison with 0.1.0: the same deals in turns, ratios of the rounds, and a page that says them."""

from __future__ import annotations

from typing import Any, cast

import pytest
from benchmarks.before_after import player
from benchmarks.before_after.__main__ import KINDS, Player, measure, page


class Pretended:
    """Takes this many seconds for a decision, and more when the machine is busy with something else."""

    def __init__(self, seconds: float, more: int = 0) -> None:
        self.seconds = seconds
        self.more = more
        self.seeds: list[int] = []
        self.starts = 0

    def restart(self) -> None:
        self.starts += 1

    def play(self, game: str, what: str, count: int, seed: int) -> tuple[float, int]:
        self.seeds.append(seed)
        busy = 1 + seed % 7
        return 10 * count * self.seconds * busy, 10 * count + self.more


def test_a_ratio_is_that_of_the_same_round() -> None:
    old, new = Pretended(0.002), Pretended(0.001)
    *_, rows = measure(cast("Player", old), cast("Player", new), ["a", "b"], 12, 0.1)
    assert [(row.game, row.what) for row in rows] == [(game, what) for game in ("a", "b") for what in KINDS]
    assert all(row.ratio() == pytest.approx(2) for row in rows)
    assert all(low <= row.ratio() <= high for row in rows for low, high in [row.interval()])
    assert [seed for seed in old.seeds if seed > 1] == [seed for seed in new.seeds if seed > 1]
    assert old.starts == new.starts == 4, "the luck of one process decides nothing"
    text = page(rows, 0.1)
    assert "for 12 rounds" in text
    assert text.count("| 2.000 |") == 6


def test_versions_that_play_different_deals_are_not_compared() -> None:
    with pytest.raises(SystemExit, match="different deals"):
        list(measure(cast("Player", Pretended(0.002)), cast("Player", Pretended(0.002, 1)), ["a"], 1, 0.1))


@pytest.mark.parametrize("what", KINDS)
def test_a_player_plays_the_same_deals_again(what: str) -> None:
    vector = player.Vector()
    asked: dict[str, Any] = {"game": "xianqi", "what": what, "count": 2, "seed": 5}
    first, second = (player.answer(vector, asked) for _ in range(2))
    assert first["decisions"] == second["decisions"] > 0
    assert first["seconds"] >= 0
