"""The felt and the seats around it: what the pictures of all games share."""

from __future__ import annotations

from xml.sax.saxutils import escape

RED, INK, GOLD, GREEN, BLUE = "#b5382a", "#23211d", "#c9a45c", "#2f6b45", "#2f5d86"
PAPER, IVORY, EDGE = "#fbf7ec", "#fdf9ee", "#cdbf9d"
WIDE, HIGH = 960, 720
FONTS = "system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', 'DejaVu Sans', sans-serif"
# where the seats sit, starting at the bottom; play runs counter-clockwise
PLATES = {
    3: [(480, 690), (740, 110), (220, 110)],
    4: [(480, 690), (850, 330), (480, 70), (110, 330)],
}
PLATE = (190, 44)


class Board:
    """The parts of a picture, from back to front."""

    def __init__(self, title: str, head: str) -> None:
        self.title = title
        self.faces: dict[str, str] = {}
        self.parts: list[str] = []
        self.text(24, 34, head, size=17, colour="#f4ead2")

    def text(self, x: float, y: float, words: str, *, size: int = 14, colour: str = "#e6e2d3", middle: bool = False) -> None:
        anchor = ' text-anchor="middle"' if middle else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"{anchor}>{escape(words)}</text>')

    def put(self, name: str, drawing: str, x: float, y: float, scale: float = 1.0, faded: bool = False) -> None:
        """A shape, which is defined once under its name and then only placed."""
        self.faces.setdefault(name, drawing)
        size = "" if scale == 1 else f" scale({scale:g})"
        pale = ' opacity="0.45"' if faded else ""
        self.parts.append(f'<use href="#{name}" transform="translate({x:g} {y:g}){size}"{pale}/>')

    def plate(self, place: tuple[int, int], name: str, words: str, *, acts: bool = False, dim: bool = False) -> None:
        """A seat: its name, a line about it, and a golden border when it is to act."""
        wide, high = PLATE
        x, y = place[0] - wide / 2, place[1] - high / 2
        edge = f'stroke="{GOLD}" stroke-width="3"' if acts else 'stroke="#0d2621" stroke-width="1"'
        pale = ' opacity="0.6"' if dim else ""
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{wide}" height="{high}" rx="8" fill="#122e29" {edge}{pale}/>')
        self.text(place[0], y + 18, name, size=14, colour=GOLD if acts else "#f4ead2", middle=True)
        self.text(place[0], y + 36, words, size=12, colour="#b9cfc4", middle=True)

    def svg(self) -> str:
        faces = "".join([f'<g id="{name}">{drawing}</g>' for name, drawing in self.faces.items()])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
            f'font-family="{FONTS}"><title>{escape(self.title)}</title><defs>'
            '<radialGradient id="felt" cx="50%" cy="46%" r="72%"><stop offset="0" stop-color="#275f55"/>'
            '<stop offset="1" stop-color="#173a35"/></radialGradient>'
            f'{faces}</defs><rect width="{WIDE}" height="{HIGH}" rx="18" fill="#3a2a1c"/>'
            f'<rect x="8" y="8" width="{WIDE - 16}" height="{HIGH - 16}" rx="14" fill="url(#felt)"/>'
            + "".join(self.parts)
            + "</svg>"
        )


def relative_seat(seats: int, seat: int, below: int) -> int:
    """A seat, counted from the one at the bottom."""
    return (seat - below) % seats
