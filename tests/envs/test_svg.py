"""Pictures of tables: well formed, the same for everybody who knows the same, nothing hidden in them."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import qipai
import qipai.svg
from qipai.core.registry import game as find_game
from qipai.core.rng import FastRng
from qipai.core.text import signed
from qipai.svg import view_svg, view_text
from qipai.svg.strokes import fit
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
    names = ["<甲>", "b", "c", "d"][: table.seats]
    assert qipai.svg.table(table, seat=0, names=names, lang="zh").count("&lt;甲&gt;") >= 1


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_a_deal_that_is_over_shows_what_it_brought(game: str, lang: str) -> None:
    table = qipai.Table(game, seed="03" * 32)
    while not table.over:
        table.play(table.to_act[0], table.canonical(table.to_act[0])[0])
    words = " ".join(element.text or "" for element in ET.fromstring(qipai.svg.table(table, lang=lang)).iter())
    for points in table.state.returns():
        assert signed(points) in words


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_drawing_is_shown_by_its_lines(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qipai.svg, "part", lambda game, name: None)
    found, view = find_game(game), next(decisions(game, 1, 1))[0].view(0)
    picture = ET.fromstring(view_svg(found, view, None, lang))
    text = "".join(picture.itertext())
    assert text.startswith(found.title.say(lang))
    for word in view_text(found, view, None, lang).split():
        assert word in text
    assert not any(element.tag.endswith("}use") for element in picture.iter())


def test_a_path_is_fitted_into_another_box() -> None:
    assert fit("M0 100H50V0Q100 50 0 0Z", 0, 0, 10, 20) == "M0 20H5V0Q10 10 0 0Z"


def test_pixels() -> None:
    table = qipai.Table(GAMES[0], seed="ab" * 32)
    picture = qipai.svg.table(table)
    image = qipai.svg.pixels(picture)
    root = ET.fromstring(picture)
    assert image.shape == (int(root.attrib["height"]), int(root.attrib["width"]), 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 10


def test_a_table_loads_no_drawing_and_the_library_no_numpy() -> None:
    script = "import sys, qipai; t = qipai.Table(qipai.games()[0]); print(sorted({'numpy', 'qipai.svg'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=None)
    assert done.stdout.strip() == "[]"
