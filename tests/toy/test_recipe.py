"""docs/adding-a-game.md is followed to the letter, and what comes out is played through everything."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import qipai
from qipai.core.state import SPECTATOR
from qipai.search.playout import random_deals
from tests import golden_runner, test_contract
from tests.cli import test_log
from tests.toy import recipe

SEATS = (3, 4)


def random_tables(toy: str, count: int) -> list[tuple[qipai.Table, qipai.FastRng]]:
    return [(qipai.Table(toy, rules={"players": SEATS[k % 2]}, seed=f"{k:064x}"), qipai.FastRng(k)) for k in range(count)]


def step(table: qipai.Table, rng: qipai.FastRng) -> None:
    seat = table.to_act[rng.below(len(table.to_act))]
    moves = table.legal(seat)
    table.play(seat, moves[rng.below(len(moves))])


def test_the_game_is_found_by_its_folder_and_by_nothing_else(toy: str) -> None:
    assert toy in qipai.games()
    assert qipai.game(toy).title.zh == "比大小"
    for path in (Path(qipai.__file__).parent).rglob("*.py"):
        assert toy not in path.read_text(encoding="utf-8"), path


def test_the_page_names_every_file_that_it_gives(kitchen: Path) -> None:
    page = recipe.PAGE.read_text(encoding="utf-8")
    table = page.split("\n## 1 ")[0]
    for name in recipe.files():
        short = name.rsplit("/", 1)[1].replace(recipe.GAME, "<game>")
        assert short in table or name.startswith("tests/highcard/"), name


def test_every_golden_case_of_the_recipe_holds(toy: str, kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_runner, "FOLDER", kitchen / "tests/golden")
    cases = golden_runner.load(toy)
    assert len(cases) == 6
    for case in cases:
        golden_runner.run(toy, case)
    with pytest.raises(AssertionError, match="unknown expectation"):
        golden_runner.run(toy, {**cases[0], "expect": {"no_such_key": 1}})


def test_the_tests_of_the_recipe_pass_and_cover_its_clauses(toy: str, kitchen: Path) -> None:
    module = importlib.import_module(f"tests.{toy}.test_rules")
    ran = [name for name in dir(module) if name.startswith("test_")]
    assert len(ran) == 3
    for name in ran:
        getattr(module, name)()
    clauses = set(re.findall(r"\*\*(H-[\d.]+)\*\*", (kitchen / "docs/rules/highcard.md").read_text(encoding="utf-8")))
    held = set(re.findall(r'"(H-[\d.]+)"', (kitchen / "tests/golden/highcard.json").read_text(encoding="utf-8")))
    held |= set(re.findall(r'"(H-[\d.]+)"', (kitchen / "tests/highcard/test_rules.py").read_text(encoding="utf-8")))
    assert clauses == held


def test_worlds_give_back_the_view_and_leak_nothing(toy: str) -> None:
    game = qipai.game(toy)
    for table, rng in random_tables(toy, 40):
        while not table.over:
            for seat in range(SPECTATOR, table.seats):
                view = table.view(seat)
                world = game.world(view, rng)
                assert world.view(seat) == view
                assert json.dumps(world.view(seat).to_json()) == json.dumps(view.to_json())
                assert world.view(SPECTATOR).public() == view.public() == table.public()
                assert game.read_view(json.loads(json.dumps(view.to_json()))) == view
            step(table, rng)


def test_worlds_are_uniform_over_the_cards_that_cannot_be_seen(toy: str) -> None:
    table = qipai.Table.from_record({"game": toy, "deal": {"hands": [[1, 5, 9], [2, 3, 8], [4, 6, 7]], "leader": 0}})
    rng = qipai.FastRng(7)
    game = qipai.game(toy)
    found = Counter(tuple(game.facts(game.world(table.view(0), rng))["hands"][1]) for _ in range(8400))
    assert len(found) == 84  # three of the nine cards that seat 0 does not see
    chi_square = sum((n - 100) ** 2 / 100 for n in found.values())
    assert chi_square < 127.5  # 83 degrees of freedom, p = 0.001


def test_a_view_that_cannot_be_is_refused(toy: str) -> None:
    game = qipai.game(toy)
    data = qipai.Table(toy, seed="22" * 32).view(0).to_json()
    for spoiled in (
        None,
        {},
        {**data, "seat": 5},
        {**data, "private": {"hand": [1, 1, 2], "chosen": None}},
        {**data, "private": {"hand": [1, 2, 13], "chosen": None}},
        {**data, "public": {**data["public"], "version": 9}},
    ):
        with pytest.raises(qipai.BadRecord) as refusal:
            game.read_view(spoiled)
        assert refusal.value.code == "BAD_VIEW"


def test_the_legal_list_is_what_is_accepted_and_notation_goes_both_ways(toy: str) -> None:
    game = qipai.game(toy)
    texts = [f"stake {n}" for n in range(5)] + [f"card {n}" for n in range(14)] + ["", "card", "card x", "pass"]
    for table, rng in random_tables(toy, 20):
        while not table.over:
            for seat in range(table.seats):
                legal = list(table.legal(seat))
                assert legal == [text for text in texts if text in table.legal(seat)] == list(table.canonical(seat))
                for action in table.state.legal(seat):
                    text = game.write(table.state.view(seat), action)
                    assert game.resolve(table.state, seat, game.read(text)) == action
            step(table, rng)
        assert sum(table.returns) == 0


def test_hints_are_legal_and_come_from_the_view_alone(toy: str) -> None:
    game = qipai.game(toy)
    for table, rng in random_tables(toy, 20):
        while not table.over:
            for seat in range(table.seats):
                hints = game.advice.hints(table.view(seat), 9)
                assert sorted(hint.action for hint in hints) == sorted(table.state.legal(seat))
                assert hints == game.advice.hints(game.world(table.view(seat), rng).view(seat), 9)
                assert all(hint.reason.en and hint.reason.zh for hint in hints)
            step(table, rng)


def test_a_match_is_recorded_replayed_and_carried_on(toy: str) -> None:
    table, rng = random_tables(toy, 1)[0]
    while True:
        while not table.over:
            step(table, rng)
        if table.match_over:
            break
        table.next_deal()
    again = qipai.replay(json.loads(qipai.write_record(table.record())))
    assert again.record() == table.record()
    assert (again.scores, again.winner, again.match_over) == (table.scores, table.winner, True)
    with pytest.raises(qipai.IllegalMove, match="MATCH_OVER"):
        table.next_deal()


def test_a_record_is_replayed_in_a_fresh_process(toy: str, kitchen: Path, tmp_path: Path) -> None:
    table, rng = random_tables(toy, 1)[0]
    while not table.over:
        step(table, rng)
    path = tmp_path / "record.json"
    path.write_text(qipai.write_record(table.record()), encoding="utf-8")
    code = (
        "import sys, qipai.games; qipai.games.__path__.append(sys.argv[1]); import qipai; "
        "print(qipai.replay(qipai.read_record(sys.argv[2])).state.digest())"
    )
    games = str(kitchen / "src/qipai/games")
    out = subprocess.run([sys.executable, "-c", code, games, str(path)], capture_output=True, text=True, check=True)
    assert int(out.stdout) == table.state.digest()


def test_the_engine_walks_a_deal_by_indices_and_loads_its_own_dumps(toy: str) -> None:
    engine = qipai.Engine(toy)
    engine.init_game({"rules": {"players": 3}, "player_count": 3}, rng_seed=5)
    versions = set()
    while engine.get_public_state()["asked"]:
        assert engine.table is not None
        seat = engine.table.to_act[-1]
        actions = engine.get_legal_actions(seat)["actions"]
        assert isinstance(actions, list)
        engine.apply_action(len(actions) - 1, seat=seat)
        versions.add(engine.get_public_state()["version"])
        dump = json.loads(json.dumps(engine.dump_state()))
        other = qipai.Engine(toy)
        assert other.load_state(dump) == engine.output()
    assert versions == set(range(2, 8))
    assert engine.settle()["settlement"] == {"returns": engine.table.returns}


def test_copies_are_independent_and_playouts_run(toy: str) -> None:
    game = qipai.game(toy)
    table, _ = random_tables(toy, 1)[0]
    state = table.state
    before = state.digest()
    twin = state.copy()
    assert twin.digest() == before
    twin.apply(table.to_act[0], twin.legal(table.to_act[0])[0])
    assert state.digest() == before != twin.digest()
    results, decisions = random_deals(game, game.rules({"players": 3}), qipai.FastRng(1), 50)
    assert all(sum(result) == 0 for result in results)
    assert decisions == 50 * (3 + 6)  # three stakes, and two rounds of three choices; the last card is no choice


NEEDS_THE_GAME_IN_A_CHILD = "test_a_record_replays_to_the_same_table_here_and_in_a_fresh_process"
CONTRACT = [name for name in vars(test_contract) if name.startswith("test_") and name != NEEDS_THE_GAME_IN_A_CHILD]


@pytest.mark.parametrize("contract", CONTRACT)
def test_the_contract_of_all_games_holds(toy: str, kitchen: Path, contract: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_contract, "__file__", str(kitchen / "tests" / "test_contract.py"))
    test = getattr(test_contract, contract)
    if list(inspect.signature(test).parameters) != ["name"]:
        pytest.skip("is not about one game")
    test(toy)


def test_the_log_of_the_text_table_gives_nothing_away(toy: str) -> None:
    for name in [name for name in vars(test_log) if name.startswith("test_")]:
        getattr(test_log, name)(toy)


def test_the_recipe_keeps_the_house_style(kitchen: Path) -> None:
    root = recipe.PAGE.parents[1]
    # I001 left out: whose module is whose cannot be told outside the repository
    for command in (["check", "--ignore", "I001"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", str(root / "pyproject.toml"), str(kitchen)],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
