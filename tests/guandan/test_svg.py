"""The drawing of a table."""

from __future__ import annotations

import qipai
import qipai.svg
from qipai.games.guandan.cards import NAMES
from qipai.games.guandan.svg_cards import STROKES, card
from tests.envs.pictures import check_faces, check_strokes, placed


def test_a_table_marks_the_wildcard() -> None:
    table = qipai.Table("guandan", seed="05" * 32)
    seat = next(s for s in range(4) if "H2" in str(table.private(s)["hand"]).split())
    seen = placed(qipai.svg.table(table, seat=seat))
    assert seen["card-H2-wild"] == 1 + str(table.private(seat)["hand"]).split().count("H2")
    assert sum(n for name, n in seen.items() if name != "card-back") == 27 + 1


def test_faces_need_no_font() -> None:
    faces = [card(name) for name in [None, *NAMES]]
    assert len(faces) == 55
    check_faces(faces)
    check_strokes(STROKES)
