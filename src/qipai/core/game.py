"""The Game contract: the kernel that every game implements, and the optional parts around it.

Required are `seats`, `deal`, `world` and `write` here, and the methods of State and View that have no body. Everything
else has a default that works. docs/adding-a-game.md counts and explains them.
"""

from __future__ import annotations

import importlib
import json

from qipai.core.data import Json, as_int, brief, same_json, whole
from qipai.core.errors import BadRecord, IllegalMove
from qipai.core.parts import Advice, ClaimPause, Words
from qipai.core.rng import FastRng, Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import SPECTATOR, TEXT_VERSION, UNNAMED, PlainView, State, View
from qipai.core.text import Text
from qipai.core.views import WRONG_DATA, view_object
from qipai.native import i64, mypyc_attr

LONGEST_MOVE = 1000
MOST_TEXT = 1_000_000  # the longest text of a view


class Parsed:
    """A move as typed, not yet checked: a verb, the pieces it names, and a note (what is declared with it)."""

    def __init__(self, text: str, verb: str, items: list[int], note: str = "") -> None:
        self.text = text
        self.verb = verb
        self.items = items
        self.note = note


def move_text(move: object) -> str:
    """A move as text. BAD_MOVE for anything that no move can be."""
    if not isinstance(move, str):
        raise IllegalMove("BAD_MOVE", move=brief(move))
    if len(move) > LONGEST_MOVE or not whole(move):
        raise IllegalMove("BAD_MOVE", move=move[:80] if whole(move[:80]) else brief(move))
    return move


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One per package; its `game.py` binds `GAME` to an instance.

    `deal` draws a deal from a generator, `set_up` builds a record's explicit deal. `previous` is what earlier deals of the
    match left (plain JSON, made by `carry`); None for the first deal.
    """

    def __init__(self, name: str, title: Text, summary: Text) -> None:
        self.name = name
        self.title = title
        self.summary = summary  # one line
        self.words = Words()
        self.advice = Advice(self.legal_of)
        self.claim_pause = ClaimPause()
        self.in_teams = False  # whether seats play together

    def __reduce__(self) -> tuple[object, ...]:
        """A game is a singleton, also when copied or pickled."""
        return find, (self.name,)

    # the kernel
    def seats(self, rules: Rules) -> int:
        """How many seats play under these rules."""
        raise NotImplementedError

    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        """A new deal from a generator."""
        raise NotImplementedError

    def world(self, view: View, rng: Rng) -> State:
        """A random State with exactly this view, as the cards may lie; opponents' choices carry no weight."""
        raise NotImplementedError

    def write(self, view: View, action: i64) -> str:
        """Canonical text of an action; the view is the one before it is applied."""
        raise NotImplementedError

    # rules and deals
    def options(self) -> Options:
        """The options that players may choose; none by default."""
        return Options([], {"default": {}})

    def rules(self, given: object = None) -> Rules:
        """Validated rules, as the game's own Rules subclass if it has one. BAD_RULES."""
        found = self.options().resolve(given)
        found.game = self.name
        return found

    def kept_rules(self, data: object) -> Rules:
        """The same for rules that a record, a room or a view of any version keeps. BAD_RULES."""
        return self.rules(self.options().kept(data))

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        """An explicit deal of a record. BAD_DEAL when it is impossible or contradicts `previous`."""
        raise BadRecord("BAD_DEAL", reason=Text("this game only deals from seeds", "本游戏只能由种子发牌"))

    def read_view(self, data: object) -> View:
        """The view that `View.to_json` wrote. BAD_VIEW.

        The default reads a PlainView. One that some world shows is possible; `world` need not be careful with any other.
        """
        shown = view_object(data)
        try:
            public = shown["public"]
            private = shown["private"]
            if isinstance(public, dict) and isinstance(private, dict):
                rules = self.kept_rules(shown["rules"])
                view = PlainView(as_int(shown["seat"], SPECTATOR, self.seats(rules) - 1), rules, public, private)
                seen = self.world(view, FastRng(0)).view(view.seat).to_json()
                if same_json(view.to_json(), shown) and same_json(seen, shown):
                    return view
        except WRONG_DATA:
            pass
        raise BadRecord("BAD_VIEW", reason=Text("no deal of this game gives this view", "没有哪种发牌能得到这个视角"))

    def view_from_text(self, text: object) -> View:
        """The view that `View.text` wrote. BAD_VIEW."""
        head, seat, body = split_text(text)
        if head not in (self.name, UNNAMED):
            raise BadRecord("BAD_VIEW", reason=Text(f"it is a view of “{head}”", f"这是“{head}”的视角"))
        try:
            view = self.read_body_text(seat, body)
            if view.text() == text and self.read_view(view.to_json()) == view:
                return view
        except WRONG_DATA as problem:
            if isinstance(problem, BadRecord) and problem.code == "BAD_VIEW":
                raise
        raise BadRecord("BAD_VIEW", reason=Text("no view of this game has this text", "本游戏没有哪个视角是这样写的"))

    def read_body_text(self, seat: int, body: str) -> View:
        """The inverse of `View.body_text`. It may raise any error on wrong text; `view_from_text` checks what it returns."""
        data = json.loads(body)
        return self.read_view({**data, "seat": seat})

    # notation
    def read(self, text: object) -> Parsed:
        """Parses a move without looking at any state. BAD_MOVE."""
        move = move_text(text)
        words = move.split()
        if not words or not move.isprintable():
            raise IllegalMove("BAD_MOVE", move=move[:80])
        return Parsed(" ".join(words), words[0], [])

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        """The packed action if `seat`, which is to act, may play it; else IllegalMove with the game's code."""
        view = state.view(seat)
        for action in self.exact(state, seat):
            if self.write(view, action) == move.text:
                return action
        raise IllegalMove("NOT_LEGAL", move=move.text[:80])

    def exact(self, state: State, seat: i64) -> list[int]:
        """Every legal action, where `State.legal` lists only representatives."""
        return state.legal(seat)

    def known(self, view: View) -> State:
        """A read-only state with the same legal moves for the view's seat, to list and parse its moves.

        Any world will do; a game whose views hold enough builds it without drawing one.
        """
        return self.world(view, FastRng(0))

    def legal_of(self, view: View) -> list[int]:
        """The legal actions of the view's seat; a spectator has none."""
        return self.known(view).legal(view.seat) if view.seat >= 0 else []

    # reporting on a state
    def phase(self, state: State) -> str:
        """The name of the deal's phase."""
        return str(state.view(SPECTATOR).public().get("phase", "finished" if state.over() else "play"))

    def facts(self, state: State) -> Json:
        """Everything, hidden cards included, for tests and finished deals; Table adds phase, to_act, scores and returns."""
        known = state.view(SPECTATOR).public()
        known = {key: value for key, value in known.items() if key != "to_act"}  # null there may hide what Table tells
        return {**known, "private": [state.view(seat).private() for seat in range(len(state.returns()))]}

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        """The scores before the first deal."""
        return [0] * self.seats(rules)

    def scores(self, rules: Rules, before: list[int], state: State) -> list[int]:
        """What a match counts by after this deal: the running total, unless the game tells its matches otherwise; `before`
        is what it was before the deal."""
        return [b + r for b, r in zip(before, state.returns(), strict=True)]

    def carry(self, state: State, previous: Json | None) -> Json:
        """What the next deal needs from this finished one and those before it. Plain JSON."""
        return {}

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        """Validates what `carry` made when it comes from outside. BAD_DEAL."""
        if carried:
            raise BadRecord("BAD_DEAL", reason=Text("deals of this game don’t depend on each other", "本游戏各局之间互不影响"))
        return carried

    def match_over(self, rules: Rules, carried: Json) -> bool:
        """Whether the match is over too, after a finished deal."""
        return False

    def winner(self, rules: Rules, carried: Json, scores: list[int]) -> int | None:
        """Of a finished match; None on a draw."""
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else None


def split_text(text: object) -> tuple[str, int, str]:
    """The game, the seat and the game's own part of a view's text. BAD_VIEW."""
    parts = text.split(" ", 2) if isinstance(text, str) and len(text) <= MOST_TEXT else []
    head, _, number = parts[0].partition("/") if len(parts) == 3 else ("", "", "")
    if not number.isascii() or not number.isdigit() or parts[1] not in ("-", "0", "1", "2", "3"):
        raise BadRecord("BAD_VIEW", reason=Text("a text starts with game/version and a seat", "文本应以“游戏/版本”和座位开头"))
    if number != str(TEXT_VERSION):
        raise BadRecord(
            "BAD_VIEW",
            reason=Text(
                f"the text has version {number}, this program reads {TEXT_VERSION}",
                f"文本的版本是 {number}，本程序只读 {TEXT_VERSION}",
            ),
        )
    return head, SPECTATOR if parts[1] == "-" else int(parts[1]), parts[2]


def find(name: str) -> object:
    return importlib.import_module("qipai.core.registry").game(name)
