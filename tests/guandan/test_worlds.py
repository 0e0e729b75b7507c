"""Views and worlds: who sees what (G-12), and that worlds come by physical deals, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.games.guandan.cards import key_of, listed, parse, power
from qipai.games.guandan.state import GuandanState
from tests.clauses import clause
from tests.guandan.deals import finish_deal, table

GAME = qipai.game("guandan")
Hands = tuple[tuple[int, ...], ...]


def hands_of(state: GuandanState) -> Hands:
    return tuple(tuple(listed(state.one(seat), state.two(seat))) for seat in range(4))


def brute(on: qipai.Table, seat: int, fits: Callable[[Hands], bool], known: dict[int, str]) -> Counter[Hands]:
    """All placements of the unseen cards, copies told apart, into the unseen places; those that fit.

    `known` are cards that everybody knows to be in a hand: one copy of each is no unseen card and its place no unseen place.
    """
    hands_now = hands_of(on.state)
    others = [s for s in range(4) if s != seat]
    fixed = {s: parse(known.get(s, "")) for s in range(4)}
    pool: list[int] = []
    for s in others:
        left = list(hands_now[s])
        for card in fixed[s]:
            left.remove(card)
        pool += left
    sizes = [len(hands_now[s]) - len(fixed[s]) for s in others]
    found: Counter[Hands] = Counter()
    for order in permutations(pool):
        hands: list[tuple[int, ...]] = [hands_now[seat]] * 4
        at = 0
        for s, size in zip(others, sizes, strict=True):
            hands[s] = tuple(sorted([*order[at : at + size], *fixed[s]]))
            at += size
        found[tuple(hands)] += 1
    return Counter({hands: n for hands, n in found.items() if fits(hands)})


def chi_square(
    on: qipai.Table, seat: int, fits: Callable[[Hands], bool], known: dict[int, str] | None = None, draws: int = 4000
) -> None:
    """Worlds have the frequencies of the placements; nothing else occurs."""
    expected = brute(on, seat, fits, known or {})
    total = sum(expected.values())
    view = on.view(seat)
    rng = FastRng(99)
    seen: Counter[Hands] = Counter()
    for _ in range(draws):
        world = GAME.world(view, rng)
        assert world.view(seat) == view
        seen[hands_of(world)] += 1
    assert set(seen) <= set(expected)
    if len(expected) == 1:
        return
    statistic = sum((seen[h] - draws * n / total) ** 2 / (draws * n / total) for h, n in expected.items())
    freedom = len(expected) - 1
    # six standard deviations of the chi-square distribution
    assert statistic < freedom + 6 * (2 * freedom) ** 0.5, (statistic, freedom)


@clause("G-12.3")
def test_worlds_of_a_simple_ending_are_all_placements() -> None:
    on = table(["S3 S4", "S5 S5 C6", "S8 C8", "S9 S9"], leader=0)
    chi_square(on, 0, lambda hands: True)


@clause("G-6.3", "G-12.1")
def test_the_leader_holds_the_starting_card_until_he_plays_it() -> None:
    on = table(["S3 S4", "S5 C6 S6", "S8 S5", "S9 C9"], leader=1, starting_card="S5")
    chi_square(on, 0, lambda hands: True, {1: "S5"})
    on.play(1, "play S5")
    chi_square(on, 0, lambda hands: True)


@clause("G-7.4", "G-7.3", "G-12.1")
def test_a_payer_held_nothing_above_the_tribute_but_wildcards() -> None:
    """The cards given are where they went until played; the payer's others are no higher than the tribute."""
    on = table(
        ["S3 C4 S9", "S5 SQ C8", "D3 SB", "H7 SA SK"],
        "7",
        previous=[0, 1, 2, 3],
        moves=[(3, "tribute SA"), (0, "return S3"), (3, "play S3")],
    )

    def fits(hands: Hands) -> bool:
        return all(card == parse("H7")[0] or power(key_of(card), 5) <= 11 for card in hands[3])

    chi_square(on, 1, fits, {0: "SA"})


@clause("G-7.3")
def test_no_immunity_means_that_the_payers_do_not_hold_both_big_jokers() -> None:
    on = table(["S3 C4", "HR S6 C8", "HR D4", "SB S8"], previous=[0, 2, 1, 3])
    chi_square(on, 0, lambda hands: sum(hands[s].count(53) for s in (1, 3)) < 2)
    on = table(["S3 C4", "S6 C8", "HR D4", "HR S8"], previous=[0, 1, 2, 3])
    chi_square(on, 0, lambda hands: hands[3].count(53) < 2)
    # after a tribute of a big joker the payer has no other
    on.play(3, "tribute HR")
    chi_square(on, 1, lambda hands: hands[3].count(53) == 0, {0: "HR"})


