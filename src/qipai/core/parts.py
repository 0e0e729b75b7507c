"""Optional parts of a game, each with a working default: words, advice, the claim pause.

Agents, observations, drawings and the engine adapter are modules in the game's folder, found by `registry.part`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from qipai.core.data import Json
from qipai.core.state import State, View
from qipai.core.text import Line, Span, Text, signed
from qipai.native import i64, mypyc_attr

ANY_MOVE = Text("A legal move.", "可以这样出。")
RESULT = Text("Result", "结果")
SEAT = Text("Seat {seat}: ", "座位 {seat}：")


@mypyc_attr(allow_interpreted_subclasses=True)
class Words:
    """A game as text, for terminals, logs and settlements. The default prints the view's data."""

    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        """The table as the view's seat sees it; the first line is the headline."""
        public = view.public()
        lines: list[Line] = [[Span(str(public.get("phase", "")), "title")]]
        for data, style in ((public, ""), (view.private(), "bold")):
            for key, value in data.items():
                if key != "phase":
                    lines.append([Span(f"{key}: ", "dim"), Span(json.dumps(value, ensure_ascii=False), style)])
        for seat, name in enumerate(names):
            lines.append([Span(SEAT.say(lang).format(seat=seat), "dim"), Span(name, "bold" if seat == view.seat else "")])
        return lines

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        """A move in words and pieces, for menus and the log, without the player's name.

        The view is the one before the move. Shows only what its seat may know; an empty line if it may not know that
        anything happened. While several seats decide at once, the default shows a move only to its own seat, since it
        cannot tell what is secret.
        """
        acting = view.public().get("to_act")
        alone = isinstance(acting, list) and len(acting) == 1
        return [Span(move)] if alone or view.seat == seat else []

    def spoken(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> str:
        """The same inside a sentence: pieces in words alone, where the game has words for them."""
        return " ".join("".join([span.text for span in self.describe(view, seat, move, names, lang)]).split())

    def news(self, before: View, after: View, names: list[str], lang: str) -> list[Line] | None:
        """What happened between two views of one seat, except its own moves, oldest first: the log of games with windows.

        It sees only the two views, so it cannot tell who was asked and passed. None: the game has no windows, and
        `describe` tells every move.
        """
        return None

    def explain(self, facts: Json, names: list[str], lang: str) -> list[Line]:
        """The settlement of a finished deal, line by line, each with its clause."""
        lines: list[Line] = [[Span(RESULT.say(lang), "title")]]
        returns = facts["returns"]
        assert isinstance(returns, list)
        for name, points in zip(names, returns, strict=True):
            lines.append([Span(f"{name} "), Span(signed(points), "good" if points > 0 else "bad" if points < 0 else "dim")])
        return lines


class Hint(NamedTuple):
    """A packed action worth playing, and why; a better hint has a higher score.

    Where the reason is about one seat, `named` is the same reason with {who} in its place.
    """

    action: int
    reason: Text
    score: float
    about: int = -1
    named: Text | None = None


class Wait(NamedTuple):
    """A piece that would win, how many copies are unseen, and what it would pay from another seat; its grade, where a game
    counts points by grades (-1: it does not)."""

    piece: str
    left: int
    worth: int
    grade: int = -1


class Sorting(NamedTuple):
    """A hand put in order: its pieces in groups, and sets that a player may want to see one after another."""

    groups: list[list[str]]
    sets: list[list[str]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """Recommendations for a seat, from its view alone. The default ranks all legal moves equally."""

    def __init__(self, legal: Callable[[View], list[int]]) -> None:
        self.legal = legal

    def hints(self, view: View, n: int) -> list[Hint]:
        """At most n good moves for the view's seat, best first."""
        return [Hint(action, ANY_MOVE, 0.0) for action in self.legal(view)[:n]]

    def waits(self, view: View, without: list[str]) -> list[Wait]:
        """What the hand of the view's seat would win with, once these pieces are gone."""
        return []

    def offers(self, view: View, pieces: list[str], n: int) -> list[int]:
        """At most n legal moves that contain these pieces and more, the cheapest first."""
        return []

    def reading(self, action: int) -> str:
        """What a move is, in the notation of the game; empty where it needs no name."""
        return ""

    def sorting(self, view: View) -> Sorting:
        """The hand of the view's seat as a good player would sort it; empty where the game has nothing to say."""
        return Sorting([], [])

    def default_action(self, view: View) -> int:
        """The move for a seat that ran out of time: quick to find, legal, harmless."""
        return self.hints(view, 1)[0].action


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimPause:
    """What the table shows briefly after a move that others might claim, whether or not anybody can."""

    def shown(self, before: State, seat: i64, action: i64, after: State) -> State | None:
        """`after` itself if a claim window has opened; else the same moment without a window: nobody is to act, and the
        version is one below that of `after`. None if this move cannot be claimed. A server shows it for a fixed time, so
        that timing does not tell who could have claimed.
        """
        return None

    def answered(self, shown: State, seat: i64, action: i64) -> State:
        """`shown` after an answer of the seat, as if others had still to answer: the answering seat must not learn at once
        whether anybody else was asked. A game whose window closes with its last answer has to leave it open here.
        """
        other = shown.copy()
        asked: i64 = shown.to_act()
        at: i64 = 0
        while asked >> at:
            if at != seat and (asked >> at) & 1:
                other.apply(seat, action)
                break
            at += 1
        return other

    def asks_secretly(self, state: State) -> bool:
        """Whether the seats of the public `to_act` are shown as deciding until all have answered, also those without a
        choice. A deal that starts so is shown for the time of the pause before answers without a choice are made.
        """
        return False
