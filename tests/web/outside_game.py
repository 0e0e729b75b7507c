"""The games of docs/adding-a-game.md as packages of somebody else: installed beside Qipai, with no folder in the client."""

from __future__ import annotations

import os
from pathlib import Path

from tests.toy import recipe


def install(site: Path) -> str:
    """Writes the packages below `site`; with the answer in PYTHONPATH a server and its workers find the games."""
    places = []
    for game in recipe.GAMES:
        place = recipe.package(site, game)
        info = place / f"qipai_{game}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: qipai-{game}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[qipai.games]\n{game} = qipai_{game}.game\n", encoding="utf-8")
        places.append(str(place))
    return os.pathsep.join(filter(None, [*places, os.environ.get("PYTHONPATH")]))
