"""Search over worlds: deterministic, honest about time, and right where the answer can be computed otherwise."""

from __future__ import annotations

import statistics
import time

import pytest

import qipai
from qipai.core.policy import Belief, Policy
from qipai.core.rng import FastRng, Rng
from qipai.core.state import State, View
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, HIDDEN, SLOT, UNIT
from qipai.games.xianqi.policy import XianqiPolicy
from qipai.games.xianqi.state import XianqiState
from qipai.games.xianqi.view import XianqiView
from qipai.search.ending import EndingSearch
from qipai.search.playout import lowest_seat, policy_playout
from qipai.search.sequential_halving import ENOUGH, Differences, SequentialHalving
from qipai.search.tally import Tally
from qipai.search.tree import TreeSearch
from qipai.search.worlds import Worlds

GAME = qipai.game("xianqi")
POLICY = XianqiPolicy()
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


def best_plan(worlds: list[State], seat: int) -> int:
    """What a seat's best plan brings in all worlds together, written once more: one move for worlds of equal view."""
    rng = FastRng(0)
    total = 0
    alike: dict[str, list[State]] = {}
    for world in worlds:
        while not world.over() and lowest_seat(world.to_act()) != seat:
            mover = lowest_seat(world.to_act())
            world.apply(mover, POLICY.choose(world, mover, rng))
        if world.over():
            total += world.returns()[seat]
        else:
            alike.setdefault(str(world.view(seat).to_json()), []).append(world)
    for group in alike.values():
        total += max(best_plan(moved(group, seat, action), seat) for action in group[0].legal(seat))
    return total


def moved(worlds: list[State], seat: int, action: int) -> list[State]:
    out = [world.copy() for world in worlds]
    for world in out:
        world.apply(seat, action)
    return out


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
    decided = overrated = 0
    for view, actions in late_decisions(10):
        tally = EndingSearch(GAME, POLICY, None, 100_000).run(view, actions, 12, FastRng(5), 0.0)
        assert tally is not None
        rng = FastRng(5)
        worlds = [GAME.world(view, rng) for _ in range(12)]
        plans = [best_plan(moved(worlds, view.seat, action), view.seat) for action in actions]
        assert [tally.mean(index) for index in range(len(actions))] == pytest.approx([plan / 12 for plan in plans])
        decided += len(set(plans)) > 1
        apart = [sum(best_plan(moved([world], view.seat, action), view.seat) for world in worlds) for action in actions]
        assert all(seeing >= plan for seeing, plan in zip(apart, plans, strict=True))
        overrated += apart != plans
    assert decided > 3
    assert overrated, "no decision in which seeing the hidden pieces would have helped"


def test_an_ending_with_too_many_lines_is_left_to_others() -> None:
    view, actions = first_view(two_left())
    assert EndingSearch(GAME, POLICY, None, 10).run(view, actions, 3, FastRng(1), 0.0) is None


@pytest.mark.interpreted  # a belief of the test's own
def test_an_ending_weighs_its_worlds_by_belief() -> None:
    """All weight on worlds in which the next seat holds the black xiang: the answer is that of these worlds alone."""
    hands = [{"B_XIANG": 1, "B_NIU": 1}, {"R_XIANG": 1, "R_NIU": 1}, {"R_MA": 1, "B_CHE": 1}]
    view, actions = first_view(late(hands, [2, 2, 2]))

    class Sure(Belief):
        def weight(self, world: State, viewer: int, rng: Rng) -> float:
            assert isinstance(world, XianqiState)
            return 1.0 if world.hand(2) & UNIT[SLOT["R_XIANG"]] else 1e-9

    sure = EndingSearch(GAME, POLICY, Sure(), 10_000).run(view, actions, 60, FastRng(2), 0.0)
    even = EndingSearch(GAME, POLICY, None, 10_000).run(view, actions, 60, FastRng(2), 0.0)
    assert sure is not None
    assert even is not None
    rng = FastRng(9)
    drawn = [GAME.world(view, rng) for _ in range(400)]
    only = {w.digest(): w for w in drawn if isinstance(w, XianqiState) and w.hand(2) & UNIT[SLOT["R_XIANG"]]}
    assert 0 < sure.playouts <= len(only) < even.playouts
    assert [sure.mean(k) for k in range(len(actions))] != [even.mean(k) for k in range(len(actions))]


def test_the_tree_finds_the_pillar_that_makes_enough() -> None:
    """Only the red shi wins for certain; the third pillar is worth two chips, and leading the niu gives it away."""
    view, actions = first_view(two_left())
    tally = TreeSearch(GAME, XianqiPolicy(), None, 2.0, 50, 4).run(view, actions, [0.0] * len(actions), 400, FastRng(3), 0.0)
    assert tally.actions[tally.ranking()[0]] == SLOT["R_SHI"]
    assert sum(tally.visits) == tally.playouts <= 400


def test_the_tree_does_not_see_what_others_cover() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    search = TreeSearch(GAME, POLICY, None, 2.0, 90, 4)
    search.run(view, actions, [0.0] * len(actions), 600, FastRng(4), 0.0)
    waiting, hidden, own = list(search.moves), 0, 0
    while waiting:
        node = waiting.pop()
        cover = FIRST_COVER <= node.action < BUCKLE
        assert not cover or node.mover == view.seat
        own += cover
        hidden += node.action >= HIDDEN
        child = node.child
        while child is not None:
            waiting.append(child)
            child = child.sibling
    assert own
    assert hidden


