"""Dealing (X-4), the draw (X-8.5), redeals (X-8.6) and the exact chances (X-11.10, X-11.12)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial
from typing import Any

import pytest

import qipai
from qipai.core.rng import DealRng, FastRng, Rng
from qipai.games.xianqi import pieces
from qipai.games.xianqi.deal import BAOTOU_PLACE, DECK, DRAW_PLACE, drawn_kind, new_deal, next_drawer
from qipai.games.xianqi.position import SETTLEMENT
from qipai.games.xianqi.state import XianqiState
from tests.clauses import clause
from tests.xianqi.deals import BLACK_HANDS, RULE_SETS, random_deal, table


class Script(Rng):
    """Gives the numbers that a test wants, and notes what was asked for."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.asked: list[int] = []

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.numbers.pop(0) if self.numbers else n - 1


@clause("X-4.1", "X-4.2")
def test_the_deck_is_24_pieces_and_three_seats_get_eight() -> None:
    assert Counter(pieces.NAMES[slot] for slot in DECK) == Counter(
        {c + k: n for c in "RB" for k, n in [("_SHI", 2), ("_XIANG", 2), ("_MA", 2), ("_CHE", 2), ("_GOU", 1), ("_NIU", 3)]}
    )
    for k, rules in enumerate(RULE_SETS):
        state = random_deal(rules, k)
        assert sorted(pieces.pieces_in(state.hand(seat)) for seat in range(4)) == [0, 8, 8, 8]
        assert sum(state.hand(seat) for seat in range(4)) == pieces.FULL


@clause("X-4.4")
def test_chance_is_asked_in_one_order_whatever_comes() -> None:
    game = qipai.game("xianqi")
    shuffle = list(range(24, 1, -1))
    plain = Script([])
    state = new_deal(plain, game.rules({}), None)  # nothing is swapped: blocks of eight in deck order
    assert plain.asked == [*shuffle, 3]
    assert pieces.count_map(state.hand(0)) == {"R_SHI": 2, "R_XIANG": 2, "R_MA": 2, "R_CHE": 2}
    assert state.starter == 2
    baotou = Script([2])
    state = new_deal(baotou, game.rules({"baotou": True}), None)
    assert baotou.asked == [4, *shuffle, 3]
    assert state.head == 2
    assert state.hand(2) == 0
    assert state.starter == 3
    draw = Script([])
    new_deal(draw, game.rules({"starter": "draw"}), {"first_deal": False, "drawer": 1})
    assert draw.asked == [*shuffle, 24]
    both = Script([0])
    new_deal(both, game.rules({"starter": "draw", "baotou": True}), {"first_deal": False, "drawer": 1})
    assert both.asked == [24, *shuffle]


@clause("X-4.4")
def test_the_same_seed_gives_the_same_deal_and_starters_are_uniform() -> None:
    seeds = [bytes([k]) * 32 for k in range(200)]
    game = qipai.game("xianqi")
    starters = Counter[int]()
    for seed in seeds:
        a = game.deal(DealRng(seed), game.rules({}))
        b = game.deal(DealRng(seed), game.rules({}))
        assert a.digest() == b.digest()
        starters[a.starter] += 1  # type: ignore[attr-defined]
    assert all(40 <= starters[seat] <= 95 for seat in range(3))
    heads = Counter(random_deal({"baotou": True}, seed).head for seed in range(400))
    assert all(70 <= heads[seat] <= 135 for seat in range(4))


@clause("X-4.5", "X-4.6")
def test_a_black_deal_is_over_at_once_and_pays_nothing() -> None:
    t = table(starter=1, hands=BLACK_HANDS)
    assert t.phase == "settlement"
    assert t.to_act == []
    assert t.facts()["delta"] == [0, 0, 0]
    assert t.version == 1
    assert t.public()["turn"]["round_index"] == 0


@clause("X-8.6")
def test_redeal_goes_on_in_the_same_stream_until_nobody_is_black() -> None:
    game = qipai.game("xianqi")
    thrown = 0
    for seed in range(400):
        void = game.deal(FastRng(seed), game.rules({}))
        kept = game.deal(FastRng(seed), game.rules({"black_chess": "redeal"}))
        assert kept.version() == 1
        assert not kept.over()
        if not void.over():
            assert [void.hand(s) for s in range(3)] == [kept.hand(s) for s in range(3)]  # type: ignore[attr-defined]
            continue
        thrown += 1
        rng = FastRng(seed)
        again = game.deal(rng, game.rules({}))
        while again.over():
            again = game.deal(rng, game.rules({}))
        assert [again.hand(s) for s in range(3)] == [kept.hand(s) for s in range(3)]  # type: ignore[attr-defined]
    assert 8 <= thrown <= 40


# the draw
@clause("X-8.5")
def test_the_drawn_piece_places_the_drawer() -> None:
    first = Counter[str]()
    for number in range(24):
        kind = drawn_kind(Script([number]))
        first[kind] += 1
        for drawer in range(3):
            state = new_deal(Script([*[k - 1 for k in range(24, 1, -1)], number]), rules_of(starter="draw"), later(drawer))
            place = DRAW_PLACE[kind]
            assert state.starter == {1: drawer, 2: (drawer - 1) % 3, 3: (drawer + 1) % 3}[place]
    assert sum(n for kind, n in first.items() if kind in ("MA", "CHE")) == 8
    assert sum(n for kind, n in first.items() if kind in ("XIANG", "NIU")) == 10
    assert sum(n for kind, n in first.items() if kind in ("SHI", "GOU")) == 6


