"""The learned policy: legal, stronger than the rules of thumb it began with, and made for exactly these features."""

from __future__ import annotations

import hashlib
import pickle

import qipai
from qipai.agents import Decision, agent
from qipai.agents.learner import learner
from qipai.core.rng import FastRng
from qipai.games.guandan import features
from qipai.games.guandan.agents import Trust, candidates
from qipai.games.guandan.learned import LearnedPolicy, shipped
from qipai.games.guandan.packing import BOMB, PASS, SINGLE, head
from qipai.games.guandan.policy import GuandanPolicy
from qipai.search.playout import lowest_seat
from tests.games import first_columns
from tests.guandan.test_policy import choice_of, deal

ONE = learner(qipai.game("guandan"))
# what the features are in 200 positions; a change needs another version in `features_hash`, and new weights
SEEN = ("2683371c5f7d1ccb", "1ab5f9ee155fbef7")


def positions(count: int, seed: int) -> list[tuple[object, int, list[int]]]:
    rng = FastRng(seed)
    found: list[tuple[object, int, list[int]]] = []
    while len(found) < count:
        state = deal(int(rng.below(1000)))
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            legal = state.legal(seat)
            if state.phase == 3 and len(legal) > 1 and rng.below(5) == 0:
                found.append((state.copy(), seat, legal))
            state.apply(seat, legal[rng.below(len(legal))])
    return found[:count]


def test_the_learned_policy_plays_legal_moves_in_every_phase() -> None:
    policy, rng = LearnedPolicy(shipped()), FastRng(1)
    phases = set()
    for number in range(6):
        state = deal(number)
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            phases.add(int(state.phase))
            action = policy.choose(state, seat, rng)
            assert action in state.legal(seat)
            state.apply(seat, action)
    assert {0, 2, 3} <= phases


def test_the_learned_policy_beats_the_rules_of_thumb() -> None:
    """Two deals of three and more; 40 deals from both sides are enough to see that."""
    new, old, rng = LearnedPolicy(shipped()), GuandanPolicy(), FastRng(2)
    won = 0
    for number in range(40):
        for side in (0, 1):
            state = deal(1000 + number)
            while not state.over():
                seat = int(lowest_seat(state.to_act()))
                state.apply(seat, (new if seat % 2 == side else old).choose(state, seat, rng))
            won += state.returns()[side] > 0
    assert won > 44


def test_it_goes_out_when_it_can_and_leaves_the_partners_trick_alone() -> None:
    policy = LearnedPolicy(shipped())
    others = ["S3 S4 S6 S7", "D3 D4 D6 D7", "C3 C4 C6 C7"]
    assert choice_of(policy, ["S8 H8 C8", *others]).startswith("play S8 H8 C8")
    hands = ["SK S3 S4", "D3 D4 D6 D7", "SA DA C5 C9 CT D8", "C3 C4 C6 C7"]
    assert choice_of(policy, hands, [[0, "play SK"], [1, "pass"]]) == "pass"


def test_features_are_what_the_weights_were_learned_with() -> None:
    """The hash names the features; this is what they are. Changed features without another hash would play nonsense."""
    eye = LearnedPolicy(bytes(2 * features.ROWS * features.WIDTH))
    digest = hashlib.sha256()
    for state, seat, legal in positions(200, seed=9):
        digest.update(repr(eye.notes(state, seat, legal)).encode())  # type: ignore[arg-type]
    assert (features.features_hash(), digest.hexdigest()[:16]) == SEEN


def test_every_group_of_features_is_where_its_constants_say() -> None:
    starts = first_columns(features.GROUPS)
    assert starts["pass by table"] == features.PASS_TABLE
    assert starts["pairs left that win"] == features.WINNING_PAIRS == features.WIDTH - 1
    named = {value for key, value in vars(features).items() if key.isupper() and isinstance(value, int)}
    assert set(starts.values()) <= named
    assert sum(count for _, count in features.GROUPS) == features.WIDTH


def test_a_policy_can_be_sent_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(LearnedPolicy(shipped())))
    for state, seat, legal in positions(5, seed=3):
        assert again.values(state, seat, legal) == LearnedPolicy(shipped()).values(state, seat, legal)  # type: ignore[arg-type]


def test_normal_plays_what_the_policy_likes_best_and_explains_it() -> None:
    game = qipai.game("guandan")
    player = agent("guandan", "normal", seed=1)
    policy = LearnedPolicy(shipped())
    for state, seat, legal in positions(12, seed=5):
        assert isinstance(state, qipai.State)
        assert player.choose(Decision(game, state.view(seat), legal)) == policy.choose(state, seat, FastRng(1))
        assert player.explain().zh


def test_bombs_passes_and_whatever_goes_out_are_always_tried() -> None:
    """However little the policy thinks of them."""
    bomb, single, high = head(BOMB, 3, 4, 0), head(SINGLE, 0, 0, 0), head(SINGLE, 9, 0, 0)
    actions = [PASS, single, high, bomb]
    trust = Trust(width=1, margin=0.0, worth=1.0)
    assert candidates(actions, [-5.0, 0.9, 0.1, -9.0], trust, 20) == [1, 3, 0]
    assert candidates(actions, [-5.0, 0.9, 0.1, -9.0], trust, 4) == [1, 3, 0]
    assert candidates(actions[1:3], [0.9, 0.1], trust, 1) == [0]
    assert candidates([single, high, bomb], [0.9, 0.8, -9.0], trust, 4) == [0, 2]
    wide = Trust(width=3, margin=0.2, worth=1.0)
    assert candidates(actions, [-5.0, 0.9, 0.8, -9.0], wide, 20) == [1, 2, 3, 0]
