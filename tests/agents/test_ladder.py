"""Every game has a ladder; its agents know a view and nothing else, answer legally, repeat themselves, and explain."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

import qipai
from qipai.agents import LEVELS, Agent, Budget, Decision, agent, levels
from qipai.agents.base import BUDGETS
from qipai.agents.simple import EasyAgent
from qipai.core.game import Game
from qipai.core.parts import Advice, Hint
from qipai.core.registry import own_games, part
from qipai.core.rng import FastRng
from qipai.core.state import View
from qipai.core.text import Text
from qipai.search.playout import lowest_seat

CHINESE = re.compile("[\u4e00-\u9fff]")
RUNGS = [(game, level) for game in qipai.games() for level in levels(game)]
QUICK = Budget("arena", 0.05)  # an uncompiled kernel would think for seconds


def decisions(name: str, count: int, seed: int = 1) -> Iterator[Decision]:
    """Some decisions with a choice, spread over random deals."""
    game = qipai.game(name)
    rng = FastRng(seed)
    made = 0
    while made < count:
        state = game.deal(rng, game.rules(None))
        while not state.over() and made < count:
            seat = int(lowest_seat(state.to_act()))
            actions = state.legal(seat)
            if len(actions) > 1 and rng.below(4) == 0:
                made += 1
                yield Decision(game, state.view(seat), actions)
            state.apply(seat, actions[rng.below(len(actions))])


@pytest.mark.parametrize("game", qipai.games())
def test_every_game_has_the_same_names_for_its_levels(game: str) -> None:
    assert tuple(levels(game)) == LEVELS[: len(levels(game))]
    assert len(levels(game)) >= 3


@pytest.mark.parametrize("game", [game for game in own_games() if "hard" in levels(game)])
def test_games_whose_bots_search_have_all_levels_and_each_knows_its_name(game: str) -> None:
    assert tuple(levels(game)) == LEVELS == ("random", "easy", "normal", "hard", "master")
    assert [agent(game, level).name for level in LEVELS] == list(LEVELS)


@pytest.mark.parametrize(("game", "level"), RUNGS)
def test_an_agent_answers_legally_and_says_why(game: str, level: str) -> None:
    player = agent(game, level, seed=5, budget=QUICK)
    for decision in decisions(game, 12):
        assert decision.allows(player.choose(decision))
        said = player.explain()
        assert said.en
        assert CHINESE.search(said.zh)
        assert not CHINESE.search(said.en)
        assert "\n" not in said.en + said.zh


@pytest.mark.parametrize(("game", "level"), RUNGS)
def test_the_same_seed_gives_the_same_answers(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small_budgets(game, monkeypatch)
    asked = list(decisions(game, 6, seed=2))
    answers = []
    for _ in range(2):
        player = agent(game, level, seed=9, budget="arena")
        answers.append([player.choose(decision) for decision in asked])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("game", qipai.games())
def test_another_seed_makes_random_play_otherwise(game: str) -> None:
    asked = list(decisions(game, 12))
    players = [agent(game, "random", seed=seed) for seed in range(4)]
    assert len({tuple(player.choose(decision) for decision in asked) for player in players}) > 1


@pytest.mark.parametrize(("game", "level"), RUNGS)
def test_an_answer_depends_on_the_view_alone(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another deal with the same view gets the same answer: an agent cannot have seen the difference."""
    small_budgets(game, monkeypatch)
    for decision in decisions(game, 4, seed=3):
        other = decision.game.world(decision.view, FastRng(77))
        same = Decision(decision.game, other.view(decision.seat), other.legal(decision.seat))
        first, second = agent(game, level, seed=1, budget="arena"), agent(game, level, seed=1, budget="arena")
        assert first.choose(decision) == second.choose(same)


