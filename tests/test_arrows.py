"""The arrows of the house: who may import whom, and who may look at everything.

core <- engine <- games <- search <- agents <- arena, envs, review, bench <- puzzles <- server, train <- cli. The
sources are read and not run, so an import inside a function counts like any other, and so does a module named in a string.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qipai.build import ABOVE_KERNEL

TESTS = Path(__file__).resolve().parent
HOME = TESTS.parent / "src" / "qipai"

FACE = "qipai"  # the package itself, whose __init__ is the library's face
LEAVES = {"native", "buffers", "version", "build", "kernel_docs", "_compiled"}  # _compiled.py is written by the build
BELOW: dict[str, set[str]] = {
    "core": set(),
    "engine": {"core"},
    "games": {"core", "engine"},
    "search": {"core"},  # it knows State, and no game by name
    "agents": {"core", "engine", "games", "search"},
    "arena": {"core", "engine", "games", "search", "agents"},
    "train": {"core", "engine", "games", "search", "agents", "arena"},  # by the arena's backends
    "envs": {"core", "engine", "games", "search", "agents", "svg"},
    "svg": {"core", "engine", "games"},
    "review": {"core", "engine", "games", "search", "agents", "svg"},
    "puzzles": {"core", "engine", "games", "search", "agents", "arena", "review"},
    "server": {"core", "engine", "games", "search", "agents", "puzzles", "review"},
    # a server's rooms, without its sockets and database
    "local": {"core", "engine", "games", "search", "agents", "puzzles", "review", "server"},
    "bench": {"core", "engine", "games", "search", "agents", "envs"},  # it times the environments, too
    "cli": {"core", "engine", "games", "search", "agents", "arena", "envs", "review", "puzzles", "server", "bench", "train"},
    FACE: {"core", "engine", "games", "svg", "cli"},  # modules that lie beside __init__.py
}
PART_OF = {"openspiel": "envs"}  # other parts of a game are named like the package that uses them
KERNEL = {"core", "engine", "games", "search"}  # below the face: these do not import it

NAMES_NO_GAME = tuple(sorted(set(BELOW) - {"games", FACE}))
MAY_NAME_A_GAME = {  # part of a line
    ("agents/__init__.py", 'agent("xianqi", "hard", seed=7)'): "an example, which is run",
    ("bench/contenders.py", 'RLCARD_MAHJONG = "mahjong"  # the name of a game in RLCard'): "a game of another package",
    ("engine/__init__.py", "clauses X-9 and X-10 of docs/rules/xianqi.md"): "the adapter's document",
    ("server/http/models.py", 'examples=["xianqi"]'): "an example in the description of the interface",
    ("server/accounts/password_rules.py", "qipai xianqi guandan majiang mahjong sichuan"): "passwords that people choose",
}

LISTS_GAMES = {  # in tests/
    "compat": "what 0.1.0 knew is fixed",
    "web/test_geometry.py": "deals in which something was wrong once",
}

NAMED_IN_TEXT = {
    ("core/registry.py", "qipai.games"): "games are discovered by looking into this package",
    ("core/table.py", "qipai.svg"): "a table shows itself in a notebook, and only then",
}

# Table.facts and Table.record hold what is hidden: nothing that serves players calls them on a running deal
GUARDED = {"server", "local", "agents", "envs", "cli"}
MAY_SEE_EVERYTHING = {
    "cli/replay.py": "shows a record that the user has in full",
    "cli/verify.py": "checks a record that the user has in full",
    "cli/record_file.py:save": "called between deals, and when the person leaves and the deal is over for everybody",
    "cli/play.py:settle_deal": "explains a deal that is over",
    "server/rooms/frames.py:figures_of": "gives out a deal that is over, and asserts that it is",
}


def sources(home: Path) -> Iterator[tuple[str, str, ast.Module]]:
    """(path below home, its package, its syntax tree) of every module."""
    for path in sorted(home.glob("**/*.py")):
        relative = path.relative_to(home)
        package = relative.parts[0] if len(relative.parts) > 1 else FACE
        above = ABOVE_KERNEL.fullmatch(relative.name) if package == "games" and len(relative.parts) == 3 else None
        if above is not None:
            package = PART_OF.get(above.group(1), above.group(1))
        yield relative.as_posix(), package, ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(tree: ast.Module, path: str) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of everything of ours that a module imports or names in a string."""
    here = ["qipai", *Path(path).parts[:-1]]
    prose = {id(node.body[0].value) for node in ast.walk(tree) if has_docstring(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(here[: len(here) - node.level + 1] + ([base] if base else []))
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            named = re.match(r"qipai(\.\w+)+", node.value)
            if named:
                yield node.lineno, named.group()


def has_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    return isinstance(body, list) and bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)


def wrong_arrows(home: Path) -> list[str]:
    packages = {path.name for path in home.iterdir() if path.is_dir()} | set(BELOW)
    found = []
    for path, package, tree in sources(home):
        if package not in BELOW:
            found.append(f"{path}: the package {package} has no place among the arrows")
            continue
        for line, name in imported(tree, path):
            parts = name.split(".")
            if parts[0] != "qipai" or (path, name) in NAMED_IN_TEXT:
                continue
            target = parts[1] if len(parts) > 1 and parts[1] in packages | LEAVES else FACE
            where = f"{path}:{line} imports {name}"
            if path.removesuffix(".py") in LEAVES:
                if target not in LEAVES:
                    found.append(f"{where}: a leaf imports nothing")
            elif target in LEAVES:
                continue
            elif target == FACE:
                if package in KERNEL:
                    found.append(f"{where}: the kernel lies below the library's face")
            elif target == "games" and path.startswith("games/"):
                if len(parts) > 2 and Path(path).parts[1] != parts[2]:
                    found.append(f"{where}: a game never imports another")
                elif package == "games" and len(parts) > 3 and ABOVE_KERNEL.fullmatch(f"{parts[3]}.py"):
                    found.append(f"{where}: the kernel lies below what the game brings for the layers above")
            elif target == package:
                continue
            elif target not in BELOW[package]:
                found.append(f"{where}: {package} lies below or beside {target}")
    return found


def named_games(home: Path, games: set[str]) -> list[str]:
    """Lines that name a game where every game is treated alike."""
    pattern = re.compile("|".join(rf"\b{name}\b" for name in sorted(games)), re.IGNORECASE)
    found = []
    for folder in NAMES_NO_GAME:
        for path in sorted((home / folder).glob("**/*.py")):
            where = path.relative_to(home).as_posix()
            allowed = [part for place, part in MAY_NAME_A_GAME if place == where]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if pattern.search(line) and not any(part in line for part in allowed):
                    found.append(f"{where}:{number} names a game: {line.strip()}")
    return found


def listed_games(home: Path, games: set[str]) -> list[str]:
    """Displays in tests of all games that name two games or more: whoever adds a game would have to know of them."""
    found = []
    for path in sorted(home.glob("**/*.py")):
        where = path.relative_to(home)
        if where.parts[0] in games or any(where.is_relative_to(place) for place in LISTS_GAMES):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if len(games & set(shown_texts(node))) > 1:
                found.append(f"{where.as_posix()}:{node.lineno} lists games: {ast.unparse(node)[:100]}")
    return found


def shown_texts(node: ast.AST) -> Iterator[str]:
    """Texts in a list, tuple or set, or as keys of a dictionary, and in those inside it; not what calls are given."""
    inside: list[ast.expr | None] = []
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        inside = [*node.elts]
    elif isinstance(node, ast.Dict):
        inside = [*node.keys, *(value for value in node.values if not isinstance(value, ast.Constant))]
    for child in inside:
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        elif child is not None:
            yield from shown_texts(child)


def looks_at_everything(home: Path) -> list[str]:
    """Calls of facts() and record(), however they are spelled, outside the list."""
    found = []
    for path, package, tree in sources(home):
        if package not in GUARDED:
            continue
        for line, owner, name in secret_calls(tree):
            if path not in MAY_SEE_EVERYTHING and f"{path}:{owner}" not in MAY_SEE_EVERYTHING:
                found.append(f"{path}:{line} {owner} calls {name}")
    return found


def secret_calls(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """(line, name of the function around it, what is called)."""

    def walk(node: ast.AST, owner: str) -> Iterator[tuple[int, str, str]]:
        for child in ast.iter_child_nodes(node):
            inner = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else owner
            if isinstance(child, ast.Attribute) and child.attr == "facts":
                yield child.lineno, inner, "facts"
            if isinstance(child, ast.Call):
                if isinstance(child.func, ast.Attribute) and child.func.attr == "record":
                    yield child.lineno, inner, "record"
                plain = isinstance(child.func, ast.Name) and child.func.id in ("getattr", "methodcaller", "attrgetter")
                texts = [a.value for a in child.args if isinstance(a, ast.Constant)] if plain else []
                for text in texts:
                    if text in ("facts", "record"):
                        yield child.lineno, inner, str(text)
            yield from walk(child, inner)

    yield from walk(tree, "module")


def real_games() -> set[str]:
    return {path.parent.name for path in HOME.glob("games/*/game.py")}


def test_arrows_point_one_way() -> None:
    assert wrong_arrows(HOME) == []


def test_no_game_is_named_where_all_are_alike() -> None:
    assert named_games(HOME, real_games()) == []


def test_no_test_of_all_games_lists_them() -> None:
    assert listed_games(TESTS, real_games()) == []


def test_nothing_that_serves_players_looks_at_everything() -> None:
    assert looks_at_everything(HOME) == []


def test_exceptions_are_in_use() -> None:
    """A list of exceptions that nobody needs any more is a door left open."""
    for place in LISTS_GAMES:
        texts = [path.read_text(encoding="utf-8") for path in (TESTS / place).glob("**/*.py")] or [(TESTS / place).read_text()]
        shown = [set(shown_texts(node)) & real_games() for text in texts for node in ast.walk(ast.parse(text))]
        assert any(len(names) > 1 for names in shown), place
    for place, part in MAY_NAME_A_GAME:
        if (HOME / place.split("/")[0]).is_dir():
            assert part in (HOME / place).read_text(encoding="utf-8"), place
    for path in {path for path, _ in NAMED_IN_TEXT} | {entry.split(":")[0] for entry in MAY_SEE_EVERYTHING}:
        if (HOME / Path(path).parts[0]).is_dir():
            assert (HOME / path).is_file(), path
    for entry in MAY_SEE_EVERYTHING:
        path, _, function = entry.partition(":")
        if function and (HOME / path).is_file():
            tree = ast.parse((HOME / path).read_text(encoding="utf-8"))
            assert function in {owner for _, owner, _ in secret_calls(tree)}, entry


def house(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/x.py", "from qipai.games.a import game"),
        ("core/x.py", "def f():\n    import qipai.search.playout"),
        ("core/x.py", "import qipai"),
        ("core/x.py", "from .. import search"),
        ("core/x.py", "m = importlib.import_module('qipai.agents.x')"),
        ("core/x.py", "m = importlib.import_module(f'qipai.games.{name}')"),
        ("core/x.py", "from qipai.engine.adapter import EngineAdapter"),
        ("engine/x.py", "from qipai.games.a.cards import CARDS"),
        ("games/a/x.py", "from qipai.games.b.cards import CARDS"),
        ("games/a/x.py", "from ..b import cards"),
        ("games/a/x.py", "from qipai import Table"),
        ("games/a/x.py", "from qipai.search import playout"),
        ("games/a/x.py", "from qipai.games.a.agents import LADDER"),
        ("games/a/agents.py", "from qipai.games.b.agents import LADDER"),
        ("games/a/agents_x.py", "from qipai.server import rooms"),
        ("games/a/svg.py", "from qipai.agents import ladder"),
        ("games/a/openspiel.py", "from qipai.bench import run_bench"),
        ("games/a/x.py", "from qipai.games.a.openspiel import INFO"),
        ("search/x.py", "from qipai.games.a.state import S"),
        ("search/x.py", "from qipai.agents import ladder"),
        ("agents/x.py", "from qipai.server import rooms"),
        ("envs/x.py", "from qipai.arena import match"),
        ("server/x.py", "if TYPE_CHECKING:\n    from qipai.cli import main"),
        ("arena/x.py", "from qipai.bench import run_bench"),
        ("bench/x.py", "from qipai.cli import main"),
        ("native.py", "from qipai.core import state"),
        ("build.py", "from qipai.core import state"),
        ("other/x.py", "x = 1"),
    ],
)
def test_a_wrong_arrow_is_found(tmp_path: Path, path: str, line: str) -> None:
    house(tmp_path, {"games/a/game.py": "", "games/b/cards.py": "", path: line + "\n"})
    assert len(wrong_arrows(tmp_path)) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("core/x.py", "from qipai.core.state import State\nfrom qipai.native import i64"),
        ("core/x.py", '"""qipai.cli is named in prose."""\nimport json'),
        ("games/a/x.py", "from qipai.core.state import State\nfrom qipai.games.a.cards import CARDS\nfrom . import cards"),
        ("search/x.py", "from qipai.core.state import State"),
        ("games/a/agents.py", "from qipai.agents.base import Agent\nfrom qipai.games.a.agents_x import X"),
        ("games/a/svg.py", "from qipai.svg.board import Board\nfrom qipai.games.a.cards import CARDS"),
        ("games/a/openspiel.py", "from qipai.envs.openspiel_info import OpenSpielInfo\nfrom qipai.games.a.cards import CARDS"),
        (
            "agents/x.py",
            "import qipai\nfrom qipai import Table\nfrom qipai.games.a import state\nfrom qipai.search import playout",
        ),
        ("bench/x.py", "from qipai.build import status\nfrom qipai.search import playout"),
        ("cli/x.py", "from qipai.server import app\nfrom qipai.bench import run_bench"),
    ],
)
def test_a_right_arrow_passes(tmp_path: Path, path: str, line: str) -> None:
    house(tmp_path, {"games/a/game.py": "", path: line + "\n"})
    assert wrong_arrows(tmp_path) == []


