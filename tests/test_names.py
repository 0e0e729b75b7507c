"""One thing, one name: what had a name that nobody would search for has another, and a shape is defined once."""

from __future__ import annotations

import functools
import re
from pathlib import Path

import pytest

from qipai.core.registry import own_games
from tests.conftest import ROOT

GONE = {
    *("House", "Live", "Steward", "lull", "story", "Shown", "What", "Said", "turns", "cycles", "one_seat", "side_by_side"),
    *("desk", "advised", "halving", "outside", "serving", "ponds", "told", "playout", "play_out", "game_object"),
    *("setup", "setup_deal", "dealing"),
}
ELSEWHERE = {
    "src/qipai/search/playout.py": "the module of both playouts",
}
FOLDERS = ("src", "tests", "benchmarks")
OLD = ROOT / "tests" / "compat"  # what 0.1.0 made is read by its names
SAME_ROLE = {  # in every game's folder that has the module: what it defines
    "deal": {"new_deal", "set_up_deal", "carry", "check_carried"},
    "hints": {"rank_moves"},
    "world": {"draw_world"},
    "notation": {"read_move", "resolve_move"},
    "view_reader": {"read_view"},
    "view_check": {"check_view"},
    "terminal": {"screen", "describe", "explain"},
}
DEFINED = re.compile(r"^ *(?:class|def|async def) (\w+)", re.MULTILINE)
JSON = re.compile(r"^\s*(type )?Json\b.*=", re.MULTILINE)


@functools.cache
def sources() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        if OLD not in path.parents and "node_modules" not in path.parts
    }


def is_gone(name: str) -> bool:
    """A class is found by the words of its name: `Story` and `PlayOut` like `story` and `play_out`."""
    return name in GONE or (name[:1].isupper() and name.lower() in {old.replace("_", "").lower() for old in GONE})


def test_a_class_with_an_old_name_is_found() -> None:
    assert all(map(is_gone, ("Story", "PlayOut", "house".title(), "story", "Told")))
    assert not any(map(is_gone, ("StoredLog", "house", "shown")))


def test_old_names_are_gone() -> None:
    found = []
    for path, text in sources().items():
        if path not in ELSEWHERE:
            found += [f"{path}: {name}" for name in {*DEFINED.findall(text), Path(path).stem} if is_gone(name)]
    assert found == []


@pytest.mark.parametrize("game", own_games())
def test_the_same_role_has_the_same_name_in_every_game(game: str) -> None:
    for module, names in SAME_ROLE.items():
        path = ROOT / "src" / "qipai" / "games" / game / f"{module}.py"
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if "\ndef " in text:  # a small game says it all in a class of the contract
            assert names <= set(DEFINED.findall(text)), path


def test_json_is_defined_once() -> None:
    found = {path for path, text in sources().items() if JSON.search(text)}
    assert found == {"src/qipai/core/data.py", "tests/conftest.py"}


LONGEST = 500  # lines: what is longer has two subjects
MAY_BE_LONGER = {
    "src/qipai/games/mahjong/state.py": "one class, compiled as one file: what is asked at every step is in it",
    "web/src/lib/wire.gen.ts": "generated",
}


def test_no_file_is_too_long_to_be_read() -> None:
    long = {path for path, text in sources().items() if text.count("\n") > LONGEST}
    client = [path for ending in ("*.ts", "*.svelte") for path in (ROOT / "web" / "src").rglob(ending)]
    long |= {path.relative_to(ROOT).as_posix() for path in client if path.read_text(encoding="utf-8").count("\n") > LONGEST}
    assert long == set(MAY_BE_LONGER)