@pytest.mark.parametrize("seed", [1, 2])
def test_a_search_depends_on_its_seed_alone(seed: int) -> None:
    table = qipai.Table("xianqi", seed="6b" * 32)
    view, actions = first_view(table)
    found = []
    for _ in range(2):
        rng = FastRng(seed)
        tree = TreeSearch(GAME, XianqiPolicy(), None, 2.0, 50, 4).run(view, actions, [0.0] * len(actions), 60, rng, 0.0)
        flat = SequentialHalving(GAME, Policy(), None).run(view, actions, [0.0] * len(actions), 60, rng, 0.0)
        found.append((tree.visits, tree.totals, flat.visits, flat.totals))
    assert found[0] == found[1]


def test_halving_drops_the_worse_half_and_spends_about_its_budget() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    tally = SequentialHalving(GAME, Policy(), None).run(view, actions, [0.0] * len(actions), 400, FastRng(1), 0.0)
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
        tally = SequentialHalving(GAME, Policy(), None).run(view, actions, bonus, 60, FastRng(1), 0.0)
        assert tally.ranking()[0] == favoured


def test_what_is_clearly_behind_is_given_up_and_the_rest_is_compared_on() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    n = len(actions)
    clear = [100.0] + [0.0] * (n - 1)
    halving = SequentialHalving(GAME, Policy(), None).run(view, actions, clear, 4000, FastRng(1), 0.0)
    early = SequentialHalving(GAME, Policy(), None, far=4.0).run(view, actions, clear, 4000, FastRng(1), 0.0)
    assert early.visits == [ENOUGH] * n
    assert early.ranking()[0] == halving.ranking()[0] == 0
    pair = [100.0, 100.0] + [0.0] * (n - 2)
    between = SequentialHalving(GAME, Policy(), None, far=4.0).run(view, actions, pair, 4000, FastRng(1), 0.0)
    assert between.visits[2:] == [ENOUGH] * (n - 2)
    assert between.visits[0] == between.visits[1] > ENOUGH
    assert {0, 1} == set(between.ranking()[:2])


def test_nobody_is_given_up_before_that_is_certain() -> None:
    """Without a limit, and with one that is never reached, the search is the same to the last digit."""
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    found = []
    for far in (0.0, 1e9):
        tally = SequentialHalving(GAME, Policy(), None, far=far).run(view, actions, [0.0] * len(actions), 2000, FastRng(3), 0.0)
        found.append((tally.visits, tally.totals))
    assert found[0] == found[1]


def test_differences_are_those_of_the_same_worlds() -> None:
    """Two moves that a world's luck moves alike are told apart at once; not so two that are apart by chance."""
    for luck, kept in (([3.0, -7.0, 40.0, 1.0], [0]), ([0.0, 0.0, 0.0, 0.0], [0])):
        tally = Tally([10, 11])
        differences = Differences(tally)
        for value in luck:
            tally.add(0, value + 1.0)
            tally.add(1, value)
            differences.note([0, 1])
        assert differences.still_close([0, 1], 4.0) == kept
    tally = Tally([10, 11])
    differences = Differences(tally)
    for first, second in ((5.0, -3.0), (-3.0, 5.0), (5.0, -3.0), (1.0, 5.0)):
        tally.add(0, first)
        tally.add(1, second)
        differences.note([0, 1])
    assert differences.still_close([0, 1], 4.0) == [0, 1]
    behind = [8.0, -8.0, 8.0, -4.0]
    error = statistics.stdev(behind) / 2  # of the mean of four
    assert differences.still_close([0, 1], abs(statistics.fmean(behind)) / error * 1.01) == [0, 1]
    assert differences.still_close([0, 1], abs(statistics.fmean(behind)) / error * 0.99) == [0]


def test_a_single_move_needs_no_halving() -> None:
    view, actions = first_view(two_left())
    assert SequentialHalving(GAME, Policy(), None).run(view, actions[:1], [0.0], 50, FastRng(1), 0.0).playouts == 0


def test_time_that_is_up_ends_a_search_at_once() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    past = time.monotonic() - 1
    for tally in (
        TreeSearch(GAME, Policy(), None, 2.0, 0, 4).run(view, actions, [0.0] * len(actions), 10**9, FastRng(1), past),
        SequentialHalving(GAME, Policy(), None).run(view, actions, [0.0] * len(actions), 10**9, FastRng(1), past),
    ):
        assert tally.cut
        assert not any(tally.visits)
    assert EndingSearch(GAME, POLICY, None, 10).run(view, actions, 10**9, FastRng(1), past) is None


def test_time_that_runs_out_keeps_what_was_found() -> None:
    view, actions = first_view(qipai.Table("xianqi", seed="6b" * 32))
    began, spent = time.monotonic(), time.process_time()
    tally = TreeSearch(GAME, Policy(), None, 2.0, 0, 4).run(view, actions, [0.0] * len(actions), 10**9, FastRng(1), began + 0.1)
    assert tally.cut
    assert sum(tally.visits) == tally.playouts > 0
    assert time.process_time() - spent < 2


def test_worlds_are_drawn_by_weight_and_given_away_as_copies() -> None:
    view, _ = first_view(two_left())
    worlds = Worlds(GAME, view, Belief())
    assert len(list(worlds.fill(8, FastRng(2), 0.0))) == 8  # a rest after each
    before = [world.digest() for world in worlds.kept]
    assert len(before) == 8
    drawn = set()
    rng = FastRng(3)
    for _ in range(200):
        world = worlds.draw(rng)
        drawn.add(world.digest())
        policy_playout(world, Policy(), rng)
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
