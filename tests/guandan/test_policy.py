"""The policy of playouts: legal everywhere, sensible in plain positions, stronger than chance."""

from __future__ import annotations

import qipai
from qipai.core.policy import Policy
from qipai.core.rng import FastRng
from qipai.games.guandan.agents import deal_context
from qipai.games.guandan.policy import GuandanPolicy
from qipai.games.guandan.state import GuandanState
from qipai.search.playout import lowest_seat

GAME = qipai.game("guandan")


def deal(number: int) -> GuandanState:
    rules, previous = deal_context(GAME, GAME.rules(None), b"policy%d" % number)
    state = GAME.deal(FastRng(number), rules, previous)
    assert isinstance(state, GuandanState)
    return state


def choice(hands: list[str], moves: list[list[object]] | None = None, level: str = "2", leader: int = 0) -> str:
    """What the rules of thumb play for the seat to act in a short set-up."""
    return choice_of(GuandanPolicy(), hands, moves, level, leader)


def choice_of(
    policy: Policy, hands: list[str], moves: list[list[object]] | None = None, level: str = "2", leader: int = 0
) -> str:
    record = {
        "game": "guandan",
        "deal": {"level": level, "hands": hands, "leader": leader},
        "partial": True,
        "moves": moves or [],
    }
    table = qipai.Table.from_record(record)
    seat = table.to_act[0]
    action = policy.choose(table.state, seat, FastRng(1))
    return GAME.write(table.state.view(seat), action)


def test_the_policy_plays_legal_moves_in_every_phase() -> None:
    policy, rng = GuandanPolicy(), FastRng(1)
    phases = set()
    for number in range(12):
        state = deal(number)
        while not state.over():
            seat = lowest_seat(state.to_act())
            phases.add(int(state.phase))
            action = policy.choose(state, seat, rng)
            assert action in state.legal(seat)
            state.apply(seat, action)
    assert {0, 2, 3} <= phases


def test_the_policy_beats_random_play() -> None:
    policy, chance, rng = GuandanPolicy(), Policy(), FastRng(2)
    won = 0
    for number in range(30):
        state = deal(number)
        while not state.over():
            seat = lowest_seat(state.to_act())
            chooser = policy if seat % 2 == number % 2 else chance
            state.apply(seat, chooser.choose(state, seat, rng))
        won += state.returns()[number % 2] > 0
    assert won >= 28


def test_a_hand_that_can_go_out_goes_out() -> None:
    assert choice(["S5 H5 C5", "S3", "S4", "S6"]) == "play S5 H5 C5"
    assert choice(["S9", "SK S3", "S4 C4", "S6 C6"], [[0, "play S9"]], leader=0) != "pass"


def test_the_partners_trick_is_left_alone() -> None:
    hands = ["SK S3 C4", "S5 C6 D7", "SA S8 C9", "S9 CT DJ"]
    assert choice(hands, [[0, "play SK"], [1, "pass"]]) == "pass"


def test_the_cheapest_answer_takes_an_opponents_trick() -> None:
    hands = ["S5 S3 C4 D6 D7 D8 D9 DT DJ", "S7 CQ DA H3 H4 H6 H8 H9 HJ", "S8 S9", "C9 CT"]
    assert choice(hands, [[0, "play S5"]]) == "play H6"


def test_no_bomb_is_broken_for_a_small_lead() -> None:
    hands = ["S3 H3 C3 D3 S8", "S5 C6 D7 C7", "SA S9 C9 DK", "S9 CT DJ DQ"]
    assert choice(hands) == "play S8"


def test_the_lowest_card_is_returned() -> None:
    hands = ["S3 S5 S9 SK", "S4 C4 D6 C6", "S6 S7 C8 D8", "SA C9 DT DJ"]
    record = {
        "game": "guandan",
        "deal": {"level": "2", "hands": hands, "previous": {"order": [0, 1, 2, 3]}},
        "partial": True,
        "moves": [[3, "tribute SA"]],
    }
    table = qipai.Table.from_record(record)
    action = GuandanPolicy().choose(table.state, 0, FastRng(1))
    assert GAME.write(table.state.view(0), action) == "return S3"


def test_arena_deals_have_all_levels_and_tribute_in_about_half_of_them() -> None:
    levels: set[str] = set()
    tributes = 0
    for number in range(200):
        state = deal(number)
        levels.add(state.setting.levels[0])
        tributes += bool(state.setting.order)
    assert levels == set("23456789TJQKA")
    assert 70 < tributes < 130
