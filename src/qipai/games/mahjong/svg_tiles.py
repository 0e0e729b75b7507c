"""Mahjong tiles as shapes."""

from __future__ import annotations

from qipai.svg.board import BLUE, EDGE, GREEN, INK, IVORY, RED, Board
from qipai.svg.strokes import character_svg

TILE = (34, 46)
STROKES = {
    "一": "M8 50H92",
    "二": "M20 26H80M8 78H92",
    "三": "M18 18H82M24 50H76M8 84H92",
    "四": "M12 20H88V84H12ZM38 20Q38 48 22 64M60 20V48Q60 60 76 58",
    "五": "M16 14H84M50 14L40 86M20 48H72V86M6 86H94",
    "六": "M44 4L56 18M8 34H92M36 46Q28 72 10 94M62 46Q76 68 90 94",
    "七": "M8 50L92 34M42 6V76Q42 90 56 90H78Q90 90 90 72",
    "八": "M36 22Q32 64 8 92M56 12Q66 62 94 92",
    "九": "M8 36H64V76Q64 90 76 90H82Q94 90 92 70M38 6Q40 66 8 94",
    "万": "M8 14H92M42 14Q40 64 8 94M40 42H80Q82 72 76 86Q72 95 56 88",
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


def put_tile(board: Board, name: str | None, x: float, y: float, scale: float = 1.0, faded: bool = False) -> None:
    """A tile with its corner at (x, y); face down without a name."""
    board.put(f"tile-{name or 'back'}", tile(name), x, y, scale, faded)


def tile(name: str | None) -> str:
    """A tile with its corner at (0, 0); face down without a name."""
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
        return (
            body
            + character_svg(STROKES["一二三四五六七八九"[number - 1]], 8.5, 3.5, 17, INK, 0.11)
            + character_svg(STROKES["万"], 8.5, 22.5, 17, RED, 0.12)
        )
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
