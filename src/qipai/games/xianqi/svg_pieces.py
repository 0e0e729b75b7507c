"""Xianqi pieces as shapes."""

from __future__ import annotations

from qipai.games.xianqi.pieces import CHARACTERS, NAMES
from qipai.svg.board import INK, RED, Board
from qipai.svg.strokes import character_svg, fit

PERSON = "M30 6Q24 28 6 46M20 34V94"
WRAP = "M62 6Q56 22 46 32M58 20H92V56Q92 70 78 66M54 40H76V57H54M54 40V80Q54 92 68 92H88Q96 92 96 78"
STROKES = {
    "士": "M10 38H90M50 8V86M24 86H76",
    "相": "M4 32H46M25 6V94M25 34Q18 56 3 70M27 38L44 58M56 14H92V90H56ZM56 39H92M56 64H92",
    "象": "M38 4Q32 16 18 26M34 14H62L52 26M26 26H76V44H26ZM51 26V44M50 44Q36 56 14 60M40 52Q60 62 56 84Q53 96 40 90"
          "M50 62Q36 72 14 77M54 73Q38 86 12 93M82 48Q72 57 60 62M58 60Q74 78 94 88",
    "馬": "M22 8V56M22 8H80M22 24H74M22 40H74M50 8V56M22 56H84V78Q84 94 66 90M14 70L8 90M32 70L36 83M48 68L54 81M64 66L70 77",
    "車": "M14 16H86M24 30H76V66H24ZM24 48H76M50 4V96M6 80H94",
    "炮": "M10 38L16 54M40 34L33 50M25 6V48Q24 72 4 94M26 56Q34 74 44 84" + WRAP,
    "砲": "M4 14H44M24 14Q20 44 3 64M15 50H42V86H15Z" + WRAP,
    "兵": "M66 6Q48 13 28 17M28 17V60M28 37H76M60 37V60M6 60H94M34 70Q26 84 10 94M66 70Q76 83 92 94",
    "卒": "M46 3L54 12M12 17H88M34 22Q28 38 14 48M30 33Q38 41 44 50M68 22Q62 38 52 48M66 33Q76 40 86 50M6 63H94M50 50V98",
}  # fmt: skip


def beside_person(character: str) -> str:
    """The narrower character to the right of 亻."""
    return PERSON + fit(STROKES[character], 34, 2, 66, 96)


STROKES |= {"仕": beside_person("士"), "傌": beside_person("馬"), "俥": beside_person("車")}


def put_piece(board: Board, name: str | None, x: float, y: float, scale: float = 1.0) -> None:
    """A piece with the corner of its square at (x, y); face down without a name."""
    board.put(f"piece-{name or 'back'}", piece(name), x + 23 * scale, y + 23 * scale, scale)


def piece(name: str | None) -> str:
    """A piece around (0, 0) with radius 23; face down without a name."""
    if name is None:
        return (
            '<circle cy="2" r="22" fill="#00000055"/><circle r="22" fill="#8a5a34" stroke="#5e3a1f"/>'
            '<circle r="17" fill="none" stroke="#c08b56"/><path d="M-10 0H10M0 -10V10M-7 -7L7 7M7 -7L-7 7" stroke="#c08b56"/>'
        )
    colour = RED if name.startswith("R") else INK
    return (
        '<circle cy="2" r="22" fill="#00000055"/><circle r="22" fill="#ecd3a3" stroke="#a77b45"/>'
        f'<circle r="18.5" fill="#f6e5c1" stroke="{colour}" stroke-width="1.2"/>'
        + character_svg(STROKES[CHARACTERS[NAMES.index(name)]], -12, -12, 24, colour, 0.11)
    )