@clause("G-7.8", "G-7.9")
def test_a_return_above_the_limit_means_that_no_card_qualified() -> None:
    on = table(
        ["SJ SQ SK", "S4 ST", "D3 DQ SB", "SA D9"],
        "7",
        previous=[0, 1, 2, 3],
        moves=[(3, "tribute SA"), (0, "return SJ")],
    )

    def fits(hands: Hands) -> bool:
        return all(key_of(card) >= 9 for card in hands[0]) and all(power(key_of(card), 5) <= 11 for card in hands[3])

    chi_square(on, 1, fits, {0: "SA", 3: "SJ"})
    chi_square(on, 3, fits, {0: "SA"})


@clause("G-12.2", "G-7.3")
def test_immunity_shows_the_big_jokers_and_nothing_else() -> None:
    on = table(["S3 C4", "HR S6", "D3 D4", "HR S4"], previous=[0, 2, 1, 3])
    chi_square(on, 0, lambda hands: True, {1: "HR", 3: "HR"})
    assert on.public()["tribute"]["big_jokers"] == [0, 1, 0, 1]


@clause("G-12.4")
def test_late_counts_show_sizes_of_ten_and_less_only() -> None:
    on = qipai.Table("guandan", rules={"count_visibility": "le10"}, seed="77" * 32)
    rng = FastRng(3)
    assert on.public()["counts"] == [None] * 4
    assert on.private(2)["size"] == 27
    shown = set()
    while not on.over:
        sizes = on.facts()["counts"]
        assert on.public()["counts"] == [n if n <= 10 else None for n in sizes]
        shown |= set(on.public()["counts"])
        seat = on.to_act[0]
        moves = on.canonical(seat)
        on.play(seat, moves[rng.below(len(moves))])
    assert None in shown


@clause("G-12.5", "G-12.1")
def test_hands_that_are_left_are_shown_at_the_end_only() -> None:
    on = qipai.Table("guandan", seed="78" * 32)
    assert on.public()["hands"] is None
    finish_deal(on, FastRng(1))
    assert on.public()["hands"] == on.facts()["hands"]
    assert on.public()["result"]["order"] == on.facts()["order"]


@clause("G-12.3")
@pytest.mark.parametrize("preset", ["official", "seed-002"])
def test_no_view_holds_a_card_that_its_seat_cannot_know(preset: str) -> None:
    """The JSON of a seat stays the same, byte for byte, when the hidden cards of the others are dealt again."""
    rng = FastRng(12)
    rules = GAME.rules({"preset": preset})
    carried = {
        "deals": 1,
        "levels": ["5", "2"],
        "fails": [0, 0],
        "owner": 0,
        "order": [0, 2, 1, 3],
        "winner": None,
        "over": False,
    }
    for _ in range(4):
        state = GAME.deal(rng, rules, carried)
        for _ in range(25):
            if state.over():
                break
            for seat in range(4):
                other = GAME.world(state.view(seat), rng)
                assert other.view(seat).to_json() == state.view(seat).to_json()
            seats = [s for s in range(4) if (state.to_act() >> s) & 1]
            actor = seats[rng.below(len(seats))]
            legal = state.legal(actor)
            state.apply(actor, legal[rng.below(len(legal))])


@clause("G-7.10", "G-7.4", "G-7.6")
def test_both_payers_of_a_double_tribute_are_bound_by_their_tributes() -> None:
    on = table(
        ["S3 C4", "SQ S6 SJ", "D3 SK", "SA S8"],
        "7",
        previous=[0, 2, 1, 3],
        moves=[(3, "tribute SA"), (1, "tribute SQ"), (0, "return S3"), (2, "return D3")],
    )

    def fits(hands: Hands) -> bool:
        second = all(power(key_of(card), 5) <= power(key_of(parse("SQ")[0]), 5) for card in hands[1])
        return second and all(power(key_of(card), 5) <= 11 for card in hands[3])

    chi_square(on, 2, fits, {0: "SA", 3: "S3", 1: "D3"})
    chi_square(on, 0, fits, {2: "SQ", 3: "S3", 1: "D3"})
