"""Lists of plays: proven against the slow enumerator, counted, packed and unpacked."""

from __future__ import annotations

import gc
import itertools
import random

import pytest

from qipai import guandan
from qipai.games.guandan.cards import IDS, RANKS, parse, planes
from qipai.games.guandan.classify import all_readings
from qipai.games.guandan.combos import Finder
from qipai.games.guandan.exact import ExactFinder
from qipai.games.guandan.packing import all_planes, kind_of, reading, size_of, wild_of
from tests.clauses import clause
from tests.guandan import perft, proof
from tests.guandan.enumerator import ORDER
from tests.guandan.hands import draw


@clause("G-10.1", "G-10.2", "G-10.3", "G-10.5", "G-15.4", "G-4.1")
def test_lists_of_small_hands_are_those_of_the_definitions() -> None:
    assert proof.run(312, 4, 10, 21) > 8000


@clause("G-10.1", "G-10.2", "G-10.3", "G-15.4")
def test_lists_of_hands_of_fourteen_are_those_of_the_definitions() -> None:
    rng = random.Random(22)
    for k in range(21):
        hand = draw(rng, 14, RANKS[k * 5 % 13], k % 3, proof.STYLES[k // 3 % 3])
        proof.prove(hand, RANKS[k * 5 % 13], True, False, 2, rng)


@clause("G-10.2", "G-10.3")
def test_straights_whose_best_cards_are_of_one_suit_take_the_cheapest_other_card() -> None:
    rng = random.Random(23)
    for k in range(520):
        level = RANKS[k % 13]
        hand = draw(rng, rng.randint(9, 14), level, k // 13 % 3 % 2, "flush")
        proof.prove(hand, level, True, False, 0, rng)


@clause("G-10.2", "G-10.3")
def test_straights_of_mixed_suits_spare_the_cards_of_assisted_straight_flushes() -> None:
    rng = random.Random(24)
    for k in range(130):
        level = RANKS[k % 13]
        hand = draw(rng, rng.randint(12, 15), level, 1 + k // 13 % 2, ("flush", "longer")[k % 2])
        proof.prove(hand, level, True, False, 0, rng)


@clause("G-10.3")
def test_a_card_of_an_assisted_straight_flush_is_spared_before_the_order_of_cards_counts() -> None:
    """C9 would come later in the straight, but with the wildcard it belongs to the straight flush 9 to K of clubs."""
    hand = ["S5", "S6", "H6", "S6", "S7", "S8", "S9", "S9", "C9", "CT", "CJ", "CQ", "HK"]

    def straights(left_out: str) -> list[str]:
        held = " ".join(card for card in hand if card != left_out)
        found = guandan.plays(held, "K")
        return [play.cards for play in found if play.reading == "straight:5" and "HK" not in play.cards]

    assert straights("") == ["S5 H6 S7 S8 S9"]
    assert straights("HK") == ["S5 S6 S7 S8 C9"]
    assert straights("H6") == ["S5 S6 S7 S8 C9"]


@clause("G-10.3")
@pytest.mark.parametrize(("window", "level"), [("A2345", "9"), ("23456", "T"), ("TJQKA", "5")])
@pytest.mark.parametrize("suits", ["SC", "HD"])
def test_of_straight_flushes_that_cost_the_same_the_first_in_card_order_is_listed(window: str, level: str, suits: str) -> None:
    """Two suits that lack one rank each, or two; the ace of A2345 is its highest card."""
    rng = random.Random(25)
    for wild in (1, 2):
        lacking = list(itertools.combinations(window, wild))
        for one, other in itertools.product(lacking, lacking if wild == 1 else lacking[::3]):
            without = zip(suits, (one, other), strict=True)
            held = [suit + rank for suit, ranks in without for rank in window if rank not in ranks]
            cards = tuple(sorted([*held, *["H" + level] * wild], key=ORDER.__getitem__))
            proof.prove(cards, level, True, False, 0, rng)


def count(one: int, two: int, level: int, finder: Finder) -> list[int]:
    finder.look(one, two, level)
    return finder.plays(0, 0)


@clause("G-10.1", "G-10.2")
def test_counts_of_plays_of_two_hundred_fixed_hands() -> None:
    """The table is made from the definitions (`python -m tests.guandan.perft`), not by what is tested here."""
    table = perft.read()
    assert [(row["level"], row["hand"]) for row in table] == [(level, " ".join(hand)) for level, hand in perft.hands()]
    assert {row["by"] for row in table} == {"enumerator"}
    wild = [(row["level"], row["hand"].split().count("H" + row["level"])) for row in table]
    assert set(wild) == {(level, number) for level in RANKS for number in range(3)}
    for row in table:
        one, two = planes(parse(row["hand"]))
        level = RANKS.index(row["level"])
        short = count(one, two, level, Finder(True, False))
        assert len(short) == row["canonical"], row["hand"]
        long = count(one, two, level, ExactFinder(True, False))
        assert len(long) == row["exact"], row["hand"]
        assert len(set(long)) == len(long)
        assert set(short) <= set(long)
        assert {reading(play, True) for play in short} == {reading(play, True) for play in long}


@clause("G-10.1", "G-10.2")
def test_rows_of_the_table_of_counts_follow_from_the_definitions() -> None:
    """One hand of 27 cards with no, one and two wildcards, counted from the definitions; the soak counts all."""
    table = perft.read()
    for k in (0, 20, 40):
        level, hand = perft.hands()[k]
        assert perft.count(level, hand) == table[k]


def test_a_list_made_by_the_garbage_collector_does_not_spoil_the_one_in_the_making() -> None:
    """Lists are filled in one buffer and cut out of it; cutting may start the collector, which may run anything."""
    rng = random.Random(7)
    hands = [planes(parse(" ".join(draw(rng, 27, "2", k % 3, "any")))) for k in range(6)] * 40

    def both(one: int, two: int, finder: Finder) -> list[list[int]]:
        finder.look(one, two, 0)
        return [finder.plays(0, 0), finder.plays(1, 0)]  # leads, and answers with the pass in front

    expected = [both(one, two, Finder(True, False)) for one, two in hands]
    finder, other = Finder(True, False), Finder(True, False)
    calls = 0

    def collecting(phase: str, info: dict[str, int]) -> None:
        nonlocal calls
        calls += 1
        other.look(*hands[-1], 0)
        other.plays(0, 0)

    before = gc.get_threshold()
    gc.callbacks.append(collecting)
    gc.set_threshold(1)
    try:
        found = [both(one, two, finder) for one, two in hands]
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(collecting)
    assert calls > 50
    assert found == expected


@clause("G-15.9")
def test_there_are_191_readings_and_360_long_ones() -> None:
    for level in RANKS:
        rest = " ".join(f"{card} {card}" for card in IDS)
        found = guandan.plays(rest, level)
        assert len({play.reading for play in found}) == 191
        assert len({play.long_reading for play in found}) == 360


@clause("G-2.6", "G-10.6")
def test_packed_plays_hold_their_cards_and_readings() -> None:
    rng = random.Random(5)
    for k in range(120):
        level = k % 13
        hand = draw(rng, 12, RANKS[level], k % 3, proof.STYLES[k % 2])
        one, two = planes(parse(" ".join(hand)))
        for play in count(one, two, level, ExactFinder(True, False)):
            assert 0 < play < 2**40
            cards = all_planes(play, level)
            assert cards[0] & ~one == 0
            assert cards[1] & ~two == 0
            assert bin(cards[0]).count("1") + bin(cards[1]).count("1") == size_of(play)
            found = all_readings(*cards, level, True, False)
            assert play in found
            mark = 1 << IDS["H" + RANKS[level]]
            assert wild_of(play) == bool(cards[0] & mark) + bool(cards[1] & mark)


@clause("G-15.4", "G-10.5")
def test_the_list_does_not_depend_on_the_order_of_the_hand() -> None:
    rng = random.Random(6)
    for k in range(20):
        hand = list(draw(rng, 20, RANKS[k % 13], k % 3, "any"))
        first = guandan.plays(" ".join(hand), RANKS[k % 13])
        rng.shuffle(hand)
        assert guandan.plays(" ".join(hand), RANKS[k % 13]) == first


@clause("G-15.5", "G-5.1", "G-5.3", "G-5.6")
def test_beating_is_irreflexive_asymmetric_and_transitive_within_a_type() -> None:
    deck = " ".join(f"{card} {card}" for card in IDS)
    for level in ("7",):
        plays = guandan.plays(deck, level)
        samples = {play.reading: (play.cards, play.reading) for play in plays}
        names = list(samples)
        beaten = {a: {b for b in names if guandan.beats(samples[b], samples[a], level)} for a in names}
        for a in names:
            assert a not in beaten[a]
            for b in beaten[a]:
                assert a not in beaten[b]
                same = a.partition(":")[0] == b.partition(":")[0]
                bombs = {a.partition(":")[0], b.partition(":")[0]} <= {"bomb", "flush", "jokers"}
                if same or bombs:
                    assert beaten[b] <= beaten[a]


@clause("G-1.2", "G-1.3", "G-1.6", "G-1.7")
def test_the_deck_has_two_of_54_kinds_eight_level_cards_and_two_wildcards() -> None:
    assert len(IDS) == 54
    assert [name for name in IDS if name[1] == "7"] == ["S7", "H7", "C7", "D7"]
    assert guandan.readings("H7 S9", "7") == ["pair:9"]
    assert guandan.readings("S7 S9", "7") == []
    assert guandan.readings("S7 S7", "7") == ["pair:7"]


def test_kinds_are_told_by_the_high_bits() -> None:
    one, two = planes(parse("S3 S3 H7"))
    assert {kind_of(play) for play in count(one, two, RANKS.index("7"), Finder(True, False))} == {1, 2, 3}
