"""Characters drawn as strokes, so that no picture needs a font.

A character is an SVG path in a square of 100 by 100, with the absolute commands M, L, H, V, Q and Z.
"""

from __future__ import annotations

import re

TOKEN = re.compile(r"[MLHVQZ]|-?[0-9.]+")


def fit(path: str, x: float, y: float, wide: float, high: float) -> str:
    """The same path in another box."""
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


def character_svg(path: str, x: float, y: float, size: float, colour: str, weight: float = 0.1) -> str:
    """A character as an SVG element; `weight` is the width of its strokes as a fraction of its size."""
    return (
        f'<path d="{fit(path, x, y, size, size)}" fill="none" stroke="{colour}" stroke-width="{size * weight:.3g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
