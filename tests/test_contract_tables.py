"""The contract that tables, records and engines keep with every discovered game: no game is named here."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import qipai
from qipai.core.rng import FastRng
from qipai.core.state import SPECTATOR
from tests.contract import every_game, text


@every_game
def test_tables_accept_what_they_list_and_refuse_the_rest_unchanged(name: str) -> None:
    table = open_table(name, 22)
    rng = FastRng(8)
    while not table.over:
        before = (table.state.digest(), table.version, text(table.record()))
        for seat in range(table.seats):
            legal = table.legal(seat)
            assert bool(legal) == (seat in table.to_act)
            assert all(move in legal for move in table.canonical(seat))
            if seat not in table.to_act:
                moves = list(table.legal(table.to_act[0]))
                with pytest.raises(qipai.IllegalMove) as refusal:
                    table.play(seat, moves[0])
                assert refusal.value.code == "NOT_TO_ACT"
        for garbage in [
            "",
            " ",
            "play",
            "play ",
            "pass pass",
            "完",
            "play \x00",
            "PASS",
            "play R_SHI*0",
            "play S3 as",
            "bury",
            "x" * 2000,
        ]:
            for seat in [-1, 0, table.to_act[0], 7]:
                with pytest.raises(qipai.IllegalMove):
                    table.play(seat, garbage)
        assert before == (table.state.digest(), table.version, text(table.record()))
        seat = table.to_act[rng.below(len(table.to_act))]
        moves = list(table.canonical(seat))
        table.play(seat, moves[rng.below(len(moves))])
    with pytest.raises(qipai.IllegalMove) as refusal:
        table.play(0, moves[0])
    assert refusal.value.code == "GAME_OVER"


def open_table(name: str, number: int) -> qipai.Table:
    """A table whose first deal is not over at once."""
    while True:
        table = qipai.Table(name, seed=f"{number:064x}")
        if not table.over:
            return table
        number += 1


def played_table(name: str, seed: str, deals: int = 2) -> qipai.Table:
    table = open_table(name, int(seed[:8], 16))
    rng = FastRng(int(seed[:8], 16))
    while True:
        while not table.over:
            seat = table.to_act[rng.below(len(table.to_act))]
            moves = table.canonical(seat)
            table.play(seat, moves[rng.below(len(moves))])
        if table.match_over or len(table.deals) == deals:
            return table
        table.next_deal()


@every_game
def test_a_record_replays_to_the_same_table_here_and_in_a_fresh_process(name: str, tmp_path: Path) -> None:
    table = played_table(name, "33" * 32)
    path = tmp_path / "record.json"
    path.write_text(qipai.write_record(table.record()), encoding="utf-8")
    again = qipai.replay(qipai.read_record(path))
    assert text(again.facts()) == text(table.facts())
    assert again.state.digest() == table.state.digest()
    assert again.record() == table.record()
    script = (
        "import json, sys, qipai\n"
        "t = qipai.replay(qipai.read_record(sys.argv[1]))\n"
        "print(json.dumps([t.state.digest(), t.facts()], ensure_ascii=False, sort_keys=True))"
    )
    child = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == text([table.state.digest(), table.facts()])


@every_game
def test_half_played_records_replay_and_go_on(name: str) -> None:
    table = played_table(name, "44" * 32, 1)
    record = json.loads(text(table.record()))
    moves = record["deals"][0]["moves"]
    for cut in range(0, len(moves), max(1, len(moves) // 7)):
        half = {**record, "deals": [{"seed": record["deals"][0]["seed"], "moves": moves[:cut]}]}
        part = qipai.Table.from_record(half)
        for seat, move in moves[cut:]:
            part.play(seat, move)
        assert text(part.facts()) == text(table.facts())


@every_game
def test_broken_and_tampered_records_are_refused(name: str) -> None:
    table = played_table(name, "55" * 32, 1)
    record = json.loads(text(table.record()))
    deal = record["deals"][0]
    spoiled: list[object] = [
        {**record, "format": "qipai/2"},
        {**record, "game": "no such game"},
        {**record, "surprise": 1},
        {**record, "rules": {"no_such_option": 1}},
        {**record, "rules": {"preset": "no such preset"}},
        {**record, "deals": []},
        {**record, "deals": [{**deal, "seed": "12"}]},
        {**record, "deals": [{**deal, "deal": {}}]},
        {**record, "deals": [{**deal, "extra": {}}]},
        {**record, "deals": [{**deal, "moves": deal["moves"][:-1]}]},
        {**record, "deals": [{**deal, "moves": [*deal["moves"], [0, "pass"]]}]},
        {**record, "deals": [{**deal, "moves": [["0", "pass"]]}]},
        {**record, "deals": [{**deal, "returns": [r + 1 for r in deal["returns"]]}]},
        {**record, "deals": [{**deal, "fairness": {"commit": "00"}}]},
        {**record, "deals": [{**deal, "moves": deal["moves"][:2], "returns": None}, deal]},
        {**record, "meta": {"secret": 1}},
        {"game": name},
        {},
        [],
        None,
    ]
    for broken in spoiled:
        with pytest.raises(qipai.BadRecord) as refusal:
            qipai.replay(broken)
        assert refusal.value.engine_code == "ENGINE_INVALID_STATE", broken
        assert refusal.value.say("zh") != refusal.value.say("en")


@every_game
def test_an_engine_is_walked_through_a_deal_by_indices_and_restored_anywhere(name: str) -> None:
    engine = qipai.Engine(name)
    with pytest.raises(qipai.EngineError) as refusal:
        engine.get_public_state()
    assert refusal.value.code == "ENGINE_INVALID_PHASE"
    output = engine.init_game({}, 7)
    assert text(output) == text(qipai.Engine(name).init_game(None, 7))
    assert text(output) != text(qipai.Engine(name).init_game(None, 8))
    rng = FastRng(9)
    steps = 0
    while output["legal_actions"] is not None:
        other = qipai.Engine(name)
        restored = other.load_state(json.loads(text(engine.dump_state())))
        assert text(restored) == text(output)
        assert text(other.dump_state()) == text(engine.dump_state())
        seat = output["legal_actions"]["seat"]
        actions = output["legal_actions"]["actions"]
        version = engine.get_public_state()["version"]
        before = text(engine.dump_state())
        for index, wanted in [
            (len(actions), "ENGINE_INVALID_ACTION_INDEX"),
            (-1, "ENGINE_INVALID_ACTION_INDEX"),
            ("0", "ENGINE_INVALID_ACTION_INDEX"),
        ]:
            with pytest.raises(qipai.EngineError) as refusal:
                engine.apply_action(index, client_version=version)
            assert refusal.value.code == wanted
        with pytest.raises(qipai.EngineError) as refusal:
            engine.apply_action(0, client_version=version + 1)
        assert refusal.value.code == "ENGINE_VERSION_CONFLICT"
        with pytest.raises(qipai.EngineError) as refusal:
            engine.settle()
        assert refusal.value.code == "ENGINE_INVALID_PHASE"
        assert text(engine.dump_state()) == before
        index = rng.below(len(actions))
        output = engine.apply_action(index, cover_for(engine, seat, actions[index]), version)
        steps += 1
    assert steps > 2
    settled = engine.settle()
    assert settled["settlement"] is not None
    assert settled["public_state"]["phase"] == "finished"
    with pytest.raises(qipai.EngineError) as refusal:
        engine.apply_action(0)
    assert refusal.value.code == "ENGINE_INVALID_PHASE"


def cover_for(engine: qipai.Engine, seat: int, action: dict[str, object]) -> dict[str, int] | None:
    """Some cover list, for the games that ask for one."""
    if action["type"] != "COVER":
        return None
    out: dict[str, int] = {}
    left = action["required_count"]
    for piece, n in engine.get_private_state(seat)["hand"].items():
        if left:
            out[piece] = min(n, left)
            left -= out[piece]
    return out


@every_game
def test_the_table_can_be_drawn_and_settlements_explained_in_both_languages(name: str) -> None:
    game = qipai.game(name)
    table = open_table(name, 66)
    names = [f"P{seat}" for seat in range(table.seats)]
    rng = FastRng(11)
    while not table.over:
        for seat in [*table.to_act[:1], SPECTATOR]:
            for lang in ("en", "zh"):
                view = table.view(seat)
                lines = game.words.screen(view, names, lang)
                assert len(lines) >= 3
                assert all(isinstance(span.text, str) for line in lines for span in line)
        seat = table.to_act[0]
        move = table.canonical(seat)[rng.below(len(table.canonical(seat)))]
        for lang in ("en", "zh"):
            assert "".join(span.text for span in game.words.describe(table.view(seat), seat, move, names, lang)).strip()
        table.play(seat, move)
    for lang in ("en", "zh"):
        assert len(game.words.explain(table.facts(), names, lang)) >= 1


@every_game
def test_a_match_goes_on_until_it_is_over(name: str) -> None:
    table = played_table(name, "77" * 32, 4)
    assert table.deals
    assert len(table.scores) == table.seats
    if table.match_over:
        with pytest.raises(qipai.IllegalMove) as refusal:
            table.next_deal()
        assert refusal.value.code == "MATCH_OVER"
    else:
        table.next_deal()
        if not table.over:
            with pytest.raises(qipai.IllegalMove) as refusal:
                table.next_deal()
            assert refusal.value.code == "DEAL_RUNNING"


@every_game
def test_nothing_shown_holds_the_seed(name: str) -> None:
    seed = "88" * 32
    table = qipai.Table(name, seed=seed)
    deal_seed = table.deals[0].seed
    assert deal_seed is not None
    shown = [repr(table), text(table.public()), *(text(table.view(seat).to_json()) for seat in range(table.seats))]
    try:
        table.play(0, "nonsense")
    except qipai.IllegalMove as refusal:
        shown.append(text(refusal.to_json()))
    for item in shown:
        assert seed not in item
        assert deal_seed not in item


def same_table(one: qipai.Table, other: qipai.Table) -> bool:
    return one.state.digest() == other.state.digest() and text(one.record()) == text(other.record())


@every_game
def test_tables_are_copied_and_pickled_and_go_their_own_ways(name: str) -> None:
    table = played_table(name, "99" * 32, 2)
    table.undo(len(table.deals[-1].moves) // 2)
    for other in (copy.copy(table), copy.deepcopy(table), table.copy(), pickle.loads(pickle.dumps(table))):
        assert isinstance(other, qipai.Table)
        assert same_table(table, other)
        assert other.game is table.game
        before = text(table.record())
        seat = other.to_act[0]
        other.play(seat, other.canonical(seat)[-1])
        assert text(table.record()) == before
        other.undo()
        assert same_table(table, other)


@every_game
def test_engines_are_copied_and_pickled_and_go_their_own_ways(name: str) -> None:
    engine = qipai.Engine(name)
    for started in (False, True):
        if started:
            engine.init_game(None, 8)
        for other in (copy.copy(engine), copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
            assert isinstance(other, qipai.Engine)
            assert other.game is engine.game
            if started:
                before = text(engine.dump_state())
                assert text(other.dump_state()) == before
                other.apply_action(0)
                assert text(engine.dump_state()) == before


@every_game
def test_pickles_are_read_in_another_process(name: str) -> None:
    table = played_table(name, "99" * 32, 1)
    table.undo(2)
    script = (
        "import pickle, sys\n"
        "table, view, moves = pickle.load(sys.stdin.buffer)\n"
        "print(table.state.digest(), view == table.view(0), len(moves), moves[0])"
    )
    seat = table.to_act[0]
    data = pickle.dumps((table, table.view(0), table.legal(seat)))
    child = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True)
    moves = table.legal(seat)
    assert child.stdout.decode() == f"{table.state.digest()} True {len(moves)} {moves[0]}\n"


@every_game
def test_moves_are_taken_back_one_by_one_to_the_start_of_the_deal(name: str) -> None:
    table = played_table(name, "aa" * 32, 2)
    moves = list(table.deals[-1].moves)
    seen = []
    for number in range(len(moves), 0, -1):
        seen.append((table.state.digest(), table.phase))
        table.undo()
        assert len(table.deals[-1].moves) == number - 1
    with pytest.raises(qipai.IllegalMove) as refusal:
        table.undo()
    assert refusal.value.code == "NOTHING_TO_UNDO"
    for seat, move in moves:
        table.play(seat, move)
        assert (table.state.digest(), table.phase) == seen.pop()
    assert table.over
    assert table.deals[-1].returns == table.returns


@every_game
def test_a_record_is_replayed_step_by_step(name: str) -> None:
    table = played_table(name, "bb" * 32, 2)
    record = json.loads(text(table.record()))
    told = [[] for _ in record["deals"]]
    for step in qipai.steps(record):
        if step.move is None:
            assert (step.number, step.seat) == (0, None)
        else:
            told[step.deal].append([step.seat, step.move])
            assert step.number == len(told[step.deal]) == len(step.table.deals[-1].moves)
    assert told == [deal["moves"] for deal in record["deals"]]
    assert same_table(step.table, table)


@every_game
def test_legal_moves_are_a_sequence_of_texts(name: str) -> None:
    table = open_table(name, 31)
    seat = table.to_act[0]
    moves = table.legal(seat)
    written = list(moves)
    assert isinstance(moves, Sequence)
    assert moves[1:4] == written[1:4]
    assert moves[-1] == written[-1]
    assert list(reversed(moves)) == written[::-1]
    assert [moves.index(move) for move in written[:5]] == list(range(min(5, len(written))))
    assert moves.count(written[0]) == 1
    with pytest.raises(ValueError, match="not in the list"):
        moves.index("nonsense")
    with pytest.raises(IndexError):
        moves[len(written)]


@every_game
def test_a_seat_that_does_not_exist_is_named_as_such(name: str) -> None:
    table = open_table(name, 32)
    move = table.legal(table.to_act[0])[0]
    for seat in (9, -1, True, "0", None):
        with pytest.raises(qipai.IllegalMove) as refusal:
            table.play(seat, move)
        assert refusal.value.code == "BAD_SEAT"
