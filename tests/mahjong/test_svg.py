"""The drawing of a table."""

from __future__ import annotations

from collections import Counter

from qipai.core.registry import game as find_game
from qipai.games.mahjong.svg_tiles import STROKES, tile
from qipai.games.mahjong.tiles import NAMES, read_tiles
from qipai.svg import view_svg
from tests.envs.decisions import decisions
from tests.envs.pictures import check_faces, check_strokes, placed


def test_a_table_shows_rivers_and_one_hand() -> None:
    state, seat = next((s, who) for n, (s, who) in enumerate(decisions("mahjong", 31, 1)) if n > 60 and who >= 0)
    found, view = find_game("mahjong"), state.view(seat)
    public, private = view.public(), view.private()
    wanted: Counter[str] = Counter(f"tile-{entry['tile']}" for river in public["rivers"] for entry in river)
    wanted.update(f"tile-{NAMES[tile]}" for tile in [*read_tiles(private["hand"]), *read_tiles(private["buried"])])
    wanted.update(f"tile-{meld['tile']}" for melds in public["melds"] for meld in melds for _ in range(3))
    wanted["tile-back"] = 1 + sum(held for other, held in enumerate(public["held"]) if other != seat)
    assert placed(view_svg(found, view)) == wanted


def test_faces_need_no_font() -> None:
    faces = [tile(name) for name in [None, *NAMES]]
    assert len(faces) == 28
    check_faces(faces)
    check_strokes(STROKES)
