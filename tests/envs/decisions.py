"""Decisions of random matches, for the tests of environments."""

from __future__ import annotations

from collections.abc import Iterator

from qipai.core.registry import game as find_game
from qipai.core.registry import games
from qipai.core.rng import FastRng
from qipai.core.state import State
from qipai.search.batch import next_deal

GAMES = games()


def changed_rules(name: str) -> dict[str, object]:
    """Every option at a value that is not its default."""
    found: dict[str, object] = {}
    for option in find_game(name).options().options:
        others = [value for value in option.choices if value != option.default]
        if others:
            found[option.name] = others[0]
    return found


def decisions(name: str, seed: int, deals: int, rules: object = None, skilled: bool = False) -> Iterator[tuple[State, int]]:
    """(state, seat to act) at every decision and (state, -1) at the end, for some deals of one match after another.

    Moves are random. Random play shows too little of some games: `skilled` play follows the hints.
    """
    game = find_game(name)
    checked = game.rules(rules)
    rng = FastRng(seed)
    state: State | None = None
    carried = None
    for _ in range(deals):
        state, carried = next_deal(game, checked, rng, state, carried)
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
