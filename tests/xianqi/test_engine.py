"""Document 004's interface (X-9, X-10): checks, codes, JSON, dumps."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.engine.adapter import adapter
from tests.clauses import clause
from tests.xianqi.deals import HANDS, RULE_SETS, rest_of, table

FIRST_LEADS: list[dict[str, int]] = [
    {"B_SHI": 1}, {"R_XIANG": 1}, {"R_MA": 1}, {"R_GOU": 1}, {"B_CHE": 1}, {"B_GOU": 1}, {"B_NIU": 1},
    {"R_GOU": 1, "B_GOU": 1}, {"B_SHI": 2},
]  # fmt: skip


def engine_with(hands: list[Any], starter: int, rules: dict[str, Any] | None = None) -> qipai.Engine:
    """An engine on an explicit deal, by way of a dumped state."""
    engine = qipai.Engine("xianqi")
    t = table(starter=starter, hands=hands, rules=rules)
    game = qipai.game("xianqi")
    dumped = adapter(game).dump(t.state)
    assert dumped is not None
    engine.load_state(dumped)
    return engine


def refused(code: str, call: Any, *args: Any, **kwargs: Any) -> qipai.EngineError:
    with pytest.raises(qipai.EngineError) as refusal:
        call(*args, **kwargs)
    assert refusal.value.code == code
    assert refusal.value.message
    assert isinstance(refusal.value.detail, dict)
    return refusal.value


@clause("X-10.1", "X-2.3")
def test_init_game_takes_a_configuration_and_refuses_what_does_not_fit() -> None:
    engine = qipai.Engine("xianqi")
    output = engine.init_game({"player_count": 3, "rules": {}, "first_deal": True, "previous": None}, 1)
    assert output["public_state"]["version"] == 1
    assert engine.init_game({"player_count": 4, "rules": {"baotou": True}}, 1)["public_state"]["head_seat"] in range(4)
    before = engine.dump_state()
    for config in [
        {"player_count": 4},
        {"player_count": 3, "rules": {"baotou": True}},
        {"player_count": True},
        {"rules": {"nonsense": 1}},
        {"rules": {"black_chess": "maybe"}},
        {"rules": []},
        {"surprise": 1},
        {"first_deal": 1},
        {"previous": 3},
        {"previous": {"drawer": 7}},
        {"previous": {"drawer": 1, "more": 2}},
        [],
    ]:
        refused("ENGINE_INVALID_STATE", engine.init_game, config, 1)
        assert engine.dump_state() == before
    refused("ENGINE_INVALID_STATE", engine.init_game, {}, "seed")
    drawn = engine.init_game({"rules": {"starter": "draw"}, "first_deal": False, "previous": {"drawer": 1}}, 4)
    assert drawn["public_state"]["decision"]["seat"] in range(3)
    soft = engine.init_game({"rules": {"soft_first_deal": True}, "first_deal": False}, 4)
    assert {"type": "BUCKLE"} in soft["legal_actions"]["actions"]
    soft = engine.init_game({"rules": {"soft_first_deal": True}}, 4)
    assert {"type": "BUCKLE"} not in soft["legal_actions"]["actions"]


@clause("X-10.2", "X-10.4", "X-4.6")
def test_the_public_state_has_exactly_the_fields_of_the_document() -> None:
    state = engine_with(HANDS, 1).get_public_state()
    assert state == {
        "version": 1,
        "phase": "buckle_decision",
        "head_seat": None,
        "players": [{"seat": s, "hand_count": 8, "captured_pillar_count": 0} for s in range(3)],
        "turn": {"current_seat": 1, "round_index": 0, "round_kind": 0, "last_combo": None, "plays": []},
        "decision": {"seat": 1, "context": "BUCKLE_DECISION", "started_at_ms": None, "timeout_at_ms": None},
        "pillar_groups": [],
        "reveal": {"buckler_seat": None, "active_revealer_seat": None, "pending_order": [], "relations": []},
    }


@clause("X-10.2", "X-10.3", "X-10.5", "X-10.6", "X-10.7")
def test_a_round_in_the_public_state() -> None:
    t = table([(0, "buckle"), (1, "pass"), (2, "reveal")])
    public = t.public()
    assert public["phase"] == "in_round"
    assert public["decision"]["context"] == "IN_ROUND"
    assert public["turn"]["round_kind"] == 0
    assert public["turn"]["last_combo"] is None
    assert public["reveal"]["buckler_seat"] == 0
    assert public["reveal"]["pending_order"] == []
    t.play(0, "play R_MA")
    t.play(1, "play B_SHI")
    public = t.public()
    assert public["turn"]["last_combo"] == {"power": 8, "cards": {"B_SHI": 1}, "owner_seat": 1}
    assert public["turn"]["plays"] == [
        {"seat": 0, "power": 5, "cards": {"R_MA": 1}},
        {"seat": 1, "power": 8, "cards": {"B_SHI": 1}},
    ]
    t.play(2, "cover R_NIU")
    public = t.public()
    assert public["pillar_groups"] == [
        {
            "round_index": 0,
            "winner_seat": 1,
            "round_kind": 1,
            "plays": [
                {"seat": 0, "power": 5, "cards": {"R_MA": 1}},
                {"seat": 1, "power": 8, "cards": {"B_SHI": 1}},
                {"seat": 2, "power": -1, "covered_count": 1},
            ],
        }
    ]
    assert public["turn"] == {"current_seat": 1, "round_index": 1, "round_kind": 0, "last_combo": None, "plays": []}
    assert public["players"][1]["captured_pillar_count"] == 1
    assert public["reveal"]["buckler_seat"] is None
    assert public["reveal"]["active_revealer_seat"] == 2
    t.play(1, "buckle")
    assert t.public()["reveal"]["pending_order"] == [2, 0]
    assert t.public()["decision"]["context"] == "REVEAL_DECISION"
    assert "R_NIU" not in json.dumps(t.public())
    assert t.private(2)["covered"] == {"R_NIU": 1}


@clause("X-10.8")
def test_the_private_state_is_the_hand_and_the_own_covers() -> None:
    engine = engine_with(HANDS, 0)
    assert engine.get_private_state(1) == {"hand": HANDS[1], "covered": {}}
    engine.apply_action(6)  # two red shi
    engine.apply_action(0, {"B_CHE": 1, "B_NIU": 1})
    assert engine.get_private_state(1)["covered"] == {"B_CHE": 1, "B_NIU": 1}  # the running round counts
    for seat in (-1, 3, "0", None, True):
        refused("ENGINE_INVALID_STATE", engine.get_private_state, seat)
        refused("ENGINE_INVALID_STATE", engine.get_legal_actions, seat)
    head = engine_with([HANDS[0], None, HANDS[1], HANDS[2]], 0, {"baotou": True})
    assert head.get_private_state(1) == {"hand": {}, "covered": {}}


@clause("X-10.9", "X-10.10")
def test_legal_actions_come_in_the_documented_order() -> None:
    engine = engine_with(HANDS, 1)
    assert engine.get_legal_actions(1) == {
        "seat": 1,
        "actions": [
            *[{"type": "PLAY", "payload_cards": cards} for cards in FIRST_LEADS],
            {"type": "BUCKLE"},
        ],
    }
    assert engine.get_legal_actions(0) == {"seat": 0, "actions": []}
    engine.apply_action(9)
    assert engine.get_legal_actions(2)["actions"] == [{"type": "REVEAL"}, {"type": "PASS_REVEAL"}]
    covering = engine_with(HANDS, 0)
    covering.apply_action(6)
    assert covering.get_legal_actions(1)["actions"] == [{"type": "COVER", "required_count": 2}]


@clause("X-10.10")
def test_ties_are_broken_by_the_text() -> None:
    hand = {"R_CHE": 2, "R_GOU": 1, "B_CHE": 1, "B_GOU": 1, "R_SHI": 2, "B_NIU": 1}
    rest = rest_of(hand)
    one = {"B_SHI": 2, "R_XIANG": 2, "R_MA": 2, "B_CHE": 1, "R_NIU": 1}
    t = table(hands=[hand, one, rest_of(hand, one)])
    assert sum(rest.values()) == 16
    moves = list(t.legal(0))
    assert moves == [
        "play R_SHI", "play R_CHE", "play R_GOU", "play B_CHE", "play B_GOU", "play B_NIU",
        "play R_GOU+B_GOU", "play R_SHI*2", "play R_CHE*2", "buckle",
    ]  # fmt: skip


@clause("X-9.1", "X-9.2", "X-9.3", "X-9.4", "X-9.5", "X-10.11")
def test_checks_come_in_order_and_a_refused_call_changes_nothing() -> None:
    engine = engine_with(HANDS, 0)
    version = engine.get_public_state()["version"]
    before = engine.dump_state()
    refused("ENGINE_VERSION_CONFLICT", engine.apply_action, 99, {"X": 1}, version + 1)  # version before index
    refused("ENGINE_INVALID_ACTION_INDEX", engine.apply_action, 99, {"X": 1}, version)  # index before covers
    refused("ENGINE_INVALID_ACTION_INDEX", engine.apply_action, -1)
    refused("ENGINE_INVALID_ACTION_INDEX", engine.apply_action, True)
    refused("ENGINE_INVALID_ACTION_INDEX", engine.apply_action, 0, None, None, 2)
    refused("ENGINE_INVALID_COVER_LIST", engine.apply_action, 0, {"R_SHI": 1}, version)
    refused("ENGINE_INVALID_PHASE", engine.settle)
    assert engine.dump_state() == before
    output = engine.apply_action(6, {}, version)  # an empty list is no list
    assert output["public_state"]["version"] == version + 1
    before = engine.dump_state()
    for cover in [
        None,
        {},
        {"B_NIU": 1},
        {"B_NIU": 2},
        {"B_NIU": 1, "B_CHE": 1, "R_MA": 1},
        {"R_SHI": 2},
        {"X": 2},
        {"B_SHI": -2},
        {"B_SHI": 0, "B_NIU": 2},
        {"B_SHI": True, "B_NIU": 1},
        {"B_SHI": "2"},
        ["B_SHI", "B_SHI"],
        7,
        {"B_SHI": 1.0, "B_NIU": 1},
    ]:
        refused("ENGINE_INVALID_COVER_LIST", engine.apply_action, 0, cover)
        assert engine.dump_state() == before
    engine.apply_action(0, {"B_SHI": 2})
    engine.apply_action(0, {"R_CHE": 1, "R_NIU": 1})
    assert engine.get_public_state()["players"][0]["captured_pillar_count"] == 2


@clause("X-9.3", "X-10.13")
def test_settlement_is_shown_first_and_settle_ends_the_deal() -> None:
    engine = engine_with(HANDS, 0)
    engine.apply_action(8)
    output = engine.apply_action(1)
    assert output["settlement"] is None
    output = engine.apply_action(1)
    assert output["public_state"]["phase"] == "settlement"
    assert output["public_state"]["decision"] is None
    assert output["public_state"]["turn"]["current_seat"] is None
    assert output["legal_actions"] is None
    shown = output["settlement"]
    assert shown["chip_delta_by_seat"] == [
        {"seat": s, "delta": 0, "delta_enough": 0, "delta_reveal": 0, "delta_ceramic": 0} for s in range(3)
    ]
    assert shown["final_state"]["players"][1]["hand"] == HANDS[1]
    refused("ENGINE_INVALID_PHASE", engine.apply_action, 0)
    version = output["public_state"]["version"]
    settled = engine.settle()
    assert settled["public_state"]["phase"] == "finished"
    assert settled["public_state"]["version"] == version + 1
    assert settled["settlement"]["chip_delta_by_seat"] == shown["chip_delta_by_seat"]
    refused("ENGINE_INVALID_PHASE", engine.settle)
    refused("ENGINE_INVALID_PHASE", engine.apply_action, 0)


@clause("X-10.12")
def test_the_output_holds_public_private_legal_and_settlement() -> None:
    output = qipai.Engine("xianqi").init_game({"rules": {"black_chess": "redeal"}}, 3)
    assert set(output) == {"public_state", "private_state_by_seat", "legal_actions", "settlement"}
    assert len(output["private_state_by_seat"]) == 3
    assert output["legal_actions"]["seat"] == output["public_state"]["decision"]["seat"]
    assert sum(n for p in output["private_state_by_seat"] for n in p["hand"].values()) == 24


def walk(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all leaves."""
    if isinstance(data, dict) and data:
        return [p for key, value in data.items() for p in walk(value, (*path, key))]
    if isinstance(data, list) and data:
        return [p for key, value in enumerate(data) for p in walk(value, (*path, key))]
    return [path]


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    out = copy.deepcopy(data)
    place = out
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return out


