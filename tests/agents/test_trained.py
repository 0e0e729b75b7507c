"""Weights from a file at the table: `weights:FILE` plays by them, and every other file is refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

import qipai
from qipai.agents import agent
from qipai.agents.learner import learner
from qipai.agents.seating import seat_agent
from qipai.agents.trained import TrainedAgent, load
from qipai.arena.match import seats_for
from qipai.core.errors import BadRecord, QipaiError
from qipai.core.registry import folders, own_games, part
from qipai.core.rng import FastRng
from qipai.core.weights import MOST_BYTES, pack, read_header, read_weights, write_weights
from qipai.search.playout import lowest_seat
from tests.agents.test_ladder import decisions

GAMES = [game for game in own_games() if part(qipai.game(game), "agents_learner") is not None]


def shipped(game: str) -> str:
    return str(Path(folders(qipai.game(game))[0]) / "policy.weights")


def seated(game: str, path: str) -> TrainedAgent:
    found = qipai.game(game)
    made = seat_agent(found, found.rules(None), f"weights:{path}", seat=0, seed=1, budget="arena", limit=1.0)
    assert isinstance(made, TrainedAgent)
    return made


def reason(game: str, path: Path | str) -> str:
    """Of the refusal, in both languages."""
    with pytest.raises(BadRecord) as refusal:
        seated(game, str(path))
    assert refusal.value.code == "BAD_WEIGHTS"
    return refusal.value.say("en") + refusal.value.say("zh")


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_weights_play_like_the_policy_itself(game: str) -> None:
    """In the true deal, though the agent has only the view."""
    found, one = qipai.game(game), learner(qipai.game(game))
    policy, player, rng = one.policy(one.shipped()), seated(game, shipped(game)), FastRng(3)
    state = one.deal(rng)
    made = 0
    while not state.over():
        seat = int(lowest_seat(state.to_act()))
        actions = state.legal(seat)
        expected = policy.choose(state, seat, rng)
        if len(actions) > 1:
            decision = qipai.agents.Decision(found, state.view(seat), actions)
            assert player.choose(decision) == expected
            made += 1
        state.apply(seat, actions[rng.below(len(actions))] if rng.below(3) == 0 else expected)
    assert made > 5


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_weights_tell_where_they_come_from(game: str) -> None:
    one, text = learner(qipai.game(game)), Path(shipped(game)).read_text(encoding="utf-8")
    head = read_header(text)
    assert len(text) < MOST_BYTES
    assert head["features"] == one.features
    assert {"seed", "rounds", "positions", "arena"} <= set(head)
    assert read_weights(text, game, one.features, one.rows * one.width) == one.shipped()


@pytest.mark.parametrize("game", GAMES)
def test_weights_of_another_version_are_refused_in_words(game: str, tmp_path: Path) -> None:
    text, path = Path(shipped(game)).read_text(encoding="utf-8"), tmp_path / "other.weights"
    path.write_text(text.replace(learner(qipai.game(game)).features, "0" * 16), encoding="utf-8")
    assert "train again" in reason(game, path)


@pytest.mark.parametrize("game", GAMES)
def test_other_weights_play_otherwise_and_always_legally(game: str, tmp_path: Path) -> None:
    one = learner(qipai.game(game))
    turned = pack([-((7 * k) % 251) for k in range(one.rows * one.width)])
    path = tmp_path / "turned.weights"
    path.write_text(write_weights(game, one.features, turned, {}), encoding="utf-8")
    turned_player, player = seated(game, str(path)), seated(game, shipped(game))
    others = 0
    for decision in decisions(game, 40):
        action = turned_player.choose(decision)
        assert decision.allows(action)
        others += action != player.choose(decision)
    assert others > 5
    assert turned_player.name == f"weights:{path}"
    assert turned_player.explain().say("en").endswith(".")


def test_a_file_that_was_replaced_is_read_again(tmp_path: Path) -> None:
    one = learner(qipai.game("xianqi"))
    path = tmp_path / "one.weights"
    size = one.rows * one.width
    for value in (1, 22):
        path.write_text(write_weights("xianqi", one.features, pack([value] * size), {"note": "x" * value}), encoding="utf-8")
        assert load(qipai.game("xianqi"), str(path)) == pack([value] * size)


def test_every_other_file_is_refused_with_the_reason(tmp_path: Path) -> None:
    assert "absent.weights can’t be read" in reason("xianqi", tmp_path / "absent.weights")
    assert "can’t be read" in reason("xianqi", tmp_path)
    assert "no file is named" in reason("xianqi", " ")
    assert "it belongs to 'guandan', not to xianqi" in reason("xianqi", shipped("guandan"))
    other = tmp_path / "other"
    other.write_text(write_weights("xianqi", "0123abcd", b"", {}), encoding="utf-8")
    assert "learned with other features ('0123abcd'" in reason("xianqi", other)
    other.write_text(write_weights("xianqi", learner(qipai.game("xianqi")).features, b"12", {}), encoding="utf-8")
    assert "doesn’t have" in reason("xianqi", other)
    other.write_bytes(b"\xff\xfe{")
    assert "isn’t a file of the format" in reason("xianqi", other)
    other.write_bytes(b" " * (MOST_BYTES + 1))
    assert f"longer than {MOST_BYTES} bytes" in reason("xianqi", other)


def test_a_game_without_a_policy_has_nothing_to_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qipai.agents.learner.part", lambda game, name: None)
    with pytest.raises(QipaiError) as refusal:
        seated("xianqi", shipped("xianqi"))
    assert refusal.value.code == "NOTHING_TO_LEARN"


def test_weights_are_no_level() -> None:
    with pytest.raises(QipaiError) as refusal:
        agent("xianqi", "weights:x")
    assert refusal.value.code == "UNKNOWN_LEVEL"


def test_fewer_names_than_seats_repeat_with_weights_too() -> None:
    assert seats_for(["weights:a:b", "hard"], 4) == ("weights:a:b", "hard", "weights:a:b", "hard")
