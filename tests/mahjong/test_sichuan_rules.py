"""血战到底 and 血流成河, clause by clause, where a golden case does not say it all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

import qipai
from qipai.core.rng import DealRng, FastRng
from qipai.games.mahjong.actions import HU, KONG_OF, PASS
from qipai.games.mahjong.game import GAME
from qipai.games.mahjong.hints import default_action
from qipai.games.mahjong.melds import has_peng
from qipai.games.mahjong.position import PHASE_CLAIM, PHASE_MISSING, PHASE_TURN
from qipai.games.mahjong.state import MahjongState
from qipai.games.mahjong.tiles import NAMES
from tests.clauses import clause
from tests.golden_runner import load
from tests.mahjong.deals import held_tiles, table
from tests.mahjong.sichuan_deals import play, rules_of

CHENGDU: dict[str, Any] = {"preset": "chengdu"}
RIVER: dict[str, Any] = {"preset": "river"}
OPEN: dict[str, Any] = {"preset": "chengdu", "opening": "missing"}
JUNK = ["1112223334445m", "5556667778889m"]
PLAIN = "123456p7895546s"  # waits for 5s, worth nothing


def suits(letters: str) -> list[tuple[int, str]]:
    return [(seat, f"missing {letter}") for seat, letter in enumerate(letters)]


def golden(name: str, moves: int | None = None) -> qipai.Table:
    """The table of a golden case, played so far."""
    case = next(case for case in load("mahjong") if case["id"] == name)
    record = {key: value for key, value in case.items() if key not in ("id", "clause", "expect", "note")}
    record["game"] = "mahjong"
    record["moves"] = record["moves"][:moves]
    return qipai.Table.from_record(record)


@clause("M-20.1", "M-20.5")
def test_the_opening_decides_the_family() -> None:
    bury, swap, missing = (qipai.Table("mahjong", rules=rules, seed="11" * 32) for rules in ({}, CHENGDU, OPEN))
    assert [bury.facts()["phase"], swap.facts()["phase"], missing.facts()["phase"]] == ["bury", "swap", "missing"]
    assert "in_play" not in bury.public()
    assert "in_play" in swap.public()
    assert not [move for move in swap.legal(0) if move.startswith("bury")]


@clause("M-20.2", "M-20.3", "M-21.1")
def test_the_presets_are_those_of_the_table() -> None:
    chengdu, river = GAME.rules(CHENGDU).options, GAME.rules(RIVER).options
    changed = {name: (chengdu[name], river[name]) for name in chengdu if chengdu[name] != river[name]}
    assert changed == {
        "after_win": ("leave", "stay"),
        "locked_kong": ("none", "same_waits"),
        "cap": (3, 5),
        "yaojiu_jiangdui": (False, True),
    }
    default = GAME.rules().options
    assert sum(chengdu[name] != default[name] for name in chengdu) == 16
    assert [GAME.options().titles[name].zh for name in GAME.options().presets] == ["埋三张", "血战到底", "血流成河"]


@clause("M-20.4", "M-28.1", "M-24.2")
def test_a_winner_leaves_in_chengdu_and_stays_in_the_river() -> None:
    for seed in range(12):
        for state, seat, _ in play(CHENGDU, seed, True):
            assert seat < 0 or not (state.gone >> seat) & 1
            assert state.locked == 0
        for state, _, _ in play(RIVER, seed, True):
            assert state.gone == 0


@clause("M-22.2", "M-22.3")
def test_the_die_comes_after_the_shuffle_and_only_when_it_is_needed() -> None:
    seed = bytes(32)
    swapped = GAME.deal(DealRng(seed), GAME.rules(CHENGDU))
    plain = GAME.deal(DealRng(seed), GAME.rules(OPEN))
    fixed = GAME.deal(DealRng(seed), GAME.rules({**CHENGDU, "swap_direction": "across"}))
    assert isinstance(swapped, MahjongState)
    assert isinstance(plain, MahjongState)
    assert isinstance(fixed, MahjongState)
    assert swapped.wall == plain.wall == fixed.wall
    assert len(swapped.wall) == 55
    assert 1 <= swapped.die <= 6
    assert plain.die == fixed.die == 0
    dice = {GAME.deal(FastRng(k), GAME.rules(CHENGDU)).die for k in range(60)}  # type: ignore[attr-defined]
    assert dice == {1, 2, 3, 4, 5, 6}


@clause("M-22.6", "M-33.2", "M-33.3")
def test_swaps_are_hidden_and_each_seat_knows_what_it_gave_and_got() -> None:
    state = next(play(CHENGDU, 5))[0].clone()
    before = [json.dumps(state.view(seat).private(), sort_keys=True) for seat in range(4)]
    given = state.legal(2)[0]
    state.apply(2, given)
    public = state.view(-1).public()
    assert public["chosen"] == [False, False, True, False]
    assert public["direction"] is None
    assert public["die"] is None
    assert [json.dumps(state.view(seat).private(), sort_keys=True) for seat in (0, 1, 3)] == [before[0], before[1], before[3]]
    assert len(held_tiles(state, 2)) in (13, 14)  # still held
    for seat in (0, 1, 3):
        state.apply(seat, state.legal(seat)[0])
    assert state.phase == PHASE_MISSING
    public = state.view(-1).public()
    assert public["die"] == state.die
    assert public["direction"] in ("next", "across", "previous")
    assert public["swaps"] == [None] * 4
    step = {"next": 1, "across": 2, "previous": 3}[str(public["direction"])]
    own = [state.view(seat).private() for seat in range(4)]
    for seat in range(4):
        assert own[(seat + step) & 3]["got"] == own[seat]["gave"]


@clause("M-23.2", "M-23.3", "M-4.1")
def test_suits_become_public_together_and_nothing_is_laid_aside() -> None:
    state = next(play(OPEN, 6))[0].clone()
    hands = [held_tiles(state, seat) for seat in range(4)]
    for seat in range(4):
        assert state.view(-1).public()["missing"] == [None] * 4
        assert state.view(seat).private()["suit"] is None
        state.apply(seat, state.legal(seat)[seat % 3])
        assert state.view(seat).private()["suit"] == "psmp"[seat]
    assert state.view(-1).public()["missing"] == ["p", "s", "m", "p"]
    assert [held_tiles(state, seat) for seat in range(4)] == hands
    assert state.phase == PHASE_TURN
    assert state.turn == state.dealer
    assert state.drawn == 31


@clause("M-23.4", "M-23.5", "M-35.7")
def test_missing_suit_first_is_an_option() -> None:
    hands = ["123456789p1234s9m", PLAIN, *JUNK]
    strict = table(hands, "5s6m7m", rules=OPEN, moves=suits("mmmm"))
    assert list(strict.legal(0)) == ["discard 9m"]
    with pytest.raises(qipai.IllegalMove) as refusal:
        strict.play(0, "discard 1p")
    assert refusal.value.code == "MISSING_FIRST"
    free = table(hands, "5s6m7m", rules={**OPEN, "missing_first": False}, moves=suits("mmmm"))
    assert len(free.legal(0)) == 14
    for state, seat, action in play(rules_of(0), 3, True):
        if state.phase == PHASE_TURN and 0 <= action < 27:
            missing = state.missing_suit(seat)
            assert action // 9 == missing or state.counts(seat, missing) == 0


@clause("M-24.1", "M-24.2")
def test_seats_that_have_left_are_passed_over() -> None:
    seen = 0
    for seed in range(10):
        turn = -1
        for state, seat, _ in play(CHENGDU, seed, True):
            if state.phase == PHASE_TURN and seat != turn:
                turn = seat
                seen += state.gone != 0
                assert not (state.gone >> seat) & 1
    assert seen > 20


@clause("M-25.4")
def test_concealed_and_exposed_kongs_cannot_be_robbed_and_late_added_ones_can() -> None:
    hands = ["1111p23456789s35s", *JUNK, "2345678p23478s9s"]
    t = table(hands, "6m7m2p", rules=OPEN, moves=[*suits("mmmm"), (0, "kong 1p")])
    assert t.facts()["melds"][0] == [["kong_concealed", "1p"]]  # seat 3 waits for 1p
    t = golden("mjs-x30-asked")
    late = golden("mjs-x26-late")
    assert t.facts()["window"] == "rob"
    assert [e for e in late.public()["events"] if e["event"] == "declare"]
    assert [e["late"] for e in late.public()["events"] if e["event"] == "kong"] == [True]


@clause("M-26.6", "M-26.5")
@pytest.mark.parametrize("dealer", range(4))
def test_of_several_kongs_in_a_turn_only_the_last_moves_on(dealer: int) -> None:
    order = [(dealer + k) % 4 for k in range(4)]
    dealt = ["99991111p35577s3s", "1112223334445m", "34678p11456789s", "5556667778889m"]
    hands = [dealt[order.index(seat)] for seat in range(4)]
    moves = [*suits("mmmm"), (dealer, "kong 9p"), (dealer, "kong 1p"), (dealer, "discard 5p"), (order[2], "hu")]
    t = table(hands, "2p2p2p5p2s", dealer, rules=OPEN, moves=moves)
    transfers = [row for row in t.facts()["ledger"] if row[3] == "kong_transfer"]
    assert transfers == [[dealer, order[2], 6, "kong_transfer"]]
    assert sum(row[2] for row in t.facts()["ledger"] if row[3] == "kong_concealed") == 12


@clause("M-26.5", "M-26.6", "M-32.7")
@pytest.mark.parametrize("dealer", range(4))
def test_an_earlier_kong_of_another_price_does_not_move_on(dealer: int) -> None:
    """9p is konged for six; two turns later 1p for two, and only these two are paid to the winner."""
    order = [(dealer + k) % 4 for k in range(4)]
    dealt = ["9999111p355773s2p", "1p111222333444m", "34678p11456789s", "5556667778889m"]
    hands = [dealt[order.index(seat)] for seat in range(4)]
    chosen = [(order[k], f"missing {suit}") for k, suit in enumerate("mpmm")]
    played = [(0, "kong 9p"), (0, "discard 2s"), (1, "discard 1p"), (0, "kong"), (0, "discard 5p"), (2, "hu")]
    moves = [*chosen, *((order[k], move) for k, move in played)]
    t = table(hands, "9m9m6s5p2s", dealer, rules=OPEN, moves=moves)
    assert t.facts()["ledger"][-1] == [dealer, order[2], 2, "kong_transfer"]
    assert t.state.returns() == [(4, -4, 2, -2)[order.index(seat)] for seat in range(4)]
    t.play(order[3], "discard 5m")
    t.play(dealer, "discard 6s")  # the last tile: the closed kong is the second
    refunds = [row for row in t.facts()["ledger"] if row[3] == "kong_refund"]
    assert refunds == [[dealer, order[k], 2, "kong_refund"] for k in (1, 2, 3)]


@clause("M-26.1", "M-26.5", "M-28.1")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("moved", "returns"), [("transfer", (-3, -2, 4, 1)), ("refund", (-3, 0, 2, 1))])
def test_whoever_had_left_paid_nothing_for_a_kong_and_gets_nothing_back(
    moved: str, returns: tuple[int, ...], dealer: int
) -> None:
    order = [(dealer + k) % 4 for k in range(4)]
    dealt = ["9999118p3352277s", "1112223334445m", "34678p11456789s", PLAIN]
    hands = [dealt[order.index(seat)] for seat in range(4)]
    played = [(0, "discard 5s"), (3, "hu"), (0, "kong 9p"), (0, "discard 5p"), (2, "hu")]
    moves = [*suits("mmmm"), *((order[k], move) for k, move in played)]
    t = table(hands, "8s9m9m5p", dealer, rules={**OPEN, "kong_transfer": moved}, moves=moves)
    assert t.facts()["in_play"] == [order.index(seat) < 2 for seat in range(4)]
    assert t.state.returns() == [returns[order.index(seat)] for seat in range(4)]


@clause("M-26.5", "M-32.3", "M-32.7", "M-32.8")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("moved", "refunded"), [("transfer", [1, 3]), ("refund", [1, 3]), ("none", [1, 2, 3, 1, 3])])
def test_a_kong_whose_money_has_moved_is_not_refunded_and_those_after_it_are(
    moved: str, refunded: list[int], dealer: int
) -> None:
    """The dealer is not ready at the end. The seat opposite paid for the first kong, won on the discard after it and left."""
    order = [(dealer + k) % 4 for k in range(4)]
    dealt = ["99991118p335577s", "1112223334445m", "34678p11456789s", "5556667778889m"]
    hands = [dealt[order.index(seat)] for seat in range(4)]
    played = [(0, "kong 9p"), (0, "discard 5p"), (2, "hu"), (3, "discard 5m"), (0, "kong 1p"), (0, "discard 8p")]
    moves = [*suits("mmmm"), *((order[k], move) for k, move in played)]
    t = table(hands, "2p1p2p5p", dealer, rules={**OPEN, "kong_transfer": moved}, moves=moves)
    assert t.facts()["phase"] == "finished"
    paid = [(row[3], order.index(row[0]), order.index(row[1]), row[2]) for row in t.facts()["ledger"]]
    assert [row for row in paid if row[0] == "kong_refund"] == [("kong_refund", 0, k, 2) for k in refunded]
    assert [row for row in paid if row[0] == "flower_pig"] == [("flower_pig", 1, 0, 8), ("flower_pig", 3, 0, 8)]


@clause("M-32.4", "M-32.8")
def test_the_checks_tell_what_each_hand_was_from_the_dealer_on() -> None:
    """Seat 2 holds 33345p66s: 3p is its fourth and a root, 6p and 6s are worth nothing more."""
    checks = [event for event in golden("mjs-x40").public()["events"] if event["event"] == "check"]
    told = [(event["seat"], event["status"], event["waits"], event["fan"]) for event in checks]
    assert told == [(1, "pig", [], None), (2, "ready", ["3p", "6p", "6s"], 1), (3, "unready", [], None)]


@clause("M-28.1", "M-32.3")
def test_the_checks_tell_winners_who_stayed_from_ready_hands() -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        state = [state for state, _, _ in play(RIVER, seed, True)][-1]
        for event in state.view(-1).public()["events"]:
            if event["event"] == "check":
                seen[event["status"]] += 1
                assert (event["status"] == "won") == state.is_locked(event["seat"])
                assert bool(event["waits"]) == (event["status"] in ("ready", "won"))
    assert seen["won"] > 5
    assert seen["ready"] > 0


@clause("M-31.4")
@pytest.mark.parametrize("dealer", range(4))
def test_whoever_fed_the_kong_pays_alone_for_its_flower(dealer: int) -> None:
    order = [(dealer + k) % 4 for k in range(4)]
    dealt = ["999p345p1235567s1s", "1112223334445m", "999m4446777888s", "5556667778889m"]
    hands = [dealt[order.index(seat)] for seat in range(4)]
    chosen = [(order[k], f"missing {suit}") for k, suit in enumerate("mmpm")]
    played = [(0, "discard 1s"), (1, "discard 1m"), (2, "discard 9p"), (0, "kong"), (0, "hu")]
    moves = [*chosen, *((order[k], move) for k, move in played)]
    t = table(hands, "6m9p1p8s", dealer, rules={**OPEN, "kong_flower": "discard"}, moves=moves)
    assert t.facts()["ledger"] == [[order[2], dealer, 2, "kong_exposed"], [order[2], dealer, 4, "hu"]]
    assert t.state.returns() == [{0: 6, 2: -6}.get(order.index(seat), 0) for seat in range(4)]


@clause("M-28.2")
def test_what_a_winner_was_paid_before_stands() -> None:
    t = golden("mjs-x36")
    assert [row[3] for row in t.facts()["ledger"]].count("kong_refund") == 0
    assert t.facts()["ledger"][:3] == [[seat, 3, 2, "kong_concealed"] for seat in (0, 1, 2)]


@clause("M-28.3", "M-34.3")
def test_a_locked_seat_may_pass_and_wins_by_default() -> None:
    asked = 0
    for seed in range(30):
        for state, seat, _ in play(RIVER, seed, True):
            if seat >= 0 and state.is_locked(seat) and HU in state.legal(seat):
                asked += 1
                assert len(state.legal(seat)) > 1
                assert default_action(state.view(seat)) == HU  # type: ignore[arg-type]
    assert asked > 5


@clause("M-34.3")
def test_default_moves_of_the_opening() -> None:
    t = table(["119p123456789s12m", PLAIN, *JUNK], "5s6m7m", rules={**OPEN})
    default = GAME.advice.default_action(t.view(0))
    assert GAME.write(t.view(0), default) == "missing m"
    for rules in (CHENGDU, RIVER):
        for state, seat, _ in play(rules, 8):
            if seat >= 0:
                assert GAME.advice.default_action(state.view(seat)) in state.legal(seat)
    swapped = qipai.Table.from_record(
        {
            "game": "mahjong",
            "rules": CHENGDU,
            "deal": {"dealer": 0, "hands": ["12345p23456789s1m", PLAIN, *JUNK], "wall": "9m", "die": 2},
            "partial": True,
            "moves": [],
        }
    )
    view = swapped.view(0)
    assert GAME.write(view, GAME.advice.default_action(view)) == "swap 3p4p5p"


@clause("M-29.1", "M-29.2", "M-29.3")
def test_a_win_given_up_bars_equal_ones_until_the_next_draw() -> None:
    """Seat 3 passes 5s from seat 0 and is barred when seat 1 discards another; after its own draw it may win again."""
    hands = ["5s123456789p1234s", "5s555666777888m", "1112223334445m", PLAIN]
    moves = [*suits("msmm"), (0, "discard 5s"), (3, "pass"), (1, "discard 5s")]
    barred = table(hands, "9m9m9m7m", rules=OPEN, moves=moves)
    assert list(barred.legal(3)) == ["peng", "pass"]
    assert barred.view(3).private()["given_up"] == 0
    free = table(hands, "9m9m9m7m", rules={**OPEN, "missed_win_lock": False}, moves=moves)
    assert list(free.legal(3)) == ["hu", "peng", "pass"]
    with pytest.raises(qipai.IllegalMove) as refusal:
        barred.play(3, "hu")
    assert refusal.value.code == "MISSED_WIN"
    barred.play(3, "pass")
    barred.play(2, "discard 1m")
    assert barred.view(3).private()["given_up"] is None
    assert barred.view(0).private()["given_up"] is None


@clause("M-29.2")
def test_two_capped_wins_are_equal() -> None:
    state = next(play(CHENGDU, 1))[0]
    cap3 = state.value_of(64 + 16384)  # full flush and seven pairs: four fan
    assert cap3 == state.value_of(64 + 16384 + 4) == 4
    assert state.value_of(64 + 4) == 4
    assert state.value_of(0) == 1


@clause("M-30.8")
def test_the_extra_of_the_golden_hook_is_refused() -> None:
    for rules in (CHENGDU, RIVER, OPEN):
        with pytest.raises(qipai.BadRecord):
            GAME.rules({**rules, "qing_jingoudiao": "extra"})
    assert GAME.rules({"qing_jingoudiao": "extra"}).options["qing_jingoudiao"] == "extra"


@clause("M-33.4", "M-21.3")
def test_hands_of_winners_are_private_unless_the_option_shows_them() -> None:
    seen = 0
    for shown in (False, True):
        for preset in ("chengdu", "river"):
            for seed in range(4):
                for state, _, _ in play({"preset": preset, "show_locked_hands": shown}, seed, True):
                    if state.over():
                        continue
                    public = state.view(-1).public()
                    for seat in range(4):
                        assert (public["hands"][seat] is not None) == (shown and state.has_won(seat))
                        seen += state.has_won(seat)
                        assert all({"tile", "fan", "points", "patterns"} <= set(won) for won in public["won"][seat])
    assert seen > 100


@clause("M-33.5", "M-33.2", "M-25.2")
def test_a_rob_window_tells_nobody_who_is_asked() -> None:
    t = golden("mjs-x30-asked")
    public = t.public()
    assert public["to_act"] is None
    assert public["window"] == "rob"
    assert public["declared"] == {"seat": 1, "tile": "5p"}
    assert public["last_discard"] is None
    assert public["held"][1] == 11
    assert t.view(0).private()["legal"] == []
    t.play(2, "pass")
    assert t.public() == public


@clause("M-33.6", "M-25.2")
def test_every_added_kong_is_shown_as_declared_and_counts_two_steps() -> None:
    """Robbable or not: the pause shows the same, and the version grows alike."""
    seen = {True: 0, False: 0}
    cases = [state.clone() for seed in range(40) for state, _, _ in play(RIVER, seed, True) if state.phase == PHASE_TURN]
    robbable = golden("mjs-x30-asked", -1).state
    assert isinstance(robbable, MahjongState)
    for state in [*cases, robbable]:
        seat = state.turn
        for action in state.legal(seat):
            if KONG_OF <= action < HU and has_peng(state.melds[seat], action - KONG_OF):
                after = state.clone()
                after.apply(seat, action)
                shown = GAME.claim_pause.shown(state, seat, action, after)
                assert isinstance(shown, MahjongState)
                public = shown.view(-1).public()
                assert public["window"] == "rob"
                assert public["declared"] == {"seat": seat, "tile": NAMES[action - KONG_OF]}
                assert public["events"][-1] == {"event": "declare", "seat": seat, "tile": NAMES[action - KONG_OF]}
                asked = after.phase == PHASE_CLAIM
                assert shown.version() == state.version() + 1
                assert after.version() == state.version() + (1 if asked else 2)
                seen[asked] += 1
                if asked:
                    for other in range(4):
                        if (after.to_act() >> other) & 1:
                            after.apply(other, PASS)
                    assert after.version() == state.version() + 2
    assert seen[False] > 5
    assert seen[True] > 0


@clause("M-36.3", "M-36.2")
def test_wins_keep_four_items_and_points_stand_beside_them() -> None:
    t = golden("mjs-x30")
    facts = t.facts()
    assert all(len(win) == 4 for win in facts["wins"])
    assert facts["points"] == [2, 2]
    assert facts["in_play"] == [True, True, False, False]


def test_refusals_are_in_both_languages() -> None:
    t = golden("mjs-x47-4", 0)
    for move, code in (("swap 1p1p", "SWAP_THREE"), ("swap 1p2s1m", "SWAP_ONE_SUIT"), ("missing p", "WRONG_PHASE")):
        with pytest.raises(qipai.IllegalMove) as refusal:
            t.play(0, move)
        assert refusal.value.code == code
        assert refusal.value.say("zh") != refusal.value.say("en")
    with pytest.raises(qipai.IllegalMove) as refusal:
        t.play(0, "missing x")
    assert refusal.value.code == "BAD_MOVE"
