"""The drawing of a table."""

from __future__ import annotations

import re
from collections import Counter

import qipai
from qipai.core.registry import game as find_game
from qipai.games.mahjong.svg_tiles import STROKES, tile
from qipai.games.mahjong.tiles import NAMES, read_tiles
from qipai.svg import view_svg
from tests.envs.decisions import decisions
from tests.envs.pictures import check_faces, check_strokes, placed
from tests.golden_runner import table_of


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


def drawn(table: qipai.Table, seat: int, lang: str = "en") -> str:
    return view_svg(table.game, table.view(seat), lang=lang)


def test_a_swap_shows_who_has_chosen_and_afterwards_where_it_went() -> None:
    before = table_of("mahjong", "mjs-x47-4")
    swapping = table_of("mahjong", "mjs-x47-4", 2)
    picture = drawn(swapping, 0)
    assert picture.count("chosen") == 2
    assert ">gave<" in picture
    assert ">got<" not in picture
    other = drawn(swapping, 2)
    assert ">gave<" not in other  # has not chosen, and does not see what others gave
    assert "tile-1p" not in placed(drawn(swapping, -1))

    picture = drawn(before, 0)
    assert "The die shows 4: swapped tiles go to the player across" in picture
    assert ">got<" in picture
    assert placed(picture)["tile-3m"] == 2  # in the hand and beside it
    assert placed(picture)["tile-1p"] == 2  # gone, but shown as given
    assert "骰子 4 点，换三张：给对家" in drawn(before, 0, "zh")


def test_naming_the_void_suit_shows_who_has_and_nothing_more() -> None:
    table = table_of("mahjong", "mjs-x47-4")
    table.play(1, "missing m")
    picture = drawn(table, 0)
    assert picture.count("chosen") == 1
    assert "void suit:" not in picture
    for seat, suit in ((0, "p"), (2, "m"), (3, "m")):
        table.play(seat, f"missing {suit}")
    assert drawn(table, 0).count("void suit: characters") == 3


def test_who_has_won_and_left_steps_back_with_the_winning_tile() -> None:
    """Two have robbed a kong (X30)."""
    table = table_of("mahjong", "mjs-x30")
    picture = drawn(table, 0)
    assert picture.count("won and out") == 2
    assert picture.count('stroke-width="1" opacity="0.6"') == 2
    asked = table_of("mahjong", "mjs-x30-asked")
    assert (
        placed(drawn(asked, 0))["tile-5p"] == placed(drawn(table, 0))["tile-5p"] - 2
    )  # then in the middle; now robbed and won twice


def test_every_tile_of_a_full_hand_is_on_the_table() -> None:
    places = [float(x) for x in re.findall(r"translate\((-?[\d.]+) ", drawn(table_of("mahjong", "mjs-x47-4"), 0))]
    assert min(places) >= 8
    assert max(places) <= 952 - 10
