"""A table: one match, played deal by deal. It checks every move; the kernel does not."""

from __future__ import annotations

import contextlib
import importlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import cast, overload

from qipai.core import fairness
from qipai.core.data import Json, brief, fields_of, tellable
from qipai.core.errors import IllegalMove, bad_input
from qipai.core.game import Game, move_text
from qipai.core.registry import game as find_game
from qipai.core.rng import DealRng, parse_seed
from qipai.core.rules import Rules
from qipai.core.shapes import DealDict, HintDict, RecordDict
from qipai.core.state import SPECTATOR, State, View
from qipai.native import i64

FORMAT = "qipai/1"
MOST_HINTS = 1000


class LegalMoves:
    """The legal moves of one seat: a sequence of texts, created on demand."""

    def __init__(self, game: Game, state: State, seat: int, exact: bool) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.is_exact = exact
        self.packed: list[int] | None = None
        self.known: View | None = None

    def view(self) -> View:
        """What the seat sees, which the texts are written from."""
        known = self.known
        if known is None:
            known = self.state.view(self.seat)
            self.known = known
        return known

    def actions(self) -> list[int]:
        """The packed actions."""
        packed = self.packed
        if packed is None:
            packed = self.game.exact(self.state, self.seat) if self.is_exact else self.state.legal(self.seat)
            self.packed = packed
        return packed

    def __len__(self) -> int:
        return len(self.actions())

    def __bool__(self) -> bool:
        return (self.state.to_act() >> self.seat) & 1 == 1

    def __iter__(self) -> Iterator[str]:
        view = self.view()
        for action in self.actions():
            yield self.game.write(view, action)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self.game.write(self.view(), action) for action in self.actions()[index]]
        return self.game.write(self.view(), self.actions()[index])

    def __reversed__(self) -> Iterator[str]:
        view = self.view()
        for action in reversed(self.actions()):
            yield self.game.write(view, action)

    def index(self, move: object) -> int:
        """The index of a move, however it is written. ValueError if it is not in the list."""
        if isinstance(move, str):
            with contextlib.suppress(IllegalMove):
                return self.actions().index(judge(self.game, self.state, self.seat, move))
        raise ValueError(f"{brief(move)} is not in the list")

    def count(self, move: object) -> int:
        """1 if the move is in the list, however it is written, else 0."""
        return 1 if move in self else 0

    def __reduce__(self) -> tuple[object, ...]:
        return LegalMoves, (self.game, self.state, self.seat, self.is_exact)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            return False
        try:
            action = judge(self.game, self.state, self.seat, move)
        except IllegalMove:
            return False
        return self.is_exact or action in self.actions()

    def __eq__(self, other: object) -> bool:
        return list(self) == (list(other) if isinstance(other, LegalMoves) else other)

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<LegalMoves at seat {self.seat}: {', '.join(self)}>"


Sequence.register(LegalMoves)


def judge(game: Game, state: State, seat: int, move: object) -> int:
    """The packed action of a move given as text, or IllegalMove. The checks run in the same order in every game."""
    parsed = game.read(move_text(move))
    if state.over():
        raise IllegalMove("GAME_OVER")
    if not (state.to_act() >> seat) & 1:
        raise IllegalMove("NOT_TO_ACT", seat=seat)
    return game.resolve(state, seat, parsed)


