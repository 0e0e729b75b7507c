"""Comments, docstrings, names and pages are written as a native writer of technical prose would write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.avoid import IN_PROSE
from tests.conftest import ROOT

FOLDERS = ("src", "tests", "docs", "benchmarks", "deploy", "examples", "web/src")
ENDINGS = {".css", ".md", ".py", ".sh", ".svelte", ".toml", ".ts", ".yml"}
MAY_SAY = {
    "tests/avoid.py": "the list itself",
    "tests/test_prose.py": "this test",
    "web/src/lib/avoid.ts": "the list of the client",
}


def pages() -> Iterator[tuple[str, str]]:
    for path in sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))]):
        where = path.relative_to(ROOT)
        built = where.is_relative_to(Path("src/qipai/web")) or "node_modules" in where.parts
        if path.suffix in ENDINGS and path.is_file() and not built:
            yield where.as_posix(), path.read_text(encoding="utf-8")


def banned(text: str) -> list[str]:
    """Lines that say it, also in a name (`show_anew`)."""
    lines = [re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", line) for line in text.splitlines()]
    return [line.strip() for line in lines if any(word.search(line) for word in IN_PROSE)]


def test_nothing_is_said_that_a_native_writer_would_not_say() -> None:
    found = {path: banned(text) for path, text in pages()}
    assert {path: lines for path, lines in found.items() if lines and path not in MAY_SAY} == {}
    assert {path for path in MAY_SAY if not found[path]} == set(), "exceptions that nothing needs"


def test_what_is_banned_is_found_in_names_too() -> None:
    for line in ("def show_anew():", "# it goes on where it was", "const madeAnew = 1", "begins Anew."):
        assert banned(line) == [re.sub(r"_|(?<=[a-z])(?=[A-Z])", " ", line)]
    assert banned("a new line, and so it goes on; where else?") == []