def dumped_somewhere(rules: dict[str, Any], deal: int, play: int, steps: int) -> tuple[qipai.Engine, dict[str, Any]]:
    engine = qipai.Engine("xianqi")
    output = engine.init_game({"rules": rules}, deal)
    rng = FastRng(play)
    while output["legal_actions"] is not None and steps:
        actions = output["legal_actions"]["actions"]
        index = rng.below(len(actions))
        cover = None
        if actions[index]["type"] == "COVER":
            hand = [n for n, k in engine.get_private_state(output["legal_actions"]["seat"])["hand"].items() for _ in range(k)]
            chosen = hand[: actions[index]["required_count"]]
            cover = {name: chosen.count(name) for name in chosen}
        output = engine.apply_action(index, cover)
        steps -= 1
    return engine, json.loads(json.dumps(engine.dump_state()))


GARBAGE = [None, -1, 99, "x", True, [], {}, 1.5]


@clause("X-9.6", "X-10.14")
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(RULE_SETS), st.integers(0, 999), st.integers(0, 999), st.integers(0, 25), st.data())
def test_a_state_with_any_value_changed_is_refused_or_is_another_true_state(
    rules: dict[str, Any], deal: int, play: int, steps: int, data: st.DataObject
) -> None:
    engine, good = dumped_somewhere(rules, deal, play, steps)
    path = data.draw(st.sampled_from(walk(good)))
    value = data.draw(st.sampled_from([*GARBAGE, 0, 1, 2, 3, "settlement", "in_round"]))
    bad = changed(good, path, value)
    if json.dumps(bad) == json.dumps(good):
        return
    if accepted(engine, bad):  # such as another option, or another first_deal: it must then be what it says
        assert json.loads(json.dumps(engine.dump_state())) == bad
        assert path[0] in ("rules", "first_deal", "players", "carried", "pillar_groups", "turn")
    else:
        assert json.loads(json.dumps(engine.dump_state())) == good


