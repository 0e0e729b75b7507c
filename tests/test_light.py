"""core, engine, games, search, agents and review need the standard library alone: they run in a browser, too."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qipai
from qipai.build import compiled

HOME = Path(qipai.__file__).parent
PACKAGES = ("core", "engine", "games", "search", "agents", "review")
LEAVES = ("__init__.py", "build.py", "buffers.py", "kernel_docs.py", "native.py", "version.py")
# for the extras `bench` and `openspiel`
FOR_EXTRAS = {"games/*/bench*.py", "games/*/openspiel*.py"}
# mypyc's runtime library, used where it is installed
OPTIONAL = {("buffers.py", "librt")}


def light_modules() -> list[Path]:
    found = [HOME / name for name in LEAVES]
    for package in PACKAGES:
        found += sorted((HOME / package).glob("**/*.py"))
    heavy = {path for pattern in FOR_EXTRAS for path in HOME.glob(pattern)}
    return [path for path in found if path not in heavy]


def imports(tree: ast.AST) -> Iterator[str]:
    """Top-level names of imported packages, wherever the import stands, except under TYPE_CHECKING."""
    if isinstance(tree, ast.If) and isinstance(tree.test, ast.Name) and tree.test.id == "TYPE_CHECKING":
        for node in tree.orelse:
            yield from imports(node)
        return
    if isinstance(tree, ast.Import):
        for alias in tree.names:
            yield alias.name.split(".")[0]
    elif isinstance(tree, ast.ImportFrom) and not tree.level:
        yield str(tree.module).split(".")[0]
    for node in ast.iter_child_nodes(tree):
        yield from imports(node)


def foreign(path: Path) -> set[str]:
    known = {*sys.stdlib_module_names, "qipai"}
    return {name for name in imports(ast.parse(path.read_text(encoding="utf-8"))) if name not in known}


def test_no_module_of_the_light_packages_imports_a_foreign_package() -> None:
    modules = light_modules()
    assert len(modules) > 100
    found = {(path.relative_to(HOME).as_posix(), name) for path in modules for name in foreign(path)}
    assert found == OPTIONAL


@pytest.mark.parametrize(
    "line", ["import numpy", "def f():\n    from rich.text import Text", "try:\n    import a, json\nfinally: 0"]
)
def test_a_foreign_import_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.py").write_text(line)
    assert len(foreign(tmp_path / "x.py")) == 1


ALONE = """
import importlib, sys
from importlib.abc import MetaPathFinder

class Block(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top not in sys.stdlib_module_names and top not in allowed:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

allowed = {"qipai", "qipai__mypyc", *sys.argv[1].split()}
sys.meta_path.insert(0, Block())
for name in sys.argv[2:]:
    importlib.import_module(name)

import qipai
from qipai.agents import Decision, agent
from qipai.core.rng import FastRng
from qipai.core.registry import part
from qipai.search.batch import Batch
for name in qipai.games():
    table = qipai.Table(name, seed="01" * 32)
    seat = table.to_act[0]
    for level in ("random", "normal"):
        agent(name, level, seed=1).choose(Decision(table.game, table.view(seat), table.state.legal(seat)))
    table.play(seat, table.hints(seat, 1)[0]["move"])
    assert table._repr_svg_().startswith("<svg")
    batch = Batch(table.game, table.rules_object, part(table.game, "observation").ENCODER, FastRng(5), 3, False, False, True)
    for _ in range(30):
        batch.step(batch.sample())
    print(*[part.hex() for part in batch.look()])
"""


def run_alone(allowed: str) -> str:
    names = [path.relative_to(HOME.parent).with_suffix("").as_posix().replace("/", ".") for path in light_modules()]
    code = f"compiled = {compiled()}\n{ALONE}"
    done = subprocess.run(
        [sys.executable, "-c", code, allowed, *(name.removesuffix(".__init__") for name in names)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_light_runs_where_no_other_package_can_be_imported() -> None:
    """Uncompiled without librt as well, and the observations are the same bits; compiled modules need it."""
    with_librt = run_alone("librt")
    assert len(with_librt) > 1000
    if not compiled():
        assert run_alone("").splitlines() == with_librt.splitlines()
