"""Output: colours on a terminal, plain text in a pipe, JSON for programs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING

from qipai.core.text import Line, Span, Text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text as RichText

STYLES = {
    "": "",
    "red": "bold red",
    "black": "bold",
    "gold": "yellow",
    "dim": "dim",
    "bold": "bold",
    "title": "bold cyan",
    "good": "green",
    "bad": "bright_red",
}
PIPE_WIDTH = 100
# what moves the cursor, changes colours or turns the direction of writing; names in other people's records may have it
MOVING = (range(9), range(11, 32), range(127, 160), range(0x202A, 0x202F), range(0x2066, 0x206A))
CONTROLS = dict.fromkeys((code for part in MOVING for code in part), "\ufffd")


def harmless(text: str) -> str:
    """A text that only shows something, whoever wrote it."""
    return text.translate(CONTROLS)


def plain(line: Line) -> str:
    """A line without its styles."""
    return "".join(span.text for span in line)


def rich_text(line: Line) -> RichText:
    """A line with its styles, for rich. An unknown style is shown plain."""
    from rich.text import Text as RichText

    out = RichText()
    for span in line:
        out.append(span.text, style=STYLES.get(span.style, ""))
    return out


def cells(text: str) -> int:
    """The width of a text on a terminal, where a Chinese character takes two columns."""
    from rich.cells import cell_len

    return cell_len(text)


def pad(text: str, width: int) -> str:
    return text + " " * max(0, width - cells(text))


class Output:
    """One per command. With `as_json` it prints only JSON."""

    def __init__(self, lang: str, as_json: bool = False) -> None:
        self.lang = lang
        self.as_json = as_json
        self.fancy = sys.stdout.isatty() and not as_json and os.environ.get("TERM") != "dumb"
        self.asks = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty() and not as_json
        self.console: Console | None = None
        if self.fancy:
            from rich.console import Console

            self.console = Console(highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        return self.console.width if self.console is not None else PIPE_WIDTH

    @property
    def height(self) -> int:
        return shutil.get_terminal_size((PIPE_WIDTH, 40)).lines

    def say(self, text: Text, style: str = "", **values: object) -> None:
        """A sentence of words.py."""
        self.line([Span(text.say(self.lang).format(**values), style)])

    def line(self, line: Line) -> None:
        if self.as_json:
            return
        line = [Span(harmless(span.text), span.style) for span in line]
        if self.console is not None:
            self.console.print(rich_text(line), soft_wrap=cells(plain(line)) <= self.console.width)
        else:
            print(plain(line).rstrip())

    def lines(self, lines: list[Line]) -> None:
        for line in lines:
            self.line(line)

    def blank(self) -> None:
        self.line([])

    def heading(self, text: str) -> None:
        """A separator line with a title."""
        room = max(0, min(self.width, 72) - cells(text) - 4)
        ruler = "── " + text + " " + "─" * room if self.fancy else f"== {text} =="
        self.blank()
        self.line([Span(ruler, "title")])

    def markdown(self, source: str) -> None:
        """Rendered on a terminal, verbatim in a pipe."""
        if self.as_json:
            return
        if self.console is None:
            print(source.rstrip())
            return
        from rich.markdown import Markdown

        self.console.print(Markdown(source), width=min(self.width, 100))

    def data(self, value: object) -> None:
        """One JSON value on one line, only with --json."""
        if self.as_json:
            print(json.dumps(value, ensure_ascii=False), flush=True)
