"""Takes the files out of docs/adding-a-game.md: a heading line that is a file name, then a fenced block."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^\*\*`([\w./-]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = ("duel", "highcard")
GAME = "highcard"  # the one with everything but a drawing, an encoder and a web table
OUTSIDE = "qipai-duel/pyproject.toml"  # of a package of its own; the other files belong into the tree


def blocks() -> dict[str, str]:
    """Every block of the page by its file name."""
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len({name for name, _ in found}) == len(found), "a file is there twice"
    return dict(found)


def files(game: str | None = None) -> dict[str, str]:
    """The files of one recipe, or of both, by their paths in the repository."""
    return {name: text for name, text in blocks().items() if name != OUTSIDE and (game is None or game in name)}


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def cook(folder: Path, game: str | None = None) -> Path:
    """Writes the recipes' files below `folder`; returns the folder to add to `qipai.games.__path__`."""
    write(folder, files(game))
    return folder / "src" / "qipai" / "games"


def package(folder: Path, game: str) -> Path:
    """The same game as a distribution of its own, as the page says; returns its folder."""
    place = folder / f"qipai-{game}"
    own = f"qipai_{game}"
    write(place, {"pyproject.toml": blocks()[OUTSIDE].replace("duel", game)})
    for name, text in files(game).items():
        if name.startswith("src/"):
            write(place, {f"{own}/{Path(name).name}": text.replace(f"qipai.games.{game}", own)})
    return place
