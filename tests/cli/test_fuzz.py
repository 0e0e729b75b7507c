"""Anything may be typed: the table stays whole, says something, and gives nothing away."""

from __future__ import annotations

import contextlib
import io
import random
import sys

import pytest

import qipai
from qipai.cli.main import run
from qipai.core.table import Table

pytestmark = pytest.mark.interpreted  # it watches Table from outside
GARBAGE = [
    "",
    " ",
    "0",
    "-1",
    "99999",
    "play",
    "pass pass",
    "x" * 3000,
    "l zzz",
    "h h",
    "\x00",
    "完",
    "{}",
    "u u",
    "l \t",
    "１",
]
COMMANDS = ["h", "l", "u", "r", "?", "提示", "撤回", "list", "help"]


def script(rng: random.Random, lines: int) -> str:
    typed = []
    for _ in range(lines):
        kind = rng.random()
        if kind < 0.6:
            typed.append(str(rng.randint(1, 9)))
        elif kind < 0.85:
            typed.append(rng.choice(COMMANDS))
        else:
            typed.append(rng.choice(GARBAGE))
    if rng.random() < 0.3:
        typed.append("q")
    return "\n".join(typed) + "\n"


def rule_texts(game: str) -> list[str]:
    """The defaults, every preset, and each option alone at each of its values, where the rules take it alone."""
    options = qipai.game(game).options()
    found = list(options.presets)
    for option in options.options:
        for value in option.choices:
            with contextlib.suppress(qipai.BadRecord):
                qipai.game(game).rules({option.name: value})
                found.append(f"{option.name}={str(value).lower() if isinstance(value, bool) else value}")
    return found


@pytest.mark.parametrize("game", qipai.games())
@pytest.mark.parametrize("number", range(12))
def test_a_table_survives_whatever_is_typed(
    game: str, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked = Table.facts

    def facts(table: Table) -> dict[str, object]:
        assert table.over, "a running deal was asked for everything"
        return looked(table)

    monkeypatch.setattr(Table, "facts", facts)
    rng = random.Random(number)
    texts = rule_texts(game)
    args = ["play", game, "--seed", f"{number + 1:064x}", "--rules", texts[number % len(texts)], "--deals", "2"]
    args += [
        "--lang",
        rng.choice(["en", "zh"]),
        "--level",
        rng.choice(["hints", "random", "easy"]),
        "--seat",
        str(rng.randint(0, 2) % qipai.game(game).seats(qipai.game(game).rules())),
    ]
    if number % 3 == 0:
        args.append("--json")
    monkeypatch.setattr(sys, "stdin", io.StringIO(script(rng, 60)))
    assert run(args) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "Traceback" not in told.out
    assert args[3] not in told.out  # the seed
