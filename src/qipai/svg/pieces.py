"""Discs, tiles and cards as shapes: each face is defined once in a picture and then only placed."""

from __future__ import annotations

from qipai.games.xianqi.pieces import CHARACTERS
from qipai.games.xianqi.pieces import NAMES as PIECES
from qipai.svg.strokes import drawn

RED, INK, GOLD, GREEN, BLUE = "#b5382a", "#23211d", "#c9a45c", "#2f6b45", "#2f5d86"
PAPER, IVORY, EDGE = "#fbf7ec", "#fdf9ee", "#cdbf9d"
TILE = (34, 46)
CARD = (44, 62)
RANKS = {"T": "10"}
SUIT_PATHS = {
    "H": "M50 92C10 60 4 40 4 28C4 12 16 5 27 5C38 5 46 13 50 22C54 13 62 5 73 5C84 5 96 12 96 28C96 40 90 60 50 92Z",
    "D": "M50 3L88 50L50 97L12 50Z",
    "S": "M50 3C90 36 96 50 96 62C96 76 86 82 76 82C66 82 58 77 54 69C55 82 60 92 68 97H32C40 92 45 82 46 69C42 77 34 82 24 82"
         "C14 82 4 76 4 62C4 50 10 36 50 3Z",
    "C": "M50 3C64 3 72 13 72 25C72 33 68 39 64 43C68 41 72 40 76 40C88 40 97 49 97 61C97 73 88 82 76 82C66 82 58 76 54 68"
         "C55 82 60 92 68 97H32C40 92 45 82 46 68C42 76 34 82 24 82C12 82 3 73 3 61C3 49 12 40 24 40C28 40 32 41 36 43"
         "C32 39 28 33 28 25C28 13 36 3 50 3Z",
}  # fmt: skip
SPOTS = {
    1: [(50, 50)],
    2: [(50, 27), (50, 73)],
    3: [(22, 22), (50, 50), (78, 78)],
    4: [(28, 27), (72, 27), (28, 73), (72, 73)],
    5: [(26, 23), (74, 23), (50, 50), (26, 77), (74, 77)],
    6: [(30, 20), (70, 20), (30, 50), (70, 50), (30, 80), (70, 80)],
    7: [(20, 16), (50, 26), (80, 36), (30, 60), (70, 60), (30, 84), (70, 84)],
    8: [(30, 14), (70, 14), (30, 38), (70, 38), (30, 62), (70, 62), (30, 86), (70, 86)],
    9: [(20, 20), (50, 20), (80, 20), (20, 50), (50, 50), (80, 50), (20, 80), (50, 80), (80, 80)],
}
STICKS = {
    2: [(50, 27), (50, 73)],
    3: [(50, 27), (28, 73), (72, 73)],
    4: [(28, 27), (72, 27), (28, 73), (72, 73)],
    5: [(22, 27), (78, 27), (50, 50), (22, 73), (78, 73)],
    6: [(20, 27), (50, 27), (80, 27), (20, 73), (50, 73), (80, 73)],
    7: [(50, 18), (20, 50), (50, 50), (80, 50), (20, 82), (50, 82), (80, 82)],
    8: [(14, 27), (38, 27), (62, 27), (86, 27), (14, 73), (38, 73), (62, 73), (86, 73)],
    9: [(20, 18), (50, 18), (80, 18), (20, 50), (50, 50), (80, 50), (20, 82), (50, 82), (80, 82)],
}


def disc(name: str | None) -> str:
    """A Xianqi piece around (0, 0) of radius 23; its back without a name."""
    if name is None:
        return (
            '<circle cy="2" r="22" fill="#00000055"/><circle r="22" fill="#8a5a34" stroke="#5e3a1f"/>'
            '<circle r="17" fill="none" stroke="#c08b56"/><path d="M-10 0H10M0 -10V10M-7 -7L7 7M7 -7L-7 7" stroke="#c08b56"/>'
        )
    colour = RED if name.startswith("R") else INK
    return (
        '<circle cy="2" r="22" fill="#00000055"/><circle r="22" fill="#ecd3a3" stroke="#a77b45"/>'
        f'<circle r="18.5" fill="#f6e5c1" stroke="{colour}" stroke-width="1.2"/>'
        + drawn(CHARACTERS[PIECES.index(name)], -12, -12, 24, colour, 0.11)
    )


