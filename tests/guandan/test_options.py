"""Options that follow the users' documents: straight_flush, immunity, first_leader, and presets that have gained options."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from qipai.games.guandan.cards import DECK, NAMES, RANKS
from qipai.games.guandan.library import auto_reading, beats, plays
from qipai.server.http.catalogue import game_json
from tests.clauses import clause
from tests.guandan import enumerator
from tests.guandan.deals import finish_deal, refusal, table
from tests.guandan.test_worlds import chi_square

GAME = qipai.game("guandan")
SEVEN = {"straight_flush": "over_seven"}
CHOICE = {"immunity": "choice"}
BOTH = ["S3 C4", "S6 C8", "D3 D4", "HR HR S9"]  # seat 3 holds both
ONE_EACH = ["S3 C4", "HR S6", "D3 D4", "HR S9"]
SINGLE, DOUBLE = [0, 1, 2, 3], [0, 2, 1, 3]


# straight_flush
@clause("G-5.7")
def test_a_straight_flush_beats_bombs_of_seven_and_loses_to_eight() -> None:
    flush = ("S3 S4 S5 S6 S7", "flush:3")
    seven = ("S9 S9 H9 H9 C9 C9 D9", "bomb:9x7")
    eight = ("S9 S9 H9 H9 C9 C9 D9 D9", "bomb:9x8")
    assert not beats(seven, flush, "2")
    assert beats(flush, seven, "2")
    assert beats(seven, flush, "2", SEVEN)
    assert not beats(flush, seven, "2", SEVEN)
    assert beats(flush, eight, "2", SEVEN)
    assert not beats(eight, flush, "2", SEVEN)
    assert auto_reading(flush[0], "2", seven, SEVEN) == "flush:3"
    assert auto_reading(flush[0], "2", seven) is None


@clause("G-5.7", "G-10.5")
@pytest.mark.parametrize("over_seven", [False, True])
def test_lists_of_plays_follow_the_ladder(over_seven: bool) -> None:
    """Against an independent comparison: on the lead in its order, as an answer exactly what beats the table."""
    rules = SEVEN if over_seven else None
    hand = "S3 S4 S5 S6 S7 C8 C8 D8 D8 S8 S8 H8 ST ST CT CT DT DT HT HT SB SB HR HR H2 H2"
    for mode in ("canonical", "exact"):
        leads = plays(hand, "2", None, rules, mode)
        bombs = [play for play in leads if play.reading.split(":")[0] in ("bomb", "flush", "jokers")]
        strengths = [enumerator.strength(play.reading, "2", over_seven) for play in bombs]
        assert strengths == sorted(strengths)
        assert len({s[1] for s in strengths}) == 9  # every rung
        for top in bombs[:: max(1, len(bombs) // 40)]:
            found = plays(hand, "2", (top.cards, top.reading), rules, mode)
            expected = [play for play in bombs if enumerator.beats(top.reading, play.reading, "2", over_seven)]
            assert found == expected


@clause("G-5.3", "G-5.7")
@pytest.mark.parametrize("over_seven", [False, True])
def test_the_next_rank_of_the_same_size_is_enough(over_seven: bool) -> None:
    rules = SEVEN if over_seven else None
    ranks = RANKS[1:]  # 3 to A
    for low, high in pairwise(ranks):
        for size in range(4, 9):
            cards = [" ".join(f"{suit}{rank}" for suit in "SSHHCCDD"[:size]) for rank in (low, high)]
            found = plays(cards[1], "2", (cards[0], f"bomb:{low}x{size}"), rules)
            assert [play.reading for play in found] == [f"bomb:{high}x{size}"]
            assert not plays(cards[0], "2", (cards[1], f"bomb:{high}x{size}"), rules)
    for k in range(len(ranks) - 5):
        low, high = (" ".join(f"C{rank}" for rank in ranks[start : start + 5]) for start in (k, k + 1))
        assert [play.reading for play in plays(high, "2", (low, f"flush:{ranks[k]}"), rules)] == [f"flush:{ranks[k + 1]}"]
        assert not plays(low, "2", (high, f"flush:{ranks[k + 1]}"), rules)


@clause("G-5.7", "G-8.2")
def test_the_ladder_holds_at_the_table() -> None:
    hands = ["S3 S4 S5 S6 S7 C3", "S9 S9 H9 H9 C9 C9 C4", "SJ SJ HJ HJ CJ CJ DJ DJ C5", "D3 D4"]
    on = table(hands, "2", leader=1, rules=SEVEN, moves=[(1, "play S9 S9 H9 H9 C9 C9")])
    assert "play SJ SJ HJ HJ CJ CJ DJ DJ" in on.canonical(2)
    on.play(2, "pass")
    on.play(3, "pass")
    assert list(on.canonical(0)) == ["pass", "play S3 S4 S5 S6 S7"]
    assert "play S3 S4 S5 S6 S7" in [hint["move"] for hint in on.hints(0, 5)]
    on.play(0, "play S3 S4 S5 S6 S7")
    world = GAME.world(on.view(3), FastRng(1))
    assert world.legal(1) == on.state.legal(1) == [0]
    assert refusal(on, 1, "play C4") == "DOES_NOT_BEAT"
    on.play(1, "pass")
    assert list(on.canonical(2)) == ["pass", "play SJ SJ HJ HJ CJ CJ DJ DJ"]


# immunity
@clause("G-7.13", "G-10.5")
def test_a_single_payer_with_both_big_jokers_may_refuse_or_pay() -> None:
    on = table(BOTH, previous=SINGLE, rules=CHOICE)
    assert (on.phase, on.to_act, list(on.legal(3))) == ("immunity", [3], ["immune", "pay"])
    assert refusal(on, 3, "tribute HR") == "WRONG_PHASE"
    refused = on.copy()
    refused.play(3, "immune")
    assert (refused.phase, refused.to_act) == ("play", [0])
    assert refused.public()["tribute"]["big_jokers"] == [0, 0, 0, 2]
    on.play(3, "pay")
    assert (on.phase, on.to_act, list(on.legal(3))) == ("tribute", [3], ["tribute HR"])
    assert on.version == refused.version
    on.play(3, "tribute HR")
    on.play(0, "return S3")
    assert (on.phase, on.to_act) == ("play", [3])


@clause("G-7.13", "G-11.1")
def test_who_cannot_refuse_is_asked_all_the_same() -> None:
    on = table(["S3 C4", "S6 C8", "HR D4", "HR S9"], previous=SINGLE, rules=CHOICE)
    assert (on.phase, list(on.legal(3))) == ("immunity", ["pay"])
    assert refusal(on, 3, "immune") == "NOT_IMMUNE"
    on.play(3, "pay")
    assert on.phase == "tribute"


@clause("G-7.13")
@pytest.mark.parametrize(
    ("answers", "falls"),
    [(["immune", "immune"], True), (["immune", "pay"], False), (["pay", "immune"], False), (["pay", "pay"], False)],
)
def test_two_payers_with_one_each_must_both_refuse(answers: list[str], falls: bool) -> None:
    for order in ((1, 3), (3, 1)):
        on = table(ONE_EACH, previous=DOUBLE, rules=CHOICE)
        for seat in order:
            on.play(seat, answers[0 if seat == 1 else 1])
        assert on.phase == ("play" if falls else "tribute")
        assert on.public()["tribute"]["immune"] is falls


@clause("G-7.13")
def test_one_of_two_with_a_single_big_joker_may_ask_for_what_does_not_come() -> None:
    on = table(["S3 HR", "HR S6", "D3 D4", "SB S9"], previous=DOUBLE, rules=CHOICE)
    assert [list(on.legal(seat)) for seat in (1, 3)] == [["immune", "pay"], ["pay"]]
    on.play(1, "immune")
    on.play(3, "pay")
    assert (on.phase, on.public()["tribute"]["immune"]) == ("tribute", False)
    # with both in one hand of two, that hand alone decides
    on = table(["S3 C4", "HR HR S6", "D3 D4", "SB S9"], previous=DOUBLE, rules=CHOICE)
    on.play(3, "pay")
    on.play(1, "immune")
    assert on.phase == "play"


@clause("G-7.14")
def test_the_default_is_to_refuse() -> None:
    on = table(ONE_EACH, previous=DOUBLE, rules=CHOICE)
    for seat in (1, 3):
        assert GAME.write(on.view(seat), GAME.advice.default_action(on.view(seat))) == "immune"
        assert [hint["move"] for hint in on.hints(seat)] == ["immune", "pay"]
    on = table(["S3 HR", "S6 S8", "D3 HR", "SB S9"], previous=DOUBLE, rules=CHOICE)
    assert GAME.write(on.view(1), GAME.advice.default_action(on.view(1))) == "pay"


@clause("G-12.6", "G-12.3")
def test_nobody_learns_who_could_refuse_or_what_was_answered() -> None:
    """To the other seats and to spectators it is the same whoever holds the jokers, before, between and after the answers."""
    shown: list[list[Any]] = []
    for hands, answer in ((["S3 C4", "HR S6", "D3 D4", "HR S9"], "pay"), (["S3 C4", "SB S6", "D3 D4", "SK S9"], "pay")):
        on = table(hands, previous=DOUBLE, rules=CHOICE)
        seen: list[Any] = []
        for seat in (1, 3):
            seen += [on.view(SPECTATOR).to_json(), on.view(0).public(), on.view(4 - seat).public()]
            on.play(seat, answer)
        seen.append(on.view(SPECTATOR).to_json())
        shown.append(json.loads(json.dumps(seen).replace(hands[1], "").replace(hands[3], "")))
    for one, other in zip(*shown, strict=True):
        one.pop("setup", None)
        other.pop("setup", None)
        assert one == other
    on = table(ONE_EACH, previous=DOUBLE, rules=CHOICE, moves=[(1, "pay")])
    assert on.public()["to_act"] == on.view(3).public()["to_act"] == on.view(1).public()["to_act"] == [1, 3]
    assert [on.private(seat)["answer"] for seat in range(4)] == [None, "pay", None, None]
    assert on.to_act == [3]
    names = ["Ann", "Bo", "Chen", "Dai"]
    for viewer in (SPECTATOR, 0, 2, 3):
        before = on.view(viewer)
        assert GAME.words.describe(before, 1, "pay", names, "en") == []
    assert GAME.words.describe(on.view(3), 3, "immune", names, "en")[0].text == "refuse tribute"
    before = on.view(SPECTATOR)
    on.play(3, "immune")
    assert GAME.words.news(before, on.view(SPECTATOR), names, "en") == []
    refused = table(ONE_EACH, previous=DOUBLE, rules=CHOICE, moves=[(1, "immune"), (3, "immune")])
    told = GAME.words.news(before, refused.view(SPECTATOR), names, "en")
    assert told is not None
    assert "both big jokers" in told[0][0].text
    assert GAME.words.news(on.view(0), on.view(0), names, "en") == []


@clause("G-12.6", "G-7.13")
def test_worlds_under_choice_allow_a_waived_right() -> None:
    on = table(["S3 C4", "S6 C8", "HR D4", "HR S8"], previous=SINGLE, rules=CHOICE)
    chi_square(on, 0, lambda hands: True)
    on.play(3, "pay")
    chi_square(on, 0, lambda hands: True)
    on.play(3, "tribute HR")
    chi_square(on, 1, lambda hands: True, {0: "HR"})


@clause("G-7.13", "G-12.6", "G-16.1")
def test_views_and_records_of_random_matches_under_choice() -> None:
    asked = 0
    for seed in range(12):
        on = qipai.Table("guandan", rules={"preset": "seed-003", "match_end": "deals:9"}, seed=f"{seed:02x}" * 32)
        rng = FastRng(seed)
        finish_deal(on, rng)
        on.next_deal()
        assert on.phase == "immunity"
        while on.phase != "play":
            for seat in range(-1, 4):
                view = on.view(seat)
                data = view.to_json()
                assert GAME.read_view(data) == view
                assert GAME.read_view(data).to_json() == data
                assert GAME.world(view, rng).view(seat) == view
                asked += on.phase == "immunity"
            seat = on.to_act[rng.below(len(on.to_act))]
            moves = on.legal(seat)
            assert list(moves) == [GAME.write(on.view(seat), a) for a in GAME.legal_of(on.view(seat))]
            on.play(seat, moves[rng.below(len(moves))])
        record = on.record()
        assert qipai.replay(record).record() == record
        assert qipai.replay(record).state.digest() == on.state.digest()
    assert asked > 60


@clause("G-7.3")
def test_an_immune_deal_may_have_a_payer_without_a_card_to_pay() -> None:
    """Seat 1 has nothing but a wildcard; nobody pays, so it does not matter."""
    on = table(["S6", "H4", "S5", "HR HR"], "4", previous=[2, 0, 3, 1])
    assert (on.phase, on.to_act) == ("play", [2])
    with pytest.raises(qipai.BadRecord):  # they might pay after all
        table(["S6", "H4", "S5", "HR HR"], "4", previous=[2, 0, 3, 1], rules=CHOICE)
    with pytest.raises(qipai.BadRecord):
        table(["S6", "H4", "S5", "HR SB"], "4", previous=[2, 0, 3, 1])


# first_leader
@clause("G-6.5")
def test_a_named_seat_leads_the_first_deal_and_no_card_is_turned_up() -> None:
    for seat in range(4):
        on = qipai.Table("guandan", rules={"first_leader": str(seat)}, seed="31" * 32)
        public = on.public()
        assert (on.to_act, public["leader"], public["starting_card"]) == ([seat], seat, None)
        assert GAME.read_view(on.view(0).to_json()) == on.view(0)
        assert qipai.replay(on.record()).record() == on.record()
        finish_deal(on, FastRng(seat))
        on.next_deal()
        assert on.public()["tribute"] is not None
    # the same cards as with the cut: only what is drawn after the shuffle falls away
    assert on.start.view(0) != qipai.Table("guandan", seed="31" * 32).view(0)
    named = qipai.Table("guandan", rules={"first_leader": "2"}, seed="31" * 32)
    assert named.private(0)["hand"] == qipai.Table("guandan", seed="31" * 32).private(0)["hand"]


@clause("G-6.5", "G-11.2")
def test_explicit_deals_agree_with_the_named_leader() -> None:
    hands = ["S3 C4", "S6 C8", "D3 D4", "H4 S9"]
    rules = {"first_leader": "2"}
    assert table(hands, leader=None, rules=rules).to_act == [2]
    assert table(hands, leader=2, rules=rules).to_act == [2]
    for wrong in ({"leader": 1}, {"leader": True}, {"leader": None, "starting_card": "D3"}):
        with pytest.raises(qipai.BadRecord):
            table(hands, rules=rules, **wrong)


@clause("G-4.6", "G-13.1")
def test_five_natural_cards_of_a_suit_are_also_a_straight_only_under_that_option() -> None:
    run = "play S3 S4 S5 S6 S7"
    for allowed, listed in ((False, [run]), (True, [f"{run} as straight:3", f"{run} as flush:3"])):
        t = table(["S3 S4 S5 S6 S7 D9", "S4", "S5 S2", "S6"], rules={"natural_flush_as_straight": allowed})
        assert [move for move in t.canonical(0) if move.startswith(run)] == listed


# the match
@clause("G-9.5", "G-9.4")
def test_passing_a_ends_a_row_of_failures() -> None:
    status = qipai.guandan.promote(["A", "3"], 0, [2, 0], [0, 2, 1, 3], rules={"preset": "seed-003"})
    assert (status["fails"], status["winner"]) == ([0, 0], 0)
    assert qipai.guandan.promote(["A", "3"], 0, [2, 0], [0, 2, 1, 3])["fails"] == [2, 0]


@clause("G-9.5")
def test_only_the_own_partner_in_the_last_place_counts_under_that_option() -> None:
    lost = ["A", "5"], 0, [1, 0], [1, 0, 2, 3]  # the winners' partner is last
    assert qipai.guandan.promote(*lost, {"a_fail_counts": "partner_last"})["fails"] == [1, 0]
    assert qipai.guandan.promote(*lost)["fails"] == [2, 0]


@clause("G-9.9")
@pytest.mark.parametrize(("levels", "winner"), [(["8", "5"], 0), (["5", "8"], 1), (["5", "6"], None)])
def test_after_the_last_deal_the_higher_level_wins(levels: list[str], winner: int | None) -> None:
    status = qipai.guandan.promote(levels, 0, [0, 0], [0, 1, 3, 2], {"match_end": "deals:2"}, 2)
    assert (status["over"], status["winner"]) == (True, winner)


@pytest.mark.parametrize("given", [True, False, 1.0, "1", 2**70, [1]])
def test_a_promotion_takes_nothing_else_for_a_number(given: object) -> None:
    for owner, deals in ((given, None), (0, given)):
        with pytest.raises(qipai.QipaiError) as caught:
            qipai.guandan.promote(["A", "3"], owner, [2, 0], [0, 2, 1, 3], None, deals)
        assert caught.value.code == "BAD_INPUT"


# presets
@clause("G-13.2", "G-13.3")
def test_a_preset_that_has_gained_options_means_in_old_data_what_it_meant() -> None:
    newest = GAME.rules({"preset": "seed-003"})
    assert newest.options["straight_flush"] == "over_seven"
    assert newest.options["immunity"] == "choice"
    assert newest.to_json() == {"preset": "seed-003", "immunity": "choice", "straight_flush": "over_seven"}
    assert GAME.kept_rules(newest.to_json()) == newest
    kept = GAME.kept_rules({"preset": "seed-003"})
    assert (kept.options["straight_flush"], kept.options["immunity"]) == ("over_five", "automatic")
    assert kept.to_json() == {"preset": "seed-003"}
    own = GAME.rules({"preset": "seed-003", "immunity": "automatic"})
    assert own.to_json() == {"preset": "seed-003", "immunity": "automatic", "straight_flush": "over_seven"}
    assert GAME.kept_rules(own.to_json()) == own
    for other in ({}, {"preset": "official"}, {"preset": "seed-002"}, None):
        assert GAME.kept_rules(other) == GAME.rules(other)


@clause("G-13.3")
def test_a_table_of_the_old_preset_goes_on_by_its_rules() -> None:
    record = {"game": "guandan", "rules": {"preset": "seed-003"}, "deals": [{"seed": "44" * 32, "moves": []}]}
    on = qipai.replay(record)
    finish_deal(on, FastRng(1))
    on.next_deal()
    assert on.phase in ("tribute", "play")
    assert on.record()["rules"] == {"preset": "seed-003"}


def test_every_preset_has_a_name_for_people() -> None:
    shown = game_json("guandan")["presets"]
    assert isinstance(shown, list)
    assert [preset["name"] for preset in shown] == ["official", "seed-002", "seed-003"]
    for preset in shown:
        assert preset["title"]["en"] != preset["title"]["zh"]
        assert preset["name"] not in preset["title"].values()


@clause("G-9.10")
def test_scores_are_those_of_the_deal_everywhere() -> None:
    """Not running totals: a match is told by levels. So docs/wire.md says, and so do table, facts, record and settlement."""
    on = qipai.Table("guandan", seed="45" * 32)
    for deal in range(3):
        if deal:
            on.next_deal()
            assert on.scores == [0, 0, 0, 0]
        finish_deal(on, FastRng(deal))
        assert on.scores == on.returns == on.facts()["scores"] == on.public()["result"]["scores"]
        assert sorted(map(abs, on.scores)) in ([1] * 4, [2] * 4, [3] * 4)
        assert qipai.verify(on.record())["scores"] == on.returns
    wire = (Path(__file__).parent.parent.parent / "docs" / "wire.md").read_text(encoding="utf-8")
    assert "in Guandan, whose match is told by `levels`, `scores` are those of the deal too (G-9.10)" in wire


@pytest.mark.parametrize("over_seven", [False, True])
def test_random_hands_list_the_bombs_by_the_ladder(over_seven: bool) -> None:
    rules = SEVEN if over_seven else None
    rng = random.Random(5)
    for _ in range(60):
        ranks = rng.sample(range(13), 4)
        pool = [kind for kind in DECK if kind >> 2 in ranks or kind % 4 == 0]
        hand = rng.sample(pool, min(24, len(pool)))
        level = RANKS[rng.randrange(13)]
        text = " ".join(NAMES[kind] for kind in sorted(hand))
        for mode in ("canonical", "exact"):
            bombs = [p for p in plays(text, level, None, rules, mode) if p.reading.split(":")[0] in ("bomb", "flush", "jokers")]
            strengths = [enumerator.strength(p.reading, level, over_seven) for p in bombs]
            assert strengths == sorted(strengths)
            for top in bombs[::7]:
                found = plays(text, level, (top.cards, top.reading), rules, mode)
                assert found == [p for p in bombs if enumerator.beats(top.reading, p.reading, level, over_seven)]
