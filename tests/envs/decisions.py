"""Decisions of random matches, for the tests of environments."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from qipai.core.errors import BadRecord
from qipai.core.registry import game as find_game
from qipai.core.registry import games
from qipai.core.rng import FastRng
from qipai.core.state import State
from qipai.search.batch import next_deal

GAMES = games()


def changed_rules(name: str) -> dict[str, object]:
    """Every option at a value that is not its default, as far as they go together."""
    found: dict[str, object] = {}
    for option in find_game(name).options().options:
        for value in option.choices:
            if value != option.default and option.name not in found:
                with contextlib.suppress(BadRecord):
                    find_game(name).rules({**found, option.name: value})
                    found[option.name] = value
    return found


def rule_sets(name: str) -> list[dict[str, object] | None]:
    """The default rules, those with everything changed, and the other presets."""
    return [None, changed_rules(name), *({"preset": preset} for preset in list(find_game(name).options().presets)[1:])]


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
