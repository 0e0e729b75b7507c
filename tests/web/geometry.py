"""What is wrong with a table that is shown, by measuring it.

Text that is cut, things that overlap, targets too small for a finger, a hand or a result not wholly on the screen.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

# Every box is hit by a point while it is measured, whatever lets pointers through. Named by kind: for `*` the browser looked
# at every stroke of every tile again, at each measuring.
BOXES = ("div", "span", "p", "b", "i", "small", "strong", "section", "header", "main", "aside", "ol", "ul", "li", "button", "a")
HIT = ", ".join(f"{kind}, {kind}::before, {kind}::after" for kind in BOXES) + " { pointer-events: auto !important; }"
MEASURE = """() => {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = HIT
  try {
    return (LOOK)()
  } finally {
    style.remove()
  }
}"""


def measure() -> str:
    """One script, so that thousands of looks cost one call each."""
    file = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return MEASURE.replace("HIT", repr(HIT)).replace("LOOK", file.partition("\n")[2].strip())  # without its comment


SCRIPT = measure()


def wrong(page: Page) -> list[str]:
    """All that is wrong; empty is right."""
    found = page.evaluate(SCRIPT)
    assert isinstance(found, list)
    return [str(one) for one in found]
