"""Writes tile-glyphs.ts: the outlines of the ten characters that stand on tiles.

Outlines, not text in a font: a tile looks the same before the fonts are loaded and in every browser.
Needs fonttools and Noto Serif CJK (Debian: fonts-noto-cjk, SIL Open Font License 1.1):
    python scripts/tile-glyphs.py /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc
"""

import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

CHARACTERS = "一二三四五六七八九万"
SCALE = 0.2  # 1000 units of the font to 200
OUT = next((Path(__file__).parent.parent / "src").glob("games/*/art/tile-glyphs.ts"))
HEAD = """// Made by scripts/tile-glyphs.py from Noto Serif CJK SC Bold, (c) Adobe, SIL Open Font License 1.1.
// Each outline is 200 units to the em and centred on the origin.
"""

collection = TTCollection(sys.argv[1])
font = next(f for f in collection.fonts if f["name"].getDebugName(4) == "Noto Serif CJK SC Bold")
glyphs, names = font.getGlyphSet(), font.getBestCmap()
lines = []
for character in CHARACTERS:
    glyph = glyphs[names[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyph.draw(TransformPen(pen, (SCALE, 0, 0, -SCALE, -SCALE * (left + right) / 2, SCALE * (bottom + top) / 2)))
    lines.append(f"  {character}: '{pen.getCommands()}',\n")
OUT.write_text(HEAD + "export const GLYPHS = {\n" + "".join(lines) + "} as const\n", encoding="utf-8")
