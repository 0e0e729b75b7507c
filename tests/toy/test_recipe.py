"""docs/adding-a-game.md is followed to the letter, and what comes out is played, on the compiled core as well."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

import qipai
from qipai.core.state import SPECTATOR
from qipai.engine.adapter import adapter
from qipai.search.playout import random_deals
from tests import golden_runner, test_contract, test_contract_tables
from tests.cli import test_log
from tests.conftest import ROOT
from tests.toy import recipe

TOY = "highcard"
both = pytest.mark.parametrize("toy", recipe.GAMES)
PAGE = recipe.PAGE.read_text(encoding="utf-8")
MOST = {"duel": 120, "highcard": 350}
MOST_REQUIRED = 18


def required() -> dict[str, list[str]]:
    """class -> its methods whose body is `raise NotImplementedError`."""
    found: dict[str, list[str]] = {}
    for module in ("game", "state"):
        for node in ast.walk(ast.parse((ROOT / "src/qipai/core" / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name in ("Game", "State", "View"):
                methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
                found[node.name] = [m.name for m in methods if "NotImplementedError" in ast.unparse(m.body[-1])]
    return {kind: found[kind] for kind in ("Game", "State", "View")}


def test_the_page_counts_and_names_the_required_methods() -> None:
    methods = required()
    count = sum(len(names) for names in methods.values())
    assert count <= MOST_REQUIRED
    assert f"[{count} methods](#the-kernel)" in PAGE
    assert f"These are the {count} methods" in PAGE
    table = PAGE.split("\n## The kernel\n")[1].split("\nThese are the")[0]
    assert re.findall(r"^\| [^|]*\| `(\w+)\(", table, re.MULTILINE) == [n for names in methods.values() for n in names]


def test_the_recipes_are_as_short_as_the_page_says() -> None:
    for game in recipe.GAMES:
        texts = [text for name, text in recipe.blocks().items() if game in name]
        lines = sum(len(text.splitlines()) for text in texts)
        assert lines <= MOST[game]
        assert f"in {lines} lines" in PAGE


def test_a_game_is_its_kernel_alone() -> None:
    """Duel overrides what is required, and nothing else."""
    source = recipe.files("duel")["src/qipai/games/duel/game.py"]
    written = {
        method.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef)
    }
    needed = {name for kind, names in required().items() for name in names if kind != "View"}
    assert written == needed | {"__init__", "__reduce__", "progress"}


@both
def test_a_game_is_found_by_its_folder_and_by_nothing_else(toy: str) -> None:
    assert toy in qipai.games()
    assert qipai.game(toy).title.zh in ("对决", "比大小")
    for path in (ROOT / "src/qipai").rglob("*.py"):
        assert toy not in path.read_text(encoding="utf-8"), path


CONTRACT = [
    (module, name)
    for module in (test_contract, test_contract_tables)
    for name, test in vars(module).items()
    if name.startswith("test_")
    and list(inspect.signature(test).parameters) == ["name"]
    and "subprocess" not in inspect.getsource(test)  # a child would not find the game; test_inside runs these
]


@both
@pytest.mark.parametrize(("module", "contract"), CONTRACT)
def test_the_contract_of_all_games_holds(
    toy: str, kitchen: Path, module: ModuleType, contract: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "__file__", str(kitchen / "tests" / Path(str(module.__file__)).name))
    getattr(module, contract)(toy)


@both
def test_the_log_of_the_text_table_gives_nothing_away(toy: str) -> None:
    for name in [name for name in vars(test_log) if name.startswith("test_")]:
        getattr(test_log, name)(toy)


def test_every_golden_case_of_the_recipe_holds(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_runner, "FOLDER", kitchen / "tests/golden")
    cases = golden_runner.load(TOY)
    assert len(cases) == 6
    for case in cases:
        golden_runner.run(TOY, case)
    with pytest.raises(AssertionError, match="unknown expectation"):
        golden_runner.run(TOY, {**cases[0], "expect": {"no_such_key": 1}})


def tables(toy: str, count: int) -> list[tuple[qipai.Table, qipai.FastRng]]:
    given = [{"players": 3}, {"players": 4}] if toy == TOY else [{}, {}]
    return [(qipai.Table(toy, given[k % 2], seed=f"{k:064x}"), qipai.FastRng(k)) for k in range(count)]


def step(table: qipai.Table, rng: qipai.FastRng) -> None:
    seat = table.to_act[rng.below(len(table.to_act))]
    moves = table.legal(seat)
    table.play(seat, moves[rng.below(len(moves))])


@both
def test_worlds_are_uniform_over_the_cards_that_cannot_be_seen(toy: str) -> None:
    """The highest card that seat 1 may hold in a world of seat 0's first view."""
    table, rng = tables(toy, 1)[0]
    game, view, draws = qipai.game(toy), table.view(0), 4000
    hands = [game.world(view, rng).view(1).private()["hand"] for _ in range(draws)]
    seen = set(table.private(0)["hand"])
    found = Counter(card for hand in hands for card in hand)
    assert not seen & set(found)
    size = len(hands[0])
    unseen = (12 if toy == TOY else 18) - len(seen)
    assert len(found) == unseen
    expected = draws * size / unseen
    deviation = (expected * (1 - size / unseen)) ** 0.5
    assert all(abs(n - expected) < 5 * deviation for n in found.values())


