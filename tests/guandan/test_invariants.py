"""What holds in every state of every deal (G-15), over random matches; the soak runs the same checks in great number."""

from __future__ import annotations

from collections import Counter
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.games.guandan.cards import ALL_BITS, RANKS, bits_in, copies, rank_counts
from qipai.games.guandan.combos import Finder
from qipai.games.guandan.packing import all_planes, natural_planes, reading, stronger
from qipai.games.guandan.state import PLAY_PHASE, RETURN_PHASE, GuandanState
from tests.clauses import clause

GAME = qipai.game("guandan")
RULE_SETS: list[Rules] = [
    GAME.rules({"preset": "official"}),
    GAME.rules({"preset": "seed-002"}),
    GAME.rules({"preset": "seed-003"}),
    GAME.rules({"equal_tribute": "random", "count_visibility": "le10", "match_end": "deals:9"}),
    GAME.rules({"equal_tribute": "first_chooses", "full_house_joker_pair": False, "start_level": "A"}),
    GAME.rules({"natural_flush_as_straight": True, "return_max": 2, "start_level": "T"}),
]


def sizes(state: GuandanState) -> list[int]:
    return [bits_in(state.one(seat)) + bits_in(state.two(seat)) for seat in range(4)]


def check_cards(state: GuandanState) -> None:
    """Cards in hands and cards played are the 108, two of each (G-15.1)."""
    counts = [0] * 54
    held = [(state.one(seat), state.two(seat)) for seat in range(4)]
    played = [all_planes(event >> 2, state.level) for event in state.log if 0 < event >> 36 < 11]
    for one, two in held + played:
        assert two & ~one == 0
        for kind in range(54):
            counts[kind] += copies(one, two, kind)
    assert counts == [2] * 54
    assert state.setting.pool_one == state.setting.pool_two == ALL_BITS


def check_state(state: GuandanState, thorough: bool) -> None:
    """G-15.1 to G-15.5 for a state of a whole deal."""
    acting = [seat for seat in range(4) if (state.to_act() >> seat) & 1]
    held = sizes(state)
    assert state.seen_by(-1).sizes() == held
    assert bool(acting) != state.over()
    if state.phase == RETURN_PHASE:
        assert Counter(held) in (Counter([28, 26, 27, 27]), Counter([28, 28, 26, 26]))
    if state.phase < RETURN_PHASE or (state.phase == PLAY_PHASE and not any(0 < e >> 36 < 11 for e in state.log)):
        assert held == [27] * 4
    if state.phase == PLAY_PHASE:
        assert len(acting) == 1
        legal = state.legal(acting[0])
        assert held[acting[0]] > 0
        assert (legal[0] == 0) == bool(state.kind)
        assert legal[-1] if not state.kind else True
        for play in legal:
            if play and state.kind:
                assert stronger(state.table, play, state.level, state.setting.rules.over_flush)
    if thorough:
        check_cards(state)
        for seat in acting:
            short = state.legal(seat)
            long = state.exact(seat)
            assert set(short) <= set(long)
            assert len(set(long)) == len(long)
            if state.phase == PLAY_PHASE:
                assert {reading(p, True) for p in short} == {reading(p, True) for p in long}


def check_end(state: GuandanState) -> None:
    """G-15.6."""
    order = state.order()
    assert sorted(order) == [0, 1, 2, 3]
    gain = max(state.returns())
    assert gain in (1, 2, 3)
    assert sum(state.returns()) == 0
    assert (gain == 3) == ((order[0] + order[1]) % 2 == 0)
    check_cards(state)


def check_match(rules: Rules, before: dict[str, object] | None, after: dict[str, object]) -> None:
    """G-15.7."""
    levels = [RANKS.index(level) for level in after["levels"]]
    limit = rules.options["a_fail_limit"]
    assert all(0 <= n < max(limit, 1) for n in after["fails"])
    if before is None:
        if rules.options["match_end"] == "pass_a":
            assert not after["over"]
        return
    old = [RANKS.index(level) for level in before["levels"]]
    for team in range(2):
        if levels[team] > old[team]:
            assert team == after["owner"]
        if levels[team] < old[team]:
            assert levels[team] == 0
            assert after["fails"][team] == 0


