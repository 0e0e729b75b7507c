"""Programs that no test runs (soaks, load, chaos, screenshots, examples) name only modules and names that are there."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.machinery
import importlib.util
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

OURS = ("qipai", "tests", "benchmarks")
OLD = ROOT / "tests" / "compat" / "make"  # run by 0.1.0
PROGRAMS = sorted(
    path
    for folder in ("tests", "benchmarks", "docs", "examples")
    for path in (ROOT / folder).rglob("*.py")
    if OLD not in path.parents and "node_modules" not in path.parts
)


def imported(path: Path) -> Iterator[tuple[str, str | None]]:
    """(module, name) of every import of ours, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            for alias in node.names:
                yield node.module, alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in OURS:
                    yield alias.name, None


@functools.cache
def bound(path: str) -> set[str]:
    """The names that a module binds at its top level, or anywhere in an `if` or `try` there."""
    found: set[str] = set()
    rest: list[ast.stmt] = list(ast.parse(Path(path).read_text(encoding="utf-8")).body)
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For):
            rest += [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)]
        else:
            found |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return found


@functools.cache
def place(module: str) -> importlib.machinery.ModuleSpec | None:
    return importlib.util.find_spec(module)


def missing(module: str, name: str | None) -> bool:
    spec = place(module)
    if spec is None or name is None:
        return spec is None
    if spec.submodule_search_locations is not None and place(f"{module}.{name}") is not None:
        return False
    if spec.origin is None or not spec.origin.endswith(".py") or "__getattr__" in bound(spec.origin):
        return not hasattr(importlib.import_module(module), name)
    return name not in bound(spec.origin)


def test_what_programs_import_is_there() -> None:
    assert len(PROGRAMS) > 100
    lost = [(path.relative_to(ROOT).as_posix(), *found) for path in PROGRAMS for found in imported(path) if missing(*found)]
    assert lost == []


def test_what_is_not_there_is_missing() -> None:
    assert missing("qipai.arena.standing", "Standings")
    assert missing("qipai.arena.standings", "Standing_")
    assert missing("tests.conftest", "ROOT_")
    for module, name in (
        ("qipai.arena.standings", "Standings"),
        ("tests.conftest", "ROOT"),
        ("qipai", "Table"),
        ("qipai", "envs"),
    ):
        assert not missing(module, name)
