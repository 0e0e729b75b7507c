"""Mistakes that other implementations of Guandan have made."""

from __future__ import annotations

import pytest

import qipai
from qipai import guandan
from tests.clauses import clause
from tests.guandan.deals import refusal, table


@clause("G-5.3", "G-3.10")
def test_four_jokers_beat_the_biggest_bombs() -> None:
    ten = ("S9 S9 H9 H9 C9 C9 D9 D9 H7 H7", "bomb:9x10")
    jokers = ("SB SB HR HR", "jokers")
    assert guandan.beats(ten, jokers, "7")
    assert not guandan.beats(jokers, ten, "7")
    assert not guandan.beats(jokers, jokers, "7")


@clause("G-5.4", "G-2.5")
def test_equal_straight_flushes_do_not_beat_each_other() -> None:
    for a in "SHCD":
        for b in "SHCD":
            cards = [" ".join(suit + rank for rank in "34567") for suit in (a, b)]
            assert not guandan.beats((cards[0], "flush:3"), (cards[1], "flush:3"), "2")


@clause("G-2.3", "G-5.1")
def test_the_level_lifts_no_plate_tube_or_straight() -> None:
    assert not guandan.beats(("S5 C5 D5 S6 C6 D6", "plate:5"), ("S3 C3 D3 S4 C4 D4", "plate:3"), "3")
    assert not guandan.beats(("S5 C5 S6 C6 S7 C7", "tube:5"), ("S2 C2 S3 C3 S4 C4", "tube:2"), "3")
    assert not guandan.beats(("S5 C6 S7 C8 S9", "straight:5"), ("SA C2 S3 C4 S5", "straight:A"), "A")


@clause("G-3.11", "G-2.2")
def test_ace_low_tubes_and_plates_are_there() -> None:
    assert "tube:A" in {play.reading for play in guandan.plays("SA DA S2 D2 S3 D3", "7")}
    assert "plate:A" in {play.reading for play in guandan.plays("SA DA CA S2 D2 C2", "7")}
    assert "tube:A" in {play.reading for play in guandan.plays("SA H7 S2 D2 S3 D3", "7")}


@clause("G-3.4")
def test_a_full_house_may_have_a_pair_of_jokers() -> None:
    found = {play.long_reading for play in guandan.plays("S5 H7 C5 SB SB HR HR", "7")}
    assert {"fullhouse:5/B", "fullhouse:5/R"} <= found


@clause("G-3.8")
def test_bombs_of_nine_and_ten_are_there() -> None:
    found = {play.reading for play in guandan.plays("S9 S9 H9 H9 C9 C9 D9 D9 H7 H7", "7")}
    assert {"bomb:9x8", "bomb:9x9", "bomb:9x10"} <= found
    level = {play.reading for play in guandan.plays("S7 S7 H7 H7 C7 C7 D7 D7", "7")}
    assert "bomb:7x8" in level
    assert not level & {"bomb:7x9", "bomb:7x10"}


@clause("G-7.8")
def test_a_level_card_is_not_returned() -> None:
    t = table(["S5 S3 DT SJ", "S4 S6", "D3 D4", "SK SQ"], "5", previous=[0, 1, 2, 3], moves=[(3, "tribute SK")])
    assert refusal(t, 0, "return S5") == "BAD_RETURN"
    assert list(t.legal(0)) == ["return S3", "return DT"]


@clause("G-8.9", "G-8.10")
def test_the_deal_ends_at_once_when_partners_are_first_and_second() -> None:
    t = table(["SA", "S7 S5", "SB", "S9 ST"], moves=[(0, "play SA"), (1, "pass"), (2, "play SB")])
    assert t.over
    assert t.facts()["order"][:2] == [0, 2]
    assert t.facts()["hands"] == ["", "S5 S7", "", "S9 ST"]


@clause("G-7.3")
def test_partners_with_one_big_joker_each_are_immune() -> None:
    t = table(["S3 C4", "HR S6", "D3 D4", "HR S4"], previous=[0, 2, 1, 3])
    assert (t.phase, t.to_act) == ("play", [0])
    assert t.public()["tribute"]["big_jokers"] == [0, 1, 0, 1]


@clause("G-8.5")
def test_a_trick_does_not_end_one_pass_early_when_its_owner_is_out() -> None:
    t = table(["SA", "S4 S5", "S6 S8", "S9 ST"], moves=[(0, "play SA"), (1, "pass"), (2, "pass")])
    assert t.to_act == [3]
    assert list(t.legal(3)) == ["pass"]
    t.play(3, "pass")
    assert t.to_act == [2]


@clause("G-8.8")
def test_a_leader_goes_out_with_his_last_card() -> None:
    t = table(["S3 C3", "S4 S5", "S6 S8", "S9 ST"], moves=[(0, "play S3 C3")])
    assert t.facts()["order"] == [0]


@clause("G-10.1")
def test_lists_have_no_doubles() -> None:
    hand = "S3 S3 H3 C3 S4 S4 D4 S5 C5 S6 H7 H7 S8 S9 SB SB"
    for mode in ("canonical", "exact"):
        for against in (None, ("S2 C2", "pair:2"), ("D3 D4 D5 D6 D7", "flush:3")):
            plays = guandan.plays(hand, "7", against, mode=mode)
            assert len(plays) == len(set(plays)) > 0


@clause("G-4.7", "G-11.1")
def test_an_ambiguous_play_lists_its_readings_in_words() -> None:
    t = table(["S3 C3 H7 S9 C9", "S4 S5", "S6 S8", "ST SJ"])
    with pytest.raises(qipai.IllegalMove) as refused:
        t.play(0, "play S3 C3 H7 S9 C9")
    assert refused.value.code == "AMBIGUOUS"
    assert refused.value.detail["readings"] == ["fullhouse:3", "fullhouse:9"]
    assert "full house, threes over nines (as fullhouse:3)" in refused.value.message
    assert "三张3带一对9（as fullhouse:3）" in refused.value.say("zh")
    t.play(0, "play C9 S3 C3 S9 H7 as fullhouse:9/3")
    assert t.deals[0].moves[-1] == (0, "play S3 C3 H7 S9 C9 as fullhouse:9")


@clause("G-4.4", "G-4.5", "G-4.7")
def test_a_pair_of_wildcards_may_be_declared_as_any_other_rank() -> None:
    for declared, fine in (("fullhouse:9", True), ("fullhouse:9/4", True), ("fullhouse:9/9", False), ("fullhouse:9/B", False)):
        t = table(["S9 C9 D9 H7 H7 S3", "S4 S5", "S6 S8", "ST SJ"])
        move = f"play S9 C9 D9 H7 H7 as {declared}"
        if fine:
            t.play(0, move)
        else:
            assert refusal(t, 0, move) == "BAD_READING"
