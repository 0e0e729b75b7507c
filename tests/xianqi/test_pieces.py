"""Pieces, combinations and their order (X-3), and counts of everything that can be laid (X-11.11)."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import qipai
from qipai.games.xianqi import combos, pieces
from qipai.games.xianqi.combos import beats, beats_of, can_beat, covers_of, leads
from tests.clauses import clause
from tests.xianqi.deals import DECK

SINGLE_ORDER = [
    ["R_SHI"],
    ["B_SHI"],
    ["R_XIANG"],
    ["B_XIANG"],
    ["R_MA"],
    ["B_MA"],
    ["R_CHE", "R_GOU"],
    ["B_CHE", "B_GOU"],
    ["R_NIU"],
    ["B_NIU"],
]


def is_combination(cards: dict[str, int]) -> bool:
    """X-3.2 word by word."""
    total = sum(cards.values())
    if total == 1:
        return True
    if total == 2:
        return 2 in cards.values() or set(cards) == {"R_GOU", "B_GOU"}
    return total == 3 and cards in ({"R_NIU": 3}, {"B_NIU": 3})


def all_card_sets(size: int) -> list[dict[str, int]]:
    out = []
    for names in combinations_with_replacement(DECK, size):
        cards = {name: names.count(name) for name in names}
        if all(n <= DECK[name] for name, n in cards.items()):
            out.append(cards)
    return out


@clause("X-3.2", "X-11.11")
def test_there_are_25_combinations_and_420_covers() -> None:
    sets = {size: all_card_sets(size) for size in (1, 2, 3)}
    assert [len(sets[size]) for size in (1, 2, 3)] == [12, 76, 332]
    assert sum(is_combination(cards) for size in sets for cards in sets[size]) == 25 == pieces.PLAYS
    assert len(pieces.COVER_LISTS) == 420
    for size in sets:
        for cards in sets[size]:
            packed = combos.read_count_map(cards)
            assert packed is not None
            assert (packed in pieces.PLAY_OF) == is_combination(cards)
            assert packed in pieces.COVER_OF
            assert pieces.count_map(packed) == {name: cards[name] for name in pieces.count_map(packed)}


@clause("X-3.3", "X-3.4", "X-3.7")
def test_singles_stand_in_ten_levels() -> None:
    level = {name: k for k, names in enumerate(SINGLE_ORDER) for name in names}
    for a in DECK:
        for b in DECK:
            assert beats({a: 1}, {b: 1}) == (level[b] < level[a])


@clause("X-3.5", "X-3.1")
def test_pairs_follow_the_singles_and_the_dogs_equal_the_red_shi() -> None:
    order = ["R_SHI", "B_SHI", "R_XIANG", "B_XIANG", "R_MA", "B_MA", "R_CHE", "B_CHE", "R_NIU", "B_NIU"]
    dogs = {"R_GOU": 1, "B_GOU": 1}
    for i, a in enumerate(order):
        for j, b in enumerate(order):
            assert beats({a: 2}, {b: 2}) == (j < i)
        assert beats({a: 2}, dogs) == (i > 0)
        assert not beats(dogs, {a: 2})
    with pytest.raises(ValueError, match=r"unlike count.*R_NIU.*, .*R_SHI"):
        beats({"R_NIU": 1}, {"R_SHI": 2})


@clause("X-3.6", "X-3.1")
def test_three_red_niu_beat_three_black_ones() -> None:
    assert beats({"B_NIU": 3}, {"R_NIU": 3})
    assert not beats({"R_NIU": 3}, {"B_NIU": 3})
    for wrong in [{"R_NIU": 4}, {"R_NIU": 0}, {"X": 1}, {}, {"R_NIU": True}, "R_NIU", {"R_NIU": 2, "B_NIU": 1}]:
        with pytest.raises(ValueError, match="not a combination"):
            beats({"B_NIU": 3}, wrong)  # type: ignore[arg-type]


def random_hands(count: int) -> list[int]:
    out = []
    for seed in range(count):
        state = qipai.game("xianqi").deal(qipai.FastRng(seed), qipai.game("xianqi").rules())
        out.append(state.hand0)  # type: ignore[attr-defined]
    return out


@clause("X-3.9", "X-6.2", "X-6.3")
def test_lists_of_plays_agree_with_the_definition_on_random_hands() -> None:
    for hand in random_hands(300):
        held = pieces.count_map(hand)
        found = [pieces.count_map(pieces.PACKED[a]) for a in leads(hand)]
        wanted = [c for size in (1, 2, 3) for c in all_card_sets_of(held, size) if is_combination(c)]
        assert len(found) == len(wanted)
        assert all(c in wanted for c in found)
        assert len(found) == 8 + ("R_GOU" in held and "B_GOU" in held)
        for lead in range(pieces.PLAYS):
            size, power = pieces.SIZE[lead], pieces.POWER[lead]
            stronger = [a for a in leads(hand) if pieces.SIZE[a] == size and pieces.POWER[a] > power]
            assert beats_of(hand, size, power) == stronger
            assert can_beat(hand, size, power) == bool(stronger)


def all_card_sets_of(held: dict[str, int], size: int) -> list[dict[str, int]]:
    return [c for c in CARD_SETS[size] if all(held.get(name, 0) >= n for name, n in c.items())]


CARD_SETS = {size: all_card_sets(size) for size in (1, 2, 3)}


@clause("X-6.3")
def test_every_choice_of_pieces_is_a_cover_of_its_own() -> None:
    for hand in random_hands(100):
        held = pieces.count_map(hand)
        for size in (1, 2, 3):
            found = covers_of(hand, size)
            assert found == sorted(set(found))
            assert len(found) == len(all_card_sets_of(held, size))
            assert all(pieces.count_map(pieces.PACKED[a]) in all_card_sets_of(held, size) for a in found)


def test_packed_counts_count() -> None:
    for hand in random_hands(50):
        assert pieces.pieces_in(hand) == sum(pieces.count_map(hand).values()) == 8
