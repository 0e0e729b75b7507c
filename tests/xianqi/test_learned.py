"""The learned policy: legal, blind to what its seat cannot know, stronger than the rules of thumb it began with, and made for
exactly these features."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import qipai
from qipai.agents import Decision, agent
from qipai.agents.learner import learner
from qipai.arena.backends import InProcess
from qipai.core.rng import FastRng
from qipai.games.xianqi import features
from qipai.games.xianqi.agents import Trust, candidates
from qipai.games.xianqi.belief import LikelyBelief
from qipai.games.xianqi.learned import LearnedPolicy, shipped
from qipai.games.xianqi.pieces import BUCKLE, FIRST_COVER, PACKED, PASS, REVEAL, SINGLE_POWER, UNIT, pieces_in
from qipai.games.xianqi.policy import XianqiPolicy, strength
from qipai.games.xianqi.sight import Sight
from qipai.games.xianqi.state import XianqiState
from qipai.train.collect import work
from qipai.train.run import Settings, Training
from tests.clauses import clause
from tests.games import first_columns
from tests.xianqi.deals import RULE_SETS, random_deal

GAME = qipai.game("xianqi")
ONE = learner(GAME)
BLANK = bytes(2 * features.ROWS * features.WIDTH)
# what the features are in 300 positions; a change needs another version in `features_hash`, and new weights
SEEN = ("29b75920825b300a", "4848249b0f7d54d6")


def positions(count: int, seed: int) -> list[tuple[XianqiState, int, list[int]]]:
    """Decisions with a choice in random play under all rules."""
    rng = FastRng(seed)
    found: list[tuple[XianqiState, int, list[int]]] = []
    while len(found) < count:
        state = random_deal(RULE_SETS[rng.below(len(RULE_SETS))], int(rng.below(10_000)))
        while not state.over():
            seat = int(state.actor)
            legal = state.legal(seat)
            if len(legal) > 1 and rng.below(3) == 0:
                found.append((state.copy(), seat, legal))
            state.apply(seat, legal[rng.below(len(legal))])
    return found[:count]


def test_the_learned_policy_plays_legal_moves_under_all_rules() -> None:
    policy, rng = LearnedPolicy(shipped()), FastRng(1)
    words = set()
    for number in range(150):
        state = random_deal(RULE_SETS[number % len(RULE_SETS)], number)
        while not state.over():
            action = policy.choose(state, state.actor, rng)
            assert action in state.legal(state.actor)
            words.add(action)
            state.apply(state.actor, action)
    assert {BUCKLE, REVEAL, PASS} < words
    assert any(FIRST_COVER <= action < BUCKLE for action in words)


def test_the_learned_policy_beats_the_rules_of_thumb() -> None:
    """By about 0.45 chips a deal; 150 deals from every seat are enough to see that."""
    new, old, rng = LearnedPolicy(shipped()), XianqiPolicy(), FastRng(2)
    total = 0
    for _ in range(150):
        start = ONE.deal(rng)
        for me in range(3):
            state = start.copy()
            assert isinstance(state, XianqiState)
            while not state.over():
                state.apply(state.actor, (new if state.actor == me else old).choose(state, state.actor, rng))
            total += state.returns()[me]
    assert total / 450 > 0.2


def test_it_sees_no_more_than_its_seat_knows() -> None:
    """In every deal that looks the same to the seat, it notes the same features and makes the same choice."""
    eye, policy, rng = LearnedPolicy(BLANK), LearnedPolicy(shipped()), FastRng(4)
    moved = 0
    for state, seat, legal in positions(300, seed=4):
        other = GAME.world(state.view(seat), rng)
        assert eye.notes(state, seat, legal) == eye.notes(other, seat, legal)
        assert policy.choose(state, seat, rng) == policy.choose(other, seat, rng)
        moved += state.digest() != other.digest()
    assert moved > 250


def test_without_warmth_the_same_position_brings_the_same_move_and_with_it_the_seed_decides() -> None:
    cold, warm = LearnedPolicy(shipped()), LearnedPolicy(shipped(), 0.5)
    varied = 0
    for state, seat, _ in positions(60, seed=6):
        assert len({cold.choose(state, seat, FastRng(k)) for k in range(5)}) == 1
        drawn = [warm.choose(state, seat, FastRng(k)) for k in range(8)]
        assert drawn == [warm.choose(state, seat, FastRng(k)) for k in range(8)]
        assert set(drawn) <= set(state.legal(seat))
        varied += len(set(drawn)) > 1
    assert varied > 20


def test_chances_add_up_and_follow_what_the_weights_say() -> None:
    policy = LearnedPolicy(shipped())
    for state, seat, legal in positions(60, seed=7):
        chances = [policy.chance(state, seat, action, 0.3) for action in legal]
        assert sum(chances) == pytest.approx(1.0, abs=1e-6)
        assert legal[chances.index(max(chances))] == policy.choose(state, seat, FastRng(1))
        values = policy.values(state, seat, legal)
        for value, chance in zip(values, chances, strict=True):
            assert chance == pytest.approx(max(chances) * np.exp((value - max(values)) / 0.3), abs=1e-6)


def test_a_warm_policy_plays_each_move_as_often_as_its_chance() -> None:
    warm, rng = LearnedPolicy(shipped(), 0.3), FastRng(8)
    for state, seat, legal in positions(4, seed=8):
        drawn = [warm.choose(state, seat, rng) for _ in range(1000)]
        for action in legal:
            assert drawn.count(action) / 1000 == pytest.approx(warm.chance(state, seat, action, 0.3), abs=0.06)


@clause("X-6.3")
def test_who_laid_a_single_aside_holds_nothing_stronger() -> None:
    """The caps are true of the real hands, and count: nothing within them beats a piece that is called sure."""
    sight = Sight(BLANK)
    capped = sure = 0
    for state, seat, _ in positions(400, seed=9):
        sight.look(state, seat)
        after = state.next_seat(seat)
        for other, cap, reach in (
            (after, sight.cap1, sight.reach1),
            (state.next_seat(after), sight.cap2, sight.reach2),
        ):
            hand = state.hand(other)
            held = [slot for slot in range(12) if (hand >> (2 * slot)) & 3]
            assert all(SINGLE_POWER[slot] <= cap for slot in held)
            assert all(reach & (3 * UNIT[slot]) for slot in held)
            capped += cap < features.NO_CAP
            for slot in range(12):
                if sight.sure & UNIT[slot]:
                    sure += 1
                    assert all(SINGLE_POWER[mine] <= SINGLE_POWER[slot] for mine in held)
    assert capped > 100
    assert sure > 300


def test_the_strength_that_is_left_is_that_of_the_remaining_hand() -> None:
    sight = Sight(BLANK)
    for state, seat, legal in positions(100, seed=10):
        sight.look(state, seat)
        hand = state.hand(seat)
        for action in legal:
            if action < BUCKLE:
                rest = hand - PACKED[action]
                rounds = pieces_in(rest)
                assert sight.strength_left(PACKED[action], rounds) == strength(rest, sight.out, rounds)


def test_features_are_what_the_weights_were_learned_with() -> None:
    """The hash names the features; this is what they are. Changed features without another hash would play nonsense."""
    eye = LearnedPolicy(BLANK)
    digest = hashlib.sha256()
    for state, seat, legal in positions(300, seed=9):
        row, noted = eye.notes(state, seat, legal)
        assert 0 <= row < features.ROWS
        assert all(0 <= feature < features.WIDTH for note in noted for feature in note[0::2])
        digest.update(repr((row, noted)).encode())
    assert (features.features_hash(), digest.hexdigest()[:16]) == SEEN


def test_every_group_of_features_is_where_its_constants_say() -> None:
    starts = first_columns(features.GROUPS)
    named = {value for key, value in vars(features).items() if key.isupper() and isinstance(value, int)}
    assert set(starts.values()) <= named
    assert starts["the previous seat has buckled"] == features.BUCKLER_BEFORE == features.WIDTH - 1
    assert sum(count for _, count in features.GROUPS) == features.WIDTH


def test_a_policy_and_a_belief_can_be_sent_to_another_process() -> None:
    policy = LearnedPolicy(shipped(), 0.2)
    again = pickle.loads(pickle.dumps(policy))
    belief = LikelyBelief(LearnedPolicy(shipped()), 0.3, 0.1)
    same = pickle.loads(pickle.dumps(belief))
    for state, seat, legal in positions(5, seed=3):
        assert again.values(state, seat, legal) == policy.values(state, seat, legal)
        assert again.choose(state, seat, FastRng(1)) == policy.choose(state, seat, FastRng(1))
        assert same.weight(state, seat, FastRng(1)) == belief.weight(state, seat, FastRng(1))


def test_a_world_weighs_as_much_as_the_chances_of_the_others_choices() -> None:
    policy, rng = LearnedPolicy(shipped()), FastRng(11)
    belief = LikelyBelief(policy, 0.4, 0.05)
    checked = 0
    for number in range(20):
        state = random_deal({}, number)
        weights = [1.0, 1.0, 1.0]
        while not state.over():
            for viewer in range(3):
                assert belief.weight(state, viewer, rng) == pytest.approx(weights[viewer])
                checked += weights[viewer] < 1.0
            seat = int(state.actor)
            action = state.legal(seat)[rng.below(len(state.legal(seat)))]
            chance = 0.05 + 0.95 * policy.chance(state, seat, action, 0.4)
            weights = [weight if viewer == seat else weight * chance for viewer, weight in enumerate(weights)]
            state.apply(seat, action)
    assert checked > 100


def test_normal_plays_what_the_policy_likes_best_and_explains_it() -> None:
    player, policy = agent("xianqi", "normal", seed=1), LearnedPolicy(shipped())
    for state, seat, legal in positions(12, seed=5):
        assert player.choose(Decision(GAME, state.view(seat), legal)) == policy.choose(state, seat, FastRng(1))
        assert player.explain().zh


def test_close_moves_are_tried_and_two_at_least() -> None:
    trust = Trust(width=3, margin=0.5, worth=1.0)
    assert candidates([0.0, 1.0, -2.0], trust) == [1, 0]
    assert candidates([0.9, 1.0, 0.6, 0.8], trust) == [1, 0, 3]
    assert candidates([0.4, 1.0, 0.6], trust) == [1, 2]


def stop_after(training: Training, jobs: int) -> Callable[[], bool]:
    """So many jobs, or two rounds."""
    asked = iter([False] * (jobs + 1))
    return lambda: training.round >= 2 or next(asked, True)


def test_training_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    settings = Settings("xianqi", seed=3, positions=4, job=2, deals=1, against=False)
    found = []
    for folder, jobs in (("whole", 99), ("stopped", 1)):
        while (training := Training(settings, tmp_path / folder)).round < 2:
            training.run(InProcess(work), stop_after(training, jobs), lambda _: None)
        found.append((training.curve, training.pool, training.sums.squares.tobytes(), training.sums.products.tobytes()))
    assert found[0] == found[1]
