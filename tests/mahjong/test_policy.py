"""The policy of playouts: legal everywhere, takes wins, walks towards ready, and beats chance by far."""

from __future__ import annotations

import qipai
from qipai.core.policy import Policy
from qipai.core.rng import FastRng
from qipai.games.mahjong.distances import ones
from qipai.games.mahjong.policy import MahjongPolicy, middle
from qipai.games.mahjong.state import MahjongState
from qipai.search.playout import lowest_seat

GAME = qipai.game("mahjong")


def deal(number: int) -> MahjongState:
    state = GAME.deal(FastRng(number), GAME.rules(None))
    assert isinstance(state, MahjongState)
    return state


def test_the_policy_plays_legal_moves_in_every_phase() -> None:
    policy, rng = MahjongPolicy(), FastRng(1)
    words = set()
    for number in range(40):
        state = deal(number)
        while not state.over():
            seat = lowest_seat(state.to_act())
            action = policy.choose(state, seat, rng)
            assert action in state.legal(seat)
            words.add(GAME.write(state.view(seat), action).split()[0])
            state.apply(seat, action)
    assert words == {"bury", "discard", "hu", "peng", "kong", "pass"}


def test_the_policy_beats_random_play() -> None:
    policy, chance, rng = MahjongPolicy(), Policy(), FastRng(2)
    total = 0
    for number in range(40):
        state = deal(number)
        me = number % 4
        while not state.over():
            seat = lowest_seat(state.to_act())
            chooser = policy if seat == me else chance
            state.apply(seat, chooser.choose(state, seat, rng))
        total += state.returns()[me]
    assert total / 40 > 3


def test_a_win_is_always_taken() -> None:
    policy, rng, wins = MahjongPolicy(), FastRng(3), 0
    for number in range(20):
        state = deal(number)
        while not state.over():
            seat = lowest_seat(state.to_act())
            action = policy.choose(state, seat, rng)
            if "hu" in [GAME.write(state.view(seat), other) for other in state.legal(seat)]:
                assert GAME.write(state.view(seat), action) == "hu"
                wins += 1
            state.apply(seat, action)
    assert wins > 10


def test_kinds_are_counted_over_all_27() -> None:
    for mask in (0, 1, 1 << 26, (1 << 27) - 1, 0b1011 << 12, 0x5555555):
        assert ones(mask) == bin(mask).count("1")


def test_the_middle_of_a_suit_comes_first() -> None:
    assert middle(1 | 2 << 12 | 1 << 15, 9) == [13, 13, 14, 9]
