"""Playing cards as shapes."""

from __future__ import annotations

from qipai.svg.board import EDGE, GOLD, INK, PAPER, RED, Board
from qipai.svg.strokes import character_svg

CARD = (44, 62)
RANKS = {"T": "10"}
STROKES = {
    "大": "M8 36H92M50 6Q50 62 8 94M52 40Q64 76 92 94",
    "小": "M50 6V84Q50 95 36 89M28 38Q22 58 8 72M70 36Q82 52 92 72",
    "王": "M16 14H84M22 49H78M8 86H92M50 14V86",
    "0": "M50 6Q20 6 20 50Q20 94 50 94Q80 94 80 50Q80 6 50 6Z",
    "1": "M30 24L56 6V94",
    "2": "M22 30Q24 6 50 6Q78 6 78 32Q78 50 20 94H82",
    "3": "M22 16Q34 6 50 6Q76 6 76 27Q76 47 44 47Q80 47 80 70Q80 94 50 94Q30 94 20 82",
    "4": "M64 94V6L14 66H86",
    "5": "M76 6H30L26 46Q36 38 50 38Q80 40 80 64Q80 94 48 94Q30 94 20 82",
    "6": "M72 12Q60 4 46 9Q20 22 20 62Q20 94 50 94Q80 94 80 66Q80 42 52 42Q26 42 20 64",
    "7": "M16 6H84Q54 44 44 94",
    "8": "M50 46Q24 42 24 26Q24 6 50 6Q76 6 76 26Q76 42 50 46Q20 50 20 71Q20 94 50 94Q80 94 80 71Q80 50 50 46Z",
    "9": "M28 88Q40 96 54 91Q80 78 80 38Q80 6 50 6Q20 6 20 34Q20 58 48 58Q74 58 80 36",
    "A": "M8 94L50 6L92 94M26 62H74",
    "J": "M72 6V68Q72 94 46 94Q22 94 20 72",
    "Q": "M50 6Q14 6 14 50Q14 94 50 94Q86 94 86 50Q86 6 50 6ZM58 68L90 98",
    "K": "M22 6V94M80 6L24 58M42 44L84 94",
}  # fmt: skip
SUIT_PATHS = {
    "H": "M50 92C10 60 4 40 4 28C4 12 16 5 27 5C38 5 46 13 50 22C54 13 62 5 73 5C84 5 96 12 96 28C96 40 90 60 50 92Z",
    "D": "M50 3L88 50L50 97L12 50Z",
    "S": "M50 3C90 36 96 50 96 62C96 76 86 82 76 82C66 82 58 77 54 69C55 82 60 92 68 97H32C40 92 45 82 46 69C42 77 34 82 24 82"
         "C14 82 4 76 4 62C4 50 10 36 50 3Z",
    "C": "M50 3C64 3 72 13 72 25C72 33 68 39 64 43C68 41 72 40 76 40C88 40 97 49 97 61C97 73 88 82 76 82C66 82 58 76 54 68"
         "C55 82 60 92 68 97H32C40 92 45 82 46 68C42 76 34 82 24 82C12 82 3 73 3 61C3 49 12 40 24 40C28 40 32 41 36 43"
         "C32 39 28 33 28 25C28 13 36 3 50 3Z",
}  # fmt: skip


def put_card(board: Board, name: str | None, x: float, y: float, scale: float = 1.0, wild: bool = False) -> None:
    """A card with its corner at (x, y); face down without a name."""
    board.put(f"card-{name or 'back'}{'-wild' if wild else ''}", card(name, wild), x, y, scale)


def suit(letter: str, x: float, y: float, size: float) -> str:
    colour = RED if letter in "HD" else INK
    return f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" d="{SUIT_PATHS[letter]}" fill="{colour}"/>'


def star(x: float, y: float, size: float) -> str:
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" fill="{GOLD}" '
        'd="M50 2L61 37L98 37L68 59L79 95L50 73L21 95L32 59L2 37L39 37Z"/>'
    )


def card(name: str | None, wild: bool = False) -> str:
    """A card with its corner at (0, 0); face down without a name. A wildcard has a star."""
    wide, high = CARD
    body = f'<rect y="1.5" width="{wide}" height="{high}" rx="5" fill="#00000044"/>'
    if name is None:
        return body + (
            f'<rect width="{wide}" height="{high}" rx="5" fill="{RED}" stroke="#7d2319"/>'
            f'<rect x="4" y="4" width="{wide - 8}" height="{high - 8}" rx="3" fill="none" stroke="#e0a49a"/>'
            f'<path d="M8 8L{wide - 8} {high - 8}M{wide - 8} 8L8 {high - 8}" stroke="#e0a49a"/>'
        )
    body += f'<rect width="{wide}" height="{high}" rx="5" fill="{PAPER}" stroke="{EDGE}"/>'
    if name in ("SB", "HR"):
        colour = RED if name == "HR" else INK
        body += character_svg(STROKES["大" if name == "HR" else "小"], 4, 5, 14, colour, 0.12)
        return body + character_svg(STROKES["王"], 4, 23, 14, colour, 0.12) + crown(colour)
    letter, rank = name[0], RANKS.get(name[1], name[1])
    colour = RED if letter in "HD" else INK
    if len(rank) == 2:
        body += character_svg(STROKES["1"], 1, 5, 12, colour, 0.15) + character_svg(STROKES["0"], 9, 5, 12, colour, 0.15)
    else:
        body += character_svg(STROKES[rank], 4, 5, 13, colour, 0.14)
    return body + suit(letter, 4.5, 21, 12) + suit(letter, 20, 34, 20) + (star(27, 4, 13) if wild else "")


def crown(colour: str) -> str:
    return f'<path d="M22 52L20 36L26 43L31 32L36 43L42 36L40 52Z" fill="{colour}"/>'
