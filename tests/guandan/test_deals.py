"""The deal: cut, tribute, return, tricks, refusals, settlement and the match."""

from __future__ import annotations

from collections import Counter

import pytest

import qipai
from qipai import guandan
from qipai.core.rng import DealRng, FastRng
from qipai.games.guandan.cards import DECK, NAMES
from tests.clauses import clause
from tests.guandan.deals import finish_deal, refusal, table


@clause("G-1.1", "G-1.4", "G-6.3")
def test_a_first_deal_gives_27_cards_each_and_the_holder_of_the_turned_card_leads() -> None:
    seats = Counter()
    for number in range(60):
        t = qipai.Table("guandan", seed=f"{number:064x}")
        hands = [hand.split() for hand in t.facts()["hands"]]
        assert [len(hand) for hand in hands] == [27] * 4
        assert Counter(card for hand in hands for card in hand) == Counter(NAMES[k] for k in DECK)
        card = t.public()["starting_card"]
        assert card not in ("SB", "HR", "H2")
        assert card in hands[t.to_act[0]]
        seats[t.to_act[0]] += 1
    assert set(seats) == {0, 1, 2, 3}


@clause("G-6.3")
def test_chance_of_a_first_deal_comes_in_the_documented_order() -> None:
    seed = bytes(range(32))
    game = qipai.game("guandan")
    state = game.deal(DealRng(seed), game.rules())
    rng = DealRng(seed)
    deck = [k for _ in range(2) for k in range(54)]
    rng.shuffle(deck)
    eligible = [at for at, kind in enumerate(deck) if kind < 52 and kind != 1]
    at = eligible[rng.below(102)]
    facts = game.facts(state)
    for seat in range(4):
        assert Counter(facts["hands"][seat].split()) == Counter(NAMES[k] for k in deck[seat::4])
    assert facts["starting_card"] == NAMES[deck[at]]
    assert facts["leader"] == at % 4


@clause("G-7.7")
def test_equal_tributes_are_drawn_with_the_deal_where_the_rules_say_so() -> None:
    game = qipai.game("guandan")
    rules = game.rules({"equal_tribute": "random"})
    carried = {
        "deals": 1,
        "levels": ["5", "2"],
        "fails": [0, 0],
        "owner": 0,
        "order": [0, 2, 1, 3],
        "winner": None,
        "over": False,
    }
    ties = Counter(game.facts(game.deal(FastRng(n), rules, carried))["tie"] for n in range(40))
    assert set(ties) == {1, 3}
    for tie in (1, 3):
        hands = ["S3 C4 S9", "SB S6 C8", "D3 D4 D6", "SB S8 H8"]
        t = table(hands, previous=[0, 2, 3, 1], rules={"equal_tribute": "random"}, tie=tie)
        t.play(1, "tribute SB")
        assert t.public()["tribute"]["paid"] == []
        t.play(3, "tribute SB")
        t.play(0, "return S3")
        t.play(2, "return D3")
        assert t.to_act == [tie]
        while not t.over:  # who was drawn is told by who paid the first, to the end
            assert [game.read_view(t.view(seat).to_json()) for seat in range(-1, 4)] == [t.view(seat) for seat in range(-1, 4)]
            t.play(t.to_act[0], t.canonical(t.to_act[0])[-1])
        assert [game.read_view(t.view(seat).to_json()) for seat in range(-1, 4)] == [t.view(seat) for seat in range(-1, 4)]


@clause("G-7.10", "G-12.3", "G-6.2")
def test_committed_cards_are_seen_by_nobody_else_until_both_are_in() -> None:
    hands = ["S3 C4 S9", "HR S6 C8", "D3 D4 D6", "SA DA H8"]
    t = table(hands, previous=[0, 2, 1, 3])
    before = [t.view(seat).to_json() for seat in range(3)]
    version = t.version
    t.play(3, "tribute DA")
    assert t.version == version
    assert t.private(3)["committed"] == "DA"
    for seat in range(3):
        after = t.view(seat).to_json()
        assert after["private"] == before[seat]["private"]
        assert after["public"] == {**before[seat]["public"], "to_act": [1]}
    t.play(1, "tribute HR")
    assert t.version == version + 1
    assert t.public()["tribute"]["paid"] == [[1, 0, "HR"], [3, 2, "DA"]]


