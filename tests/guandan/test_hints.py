"""Hints: a sensible first choice in clear cases, and stronger than chance."""

from __future__ import annotations

import qipai
from qipai.core.rng import FastRng
from qipai.games.guandan.cards import parse, planes
from qipai.games.guandan.partition import Partition
from tests.guandan.deals import table


def first(on: qipai.Table, seat: int) -> str:
    return on.hints(seat, 1)[0]["move"]


def test_a_hand_that_can_go_out_goes_out() -> None:
    assert first(table(["S3 C3 D3 S4 C4", "S5 S6", "S8 S9", "ST SJ"]), 0) == "play S3 C3 D3 S4 C4"
    on = table(["S3 C5", "S9 H9 C9 D9", "S8 S6", "ST SJ"], moves=[(0, "play S3")])
    assert first(on, 1) == "play S9 H9 C9 D9"


def test_the_partner_is_not_bombed() -> None:
    on = table(["SK S3 S4 C5", "S5 S6", "S9 H9 C9 D9 S3 C4 DJ", "ST SJ"], "7", moves=[(0, "play SK"), (1, "pass")])
    assert first(on, 2) == "pass"


def test_an_opponent_with_one_card_gets_no_low_single() -> None:
    on = table(["S3 S4 C4 S5 C5 D5", "SQ", "S8 S9 S6", "SJ"])
    assert not first(on, 0).startswith("play S3") or len(first(on, 0).split()) > 2


def test_an_opponent_who_is_almost_out_is_stopped() -> None:
    on = table(["SK S4", "S9 H9 C9 D9 S3 C3 D4 D6", "S8 S9 S6", "ST SJ"], moves=[(0, "play SK")])
    assert first(on, 1) == "play S9 H9 C9 D9"


def test_nobody_who_is_out_is_said_to_be_stopped() -> None:
    on = table(["SQ", "SK S3 C3 D4 D6", "S8 S9 S6", "ST SJ"], moves=[(0, "play SQ")])
    hint = on.hints(1, 1)[0]
    assert hint["move"] == "play SK"
    assert hint["reason"] == {"en": "keeps an opponent from taking over the lead", "zh": "不让对手接风"}


def test_the_tribute_and_the_return_spare_the_hand() -> None:
    on = table(["S3 C3 S4 C4 S9", "S6 S8", "D3 D4", "SA DA CK"], previous=[0, 1, 2, 3])
    assert first(on, 3) in ("tribute SA", "tribute DA")
    on.play(3, "tribute SA")
    assert first(on, 0) == "return S9"


def test_the_search_finds_the_fewest_combinations() -> None:
    search = Partition(5)

    def cost(hand: str) -> float:
        return search.cost(*planes(parse(hand)))

    assert cost("S3 C4 S5 C6 S8 C8") > cost("S3 C4 S5 C6 S2")
    assert cost("S3 C3 S4 C4 S5 C5") < cost("S3 C3 S4 C4 S6 C6")
    assert cost("S9 H9 C9 D9") < cost("S9 H9 C9") < cost("S9 HT CJ")
    assert cost("SA C2 S3 C4 S5") < cost("SK C2 S3 C4 S5")


def test_hints_beat_chance() -> None:
    """Team 0 plays by hints, team 1 at random: it wins nearly all deals."""
    won = 0
    rng = FastRng(31)
    for number in range(6):
        on = qipai.Table("guandan", seed=f"{number + 500:064x}")
        while not on.over:
            seat = on.to_act[0]
            if seat % 2 == number % 2:
                on.play(seat, first(on, seat))
            else:
                moves = on.canonical(seat)
                on.play(seat, moves[rng.below(len(moves))])
        won += on.returns[number % 2] > 0
    assert won == 6
