"""The Game contract: the kernel that every game brings, and the optional parts around it.

Required are `seats`, `deal`, `world` and `write` here, and the methods of State and View that have no body. Everything
else has a default that works. docs/adding-a-game.md counts and explains them.
"""

from __future__ import annotations

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
    """A move as it was written, before it is judged: a verb, the pieces it names, and a note (a declared reading)."""

    def __init__(self, text: str, verb: str, items: list[int], note: str = "") -> None:
        self.text = text
        self.verb = verb
        self.items = items
        self.note = note


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One per package, found by its `game.py`, which binds `GAME` to an instance.

    Deals: `deal` from a generator, `set_up` from a record's explicit deal. `previous` is what the deals before left
    (plain JSON, made by `carry`); None means the first deal of a match.
    """

    def __init__(self, name: str, title: Text, summary: Text) -> None:
        self.name = name
        self.title = title
        self.summary = summary  # one line on what the game is
        self.words = Words()
        self.advice = Advice(self.legal_of)
        self.claim_pause = ClaimPause()

    # the kernel
    def seats(self, rules: Rules) -> int:
        raise NotImplementedError

    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        raise NotImplementedError

    def world(self, view: View, rng: Rng) -> State:
        """A State that gives exactly this view, drawn by physical deals; opponents' choices carry no weight."""
        raise NotImplementedError

    def write(self, view: View, action: i64) -> str:
        """Canonical text of an action, by what everybody knows before it is applied."""
        raise NotImplementedError

    # rules and deals
    def options(self) -> Options:
        return Options([], {"default": {}})

    def rules(self, given: object = None) -> Rules:
        """Checked rules, of the game's own Rules class if it has one. BAD_RULES."""
        return self.options().resolve(given)

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        """An explicit deal of a record. BAD_DEAL when impossible or when it disagrees with `previous`."""
        raise BadRecord("BAD_DEAL", reason=Text("deals of this game come from seeds alone", "本游戏只能由种子发牌"))

    def read_view(self, data: object) -> View:
        """The view that `View.to_json` wrote. BAD_VIEW.

        The default reads a PlainView. One that some world shows is possible; `world` need not be careful with any other.
        """
        try:
            if isinstance(data, dict):
                view = PlainView(data["seat"], self.rules(data["rules"]), data["public"], data["private"])
                if view.to_json() == data == self.world(view, FastRng(0)).view(view.seat).to_json():
                    return view
        except WRONG_DATA:
            pass
        raise BadRecord("BAD_VIEW", reason=Text("no deal of this game looks like this", "本游戏没有这样的局面"))

    # notation
    def read(self, text: str) -> Parsed:
        """Text to a move, without looking at any state. BAD_MOVE."""
        words = text.split()
        if not words or not text.isprintable():
            raise IllegalMove("BAD_MOVE", move=text[:80])
        return Parsed(" ".join(words), words[0], [])

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        """The packed action, if it is legal for `seat`, who is to act; else IllegalMove with the game's code."""
        view = state.view(seat)
        for action in self.exact(state, seat):
            if self.write(view, action) == move.text:
                return action
        raise IllegalMove("NOT_LEGAL", move=move.text[:80])

    def exact(self, state: State, seat: i64) -> list[int]:
        """Every legal action, where `State.legal` lists only representatives."""
        return state.legal(seat)

    def known(self, view: View) -> State:
        """A state that has the view's seat choose as it does now, to list and read its moves; not to be changed.

        Any world will do. A game whose views hold enough answers without drawing one.
        """
        return self.world(view, FastRng(0))

    def legal_of(self, view: View) -> list[int]:
        """The legal actions of the seat whose view it is."""
        return self.known(view).legal(view.seat)

    # words about a state
    def phase(self, state: State) -> str:
        return str(state.view(SPECTATOR).public().get("phase", "finished" if state.over() else "play"))

    def facts(self, state: State) -> Json:
        """Everything, nothing hidden, for tests and finished deals; Table adds phase, to_act, scores and returns."""
        known = state.view(SPECTATOR).public()
        known = {key: value for key, value in known.items() if key != "to_act"}  # null there may hide what Table tells
        return {**known, "private": [state.view(seat).private() for seat in range(len(state.returns()))]}

    # matches
    def start_scores(self, rules: Rules) -> list[int]:
        return [0] * self.seats(rules)

    def scores(self, rules: Rules, before: list[int], state: State) -> list[int]:
        """The running total, `before` being that of the deals before this one."""
        return [b + r for b, r in zip(before, state.returns(), strict=True)]

    def carry(self, state: State, previous: Json | None) -> Json:
        """What the next deal needs of this one, which is over, and of those before it. Plain JSON."""
        return {}

    def check_carried(self, rules: Rules, carried: Json) -> Json:
        """What `carry` made, come back from outside. BAD_DEAL when it cannot be."""
        if carried:
            raise BadRecord("BAD_DEAL", reason=Text("deals of this game leave nothing to the next", "本游戏各局之间互不影响"))
        return carried

    def match_over(self, rules: Rules, carried: Json) -> bool:
        """After a finished deal: is the match over too?"""
        return False

    def winner(self, rules: Rules, carried: Json, scores: list[int]) -> int | None:
        """Of a match that is over; None on a draw."""
        best = max(scores)
        return scores.index(best) if scores.count(best) == 1 else None