class Deal:
    """One deal of a match as the record stores it."""

    def __init__(self, seed: str | None, explicit: Json | None, partial: bool, proof: Json | None) -> None:
        self.seed = seed
        self.explicit = explicit
        self.partial = partial
        self.proof = proof
        self.moves: list[tuple[int, str]] = []
        self.actions: list[int] = []  # the moves as packed actions
        self.returns: list[int] | None = None

    def copy(self) -> Deal:
        other = Deal(self.seed, self.explicit, self.partial, self.proof)
        other.moves = self.moves[:]
        other.actions = self.actions[:]
        other.returns = self.returns
        return other

    def __reduce__(self) -> tuple[object, ...]:
        return Deal, (self.seed, self.explicit, self.partial, self.proof), fields_of(self)

    def to_json(self) -> DealDict:
        """As in a record."""
        out: Json = {}
        if self.seed is not None:
            out["seed"] = self.seed
        if self.explicit is not None:
            out["deal"] = self.explicit
        if self.partial:
            out["partial"] = True
        out["moves"] = [[seat, move] for seat, move in self.moves]
        if self.returns is not None:
            out["returns"] = list(self.returns)
        if self.proof is not None:
            out["fairness"] = self.proof
        return cast(DealDict, out)


class Table:
    """A match of one game. The first deal is dealt at once; `next_deal` deals the others.

    `seed` (64 hex digits) is the seed of the match, from which each deal's seed is derived; without one it comes from the
    operating system. A server with its own seed for a deal passes `deal_seed` (and the proof of its fairness).
    UNKNOWN_GAME, BAD_RULES, BAD_SEED.

    What comes from outside is declared `object`: compiled code would raise TypeError on a wrong type before the checks here
    can answer with a code.
    """

    match_seed: bytes | None
    state: State
    start: State  # the deal before its first move

    def __init__(
        self,
        game: object,
        rules: object = None,
        seed: object = None,
        *,
        deal_seed: object = None,
        fairness: object = None,
    ) -> None:
        found = game if isinstance(game, Game) else find_game(game)
        self.prepare(found, found.rules(rules))
        if seed is not None:
            self.match_seed = parse_seed(seed)
        elif deal_seed is None:
            self.match_seed = secrets.token_bytes(32)
        self.start_seeded(deal_seed, fairness)

    def prepare(self, game: Game, rules: Rules) -> None:
        """An empty match before its first deal."""
        self.game = game
        self.game_name = game.name
        self.rules_object = rules
        self.seats: int = game.seats(rules)
        self.match_seed = None
        self.deals: list[Deal] = []
        self.carried: Json | None = None
        self.scores_before: list[int] = game.start_scores(rules)
        self.meta: Json | None = None

    def seeded(self, carried: Json | None, deal_seed: object, proof: object) -> tuple[State, Deal]:
        """A deal from its own seed, or from the match's; changes nothing."""
        if deal_seed is None:
            if self.match_seed is None:
                self.match_seed = secrets.token_bytes(32)
            deal_seed = fairness.match_deal_seed(self.match_seed, len(self.deals)).hex()
        seed = parse_seed(deal_seed)
        assert isinstance(deal_seed, str)
        if proof is not None:
            fairness.check(proof, deal_seed, self.seats)
        state = self.game.deal(DealRng(seed), self.rules_object, carried)
        return state, Deal(deal_seed, None, False, proof if isinstance(proof, dict) else None)

    def start_seeded(self, deal_seed: object, proof: object) -> None:
        """Starts a deal from its own seed, or from the match's."""
        state, deal = self.seeded(self.carried, deal_seed, proof)
        self.begin(state, deal)

    def start_explicit(self, explicit: Json, partial: bool) -> None:
        """Starts a deal that a record spells out. BAD_DEAL."""
        state = self.game.set_up(explicit, self.rules_object, self.carried, partial)
        self.begin(state, Deal(None, explicit, partial, None))

    def begin(self, state: State, deal: Deal) -> None:
        """Adds a deal and makes it the current one."""
        self.state = state
        self.start = state.copy()
        self.deals.append(deal)
        self.close_deal()

    def close_deal(self) -> None:
        """Stores the returns once the deal is over."""
        if self.state.over():
            self.deals[-1].returns = self.state.returns()

    # properties
    @property
    def rules(self) -> Json:
        """The rules as in a record: the preset, and the options set explicitly."""
        return self.rules_object.to_json()

    @property
    def deal_index(self) -> int:
        """The number of the current deal, from 0."""
        return len(self.deals) - 1

    @property
    def to_act(self) -> list[int]:
        """The seats that must decide now; empty when the deal is over."""
        mask = self.state.to_act()
        return [seat for seat in range(self.seats) if (mask >> seat) & 1]

    @property
    def phase(self) -> str:
        """The name of the deal's phase."""
        return self.game.phase(self.state)

    @property
    def version(self) -> int:
        """1 + public steps of the current deal so far."""
        return self.state.version()

    @property
    def over(self) -> bool:
        """Whether the current deal is over."""
        return self.state.over()

    @property
    def match_over(self) -> bool:
        """Whether the whole match is over."""
        if not self.state.over():
            return False
        return self.game.match_over(self.rules_object, self.game.carry(self.state, self.carried))

    @property
    def winner(self) -> int | None:
        """The seat or team that won the match; None before its end and on a draw."""
        if not self.match_over:
            return None
        game = self.game
        return game.winner(self.rules_object, game.carry(self.state, self.carried), self.scores)

    @property
    def returns(self) -> list[int]:
        """What each seat has won or lost in the current deal; sums to zero."""
        return self.state.returns()

    @property
    def scores(self) -> list[int]:
        """The running total of each seat, the current deal included."""
        return self.game.scores(self.rules_object, self.scores_before, self.state)

    def legal(self, seat: object) -> LegalMoves:
        """Every legal move of the seat, in the game's stable order."""
        return LegalMoves(self.game, self.state.copy(), self.check_seat(seat), True)

    def canonical(self, seat: object) -> LegalMoves:
        """The short list: one representative per class of plays, in games that have classes; else all moves."""
        return LegalMoves(self.game, self.state.copy(), self.check_seat(seat), False)

    def check_seat(self, seat: object) -> int:
        """The seat, or BAD_SEAT if the table has no such seat."""
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < self.seats:
            raise IllegalMove("BAD_SEAT", seat=tellable(seat))
        return seat

    # playing
    def play(self, seat: object, move: object) -> str:
        """Plays a move given in notation and returns its canonical text. IllegalMove, and nothing has changed."""
        known = self.check_seat(seat)
        return self.play_action(known, judge(self.game, self.state, known, move))

    def play_action(self, seat: int, action: i64) -> str:
        """Plays a packed action that is known to be legal."""
        text = self.game.write(self.state.view(seat), action)
        self.state.apply(seat, action)
        self.deals[-1].moves.append((seat, text))
        self.deals[-1].actions.append(action)
        self.close_deal()
        return text

    def undo(self, moves: object = 1) -> None:
        """Undoes the last moves of this deal. NOTHING_TO_UNDO leaves the table unchanged."""
        deal = self.deals[-1]
        count = len(deal.actions)
        if not isinstance(moves, int) or isinstance(moves, bool) or not 0 <= moves <= count:
            raise IllegalMove("NOTHING_TO_UNDO", moves=tellable(moves), count=count)
        keep = count - moves
        state = self.start.copy()
        for index in range(keep):
            state.apply(deal.moves[index][0], deal.actions[index])
        self.state = state
        del deal.moves[keep:]
        del deal.actions[keep:]
        deal.returns = None
        self.close_deal()

    def copy(self) -> Table:
        """An independent table from here on."""
        other = BlankTable(self.game, self.rules_object)
        other.match_seed = self.match_seed
        other.state = self.state.copy()
        other.start = self.start
        other.deals = [deal.copy() for deal in self.deals]
        other.carried = self.carried
        other.scores_before = self.scores_before
        other.meta = self.meta
        return other

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return blank_table, (self.game, self.rules_object), fields_of(self)

    def settle(self) -> None:
        """Ends the settlement phase, in games that have one."""
        if not self.state.over():
            raise IllegalMove("DEAL_RUNNING")
        if self.state.settled():
            raise IllegalMove("GAME_OVER")
        self.state.settle()

    def next_deal(self, *, deal_seed: object = None, fairness: object = None) -> None:
        """Deals the next deal of the match, after settling the current one if needed. DEAL_RUNNING, MATCH_OVER."""
        state, deal = self.seeded(self.after_deal(), deal_seed, fairness)
        self.leave_deal()
        self.begin(state, deal)

    def after_deal(self) -> Json:
        """What the finished deal leaves to the next one."""
        if not self.state.over():
            raise IllegalMove("DEAL_RUNNING")
        if self.match_over:
            raise IllegalMove("MATCH_OVER")
        return self.game.carry(self.state, self.carried)

    def leave_deal(self) -> None:
        """Adds the finished deal to the match."""
        carried = self.after_deal()
        if not self.state.settled():
            self.state.settle()
        self.scores_before = self.scores
        self.carried = carried

    # what people may see
    def view(self, seat: object) -> View:
        """Everything the seat knows; seat -1 is a spectator."""
        if isinstance(seat, int) and seat == SPECTATOR:
            return self.state.view(SPECTATOR)
        return self.state.view(self.check_seat(seat))

    def public(self) -> Json:
        """What everybody may see."""
        return self.state.view(SPECTATOR).public()

    def private(self, seat: object) -> Mapping[str, object]:
        """What only this seat sees; `private` of the game’s own module has the exact type."""
        return self.state.view(self.check_seat(seat)).private()

    def hints(self, seat: object, n: object = 3) -> list[HintDict]:
        """Good moves for the seat, from what it knows: [{"move", "reason": {"en", "zh"}, "score"}], best first."""
        known = self.check_seat(seat)
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= MOST_HINTS:
            raise IllegalMove("BAD_NUMBER", given=tellable(n), most=MOST_HINTS)
        if not (self.state.to_act() >> known) & 1:
            return []
        view = self.state.view(known)
        found = self.game.advice.hints(view, n)
        out: list[HintDict] = []
        for hint in found[:n]:
            reason = hint.reason
            move = self.game.write(view, hint.action)
            out.append({"move": move, "reason": {"en": reason.en, "zh": reason.zh}, "score": hint.score})
        return out

    # hidden information included: for tests, records and finished deals
    def facts(self) -> Json:
        """Everything about the deal, hidden cards included."""
        out: Json = {
            "phase": self.phase,
            "to_act": self.to_act,
            "scores": self.scores,
            "returns": self.returns,
        }
        out.update(self.game.facts(self.state))
        return out

    def record(self) -> RecordDict:
        """The match as a complete record; an unfinished deal contains what is hidden."""
        out: Json = {"format": FORMAT, "game": self.game_name, "rules": self.rules}
        if self.meta is not None:
            out["meta"] = self.meta
        out["deals"] = [deal.to_json() for deal in self.deals]
        return cast(RecordDict, out)

    @staticmethod
    def from_record(record: object) -> Table:
        """A table from a record: whole matches, explicit deals, deals set up midway. BadRecord."""
        from qipai.core.record import replay

        return replay(record)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the table as a spectator sees it."""
        picture: str = importlib.import_module("qipai.svg").table(self)
        return picture

    def __repr__(self) -> str:
        return f"<Table {self.game_name}: deal {len(self.deals)}, {self.phase}, version {self.version}, to act {self.to_act}>"


def private_of(table: object, game: str, seat: object) -> Mapping[str, object]:
    """What only this seat sees, at a table of that game. BAD_SEAT, WRONG_GAME, BAD_INPUT."""
    if not isinstance(table, Table):
        raise bad_input(f"{brief(table)} isn’t a table", f"{brief(table)} 不是牌桌")
    if table.game_name != game:
        raise IllegalMove("WRONG_GAME", game=game, given=table.game_name)
    return table.private(seat)


class BlankTable(Table):
    """A table without a deal; compiled classes cannot be created without their constructor."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.prepare(game, rules)


def blank_table(game: Game, rules: Rules) -> Table:
    """For the record reader, which adds the deals."""
    return BlankTable(game, rules)