def small_budgets(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few iterations, no clock."""
    module = part(qipai.game(game), "agents")
    for name, few in {"ITERATIONS": 40, "OPENING": 40, "WORLDS": 3}.items():
        if hasattr(module, name):
            monkeypatch.setitem(getattr(module, name), "arena", few)
    if hasattr(module, "MASTER"):
        monkeypatch.setattr(module, "MASTER", 1)


@pytest.mark.parametrize("budget", ["play", "device"])
@pytest.mark.parametrize("game", qipai.games())
def test_without_time_there_is_still_a_legal_answer(game: str, budget: str) -> None:
    for level in levels(game):
        player = agent(game, level, budget=Budget(budget, 0.0))
        assert player.name == level
        for decision in decisions(game, 3):
            assert decision.allows(player.choose(decision))


@pytest.mark.parametrize(("game", "level"), RUNGS)
def test_the_time_limit_is_kept(game: str, level: str) -> None:
    player = agent(game, level, budget=Budget("play", 0.2))
    for decision in decisions(game, 3):
        spent = time.process_time()  # a busy machine may hold us up, it does not make us work longer
        player.choose(decision)
        assert time.process_time() - spent < 3


class Ranked(Advice):
    """Advice that is nothing but a ranking of the moves."""

    def __init__(self, scores: list[float]) -> None:
        self.scores = scores

    def hints(self, view: View, n: int) -> list[Hint]:
        return [Hint(k, Text("x", "一"), score) for k, score in enumerate(self.scores)][:n]


def easy_choices(scores: list[float]) -> list[int]:
    view = qipai.Table("xianqi").view(0)
    game = Game("ranked", Text("Ranked", "排序"), Text("", ""))
    game.advice = Ranked(scores)
    decision = Decision(game, view, list(range(len(scores))))
    player = EasyAgent(3)
    return [player.choose(decision) for _ in range(400)]


def test_a_beginner_takes_the_best_half_the_time_and_never_a_silly_move() -> None:
    chosen = easy_choices([10.0, 9.0, 8.0, 7.0, 6.5, 2.0, 1.0, -5.0, -6.0])
    assert set(chosen) == {0, 1, 2}
    assert 140 < chosen.count(0) < 260
    assert set(easy_choices([10.0, -90.0, -91.0, -92.0])) == {0}
    assert set(easy_choices([1.0, 1.0])) == {0, 1}


def test_unknown_names_are_refused_in_words() -> None:
    for wrong, code in ((("chess", "easy"), "UNKNOWN_GAME"), (("xianqi", "godlike"), "UNKNOWN_LEVEL")):
        with pytest.raises(qipai.QipaiError) as refusal:
            agent(*wrong)
        assert refusal.value.code == code
        assert CHINESE.search(refusal.value.say("zh"))
    with pytest.raises(qipai.QipaiError) as refusal:
        agent("xianqi", "easy", budget="eternity")
    assert refusal.value.code == "UNKNOWN_BUDGET"
    assert list(BUDGETS) == ["arena", "play", "device"]


def test_a_fallback_is_legal_even_when_the_game_has_no_advice() -> None:
    decision = next(decisions("xianqi", 1))
    assert decision.allows(decision.fallback())
    mute = Decision(decision.game, decision.view, decision.actions)
    mute.action = lambda move: (_ for _ in ()).throw(qipai.IllegalMove("BAD_MOVE", move=move))  # type: ignore[method-assign]
    assert mute.fallback() == decision.actions[0]


def test_texts_and_actions_of_a_decision_fit_each_other() -> None:
    for decision in decisions("xianqi", 10):
        assert [decision.action(move) for move in decision.moves] == decision.actions


def test_an_agent_that_has_not_chosen_says_so() -> None:
    assert "yet" in Agent().explain().en


def test_the_yardstick_is_an_agent_but_no_level() -> None:
    assert agent("xianqi", "first-hint").name == "first-hint"
    assert "first-hint" not in levels("xianqi")


@pytest.mark.interpreted
@pytest.mark.parametrize("game", [game for game in own_games() if type(qipai.game(game)).known is not Game.known])
def test_no_world_is_drawn_to_write_or_read_a_move(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints, the first rungs, fallbacks and the texts of outside programs need the view alone."""
    found = [next(decisions(game, 1, seed=k)) for k in range(3)]
    agents = [agent(game, level, seed=1) for level in ("random", "easy", "first-hint")]

    def refuse(*_: object) -> None:
        raise AssertionError("a world was drawn")

    monkeypatch.setattr(type(qipai.game(game)), "world", refuse)
    for decision in found:
        for move, action in zip(decision.moves, decision.actions, strict=True):
            assert decision.action(move) == action
        assert decision.allows(decision.fallback())
        for player in agents:
            assert decision.text(player.choose(decision))


@pytest.mark.interpreted
@pytest.mark.parametrize(("game", "level"), RUNGS)
def test_an_agent_chooses_without_writing_or_reading_a_text(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are packed inside; text is made where a person, a record or a wire needs it."""
    player = agent(game, level, seed=1, budget=QUICK)
    for name in ("write", "read", "resolve"):
        monkeypatch.setattr(type(qipai.game(game)), name, refuse)
    for k in range(2):
        decision = next(decisions(game, 1, seed=k))
        assert decision.allows(player.choose(decision))
        assert decision.allows(decision.fallback())


def refuse(*_: object) -> None:
    raise AssertionError("a text was written or read")
