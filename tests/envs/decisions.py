"""Decisions of random matches, for the tests of environments."""

from __future__ import annotations

from collections.abc import Iterator

from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.core.state import State
from qipai.search.batch import fresh

GAMES = ["guandan", "mahjong", "xianqi"]


def decisions(name: str, seed: int, deals: int, rules: object = None, skilled: bool = False) -> Iterator[tuple[State, int]]:
    """(state, seat to act) at every decision, and (state, -1) at the end, of some deals of one match after the other.

    Moves are random; where random play shows too little of a game, `skilled` play follows the hints.
    """
    game = find_game(name)
    checked = game.rules(rules)
    rng = FastRng(seed)
    state: State | None = None
    carried = None
    for _ in range(deals):
        state, carried = fresh(game, checked, rng, state, carried)
        while not state.over():
            mask = state.to_act()
            seat = (mask & -mask).bit_length() - 1
            yield state, seat
            legal = state.legal(seat)
            action = legal[rng.below(len(legal))]
            if skilled:
                action = game.advice.hints(state.view(seat), 1)[0].action
            state.apply(seat, action)
        yield state, -1
