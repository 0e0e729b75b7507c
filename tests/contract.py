"""States of random deals under all rules of every discovered game, for tests of the contract that all of them keep."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator

import pytest

import qipai
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.core.state import State

GAMES = qipai.games()
every_game = pytest.mark.parametrize("name", GAMES)


def rule_sets(game: Game) -> list[Rules]:
    """The presets, and each option alone at each of its values, with the first preset that admits it."""
    options = game.options()
    found = [game.rules({"preset": preset}) for preset in options.presets]
    for option in options.options:
        for value in option.choices:
            if value != option.default:
                found.append(with_option(game, option.name, value))
    return found


def with_option(game: Game, name: str, value: object) -> Rules:
    for preset in game.options().presets:
        with contextlib.suppress(qipai.BadRecord):
            return game.rules({"preset": preset, name: value})
    raise AssertionError(f"no preset admits {name} = {value}")


def random_states(name: str, deals: int, seed: int) -> Iterator[tuple[Game, State, FastRng]]:
    """Every state of random deals, over all presets and options in turn; the last one of a deal is over."""
    game = qipai.game(name)
    sets = rule_sets(game)
    rng = FastRng(seed)
    for k in range(deals):
        rules = sets[k % len(sets)]
        previous = None
        if k % 3 == 2:  # a later deal of a match
            before = game.deal(rng, rules)
            finish_deal(before, rng)
            previous = json.loads(json.dumps(game.carry(before, None)))
            if game.match_over(rules, previous):
                previous = None
        state = game.deal(rng, rules, previous)
        while True:
            yield game, state, rng
            if state.over():
                break
            step(state, rng)


def step(state: State, rng: FastRng) -> None:
    seats = [seat for seat in range(len(state.returns())) if (state.to_act() >> seat) & 1]
    seat = seats[rng.below(len(seats))]
    legal = state.legal(seat)
    state.apply(seat, legal[rng.below(len(legal))])


def finish_deal(state: State, rng: FastRng) -> None:
    while not state.over():
        step(state, rng)


def text(value: object) -> str:
    """JSON text: byte equality, and proof that it is plain data."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def every(states: Iterator[tuple[Game, State, FastRng]], n: int) -> Iterator[tuple[Game, State, FastRng]]:
    for k, item in enumerate(states):
        if k % n == 0 or item[1].over():
            yield item
