"""Hints: sound advice on positions that every player knows, and stronger than chance."""

from __future__ import annotations

import qipai
from qipai.core.rng import FastRng
from tests.xianqi.deals import HANDS, rest_of, table


def best(t: qipai.Table) -> str:
    return str(t.hints(t.to_act[0], 1)[0]["move"])


def test_a_sure_pair_is_led_first() -> None:
    hint = table().hints(0, 3)[0]
    assert hint["move"] == "play R_SHI*2"
    assert "2 pillars" in hint["reason"]["en"]


def test_an_enough_seat_far_from_six_buckles() -> None:
    hands = [
        {"R_NIU": 1, "B_CHE": 1, "B_NIU": 2},
        {"R_SHI": 2, "B_SHI": 1, "R_MA": 1},
        {"R_XIANG": 2, "B_XIANG": 1, "R_CHE": 1},
    ]
    t = table(hands=hands, pillars=[3, 1, 0], captured=rest_of(*hands))
    assert best(t) == "buckle"


def test_an_enough_seat_with_sure_rounds_plays_for_six() -> None:
    hands = [{"R_SHI": 2, "B_SHI": 1}, {"R_NIU": 2, "B_NIU": 1}, {"R_CHE": 2, "B_CHE": 1}]
    t = table(hands=hands, pillars=[4, 1, 0], captured=rest_of(*hands))
    assert best(t) == "play R_SHI*2"


def test_who_cannot_become_enough_does_not_reveal_and_who_can_does() -> None:
    weak = [HANDS[1], HANDS[2], HANDS[0]]
    poor = [{"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "R_MA": 2}, {"B_NIU": 3, "R_NIU": 2, "B_XIANG": 1, "B_CHE": 2}]
    hands = [*poor, rest_of(*poor)]
    assert best(table([(0, "buckle")], hands=hands)) == "pass"
    strong = [poor[1], poor[0], rest_of(*poor)]
    assert best(table([(0, "buckle")], hands=strong)) == "reveal"
    assert len(weak) == 3


def test_the_last_to_act_wins_as_cheaply_as_possible() -> None:
    t = table([(0, "play R_NIU"), (1, "play B_CHE")])
    assert best(t) in ("play B_MA", "play R_CHE")


def test_covers_throw_away_the_weakest() -> None:
    t = table([(0, "play R_SHI")])
    assert best(t) == "cover B_NIU"


def test_hints_win_chips_from_random_players() -> None:
    game = qipai.game("xianqi")
    rng = FastRng(30)
    total = 0
    for _ in range(25):
        base = game.deal(rng, game.rules({}))
        for me in range(3):
            state = base.copy()
            while not state.over():
                seat = state.actor  # type: ignore[attr-defined]
                if seat == me:
                    action = game.advice.hints(state.view(seat), 1)[0].action
                else:
                    legal = state.legal(seat)
                    action = legal[rng.below(len(legal))]
                state.apply(seat, action)
            total += state.returns()[me]
    assert total / 75 > 0.8
