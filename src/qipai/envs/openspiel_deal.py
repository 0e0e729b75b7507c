"""One deal as OpenSpiel walks through it: draw by draw while dealing, then decision by decision. Needs no OpenSpiel."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from qipai.core.game import Game
from qipai.core.observation import STEP, Encoder
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng, Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.envs.arrays import encoder_of
from qipai.envs.openspiel_info import draw_sizes, info_of


class NextDigit(Exception):
    """The deal needs a number that has not been drawn yet."""

    def __init__(self, below: int) -> None:
        self.below = below


class Script(Rng):
    """A generator that returns given numbers, and stops the deal when it has used them all."""

    def __init__(self, digits: list[int]) -> None:
        self.digits = digits
        self.at = 0

    def below(self, n: int) -> int:
        if self.at == len(self.digits):
            raise NextDigit(n)
        self.at += 1
        return self.digits[self.at - 1]


class Deal:
    """How the deal was dealt or drawn, and what was played since."""

    def __init__(self, name: str, rules: object) -> None:
        self.name = name
        self.rules_json = rules
        self.game: Game = find_game(name)
        self.rules: Rules = self.game.rules(rules)
        self.encoder: Encoder = encoder_of(name)
        self.fixed = fixed_sizes(name, json.dumps(rules))
        self.digits: list[int] = []
        self.drawn: tuple[Any, int] | None = None  # (view, seed) of a world
        self.moves: list[tuple[int, int]] = []
        self.state: State | None = None
        self.open = 0  # outcomes of the next chance node
        self.first = -1  # in a world: the seat that decides first
        self.deal_on()

    def deal_on(self) -> None:
        """Deals as far as the drawn numbers go."""
        if len(self.digits) < len(self.fixed):
            self.open = self.fixed[len(self.digits)]
            return
        script = Script(self.digits)
        try:
            state = self.game.deal(script, self.rules)
            while state.over():  # void: dealt again from the next draws, as in the other environments
                state = self.game.deal(script, self.rules)
            self.state = state
            self.open = 0
        except NextDigit as question:
            self.open = question.below

    def draw(self, digit: int) -> None:
        self.digits.append(digit)
        self.deal_on()

    def seat(self) -> int:
        state = self.state
        assert state is not None
        mask: int = state.to_act()
        if self.first >= 0 and (mask >> self.first) & 1:
            return self.first
        return (mask & -mask).bit_length() - 1

    def play(self, number: int) -> None:
        state = self.state
        assert state is not None
        seat = self.seat()
        for action in state.legal(seat):
            if (self.encoder.path(state, seat, action, False) & STEP) - 1 == number:
                state.apply(seat, action)
                self.moves.append((seat, action))
                self.first = -1
                return
        raise ValueError(f"action {number} is not legal")

    def world(self, player: int, seed: int) -> Deal:
        """Another deal that the player cannot tell from this one."""
        assert self.state is not None
        other = Deal(self.name, self.rules_json)
        view = self.state.view(player)
        other.open = 0
        other.drawn = (view.to_json(), seed)
        other.state = self.game.world(view, FastRng(seed))
        other.first = player
        return other

    def __deepcopy__(self, memo: object) -> Deal:
        other = Deal.__new__(Deal)
        other.__dict__.update(self.__dict__)
        other.digits = self.digits.copy()
        other.moves = self.moves.copy()
        other.state = None if self.state is None else self.state.copy()
        return other

    def __reduce__(self) -> tuple[Callable[..., Deal], tuple[Any, ...]]:
        return rebuild, (self.name, self.rules_json, self.digits, self.drawn, self.moves, self.first)


@functools.lru_cache(64)
def fixed_sizes(name: str, rules_text: str) -> tuple[int, ...]:
    """The outcomes of the first draws, which are the same in every deal under these rules."""
    game = find_game(name)
    rules = game.rules(json.loads(rules_text))
    return tuple(draw_sizes(game, rules, 0)[: info_of(game).fixed_draws])


def rebuild(
    name: str, rules: object, digits: list[int], drawn: tuple[Any, int] | None, moves: list[tuple[int, int]], first: int
) -> Deal:
    deal = Deal(name, rules)
    if drawn is not None:
        deal.open = 0
        deal.drawn = drawn
        deal.state = deal.game.world(deal.game.read_view(drawn[0]), FastRng(drawn[1]))
    else:
        deal.digits = list(digits)
        deal.deal_on()
    for seat, action in moves:
        assert deal.state is not None
        deal.state.apply(seat, action)
        deal.moves.append((seat, action))
    deal.first = first
    return deal