def tile(name: str | None) -> str:
    """A mahjong tile with its corner at (0, 0); its back without a name."""
    wide, high = TILE
    body = f'<rect y="3" width="{wide}" height="{high - 1}" rx="4" fill="{GREEN}"/>'
    if name is None:
        return body + (
            f'<rect width="{wide}" height="{high - 3}" rx="4" fill="#3d7f57" stroke="#1f4d33"/>'
            f'<rect x="5" y="5" width="{wide - 10}" height="{high - 13}" rx="3" fill="none" stroke="#7fb795"/>'
        )
    body += f'<rect width="{wide}" height="{high - 3}" rx="4" fill="{IVORY}" stroke="{EDGE}"/>'
    number, suit = int(name[0]), name[1]
    if suit == "m":
        return body + drawn("一二三四五六七八九"[number - 1], 8.5, 3.5, 17, INK, 0.11) + drawn("万", 8.5, 22.5, 17, RED, 0.12)
    return body + (dots(number) if suit == "p" else bamboo(number))


def dots(number: int) -> str:
    radius = {1: 10.0, 2: 6.4, 3: 5.2}.get(number, 4.4)
    out = ""
    for k, (x, y) in enumerate(SPOTS[number]):
        cx, cy = 3 + 0.28 * x, 3 + 0.37 * y
        colour = RED if number in (1, 5) and k == len(SPOTS[number]) // 2 else (BLUE if k % 2 else GREEN)
        out += (
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius * 0.78:.2f}" fill="{IVORY}" stroke="{colour}" '
            f'stroke-width="{radius * 0.44:.2f}"/><circle cx="{cx:.1f}" cy="{cy:.1f}" r="{radius * 0.25:.2f}" fill="{colour}"/>'
        )
    return out


def bamboo(number: int) -> str:
    if number == 1:  # the bird
        return (
            f'<path d="M17 9Q22 9 22 14Q27 20 24 28Q21 34 14 33Q8 30 11 22Q14 18 13.5 13Q14 9 17 9Z" fill="{GREEN}"/>'
            f'<path d="M22 13L28 12L22 16ZM14 33L9 40M17 34L15 41M20 33L21 40" fill="{RED}" stroke="{RED}"/>'
            f'<circle cx="18" cy="13" r="1.3" fill="{IVORY}"/><path d="M14 24Q18 22 22 26" fill="none" stroke="{IVORY}"/>'
        )
    short = number >= 7 and number != 8
    length, out = (11.0 if short else 16.0), ""
    for k, (x, y) in enumerate(STICKS[number]):
        cx, cy = 3 + 0.28 * x, 3 + 0.37 * y
        colour = RED if (number in (5, 7) and (x, y) in ((50, 50), (50, 18)) and k in (0, 2)) else GREEN
        if number == 9 and x == 50:
            colour = RED
        out += (
            f'<rect x="{cx - 1.9:.1f}" y="{cy - length / 2:.1f}" width="3.8" height="{length:g}" rx="1.9" fill="{colour}"/>'
            f'<path d="M{cx - 1.9:.1f} {cy:.1f}h3.8" stroke="{IVORY}" stroke-width="1.2"/>'
        )
    return out


def suit(letter: str, x: float, y: float, size: float) -> str:
    colour = RED if letter in "HD" else INK
    return f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" d="{SUIT_PATHS[letter]}" fill="{colour}"/>'


def star(x: float, y: float, size: float) -> str:
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" fill="{GOLD}" '
        'd="M50 2L61 37L98 37L68 59L79 95L50 73L21 95L32 59L2 37L39 37Z"/>'
    )


def card(name: str | None, wild: bool = False) -> str:
    """A card with its corner at (0, 0); its back without a name. A wildcard wears a star."""
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
        first = "大" if name == "HR" else "小"
        return body + drawn(first, 4, 5, 14, colour, 0.12) + drawn("王", 4, 23, 14, colour, 0.12) + crown(colour)
    letter, rank = name[0], RANKS.get(name[1], name[1])
    colour = RED if letter in "HD" else INK
    if len(rank) == 2:
        body += drawn("1", 1, 5, 12, colour, 0.15) + drawn("0", 9, 5, 12, colour, 0.15)
    else:
        body += drawn(rank, 4, 5, 13, colour, 0.14)
    return body + suit(letter, 4.5, 21, 12) + suit(letter, 20, 34, 20) + (star(27, 4, 13) if wild else "")


def crown(colour: str) -> str:
    return f'<path d="M22 52L20 36L26 43L31 32L36 43L42 36L40 52Z" fill="{colour}"/>'