def accepted(engine: qipai.Engine, state: Any) -> bool:
    try:
        engine.load_state(state)
    except qipai.EngineError as refusal:
        if refusal.code != "ENGINE_INVALID_STATE":
            raise
        return False
    return True


@clause("X-9.6")
@settings(max_examples=80, deadline=None)
@given(st.sampled_from(RULE_SETS), st.integers(0, 999), st.integers(0, 999), st.integers(0, 25), st.data())
def test_a_state_with_a_key_missing_or_added_is_refused(
    rules: dict[str, Any], deal: int, play: int, steps: int, data: st.DataObject
) -> None:
    engine, good = dumped_somewhere(rules, deal, play, steps)
    path = data.draw(st.sampled_from([p for p in walk(good) if p[0] != "rules" and "hand" not in p and "cards" not in p]))
    bad = copy.deepcopy(good)
    place = bad
    for key in path[:-1]:
        place = place[key]
    if isinstance(place, dict) and data.draw(st.booleans()):
        place["surprise"] = 1
    else:
        del place[path[-1]]
    refused("ENGINE_INVALID_STATE", engine.load_state, bad)
    assert json.loads(json.dumps(engine.dump_state())) == good


@clause("X-9.6")
def test_impossible_states_are_refused() -> None:
    engine, good = dumped_somewhere({}, 5, 5, 7)
    for bad in GARBAGE:
        refused("ENGINE_INVALID_STATE", engine.load_state, bad)
    for key in good:
        refused("ENGINE_INVALID_STATE", engine.load_state, {k: v for k, v in good.items() if k != key})
    hand = good["players"][0]["hand"]
    one = next(iter(hand))
    refused("ENGINE_INVALID_STATE", engine.load_state, changed(good, ("players", 0, "hand", one), hand[one] + 1))
    for phase in ("init", "buckle_decision", "reveal_decision", "in_round", "settlement", "finished", "x"):
        if phase != good["phase"]:
            refused("ENGINE_INVALID_STATE", engine.load_state, changed(good, ("phase",), phase))
    assert json.loads(json.dumps(engine.dump_state())) == good


