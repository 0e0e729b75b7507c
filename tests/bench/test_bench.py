"""The benchmark measures what it says: the same loop for everyone, in turns, only real choices counted."""

from __future__ import annotations

import io
import json
import random
import sys
import types
from typing import Any

import pytest
from rich.console import Console

import qipai
from qipai import build
from qipai.bench import contenders, markdown, render, run_bench, timing
from qipai.core.rng import FastRng

GAMES = qipai.games()


class Coin:
    """OpenSpiel's face: chance deals, then one choice of three, then a forced move, then a choice of two."""

    sizes = (52, 3, 1, 2)

    def __init__(self) -> None:
        self.step = 0

    def is_terminal(self) -> bool:
        return self.step == len(self.sizes)

    def current_player(self) -> int:
        return -1 if self.step == 0 else self.step % 2

    def legal_actions(self) -> list[int]:
        return list(range(self.sizes[self.step]))

    def apply_action(self, action: int) -> None:
        assert 0 <= action < self.sizes[self.step]
        self.step += 1

    def clone(self) -> Coin:
        return Coin()


@pytest.fixture
def pretended_open_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType("pyspiel")
    module.load_game = lambda name: types.SimpleNamespace(new_initial_state=Coin)
    monkeypatch.setitem(sys.modules, "pyspiel", module)
    monkeypatch.setitem(sys.modules, "rlcard", None)  # type: ignore[arg-type]


@pytest.mark.usefixtures("pretended_open_spiel")
def test_chance_and_forced_moves_are_no_decisions_of_a_peer() -> None:
    peer = contenders.open_spiel("dou_dizhu")
    assert isinstance(peer, contenders.Contender)
    assert peer.play() == (1, 2)


@pytest.mark.parametrize("name", GAMES)
def test_driven_and_whole_play_count_the_decisions_with_a_choice(name: str) -> None:
    game = qipai.game(name)
    rules = game.rules(None)
    rng, rnd = FastRng(contenders.SEED), random.Random(contenders.SEED).random
    expected = 0
    state = game.deal(rng, rules)
    while not state.over():
        seat = next(seat for seat in range(8) if state.to_act() >> seat & 1)
        legal = state.legal(seat)
        expected += len(legal) >= 2
        state.apply(seat, legal[int(rnd() * len(legal))])
    assert contenders.driven(game, rules).play() == (1, expected)
    deals, decisions = contenders.whole(game, rules).play()
    assert deals == contenders.WHOLE_BATCH
    assert decisions > deals


def test_everyone_plays_in_every_round_and_the_order_changes() -> None:
    played: list[str] = []

    def player(name: str) -> contenders.Contender:
        def play() -> tuple[int, int]:
            played.append(name)
            return 1, 5

        return contenders.Contender(name, "driven", play)

    laps = timing.interleaved([player("a"), player("b"), player("c")], 10, 0.0)
    assert [len(own) for own in laps] == [10, 10, 10]
    rounds = ["".join(played[k : k + 3]) for k in range(3, len(played), 3)]
    assert len(rounds) == 10
    assert {"".join(sorted(order)) for order in rounds} == {"abc"}
    assert len(set(rounds)) > 1
    assert all(abs(lap.decisions / lap.deals - 5) < 1e-9 for own in laps for lap in own)


@pytest.mark.usefixtures("pretended_open_spiel")
@pytest.mark.parametrize("name", GAMES[:1])
def test_a_result_is_json_and_is_shown_in_both_languages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "STATES", 3)
    monkeypatch.setattr(timing, "REPEAT", 2)
    result = run_bench(name, rounds=2, seconds=0.001)
    data: Any = json.loads(json.dumps(result))
    assert data == result
    whos = [line["who"] for line in data["lines"]]
    assert whos[:2] == [f"qipai {name}"] * 2
    assert "OpenSpiel dou_dizhu" in whos
    assert {peer["who"]: peer["why"] for peer in data["absent"]}["RLCard doudizhu"] == "not installed"
    assert {(line["what"], line["peer"]) for line in data["ratios"]} >= {("driven", "OpenSpiel dou_dizhu")}
    assert set(data["calls"]) == {"copy", "view", "world", "world / copy", "clone / copy", timing.CLONE}
    assert data["sound"] is False, "two rounds are too few"
    for lang, words in (("en", ("decisions/s", "not installed")), ("zh_CN", ("决策/秒", "未安装"))):
        text = io.StringIO()
        Console(file=text, width=160).print(render(result, lang))
        for word in words:
            assert word in text.getvalue()
        assert ("INTERPRETED" in text.getvalue() or "未编译" in text.getvalue()) is not build.compiled()
    assert markdown(result).startswith(f"# {name}\n")


@pytest.mark.parametrize("name", GAMES[:1])
def test_without_peers_nothing_of_theirs_is_loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "STATES", 3)
    monkeypatch.setattr(timing, "REPEAT", 2)
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # type: ignore[arg-type]
    data: Any = run_bench(name, rounds=1, seconds=0.001, peers=False)
    assert len(data["lines"]) == 2
    assert data["ratios"] == data["absent"] == []


@pytest.mark.parametrize("name", GAMES[:1])
def test_a_game_adds_sections_of_its_own(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = types.ModuleType(f"qipai.games.{name}.bench")
    module.__spec__ = types.SimpleNamespace(name=module.__name__)
    module.sections = lambda rounds, seconds: [
        {"title": {"en": "Own", "zh": "自有"}, "columns": ["a", "b"], "rows": [["x", rounds]]}
    ]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(timing, "STATES", 3)
    monkeypatch.setattr(timing, "REPEAT", 2)
    result = run_bench(name, rounds=1, seconds=0.001, peers=False)
    assert "## Own\n\n| a | b |\n|---|---|\n| x | 1 |" in markdown(result)
    assert "## 自有" in markdown(result, "zh")


@pytest.mark.parametrize(
    ("value", "text"), [(1234567.0, "1,230,000"), (100.4, "100"), (99.95, "100"), (3.14159, "3.14"), (0.5, "0.5")]
)
def test_numbers_show_three_digits(value: float, text: str) -> None:
    from qipai.bench.report import number

    assert number(value) == text
