"""What stands on pieces, tiles and cards: characters and figures as strokes of our own, so that no font is needed.

Each is drawn in a square of 100 by 100 with the absolute commands M, L, H, V, Q and Z of an SVG path.
"""

from __future__ import annotations

import re

PERSON = "M30 6Q24 28 6 46M20 34V94"
WRAP = "M62 6Q56 22 46 32M58 20H92V56Q92 70 78 66M54 40H76V57H54M54 40V80Q54 92 68 92H88Q96 92 96 78"

STROKES = {
    # Xianqi
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
    # mahjong
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
    # cards
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
# a person beside something
JOINED = {"仕": "士", "傌": "馬", "俥": "車"}
TOKEN = re.compile(r"[MLHVQZ]|-?[0-9.]+")


def fitted(path: str, x: float, y: float, wide: float, high: float) -> str:
    """The same strokes in a box of the page."""
    out: list[str] = []
    command, horizontal = "", True
    for token in TOKEN.findall(path):
        if token in "MLHVQZ":
            command, horizontal = token, token != "V"
            out.append(token)
            continue
        value = x + float(token) * wide / 100 if horizontal else y + float(token) * high / 100
        out.append(f"{round(value, 2):g} ")
        if command in "MLQ":
            horizontal = not horizontal
    return re.sub(r" (?=[A-Z]|$)", "", "".join(out))


def outline(character: str, x: float, y: float, size: float) -> str:
    """The path of one character in a square of the page."""
    if character in JOINED:
        beside = fitted(STROKES[JOINED[character]], x + 0.34 * size, y + 0.02 * size, 0.66 * size, 0.96 * size)
        return fitted(PERSON, x, y, size, size) + beside
    return fitted(STROKES[character], x, y, size, size)


def drawn(character: str, x: float, y: float, size: float, colour: str, weight: float = 0.1) -> str:
    """A character as an element; `weight` is the width of its strokes as a part of its size."""
    return (
        f'<path d="{outline(character, x, y, size)}" fill="none" stroke="{colour}" stroke-width="{size * weight:.3g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