@clause("X-9.6", "X-10.16")
@pytest.mark.parametrize(
    "change",
    [
        {"starter": 3},
        {"starter": None},
        {"starter": True},
        {"hands": HANDS[:2]},
        {"hands": [HANDS[0], HANDS[1], None]},
        {"hands": [HANDS[0], HANDS[1], {**HANDS[2], "B_NIU": 2}]},
        {"hands": [HANDS[0], HANDS[1], {**HANDS[2], "B_NIU": 0}]},
        {"hands": [HANDS[0], HANDS[1], [1]]},
        {"pillars": [0, 0, 0, 0]},
        {"pillars": [1, 0, 0]},
        {"pillars": [6, 0, 0]},
        {"relations": [[0, 1, False]]},
        {"active_revealer": 1},
        {"pillars": [0, 0, 0], "active_revealer": 1},
        {"pillars": [0, 0, 0], "relations": [[1, 0, False]], "active_revealer": 2},
        {"pillars": [0, 0, 0], "relations": [[1, 0, True]], "active_revealer": 1},
        {"pillars": [0, 0, 0], "relations": [[1, 0, False]] * 9, "active_revealer": 1},
        {"pillars": [0, 0, 0], "captured": {"R_SHI": 1}},
        {"surprise": 1},
    ],
)
def test_impossible_deals_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(qipai.BadRecord) as refusal:
        table(**{"hands": HANDS, **change})
    assert refusal.value.engine_code == "ENGINE_INVALID_STATE"


