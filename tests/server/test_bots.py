"""What a bot plays when it has not come to a move."""

from __future__ import annotations

import pytest

import qipai
from qipai.core.game import Game
from qipai.core.parts import Advice
from qipai.server.rooms.bots import fallback


@pytest.mark.interpreted
@pytest.mark.parametrize("game", qipai.games())
def test_a_bot_without_an_answer_makes_the_default_move_without_a_text(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = qipai.Table(game, seed="5" * 64)
    seat = table.to_act[0]
    view, legal = table.view(seat), table.state.legal(seat)

    def refuse(*_: object) -> None:
        raise AssertionError("a text was written or read")

    with monkeypatch.context() as silent:
        for name in ("write", "read", "resolve"):
            silent.setattr(type(table.game), name, refuse)
        assert fallback(table.game, view, legal) == table.game.advice.default_action(view)


@pytest.mark.parametrize("game", qipai.games())
def test_advice_that_fails_leaves_a_legal_move(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = qipai.Table(game, seed="5" * 64)
    seat = table.to_act[0]
    legal = table.state.legal(seat)

    class Failing(Advice):
        def default_action(self, view: object) -> int:
            raise RuntimeError("no idea")

    found: Game = table.game
    monkeypatch.setattr(found, "advice", Failing(found.legal_of))
    assert fallback(found, table.view(seat), legal) in legal