@pytest.mark.parametrize("folder", NAMES_NO_GAME)
def test_a_game_named_in_a_shared_package_is_found(tmp_path: Path, folder: str) -> None:
    house(tmp_path, {"core/y.py": "guandanish = 1\n"})
    assert named_games(tmp_path, {"guandan"}) == []
    house(tmp_path, {f"{folder}/x.py": "if game == 'Guandan': pass\n"})
    assert len(named_games(tmp_path, {"guandan"})) == 1


@pytest.mark.parametrize(
    "line",
    [
        "GAMES = ('one', 'two')",
        "GAMES = {'one': 3, 'two': 4}",
        "for game in ['one', 'other', 'two']: pass",
        "@pytest.mark.parametrize(('game', 'seats'), [('one', 3), ('two', 4)])\ndef f(): pass",
        "KEPT = {'here': {'one'}, 'there': ['two']}",
    ],
)
def test_a_list_of_games_is_found(tmp_path: Path, line: str) -> None:
    house(tmp_path, {"one/x.py": line, "compat/x.py": line, "y.py": "f('one', 'two')\nx = ['one', g('two'), {'game': 'two'}]"})
    assert listed_games(tmp_path, {"one", "two"}) == []
    house(tmp_path, {"server/x.py": line + "\n"})
    assert listed_games(tmp_path, {"one", "two"})


@pytest.mark.parametrize(
    "line",
    [
        "t.facts()",
        "show(t.facts)",
        "save(self.table.record())",
        "getattr(t, 'facts')()",
        "getattr(t, 'record')()",
        "methodcaller('record')(t)",
        "async def f():\n    return [t.record() for t in tables]",
    ],
)
@pytest.mark.parametrize("package", sorted(GUARDED))
def test_a_look_at_everything_is_found(tmp_path: Path, package: str, line: str) -> None:
    house(tmp_path, {f"{package}/x.py": line + "\n"})
    assert len(looks_at_everything(tmp_path)) == 1


def test_the_guard_knows_its_exceptions(tmp_path: Path) -> None:
    house(tmp_path, {"cli/replay.py": "t.facts()\n", "core/x.py": "t.facts()\n", "cli/x.py": "path = args.record\n"})
    assert looks_at_everything(tmp_path) == []
