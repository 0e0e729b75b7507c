"""The tables of docs/adding-a-game.md name every optional part of a game, and no other."""

from __future__ import annotations

import ast
import re

from qipai.build import ABOVE_KERNEL, UNCOMPILED
from tests.conftest import ROOT
from tests.toy.recipe import PAGE

TEXT = PAGE.read_text(encoding="utf-8")
HOME = ROOT / "src" / "qipai"
CODE = re.compile(r"`(\w+)`")


def rows(header: str) -> dict[str, list[str]]:
    """Of the table with that header: the names in the first column, and those in the second."""
    table = TEXT.split(f"{header}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    cells = [line.strip("| ").split(" | ") for line in table]
    return {CODE.findall(first)[0]: CODE.findall(second) for first, second, *_ in cells}


def classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse((HOME / "core" / f"{module}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def methods(of: ast.ClassDef) -> list[str]:
    return [node.name for node in of.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


def looked_for() -> dict[str, set[str]]:
    """Modules that some package asks `registry.part` for, and what it takes from them by name."""
    found: dict[str, set[str]] = {}
    for path in HOME.glob("**/*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "part":
                found.setdefault(ast.literal_eval(node.args[1]), set())
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
                asked = node.args[0]
                if isinstance(asked, ast.Call) and isinstance(asked.func, ast.Name) and asked.func.id == "part":
                    found.setdefault(ast.literal_eval(asked.args[1]), set()).add(ast.literal_eval(node.args[1]))
    return found


def test_every_part_is_named_with_all_its_methods() -> None:
    told = rows("| part | class in `qipai.core.parts` | default |")
    kinds = classes("parts")
    made = re.findall(r"^self\.(\w+) = (\w+)\(", ast.unparse(classes("game")["Game"]).replace("        ", ""), re.MULTILINE)
    parts = {name: kind for name, kind in made if kind in kinds}
    assert told == {name: [kind, *methods(kinds[kind])] for name, kind in parts.items()}
    assert set(parts) == {"words", "advice", "claim_pause"}


def test_every_module_that_is_looked_for_is_named_with_what_it_binds() -> None:
    told = rows("| module | binds | without it |")
    asked = looked_for()
    assert set(told) == set(asked)
    for module, names in asked.items():
        assert names <= set(told[module]), module


def test_every_module_that_is_not_compiled_is_named() -> None:
    text = re.sub(r"\s+", " ", TEXT.split("## How it is compiled", 1)[1]).split("Annotate", 1)[0]
    above = re.findall(r"\w+", ABOVE_KERNEL.pattern.split(")", 1)[0])
    assert set(CODE.findall(text)) == {*above, "agents_learner", *(name.removesuffix(".py") for name in UNCOMPILED)}
    assert ABOVE_KERNEL.fullmatch("agents_learner.py")
