"""What is wrong with a table that is shown, by measuring it.

Text that is cut, things that lie upon each other, targets too small for a finger, a hand or a result not wholly on the screen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

# Everything is hit by a point while it is measured, whatever lets pointers through.
HIT = "*, *::before, *::after { pointer-events: auto !important; }"
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def wrong(page: Page) -> list[str]:
    """All that is wrong; empty is right."""
    tag: Any = page.add_style_tag(content=HIT)
    try:
        found = page.evaluate(MEASURE)
    finally:
        tag.evaluate("node => node.remove()")
    assert isinstance(found, list)
    return [str(one) for one in found]