@both
def test_a_view_that_cannot_be_is_refused(toy: str) -> None:
    game = qipai.game(toy)
    table, rng = tables(toy, 1)[0]
    while table.version < 4:
        step(table, rng)
    data = table.view(0).to_json()
    public, private = data["public"], data["private"]
    hand = private["hand"]
    history = "played" if toy == "duel" else "rounds"
    for spoiled in (
        None,
        {},
        {**data, "seat": 5},
        {**data, "seat": -2},
        {**data, "more": 1},
        {**data, "private": {**private, "hand": [hand[0], *hand[:-1]]}},
        {**data, "private": {**private, "hand": [*hand[:-1], 19]}},
        {**data, "private": {**private, "hand": hand[:-1]}},
        {**data, "private": {**private, "hand": [*hand, hand[-1] + 1]}},
        {**data, "public": {**public, "version": 9}},
        {**data, "public": {**public, "to_act": [0, 1, 2]}},
        {**data, "public": {**public, history: public[history][1:]}},
        {**data, "public": {**public, history: [*public[history], *public[history]]}},
    ):
        with pytest.raises(qipai.BadRecord) as refusal:
            game.read_view(spoiled)
        assert refusal.value.code == "BAD_VIEW"
    assert game.read_view(json.loads(json.dumps(data))) == table.view(0)


def test_the_legal_list_is_what_is_accepted() -> None:
    texts = [f"stake {n}" for n in range(5)] + [f"card {n}" for n in range(14)] + ["", "card", "card x", "pass", "card 07"]
    for table, rng in tables(TOY, 12):
        while not table.over:
            for seat in range(table.seats):
                legal = list(table.legal(seat))
                assert legal == [text for text in texts if text in table.legal(seat)] == list(table.canonical(seat))
            step(table, rng)


def test_a_match_has_as_many_deals_as_its_rules_say() -> None:
    table, rng = tables(TOY, 1)[0]
    while True:
        while not table.over:
            step(table, rng)
        if table.match_over:
            break
        winner = table.public()["rounds"][-1]["winner"]
        table.next_deal()
        assert table.to_act == [winner]
    assert len(table.deals) == 3
    with pytest.raises(qipai.IllegalMove, match="MATCH_OVER"):
        table.next_deal()
    for wrong in ({}, {"leader": 3, "deals": 1}, {"leader": 0, "deals": 3}, {"leader": "0", "deals": 1}):
        with pytest.raises(qipai.BadRecord):
            qipai.game(TOY).check_carried(table.rules_object, wrong)


@both
def test_the_defaults_serve_a_game_that_brings_no_parts(toy: str) -> None:
    table, _ = tables(toy, 1)[0]
    game = table.game
    assert adapter(game).actions(table.state, table.to_act[0])[0]["move"] == table.legal(table.to_act[0])[0]
    assert game.words.screen(table.view(SPECTATOR), ["A", "B", "C"][: table.seats], "zh")
    assert game.claim_pause.shown(table.state, 0, 0, table.state) is None
    assert game.advice.waits(table.view(0), []) == []
    results, decisions = random_deals(game, game.rules(), qipai.FastRng(1), 50)
    assert all(sum(result) == 0 for result in results)
    assert decisions == 50 * (14 if toy == "duel" else 9)  # the last card is no choice
