"""The READMEs are run: their Python as doctests, their commands in a shell; both languages show the same code."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import qipai
from qipai.build import compiled

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.zh-CN.md")


def blocks(name: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", ["python", "bash", "console"])
def test_both_languages_show_the_same_code(kind: str) -> None:
    assert blocks(READMES[0], kind) == blocks(READMES[1], kind) != []


def test_the_python_of_the_readme_runs() -> None:
    code = "".join(blocks("README.md", "python"))
    example = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert len(example.examples) >= 8
    assert doctest.DocTestRunner(verbose=False).run(example).failed == 0


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """In order, in one empty folder, without a shell's help: they are plain commands."""
    lines = [line for block in blocks("README.md", "bash") for line in block.splitlines() if line.strip()]
    assert len(lines) >= 5
    env = {**os.environ, "PYTHONUTF8": "1"}
    if not compiled():  # else the installed package is meant
        env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT / "src"), env.get("PYTHONPATH")]))
    for line in lines:
        command = shlex.split(line)
        assert command[0] == "qipai", line
        done = subprocess.run(
            [sys.executable, "-m", "qipai.cli", *command[1:]],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=env,
            stdin=subprocess.DEVNULL,
            timeout=60,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert done.stdout.strip(), line
        assert done.stderr == "", line


def test_the_make_targets_of_the_readme_exist() -> None:
    makefile = ROOT / "Makefile"
    if not makefile.is_file():
        pytest.skip("this is no checkout")
    targets = set(re.findall(r"^([a-z-]+):", makefile.read_text(encoding="utf-8"), re.MULTILINE))
    for name in READMES:
        for target in re.findall(r"\bmake ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8")):
            assert target in targets, target


@pytest.mark.parametrize("name", [*READMES, *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))])
def test_every_link_and_picture_leads_somewhere(name: str) -> None:
    page = ROOT / name
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)
    assert all((page.parent / link).exists() for link in links if "://" not in link), links


@pytest.mark.parametrize("name", READMES)
def test_the_readme_lists_the_games_that_exist_and_no_other(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    rows = [re.findall(r"\(docs/rules/([\w-]+)\.md\)", row) for row in re.findall(r"^\|.*", text, re.MULTILINE)]
    listed = [page for row in rows for page in row]
    assert sorted(listed) == sorted(path.stem for path in (ROOT / "docs" / "rules").glob("*.md"))
    games = [page.partition("-")[0] for row in rows for page in row[:1]]  # one row a game, also with several pages
    assert len(games) == len(set(games))
    assert set(games) <= set(qipai.games())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_pictures_come_from_the_real_table(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "screenshots"))
    import make

    for record in sorted((ROOT / "docs" / "screenshots").glob("*.json")):
        drawn = make.picture(record.stem, lang)
        kept = (record.parent / f"{record.stem}.{lang}.svg").read_text(encoding="utf-8")
        assert drawn == kept, "run docs/screenshots/make.py"
