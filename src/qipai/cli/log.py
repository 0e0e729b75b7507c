"""What is told of the moves: as much as one seat may know, and not before it may know it."""

from __future__ import annotations

from qipai.cli import words
from qipai.cli.output import plain
from qipai.core.state import View
from qipai.core.table import Table
from qipai.core.text import Line, Span


def named(name: str, said: Line, lang: str) -> Line:
    """A description with who did it in front, unless it says so itself."""
    return said if plain(said).startswith(name) else [Span(words.NAMED.say(lang).format(name=name), "bold"), *said]


class Log:
    """One seat's log of a deal; its own moves are left out. Answers into an open window wait until it closes."""

    def __init__(self, table: Table, seat: int, names: list[str], lang: str) -> None:
        self.game = table.game
        self.seat = seat
        self.names = names
        self.lang = lang
        self.told: View = table.view(seat)  # the view up to which everything has been told
        self.version = table.version
        self.held: list[Line] = []

    def moved(self, table: Table, before: View, seat: int, move: str) -> list[Line]:
        """What there is to tell after a move; `before` is this seat's view before it."""
        closed = table.version != self.version or table.over
        self.version = table.version
        if seat != self.seat:
            said = self.game.words.describe(before, seat, move, self.names, self.lang)
            if said:
                self.held.append(named(self.names[seat], said, self.lang))
        if not closed:
            return []
        after = table.view(self.seat)
        news = self.game.words.news(self.told, after, self.names, self.lang)
        told = self.held if news is None else news
        self.told = after
        self.held = []
        return told
