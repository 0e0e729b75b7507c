"""High Card of docs/adding-a-game.md as a package of somebody else: installed beside Qipai, with no folder in the client."""

from __future__ import annotations

from pathlib import Path

from tests.toy import recipe

INSIDE = f"qipai.games.{recipe.GAME}"


def install(site: Path) -> None:
    """Writes the package below `site`; with that folder on PYTHONPATH the server and its workers find the game."""
    for name, text in recipe.files(recipe.GAME).items():
        inside = name.partition("src/qipai/games/")[2]
        if inside:
            path = site / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace(INSIDE, recipe.GAME), encoding="utf-8")
    info = site / f"{recipe.GAME}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {recipe.GAME}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[qipai.games]\n{recipe.GAME} = {recipe.GAME}.game\n", encoding="utf-8")
