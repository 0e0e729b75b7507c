"""Makes faces.ts, the characters on the wooden discs as outlines, and src/art/victory.ts, the one on the winner's seal.

From Noto Serif SC and TC (OFL):

    pip install -r requirements/fonts.txt && python web/scripts/faces.py

Outlines stand exactly in the middle of a disc on every device, and need no font. The simplified family has no 俥 and 傌;
those two come from the traditional one, which shares its design. What is made here is committed.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import tarfile
import tempfile
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

SRC = Path(__file__).resolve().parent.parent / "src"
TARGET = next(SRC.glob("games/*/art/faces.ts"))
SC = (
    "@fontsource/noto-serif-sc@5.3.0",
    "0/zaEFkidiWldE62rTeD74x8ygUsQvejiSNtO0LQxQk3qpaHnlMZ3w4C7yH80B4KTIg8VKeFP4oSgwWMchY9+g==",
)
TC = (
    "@fontsource/noto-serif-tc@5.3.0",
    "6ZvCwAxmIV9axb7PMdLFMRv9h0MAKFpgHB54dngBAt/pGXBfcdXMCV9MBhqIqPV16szpR6FFrXYGuC9fcPFJIw==",
)
SOURCES = {
    (SC, "noto-serif-sc-chinese-simplified-700-normal.woff2"): "仕士相象馬炮車砲兵卒扣掀胜",
    (TC, "noto-serif-tc-86-700-normal.woff2"): "傌",
    (TC, "noto-serif-tc-87-700-normal.woff2"): "俥",
}
VICTORY = SRC / "art" / "victory.ts"  # by itself: every table has it, and only one game has discs
SIZE = 56  # of a disc of 100


def fetch(package: str, sha512: str, folder: Path) -> Path:
    """The package's archive; refused unless it is the one that was looked at."""
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    archive = next(folder.glob("*.tgz"))
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != sha512:
        raise SystemExit(f"{package} is not what it was: sha512-{found}")
    return archive


def outline(font: TTFont, character: str) -> str:
    """The glyph, scaled and with the middle of its ink at 50, 50."""
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    scale = SIZE / font["head"].unitsPerEm
    move = Transform(scale, 0, 0, -scale, 50 - scale * (left + right) / 2, 50 + scale * (bottom + top) / 2)
    pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
    glyph.draw(TransformPen(pen, move))
    return pen.getCommands()


def main() -> None:
    faces: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as name:
        archives: dict[str, Path] = {}
        for (package, sha512), _ in SOURCES:
            if package not in archives:
                folder = Path(name) / str(len(archives))
                folder.mkdir()
                archives[package] = fetch(package, sha512, folder)
        for ((package, _), file), characters in SOURCES.items():
            with tarfile.open(archives[package]) as archive:
                found = archive.extractfile(f"package/files/{file}")
                assert found is not None
                font = TTFont(found)
                faces.update({character: outline(font, character) for character in characters})
    made = "// Made by scripts/faces.py from Noto Serif SC and TC, Bold (SIL Open Font License, src/fonts/OFL.txt)."
    square = "/** Outlines in a square of 100, the ink in the middle. */"
    VICTORY.write_text(f"{made}\n\n{square}\nexport const VICTORY = '{faces.pop('胜')}'\n", "utf-8")
    lines = [made, "", square, "export const FACES: Record<string, string> = {"]
    lines += [f"  {character}: '{path}'," for character, path in sorted(faces.items())]
    lines += ["}", ""]
    TARGET.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
