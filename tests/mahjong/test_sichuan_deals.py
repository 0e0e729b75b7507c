"""Whole deals of the Sichuan family under all rules, with every invariant of chapter 35; and the fan by definition."""

from __future__ import annotations

import itertools
import json

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.position import PHASE_CLAIM
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import NAMES
from tests.clauses import clause
from tests.golden_runner import load
from tests.mahjong.deals import held_tiles
from tests.mahjong.sichuan_deals import check_deal, check_state, every_pair, finished, pairs_in, pairwise, play, rules_of
from tests.mahjong.sichuan_hands import cross_check
from tests.mahjong.soak import sichuan as soak

PRESETS = ({"preset": "chengdu"}, {"preset": "river"})


@clause("M-27.1", "M-27.2", "M-30.3", "M-30.7", "M-32.4")
def test_win_test_fan_and_value_are_those_of_the_definition() -> None:
    wins, won, ready = cross_check(10_000, 1000, 400, 7)
    assert wins > 500
    assert won == 1000
    assert ready > 200


def test_every_pair_of_option_values_occurs() -> None:
    rows = pairwise()
    covered = set().union(*(pairs_in(row) for row in rows))
    assert every_pair() <= covered
    assert len(rows) < 60


@pytest.mark.slow
@clause("M-35.1", "M-35.2", "M-35.3", "M-35.4", "M-35.5", "M-35.6", "M-35.7")
def test_every_invariant_holds_in_random_deals_under_all_rules() -> None:
    """2,000 deals, every 40th with sense and checked on the way."""
    for number in range(2000):
        watched = number % 40 == 0
        check_deal(number, 6 if watched else 0, watched)


@clause("M-35.1", "M-35.2")
@pytest.mark.parametrize("number", range(16))
def test_every_invariant_holds_after_every_step(number: int) -> None:
    check_deal(number, 1, True)


@clause("M-35.7", "M-25.1")
@pytest.mark.parametrize("rules", PRESETS)
def test_answers_of_one_window_in_any_order_give_the_same_result(rules: dict[str, object]) -> None:
    rng = FastRng(3)
    seen = 0
    for seed in range(8):
        for state, _, _ in play(rules, seed, True):
            if state.phase != PHASE_CLAIM or state.answers:
                continue
            seats = [seat for seat in range(4) if (state.waiting >> seat) & 1]
            answers = {seat: state.legal(seat)[rng.below(len(state.legal(seat)))] for seat in seats}
            digests = set()
            for order in itertools.permutations(seats):
                other = state.clone()
                for seat in order:
                    public = other.view(-1).public()
                    other.apply(seat, answers[seat])
                    if seat != order[-1]:
                        assert other.view(-1).public() == public
                digests.add(other.digest())
            assert len(digests) == 1
            seen += len(seats) > 1
    assert seen > 0


@clause("M-22.6", "M-23.2")
@pytest.mark.parametrize("rules", PRESETS)
def test_choices_of_the_opening_in_any_order_give_the_same_result(rules: dict[str, object]) -> None:
    digests = set()
    for order in itertools.permutations(range(4)):
        state = next(play(rules, 4))[0].clone()
        for _ in range(2):
            version = state.version()
            moves = {seat: state.legal(seat)[(5 * seat) % len(state.legal(seat))] for seat in range(4)}
            for seat in order:
                assert state.version() == version
                state.apply(seat, moves[seat])
            assert state.version() == version + 1
        digests.add(state.digest())
    assert len(digests) == 1


