"""Search over worlds: deterministic, honest about time, and right where the answer can be computed otherwise."""

from __future__ import annotations

import time

import pytest

import qipai
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng
from qipai.core.state import State, View
from qipai.games.xianqi.pieces import SLOT
from qipai.games.xianqi.policy import XianqiPolicy
from qipai.games.xianqi.view import XianqiView
from qipai.search.ending import EndingSearch
from qipai.search.halving import HalvingSearch
from qipai.search.playout import lowest_seat, play_out
from qipai.search.tally import Tally
from qipai.search.tree import TreeSearch
from qipai.search.worlds import Worlds

GAME = qipai.game("xianqi")
FULL = {"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "B_XIANG": 2, "R_MA": 2, "B_MA": 2,
        "R_CHE": 2, "R_GOU": 1, "B_CHE": 2, "B_GOU": 1, "R_NIU": 3, "B_NIU": 3}  # fmt: skip


def late(hands: list[dict[str, int]], pillars: list[int]) -> qipai.Table:
    """Seat 0 is to lead with these hands; everything else has been won."""
    captured = {name: n - sum(hand.get(name, 0) for hand in hands) for name, n in FULL.items()}
    deal = {
        "hands": hands,
        "starter": 0,
        "pillars": pillars,
        "captured": {name: n for name, n in captured.items() if n},
        "relations": [],
        "active_revealer": None,
    }
    return qipai.Table.from_record({"game": "xianqi", "deal": deal, "moves": []})


def two_left() -> qipai.Table:
    hands = [{"R_SHI": 1, "B_NIU": 1}, {"B_XIANG": 1, "R_NIU": 1}, {"R_MA": 1, "B_CHE": 1}]
    return late(hands, [2, 2, 2])


def first_view(table: qipai.Table) -> tuple[View, list[int]]:
    seat = table.to_act[0]
    return table.view(seat), table.canonical(seat).actions()


def best_reply(state: State) -> list[int]:
    """Every line to its end, written once more and without any shortcut."""
    if state.over():
        return state.returns()
    mover = int(lowest_seat(state.to_act()))
    found = []
    for action in state.legal(mover):
        after = state.copy()
        after.apply(mover, action)
        found.append(best_reply(after))
    return max(found, key=lambda returns: returns[mover])


def late_decisions(count: int) -> list[tuple[View, list[int]]]:
    """Decisions with a choice and at most two pieces in the hand, out of random deals."""
    found: list[tuple[View, list[int]]] = []
    rng = FastRng(11)
    while len(found) < count:
        state = GAME.deal(rng, GAME.rules(None))
        while not state.over():
            seat = lowest_seat(state.to_act())
            view, legal = state.view(seat), state.legal(seat)
            assert isinstance(view, XianqiView)
            if view.known.hand_size(seat) <= 2 and len(legal) > 1:
                found.append((view, legal))
                break
            state.apply(seat, legal[rng.below(len(legal))])
    return found


def test_the_ending_is_read_as_by_hand() -> None:
    decided = 0
    for view, actions in late_decisions(12):
        tally = EndingSearch(GAME, None, 100_000).run(view, actions, 4, FastRng(5), 0.0)
        assert tally is not None
        rng = FastRng(5)
        totals = [0] * len(actions)
        for _ in range(4):
            world = GAME.world(view, rng)
            for index, action in enumerate(actions):
                after = world.copy()
                after.apply(view.seat, action)
                totals[index] += best_reply(after)[view.seat]
        assert tally.totals == totals
        decided += len(set(totals)) > 1
    assert decided > 3


def test_an_ending_with_too_many_lines_is_left_to_others() -> None:
    view, actions = first_view(two_left())
    assert EndingSearch(GAME, None, 10).run(view, actions, 3, FastRng(1), 0.0) is None


def test_the_tree_finds_the_pillar_that_makes_enough() -> None:
    """Only the red shi wins for certain; the third pillar is worth two chips, and leading the niu gives it away."""
    view, actions = first_view(two_left())
    tally = TreeSearch(GAME, XianqiPolicy(), None, 2.0, 50).run(view, actions, 400, FastRng(3), 0.0)
    assert tally.actions[tally.ranking()[0]] == SLOT["R_SHI"]
    assert sum(tally.visits) == 400


