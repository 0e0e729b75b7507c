"""The contract that every discovered game keeps, by itself: no game is named here."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import qipai
from qipai.core.game import Game
from qipai.core.rng import FastRng
from qipai.core.rules import Rules
from qipai.core.state import SPECTATOR, State
from qipai.search.playout import lowest_seat, random_deals

GAMES = qipai.games()
every_game = pytest.mark.parametrize("name", GAMES)


def rule_sets(game: Game) -> list[Rules]:
    """The presets, and each option alone at each of its values, with the first preset that admits it."""
    options = game.options()
    found = [game.rules({"preset": preset}) for preset in options.presets]
    for option in options.options:
        for value in option.choices:
            if value != option.default:
                found.append(with_option(game, option.name, value))
    return found


def with_option(game: Game, name: str, value: object) -> Rules:
    for preset in game.options().presets:
        with contextlib.suppress(qipai.BadRecord):
            return game.rules({"preset": preset, name: value})
    raise AssertionError(f"no preset admits {name} = {value}")


def random_states(name: str, deals: int, seed: int) -> Iterator[tuple[Game, State, FastRng]]:
    """Every state of random deals, over all presets and options in turn; the last one of a deal is over."""
    game = qipai.game(name)
    sets = rule_sets(game)
    rng = FastRng(seed)
    for k in range(deals):
        rules = sets[k % len(sets)]
        previous = None
        if k % 3 == 2:  # a later deal of a match
            before = game.deal(rng, rules)
            finish_deal(before, rng)
            previous = json.loads(json.dumps(game.carry(before, None)))
            if game.match_over(rules, previous):
                previous = None
        state = game.deal(rng, rules, previous)
        while True:
            yield game, state, rng
            if state.over():
                break
            step(state, rng)


def step(state: State, rng: FastRng) -> None:
    seats = [seat for seat in range(len(state.returns())) if (state.to_act() >> seat) & 1]
    seat = seats[rng.below(len(seats))]
    legal = state.legal(seat)
    state.apply(seat, legal[rng.below(len(legal))])


def finish_deal(state: State, rng: FastRng) -> None:
    while not state.over():
        step(state, rng)


def text(value: object) -> str:
    """JSON text: byte equality, and proof that it is plain data."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def every(states: Iterator[tuple[Game, State, FastRng]], n: int) -> Iterator[tuple[Game, State, FastRng]]:
    for k, item in enumerate(states):
        if k % n == 0 or item[1].over():
            yield item


@every_game
def test_a_running_deal_has_seats_to_act_and_each_has_a_choice_without_doubles(name: str) -> None:
    for game, state, _ in random_states(name, 12, 1):
        mask = state.to_act()
        assert (mask == 0) == state.over()
        assert 2 <= len(state.returns()) <= 4
        assert sum(state.returns()) == 0
        for seat in range(len(state.returns())):
            legal = state.legal(seat)
            assert bool(legal) == bool((mask >> seat) & 1)
            assert len(legal) == len(set(legal))
            assert all(0 <= action < 2**62 for action in legal)
        assert game.phase(state)


@every_game
def test_world_gives_exactly_the_view_for_every_seat_and_for_spectators(name: str) -> None:
    for game, state, rng in every(random_states(name, 12, 2), 2):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            world = game.world(view, rng)
            assert text(world.view(seat).to_json()) == text(view.to_json())
            assert world.view(seat) == view
            assert (
                world.to_act() == state.to_act()
                or seat == SPECTATOR
                or not (state.to_act() >> seat) & 1
                or world.legal(seat) == state.legal(seat)
            )
            assert world.over() == state.over()


@every_game
def test_two_states_of_one_information_set_offer_the_same_moves(name: str) -> None:
    for game, state, rng in every(random_states(name, 10, 3), 3):
        for seat in range(len(state.returns())):
            if (state.to_act() >> seat) & 1:
                view = state.view(seat)
                world = game.world(view, rng)
                assert world.legal(seat) == state.legal(seat)
                assert game.legal_of(view) == state.legal(seat)
                assert game.exact(game.known(view), seat) == game.exact(state, seat)


@every_game
def test_nothing_public_depends_on_what_a_spectator_cannot_see(name: str) -> None:
    """A world of the spectator's view has other hands, and byte-equal public data; so has each seat's own public part."""
    differ = 0
    for game, state, rng in every(random_states(name, 12, 4), 3):
        view = state.view(SPECTATOR)
        world = game.world(view, rng)
        differ += world.digest() != state.digest()
        assert text(world.view(SPECTATOR).public()) == text(view.public())
        assert text(view.private()) == "{}"
        for seat in range(len(state.returns())):
            assert text(state.view(seat).public()) == text(view.public())
    assert differ > 10


@every_game
def test_views_survive_the_trip_through_json_text(name: str) -> None:
    for game, state, _ in every(random_states(name, 10, 5), 4):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            back = game.read_view(json.loads(text(view.to_json())))
            assert back == view
            assert back.seat == seat


@every_game
def test_views_survive_the_trip_through_one_line_of_text(name: str) -> None:
    for _, state, _ in every(random_states(name, 8, 15), 16):
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            line = view.text()
            assert line.startswith(f"{name}/1 {'-' if seat < 0 else seat} ")
            assert line.isprintable()
            back = qipai.view_from_text(line)
            assert back == view
            assert text(back.to_json()) == text(view.to_json())


