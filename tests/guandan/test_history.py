"""What a view tells of the past: the levels of the match, and what every play was; and that 0.1.0 told neither."""

from __future__ import annotations

import json
from typing import Any

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from qipai.games.guandan.game import GAME
from qipai.games.guandan.view import SINCE_2
from tests.clauses import clause
from tests.guandan.deals import finish_deal


def played(deals: int) -> qipai.Table:
    table = qipai.Table("guandan", seed="a7" * 32)
    for deal in range(deals):
        if deal:
            table.next_deal()
        finish_deal(table, FastRng(deal + 3))
    return table


def old(view: dict[str, Any]) -> dict[str, Any]:
    """The view as 0.1.0 wrote it."""
    out = json.loads(json.dumps(view))
    for part, key in SINCE_2:
        del out[part][key]
    return dict(out)


@clause("G-9.1", "G-12.1")
def test_everybody_sees_what_each_deal_of_the_match_brought() -> None:
    table = qipai.Table("guandan", seed="a7" * 32)
    lines: list[dict[str, Any]] = []
    for deal in range(3):
        if deal:
            table.next_deal()
        assert table.public()["levels_history"] == lines
        before = table.public()["levels"]
        finish_deal(table, FastRng(deal + 3))
        result = table.public()["result"]
        told = {"deal": deal + 1, **{key: result[key] for key in ("order", "team", "gain")}}
        lines.append({**told, "before": before, "after": result["levels"]})
        assert table.view(SPECTATOR).public()["levels_history"] == lines


@clause("G-4.5")
def test_every_play_is_told_with_its_reading_and_nothing_else_is() -> None:
    table = played(2)
    public = table.public()
    assert len(public["readings"]) == len(public["history"])
    for (_, move), reading in zip(public["history"], public["readings"], strict=True):
        assert (reading is not None) == move.startswith("play ")
        if " as " in move:
            assert reading.split("/")[0] == move.split(" as ")[1]
    assert any(reading and reading.startswith("pair:") for reading in public["readings"])


@pytest.mark.parametrize("deals", [1, 2])
def test_views_are_read_with_and_without_the_newer_keys(deals: int) -> None:
    table = played(deals)
    shown = [table.view(seat) for seat in (SPECTATOR, 0)]
    table.next_deal()
    for view in [*shown, table.view(SPECTATOR), table.view(2)]:
        data = json.loads(json.dumps(view.to_json()))
        assert list(data["public"])[-len(SINCE_2) :] == [key for _, key in SINCE_2]
        assert GAME.read_view(data) == view
        assert json.dumps(GAME.read_view(data).to_json()) == json.dumps(data)
        again = GAME.read_view(old(data))
        assert old(again.to_json()) == old(data)
        assert again.to_json()["public"]["readings"] == data["public"]["readings"]  # type: ignore[index]
        assert len(again.to_json()["public"]["levels_history"]) == (view.phase == 4)  # type: ignore[attr-defined,index]


@pytest.mark.parametrize(
    "change",
    [{"deal": 7}, {"team": 1}, {"gain": 1}, {"order": [0, 0, 1, 2]}, {"after": ["9", "9"]}, {"before": ["2"]}, {"more": 1}],
)
def test_a_history_that_contradicts_itself_is_refused(change: dict[str, Any]) -> None:
    table = played(2)
    carried = json.loads(json.dumps(table.after_deal()))
    assert GAME.check_carried(table.rules_object, carried) == carried
    line = carried["history"][-1]
    if change == {"team": 1}:
        change = {"team": 1 - line["team"]}
    if change == {"gain": 1}:
        change = {"gain": line["gain"] % 3 + 1}
    line.update(change)
    with pytest.raises(qipai.BadRecord):
        GAME.check_carried(table.rules_object, carried)


@pytest.mark.parametrize("change", [{"before": ["x", "2"]}, {"before": None}, {"after": None}, {"order": None}])
@pytest.mark.parametrize("place", [0, 1])
def test_a_malformed_line_is_refused_wherever_it_stands(place: int, change: dict[str, Any]) -> None:
    table = played(2)
    carried = json.loads(json.dumps(table.after_deal()))
    carried["history"][place].update(change)
    with pytest.raises(qipai.BadRecord):
        GAME.check_carried(table.rules_object, carried)


@pytest.mark.parametrize("history", [None, {}, 7, [None], [[]], [{}], [{"deal": 2}], "deal"])
def test_a_history_of_another_form_is_refused(history: object) -> None:
    table = played(2)
    carried = {**json.loads(json.dumps(table.after_deal())), "history": history}
    with pytest.raises(qipai.BadRecord):
        GAME.check_carried(table.rules_object, carried)


def test_a_deal_that_contradicts_itself_is_named() -> None:
    table = played(2)
    carried = json.loads(json.dumps(table.after_deal()))
    carried["history"][0]["deal"] = 9
    with pytest.raises(qipai.BadRecord, match="deal 1 of the history"):
        GAME.check_carried(table.rules_object, carried)


def test_what_0_1_0_carried_still_deals_and_the_history_starts_there() -> None:
    table = played(2)
    carried = {key: value for key, value in table.after_deal().items() if key != "history"}
    rules = table.rules_object
    assert GAME.check_carried(rules, carried) == carried
    state = GAME.deal(FastRng(5), rules, carried)
    whole = GAME.deal(FastRng(5), rules, table.after_deal())
    assert state.digest() == whole.digest()
    assert old(state.view(0).to_json()) == old(whole.view(0).to_json())
    assert state.view(0).public()["levels_history"] == []
    while not state.over():
        seat = next(seat for seat in range(4) if (state.to_act() >> seat) & 1)
        state.apply(seat, state.legal(seat)[-1])
    after = GAME.carry(state, carried)
    assert [line["deal"] for line in after["history"]] == [3]  # type: ignore[attr-defined]
    assert GAME.check_carried(rules, after) == after


def test_engine_dumps_go_on_with_and_without_a_history() -> None:
    carried = json.loads(json.dumps(played(1).after_deal()))
    for previous in (carried, {key: value for key, value in carried.items() if key != "history"}):
        engine = qipai.Engine("guandan")
        engine.init_game({"first_deal": False, "previous": previous}, 7)
        dump = json.loads(json.dumps(engine.dump_state()))
        assert dump["carried"] == previous
        other = qipai.Engine("guandan")
        other.load_state(dump)
        assert other.get_public_state() == engine.get_public_state()
        assert other.get_public_state()["levels_history"] == previous.get("history", [])


@clause("G-12.1")
def test_the_trick_on_the_table_is_what_was_laid_since_everybody_else_passed() -> None:
    table = qipai.Table("guandan", seed="a7" * 32)
    for deal in range(3):  # with tributes, too
        if deal:
            table.next_deal()
        rng = FastRng(deal + 3)
        trick: list[list[Any]] = []
        while not table.over:
            before = table.public()
            seat = table.to_act[0]
            legal = table.state.legal(seat)
            table.play_action(seat, legal[rng.below(len(legal))])
            public = table.public()
            if before["phase"] == "play":
                trick.append(public["history"][-1])
            if not table.over and public["table"] is None:  # the next one leads
                trick = []
            assert public["trick"] == trick
            assert sum(len(each) for each in table.view(SPECTATOR).tricks()) == sum(
                move.split()[0] in ("play", "pass") for _, move in public["history"]
            )
