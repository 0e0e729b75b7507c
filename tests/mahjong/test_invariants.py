"""Whole deals, random and sensible, with every invariant of section 16 after every step."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.actions import HU, KONG_OF
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_TURN
from qipai.games.mahjong.tiles import NAMES
from tests.clauses import clause
from tests.mahjong.deals import (
    RULE_SETS,
    check_end,
    check_state,
    finished,
    held_tiles,
    locked_waits,
    play,
)
from tests.mahjong.soak import main as soak


@clause("M-16.1", "M-16.2", "M-16.3", "M-16.4", "M-16.5", "M-16.6", "M-16.7", "M-16.8")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, len(RULE_SETS) - 1), st.integers(0, 1))
def test_every_invariant_holds_after_every_step(seed: int, rules: int, sense: int) -> None:
    hands: dict[int, tuple[list[int], int, int]] = {}
    for state, seat, action in play(RULE_SETS[rules], seed, sense):
        check_state(state)
        for locked in range(4):
            if state.is_locked(locked):
                on_turn = state.phase == PHASE_TURN and state.turn == locked
                if not on_turn:
                    now = (held_tiles(state, locked), state.melds[locked], locked_waits(state, locked))
                    assert hands.setdefault(locked, now) == now  # M-16.6
        if state.phase == PHASE_TURN and 0 <= action < KONG_OF and not state.is_locked(seat):
            missing = state.missing_suit(seat)
            assert action // 9 == missing or state.counts(seat, missing) == 0  # M-16.7
    check_end(state)


@clause("M-16.3")
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, 1))
def test_what_is_not_listed_is_refused_and_changes_nothing(seed: int, sense: int) -> None:
    every = ["hu", "peng", "kong", "pass", "bury 1p2p3p", "bury 5s5s5s"]
    every += [f"discard {t}" for t in NAMES] + [f"kong {t}" for t in NAMES]
    t = qipai.Table("mahjong", seed=f"{seed:064x}")
    rng = FastRng(seed)
    while not t.over:
        before = (t.state.digest(), t.version)
        for seat in range(4):
            listed = list(t.legal(seat))
            assert all(move in t.legal(seat) for move in listed)
            for move in every:
                if move not in listed:
                    with pytest.raises(qipai.IllegalMove):
                        t.play(seat, move)
        assert before == (t.state.digest(), t.version)
        seat = t.to_act[rng.below(len(t.to_act))]
        moves = list(t.legal(seat))
        t.play(seat, "hu" if sense and "hu" in moves else moves[rng.below(len(moves))])


@clause("M-16.9", "M-5.7")
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, len(RULE_SETS) - 1))
def test_answers_of_one_window_in_any_order_give_the_same_result(seed: int, rules: int) -> None:
    rng = FastRng(seed + 5)
    for state, _, _ in play(RULE_SETS[rules], seed, 1):
        if state.phase != PHASE_CLAIM or state.answers:
            continue
        seats = [seat for seat in range(4) if (state.waiting >> seat) & 1]
        answers = {}
        for seat in seats:
            legal = state.legal(seat)
            answers[seat] = legal[rng.below(len(legal))]
        digests = set()
        for order in itertools.permutations(seats):
            other = state.clone()
            for seat in order:
                version = other.version()
                public = other.view(-1).public()
                other.apply(seat, answers[seat])
                if seat != order[-1]:
                    assert other.version() == version
                    assert other.view(-1).public() == public
            digests.add(other.digest())
        assert len(digests) == 1


@clause("M-3.3", "M-16.9")
@pytest.mark.parametrize("seed", range(5))
def test_burials_in_any_order_give_the_same_result(seed: int) -> None:
    digests = set()
    for order in itertools.permutations(range(4)):
        state = next(play({}, seed))[0].clone()
        version = state.version()
        for seat in order:
            assert state.version() == version
            state.apply(seat, state.legal(seat)[(7 * seat) % len(state.legal(seat))])
        assert state.version() == version + 1
        digests.add(state.digest())
    assert len(digests) == 1


@clause("M-16.11")
@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**40), st.integers(1, 3))
def test_a_turned_table_turns_the_scores(seed: int, turn: int) -> None:
    straight = [(seat, action) for _, seat, action in play({}, seed, 1)]
    state = next(play({}, seed, 1))[0]
    tiles = []
    for k in range(4):
        tiles.append(held_tiles(state, (state.dealer + k) & 3))
    base = finished({}, seed, 1)
    deal = {
        "dealer": (base.dealer + turn) & 3,
        "hands": ["".join(NAMES[t] for t in tiles[(seat - base.dealer - turn) & 3]) for seat in range(4)],
        "wall": "".join(NAMES[t] for t in base.wall),
    }
    turned = GAME.set_up(deal, GAME.rules(), None, False)
    # the fourteenth tile only matters for a heavenly win; keep the one that was dealt
    turned.fourteenth = base.fourteenth  # type: ignore[attr-defined]
    for seat, action in straight[:-1]:
        assert (turned.to_act() >> ((seat + turn) & 3)) & 1
        turned.apply((seat + turn) & 3, action)
    assert turned.over()
    assert [turned.returns()[(seat + turn) & 3] for seat in range(4)] == base.returns()


def test_base_rates_are_those_of_the_rules() -> None:
    """Wide limits: they depend on the players, not on luck (section 16)."""
    wins = pengs = kongs = 0
    for seed in range(120):
        kinds = [e["event"] for e in finished({}, seed).view(-1).public()["events"]]
        wins += kinds.count("win")
        pengs += kinds.count("peng")
        kongs += kinds.count("kong")
    assert 0.02 < wins / 120 < 0.6
    assert 2.2 < pengs / 120 < 3.4
    assert 0.1 < kongs / 120 < 0.6


def test_the_soak_runs() -> None:
    soak(12)


def test_hu_is_first_in_every_list() -> None:
    """M-13.1 in passing: hu before kongs before discards."""
    seen = 0
    for seed in range(20):
        for state, seat, _ in play({}, seed, 1):
            legal = state.legal(seat) if seat >= 0 else []
            if HU in legal:
                seen += 1
                assert legal[0] == HU
    assert seen > 20