@clause("X-8.5", "X-8.4")
def test_with_baotou_the_last_head_draws_his_place() -> None:
    chances = Counter[int]()
    for number in range(24):
        kind = drawn_kind(Script([number]))
        place = BAOTOU_PLACE[kind]
        chances[place] += 1
        for drawer in range(4):
            state = new_deal(Script([number]), rules_of(starter="draw", baotou=True), later(drawer))
            order = [state.starter]
            while len(order) < 3:
                order.append(state.next_seat(order[-1]))
            order.append(state.head)
            assert order.index(drawer) + 1 == place
    assert [chances[k] for k in (1, 2, 3, 4)] == [4, 4, 10, 6]


def rules_of(**options: Any) -> Any:
    return qipai.game("xianqi").rules(options)


def later(drawer: int) -> dict[str, object]:
    return {"first_deal": False, "drawer": drawer}


@clause("X-8.5")
@pytest.mark.parametrize(
    ("pillars", "drawer"),
    [([3, 3, 2], 2), ([2, 3, 4], 0), ([3, 1, 4], 1), ([3, 2, 1], 0), ([1, 6, 1], 1), ([0, 5, 2], 1)],
)
def test_the_drawer_comes_from_the_last_deal(pillars: list[int], drawer: int) -> None:
    state = XianqiState(rules_of(starter="draw"), True)
    state.phase = SETTLEMENT
    state.pillars = sum(n << 4 * seat for seat, n in enumerate(pillars))
    assert next_drawer(state) == drawer


@clause("X-8.5")
def test_nobody_enough_the_unrevealed_buckler_draws_and_after_black_the_black_seat() -> None:
    t = table([(1, "buckle"), (2, "pass"), (0, "pass")], starter=1)
    assert next_drawer(t.state) == 1  # type: ignore[arg-type]
    for starter in range(3):
        t = table(starter=starter, hands=BLACK_HANDS)
        assert next_drawer(t.state) == 0  # type: ignore[arg-type]
    two_black = [
        {"R_MA": 2, "R_CHE": 2, "R_NIU": 3, "R_GOU": 1},
        {"B_MA": 2, "B_CHE": 2, "B_NIU": 3, "B_GOU": 1},
        {"R_SHI": 2, "B_SHI": 2, "R_XIANG": 2, "B_XIANG": 2},
    ]
    assert [next_drawer(table(starter=s, hands=two_black).state) for s in range(3)] == [0, 1, 0]  # type: ignore[arg-type]


@clause("X-8.5")
def test_the_first_deal_of_a_match_is_random_and_later_ones_are_drawn() -> None:
    t = qipai.Table("xianqi", rules={"starter": "draw"}, seed="05" * 32)
    assert t.carried is None
    for _ in range(6):
        while not t.over:
            t.play(t.to_act[0], t.legal(t.to_act[0])[-1])
        wanted = next_drawer(t.state)  # type: ignore[arg-type]
        t.next_deal()
        assert t.carried is not None
        assert t.carried["drawer"] == wanted
    again = qipai.replay(t.record())
    assert again.facts() == t.facts()


# exact figures
def hands_by_type() -> list[tuple[int, ...]]:
    """Every hand of eight, as counts by slot."""
    found: list[tuple[int, ...]] = [()]
    for slot in range(12):
        found = [(*hand, n) for hand in found for n in range(pieces.COPIES[slot] + 1) if sum(hand) + n <= 8]
    return [hand for hand in found if sum(hand) == 8]


def physical(hand: tuple[int, ...]) -> int:
    """In how many ways the copies make this hand."""
    ways = 1
    for slot, n in enumerate(hand):
        ways *= comb(pieces.COPIES[slot], n)
    return ways


@clause("X-11.12", "X-11.10", "X-1.7")
def test_the_exact_numbers_of_deals_and_the_chance_of_black() -> None:
    hands = hands_by_type()
    assert len(hands) == 22_880
    assert sum(physical(hand) for hand in hands) == comb(24, 8)
    assert factorial(24) // factorial(8) ** 3 == 9_465_511_770
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for slot in range(12):
        more: Counter[tuple[int, int]] = Counter()
        for (a, b), n in ways.items():
            for x in range(pieces.COPIES[slot] + 1):
                for y in range(pieces.COPIES[slot] + 1 - x):
                    more[a + x, b + y] += n
        ways = more
    assert ways[8, 8] == 38_681_817
    black = [hand for hand in hands if pieces.pack([s for s, n in enumerate(hand) for _ in range(n)]) & pieces.SHI_XIANG == 0]
    one = Fraction(sum(physical(hand) for hand in black), comb(24, 8))
    assert one == Fraction(130, 7429)
    two = sum(
        Fraction(physical(hand), comb(24, 8)) * Fraction(1, comb(16, 8)) for hand in black
    )  # the rest of the 16 low pieces
    assert 3 * one - 3 * two == Fraction(757, 14421)


@clause("X-11.10")
def test_black_deals_come_as_often_as_they_should() -> None:
    game = qipai.game("xianqi")
    rng = FastRng(2)
    rules = game.rules({})
    n = 6000
    black = sum(game.deal(rng, rules).over() for _ in range(n))
    expected = n * 757 / 14421
    assert abs(black - expected) < 4 * (expected * 0.95) ** 0.5