@clause("X-9.6", "X-5.9")
def test_an_active_revealer_with_enough_had_enough_when_it_revealed() -> None:
    """Getting enough since would have ended it."""
    hands = [{"R_SHI": 1, "R_MA": 1}, {"B_NIU": 2}, {"B_MA": 1, "R_NIU": 1}]
    position = {"hands": hands, "pillars": [3, 2, 1], "captured": rest_of(*hands), "active_revealer": 0}
    assert table(**position, relations=[[0, 1, True]]).public()["reveal"]["active_revealer_seat"] == 0
    assert (
        table(**{**position, "pillars": [2, 3, 1]}, relations=[[0, 1, False]]).public()["reveal"]["active_revealer_seat"] == 0
    )
    with pytest.raises(qipai.BadRecord) as refusal:
        table(**position, relations=[[0, 1, True], [0, 1, False]])
    assert refusal.value.engine_code == "ENGINE_INVALID_STATE"
    table(**{**position, "active_revealer": None}, relations=[[0, 1, False]])


@clause("X-8.1", "X-9.6")
def test_initial_chips_are_checked_and_old_data_keeps_its_own() -> None:
    engine = qipai.Engine("xianqi")
    for chips in (-1, 1_000_001, 10**40, True, "20", 1.0, None):
        refused("ENGINE_INVALID_STATE", engine.init_game, {"rules": {"initial_chips": chips}})
    for chips in (0, 3, 1_000_000):
        engine.init_game({"rules": {"initial_chips": chips}}, 1)
    record = qipai.Table("xianqi", seed="21" * 32).record()
    old = qipai.replay({**record, "rules": {"preset": "default", "initial_chips": -5}})
    assert old.rules["initial_chips"] == -5
    assert old.game.read_view(old.view(0).to_json()) == old.view(0)
    assert qipai.Engine("xianqi").load_state(adapter(old.game).dump(old.state))