@clause("G-7.8", "G-7.5")
def test_the_card_just_received_may_be_returned() -> None:
    t = table(["S3 SQ SK SA", "S4 S6", "D3 D4", "S5 C4"], previous=[0, 1, 2, 3], moves=[(3, "tribute S5")])
    assert "return S5" in t.legal(0)
    t.play(0, "return S5")
    assert t.facts()["hands"][3] == "C4 S5"


@clause("G-7.8", "G-13.2")
def test_seed_002_lets_level_cards_and_wildcards_be_returned() -> None:
    t = table(
        ["S5 H5 DT SJ", "S4", "D3", "SK SQ"],
        "5",
        previous=[0, 1, 2, 3],
        rules={"preset": "seed-002"},
        moves=[(3, "tribute SK")],
    )
    assert list(t.legal(0)) == ["return S5", "return H5", "return DT"]


@clause("G-7.9")
def test_a_fallback_return_counts_wildcards_as_level_cards() -> None:
    t = table(["SB H7 S7", "S4", "D3", "HR SQ"], "7", previous=[0, 1, 2, 3], moves=[(3, "tribute HR")])
    assert list(t.legal(0)) == ["return S7", "return H7"]


@clause("G-8.3", "G-8.2")
def test_a_seat_that_passed_may_play_when_the_turn_comes_back() -> None:
    t = table(
        ["S3 SQ", "S9 S4", "S5 S6", "S8 SJ"], moves=[(0, "play S3"), (1, "pass"), (2, "play S5"), (3, "pass"), (0, "pass")]
    )
    t.play(1, "play S9")
    assert t.public()["table"]["seat"] == 1


@clause("G-11.1")
def test_refusals_come_in_their_order() -> None:
    t = table(["S3 C3 H7 S9 C9", "S4 S5", "S6 S8", "ST SJ"])
    assert refusal(t, 1, "nonsense") == "BAD_MOVE"
    assert refusal(t, 1, "play S4 as") == "BAD_MOVE"
    assert refusal(t, 1, "tribute S4 S5") == "BAD_MOVE"
    assert refusal(t, 1, "tribute S4") == "NOT_TO_ACT"
    assert refusal(t, 0, "tribute S3") == "WRONG_PHASE"
    assert refusal(t, 0, "pass") == "MUST_LEAD"
    assert refusal(t, 0, "play S4 as nothing") == "NOT_IN_HAND"
    assert refusal(t, 0, "play S3 S3") == "NOT_IN_HAND"
    assert refusal(t, 0, "play S3 S9 as pair:3") == "NOT_A_COMBINATION"
    assert refusal(t, 0, "play S3 C3 as nothing") == "BAD_READING"
    assert refusal(t, 0, "play S3 C3 as pair:R") == "BAD_READING"
    t = table(["S3", "S5 S4", "S6", "S8"], previous=[0, 2, 1, 3], rules={"double_tribute": "first_chooses"})
    t.play(1, "tribute S5")
    t.play(3, "tribute S8")
    assert refusal(t, 0, "take 2") == "BAD_TRIBUTE"


BAD_DEALS = [
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"]},
    {"level": "1", "hands": ["S3", "S4", "S5", "S6"], "leader": 0},
    {"level": "7", "hands": ["S3", "S4", "S5"], "leader": 0},
    {"level": "7", "hands": ["S3", "S4", "S5", ""], "leader": 0},
    {"level": "7", "hands": ["S3", "S4", "S5", "X6"], "leader": 0},
    {"level": "7", "hands": ["S3", "S3", "S3", "S6"], "leader": 0},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "leader": 4},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "leader": True},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "leader": 0, "starting_card": "S4"},
    {"level": "7", "hands": ["H7", "S4", "S5", "S6"], "leader": 0, "starting_card": "H7"},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "leader": 0, "tie": 1},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "leader": 0, "deck": 1},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "previous": {"order": [0, 1, 2]}},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "previous": {"order": [0, 1, 2, 2]}},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "previous": {"order": [0, 1, 2, 3], "owner": 1}},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "previous": {"order": [0, 1, 2, 3], "levels": ["5", "7"]}},
    {"level": "7", "hands": ["S3", "S4", "S5", "S6"], "previous": {"order": [0, 1, 2, 3]}, "leader": 0},
    {"level": "7", "hands": ["S3", "S4", "S5", "H7"], "previous": {"order": [0, 1, 2, 3]}},
]


