"""Every numbered rule of every discovered game has a test, or a reason why it cannot have one."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import qipai
from qipai.core.registry import own_games

ROOT = Path(__file__).resolve().parent.parent
ID = r"[A-Z]+-\d+(?:\.\d+)*[a-z]?"
DEFINED = re.compile(rf"\*\*({ID})\*\*")
EXCUSED = re.compile(rf"^- \*\*({ID})\*\*: (\S.*)$")


def defined(root: Path, game: str) -> list[str]:
    """The clauses of a game's rule documents, `<game>.md` and `<game>-*.md`, in their order."""
    rules = root / "docs" / "rules"
    paths = sorted([*rules.glob(f"{game}.md"), *rules.glob(f"{game}-*.md")], key=lambda path: path.stem)
    return [clause for path in paths for clause in DEFINED.findall(path.read_text(encoding="utf-8"))]


def documents(root: Path) -> list[str]:
    """The games that have such documents."""
    stems = {path.stem.partition("-")[0] for path in (root / "docs" / "rules").glob("*.md")}
    return sorted(stems - {"untestable"})


def golden_marks(root: Path) -> dict[str, list[str]]:
    """clause -> golden cases that test it."""
    marks: dict[str, list[str]] = {}
    for path in sorted((root / "tests" / "golden").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if isinstance(case, dict):
                for clause in case.get("clause", []):
                    marks.setdefault(clause, []).append(f"{path.name} {case.get('id')}")
    return marks


def marked_tests(root: Path) -> dict[str, list[str]]:
    """clause -> tests that carry `@clause(...)`; a mark that is not plain text or not on a test is an error."""
    marks: dict[str, list[str]] = {}
    for path in sorted((root / "tests").glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            for decorator in getattr(node, "decorator_list", []):
                if not isinstance(decorator, ast.Call) or name_of(decorator.func) != "clause":
                    continue
                where = f"{path.relative_to(root)}:{decorator.lineno}"
                assert isinstance(node, ast.FunctionDef), f"{where}: @clause marks test functions"
                assert node.name.startswith("test_"), f"{where}: {node.name} is no test"
                assert len(node.body) > 1 or not is_empty(node.body[0]), f"{where}: {node.name} does nothing"
                for argument in decorator.args:
                    assert isinstance(argument, ast.Constant), f"{where}: clause ids are plain text"
                    marks.setdefault(str(argument.value), []).append(f"{where} {node.name}")
    return marks


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_empty(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def excuses(root: Path) -> dict[str, str]:
    """clause -> why it cannot be tested."""
    path = root / "docs" / "rules" / "untestable.md"
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else []:
        if line.startswith("- **"):
            match = EXCUSED.match(line)
            assert match, f"untestable.md: not '- **X-1.2**: reason': {line}"
            assert match[1] not in found, f"untestable.md lists {match[1]} twice"
            found[match[1]] = match[2]
    return found


def faults(root: Path, games: list[str]) -> list[str]:
    """Everything that is wrong with the coverage of the games' clauses."""
    known: set[str] = set()
    found = []
    for document in documents(root):
        clauses = defined(root, document)
        found += [f"{document}.md defines {clause} twice" for clause in sorted({c for c in clauses if clauses.count(c) > 1})]
        known.update(clauses)
    tested = marked_tests(root)
    for clause, places in golden_marks(root).items():
        tested[clause] = [*tested.get(clause, []), *places]
    excused = excuses(root)
    found += [f"{tested[clause][0]} names {clause}, which no document defines" for clause in sorted(set(tested) - known)]
    found += [f"untestable.md names {clause}, which no document defines" for clause in sorted(set(excused) - known)]
    found += [
        f"untestable.md lists {clause}, but {tested[clause][0]} tests it" for clause in sorted(set(excused) & set(tested))
    ]
    for game in games:
        clauses = defined(root, game)
        if not clauses:
            found.append(f"docs/rules/{game}.md has no clauses")
        found += [f"{clause} has no test and no reason" for clause in clauses if clause not in tested and clause not in excused]
    return found


def ruled(game: str) -> bool:
    """A game in the tree that has rules in words, or refers to them; a game that is its kernel alone need not have any."""
    return game in own_games() and (game in documents(ROOT) or bool(qipai.game(game).options().options))


def test_every_clause_is_tested_or_excused() -> None:
    assert faults(ROOT, [game for game in qipai.games() if ruled(game)]) == []


def small_house(root: Path) -> Path:
    """Two clauses tested by mark and by golden case, one excused."""
    (root / "docs" / "rules").mkdir(parents=True)
    (root / "tests" / "golden").mkdir(parents=True)
    rules = "- **T-1.1** One.\n\n| id | rule |\n|---|---|\n| **T-1.2** | Two. |\n\n- **T-2.1** Three.\n"
    (root / "docs" / "rules" / "toy.md").write_text(rules, encoding="utf-8")
    (root / "docs" / "rules" / "untestable.md").write_text("# toy\n\n- **T-2.1**: words for people\n", encoding="utf-8")
    (root / "tests" / "test_toy.py").write_text('@clause("T-1.1")\ndef test_one():\n    assert play() == 1\n', encoding="utf-8")
    (root / "tests" / "golden" / "toy.json").write_text('[{"id": "t1", "clause": ["T-1.2"]}]', encoding="utf-8")
    return root


def test_a_covered_document_has_no_faults(tmp_path: Path) -> None:
    assert faults(small_house(tmp_path), ["toy"]) == []


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("docs/rules/toy.md", "- **T-1.1** **T-1.2** **T-2.1** **T-2.2**\n", "T-2.2 has no test and no reason"),
        ("docs/rules/toy.md", "- **T-1.1** **T-1.2** **T-2.1** **T-1.1**\n", "defines T-1.1 twice"),
        ("docs/rules/toy.md", "- **T-1.1** **T-2.1**\n", "names T-1.2, which no document defines"),
        ("docs/rules/untestable.md", "", "T-2.1 has no test and no reason"),
        ("docs/rules/untestable.md", "- **T-2.1**: a\n- **T-1.1**: b\n", "lists T-1.1, but tests/test_toy.py"),
        ("docs/rules/untestable.md", "- **T-2.1**: a\n- **T-1.2**: b\n", "lists T-1.2, but toy.json t1"),
        ("docs/rules/untestable.md", "- **T-2.1**: a\n- **T-9.9**: b\n", "names T-9.9, which no document defines"),
        ("tests/golden/toy.json", "[]", "T-1.2 has no test and no reason"),
        ("tests/test_toy.py", "def test_one():\n    pass\n", "T-1.1 has no test and no reason"),
        ("tests/test_more.py", '@clause("T-7.1")\ndef test_more():\n    play()\n', "names T-7.1, which no document"),
    ],
)
def test_a_gap_is_found(tmp_path: Path, path: str, text: str, words: str) -> None:
    root = small_house(tmp_path)
    (root / path).write_text(text, encoding="utf-8")
    assert any(words in fault for fault in faults(root, ["toy"])), faults(root, ["toy"])


@pytest.mark.parametrize(
    "text",
    [
        '@clause("T-1.1")\ndef helper():\n    play()\n',
        '@clause("T-1.1")\ndef test_nothing():\n    pass\n',
        "@clause(NAME)\ndef test_one():\n    play()\n",
        '@clause("T-1.1")\nclass TestOne:\n    x = 1\n',
    ],
)
def test_a_mark_that_proves_nothing_is_refused(tmp_path: Path, text: str) -> None:
    root = small_house(tmp_path)
    (root / "tests" / "test_bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError):
        faults(root, ["toy"])


def test_an_excuse_needs_a_reason(tmp_path: Path) -> None:
    root = small_house(tmp_path)
    (root / "docs" / "rules" / "untestable.md").write_text("- **T-2.1**\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="not '- "):
        faults(root, ["toy"])
