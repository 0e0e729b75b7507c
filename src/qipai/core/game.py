"""The Game contract: the kernel that every game implements, and the optional parts around it.

Required are `seats`, `deal`, `world` and `write` here, and the methods of State and View that have no body. Everything
else has a default that works. docs/adding-a-game.md counts and explains them.
"""

from __future__ import annotations

import importlib

from qipai.core.data import Json
from qipai.core.errors import BadRecord, IllegalMove
from qipai.core.parts import Advice, ClaimPause, Words
from qipai.core.rng import FastRng, Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import SPECTATOR, PlainView, State, View
from qipai.core.text import Text
from qipai.native import i64, mypyc_attr

WRONG_DATA = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class Parsed:
    """A move as typed, not yet checked: a verb, the pieces it names, and a note (what is declared with it)."""

    def __init__(self, text: str, verb: str, items: list[int], note: str = "") -> None:
        self.text = text
        self.verb = verb
        self.items = items
        self.note = note


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

    def __reduce__(self) -> tuple[object, ...]:
        """A game is a singleton, also when copied or pickled."""
        return find, (self.name,)

    # the kernel
    def seats(self, rules: Rules) -> int:
        raise NotImplementedError

    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        raise NotImplementedError

    def world(self, view: View, rng: Rng) -> State:
        """A random State with exactly this view, as the cards may lie; opponents' choices carry no weight."""
        raise NotImplementedError

    def write(self, view: View, action: i64) -> str:
        """Canonical text of an action; the view is the one before it is applied."""
        raise NotImplementedError

    # rules and deals
    def options(self) -> Options:
        return Options([], {"default": {}})

    def rules(self, given: object = None) -> Rules:
        """Validated rules, as the game's own Rules subclass if it has one. BAD_RULES."""
        return self.options().resolve(given)

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
        try:
            if isinstance(data, dict):
                view = PlainView(data["seat"], self.kept_rules(data["rules"]), data["public"], data["private"])
                if view.to_json() == data == self.world(view, FastRng(0)).view(view.seat).to_json():
                    return view
        except WRONG_DATA:
            pass
        raise BadRecord("BAD_VIEW", reason=Text("no deal of this game gives this view", "没有哪种发牌能得到这个视角"))

    # notation
    def read(self, text: str) -> Parsed:
        """Parses a move without looking at any state. BAD_MOVE."""
        words = text.split()
        if not words or not text.isprintable():
            raise IllegalMove("BAD_MOVE", move=text[:80])
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
        """The legal actions of the view's seat."""
        return self.known(view).legal(view.seat)

    # reporting on a state
    def phase(self, state: State) -> str:
        return str(state.view(SPECTATOR).public().get("phase", "finished" if state.over() else "play"))

    def facts(self, state: State) -> Json:
        """Everything, hidden cards included, for tests and finished deals; Table adds phase, to_act, scores and returns."""
        known = state.view(SPECTATOR).public()
        known = {key: value for key, value in known.items() if key != "to_act"}  # null there may hide what Table tells
        return {**known, "private": [state.view(seat).private() for seat in range(len(state.returns()))]}

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
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


def find(name: str) -> object:
    return importlib.import_module("qipai.core.registry").game(name)
