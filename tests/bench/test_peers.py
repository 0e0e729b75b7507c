"""`qipai bench peers`: everyone is timed, and the page says what was reached and what was not."""

from __future__ import annotations

from typing import Any

import pytest

from qipai.bench import peers
from qipai.bench.contenders import Contender
from qipai.core.registry import game as find_game
from qipai.core.registry import games


@pytest.mark.parametrize("name", games())
def test_every_layer_plays_deals_to_their_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "VECTOR_DEALS", 8)
    game = find_game(name)
    for contender in (peers.by_table(game), peers.by_pettingzoo(game)):
        played = [contender.play() for _ in range(8)]  # some deals are void
        assert all(deals == 1 for deals, _ in played)
        assert sum(decisions for _, decisions in played) > 0
    for arrays in (False, True):
        assert peers.by_vector(game, arrays).play()[1] == 8


def test_the_page_tells_what_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def pretended(who: str, what: str) -> Contender:
        def play() -> tuple[int, int]:
            sum(range(2000))
            return 1, 100

        return Contender(who, what, play)

    field: list[Any] = [pretended(peers.PEER, "driven"), pretended("RLCard leduc-holdem", "PettingZoo")]
    for name in games():
        for what in ("driven", "Table", "PettingZoo", peers.STEP_ALONE, peers.WITH_ARRAYS):
            field.append(pretended(f"qipai {name}", what))
    monkeypatch.setattr(peers, "entrants", lambda: field)
    monkeypatch.setattr("gc.collect", lambda: 0)
    result: Any = peers.run_peers(rounds=2, seconds=0.001)
    assert len(result["lines"]) == len(field)
    by_name = {entry["what"]: entry for entry in result["bars"]}
    for name in games():
        goal = peers.speed_goal(name)
        reached = by_name[f"{name}, vector stepping by OpenSpiel dou_dizhu driven"]["reached"]
        assert reached is (None if goal is None else False)
        assert by_name[f"{name}, time of step, observation and mask by that of the step"]["reached"] is True
    page = peers.peers_markdown(result, "benchmarks.svg")
    assert "**not reached**" in page
    assert "(benchmarks.svg)" in page
    plot = peers.peers_plot(result)
    assert plot.count("<rect") == 1 + len(field)