@pytest.mark.parametrize("seed", [1, 2])
def test_a_search_depends_on_its_seed_alone(seed: int) -> None:
    table = qipai.Table("xianqi", seed="6b" * 32)
    view, actions = first_view(table)
    found = []
    for _ in range(2):
        rng = FastRng(seed)
        tree = TreeSearch(GAME, XianqiPolicy(), None, 2.0, 50).run(view, actions, 60, rng, 0.0)
        flat = HalvingSearch(GAME, Policy()).run(view, actions, [0.0] * len(actions), 60, rng, 0.0)
        found.append((tree.visits, tree.totals, flat.visits, flat.totals))
    assert found[0] == found[1]


def test_halving_drops_the_worse_half_and_spends_about_its_budget() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    tally = HalvingSearch(GAME, Policy()).run(view, actions, [0.0] * len(actions), 400, FastRng(1), 0.0)
    assert 200 <= tally.playouts <= 400
    assert tally.playouts == sum(tally.visits)
    ordered = sorted(tally.visits, reverse=True)
    assert ordered[0] == ordered[1] > ordered[2]
    assert min(tally.visits) > 0
    last = [index for index, visits in enumerate(tally.visits) if visits == ordered[0]]
    assert tally.ranking()[0] == max(last, key=tally.mean)


def test_what_else_is_known_counts_in_the_race() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    for favoured in range(len(actions)):
        bonus = [0.0] * len(actions)
        bonus[favoured] = 100.0
        tally = HalvingSearch(GAME, Policy()).run(view, actions, bonus, 60, FastRng(1), 0.0)
        assert tally.ranking()[0] == favoured


def test_a_single_move_needs_no_halving() -> None:
    view, actions = first_view(two_left())
    assert HalvingSearch(GAME, Policy()).run(view, actions[:1], [0.0], 50, FastRng(1), 0.0).playouts == 0


def test_time_that_is_up_ends_a_search_at_once() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    past = time.monotonic() - 1
    for tally in (
        TreeSearch(GAME, Policy(), None, 2.0, 0).run(view, actions, 10**9, FastRng(1), past),
        HalvingSearch(GAME, Policy()).run(view, actions, [0.0] * len(actions), 10**9, FastRng(1), past),
    ):
        assert tally.cut
        assert not any(tally.visits)
    assert EndingSearch(GAME, None, 10).run(view, actions, 10**9, FastRng(1), past) is None


def test_time_that_runs_out_keeps_what_was_found() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    began = time.monotonic()
    tally = TreeSearch(GAME, Policy(), None, 2.0, 0).run(view, actions, 10**9, FastRng(1), began + 0.1)
    assert tally.cut
    assert sum(tally.visits) == tally.playouts > 0
    assert time.monotonic() - began < 2


def test_worlds_are_drawn_by_weight_and_given_away_as_copies() -> None:
    view, _ = first_view(two_left())
    worlds = Worlds(GAME, view, Belief(), 8, FastRng(2), 0.0)
    before = [world.digest() for world in worlds.kept]
    assert len(before) == 8
    drawn = set()
    rng = FastRng(3)
    for _ in range(200):
        world = worlds.draw(rng)
        drawn.add(world.digest())
        play_out(world, Policy(), rng)
    assert drawn == set(before)
    assert [world.digest() for world in worlds.kept] == before
    worlds.sums[:] = [0.0] * 7 + [1.0]
    assert {worlds.draw(rng).digest() for _ in range(20)} == {before[7]}


def test_the_most_tried_move_ranks_first() -> None:
    tally = Tally([7, 8, 9])
    for index, value in ((0, 3.0), (1, 1.0), (1, 2.0), (2, 2.0), (2, 2.0)):
        tally.add(index, value)
    assert tally.ranking() == [2, 1, 0]
    assert tally.mean(1) == 1.5
