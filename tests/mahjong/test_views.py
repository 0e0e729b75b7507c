"""Who knows what (chapter 12): views, their JSON, and worlds that give exactly a view."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.games.mahjong.events import WIN
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.hands import completes
from qipai.games.mahjong.ledger import win_of
from qipai.games.mahjong.patterns import HAND_PATTERNS
from qipai.games.mahjong.position import PHASE_BURY, PHASE_CLAIM, PHASE_TURN
from qipai.games.mahjong.scoring import hand_patterns
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import UNIT_OF
from tests.clauses import clause
from tests.mahjong.deals import RULE_SETS, check_state, finished, held_tiles, play, table

seeds = st.integers(0, 2**40)


def text(view: Any) -> str:
    return json.dumps(view.to_json(), sort_keys=True, ensure_ascii=False)


def check_world(world: MahjongState, seen: MahjongState) -> None:
    """Beyond giving the view: a deal that could have been, by the rules themselves."""
    check_state(world)
    if world.phase == PHASE_BURY:
        return
    void_since: dict[int, int] = {}  # seat -> tiles of its missing suit that it may hold
    for code in seen.log:
        kind, seat, tile = code & 7, (code >> 3) & 3, (code >> 5) & 31
        if kind == 1 and seat in void_since:
            void_since[seat] += 1
        elif kind == 2:
            if tile // 9 != world.missing_suit(seat):
                void_since[seat] = 0
            elif seat in void_since:
                void_since[seat] -= 1
    for seat, most in void_since.items():
        if not world.is_locked(seat):
            suit = world.missing_suit(seat)
            assert sum(1 for tile in held_tiles(world, seat) if tile // 9 == suit) <= most
    for code in seen.log:
        if code & 7 == WIN:
            win = win_of(code, world.rules)
            hand = held_tiles(world, win.seat)
            if world.phase == PHASE_TURN and world.turn == win.seat:
                hand.remove(world.drawn)
            packed = [0, 0, 0]
            for tile in hand:
                packed[tile // 9] += UNIT_OF[tile]
            assert completes(packed[0], packed[1], packed[2], win.tile)
            packed[win.tile // 9] += UNIT_OF[win.tile]
            shown = hand_patterns(packed[0], packed[1], packed[2], world.melds[win.seat], world.rules.fan)
            assert (shown ^ win.patterns) & HAND_PATTERNS == 0


@clause("M-12.6", "M-16.12")
@settings(max_examples=12, deadline=None)
@given(seeds, st.integers(0, len(RULE_SETS) - 1), st.integers(0, 1))
def test_worlds_give_exactly_the_view_and_are_lawful_deals(seed: int, rules: int, sense: int) -> None:
    rng = FastRng(seed + 9)
    for k, (state, _, _) in enumerate(play(RULE_SETS[rules], seed, sense)):
        if k % 4 and not state.over():
            continue
        for seat in range(-1, 4):
            view = state.view(seat)
            world = GAME.world(view, rng)
            assert text(world.view(seat)) == text(view)
            check_world(world, state)
            assert text(GAME.read_view(json.loads(text(view)))) == text(view)


@clause("M-12.6", "M-16.12")
def test_worlds_differ_and_do_not_favour_the_truth() -> None:
    """The unseen is really shuffled: over many worlds each opponent's hand takes many values."""
    rng = FastRng(4)
    for seed in (1, 2):
        for k, (state, _, _) in enumerate(play({}, seed, 1)):
            if k != 40:
                continue
            view = state.view(0)
            hands = {tuple(held_tiles(GAME.world(view, rng), 1)) for _ in range(60)}
            assert len(hands) > 3 or state.is_locked(1)


@clause("M-12.5", "M-12.4")
def test_at_the_end_everything_is_public_and_before_it_nothing() -> None:
    state = finished({}, 5, 1)
    public = state.view(-1).public()
    assert all(public["hands"])
    assert all(public["buried"])
    assert any(e["event"] == "draw" and e["tile"] for e in public["events"])
    for state, _, _ in play({}, 5, 1):
        if not state.over():
            public = state.view(-1).public()
            assert public["hands"] == [None] * 4
            assert public["buried"] == [None] * 4
            assert all(e["tile"] is None for e in public["events"] if e["event"] == "draw")
            assert not [e for e in public["events"] if e["event"] == "answer"]
            for e in public["events"]:
                if e["event"] == "win":
                    assert set(e) == {"event", "seat", "tile", "by", "from", "fan", "patterns"}


