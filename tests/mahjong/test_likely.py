"""Worlds as players make them: exactly the view, and hands as near to a win as those of people who chose what to keep."""

from __future__ import annotations

import re
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipai.core.rng import FastRng
from qipai.games.mahjong.events import DISCARD, KONG_MADE, PENG_MADE, event
from qipai.games.mahjong.habits import (
    BY_FAR,
    FAR,
    HELPED_AT,
    KEPT_AT,
    KINDS_AT,
    PAIRS_AT,
    PASSED_AT,
    SIZES,
    TABLES,
    VOID_AT,
    Habits,
)
from qipai.games.mahjong.likely import LikelyHands
from qipai.games.mahjong.position import PHASE_TURN
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import count_in, read_tiles
from qipai.games.mahjong.world import WorldPlan
from tests.mahjong import fit_habits
from tests.mahjong.deals import GAME
from tests.mahjong.deals import play as bury_play
from tests.mahjong.fit_habits import NAMES, looks, traits
from tests.mahjong.sichuan_deals import check_state, play, rules_of

LIKELY = LikelyHands()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 1000), st.booleans())
def test_likely_worlds_give_exactly_the_view_and_are_lawful_deals(seed: int, rules: int, sense: bool) -> None:
    rng = FastRng(seed)
    for k, (state, _, _) in enumerate(play(rules_of(rules), seed, sense)):
        if k % 4:
            continue
        for seat in range(-1, 4):
            view = state.view(seat)
            world = LIKELY.world(GAME, view, rng)
            assert isinstance(world, MahjongState)
            assert world.view(seat) == view
            assert seat < 0 or world.legal(seat) == state.legal(seat)
            check_state(world)


def test_where_it_was_not_seen_to_gain_hands_are_merely_dealt() -> None:
    for seed, (state, seat, _) in enumerate(bury_play({}, 1, 1)):
        assert (
            LIKELY.world(GAME, state.view(seat), FastRng(seed)).digest() == GAME.world(state.view(seat), FastRng(seed)).digest()
        )


