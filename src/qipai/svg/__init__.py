"""Pictures of tables.

    qipai.svg.table(t)                 what a spectator sees, as SVG text
    qipai.svg.table(t, seat=0)         what seat 0 sees
    qipai.svg.pixels(picture)          the same as an array of pixels (needs the extra `rl`)

A notebook shows a table by itself, as a spectator sees it. Pictures are made from a view, so they hold nothing hidden.
Pieces, tiles and cards are shapes and need no font; words use the fonts of the machine. A game's own drawing is `draw` of the
module `svg` in its folder; a game without one is shown by the lines of its terminal screen.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from qipai.core.data import brief
from qipai.core.errors import bad_input
from qipai.core.extras import need
from qipai.core.game import Game
from qipai.core.registry import part
from qipai.core.state import SPECTATOR, View
from qipai.core.table import Table
from qipai.core.text import Span, signed
from qipai.svg.lines import lines_svg, seat_names, text_lines, view_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def table(shown: Table, seat: int = SPECTATOR, *, names: list[str] | None = None, lang: str = "en") -> str:
    """The table as a seat sees it, by default a spectator. BAD_SEAT; BAD_INPUT if it is no table, or without a name for
    every seat."""
    if not isinstance(shown, Table):
        raise bad_input(f"{brief(shown)} isn’t a table", f"{brief(shown)} 不是牌桌")
    if names is not None and not (isinstance(names, list | tuple) and [type(name) for name in names] == [str] * shown.seats):
        raise bad_input(f"names are those of {shown.seats} seats", f"应有 {shown.seats} 个座位的名字")
    returns = shown.state.returns() if shown.over else None
    return view_svg(shown.game, shown.view(seat), names, lang, returns)


def view_svg(game: Game, view: View, names: list[str] | None = None, lang: str = "en", returns: list[int] | None = None) -> str:
    """A picture of a view. `returns` are the points of a finished deal."""
    lines = text_lines(game, view, names, lang)
    drawing = part(game, "svg")
    if drawing is None:
        if returns is not None:
            known = seat_names(len(returns), names, lang)
            lines.append([Span("   ".join([f"{known[seat]} {signed(points)}" for seat, points in enumerate(returns)]), "bold")])
        return lines_svg(lines, game.title.say(lang))
    from qipai.svg.board import Board

    board = Board(game.title.say(lang), "".join([span.text for span in lines[0]]))
    drawing.draw(board, view, names, lang, returns)
    return board.svg()


def pixels(picture: str) -> NDArray[np.uint8]:
    """An SVG as an array (height, width, 3) of uint8. MissingExtra."""
    need("rl")
    import numpy as np
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=picture))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)


__all__ = ["pixels", "table", "view_svg", "view_text"]
