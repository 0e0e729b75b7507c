"""Endings that can be solved: the values of a review are the exact ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng
from qipai.core.state import State
from qipai.review import Effort
from qipai.review.deals import Choice
from qipai.review.judging import Court
from qipai.search.playout import lowest_seat
from tests.games import figure, with_figure
from tests.review.records import court, kept, played


def best_from(states: list[tuple[State, float]], seat: int, policy: Policy, rng: FastRng) -> float:
    """The plain definition: one move for all worlds that look alike, others by the policy; the sum over the worlds."""
    return max(after(states, seat, action, policy, rng) for action in states[0][0].legal(seat))


def after(states: list[tuple[State, float]], seat: int, action: int, policy: Policy, rng: FastRng) -> float:
    total = 0.0
    alike: dict[str, list[tuple[State, float]]] = {}
    for world, weight in states:
        state = world.copy()
        state.apply(seat, action)
        while not state.over():
            mover = lowest_seat(state.to_act())
            if mover == seat and len(state.legal(seat)) > 1:
                break
            state.apply(mover, policy.choose(state, mover, rng))
        if state.over():
            total += weight * state.returns()[seat]
        else:
            alike.setdefault(state.view(seat).text(), []).append((state, weight))
    return total + sum(best_from(group, seat, policy, rng) for group in alike.values())


def every_world(choice: Choice, belief: Belief | None, draws: int) -> list[tuple[State, float]]:
    """The worlds of a view with their weights, by so many draws that only rare ones are missing."""
    view = choice.decision.view
    rng = FastRng(99)
    found: dict[int, tuple[State, float]] = {}
    for _ in range(draws):
        world = choice.decision.game.world(view, rng)
        weight = 1.0 if belief is None else belief.weight(world, view.seat, rng)
        before = found.get(world.digest(), (world, 0.0))[1]
        found[world.digest()] = (world, before + weight)
    return list(found.values())


def endings(name: str) -> Iterator[tuple[Court, Choice]]:
    """Decisions of late positions, the last ones first."""
    for seed in range(figure(name, "ENDINGS")):
        record = kept("guandan-take") if name == "guandan" else played(name, seed)
        judge, choices = court(record, Effort("little", 100, 300))
        for choice in reversed(choices):
            if judge.judge.ending(choice.decision.view):
                yield judge, choice


@pytest.mark.parametrize("name", with_figure("ENDINGS"))
def test_values_of_endings_are_the_exact_ones_within_their_error(name: str) -> None:
    checked = 0
    for judge, choice in endings(name):
        decision = choice.decision
        worlds = every_world(choice, judge.belief, 400)
        if len(worlds) > 200:
            continue
        found = judge.judged(choice, 100, 5)
        assert found["exact"]
        whole = sum(weight for _, weight in worlds)
        exact: dict[str, float] = {}
        for action in decision.actions:
            exact[decision.text(action)] = after(worlds, decision.seat, action, judge.policy, FastRng(1)) / whole
        for one in found["candidates"]:
            if one["move"] in exact:
                assert abs(one["value"] - exact[one["move"]]) <= 4 * one["error"] + 0.05, (choice.number, one, exact)
        checked += 1
        if checked == 2:
            return
    pytest.fail(f"only {checked} endings can be solved")


def test_a_lost_move_in_a_known_ending_costs_what_it_costs() -> None:
    """Whoever can go out and passes instead is told so, with the true price."""
    judge, choices = court(kept("guandan-take"))
    for choice in reversed(choices):
        decision = choice.decision
        if not judge.judge.ending(decision.view) or 0 not in decision.actions:
            continue
        worlds = every_world(choice, None, 50)
        values = {a: after(worlds, decision.seat, a, judge.policy, FastRng(1)) for a in decision.actions}
        worst = min(values, key=lambda a: values[a])
        if len(worlds) == 1 and max(values.values()) - values[worst] >= 50.0:
            found = judge.judged(Choice(choice.number, decision, worst, decision.text(worst)), 100, 5)
            assert found["loss"] == (max(values.values()) - values[worst]) / 50
            assert found["grade"] == "blunder"
            assert found["effects"][decision.seat] == -found["loss"]
            assert sum(found["effects"]) == 0
            return
    pytest.fail("no such ending in the record")
