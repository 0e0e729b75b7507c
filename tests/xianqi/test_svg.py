"""The drawing of a table."""

from __future__ import annotations

import qipai
import qipai.svg
from qipai.games.xianqi.pieces import NAMES
from qipai.games.xianqi.svg_pieces import STROKES, piece
from tests.envs.pictures import check_faces, check_strokes, placed


def test_a_hand_lies_on_the_table_of_its_seat_alone() -> None:
    table = qipai.Table("xianqi", seed="ab" * 32)
    seat = table.to_act[0]
    hand = table.private(seat)["hand"]
    seen = placed(qipai.svg.table(table, seat=seat))
    assert {name.removeprefix("piece-"): n for name, n in seen.items() if name != "piece-back"} == hand
    assert seen["piece-back"] == 16
    assert placed(qipai.svg.table(table)) == {"piece-back": 24}


def test_faces_need_no_font() -> None:
    faces = [piece(name) for name in [None, *NAMES]]
    assert len(faces) == 13
    check_faces(faces)
    check_strokes(STROKES)
