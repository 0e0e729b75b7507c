"""The learned policy: legal, stronger than the rules of thumb it began with, blind to what its seat cannot know."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from pathlib import Path

import pytest

import qipai
from qipai.agents.learner import learner
from qipai.arena.backends import InProcess
from qipai.core.rng import FastRng
from qipai.core.weights import MOST_BYTES
from qipai.games.mahjong import features, learned
from qipai.games.mahjong.actions import HU
from qipai.games.mahjong.agents_learner import WAYS, unit_of
from qipai.games.mahjong.distances import nearest_pairs, nearest_win
from qipai.games.mahjong.learned import LearnedPolicy, shipped
from qipai.games.mahjong.policy import MahjongPolicy
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_MISSING, PHASE_SWAP, PHASE_TURN
from qipai.games.mahjong.state import MahjongState, MahjongView
from qipai.games.mahjong.suitform import measure, pairs_distance
from qipai.games.mahjong.tiles import pack, read_tiles
from qipai.search.playout import lowest_seat, seats_playout
from qipai.train.collect import work
from qipai.train.run import Settings, Training
from tests.conftest import ROOT
from tests.games import first_columns
from tests.mahjong.deals import table

WEIGHTS = ROOT / "src" / "qipai" / "games" / "mahjong" / learned.FILE
GAME = qipai.game("mahjong")
ONE = learner(GAME)
EYE = LearnedPolicy(bytes(2 * features.ROWS * features.WIDTH))
# what the features are in 200 positions, and what the policy plays there; other features need another version in
# `features_hash`, and new weights
SEEN = ("78e012c87812fac5", "33ae005672ef0cc6")
PLAYED = "4896075b4241f7a1"


def deal(number: int, way: str = "default") -> MahjongState:
    state = GAME.deal(FastRng(number), GAME.rules({"preset": way}))
    assert isinstance(state, MahjongState)
    return state


def positions(count: int, seed: int) -> list[tuple[MahjongState, int, list[int]]]:
    """Decisions of hands that are not locked, in every way to play: sensible play with one random move in four."""
    rng, policy = FastRng(seed), MahjongPolicy()
    found: list[tuple[MahjongState, int, list[int]]] = []
    number = 0
    while len(found) < count:
        state = deal(1000 * seed + number, WAYS[number % 3])
        number += 1
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            legal = state.legal(seat)
            if len(legal) > 1 and ONE.learns(state) and rng.below(6) == 0:
                found.append((state.clone(), seat, legal))
            action = policy.choose(state, seat, rng) if rng.below(4) else legal[rng.below(len(legal))]
            state.apply(seat, action)
    return found[:count]


@pytest.mark.parametrize("way", WAYS)
def test_the_learned_policy_plays_legal_moves_in_every_phase(way: str) -> None:
    policy, rng = LearnedPolicy(shipped()), FastRng(1)
    phases = set()
    for number in range(8):
        state = deal(number, way)
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            phases.add(int(state.phase))
            action = policy.choose(state, seat, rng)
            assert action in state.legal(seat)
            state.apply(seat, action)
    opening = {PHASE_BURY} if way == "default" else {PHASE_SWAP, PHASE_MISSING}
    assert phases == {PHASE_TURN, PHASE_CLAIM} | opening


def test_the_learned_policy_beats_the_rules_of_thumb() -> None:
    """60 deals of bury three from every seat are enough to see that."""
    new, old = LearnedPolicy(shipped()), MahjongPolicy()
    total = 0
    for number in range(60):
        for me in range(4):
            state = deal(5000 + number)
            seats_playout(state, [new if seat == me else old for seat in range(4)], FastRng(number))
            total += state.returns()[me]
    assert total / 240 > 0.3


def test_what_the_policy_sees_is_what_the_seat_knows() -> None:
    """Two deals with the same view have the same features, and so has the view itself."""
    rng, phases = FastRng(4), Counter[int]()
    for state, seat, legal in positions(240, seed=4):
        phases[int(state.phase)] += 1
        view = state.view(seat)
        assert isinstance(view, MahjongView)
        seen = EYE.notes(state, seat, legal)
        assert seen == EYE.notes(GAME.world(view, rng), seat, legal)
        assert seen == EYE.notes(view.known, seat, legal)
        row, noted = seen
        assert 0 <= row < ONE.rows
        assert all(0 <= feature < ONE.width for note in noted for feature in note[0::2])
    assert set(phases) == {PHASE_BURY, PHASE_TURN, PHASE_CLAIM, PHASE_SWAP, PHASE_MISSING}


def test_an_opening_is_seen_alike_whatever_was_looked_at_before() -> None:
    """A hand that is ready once three tiles are buried: nobody has said yet which suit he must let go."""
    hands = ["1p1s4468p44688s444m", "123456p78p11s147m", "13579s13579m222p", "13579p13579m222s"]
    opening = table(hands, "6m6m").state
    legal = opening.legal(1)
    seen = LearnedPolicy(EYE.weights).notes(opening, 1, legal)
    shown = [note for action, note in zip(legal, seen[1], strict=True) if features.DISTANCE + 1 in note[0::2]]
    assert shown, "no burial leaves the hand ready"
    for state, seat, moves in positions(40, seed=5):
        eye = LearnedPolicy(EYE.weights)
        eye.notes(state, seat, moves)
        assert eye.notes(opening, 1, legal) == seen


def test_hands_that_lie_open_are_seen() -> None:
    rules = GAME.rules({"show_locked_hands": True})
    rng, policy, checked = FastRng(6), MahjongPolicy(), 0
    for number in range(30):
        state = GAME.deal(FastRng(number), rules)
        assert isinstance(state, MahjongState)
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            legal = state.legal(seat)
            if state.locked and len(legal) > 1 and ONE.learns(state):
                view = state.view(seat)
                assert isinstance(view, MahjongView)
                assert EYE.notes(state, seat, legal) == EYE.notes(view.known, seat, legal)
                checked += 1
            state.apply(seat, policy.choose(state, seat, rng))
    assert checked > 20


def test_features_are_what_the_weights_were_learned_with() -> None:
    """The hash names the features; this is what they are. Changed features without another hash would play nonsense."""
    digest, played = hashlib.sha256(), hashlib.sha256()
    policy = LearnedPolicy(shipped())
    for state, seat, legal in positions(200, seed=9):
        digest.update(repr(EYE.notes(state, seat, legal)).encode())
        played.update(repr(policy.choose(state, seat, FastRng(1))).encode())
    assert (features.features_hash(), digest.hexdigest()[:16]) == SEEN
    assert played.hexdigest()[:16] == PLAYED


def test_every_group_of_features_is_where_its_constants_say() -> None:
    starts = first_columns(features.GROUPS)
    assert starts["gives away"] == features.GIVES == features.WIDTH - 3
    named = {value for key, value in vars(features).items() if key.isupper() and isinstance(value, int)}
    assert set(starts.values()) <= named
    assert sum(count for _, count in features.GROUPS) == features.WIDTH


def test_the_distance_of_seven_pairs_follows_from_the_forms_of_the_suits() -> None:
    rng = FastRng(3)
    for _ in range(300):
        kinds = [tile for tile in range(18) for _ in range(4)]
        rng.shuffle(kinds)
        p, s, m = pack(kinds[:13])
        form = measure(p) + measure(s)
        found = pairs_distance(form & 15, (form >> 4) & 15, (form >> 8) & 15, form >> 28)
        assert found == nearest_pairs(p, s, m, 2) >> 27 >= nearest_win(p, s, m, 2, 4) >> 27


def test_the_form_of_a_suit_counts_what_it_is_made_of() -> None:
    tiles = read_tiles("1p 33p 456p 888p 2s5s9s 7s8s")
    assert tiles is not None
    p, s, _ = pack(tiles)
    fields = [(measure(p) >> 4 * k) & 15 for k in range(8)]
    assert fields == [4, 1, 1, 3, 2, 0, 0, 0]  # 34p, 45p, 56p are open; 1_3p and 6_8p are gaps
    fields = [(measure(s) >> 4 * k) & 15 for k in range(8)]
    assert fields == [5, 0, 0, 1, 2, 1, 0, 0]  # 78s is open; 5_7s and 89s want one kind; 2s is alone


def test_a_policy_can_be_sent_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(LearnedPolicy(shipped())))
    for state, seat, legal in positions(5, seed=3):
        assert again.values(state, seat, legal) == LearnedPolicy(shipped()).values(state, seat, legal)


def test_a_locked_hand_takes_every_win() -> None:
    policy, rng, wins = LearnedPolicy(shipped()), FastRng(3), 0
    for number in range(20):
        state = deal(number)
        while not state.over():
            seat = int(lowest_seat(state.to_act()))
            action = policy.choose(state, seat, rng)
            if state.is_locked(seat) and HU in state.legal(seat):
                assert action == HU
                wins += 1
            state.apply(seat, action)
    assert wins > 20


def test_points_of_every_way_to_play_are_measured_alike() -> None:
    """A base of three makes everything three times as much, and is worth the same."""
    plain = deal(1, "chengdu")
    dear = GAME.deal(FastRng(1), GAME.rules({"preset": "chengdu", "base": 3 * int(plain.rules.base)}))
    assert isinstance(dear, MahjongState)
    assert unit_of(dear) == 3 * unit_of(plain)


def test_training_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    tiny = Settings("mahjong", seed=3, positions=2, job=1, deals=1, against=False)
    whole = Training(tiny, tmp_path / "whole")
    whole.run(InProcess(work), lambda: whole.round >= 1, lambda training: None)
    while True:
        part = Training(tiny, tmp_path / "parts")
        if part.round >= 1:
            break
        asked = iter([False, False])
        part.run(InProcess(work), lambda asked=asked: next(asked, True), lambda training: None)  # type: ignore[misc]
    assert part.curve == whole.curve
    assert part.pool == whole.pool


def test_the_shipped_weights_are_a_small_file() -> None:
    assert len(WEIGHTS.read_text(encoding="utf-8")) < MOST_BYTES // 3
