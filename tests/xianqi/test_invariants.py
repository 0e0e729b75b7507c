"""Whole deals, played at random under all rules: every invariant of X-11 in every state."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import qipai
from qipai.core.rng import FastRng
from qipai.games.xianqi import pieces
from qipai.games.xianqi.state import XianqiState
from tests.clauses import clause
from tests.xianqi.deals import RULE_SETS, random_deal, table

GAME = qipai.game("xianqi")
rule_sets = st.sampled_from(RULE_SETS)
seeds = st.integers(0, 2**40)


def check_state(state: XianqiState, rules: dict[str, Any]) -> None:
    """X-11.1 to X-11.5, X-11.16 and the shape of what is public."""
    public = state.view(-1).public()
    facts = GAME.facts(state)
    laid = 0
    for number in range(state.round + 1):
        for seat in state.playing():
            action = state.action_in_round(number, seat)
            if action >= 0:
                laid += pieces.PACKED[action]
    assert sum(state.hand(seat) for seat in range(4)) + laid == pieces.FULL
    for seat in state.playing():
        assert pieces.pieces_in(state.hand(seat)) == state.hand_size(seat) == public["players"][seat]["hand_count"]
    pillars = [n for n in facts["pillars"] if n is not None]
    if not state.over():
        assert sum((state.to_act() >> seat) & 1 for seat in range(4)) == 1
        assert sum(bool(state.legal(seat)) for seat in range(4)) == 1
        assert max(pillars) < 6
        assert sum(n >= 3 for n in pillars) <= 1
        if state.played == 0:
            assert all(state.hand_size(seat) == 8 - sum(pillars) for seat in state.playing())
            assert 8 - sum(pillars) > 0
    relations = public["reveal"]["relations"]
    rounds = [r["round_index"] for r in relations]
    assert len(rounds) == len(set(rounds)) <= 8
    if state.active >= 0:
        assert relations[-1]["revealer_seat"] == state.active
    assert len({r["revealer_seat"] for r in relations if r["revealer_enough_at_time"]}) <= 1
    if rules.get("soft_first_deal"):
        assert not any(r["revealer_enough_at_time"] for r in relations)
    lying = public["turn"]["round_kind"] != 0
    assert lying == bool(public["turn"]["plays"]) == (public["turn"]["last_combo"] is not None)
    assert not (lying and public["phase"] != "in_round")


def check_end(state: XianqiState, actions: int, rules: dict[str, Any]) -> None:
    """X-11.6 to X-11.8, X-11.17."""
    assert actions <= 48
    assert state.version() == 1 + actions
    facts = GAME.facts(state)
    for column in ("delta", "delta_enough", "delta_reveal", "delta_ceramic"):
        assert sum(facts[column]) == 0
    low, high = bounds(rules)
    assert all(low <= d <= high for d in facts["delta"])
    pillars = [n for n in facts["pillars"] if n is not None]
    if max(pillars) >= 6:
        assert not any(facts["delta_enough"])
    else:
        assert not any(facts["delta_ceramic"])
    if facts["contractor"] is not None:
        assert facts["delta_reveal"][facts["contractor"]] < 0 or paid_by(facts, facts["contractor"]) > 0
    state.settle()
    assert state.version() == 2 + actions <= 50


def paid_by(facts: dict[str, Any], seat: int) -> int:
    return sum(1 for revealer, _, flag in facts["relations"] if revealer == seat and not flag and facts["pillars"][seat] < 3)


def bounds(rules: dict[str, Any]) -> tuple[int, int]:
    soft, contract, baotou = (bool(rules.get(k)) for k in ("soft_first_deal", "contract_ceramic", "baotou"))
    if soft:
        return (-9, 9) if baotou else (-5, 5)
    if baotou:
        return (-30, 24) if contract else (-22, 24)
    return (-14, 12) if contract else (-11, 12)


@clause("X-11.1", "X-11.2", "X-11.3", "X-11.4", "X-11.5", "X-11.6", "X-11.8", "X-11.16", "X-11.17", "X-10.5")
@settings(max_examples=120, deadline=None)
@given(rule_sets, seeds, seeds)
def test_every_state_of_every_deal_keeps_the_invariants(rules: dict[str, Any], deal: int, play: int) -> None:
    state = random_deal(rules, deal)
    rng = FastRng(play)
    actions = 0
    while not state.over():
        check_state(state, rules)
        legal = state.legal(state.actor)
        if actions == 0:
            assert len(legal) in ((8, 9) if rules.get("soft_first_deal") else (9, 10))
        state.apply(state.actor, legal[rng.below(len(legal))])
        actions += 1
    check_state(state, rules)
    check_end(state, actions, rules)


@clause("X-11.13")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from([{}, {"contract_ceramic": True}, {"soft_first_deal": True}]), seeds, seeds)
def test_a_turned_table_turns_the_result(rules: dict[str, Any], deal: int, play: int) -> None:
    state = random_deal(rules, deal)
    hands = [pieces.count_map(state.hand(seat)) for seat in range(3)]
    turned = table(starter=(state.starter + 1) % 3, rules=rules, hands=[hands[2], hands[0], hands[1]])
    rng = FastRng(play)
    while not state.over():
        legal = state.legal(state.actor)
        action = legal[rng.below(len(legal))]
        assert turned.to_act == [(state.actor + 1) % 3]
        move = GAME.write(state.view(state.actor), action)
        assert list(turned.legal(turned.to_act[0])) == [GAME.write(state.view(state.actor), a) for a in legal]
        turned.play(turned.to_act[0], move)
        state.apply(state.actor, action)
    returns = state.returns()
    assert turned.returns == [returns[2], returns[0], returns[1]]


@clause("X-11.14", "X-10.14")
@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, seeds)
def test_loading_a_dump_anywhere_and_playing_on_changes_nothing(rules: dict[str, Any], deal: int, play: int) -> None:
    engine = qipai.Engine("xianqi")
    other = qipai.Engine("xianqi")
    players = 4 if rules.get("baotou") else 3
    output = engine.init_game({"rules": rules, "player_count": players}, deal)
    rng = FastRng(play)
    while True:
        dumped = json.loads(json.dumps(engine.dump_state()))
        assert other.load_state(copy.deepcopy(dumped)) == output
        assert other.dump_state() == dumped
        if output["legal_actions"] is None:
            break
        seat = output["legal_actions"]["seat"]
        actions = output["legal_actions"]["actions"]
        index = rng.below(len(actions))
        cover = some_cover(engine, seat, actions[index], rng)
        output = engine.apply_action(index, cover)
        assert other.apply_action(index, cover) == output
    assert engine.settle() == other.settle()
    assert other.load_state(json.loads(json.dumps(engine.dump_state())))["public_state"]["phase"] == "finished"


def some_cover(engine: qipai.Engine, seat: int, action: dict[str, Any], rng: FastRng) -> dict[str, int] | None:
    if action["type"] != "COVER":
        return None
    hand = [name for name, n in engine.get_private_state(seat)["hand"].items() for _ in range(n)]
    out: dict[str, int] = {}
    for _ in range(action["required_count"]):
        name = hand.pop(rng.below(len(hand)))
        out[name] = out.get(name, 0) + 1
    return out


@clause("X-11.15", "X-10.7")
@settings(max_examples=40, deadline=None)
@given(rule_sets, seeds, seeds)
def test_what_a_seat_sees_does_not_depend_on_what_others_hide(rules: dict[str, Any], deal: int, play: int) -> None:
    state = random_deal(rules, deal)
    rng = FastRng(play)
    while not state.over():
        for seat in range(state.rules.seats):
            view = json.dumps(state.view(seat).to_json())
            other = GAME.world(state.view(seat), rng)
            assert json.dumps(other.view(seat).to_json()) == view
        legal = state.legal(state.actor)
        state.apply(state.actor, legal[rng.below(len(legal))])
