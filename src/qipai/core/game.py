"""The Game contract: everything the core, the server, the bots and the environments need to know of a game."""

from __future__ import annotations

from typing import NamedTuple

from qipai.core.errors import BadRecord, IllegalMove
from qipai.core.rng import Rng
from qipai.core.rules import Options, Rules
from qipai.core.state import State, View
from qipai.core.text import Line, Text
from qipai.native import i64, mypyc_attr

Json = dict[str, object]


class Parsed:
    """A move as it was written, before it is judged: a verb, the pieces it names, and a note (a declared reading)."""

    def __init__(self, text: str, verb: str, items: list[int], note: str = "") -> None:
        self.text = text
        self.verb = verb
        self.items = items
        self.note = note


class Hint(NamedTuple):
    """A move worth playing and why; better hints come first and have a higher score."""

    move: str
    reason: Text
    score: float


class Wait(NamedTuple):
    """A piece that would win, how many of it nobody has seen yet, and what it would bring on another seat's discard."""

    piece: str
    left: int
    fan: int


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One per folder under games/, found by its `game.py`, which binds `GAME` to an instance.

    Deals: `deal` from a generator, `set_up` from a record's explicit deal. `previous` is what the deals before left
    (plain JSON, made by `carry`); None means the first deal of a match.
    """

    name: str = ""
    title: Text = Text("", "")
    words: Text = Text("", "")  # one line on what the game is

    # rules and seats
    def options(self) -> Options:
        raise NotImplementedError

    def rules(self, given: object = None) -> Rules:
        """Checked rules, of the game's own Rules class. BAD_RULES."""
        raise NotImplementedError

    def seats(self, rules: Rules) -> int:
        raise NotImplementedError

    # deals
    def deal(self, rng: Rng, rules: Rules, previous: Json | None = None) -> State:
        raise NotImplementedError

    def set_up(self, deal: Json, rules: Rules, previous: Json | None, partial: bool) -> State:
        """An explicit deal of a record. BAD_DEAL when impossible or when it disagrees with `previous`."""
        raise NotImplementedError

    def world(self, view: View, rng: Rng) -> State:
        """A State that gives exactly this view, drawn by physical deals; opponents' choices carry no weight."""
        raise NotImplementedError

    def read_view(self, data: object) -> View:
        """The view that `View.to_json` wrote. BAD_VIEW."""
        raise NotImplementedError

    # notation
    def read(self, text: str) -> Parsed:
        """Text to a move, without looking at any state. BAD_MOVE."""
        raise NotImplementedError

    def resolve(self, state: State, seat: i64, move: Parsed) -> int:
        """The packed action, if it is legal for `seat`, who is to act; else IllegalMove with the game's code."""
        raise NotImplementedError

    def write(self, state: State, seat: i64, action: i64) -> str:
        """Canonical text of an action, in the state before it is applied."""
        raise NotImplementedError

    def exact(self, state: State, seat: i64) -> list[int]:
        """Every legal action, where `State.legal` lists only representatives."""
        return state.legal(seat)

    # words about a state
    def phase(self, state: State) -> str:
        raise NotImplementedError

    def facts(self, state: State) -> Json:
        """Everything, nothing hidden, for tests and finished deals; Table adds phase, to_act, scores and returns."""
        raise NotImplementedError

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
        raise NotImplementedError

    def match_over(self, rules: Rules, carried: Json) -> bool:
        """After a finished deal: is the match over too?"""
        return False

    def winner(self, rules: Rules, carried: Json, scores: list[int]) -> int | None:
        """Of a match that is over; None on a draw."""
        return None

    # knowledge
    def hints(self, view: View, n: int) -> list[Hint]:
        """At most n good moves of the seat whose view it is, best first; the view is all that is known."""
        raise NotImplementedError

    def waits(self, view: View, without: list[str]) -> list[Wait]:
        """What the hand of the seat whose view it is would win with, once these pieces are out of it."""
        return []

    def default_move(self, view: View) -> str:
        """What is played for a seat whose time is up: cheap, legal, harmless."""
        return self.hints(view, 1)[0].move

    def lull(self, before: State, seat: i64, move: str, after: State) -> State | None:
        """What the table shows for a moment after a move that others might answer, whether or not anybody can.

        `after` itself where a window has opened; else the same moment without a window, nobody being to act, with a
        version one below that of `after`. None: nothing is answered in this game, or not after this move. A server
        shows it for a fixed time, so that the pace of the table does not tell who could have answered.
        """
        return None

    # on a terminal
    def screen(self, view: View, names: list[str], lang: str) -> list[Line]:
        """The table as the view's seat sees it."""
        raise NotImplementedError

    def describe(self, view: View, seat: i64, move: str, names: list[str], lang: str) -> Line:
        """A move in words and pieces, for menus and the log, without the mover's name.

        The view is that before the move. Only what its seat may know; an empty line when it may not even know that
        something was done.
        """
        raise NotImplementedError

    def news(self, before: View, after: View, names: list[str], lang: str) -> list[Line] | None:
        """What happened between two views of one seat, its own moves aside, oldest first: the log of games with windows.

        It knows nothing but the two views, so it cannot tell who was asked and passed. None: the game has no windows
        and every move is told by `describe`.
        """
        return None

    def explain(self, table_facts: Json, names: list[str], lang: str) -> list[Line]:
        """The settlement of a finished deal, point by point, each with its clause."""
        raise NotImplementedError

    # document 004's interface
    def has_settlement(self) -> bool:
        """True when a deal waits for `settle` before it is finished."""
        return False

    def state_rules(self, state: State) -> Rules:
        """The rules under which a state is played."""
        raise NotImplementedError

    def engine_previous(self, rules: Rules, config: Json) -> Json | None:
        """What `init_game`'s config says of the deals before. BAD_DEAL."""
        if config.get("previous") is not None:
            raise BadRecord("BAD_DEAL", reason=Text("previous cannot be given for this game", "本游戏不能给出 previous"))
        return None

    def engine_actions(self, state: State, seat: i64) -> list[Json]:
        """The legal actions as JSON, in the order on which `action_idx` rests."""
        out: list[Json] = []
        for action in state.legal(seat):
            text = self.write(state, seat, action)
            out.append({"type": text.split(" ", 1)[0], "move": text})
        return out

    def engine_move(self, state: State, seat: i64, index: int, extra: object) -> int:
        """The packed action of an index of `engine_actions`; `extra` is document 004's cover_list."""
        if extra:
            raise IllegalMove("BAD_COVER", reason=Text("this game has no covers", "本游戏没有垫棋"))
        legal = state.legal(seat)
        if index < 0 or index >= len(legal):
            raise IllegalMove("BAD_INDEX", index=index, count=len(legal))
        return legal[index]

    def engine_result(self, state: State) -> Json | None:
        """The `settlement` object of a finished deal."""
        return {"returns": state.returns()} if state.over() else None

    def engine_dump(self, state: State) -> Json | None:
        """A state of this game's own shape; None means that the record and the version are the dump."""
        return None

    def engine_load(self, data: Json) -> State:
        """The state that `engine_dump` wrote, checked. BAD_STATE."""
        raise BadRecord("BAD_STATE", reason=Text("this game's states are loaded from records", "本游戏的状态由对局记录恢复"))
