"""What the tests of drawings share."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter

from qipai.svg.strokes import fit


def placed(picture: str) -> Counter[str]:
    """The shapes that lie on a table, by name."""
    links = [element.attrib["href"][1:] for element in ET.fromstring(picture).iter() if element.tag.endswith("}use")]
    return Counter(links)


def check_faces(faces: list[str]) -> None:
    """Every face consists of shapes alone, and no two are equal."""
    assert len(set(faces)) == len(faces)
    for face in faces:
        assert "<text" not in face
        ET.fromstring(f"<g>{face}</g>")


def check_strokes(strokes: dict[str, str]) -> None:
    """Every character stays in its square."""
    for character, path in strokes.items():
        numbers = re.findall(r"-?[0-9.]+", fit(path, 10, 20, 50, 50))
        assert all(10 <= float(number) <= 70 for number in numbers), character
