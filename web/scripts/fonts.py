"""Makes the embedded fonts: words shown in the serif, from Noto Serif SC (OFL); the glyphs of cards as paths.

    pip install -r requirements/fonts.txt && python web/scripts/fonts.py

All are one family, `Qipai Serif`. Wherever a characters.txt lies, in src/fonts or in a game's font folder, font.woff2 and
font.css are made beside it; by its range a page loads a font only when one of its characters is shown. The npm package
that holds the font is fetched in its pinned version and checked against its hash. What is made here is committed: a
build needs neither the package nor the font tool, and a test reads the characters back.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SRC = Path(__file__).resolve().parent.parent / "src"
FONTS = SRC / "fonts"
PACKAGE = "@fontsource/noto-serif-sc@5.3.0"
SHA512 = "0/zaEFkidiWldE62rTeD74x8ygUsQvejiSNtO0LQxQk3qpaHnlMZ3w4C7yH80B4KTIg8VKeFP4oSgwWMchY9+g=="
FACE = "package/files/noto-serif-sc-chinese-simplified-700-normal.woff2"
LICENCE = "package/LICENSE"
GLYPHS = next(SRC.glob("games/*/art/glyphs.gen.ts"))
DRAWN = "23456789JQKA10大小王"  # as paths: a card is no text, and is spoken by its own name
CSS = """@font-face {{
  font-family: 'Qipai Serif';
  src: url('./{name}') format('woff2');
  font-weight: 700;
  font-display: block;
  unicode-range: {ranges};
}}
"""


def fetch(folder: Path) -> Path:
    """The package's archive; refused unless it is the one that was looked at."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    archive = next(folder.glob("*.tgz"))
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != SHA512:
        raise SystemExit(f"{PACKAGE} is not what it was: sha512-{found}")
    return archive


def ranges(characters: str) -> list[str]:
    return [f"U+{ord(ch):X}" for ch in sorted(set(characters))]


def subset(source: Path, characters: str, target: Path) -> None:
    font = TTFont(source, recalcTimestamp=False)
    missing = [ch for ch in characters if ord(ch) not in font.getBestCmap()]
    if missing:
        raise SystemExit(f"{target.name}: the font has no {' '.join(missing)}")
    options = Options()
    options.flavor = "woff2"
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]  # the copyright and the licence travel with the font
    tool = Subsetter(options)
    tool.populate(text=characters)
    tool.subset(font)
    font.flavor = "woff2"
    font.save(target)
    target.with_suffix(".css").write_text(CSS.format(name=target.name, ranges=", ".join(ranges(characters))), "utf-8")
    sys.stdout.write(f"{target.relative_to(SRC)}: {len(set(characters))} characters, {target.stat().st_size:,} bytes\n")


def draw(source: Path) -> None:
    """The glyphs of cards, 1000 units to the em, y downwards from the baseline."""
    font = TTFont(source)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    lines = []
    for ch in DRAWN:
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[names[ord(ch)]].draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        lines.append(f"  '{ch}': {{ width: {glyphs[names[ord(ch)]].width}, path: '{pen.getCommands()}' }},\n")
    GLYPHS.write_text(
        "// Made by scripts/fonts.py from Noto Serif SC, SIL Open Font License 1.1 (fonts/OFL.txt). Do not edit.\n"
        "export const GLYPHS: Record<string, { width: number; path: string }> = {\n" + "".join(lines) + "}\n",
        "utf-8",
    )
    sys.stdout.write(f"{GLYPHS.name}: {GLYPHS.stat().st_size:,} bytes\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(fetch(folder)) as archive:
            for member in (FACE, LICENCE):
                archive.extract(member, folder, filter="data")
        (FONTS / "OFL.txt").write_bytes((folder / LICENCE).read_bytes())
        for wanted in (FONTS, *sorted(SRC.glob("games/*/font"))):
            subset(folder / FACE, (wanted / "characters.txt").read_text("utf-8").strip(), wanted / "font.woff2")
        draw(folder / FACE)


if __name__ == "__main__":
    main()