@every_game
def test_a_broken_text_of_a_view_is_refused_with_a_code(name: str) -> None:
    """Each text with a character less or another, and with its fields mixed up, is refused or is another sound view."""
    rng = FastRng(16)
    game = qipai.game(name)
    refused = 0
    codes = set()
    for _, state, _ in every(random_states(name, 3, 17), 9):
        line = state.view(0).text()
        words = line.split(" ")
        at = rng.below(len(line))
        other = line[rng.below(len(line))]
        broken = [
            "",
            name,
            line + " ",
            line[:-1],
            line[:at] + line[at + 1 :],
            line[:at] + other + line[at + 1 :],
            " ".join(words[:-1]),
        ]
        broken += [
            line.replace("/1 ", "/2 "),
            line.replace(f"{name}/1 0", f"{name}/1 9"),
            " ".join([*words[:2], *words[:1:-1]]),
        ]
        for wrong in broken:
            try:
                assert qipai.view_from_text(wrong).text() == wrong
            except qipai.BadRecord as refusal:
                refused += 1
                codes.add(refusal.code)
    assert refused > 20
    assert codes <= {"BAD_VIEW", "UNKNOWN_GAME"}
    for wrong in (None, 3, b"x", line.replace(name, "nobody", 1)):
        with pytest.raises(qipai.BadRecord):
            game.view_from_text(wrong)


@every_game
def test_broken_views_are_refused_with_a_code(name: str) -> None:
    game = qipai.game(name)
    view = json.loads(text(qipai.Table(name, seed="11" * 32).view(0).to_json()))
    for broken in [
        None,
        3,
        {},
        [],
        "x",
        {**view, "seat": 9},
        {**view, "public": {}},
        {**view, "rules": {"nonsense": 1}},
        {**view, "seat": "0"},
    ]:
        with pytest.raises(qipai.BadRecord) as refusal:
            game.read_view(broken)
        assert refusal.value.engine_code == "ENGINE_INVALID_STATE"


@every_game
def test_a_copy_is_equal_and_independent(name: str) -> None:
    for _, state, rng in every(random_states(name, 8, 6), 3):
        digest = state.digest()
        other = state.copy()
        assert other.digest() == digest
        assert 0 <= digest < 2**62
        finish_deal(other, rng)
        assert state.digest() == digest


@every_game
def test_every_move_is_written_and_read_back(name: str) -> None:
    for game, state, _ in every(random_states(name, 8, 7), 3):
        for seat in range(len(state.returns())):
            written = set()
            for action in state.legal(seat)[:60]:
                move = game.write(state.view(seat), action)
                written.add(move)
                assert game.resolve(state, seat, game.read(move)) == action
            assert len(written) == len(state.legal(seat)[:60])


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
def test_hints_are_legal_and_know_only_the_view(name: str) -> None:
    for game, state, rng in every(random_states(name, 6, 10), 2):
        for seat in range(len(state.returns())):
            if not (state.to_act() >> seat) & 1:
                continue
            view = state.view(seat)
            found = game.advice.hints(view, 5)
            assert found
            assert len({hint.action for hint in found}) == len(found) <= 5
            assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
            for hint in found:
                assert hint.action in game.exact(state, seat)
                assert hint.reason.en
                assert any("\u4e00" <= ch <= "\u9fff" for ch in hint.reason.zh)
            assert game.advice.hints(game.read_view(json.loads(text(view.to_json()))), 5) == found
            assert game.advice.hints(game.world(view, rng).view(seat), 5) == found
            assert game.advice.default_action(view) in game.exact(state, seat)


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
def test_random_deals_can_be_played_in_one_call(name: str) -> None:
    game = qipai.game(name)
    results, decisions = random_deals(game, game.rules(), FastRng(12), 5)
    again, _ = random_deals(game, game.rules(), FastRng(12), 5)
    assert results == again
    assert len(results) == 5
    assert decisions > 5
    assert lowest_seat(4) == 2


@every_game
def test_options_have_schemas_titles_and_clauses_in_both_languages(name: str) -> None:
    game = qipai.game(name)
    schema = game.options().schema()
    assert schema["additionalProperties"] is False
    for option in game.options().options:
        assert option.title.en
        assert any("\u4e00" <= ch <= "\u9fff" for ch in option.title.zh)
        assert option.admits(option.default)
        assert not option.admits(None)
        assert not option.admits([1])
        rules = Path(__file__).parent.parent / "docs/rules"
        pages = [*rules.glob(f"{name}.md"), *rules.glob(f"{name}-*.md")]
        assert any(f"**{option.clause}**" in page.read_text(encoding="utf-8") for page in pages)
    with pytest.raises(qipai.BadRecord) as refusal:
        game.rules({"no_such": 1})
    assert refusal.value.code == "BAD_RULES"


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


# objects
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
def test_states_and_views_are_copied_and_pickled_in_every_phase(name: str) -> None:
    for game, state, _ in every(random_states(name, 8, 13), 5):
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert other.digest() == state.digest()
            assert other.legal(0) == state.legal(0)
            finish_deal(other, FastRng(1))
        for seat in [*range(len(state.returns())), SPECTATOR]:
            view = state.view(seat)
            for again in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
                assert again == view
                assert text(game.world(again, FastRng(2)).view(seat).to_json()) == text(view.to_json())
        assert pickle.loads(pickle.dumps(game)) is game


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
