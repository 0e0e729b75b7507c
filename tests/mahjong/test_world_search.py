"""Hands of seats that have won, found by search where drawing fails: whenever there are any, and nothing but those."""

from __future__ import annotations

import contextlib
import random

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.jointplan import SPLIT_BITS, SPLIT_MASK, JointPlan
from qipai.games.mahjong.lockedhand import HandPlan, contains
from qipai.games.mahjong.policy import MahjongPolicy
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import NO_TILE, UNIT_OF, unpack
from qipai.games.mahjong.world import BY_KONG, WorldPlan
from qipai.games.mahjong.world_search import hands_that_fit
from tests.fuzz import reading
from tests.golden_runner import CASE_KEYS, load
from tests.mahjong.deals import seats_to_act

FEW = 5000  # pairs of suits of all hands together that a test can try


def held(plans: list[HandPlan]) -> list[int]:
    return [sum(plan.part(suit) for plan in plans) for suit in range(3)]


def check_found(plans: list[HandPlan], pool: list[int]) -> None:
    for plan in plans:
        assert plan.agrees()
        assert len(unpack(plan.part(0), plan.part(1), plan.part(2))) == plan.size
    for suit in range(3):
        assert contains(pool[suit], held(plans)[suit])


def pairs_of(joint: JointPlan, packed: int) -> list[list[tuple[int, int]]]:
    """Of each plan, the pairs of suits with the sizes of a joint choice."""
    out: list[list[tuple[int, int]]] = []
    for plan in reversed(joint.plans):
        split = packed & SPLIT_MASK
        out.append([(first, second) for first in plan.firsts[split].counts for second in plan.seconds[split].counts])
        packed >>= SPLIT_BITS
    return out[::-1]


def tried(plans: list[HandPlan], pairs: list[list[tuple[int, int]]], pool: list[int]) -> bool:
    """Whether some hands fit, by trying all of them in order."""
    if not plans:
        return True
    plan = plans[0]
    for first, second in pairs[0]:
        if contains(pool[plan.first_suit], first) and contains(pool[plan.second_suit], second):
            plan.first, plan.second = first, second
            if plan.agrees():
                left = pool[:]
                left[plan.first_suit] -= first
                left[plan.second_suit] -= second
                if tried(plans[1:], pairs[1:], left):
                    return True
    return False


def late_plans(deals: int) -> list[WorldPlan]:
    """What a spectator sees of deals in which at least two seats have won."""
    out: list[WorldPlan] = []
    policy = MahjongPolicy()
    for number in range(deals):
        options: dict[str, object] = {"yaojiu_jiangdui": number % 2 == 0, "menqing_zhongzhang": number % 3 == 0}
        rules = GAME.rules({"preset": "river", **options} if number % 4 else {})
        state = GAME.deal(FastRng(number), rules)
        assert isinstance(state, MahjongState)
        rng = FastRng(number)
        while not state.over():
            seat = seats_to_act(state)[0]
            state.apply(seat, policy.choose(state, seat, rng))
            if state.wall_left() < 12 and not state.over() and sum(state.has_won(each) for each in range(4)) > 1:
                out.append(WorldPlan(-1, state.view(-1).known))
                break
    return out


def check_truth(state: MahjongState) -> int:
    """The hand that a winner really holds is among those listed. The number of winners."""
    plans = WorldPlan(-1, state.view(-1).known).locked
    for plan in plans:
        hand = state.hand_of(plan.seat)
        if state.turn == plan.seat and state.drawn != NO_TILE:
            hand[state.drawn // 9] -= UNIT_OF[state.drawn]
        first, second = hand[plan.first_suit], hand[plan.second_suit]
        splits = zip(plan.firsts, plan.seconds, strict=True)
        assert any(first in ones.counts and second in twos.counts for ones, twos in splits)
    return len(plans)


def test_the_hand_of_a_winner_is_listed_whatever_it_has_shown_and_konged_since() -> None:
    """In all golden cases, step by step."""
    winners = 0
    for case in load("mahjong"):
        if "moves" in case:
            record = {key: value for key, value in case.items() if key not in CASE_KEYS}
            with contextlib.suppress(qipai.BadRecord):
                for step in qipai.steps({"game": "mahjong", **record}):
                    state = step.table.state
                    assert isinstance(state, MahjongState)
                    if not state.over():
                        winners += check_truth(state)
    assert winners > 100


def test_a_suit_contains_another_if_no_rank_has_fewer() -> None:
    rng = random.Random(5)
    for _ in range(5000):
        whole = [rng.randrange(5) for _ in range(9)]
        part = [rng.randrange(count + 2 if rng.random() < 0.1 and count < 4 else count + 1) for count in whole]
        packed = [sum(count * UNIT_OF[rank] for rank, count in enumerate(counts)) for counts in (whole, part)]
        assert contains(packed[0], packed[1]) == all(few <= many for few, many in zip(part, whole, strict=True))


def scarcer(pool: list[int], rng: random.Random) -> list[int]:
    """The pool without one of its tiles."""
    tile = rng.choice(unpack(pool[0], pool[1], pool[2]))
    return [counts - (UNIT_OF[tile] if suit == tile // 9 else 0) for suit, counts in enumerate(pool)]


def test_hands_are_found_exactly_if_there_are_any() -> None:
    """Compared with trying everything, from pools that lose one tile after another."""
    answers = [0, 0]
    rng = random.Random(1)
    for plan in late_plans(24):
        joint = plan.joint
        choices = [pairs_of(joint, packed) for packed in joint.chosen]
        if sum(len(pairs) for choice in choices for pairs in choice) > FEW:
            continue
        for _ in range(3):
            pool = joint.left[:]
            found = True
            while found:
                pool = scarcer(pool, rng)
                expected = any(tried(joint.plans, choice, pool) for choice in choices)
                found = hands_that_fit(joint, pool, FastRng(7))
                assert found == expected
                answers[found] += 1
                if found:
                    check_found(joint.plans, pool)
    assert min(answers) > 10


def plans_of(number: int, monkeypatch: pytest.MonkeyPatch) -> list[WorldPlan]:
    """Of the views that `read_deals` reads of a deal."""
    kept: list[WorldPlan] = []

    def keep(game: str, state: MahjongState, rng: random.Random, number: int) -> float:
        seat = rng.randrange(-1, 4)
        if not state.over():
            kept.append(WorldPlan(seat, state.view(seat).known))
        return 0.0

    monkeypatch.setattr(reading, "read_one", keep)
    reading.read_deals("mahjong", number, 1)
    return kept


def test_hands_of_four_seats_that_have_won_are_found_whatever_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal whose three tiles in the wall leave so few worlds that drawing hardly ever meets one."""
    plans = [plan for plan in plans_of(79_397, monkeypatch) if len(plan.locked) == 4]
    assert plans
    for plan in plans:
        for seed in range(40):
            assert hands_that_fit(plan.joint, plan.joint.left[:], FastRng(seed))
            check_found(plan.joint.plans, plan.joint.left)


def test_a_winner_who_is_given_three_of_the_discard_may_kong_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal in which nobody else can answer; not every hand with three of the tile keeps its waits without them."""
    worlds = 0
    for plan in plans_of(1169, monkeypatch):
        if plan.claim_needed:
            for way in plan.ways_to_claim():
                for seed in range(40 if way % 3 == BY_KONG else 0):
                    world = plan.attempt_claim(FastRng(seed), way, False)
                    assert world is not None
                    assert plan.claim_open(world)
                    worlds += 1
    assert worlds > 30
