"""Pictures of tables.

    qipai.svg.table(t)                 what a spectator sees, as SVG text
    qipai.svg.table(t, seat=0)         what seat 0 sees
    qipai.svg.pixels(picture)          the same as an array of pixels (needs the extra `rl`)

A notebook shows a table by itself: as a spectator sees it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from qipai.core.drawing import view_svg, view_text
from qipai.core.state import SPECTATOR
from qipai.core.table import Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def table(shown: Table, seat: int = SPECTATOR, *, names: list[str] | None = None, lang: str = "en") -> str:
    """The table as a seat sees it, a spectator if none is named; never anything hidden from it."""
    return view_svg(shown.game_object, shown.view(seat), names, lang)


def pixels(picture: str) -> NDArray[np.uint8]:
    """An SVG as an array (height, width, 3) of uint8. Characters are drawn with the fonts of the machine."""
    import numpy as np
    import resvg_py
    from PIL import Image

    png = bytes(resvg_py.svg_to_bytes(svg_string=picture))
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)


__all__ = ["pixels", "table", "view_svg", "view_text"]
