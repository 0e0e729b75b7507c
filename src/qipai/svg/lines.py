"""The table as text, and as a picture of that text, made from a view alone."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from qipai.core.game import Game
from qipai.core.state import View
from qipai.core.text import Line, unnamed

CELL: Final = 10  # the width of a letter; a Chinese character takes two
STEP: Final = 30  # from line to line
MARGIN: Final = 20
LEAST_CELLS: Final = 60
MOST_SEATS: Final = 10
WIDEST_PIECE: Final = 5  # "JOKER"
COLOURS: Final = {
    "": "#e8f0ea",
    "red": "#c0262d",
    "black": "#1d2a24",
    "gold": "#f0c75e",
    "dim": "#9dbdac",
    "bold": "#ffffff",
    "title": "#ffffff",
    "good": "#8fe0a4",
    "bad": "#ff9a8a",
}
PIECE_COLOURS: Final = {"red": "#c0262d", "good": "#1c7a3f", "gold": "#8a6100"}


def cells(text: str) -> int:
    """The width of a text in letters."""
    return sum(2 if ord(ch) > 0x2E80 else 1 for ch in text)


def is_piece(text: str, style: str) -> bool:
    """Pieces, tiles and cards are short words in red or black, or a digit with a letter (the short name of a tile)."""
    if not text or " " in text or cells(text) > WIDEST_PIECE:
        return False
    if style in ("red", "black"):
        return True
    return len(text) == 2 and text[0].isdigit() and text[1].isalpha()


def seat_names(seats: int, names: list[str] | None, lang: str) -> list[str]:
    """The given names, or "seat 0", "seat 1", …"""
    if names is not None:
        return names
    return unnamed(seats, lang)


def text_lines(game: Game, view: View, names: list[str] | None, lang: str) -> list[Line]:
    """What the view's seat sees on a terminal."""
    return game.words.screen(view, seat_names(MOST_SEATS, names, lang), lang)


def view_text(game: Game, view: View, names: list[str] | None = None, lang: str = "en") -> str:
    """A view as lines of plain text, as in a terminal."""
    return "\n".join(["".join([span.text for span in line]) for line in text_lines(game, view, names, lang)])


def lines_svg(lines: list[Line], title: str) -> str:
    longest = LEAST_CELLS
    parts: list[str] = []
    y = MARGIN
    for line in lines:
        at = 0
        for span in line:
            width = cells(span.text)
            x = MARGIN + CELL * at
            if is_piece(span.text, span.style):
                parts.append(piece_svg(span.text, span.style, x, y, CELL * width))
            elif span.text.strip():
                weight = ' font-weight="bold"' if span.style in ("bold", "title") else ""
                colour = COLOURS.get(span.style, COLOURS[""])
                parts.append(
                    f'<text x="{x}" y="{y + 20}" textLength="{CELL * width}" lengthAdjust="spacing" '
                    f'fill="{colour}"{weight}>{escape(span.text)}</text>'
                )
            at += width
        longest = max(longest, at)
        y += STEP
    wide = 2 * MARGIN + CELL * longest
    high = y + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        'font-family="\'Noto Sans Mono CJK SC\', \'DejaVu Sans Mono\', monospace" font-size="16" xml:space="preserve">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{wide}" height="{high}" rx="14" fill="#14503a"/>' + "".join(parts) + "</svg>"
    )


def piece_svg(text: str, style: str, x: int, y: int, width: int) -> str:
    """An ivory piece with its character; one character makes a disc, more of them a tile or a card."""
    colour = PIECE_COLOURS.get(style, "#1d2a24")
    middle = x + width / 2
    if cells(text) == 2 and len(text) == 1:
        back = f'<circle cx="{middle:g}" cy="{y + 14}" r="12.5" fill="#f7ecd2" stroke="{colour}" stroke-width="1.5"/>'
    else:
        back = f'<rect x="{x - 2}" y="{y + 1}" width="{width + 4}" height="26" rx="4" fill="#fbf7ea" stroke="#b9ad8c"/>'
    return (
        f'{back}<text x="{middle:g}" y="{y + 20}" text-anchor="middle" fill="{colour}" font-weight="bold">{escape(text)}</text>'
    )