def play_match(rules: Rules, seed: int, deals: int, thorough_every: int) -> int:
    """Random play through some deals of a match with all checks; returns the number of deals."""
    rng = FastRng(seed)
    carried = None
    step = 0
    for number in range(deals):
        state = GAME.deal(rng, rules, carried)
        top = None
        while not state.over():
            step += 1
            check_state(state, step % thorough_every == 0)
            if state.phase == PLAY_PHASE and not state.kind:
                top = None
            seats = [seat for seat in range(4) if (state.to_act() >> seat) & 1]
            seat = seats[rng.below(len(seats))]
            legal = state.legal(seat)
            action = legal[rng.below(len(legal))]
            if state.phase == PLAY_PHASE and action:
                # strength rises strictly within a trick (G-15.5)
                assert top is None or stronger(top, action, state.level, state.setting.rules.over_flush)
                top = action
            state.apply(seat, action)
            if state.phase == PLAY_PHASE and state.top >= 0 and not (state.active >> state.top) & 1:
                assert (state.active >> (state.top ^ 2)) & 1
        check_end(state)
        after = GAME.carry(state, carried)
        check_match(rules, carried, after)
        if GAME.match_over(rules, after):
            return number + 1
        carried = after
    return deals


@clause("G-15.1", "G-15.2", "G-15.3", "G-15.4", "G-15.5", "G-15.6", "G-15.7")
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, len(RULE_SETS) - 1))
def test_invariants_hold_through_matches(seed: int, which: int) -> None:
    assert play_match(RULE_SETS[which], seed, 3, 23) >= 1


@clause("G-15.8")
@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**64))
def test_replaying_gives_the_same_state(seed: int) -> None:
    table = qipai.Table("guandan", rules={"preset": "official"}, seed=f"{seed:064x}")
    rng = FastRng(seed)
    for _ in range(60):
        if table.over:
            break
        seat = table.to_act[0]
        moves = table.canonical(seat)
        table.play(seat, moves[rng.below(len(moves))])
    again = qipai.replay(table.record())
    assert again.state.digest() == table.state.digest()
    assert again.facts() == table.facts()


@clause("G-15.4", "G-11.1")
def test_plays_outside_the_exact_list_are_refused() -> None:
    """Random selections of cards are accepted exactly when the exact list has them."""
    table = qipai.Table("guandan", rules={"preset": "official"}, seed="9a" * 32)
    rng = FastRng(77)
    tried = Counter()
    for _ in range(40):
        seat = table.to_act[0]
        listed = set(table.legal(seat))
        hand = table.private(seat)["hand"].split()
        for _ in range(30):
            size = 1 + rng.below(min(6, len(hand)))
            rng_hand = list(range(len(hand)))
            rng.shuffle(rng_hand)
            move = "play " + " ".join(hand[k] for k in sorted(rng_hand[:size]))
            accepted = move in table.legal(seat)
            assert accepted == (move in listed)
            tried[accepted] += 1
        moves = table.canonical(seat)
        table.play(seat, moves[rng.below(len(moves))])
    assert min(tried.values()) > 20


@clause("G-15.10")
def test_exact_chances_of_a_fair_deal() -> None:
    def held(k: int, of: int, places: int) -> float:
        return comb(of, k) * comb(108 - of, places - k) / comb(108, places)

    assert round(100 * held(2, 2, 27), 2) == 6.07
    assert round(100 * held(2, 2, 54), 2) == 24.77
    assert [round(100 * held(k, 2, 27), 2) for k in range(3)] == [56.07, 37.85, 6.07]
    assert round(100 * held(4, 4, 27), 3) == 0.327
    assert round(400 * held(4, 4, 27), 3) == 1.310
    rng = FastRng(5)
    rules = GAME.rules()
    both = Counter()
    deals = 2500
    for _ in range(deals):
        state = GAME.deal(rng, rules)
        both["single"] += (state.two(0) >> 53) & 1
        both["double"] += copies(state.one(1), state.two(1), 53) + copies(state.one(3), state.two(3), 53) == 2
    assert abs(both["single"] / deals - 0.0607) < 0.02
    assert abs(both["double"] / deals - 0.2477) < 0.035


@clause("G-15.11")
def test_frequencies_of_bombs_and_straight_flushes_are_roughly_as_measured() -> None:
    rng = FastRng(6)
    rules = GAME.rules()
    seen = Counter()
    finder = Finder(True, False)
    for _ in range(500):
        state = GAME.deal(rng, rules)
        for seat in range(4):
            finder.look(state.one(seat), state.two(seat), state.level)
            seen["bomb"] += (finder.counts + 0x4444444444444) & 0x8888888888888 != 0
            seen["flush"] += finder.five != 0
    assert abs(seen["bomb"] / 2000 - 0.83) < 0.04
    assert abs(seen["flush"] / 2000 - 0.30) < 0.05
    assert rank_counts(15, 1) == 5
    assert natural_planes(0)[0] == 0
