"""Finish a deal: at random, or by a policy."""

from __future__ import annotations

from qipai.core.game import Game
from qipai.core.policy import Policy
from qipai.core.rng import Rng
from qipai.core.rules import Rules
from qipai.core.state import State
from qipai.native import i64


def lowest_seat(mask: i64) -> i64:
    """The lowest seat in a bit mask of seats."""
    seat: i64 = 0
    while not mask & 1:
        mask >>= 1
        seat += 1
    return seat


def random_playout(state: State, rng: Rng) -> i64:
    """Plays uniformly random legal moves until the deal is over; returns the number of decisions with a choice."""
    decisions: i64 = 0
    while not state.over():
        seat = lowest_seat(state.to_act())
        legal = state.legal(seat)
        n: i64 = len(legal)
        if n > 1:
            decisions += 1
            state.apply(seat, legal[rng.below(n)])
        else:
            state.apply(seat, legal[0])
    return decisions


def policy_playout(state: State, policy: Policy, rng: Rng) -> None:
    """Plays every seat by the policy until the deal is over."""
    while not state.over():
        seat = lowest_seat(state.to_act())
        state.apply(seat, policy.choose(state, seat, rng))


def seats_playout(state: State, policies: list[Policy], rng: Rng) -> None:
    """Plays every seat by its own policy until the deal is over."""
    while not state.over():
        seat = lowest_seat(state.to_act())
        policy = policies[seat]
        state.apply(seat, policy.choose(state, seat, rng))


def random_deals(game: Game, rules: Rules, rng: Rng, n: i64) -> tuple[list[list[int]], int]:
    """Plays n random deals; gives the returns of each, and the number of decisions with a choice."""
    results: list[list[int]] = []
    decisions: i64 = 0
    k: i64 = 0
    while k < n:
        state = game.deal(rng, rules)
        decisions += random_playout(state, rng)
        results.append(state.returns())
        k += 1
    return results, decisions
