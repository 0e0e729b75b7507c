"""Terms and phases (X-1, X-2): each word of the rules has one meaning in the state."""

from __future__ import annotations

import pytest

import qipai
from tests.clauses import clause
from tests.xianqi.deals import BLACK_HANDS, HANDS, RULE_SETS, random_deal, table

PHASES = {"buckle_decision", "reveal_decision", "in_round", "settlement", "finished"}


@clause("X-1.1", "X-1.2")
def test_the_starter_decides_first_and_may_have_the_others_asked() -> None:
    t = table(starter=1)
    assert t.to_act == [1]
    assert "buckle" in t.legal(1)
    t.play(1, "buckle")
    assert t.phase == "reveal_decision"
    assert t.to_act == [2]
    assert t.facts()["pending_order"] == [2, 0]


@clause("X-1.3", "X-1.4")
def test_a_reveal_records_a_relation_and_makes_the_active_revealer() -> None:
    t = table([(0, "buckle"), (1, "pass"), (2, "reveal")])
    assert t.facts()["relations"] == [[2, 0, False]]
    assert t.facts()["active_revealer"] == 2
    assert t.public()["reveal"]["relations"] == [
        {"revealer_seat": 2, "buckler_seat": 0, "revealer_enough_at_time": False, "round_index": 0}
    ]


@clause("X-1.5")
@pytest.mark.parametrize(("lead", "worth"), [("play R_SHI", 1), ("play R_SHI*2", 2)])
def test_a_round_of_count_k_is_worth_k_pillars(lead: str, worth: int) -> None:
    t = table([(0, lead)])
    while t.phase == "in_round":
        t.play(t.to_act[0], t.legal(t.to_act[0])[0])
    assert t.facts()["pillars"] == [worth, 0, 0]


@clause("X-1.6")
@pytest.mark.parametrize(("pillars", "delta"), [(2, 0), (3, 2), (5, 2), (6, 6), (8, 6)])
def test_enough_is_three_to_five_and_ceramic_six_or_more(pillars: int, delta: int) -> None:
    assert qipai.xianqi.settlement([pillars, 0, 0], [])["delta"][0] == delta


@clause("X-1.7")
def test_a_hand_without_shi_and_xiang_is_black_and_any_one_of_them_mends_it() -> None:
    t = table(starter=1, hands=BLACK_HANDS)
    assert t.over
    assert t.facts()["void"]
    mended = [dict(hand) for hand in BLACK_HANDS]
    mended[0]["B_XIANG"], mended[0]["R_MA"] = 1, 1
    mended[1]["R_MA"] = 1
    del mended[1]["B_XIANG"]
    assert not table(starter=1, hands=mended).over


@clause("X-1.8")
def test_closure_is_not_the_settlement() -> None:
    t = table([(0, "play R_SHI"), (1, "cover B_NIU"), (2, "cover B_NIU")])
    assert t.phase == "buckle_decision"
    assert t.facts()["pillars"] == [1, 0, 0]
    assert t.returns == [0, 0, 0]


ALLOWED = {
    "buckle_decision": {"in_round", "reveal_decision"},
    "reveal_decision": {"reveal_decision", "in_round", "settlement"},
    "in_round": {"in_round", "buckle_decision", "settlement"},
}


@clause("X-2.1")
def test_phases_follow_each_other_only_as_listed() -> None:
    seen = set()
    rng = qipai.FastRng(3)
    for seed in range(300):
        state = random_deal(RULE_SETS[seed % len(RULE_SETS)], seed)
        game = qipai.game("xianqi")
        while not state.over():
            before = game.phase(state)
            legal = state.legal(state.actor)
            action = legal[rng.below(len(legal))]
            move = game.write(state.view(state.actor), action)
            state.apply(state.actor, action)
            after = game.phase(state)
            assert after in ALLOWED[before]
            seen.add((before, move.split()[0], after))
        assert game.phase(state) == "settlement"
        state.settle()
        assert game.phase(state) == "finished"
    assert ("buckle_decision", "play", "in_round") in seen
    assert ("buckle_decision", "buckle", "reveal_decision") in seen
    assert ("reveal_decision", "reveal", "in_round") in seen
    assert ("reveal_decision", "pass", "settlement") in seen
    assert ("reveal_decision", "pass", "reveal_decision") in seen
    assert ("in_round", "cover", "settlement") in seen
    assert not any(before == "buckle_decision" and move == "play" and after != "in_round" for before, move, after in seen)


@clause("X-2.3")
def test_init_is_never_seen() -> None:
    for seed in range(60):
        assert qipai.Engine("xianqi").init_game({}, seed)["public_state"]["phase"] in PHASES


@clause("X-2.2")
def test_there_is_no_move_that_declines_to_buckle() -> None:
    t = table()
    assert {move.split()[0] for move in t.legal(0)} == {"play", "buckle"}
    t.play(0, "play R_NIU")
    assert t.phase == "in_round"
    assert HANDS[0]["R_NIU"] == 2
