"""Refusals in words: each game has its own, whatever else is loaded."""

from __future__ import annotations

import ast
import itertools
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai
from qipai.agents import ladder, seating
from qipai.arena import backends, match
from qipai.core.errors import COMMON, FAMILIES, Messages
from qipai.core.registry import part
from qipai.core.text import Text
from qipai.engine import adapter
from qipai.engine.engine import EngineError
from tests.contract import GAMES, text
from tests.test_contract_tables import open_table

REFUSALS = {"QipaiError", "IllegalMove", "BadRecord"}
ENGINE_FAMILIES = {
    "ENGINE_INVALID_STATE",
    "ENGINE_INVALID_PHASE",
    "ENGINE_VERSION_CONFLICT",
    "ENGINE_INVALID_COVER_LIST",
    "ENGINE_INVALID_ACTION_INDEX",
}

# Loads the games in the given order, then tells every refusal of each: all the words, and what a table says to bad moves.
SCRIPT = """
import json, sys
import qipai
from qipai.core.registry import part

said = {}
for name in sys.argv[1:]:
    qipai.game(name)
for name in sorted(sys.argv[1:]):
    messages = getattr(part(qipai.game(name), "messages"), "MESSAGES", None)
    codes = messages.texts if messages is not None else {}
    said[name] = {code: [messages.text(code).en, messages.text(code).zh] for code in sorted(codes)}
    rng = qipai.FastRng(1)
    table = qipai.Table(name, seed="5" * 64)
    moves = set()
    while not table.over:
        seat = table.to_act[rng.below(len(table.to_act))]
        moves.update(list(table.canonical(seat))[:40])
        for move in sorted(moves)[:: max(1, len(moves) // 12)]:
            for other in range(table.seats):
                try:
                    table.copy().play(other, move)
                except qipai.IllegalMove as refusal:
                    known = said[name].setdefault(f"{refusal.code} at the table", [])
                    if len(known) < 4:
                        known += [refusal.say("en"), refusal.say("zh")]
        if table.version > 60:
            break
        legal = table.canonical(seat)
        table.play(seat, legal[rng.below(len(legal))])
print(json.dumps(said, ensure_ascii=False, sort_keys=True))
"""


@pytest.mark.slow
def test_every_refusal_says_the_same_whatever_order_the_games_are_loaded_in() -> None:
    orders = [[*names[k:], *names[:k]] for names in (GAMES, GAMES[::-1]) for k in range(len(GAMES))]
    told = [
        subprocess.run([sys.executable, "-c", SCRIPT, *order], capture_output=True, text=True, check=True).stdout
        for order in orders
    ]
    assert set(told) == {told[0]}
    refused = json.loads(told[0])
    for name in GAMES:
        assert any(key.endswith("at the table") for key in refused[name]), name


def test_games_that_share_a_code_each_use_their_own_words() -> None:
    own = {name: getattr(part(qipai.game(name), "messages"), "MESSAGES", None) for name in GAMES}
    shared = 0
    for one, other in itertools.combinations([m for m in own.values() if m is not None], 2):
        for code in set(one.texts) & set(other.texts):
            shared += 1
            assert one.text(code) != other.text(code), code
    assert shared or len(GAMES) < 3


def test_a_code_of_a_game_does_not_touch_the_common_words() -> None:
    before = dict(COMMON)
    messages = Messages({"BAD_MOVE": Text("Not here.", "这里不行。")}, {"BAD_MOVE": "ENGINE_INVALID_PHASE"})
    refusal = qipai.IllegalMove("BAD_MOVE", messages, move="x")
    assert (refusal.say("en"), refusal.say("zh"), refusal.engine_code) == ("Not here.", "这里不行。", "ENGINE_INVALID_PHASE")
    assert before == COMMON
    assert qipai.IllegalMove("BAD_MOVE", move="x").engine_code == "ENGINE_INVALID_ACTION_INDEX"


def test_every_code_has_a_family_and_words_in_both_languages() -> None:
    packages = [adapter.MESSAGES, backends.MESSAGES, ladder.MESSAGES, match.MESSAGES, seating.MESSAGES]
    games = [getattr(part(qipai.game(name), "messages"), "MESSAGES", Messages({})) for name in GAMES]
    for messages in [Messages(COMMON), *packages, *games]:
        for code, words in messages.texts.items():
            assert messages.family(code) in ENGINE_FAMILIES
            assert words.en
            assert any("\u4e00" <= ch <= "\u9fff" for ch in words.zh), code
            assert words.en.count("{") == words.zh.count("{"), code
    assert set(FAMILIES.values()) < ENGINE_FAMILIES
    assert Messages({}).family("NO_SUCH_CODE") == "ENGINE_INVALID_ACTION_INDEX"
    assert qipai.QipaiError("NO_SUCH_CODE").say("zh") == "NO_SUCH_CODE"


def raised_codes(path: Path) -> Iterator[tuple[str, bool]]:
    """(code, whether messages are given with it) of every refusal that a module makes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS and node.args:
            for part in ast.walk(node.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value, len(node.args) > 1


def test_every_code_that_is_raised_has_words() -> None:
    """A code without words would be all that a person is told."""
    home = Path(qipai.__file__).parent
    found = 0
    for path in home.rglob("*.py"):
        sources = [file for file in (path, path.parent / "messages.py") if file.is_file()]
        own = {code for file in sources for code in re.findall(r"\"([A-Z_]+)\": Text\(", file.read_text(encoding="utf-8"))}
        for code, brought in raised_codes(path):
            found += 1
            assert code in COMMON or (brought and code in own), f"{path.relative_to(home)}: {code}"
    assert found > 40


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_survives_pickling_with_its_words(name: str) -> None:
    table = open_table(name, 3)
    with pytest.raises(qipai.IllegalMove) as refusal:
        table.play(0, "nonsense")
    with pytest.raises(EngineError) as wrong:
        qipai.Engine(name).load_state({})
    for error in (refusal.value, wrong.value):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert text(again.to_json()) == text(error.to_json())
        assert str(again) == str(error)