@clause("G-11.2", "G-16.1")
@pytest.mark.parametrize("deal", BAD_DEALS)
def test_impossible_deals_are_refused(deal: dict[str, object]) -> None:
    with pytest.raises(qipai.BadRecord) as refused:
        qipai.Table.from_record({"game": "guandan", "deal": deal, "partial": True, "moves": []})
    assert refused.value.code == "BAD_DEAL"


@clause("G-11.2")
def test_a_whole_deal_needs_all_108_cards() -> None:
    t = qipai.Table("guandan", seed="00" * 32)
    hands = t.facts()["hands"]
    good = {"level": "2", "hands": hands, "leader": t.to_act[0]}
    qipai.Table.from_record({"game": "guandan", "deal": good, "moves": []})
    short = {**good, "hands": [hands[0][3:], *hands[1:]]}
    with pytest.raises(qipai.BadRecord):
        qipai.Table.from_record({"game": "guandan", "deal": short, "moves": []})
    for rules in ({"preset": "nobody"}, {"no_such": 1}, {"return_max": 11}, {"match_end": "deals:0"}, {"a_fail_limit": -1}):
        with pytest.raises(qipai.BadRecord) as refused:
            qipai.Table("guandan", rules=rules)
        assert refused.value.code == "BAD_RULES"


@clause("G-1.5", "G-9.3", "G-6.4", "G-7.1", "G-9.10")
@pytest.mark.parametrize("preset", ["official", "seed-002", "seed-003"])
def test_a_match_runs_to_its_end(preset: str) -> None:
    t = qipai.Table("guandan", rules={"preset": preset}, seed="ab" * 32)
    rng = FastRng(4)
    while True:
        finish_deal(t, rng)
        result = t.public()["result"]
        assert t.scores == t.returns == result["scores"]
        after = guandan.promote(
            t.public()["levels"], t.public()["owner"], t.public()["fails"], result["order"], t.rules, len(t.deals)
        )
        assert {key: result[key] for key in after} == after
        if t.match_over:
            break
        t.next_deal()
        assert t.public()["level"] == after["levels"][after["owner"]]
        assert t.public()["previous"] == {"order": result["order"]}
    assert t.winner in (0, 1)
    assert qipai.replay(t.record()).facts() == t.facts()


@clause("G-9.7", "G-9.6")
def test_a_team_demoted_after_a_deal_it_won_owns_the_next_deal_at_2() -> None:
    out = guandan.promote(["A", "9"], 0, [2, 0], [0, 1, 3, 2])
    assert out == {"levels": ["2", "9"], "fails": [0, 0], "owner": 0, "winner": None, "over": False}


@clause("G-9.9")
def test_a_match_of_n_deals_is_over_after_them() -> None:
    t = qipai.Table("guandan", rules={"match_end": "deals:2"}, seed="cd" * 32)
    finish_deal(t, FastRng(1))
    assert not t.match_over
    t.next_deal()
    finish_deal(t, FastRng(2))
    assert t.match_over


@clause("G-16.2", "G-16.3")
def test_facts_speak_of_hands_and_order() -> None:
    t = table(["S3", "S4", "S5 S2", "S6"], moves=[(0, "play S3")])
    assert t.facts()["hands"] == ["", "S4", "S2 S5", "S6"]
    assert t.facts()["order"] == [0]
    assert guandan.auto_reading("S5 D5 H7 S9 D9", "7", ("S3 C3 D3 S4 C4", "fullhouse:3")) == "fullhouse:9"
    assert guandan.auto_reading("S5 D5 H7 S9 D9", "7", ("SA CA DA S4 C4", "fullhouse:A")) is None