def turned_deal(base: MahjongState, start: MahjongState, turn: int, suits: list[int]) -> MahjongState:
    """The same deal with the table turned and suits renamed."""
    rename = [9 * suits[tile // 9] + tile % 9 for tile in range(27)]
    hands = [held_tiles(start, (start.dealer + k) & 3) for k in range(4)]
    texts = ["".join(NAMES[rename[tile]] for tile in hands[(seat - start.dealer - turn) & 3]) for seat in range(4)]
    deal = {
        "dealer": (base.dealer + turn) & 3,
        "hands": texts,
        "wall": "".join(NAMES[rename[tile]] for tile in base.wall),
        "die": base.die,
    }
    out = GAME.set_up(deal, base.rules, None, False)
    assert isinstance(out, MahjongState)
    out.fourteenth = rename[base.fourteenth]
    return out


@clause("M-35.7", "M-16.11")
@pytest.mark.parametrize("seed", range(6))
def test_a_turned_table_turns_the_scores(seed: int) -> None:
    rules = PRESETS[seed % 2]
    turn = 1 + seed % 3
    moves = [(seat, action) for _, seat, action in play(rules, seed, True)]
    start = next(play(rules, seed, True))[0].clone()
    base = finished(rules, seed, True)
    other = turned_deal(base, start, turn, [0, 1, 2])
    for seat, action in moves[:-1]:
        assert (other.to_act() >> ((seat + turn) & 3)) & 1
        other.apply((seat + turn) & 3, action)
    assert other.over()
    assert [other.returns()[(seat + turn) & 3] for seat in range(4)] == base.returns()


@clause("M-35.7")
@pytest.mark.parametrize("seed", range(4))
def test_renamed_suits_keep_all_fan_and_points(seed: int) -> None:
    """Moves are renamed through their texts: swaps, missing suits, kongs and discards alike."""
    rules = PRESETS[seed % 2]
    letters = {"p": "s", "s": "m", "m": "p"}
    start = next(play(rules, seed, True))[0].clone()
    base = finished(rules, seed, True)
    other = turned_deal(base, start, 0, [1, 2, 0])
    for state, seat, action in play(rules, seed, True):
        if action >= 0:
            verb, _, rest = GAME.write(state.view(seat), action).partition(" ")
            move = f"{verb} {''.join(letters.get(ch, ch) for ch in rest)}".strip()
            other.apply(seat, GAME.resolve(other, seat, GAME.read(move)))
    assert other.over()
    assert other.returns() == base.returns()


def test_the_soak_runs() -> None:
    soak(3, 60, 10, 5)


def test_rules_by_number_start_with_the_presets() -> None:
    assert [rules_of(0), rules_of(1)] == list(PRESETS)


@clause("M-33.2", "M-33.3", "M-22.6", "M-23.2")
@pytest.mark.parametrize("rules", PRESETS)
def test_in_the_opening_no_seat_can_tell_two_worlds_apart_by_what_others_choose(rules: dict[str, object]) -> None:
    rng = FastRng(9)
    for seed in range(4):
        state = next(play(rules, seed))[0].clone()
        for phase in range(2):
            own = seed & 3
            world = GAME.world(state.view(own), rng)
            assert isinstance(world, MahjongState)
            for other in [seat for seat in range(4) if seat != own][: 2 + phase]:
                for each in (state, world):
                    legal = each.legal(other)
                    each.apply(other, legal[rng.below(len(legal))])
                assert state.view(own) == world.view(own)
                assert state.version() == world.version()
            for seat in range(4):
                if (state.waiting >> seat) & 1:
                    state.apply(seat, state.legal(seat)[0])


@clause("M-33.5", "M-33.6")
def test_a_seat_that_is_not_asked_cannot_tell_whether_a_kong_can_be_robbed() -> None:
    """The same added kong in many worlds of a bystander: the pause shows the same, whoever can rob it."""
    before = golden_state("mjs-x30-asked", -1)
    rng = FastRng(2)
    action = next(action for action in before.legal(1) if GAME.write(before.view(1), action) == "kong 5p")
    shown_to: set[str] = set()
    asked: set[int] = set()
    for number in range(40):
        world = before if number == 0 else GAME.world(before.view(0), rng)
        if action not in world.legal(1):
            continue
        after = world.copy()
        after.apply(1, action)
        shown = GAME.claim_pause.shown(world, 1, action, after)
        assert shown is not None
        asked.add(shown.to_act())
        shown_to.add(json.dumps(shown.view(0).to_json(), sort_keys=True))
    assert len(asked) > 1
    assert len(shown_to) == 1


def golden_state(name: str, moves: int) -> MahjongState:
    case = next(case for case in load("mahjong") if case["id"] == name)
    record = {key: value for key, value in case.items() if key not in ("id", "clause", "expect", "note")}
    table = qipai.Table.from_record({**record, "game": "mahjong", "moves": record["moves"][:moves]})
    assert isinstance(table.state, MahjongState)
    return table.state


def test_the_rest_of_the_wall_is_drawn_when_a_finished_deal_was_read() -> None:
    early = 0
    for seed in range(40):
        state = finished({"preset": "chengdu"}, seed, sense=True)
        early += state.wall_left() > 0
        for seat in (-1, seed % 4):
            view = GAME.read_view(state.view(seat).to_json())
            world = GAME.world(view, FastRng(seed))
            assert world.view(seat) == view
            assert sorted(world.wall[world.front : world.back]) == sorted(state.wall[state.front : state.back])
            assert world.digest() == GAME.world(view, FastRng(seed)).digest()
            check_state(world)
    assert early > 5
