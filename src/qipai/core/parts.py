"""What a game may bring beside its kernel, each with a default that works: words, advice, the pause for claims.

Agents, observations, drawings and the adapter of the engine interface are modules of the game's folder, found by
`registry.part`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from qipai.core.data import Json
from qipai.core.state import State, View
from qipai.core.text import Line, Span, Text
from qipai.native import i64, mypyc_attr

ANY_MOVE = Text("A legal move.", "合法的走法。")
RESULT = Text("Result", "结果")


@mypyc_attr(allow_interpreted_subclasses=True)
class Words:
    """A game in words, for terminals, logs and settlements. The default shows the view's data as it is."""

    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        """The table as the view's seat sees it; the first line is a headline."""
        public = view.public()
        lines: list[Line] = [[Span(str(public.get("phase", "")), "title")]]
        for data, style in ((public, ""), (view.private(), "bold")):
            for key, value in data.items():
                if key != "phase":
                    lines.append([Span(f"{key}: ", "dim"), Span(json.dumps(value, ensure_ascii=False), style)])
        for seat, name in enumerate(names):
            lines.append([Span(f"{seat} ", "dim"), Span(name, "bold" if seat == view.seat else "")])
        return lines

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        """A move in words and pieces, for menus and the log, without the mover's name.

        The view is that before the move. Only what its seat may know; an empty line when it may not even know that
        something was done. A default must not show what others may not see, so it tells a move to its own seat alone
        while several seats decide at once.
        """
        acting = view.public().get("to_act")
        alone = isinstance(acting, list) and len(acting) == 1
        return [Span(move)] if alone or view.seat == seat else []

    def news(self, before: View, after: View, names: list[str], lang: str) -> list[Line] | None:
        """What happened between two views of one seat, its own moves aside, oldest first: the log of games with windows.

        It knows nothing but the two views, so it cannot tell who was asked and passed. None: the game has no windows
        and every move is told by `describe`.
        """
        return None

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        """The settlement of a finished deal, point by point, each with its clause."""
        lines: list[Line] = [[Span(RESULT.say(lang), "title")]]
        returns = facts["returns"]
        assert isinstance(returns, list)
        for name, points in zip(names, returns, strict=True):
            lines.append([Span(f"{name} "), Span(f"{points:+d}", "good" if points > 0 else "bad" if points < 0 else "dim")])
        return lines


class Hint(NamedTuple):
    """A packed action worth playing and why; better hints come first and have a higher score."""

    action: int
    reason: Text
    score: float


class Wait(NamedTuple):
    """A piece that would win, how many of it nobody has seen yet, and what it would bring from another seat."""

    piece: str
    left: int
    worth: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """What a seat is told to play, from its view alone. The default knows the legal moves and thinks all of them equal."""

    def __init__(self, legal: Callable[[View], list[int]]) -> None:
        self.legal = legal

    def hints(self, view: View, n: int) -> list[Hint]:
        """At most n good moves of the seat whose view it is, best first."""
        return [Hint(action, ANY_MOVE, 0.0) for action in self.legal(view)[:n]]

    def waits(self, view: View, without: list[str]) -> list[Wait]:
        """What the hand of the seat whose view it is would win with, once these pieces are out of it."""
        return []

    def default_action(self, view: View) -> int:
        """What is played for a seat whose time is up: cheap, legal, harmless."""
        return self.hints(view, 1)[0].action


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimPause:
    """What the table shows for a moment after a move that others might claim, whether or not anybody can."""

    def shown(self, before: State, seat: i64, action: i64, after: State) -> State | None:
        """`after` itself where a window has opened; else the same moment without a window, nobody being to act, with a
        version one below that of `after`. None: nothing is claimed in this game, or not after this move. A server shows
        it for a fixed time, so that the pace of the table does not tell who could have claimed.
        """
        return None