@clause("M-12.4")
def test_locked_hands_are_shown_only_under_the_option_and_never_the_drawn_tile() -> None:
    shown = 0
    for seed in range(6):
        for state, _, _ in play({"show_locked_hands": True}, seed, 1):
            if state.over():
                continue
            public = state.view(-1).public()
            for seat in range(4):
                assert (public["hands"][seat] is not None) == state.is_locked(seat)
                if state.is_locked(seat):
                    shown += 1
                    digits = [ch for ch in public["hands"][seat] if ch.isdigit()]
                    assert len(digits) == 10 - 3 * (state.melds[seat] & 7)
    assert shown > 50


@clause("M-12.1")
def test_what_is_public() -> None:
    state = finished({}, 8, 1)
    for now, _, _ in play({}, 8, 1):
        if now.phase == PHASE_CLAIM:
            state = now.clone()
    public = state.view(-1).public()
    assert set(public) == {
        "game", "version", "phase", "dealer", "turn", "to_act", "missing", "held", "melds", "rivers", "last_discard",
        "won", "locked", "wall_left", "scores", "returns", "hands", "buried", "absent", "events",
    }  # fmt: skip
    assert public["missing"] != [None] * 4
    assert sum(public["scores"]) == 0
    for river in public["rivers"]:
        for entry in river:
            assert set(entry) == {"tile", "drawn", "claim", "claimed_by", "winners"}


@clause("M-12.2", "M-12.3")
def test_burials_are_hidden_until_all_are_in() -> None:
    state = next(play({}, 3))[0].clone()
    public = state.view(-1).public()
    assert public["missing"] == [None] * 4
    views = [text(state.view(seat)) for seat in range(4)]
    state.apply(2, state.legal(2)[0])
    assert state.view(-1).public() == public
    assert [text(state.view(seat)) for seat in (0, 1, 3)] == [views[0], views[1], views[3]]
    assert state.view(2).private()["buried"] is not None
    for seat in (0, 1, 3):
        state.apply(seat, state.legal(seat)[0])
    assert None not in state.view(-1).public()["missing"]


@clause("M-12.2")
def test_a_private_part_holds_only_the_seats_own() -> None:
    for state, _, _ in play({}, 6, 1):
        for seat in range(4):
            private = state.view(seat).private()
            assert set(private) == {
                "seat", "hand", "drawn", "buried", "to_act", "legal", "answer", "given_up", "fourteenth",
            }  # fmt: skip
            if not (state.phase == PHASE_TURN and state.turn == seat):
                assert private["drawn"] is None
            assert private["to_act"] == bool((state.to_act() >> seat) & 1)


def test_broken_views_are_refused() -> None:
    state = finished({}, 5, 1)
    for now, _, _ in play({}, 5, 1):
        if now.phase == PHASE_TURN and now.wall_left() == 20:
            state = now.clone()
    good = json.loads(text(state.view(1)))
    assert text(GAME.read_view(good)) == text(state.view(1))

    def spoil(path: list[Any], value: Any) -> Any:
        data = json.loads(json.dumps(good))
        place = data
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        return data

    for broken in [
        spoil(["seat"], 7),
        spoil(["public", "phase"], "sleeping"),
        spoil(["public", "returns"], [1, 2, 3, 4]),
        spoil(["public", "wall_left"], 3.5),
        spoil(["public", "events"], []),
        spoil(["private", "hand"], "1p"),
        spoil(["private", "legal"], ["hu"]),
        spoil(["private", "given_up"], 64),
        spoil(["events", 0, "event"], "nonsense"),
        spoil(["events", 1, "seat"], 9),
        spoil(["public", "dealer"], "0"),
        spoil(["game"], "guandan"),
        {k: v for k, v in good.items() if k != "private"},
    ]:
        with pytest.raises(qipai.BadRecord) as refusal:
            GAME.read_view(broken)
        assert refusal.value.code == "BAD_VIEW"


def test_worlds_of_partial_deals_use_only_the_tiles_that_were_given() -> None:
    hands = ["1p1s4468p44688s444m", "13579p13579s222m", "66p147p13579s888m", "13579p13579m222s"]
    moves = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 8m8m8m"), (3, "bury 2s2s2s"), (0, "discard 6p")]
    t = table(hands, "6m6m6m", moves=moves)
    rng = FastRng(1)
    for seat in range(-1, 4):
        for _ in range(10):
            view = t.view(seat)
            world = GAME.world(view, rng)
            assert text(world.view(seat)) == text(view)
            assert world.wall_left() == 3
            if seat != 2:
                assert world.to_act()


def test_a_window_that_waits_for_others_is_open_in_every_world() -> None:
    found = 0
    for seed in range(12):
        rng = FastRng(seed)
        for state, _, _ in play({}, seed, 1):
            if state.phase == PHASE_CLAIM:
                found += 1
                for seat in [state.turn, -1]:
                    assert GAME.world(state.view(seat), rng).to_act() != 0
    assert found > 30
