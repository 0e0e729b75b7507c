"""Takes the files out of docs/adding-a-game.md: a heading line that is a file name, then a fenced block."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^\*\*`([\w./-]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAME = "highcard"


def files() -> dict[str, str]:
    """Every file of the recipe by its path in the repository."""
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len({name for name, _ in found}) == len(found), "a file is there twice"
    return dict(found)


def cook(folder: Path) -> Path:
    """Writes the recipe's files below `folder`; returns the folder to add to `qipai.games.__path__`."""
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "src" / "qipai" / "games"