@clause("X-9.6")
def test_a_position_that_has_already_ended_is_refused() -> None:
    hands = [{"R_SHI": 1, "R_MA": 1}, {"B_NIU": 2}, {"B_MA": 1, "R_NIU": 1}]
    table(hands=hands, pillars=[3, 2, 1], captured=rest_of(*hands), relations=[], active_revealer=None)
    for pillars in ([3, 3, 0], [6, 0, 0]):
        with pytest.raises(qipai.BadRecord):
            table(hands=hands, pillars=pillars, captured=rest_of(*hands))
    with pytest.raises(qipai.BadRecord):
        table(hands=[{}, {}, {}], pillars=[4, 2, 2], captured=rest_of())


@clause("X-10.17", "X-8.1")
def test_scores_and_returns_count_from_the_settlement_on() -> None:
    t = table(
        [(0, "play R_SHI*2"), (1, "cover B_CHE+B_NIU"), (2, "cover R_NIU+B_NIU"), (0, "play B_XIANG"), (1, "play B_SHI")],
        rules={"initial_chips": -4},
    )
    assert t.returns == [0, 0, 0]
    assert t.scores == [-4, -4, -4]
    assert "delta" not in t.facts()
    t = table([(0, "buckle"), (1, "pass"), (2, "pass")], rules={"initial_chips": -4})
    assert t.facts()["delta"] == t.returns
    assert t.scores == [-4, -4, -4]


@clause("X-10.15")
def test_any_order_of_pieces_is_read_and_canonical_text_is_written() -> None:
    t = table(starter=1)
    assert t.play(1, "play B_GOU+R_GOU") == "play R_GOU+B_GOU"
    t = table([(0, "play R_SHI*2")])
    assert t.play(1, "cover B_NIU+R_MA*1") == "cover R_MA+B_NIU"
    for text in [
        "play",
        "play ",
        "play R_SHI*",
        "play R_SHI*-1",
        "play r_shi",
        "play R_SHI, R_SHI",
        "cover",
        "settle",
        "BUCKLE",
        "play R_SHI*1000",
        "play R_SHI*2²",
    ]:
        with pytest.raises(qipai.IllegalMove) as refusal:
            t.play(2, text)
        assert refusal.value.code == "BAD_MOVE"


@pytest.mark.parametrize(
    ("before", "move", "code"),
    [
        ([], (1, "buckle"), "NOT_TO_ACT"),
        ([], (0, "reveal"), "WRONG_PHASE"),
        ([], (0, "cover B_NIU"), "WRONG_PHASE"),
        ([], (0, "play B_SHI"), "NOT_IN_HAND"),
        ([], (0, "play R_SHI*3"), "NOT_IN_HAND"),
        ([], (0, "play R_SHI+B_XIANG"), "NOT_A_COMBINATION"),
        ([(0, "play R_MA")], (1, "play B_SHI*2"), "WRONG_COUNT"),
        ([(0, "play R_MA")], (1, "play R_MA"), "DOES_NOT_BEAT"),
        ([(0, "play R_MA")], (1, "cover B_NIU"), "MUST_BEAT"),
        ([(0, "play R_SHI")], (1, "cover B_NIU+B_CHE"), "BAD_COVER"),
        ([(0, "play R_SHI")], (1, "cover R_SHI"), "BAD_COVER"),
        ([(0, "buckle"), (1, "pass"), (2, "pass")], (0, "play R_SHI"), "GAME_OVER"),
    ],
)
@clause("X-9.4", "X-9.5", "X-9.2")
def test_each_refusal_has_its_own_code(before: list[tuple[int, str]], move: tuple[int, str], code: str) -> None:
    t = table(before)
    facts, version = t.facts(), t.version
    with pytest.raises(qipai.IllegalMove) as refusal:
        t.play(*move)
    assert refusal.value.code == code
    assert refusal.value.say("zh") != refusal.value.say("en")
    assert (t.facts(), t.version) == (facts, version)
