"""The move log: only what one seat may know, and only once it may know it."""

from __future__ import annotations

from qipai.cli import words
from qipai.cli.output import plain
from qipai.core.state import View
from qipai.core.table import Table
from qipai.core.text import Line, Span


def with_name(name: str, description: Line, lang: str) -> Line:
    """Prefixes the player's name unless the description starts with it."""
    if plain(description).startswith(name):
        return description
    return [Span(words.NAMED.say(lang).format(name=name), "bold"), *description]


class Log:
    """One seat's log of a deal, without its own moves. Answers to an open window are held until it closes."""

    def __init__(self, table: Table, seat: int, names: list[str], lang: str) -> None:
        self.game = table.game
        self.seat = seat
        self.names = names
        self.lang = lang
        self.logged: View = table.view(seat)  # everything up to this view has been logged
        self.version = table.version
        self.held: list[Line] = []

    def moved(self, table: Table, before: View, seat: int, move: str) -> list[Line]:
        """New log lines after a move; `before` is this seat's view before it."""
        closed = table.version != self.version or table.over
        self.version = table.version
        if seat != self.seat:
            description = self.game.words.describe(before, seat, move, self.names, self.lang)
            if description:
                self.held.append(with_name(self.names[seat], description, self.lang))
        if not closed:
            return []
        after = table.view(self.seat)
        news = self.game.words.news(self.logged, after, self.names, self.lang)
        lines = self.held if news is None else news
        self.logged = after
        self.held = []
        return lines
