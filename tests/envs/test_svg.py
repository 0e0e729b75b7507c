"""Pictures of tables: well formed, the same for everybody who knows the same, nothing hidden in them."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

import qipai
import qipai.svg
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.games.guandan.cards import NAMES as CARDS
from qipai.games.mahjong.tiles import NAMES as TILES
from qipai.games.mahjong.tiles import read_tiles
from qipai.games.xianqi.pieces import NAMES as PIECES
from qipai.svg import view_svg
from qipai.svg.lines import lines_of, lines_svg
from qipai.svg.pieces import card, disc, tile
from qipai.svg.strokes import JOINED, STROKES, fitted
from tests.envs.decisions import GAMES, decisions


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_picture_is_made_of_the_view_alone(game: str, lang: str) -> None:
    found = find_game(game)
    rng = FastRng(2)
    for number, (state, seat) in enumerate(decisions(game, 31, 1)):
        if seat < 0 or number % 9:
            continue
        for who in (seat, -1):
            picture = view_svg(found, state.view(who), None, lang)
            ET.fromstring(picture)
            assert picture == view_svg(found, found.world(state.view(who), rng).view(who), None, lang)


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_what_a_spectator_sees(game: str) -> None:
    table = qipai.Table(game, seed="ab" * 32)
    assert table._repr_svg_() == qipai.svg.table(table)
    own = qipai.svg.table(table, seat=table.to_act[0])
    assert own != qipai.svg.table(table)
    assert qipai.svg.table(table, seat=0, names=["<甲>", "b", "c", "d"], lang="zh").count("&lt;甲&gt;") >= 1


def placed(picture: str) -> Counter[str]:
    """The faces that lie on a table, by the names of their shapes."""
    links = [element.attrib["href"][1:] for element in ET.fromstring(picture).iter() if element.tag.endswith("}use")]
    return Counter(links)


def test_a_xianqi_hand_lies_on_the_table_of_its_seat_alone() -> None:
    table = qipai.Table("xianqi", seed="ab" * 32)
    seat = table.to_act[0]
    hand = table.private(seat)["hand"]
    seen = placed(qipai.svg.table(table, seat=seat))
    assert {name.removeprefix("disc-"): n for name, n in seen.items() if name != "disc-back"} == hand
    assert seen["disc-back"] == 16
    assert placed(qipai.svg.table(table)) == {"disc-back": 24}


def test_a_mahjong_table_shows_rivers_and_one_hand() -> None:
    state, seat = next((s, who) for n, (s, who) in enumerate(decisions("mahjong", 31, 1)) if n > 60 and who >= 0)
    found, view = find_game("mahjong"), state.view(seat)
    public, private = view.public(), view.private()
    wanted: Counter[str] = Counter(f"tile-{entry['tile']}" for river in public["rivers"] for entry in river)
    wanted.update(f"tile-{TILES[tile]}" for tile in [*read_tiles(private["hand"]), *read_tiles(private["buried"])])
    wanted.update(f"tile-{meld['tile']}" for melds in public["melds"] for meld in melds for _ in range(3))
    wanted["tile-back"] = 1 + sum(held for other, held in enumerate(public["held"]) if other != seat)
    assert placed(view_svg(found, view)) == wanted


def test_a_guandan_table_marks_the_wildcard() -> None:
    table = qipai.Table("guandan", seed="05" * 32)
    seat = next(s for s in range(4) if "H2" in str(table.private(s)["hand"]).split())
    seen = placed(qipai.svg.table(table, seat=seat))
    assert seen["card-H2-wild"] == 1 + str(table.private(seat)["hand"]).split().count("H2")
    assert sum(n for name, n in seen.items() if name != "card-back") == 27 + 1


def test_faces_need_no_font() -> None:
    """Every face is shapes alone, and each is unlike every other."""
    faces = (
        [disc(name) for name in [None, *PIECES]]
        + [tile(name) for name in [None, *TILES]]
        + [card(name) for name in [None, *CARDS]]
    )
    assert len(set(faces)) == len(faces) == 13 + 28 + 55
    for face in faces:
        assert "<text" not in face
        ET.fromstring(f"<g>{face}</g>")


@pytest.mark.parametrize("character", [*STROKES, *JOINED])
def test_strokes_stay_in_their_square(character: str) -> None:
    numbers = re.findall(r"-?[0-9.]+", fitted(STROKES[JOINED.get(character, character)], 10, 20, 50, 50))
    assert all(10 <= float(number) <= 70 for number in numbers)
    assert fitted("M0 100H50V0Q100 50 0 0Z", 0, 0, 10, 20) == "M0 20H5V0Q10 10 0 0Z"


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_over_shows_what_it_brought(game: str, lang: str) -> None:
    table = qipai.Table(game, seed="03" * 32)
    while not table.over:
        table.play(table.to_act[0], table.canonical(table.to_act[0])[0])
    words = " ".join(element.text or "" for element in ET.fromstring(qipai.svg.table(table, lang=lang)).iter())
    for points in table.state.returns():
        assert (f"+{points}" if points > 0 else str(points)) in words


def test_a_game_without_a_drawing_is_shown_by_its_lines() -> None:
    found = find_game("xianqi")
    view = next(decisions("xianqi", 1, 1))[0].view(0)
    picture = lines_svg(lines_of(found, view, None, "zh"), "掀棋")
    assert "你的手棋" in "".join(ET.fromstring(picture).itertext())


def test_pixels() -> None:
    table = qipai.Table("xianqi", seed="ab" * 32)
    picture = qipai.svg.table(table)
    image = qipai.svg.pixels(picture)
    root = ET.fromstring(picture)
    assert image.shape == (int(root.attrib["height"]), int(root.attrib["width"]), 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 10


def test_a_table_loads_no_drawing_and_the_library_no_numpy() -> None:
    script = "import sys, qipai; t = qipai.Table('xianqi'); print(sorted({'numpy', 'qipai.svg'} & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=None)
    assert told.stdout.strip() == "[]"
