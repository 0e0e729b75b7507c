"""Mistakes that other implementations of this game have made, each as a test that would catch it here."""

from __future__ import annotations

import pytest

import qipai
from tests.clauses import clause
from tests.mahjong.deals import finished, play, table

PLAIN = ["1p1s4468p44688s444m", "13579p13579s222m", "13579s13579m222p", "13579p13579m222s"]


@clause("M-7.2")
def test_melds_are_not_flattened_into_the_hand() -> None:
    """567p with a peng of 5p could be 55 + 567 if the meld's tiles could move."""
    melds = [["peng", "5p"], ["peng", "9s"]]
    assert qipai.mahjong.score("67p1s1s", melds, "m", "5p", "discard") is not None
    assert qipai.mahjong.score("67p1s2s", melds, "m", "5p", "discard") is None
    # 3456p wins on 3p and 6p; flattened, the peng's 5p would add others
    assert qipai.mahjong.waits("3456p", melds, "m") == {"3p": 3, "6p": 3}


@clause("M-7.2")
def test_a_hand_that_splits_its_four_copies_is_not_missed() -> None:
    assert qipai.mahjong.score("1111234567p", [], "s", "7p", "discard") is not None  # 111 123 456 77
    assert qipai.mahjong.score("2222333344p", [], "s", "4p", "self") is not None  # 222 234 333 44
    assert qipai.mahjong.score("1111p2345s99s", [], "m", "9s", "self") is None  # no run holds the fourth 1p


@clause("M-10.2")
def test_every_win_is_paid() -> None:
    wins = 0
    for seed in range(15):
        state = finished({}, seed, 1)
        events = state.view(-1).public()["events"]
        for k, e in enumerate(events):
            if e["event"] != "win":
                continue
            wins += 1
            pays = [p for p in events if p["event"] == "pay" and p["ref"] == k]
            assert [p["points"] for p in pays] == [e["fan"]] * (3 if e["by"] == "self" else 1)
            assert {p["to"] for p in pays} == {e["seat"]}
            if e["by"] == "discard":
                assert pays[0]["from"] == e["from"]
            assert [p["from"] for p in pays] == ([(e["seat"] + j) % 4 for j in (1, 2, 3)] if e["by"] == "self" else [e["from"]])
    assert wins > 20


@clause("M-6.4", "M-10.3")
def test_every_kong_is_followed_by_its_replacement_and_its_payments() -> None:
    kongs = 0
    for seed in range(120):
        events = finished({}, seed).view(-1).public()["events"]
        for k, e in enumerate(events):
            if e["event"] != "kong":
                continue
            kongs += 1
            draw = events[k + 1]
            assert (draw["event"], draw["seat"], draw["tail"]) == ("draw", e["seat"], True)
            price = 2 if e["kind"] == "kong_exposed" else 1
            payers = [e["from"]] if price == 2 else [(e["seat"] + j) % 4 for j in (1, 2, 3)]
            pays = events[k + 2 : k + 2 + len(payers)]
            assert [(p["from"], p["to"], p["points"], p["reason"], p["ref"]) for p in pays] == [
                (payer, e["seat"], price, e["kind"], k) for payer in payers
            ]
    assert kongs > 15


@clause("M-9.11")
def test_a_win_on_the_replacement_is_found() -> None:
    """The win is offered right after the kong, with 杠上花."""
    hands = ["8888p123s789s4s444m", *PLAIN[1:]]
    moves = [(0, "bury 4m4m4m"), (1, "bury 2m2m2m"), (2, "bury 2p2p2p"), (3, "bury 2s2s2s"), (0, "kong 8p")]
    t = table(hands, "6m6m4s", moves=moves)
    assert "hu" in t.legal(0)
    t.play(0, "hu")
    assert t.facts()["wins"][0][3]["gangshanghua"] == 1


@clause("M-7.4", "M-7.7")
def test_won_tiles_never_join_the_hand() -> None:
    for seed in range(12):
        sizes: dict[int, int] = {}
        for state, _, _ in play({}, seed, 1):
            for seat in range(4):
                if state.is_locked(seat) and not (state.phase == 1 and state.turn == seat):
                    held = sum((c >> 3 * r) & 7 for c in state.hand_of(seat) for r in range(9))
                    assert held == 10 - 3 * (state.melds[seat] & 7)
                    assert sizes.setdefault(seat, held) == held


@clause("M-7.7", "M-9.5")
def test_tiles_won_before_are_no_roots() -> None:
    """Seat 2 waits for 5s and holds none: the second 5s won still has no root."""
    hands = ["1p5s4468p4688s8s444m", "13579p13579s222m", "456p456s88p46s888m", "13579p13579m222s"]
    moves = [
        (0, "bury 4m4m4m"),
        (1, "bury 2m2m2m"),
        (2, "bury 8m8m8m"),
        (3, "bury 2s2s2s"),
        (0, "discard 5s"),
        (2, "hu"),
        (1, "discard 5s"),
        (2, "hu"),
    ]
    t = table(hands, "9p9s6m6m", moves=moves)
    assert [w[3] for w in t.facts()["wins"]] == [{"basic": 1, "menqing": 1}] * 2


@clause("M-5.5")
def test_the_missing_suit_is_never_called() -> None:
    for seed in range(40):
        state = finished({}, seed)
        public = state.view(-1).public()
        for seat in range(4):
            assert all(meld["tile"][1] != public["missing"][seat] for meld in public["melds"][seat])


@clause("M-3.1", "M-12.2")
def test_buried_tiles_are_sent_to_nobody_else() -> None:
    for seed in range(3):
        for state, _, _ in play({}, seed):
            if state.over():
                continue
            for seat in range(4):
                view = state.view(seat).to_json()
                assert view["public"]["buried"] == [None] * 4
                known = state.view(seat).known
                assert all(known.buried[other] == 0 for other in range(4) if other != seat)


@clause("M-5.10")
def test_the_seat_after_the_discarder_draws_next_also_when_a_far_seat_won() -> None:
    wins = 0
    for seed in range(25):
        events = [e for e in finished({}, seed, 1).view(-1).public()["events"] if e["event"] not in ("pay", "answer")]
        for k, e in enumerate(events[:-1]):
            if e["event"] == "win" and events[k + 1]["event"] == "draw":
                wins += 1
                after = e["seat"] if e["by"] == "self" else e["from"]
                assert events[k + 1]["seat"] == (after + 1) % 4
                assert not events[k + 1]["tail"]
    assert wins > 40


@pytest.mark.parametrize("verb", ["chi", "chow", "吃", "ting", "rob"])
@clause("M-1.2")
def test_there_is_no_chow_and_no_robbing(verb: str) -> None:
    t = table(PLAIN, "6m6m")
    with pytest.raises(qipai.IllegalMove) as refusal:
        t.play(0, verb)
    assert refusal.value.code == "BAD_MOVE"


@clause("M-1.2")
def test_pairs_alone_are_no_win() -> None:
    assert qipai.mahjong.score("1133557799p", [], "m", "2p", "self") is None
    assert qipai.mahjong.score("11335577p99s", [], "m", "9s", "self") is None
