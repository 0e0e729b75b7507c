"""Type checkers over what users write: the Python of README and docs, and the two recipes as packages of their own.

mypy --strict and pyright (as basedpyright, which brings its Node along). A misspelt name is an error in both.
"""

from __future__ import annotations

import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, must_have_compiled
from tests.toy import recipe

PAGES = ("README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("**/*.md")))
# what a page says in words before its code
GIVEN = {"docs/records.md": 'import qipai\nrecord = qipai.Table("xianqi").record()\ntext = ""\n'}
RECIPES = "docs/adding-a-game.md"  # whole files, which make two packages

WRONG = """import qipai

qipai.xianqui
qipai.xianqi.nope
qipai.mahjong.nope
qipai.guandan.nope
qipai.Tabel
qipai.Table("xianqi").plya(0, "pass")
qipai.Table("xianqi").hints(0)[0]["mov"]
qipai.xianqi.private(qipai.Table("xianqi"), 0)["hands"]
"""


def code_of(page: str) -> str:
    """All Python of a page as one module."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    parts = []
    for block in blocks:
        if block.lstrip().startswith(">>>"):
            block = "".join(example.source for example in doctest.DocTestParser().get_examples(block))
        parts.append(block)
    return "\n".join(parts)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every page as a module, both recipes as packages, and a module full of mistakes."""
    folder = tmp_path_factory.mktemp("typed")
    pages = 0
    for page in PAGES:
        code = code_of(page)
        if code and page != RECIPES:
            name = re.sub(r"\W", "_", page.removesuffix(".md"))
            (folder / f"page_{name}.py").write_text(GIVEN.get(page, "") + code, encoding="utf-8")
            pages += 1
    assert pages >= 4
    for game in recipe.GAMES:
        package = recipe.package(folder, game) / f"qipai_{game}"
        package.rename(folder / package.name)
    (folder / "wrong.py").write_text(WRONG, encoding="utf-8")
    return folder


def lines_of_mistakes() -> list[int]:
    return [number for number, line in enumerate(WRONG.splitlines(), 1) if line.startswith("qipai.")]


@pytest.mark.interpreted
def test_mypy_strict_accepts_the_code_of_the_pages_and_finds_every_mistake(project: Path) -> None:
    """With the project's own settings and cache, which `make check` has filled: a second instead of half a minute."""
    modules = sorted({path if path.parent == project else path.parent for path in project.glob("**/*.py")})
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", *modules],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": f"src:{project}"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    found = re.findall(r"^(\S+\.py):(\d+): error: (.*)$", done.stdout, re.MULTILINE)
    assert [line for line in found if not line[0].endswith("/wrong.py")] == [], done.stdout + done.stderr
    assert sorted({int(line) for _, line, _ in found}) == lines_of_mistakes()


@pytest.mark.slow
@pytest.mark.interpreted
def test_pyright_accepts_the_code_of_the_pages_and_finds_every_mistake(project: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec("basedpyright") is None:
        assert not must_have_compiled(), "basedpyright is missing"
        pytest.skip("basedpyright is not installed: make install")
    settings = tmp_path / "pyrightconfig.json"
    chosen = {
        "include": [str(project)],
        "extraPaths": [str(ROOT / "src"), str(project)],
        "typeCheckingMode": "standard",
        "reportUnusedExpression": "none",  # what a reader would see at a prompt
        "reportMissingModuleSource": "none",
    }
    settings.write_text(json.dumps(chosen), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "-p", settings, "--pythonpath", sys.executable, "--outputjson"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)
    found = [
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"])
        for one in json.loads(done.stdout)["generalDiagnostics"]
        if one["severity"] == "error"
    ]
    assert [one for one in found if one[0] != "wrong.py"] == []
    assert sorted({line for _, line, _ in found}) == lines_of_mistakes()