def test_what_is_known_of_a_hand_stays_in_it() -> None:
    """The tiles that a seat got from the viewer and has not let go, and no more tiles of its missing suit than it can have."""
    rng, held, kept = FastRng(3), 0, 0
    for seed in range(6):
        for state, seat, _ in play({"preset": "chengdu"}, seed, sense=True):
            view = state.view(seat)
            world = LIKELY.world(GAME, view, rng)
            plan = view.plan
            if not isinstance(plan, WorldPlan) or plan.habits is None:
                continue
            assert isinstance(world, MahjongState)
            for other in range(4):
                for tile in range(27):
                    pinned = count_in(plan.pinned[other][tile // 9], tile)
                    assert world.held(other, tile) >= pinned
                    held += pinned
                missing = world.missing_suit(other)
                if other != seat and not state.has_won(other):
                    most = sum(world.held(other, tile) for tile in range(9 * missing, 9 * missing + 9))
                    assert most <= plan.most_missing[other]
                    kept += most
    assert held > 50
    assert kept > 50


@pytest.mark.once
@pytest.mark.parametrize("way", NAMES)
def test_hands_are_like_those_of_players(way: str) -> None:
    """As near to a win, as many pairs, as few tiles of the missing suit; hands that are merely dealt are further off."""
    rng, hands = FastRng(5), {"true": Hands(), "likely": Hands(), "dealt": Hands()}
    for look in looks(way, 5000, 30):
        hands["true"].add(look.true)
        for packed in look.drawn:
            hands["likely"].add(packed)
        seat = (look.seat + 1) & 3
        world = GAME.world(look.state.view(seat), rng)
        assert isinstance(world, MahjongState)
        hands["dealt"].add(traits(look.told, world, look.seat))
    for name, near, apart in (("far", 0.3, 0.6), ("ready", 0.1, 0.15), ("pairs", 0.2, 0.0), ("void", 0.15, 0.3)):
        there, drawn, merely = (float(getattr(each, name)()) for each in hands.values())
        assert abs(drawn - there) < near, name
        assert abs(merely - there) > apart, name


class Hands:
    """What hands are like on average."""

    def __init__(self) -> None:
        self.traits: list[int] = []

    def add(self, packed: int) -> None:
        self.traits.append(packed)

    def far(self) -> float:
        return fmean(packed & 7 for packed in self.traits)

    def ready(self) -> float:
        return fmean(packed & 7 == 1 for packed in self.traits)

    def pairs(self) -> float:
        return fmean(packed >> PAIRS_AT & 7 for packed in self.traits)

    def void(self) -> float:
        return fmean(packed >> VOID_AT & 7 for packed in self.traits)


def habits(log: list[int]) -> Habits:
    """What a log says to seat 0, with nothing pinned."""
    state = next(state for state, _, _ in play({"preset": "chengdu"}, 3, sense=True) if state.phase == PHASE_TURN)
    known = GAME.known(state.view(0))
    assert isinstance(known, MahjongState)
    known.log = log
    return Habits(known, 0, [[0, 0, 0] for _ in range(4)], [99] * 4)


def kinds(text: str) -> int:
    """A mask of kinds."""
    return sum(1 << tile for tile in read_tiles(text) or [])


def test_a_hand_is_read_from_what_its_seat_has_let_go_since_it_last_changed() -> None:
    drawn = 1
    log = [
        event(DISCARD, 1, 3, 0),
        event(DISCARD, 2, 5, 0),
        event(DISCARD, 1, 7, 0),  # out of the hand, which was another one before
        event(DISCARD, 2, 9, drawn),
        event(DISCARD, 3, 10, 0),
        event(DISCARD, 1, 11, drawn),
    ]
    found = habits(log)
    assert found.refused[1:] == [1 << 7 | 1 << 11, 1 << 5 | 1 << 9, 1 << 10]
    assert found.passed[1:] == [1 << 9 | 1 << 10, 1 << 7 | 1 << 10 | 1 << 11, 1 << 11]
    for made in (PENG_MADE, KONG_MADE):
        after = habits([*log, event(made, 1, 20, 0)])
        assert (after.refused[1], after.passed[1]) == (0, 0)
        assert after.refused[2] == found.refused[2]


def hand_of(text: str) -> list[int]:
    hand = [0, 0, 0]
    for tile in read_tiles(text) or []:
        hand[tile // 9] += 1 << 3 * (tile % 9)
    return hand


def test_the_traits_of_a_hand() -> None:
    """Ready for 3 and 6 of dots, with two pairs, missing characters, of which it has one."""
    found = habits([])
    plain = found.traits(1, *hand_of("45p123456s55s777s"), 2, 4)
    assert plain == 1 | 2 << KINDS_AT | 2 << PAIRS_AT
    assert found.traits(1, *hand_of("45p123456s55s77s1m"), 2, 4) >> VOID_AT == 1
    for log, doubt in (
        ([event(DISCARD, 1, 5, 0)], 1 << HELPED_AT),
        ([event(DISCARD, 1, 1, 0)], 0),
        ([event(DISCARD, 1, 1, 0), event(DISCARD, 2, 2, 0)], 1 << PASSED_AT),
        ([event(DISCARD, 1, 1, 0), event(DISCARD, 2, 1, 0)], 0),
        ([event(DISCARD, 2, 2, 0), event(DISCARD, 1, 1, 0)], 0),
        ([event(DISCARD, 1, 13, 0), event(DISCARD, 1, 1, 0)], 1 << KEPT_AT),
        ([event(DISCARD, 2, 13, 0), event(DISCARD, 1, 3, 0)], 0),
    ):
        told = habits(log)
        assert told.traits(1, *hand_of("45p123456s55s777s"), 2, 4) == plain | doubt
        assert (told.weight(plain | doubt) < told.weight(plain)) == bool(doubt)


def test_a_hand_that_has_drawn_its_win_weighs_as_one_that_is_ready() -> None:
    """A seat on turn has one tile more."""
    found = habits([])
    won = found.traits(1, *hand_of("345p123456s55s777s"), 2, 4)
    assert won & 7 == 0
    assert found.weight(won | 2 << KINDS_AT) == found.weight(won | 1 | 2 << KINDS_AT)


def test_nearer_hands_weigh_more() -> None:
    assert [len(table) for table in TABLES] == list(SIZES)
    assert all(weight > 0 for table in TABLES for weight in table)
    for at in range(0, len(BY_FAR), FAR):
        assert BY_FAR[at + 1 : at + FAR] == sorted(BY_FAR[at + 1 : at + FAR], reverse=True)
        assert BY_FAR[at + 1] > 2 * BY_FAR[at + 2]


@pytest.mark.once
def test_the_fit_moves_the_weights_towards_what_is_true(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit_habits, "DEALS", 20)
    shipped = [table[:] for table in TABLES]
    try:
        fit_habits.main(["3"])
        fitted = [table[:] for table in TABLES]
    finally:
        for table, before in zip(TABLES, shipped, strict=True):
            table[:] = before
    told = capsys.readouterr()
    printed = [[int(each) for each in table.split()] for table in told.out.strip().split("\n\n")]
    assert printed == fitted
    gaps = [float(gap) for gap in re.findall(r"differ by ([0-9.]+)", told.err)]
    assert gaps[2] < gaps[0]
    middle = FAR * 3  # where wall and hands are half way
    assert fitted[0][middle + 1] > 5 * fitted[0][middle + 3]
