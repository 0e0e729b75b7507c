"""Claim windows: who is asked, what answers do, who goes next; and what nobody learns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipai.core.rng import FastRng
from qipai.games.mahjong.actions import HU, KONG, PASS, PENG
from qipai.games.mahjong.ledger import wins_of
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_TURN
from qipai.games.mahjong.state import MahjongState
from tests.clauses import clause
from tests.mahjong.deals import RULE_SETS, play, table

seeds = st.integers(0, 2**40)

BURIED = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8m8m8m"), (3, "bury 3m3m3m")]
TRIPLE = ["5s44p6p8p13p57p9s7s444m", "123p789p46s11s222m", "456p456s88p46s888m", "123s789s46s99p333m"]


def windows(rules: dict[str, Any], seed: int) -> list[MahjongState]:
    """Copies of every freshly opened window of a sensible deal."""
    return [state.clone() for state, _, _ in play(rules, seed, 1) if state.phase == PHASE_CLAIM and state.answers == 0]


def answer_all(state: MahjongState, answers: dict[int, int]) -> MahjongState:
    other = state.clone()
    for seat, action in answers.items():
        other.apply(seat, action)
    return other


def asked(state: MahjongState) -> list[int]:
    return [seat for seat in range(4) if (state.waiting >> seat) & 1]


@clause("M-5.1", "M-4.5")
@settings(max_examples=15, deadline=None)
@given(seeds, st.integers(0, len(RULE_SETS) - 1))
def test_asked_are_exactly_the_seats_with_a_claim(seed: int, rules: int) -> None:
    for state in windows(RULE_SETS[rules], seed):
        assert asked(state)
        for seat in range(4):
            legal = state.legal(seat)
            if seat in asked(state):
                assert legal[-1] == PASS
                assert len(legal) > 1
                assert seat != state.turn
                assert (PENG in legal) == (
                    state.held(seat, state.tile) >= 2
                    and not state.is_locked(seat)
                    and state.missing_suit(seat) != state.tile // 9
                )
            else:
                assert legal == []


@clause("M-5.8", "M-5.9", "M-5.10")
@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(0, len(RULE_SETS) - 1), st.integers(0, 2**20))
def test_every_hu_on_one_discard_succeeds_and_cancels_the_rest(seed: int, rules: int, choice: int) -> None:
    rng = FastRng(choice)
    for state in windows(RULE_SETS[rules], seed):
        answers = {}
        for seat in asked(state):
            legal = state.legal(seat)
            answers[seat] = legal[rng.below(len(legal))]
        winners = [seat for seat, action in answers.items() if action == HU]
        other = answer_all(state, answers)
        before = len(wins_of(state.log, state.rules))
        wins = wins_of(other.log, other.rules)[before:]
        assert sorted(win.seat for win in wins) == sorted(winners)
        after = (state.turn + 1) & 3
        takers = [seat for seat, action in answers.items() if action in (PENG, KONG)]
        if winners:
            order = [(state.turn + k) & 3 for k in (1, 2, 3)]
            assert [win.seat for win in wins] == [seat for seat in order if seat in winners]
            assert all(win.feeder == state.turn and win.tile == state.tile for win in wins)
            assert other.melds == state.melds
            paid = [a - b for a, b in zip(other.paid, state.paid, strict=True)]
            assert paid[state.turn] == -sum(win.fan for win in wins)
            for win in wins:
                assert paid[win.seat] == win.fan
                assert other.is_locked(win.seat)
            assert other.over() if state.wall_left() == 0 else other.turn == after
        elif takers:
            assert other.turn == takers[0]
            assert other.melds[takers[0]] != state.melds[takers[0]]
        else:
            assert other.melds == state.melds
            assert other.over() if state.wall_left() == 0 else other.turn == after


@clause("M-5.7", "M-5.8")
@settings(max_examples=15, deadline=None)
@given(seeds)
def test_a_seat_that_declines_its_own_hu_never_removes_that_of_another(seed: int) -> None:
    for state in windows({}, seed):
        able = [seat for seat in asked(state) if HU in state.legal(seat)]
        for declining in able:
            for instead in state.legal(declining)[1:]:
                answers = {declining: instead}
                for seat in asked(state):
                    if seat != declining:
                        answers[seat] = state.legal(seat)[0]
                other = answer_all(state, answers)
                new = {win.seat for win in wins_of(other.log, other.rules)[len(wins_of(state.log, state.rules)) :]}
                assert new == {seat for seat in able if seat != declining}


@clause("M-12.3", "M-5.7")
@settings(max_examples=15, deadline=None)
@given(seeds)
def test_nobody_learns_who_is_asked_or_has_answered(seed: int) -> None:
    for state in windows({}, seed):
        views = [state.view(seat).to_json() for seat in range(4)]
        public = state.view(-1).public()
        assert public["to_act"] is None
        assert public["turn"] == state.turn
        seats = asked(state)
        if len(seats) > 1:
            other = state.clone()
            other.apply(seats[0], other.legal(seats[0])[0])
            assert other.view(-1).public() == public
            assert other.version() == state.version()
            for seat in range(4):
                if seat != seats[0]:
                    assert other.view(seat).to_json() == views[seat]
            assert other.view(seats[0]).private()["answer"] is not None


def test_three_winners_are_paid_one_by_one_and_the_next_seat_draws() -> None:
    t = table(TRIPLE, "9m6m6m", moves=[*BURIED, (0, "discard 5s"), (3, "hu"), (1, "hu"), (2, "hu")])
    facts = t.facts()
    assert facts["ledger"] == [[0, 1, 2, "hu"], [0, 2, 2, "hu"], [0, 3, 2, "hu"]]
    assert t.to_act == [1]
    river = t.public()["rivers"][0]
    assert river[-1]["winners"] == [1, 2, 3]
    assert river[-1]["claim"] is None


@clause("M-5.8")
def test_a_cancelled_peng_leaves_no_trace_until_the_end() -> None:
    hands = ["1p5s4468p4688s8s444m", "13579p13779s222m", "456p456s88p46s888m", "13579p5s5s137s333m"]
    t = table(hands, "9m", moves=[*BURIED, (0, "discard 5s"), (3, "peng"), (2, "hu")])
    assert t.facts()["melds"][3] == []
    assert not [e for e in t.public()["events"] if e["event"] == "answer"]
    assert [e for e in t.view(3).to_json()["events"] if e["event"] == "answer"] == [  # type: ignore[attr-defined]
        {"event": "answer", "seat": 3, "tile": "5s", "answer": "peng"}
    ]
    while not t.over:
        t.play(t.to_act[0], list(t.legal(t.to_act[0]))[-1])
    answers = [e for e in t.public()["events"] if e["event"] == "answer"]
    assert {"event": "answer", "seat": 3, "tile": "5s", "answer": "peng"} in answers


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 2, 1), (2, 1, 3)])
def test_the_log_is_in_seat_order_however_the_answers_come(order: tuple[int, ...]) -> None:
    t = table(TRIPLE, "9m6m6m", moves=[*BURIED, (0, "discard 5s"), *[(seat, "hu") for seat in order]])
    assert [w[0] for w in t.facts()["wins"]] == [1, 2, 3]


def test_a_window_that_nobody_takes_is_as_if_it_had_not_been() -> None:
    t = table(TRIPLE, "9m6m6m", moves=[*BURIED, (0, "discard 5s"), (3, "pass"), (1, "pass"), (2, "pass")])
    assert t.state.phase == PHASE_TURN  # type: ignore[attr-defined]
    assert t.to_act == [1]
    assert t.returns == [0, 0, 0, 0]
